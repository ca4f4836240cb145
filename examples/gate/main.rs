//! Does the gate let anything through? `cargo run --release --example gate`.
//!
//! Breaks some rules of the reference, makes a baseline of that, and asks whether the gate is green then, and with other seeds.
//! Then breaks one rule more, each in turn, and asks whether the gate is red and names it.

mod bench;

use bench::{Asked, EMPTY, breakable, certified, is_shown, learned, names, replayed, trying, unknown};
use clap::Parser;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use std::time::Instant;
use tablestakes::engine::RunResult;
use tablestakes::exit::Exit;
use tablestakes::finding::{Outcome, Signature};
use tablestakes_reference::rules::RuleId;

/// Measures what a gate lets through.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many rules the baseline knows.
    #[arg(long, default_value_t = 10)]
    known: usize,
    /// What these are drawn by.
    #[arg(long, default_value_t = 1)]
    draw: u64,
    /// The seeds of the runs that the baseline is made of.
    #[arg(long, value_delimiter = ',', default_value = "1")]
    learn: Vec<u64>,
    /// The seeds with which the gate is tried where nothing new is broken.
    #[arg(long, value_delimiter = ',', default_value = "1,2,3")]
    seeds: Vec<u64>,
    /// How many further rules are broken, each alone; all if not said.
    #[arg(long)]
    further: Option<usize>,
    /// Run every check each time, and not those alone that try the rule.
    #[arg(long)]
    whole: bool,
    /// Instead: replay each finding on a reference that breaks its rule alone, and say which do not show it.
    #[arg(long)]
    alone: bool,
    /// Print the baseline.
    #[arg(long)]
    baseline: bool,
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let mut rules = breakable();
    rules.shuffle(&mut ChaCha8Rng::seed_from_u64(arguments.draw));
    let (known, others) = rules.split_at(arguments.known.min(rules.len()));
    let all = |seed| Asked { checks: Vec::new(), seed, cases: 50, jobs: 4 };
    let mut baseline = EMPTY.to_owned();
    for seed in &arguments.learn {
        let began = Instant::now();
        let result = certified(known, &baseline, &all(*seed)).await;
        if arguments.alone {
            return alone(&result).await;
        }
        baseline = learned(&baseline, &result);
        let (findings, seconds) = (result.findings.len(), began.elapsed().as_secs_f64());
        let entries = baseline.matches("[[entry]]").count();
        println!("learnt with seed {seed}: {findings} findings, {entries} entries, {seconds:.0} s");
    }
    known.iter().for_each(|rule| println!("known    {rule}"));
    if arguments.baseline {
        println!("{baseline}");
    }
    for seed in arguments.seeds {
        let began = Instant::now();
        let result = certified(known, &baseline, &all(seed)).await;
        let green = if result.exit() == Exit::Conforms { "green" } else { "RED" };
        println!("{green}    with seed {seed} where nothing is new, {:.0} s", began.elapsed().as_secs_f64());
        for finding in unknown(&result) {
            println!("    {} comes down to {:?}", finding.signature, result.cause_of(&finding.signature));
        }
        for check in
            result.checks.iter().filter(|check| check.outcome.name() == "blocked" || check.outcome.name() == "error")
        {
            println!("    {} {}: {}", check.check.id, check.outcome.name(), check.outcome.reason().unwrap_or_default());
        }
    }
    further(known, &others[..arguments.further.unwrap_or(others.len()).min(others.len())], &baseline, arguments.whole)
        .await;
}

/// Replays each finding on a reference that breaks alone the rule that it comes down to.
async fn alone(result: &RunResult) {
    let mut shown = 0;
    for finding in &result.findings {
        let Some(rule) = result.cause_of(&finding.signature) else { continue };
        let mismatches = replayed(&[rule], finding).await;
        if is_shown(finding, rule, &mismatches) {
            shown += 1;
        } else {
            let told: Vec<String> =
                mismatches.iter().map(|held| Signature::of(held, &finding.axes).to_string()).collect();
            let (alone, explained) = (finding.alone, finding.explained);
            println!("{} by {rule}, alone {alone}, explained {explained}, shows {told:?}", finding.signature);
        }
    }
    println!("{shown} of {} findings show on a reference that breaks their rule alone", result.findings.len());
}

/// Breaks one rule more each time.
async fn further(known: &[RuleId], others: &[RuleId], baseline: &str, whole: bool) {
    let began = Instant::now();
    let (mut red, mut named, mut masked) = (0, 0, 0);
    for rule in others {
        let broken = [known, &[*rule]].concat();
        let checks = if whole { Vec::new() } else { trying(&[*rule]) };
        let result = certified(&broken, baseline, &Asked { checks, seed: 1, cases: 50, jobs: 4 }).await;
        let (is_red, is_named) = (result.exit() == Exit::DoesNotConform, names(&result, *rule));
        // Nobody can see it before what is known is mended.
        let is_masked = !is_red && is_masked_by_known(&result, *rule);
        red += usize::from(is_red);
        named += usize::from(is_named);
        masked += usize::from(is_masked);
        if is_named {
            continue;
        }
        let what = match (is_red, is_masked) {
            (true, _) => "unnamed",
            (false, true) => "masked",
            (false, false) => "GREEN",
        };
        let told: Vec<String> = unknown(&result).iter().map(|finding| finding.signature.to_string()).collect();
        println!("{what:<8} {rule}: {}", told.join(" "));
        for finding in result.findings.iter().filter(|_| !is_red) {
            let cause = result.cause_of(&finding.signature).map(RuleId::as_str);
            println!("        {} {:?} {cause:?} {:?}", finding.signature, finding.severity, finding.known);
        }
    }
    let (of, seconds) = (others.len(), began.elapsed().as_secs_f64());
    println!("{red} of {of} further faults turn the gate red, {named} are named, {masked} are masked, {seconds:.0} s");
}

/// Whether no check that tries a rule was judged: what is known blocks it, or this server has not what it asks for.
fn is_masked_by_known(result: &RunResult, rule: RuleId) -> bool {
    let mut trying = result.checks.iter().filter(|check| check.check.rules.contains(&rule));
    trying.all(|check| matches!(check.outcome, Outcome::Blocked { .. } | Outcome::Skip(_)))
}
