//! Histories of which some requests are marked, for a service that does these otherwise and tells no reason.

use crate::history::replay::Replayer;
use crate::history::{Replayed, StepRecord};
use crate::judge::{MismatchKind, Verdict};
use tablestakes_reference::history::{History, Step, Wire};
use tablestakes_reference::http::Request;

/// What marks a request that is done otherwise.
pub(super) const ODD: &str = "x-odd";

pub(super) fn is_odd(request: &Request) -> bool {
    request.headers.get(ODD).is_some()
}

pub(super) fn odd(step: impl Into<Step>) -> Step {
    let headers = vec![(ODD.to_owned(), Some("1".to_owned()))];
    step.into().written(Wire { headers, ..Wire::default() })
}

/// Replays a history where no rule is suspected; what was kept of it is judged again to the same.
pub(super) async fn unsuspecting(replayer: Replayer, history: &History) -> Replayed {
    let replayer = replayer.suspecting(Some(&[]));
    let replayed = replayer.in_lockstep(history).await.unwrap();
    let again = replayer.rejudge(history, &replayed.steps, replayed.prefix.clone()).unwrap();
    let verdicts = |replayed: &Replayed| {
        let told = |step: &StepRecord| {
            let kinds: Vec<_> = step.mismatches().iter().map(|held| (held.rule, held.kind)).collect();
            (step.index, kinds, matches!(step.verdict, Verdict::Undecided(_)))
        };
        replayed.steps.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&again), verdicts(&replayed));
    replayed
}

/// Every step was played, and this one alone differs.
pub(super) fn differs_alone(replayed: &Replayed, index: usize, steps: usize, kind: MismatchKind) {
    assert_eq!(replayed.steps.len(), steps, "{:#?}", replayed.steps.last());
    for step in &replayed.steps {
        match step.mismatches() {
            [mismatch] if step.index == index => assert_eq!(mismatch.kind, kind, "{mismatch:?}"),
            _ => assert!(step.index != index && step.verdict == Verdict::Allowed, "{step:#?}"),
        }
    }
    assert_eq!(replayed.explained, []);
}
