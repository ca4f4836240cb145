//! Requests that were sent later than the oracle was asked: the target was too busy for them at first, or others were in front.

use super::lockstep::Lockstep;
use crate::judge::Expected;
use std::sync::Arc;
use std::time::Duration;

/// What is sent sooner is sent at once: nothing that a history rests on expires within so short a time.
const AT_ONCE: Duration = Duration::from_millis(50);

impl Lockstep<'_> {
    /// Has the oracle answer the last step as of when it was sent, and go on from there; nothing if it was sent at once. What
    /// expires meanwhile, a lease or the time for which a message is invisible, has expired on both sides.
    pub(super) fn when_sent(&mut self, index: usize) -> Option<Arc<Vec<Expected>>> {
        let delayed: Duration =
            self.played[index].came.iter().flat_map(|came| &came.sent).map(|sent| sent.delayed).sum();
        if delayed < AT_ONCE || self.replayer.clocks.is_some() {
            return None;
        }
        let asked = self.played[index].now;
        self.played[index].now = asked + delayed;
        match self.past().play(&self.broken) {
            Some(mut replay) => {
                let answers = replay.answers.pop()?;
                self.oracle = replay.side;
                Some(answers)
            }
            None => {
                self.played[index].now = asked;
                None
            }
        }
    }
}
