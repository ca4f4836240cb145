//! How long answers take: a request that takes many times as long as others of its kind, again and again, is a finding.
//!
//! Nothing is measured against a clock of our own. A step is suspected by the campaign's own times, and it counts only if it
//! is slow in every one of several replays, while harmless requests in between are answered as ever.

use crate::engine::{Subject, Unreplayed};
use crate::target::Axes;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;

/// So many times the time within which 19 of 20 requests of the same operation are answered.
const SUSPECT: u32 = 50;
/// So many times the slowest harmless request meanwhile.
const APART: u32 = 25;
/// Before so many answers nothing is known of an operation.
const ENOUGH: u32 = 200;
/// Four classes for each doubling of a microsecond.
const CLASSES: usize = 128;

/// The times of a campaign, by operation.
#[derive(Debug, Clone, Default)]
pub(super) struct Pulse(BTreeMap<&'static str, Times>);

#[derive(Debug, Clone)]
struct Times {
    classes: [u32; CLASSES],
    count: u32,
}

impl Pulse {
    /// Takes note of how long an answer took; gives the usual time if it took many times as long.
    pub(super) fn note(&mut self, operation: &'static str, took: Duration) -> Option<Duration> {
        let times = self.0.entry(operation).or_insert_with(|| Times { classes: [0; CLASSES], count: 0 });
        let usual = times.usual();
        times.classes[class(took)] += 1;
        times.count += 1;
        usual.filter(|usual| took > *usual * SUSPECT)
    }
}

impl Times {
    /// The time within which 19 of 20 were answered.
    fn usual(&self) -> Option<Duration> {
        if self.count < ENOUGH {
            return None;
        }
        let mut left = self.count - self.count / 20;
        let place = self.classes.iter().position(|&held| {
            let within = left <= held;
            left = left.saturating_sub(held);
            within
        })?;
        Some(Duration::from_micros(2_f64.powf((place + 1) as f64 / 4.0) as u64))
    }
}

fn class(took: Duration) -> usize {
    let quarters = (took.as_micros().max(1) as f64).log2() * 4.0;
    (quarters as usize).min(CLASSES - 1)
}

/// How slow the last step of a history is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slowness {
    /// The least time that its last step took in any replay.
    pub took: Duration,
    /// The most time that a harmless request took between the replays.
    pub harmless: Duration,
}

impl Slowness {
    /// Whether it counts.
    pub fn is_apart(&self) -> bool {
        self.took > self.harmless * APART
    }
}

/// Replays a history so many times, a harmless request before and after each.
///
/// # Errors
/// It cannot be replayed.
pub async fn slowness<S: Subject>(
    subject: &S,
    axes: Axes,
    history: &History,
    times: u32,
) -> Result<Slowness, Unreplayed> {
    let mut slowness = Slowness { took: Duration::MAX, harmless: Duration::ZERO };
    for _ in 0..times.max(1) {
        probe(subject, history.service, &mut slowness).await;
        let replayed = subject.replay(axes, history, None).await?;
        let last = replayed.steps.iter().find(|step| step.index + 1 == history.steps.len());
        let took = last.and_then(|step| step.exchanges.last()).map_or(Duration::ZERO, |exchange| exchange.duration);
        slowness.took = slowness.took.min(took);
        probe(subject, history.service, &mut slowness).await;
        if !slowness.is_apart() {
            break;
        }
    }
    Ok(slowness)
}

async fn probe<S: Subject>(subject: &S, service: ServiceName, slowness: &mut Slowness) {
    let began = Instant::now();
    // One that is not answered took its time as well, and then nothing is apart from it.
    drop(subject.probe(service).await);
    slowness.harmless = slowness.harmless.max(began.elapsed());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_takes_many_times_as_long_is_suspected() {
        let mut pulse = Pulse::default();
        let (usual, slow) = (Duration::from_micros(900), Duration::from_millis(60));
        for number in 0..ENOUGH {
            let took = usual + Duration::from_micros(u64::from(number % 100));
            assert_eq!(pulse.note("Get Entity", took), None);
        }
        assert_eq!(pulse.note("Get Entity", Duration::from_millis(40)), None);
        let told = pulse.note("Get Entity", slow).unwrap();
        assert!(told >= usual && told < Duration::from_micros(1300), "{told:?}");
        assert_eq!(pulse.note("Delete Entity", slow), None, "nothing is known of it");
    }
}
