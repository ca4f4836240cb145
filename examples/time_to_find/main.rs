//! Measures how long it takes until a broken rule is found and blamed: `cargo run --release --example time_to_find`.
//!
//! Histories are replayed one after the other, case by case of the checks that name the rule, as `certify` draws them.

mod bench;

use bench::{Bench, sabotages};

const SEEDS: u64 = 20;

#[tokio::main]
async fn main() {
    let bench = Bench::start().await;
    println!("{:<42} {:>8} {:>10} {:>10} {:>10}", "broken rule", "found", "median", "longest", "histories");
    for rule in sabotages() {
        let mut times = Vec::new();
        for seed in 1..=SEEDS {
            times.extend(bench.found(rule, seed).await);
        }
        times.sort_by_key(|(_, time)| *time);
        let found = format!("{}/{SEEDS}", times.len());
        let milliseconds = |place: usize| times.get(place).map_or(0, |(_, time)| time.as_millis());
        let (median, longest) = (milliseconds(times.len() / 2), milliseconds(times.len().saturating_sub(1)));
        let replayed = times.get(times.len() / 2).map_or(0, |(replayed, _)| *replayed);
        println!("{:<42} {found:>8} {median:>7} ms {longest:>7} ms {replayed:>10}", rule.as_str());
    }
}
