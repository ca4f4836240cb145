//! Measures how much of what is wrong with a server is named: `cargo run --release --example recall`.
//!
//! Breaks so many random rules of the reference at once, certifies it, and says how many of the broken rules are named
//! as causes (recall), how many of the causes blame a rule that is intact, and how many checks are blocked.

mod drawn;
mod measure;

use clap::Parser;
use drawn::drawn;
use measure::{Measured, measure};
use std::collections::BTreeMap;
use tablestakes::engine::RunResult;
use tablestakes::finding::{Cause, Outcome};
use tablestakes_reference::ServiceName;

/// Measures recall and precision on the reference with random rules broken.
#[derive(Debug, Parser)]
struct Arguments {
    /// The service whose rules are broken: table, queue or blob.
    #[arg(long, default_value = "table", value_parser = |name: &str| ServiceName::of_id(name).ok_or("no such service"))]
    service: ServiceName,
    /// How many rules are broken at once; several numbers are measured one after the other.
    #[arg(long, value_delimiter = ',', default_value = "20,60,120")]
    faults: Vec<usize>,
    /// How many seeds are measured for each of these numbers.
    #[arg(long, default_value_t = 5)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    first_seed: u64,
    /// How many histories each generated check draws.
    #[arg(long, default_value_t = 50)]
    cases: u32,
    /// Print the rules that are missed, those that are blamed although they are intact, and what blocks checks.
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
            let broken = drawn(arguments.service, faults, seed);
            let measured = measure(arguments.service, broken, seed, arguments.cases).await;
            println!("{faults:>6} {seed:>4}  {}", line(&measured));
            if arguments.verbose {
                details(&measured);
            }
            all.push(measured);
        }
        let sum = |of: fn(&Measured) -> usize| all.iter().map(of).sum::<usize>();
        println!(
            "{faults:>6}  all  {} named, {} of causes blame an intact rule",
            share(sum(|held| held.broken.len() - held.missed().len()), sum(|held| held.broken.len())),
            share(sum(|held| held.intact().len()), sum(|held| held.result.causes.len())),
        );
    }
}

fn line(held: &Measured) -> String {
    let result = &held.result;
    format!(
        "{:>6} {:>7} {:>6} {:>8} {:>6} {:>9} {:>8.1}",
        share(held.broken.len() - held.missed().len(), held.broken.len()),
        share(held.intact().len(), result.causes.len()),
        result.causes.len(),
        result.count("blocked"),
        result.count("fail"),
        result.requests,
        result.duration.as_secs_f64()
    )
}

fn details(measured: &Measured) {
    measured.broken.iter().for_each(|rule| println!("    broken  {rule}"));
    measured.missed().iter().for_each(|rule| println!("    missed  {rule}"));
    measured.intact().iter().for_each(|cause| println!("    intact  {}", told(&measured.result, cause)));
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for check in measured.result.checks.iter().filter(|check| matches!(check.outcome, Outcome::Blocked { .. })) {
        *reasons.entry(check.outcome.reason().unwrap_or_default()).or_default() += 1;
    }
    reasons.iter().for_each(|(reason, checks)| println!("    blocked {checks:>4}  {reason}"));
}

fn told(result: &RunResult, cause: &Cause) -> String {
    let finding = cause.findings.first().and_then(|signature| result.finding(signature));
    let Some(finding) = finding else { return cause.rule.to_string() };
    let mismatch = finding
        .mismatch()
        .map(|held| format!("\n        expected {}\n        actual   {}", held.expected, held.actual));
    let (explained, alone, steps) = (finding.explained, finding.alone, finding.history.all_steps().count());
    format!(
        "{} by {} in {}: explained {explained}, alone {alone}, {steps} steps{}\n        {}",
        cause.rule,
        finding.signature,
        finding.origin.check,
        mismatch.unwrap_or_default(),
        serde_json::to_string(&finding.history.steps).unwrap_or_default()
    )
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}
