//! Runs targets without libFuzzer: over their corpora, and over inputs drawn from a seed.

use crate::corpus::Corpus;
use crate::mutate::Inputs;
use crate::targets::Target;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// When to stop drawing inputs.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// After so many.
    Runs(u64),
    /// After so long.
    Time(Duration),
}

/// What came of driving a target.
#[derive(Debug, Clone, PartialEq)]
pub struct Driven {
    /// How many inputs were tried.
    pub inputs: u64,
    /// How long that took.
    pub took: Duration,
    /// The first input that showed something wrong, as a file of the corpus or drawn.
    pub failed: Option<(Option<PathBuf>, Vec<u8>)>,
}

/// Tries every seed of the target's corpus, then inputs drawn from the seed, until one of them fails or it is time to end.
///
/// # Errors
/// The corpus cannot be read.
pub fn drive(target: &Target, seed: u64, until: Until) -> io::Result<Driven> {
    let corpus = Corpus::of(target.name)?;
    let started = Instant::now();
    let mut driven = Driven { inputs: 0, took: Duration::ZERO, failed: None };
    for (path, octets) in &corpus.seeds {
        driven.inputs += 1;
        if !holds(target, octets) {
            driven.failed = Some((Some(path.clone()), octets.clone()));
            break;
        }
    }
    let mut inputs = Inputs::new(&corpus, seed);
    while driven.failed.is_none() && !is_over(until, driven.inputs - corpus.seeds.len() as u64, started) {
        driven.inputs += 1;
        let octets = inputs.draw();
        if !holds(target, &octets) {
            driven.failed = Some((None, octets));
        }
    }
    driven.took = started.elapsed();
    Ok(driven)
}

fn is_over(until: Until, drawn: u64, started: Instant) -> bool {
    match until {
        Until::Runs(most) => drawn >= most,
        Until::Time(most) => started.elapsed() >= most,
    }
}

fn holds(target: &Target, octets: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (target.run)(octets))).is_ok()
}
