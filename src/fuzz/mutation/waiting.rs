//! Waits: what they are for is that a timeout passes, and a mutant has better things to do.

use crate::history::without_steps;
use tablestakes_reference::history::{Call, History, Step};

/// A mutant waits for no longer, in seconds.
const LONGEST_WAIT: u32 = 2;

/// The history with one wait at most, and that a short one.
pub(super) fn waiting_once(mut history: History) -> History {
    let waits = |step: &Step| matches!(step.call, Call::Wait { .. });
    while let Some((place, _)) = history.steps.iter().enumerate().filter(|(_, step)| waits(step)).nth(1) {
        history = without_steps(&history, place..place + 1);
    }
    for step in &mut history.steps {
        if let Call::Wait { seconds } = &mut step.call {
            *seconds = (*seconds).min(LONGEST_WAIT);
        }
    }
    history
}
