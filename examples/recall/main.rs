//! Measures how much of what is wrong with a server is named: `cargo run --release --example recall`.
//!
//! Breaks so many random rules of the reference at once, certifies it, and says how many of the broken rules are named
//! as causes (recall), how many of the causes blame a rule that is intact, and how many checks are blocked.

mod measure;

use clap::Parser;
use measure::{Measured, measure};

/// Measures recall and precision on the reference with random rules broken.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many rules are broken at once; several numbers are measured one after the other.
    #[arg(long, value_delimiter = ',', default_value = "20,60,120")]
    faults: Vec<usize>,
    /// How many seeds are measured for each of these numbers.
    #[arg(long, default_value_t = 5)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    first_seed: u64,
    /// Print the rules that are missed, and those that are blamed although they are intact.
    #[arg(long)]
    verbose: bool,
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    println!("faults seed  recall  intact causes  blocked failed  requests  seconds");
    for &faults in &arguments.faults {
        let mut all = Vec::new();
        for seed in arguments.first_seed..arguments.first_seed + arguments.seeds {
            let measured = measure(faults, seed, 50).await;
            println!("{faults:>6} {seed:>4}  {}", line(&measured));
            if arguments.verbose {
                measured.rules.iter().for_each(|rule| println!("    broken  {rule}"));
                measured.missed.iter().for_each(|rule| println!("    missed  {rule}"));
                measured.intact.iter().for_each(|(rule, finding)| println!("    intact  {rule} by {finding}"));
                measured.blocked_for.iter().for_each(|(why, checks)| println!("    blocked {checks:>4}  {why}"));
            }
            all.push(measured);
        }
        let sum = |of: fn(&Measured) -> usize| all.iter().map(of).sum::<usize>();
        println!(
            "{faults:>6}  all  {} named, {} of causes blame an intact rule",
            share(sum(|held| held.broken - held.missed.len()), sum(|held| held.broken)),
            share(sum(|held| held.intact.len()), sum(|held| held.causes)),
        );
    }
}

fn line(held: &Measured) -> String {
    format!(
        "{:>6} {:>7} {:>6} {:>8} {:>6} {:>9} {:>8.1}",
        share(held.broken - held.missed.len(), held.broken),
        share(held.intact.len(), held.causes),
        held.causes,
        held.blocked,
        held.failed,
        held.requests,
        held.seconds
    )
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}
