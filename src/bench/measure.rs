//! One point on one target: set up, warm up, one rate after the other until it no longer keeps up, clean up.

use super::budget::Spent;
use super::load::{open_loop, warm_up};
use super::miss::Miss;
use super::point::Point;
use super::schedule::Schedule;
use super::stepping::{Limits, USUAL_STEPS, Verdict, rates, step_length, verdict};
use super::tally::StepTally;
use super::work::Working;
use std::sync::Arc;
use std::time::Duration;

/// The warm-up takes one of so many parts of what the bound leaves.
const WARM_UP_PART: u64 = 5;
/// Fewer operations than this are no step.
const LEAST: u64 = 5;

/// Why no further rate was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The target no longer kept up.
    Broke,
    /// It kept up with every rate that was to be tried.
    Steps,
    /// The point's share of the bound on requests or octets was spent.
    Bound,
    /// The run was interrupted.
    Interrupted,
    /// Nothing could be measured: what was needed could not be made, or nothing succeeded.
    Unmeasured(Miss),
}

impl Ended {
    /// Its name in `report.json`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Broke => "broke",
            Self::Steps => "steps",
            Self::Bound => "bound",
            Self::Interrupted => "interrupted",
            Self::Unmeasured(_) => "unmeasured",
        }
    }
}

/// A rate that was tried.
#[derive(Debug, Clone)]
pub struct Step {
    /// Operations a second that were offered.
    pub offered: f64,
    /// Operations that were due.
    pub due: u64,
    /// What they came to.
    pub tally: StepTally,
    /// What that says.
    pub verdict: Verdict,
}

impl Step {
    /// Operations a second that succeeded.
    pub fn rate(&self) -> f64 {
        self.tally.rate(self.offered)
    }
}

/// A point that was measured.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Which one.
    pub point: Point,
    /// Which of the targets.
    pub subject: usize,
    /// Operations a second of the warm-up.
    pub warm_up: f64,
    /// The rates, the lowest first.
    pub steps: Vec<Step>,
    /// Why there are no more.
    pub ended: Ended,
    /// What could not be deleted, if something could not be.
    pub left: Option<Miss>,
    /// What was sent.
    pub spent: Spent,
}

impl Measured {
    /// The highest rate that the target kept up with.
    pub fn held(&self) -> Option<&Step> {
        self.steps.iter().rev().find(|step| step.verdict == Verdict::Held)
    }

    /// The most operations a second that succeeded at any rate.
    pub fn most(&self) -> Option<f64> {
        self.steps.iter().map(Step::rate).filter(|rate| *rate > 0.0).max_by(f64::total_cmp)
    }
}

/// How long things last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    pub(super) warm_up: Duration,
    pub(super) step: Duration,
}

/// Measures a point. What was made is deleted whatever happens.
pub(super) async fn measure(working: Arc<Working>, subject: usize, lengths: Lengths, limits: Limits) -> Measured {
    let set_up = working.set_up().await;
    let (warm_up, steps, ended) = match set_up {
        Ok(()) => load(&working, lengths, limits).await,
        Err(miss) => (0.0, Vec::new(), Ended::of(miss)),
    };
    let left = working.clean_up().await.err();
    let spent = working.client().spent();
    Measured { point: *working.point(), subject, warm_up, steps, ended, left, spent }
}

impl Ended {
    fn of(miss: Miss) -> Self {
        if miss == Miss::Bound { Self::Bound } else { Self::Unmeasured(miss) }
    }
}

async fn load(working: &Arc<Working>, lengths: Lengths, limits: Limits) -> (f64, Vec<Step>, Ended) {
    let point = working.point();
    let affordable = || working.client().operations_left(point.requests(), point.octets());
    let (tally, took) = warm_up(working, lengths.warm_up, affordable() / WARM_UP_PART).await;
    let capacity = tally.successes() as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE);
    if working.client().is_interrupted() {
        return (capacity, Vec::new(), Ended::Interrupted);
    }
    if tally.successes() == 0 {
        let miss = tally.first_miss.map_or(Ended::Bound, |why| Ended::Unmeasured(Miss::Broken(why)));
        return (capacity, Vec::new(), miss);
    }
    let length = step_length(lengths.step, capacity, affordable(), limits);
    let mut steps: Vec<Step> = Vec::new();
    for offered in rates(capacity, limits) {
        // A machine has moments of its own: a rate is too much when it is so twice.
        for last in [false, true] {
            let wanted = ((offered * length.as_secs_f64()).ceil() as u64).max(LEAST);
            let due = wanted.min(affordable());
            if due < wanted.min(LEAST) || due < wanted / 2 {
                return (capacity, steps, Ended::Bound);
            }
            let tally = open_loop(working, Schedule::new(offered, due)).await;
            let interrupted = working.client().is_interrupted();
            let verdict = if interrupted { Verdict::CutShort } else { verdict(offered, &tally, limits) };
            steps.push(Step { offered, due, tally, verdict });
            match verdict {
                Verdict::Held => break,
                Verdict::CutShort => return (capacity, steps, Ended::Interrupted),
                Verdict::Saturated | Verdict::Slow | Verdict::Failing if last => {
                    return (capacity, steps, Ended::Broke);
                }
                Verdict::Saturated | Verdict::Slow | Verdict::Failing => {}
            }
        }
    }
    (capacity, steps, Ended::Steps)
}

/// How long a point takes about, if the target neither stalls nor refuses.
pub(super) fn usual_length(lengths: Lengths, limits: Limits) -> Duration {
    lengths.warm_up + lengths.step * (limits.steps.min(USUAL_STEPS) + 1)
}
