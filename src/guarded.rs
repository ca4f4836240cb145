//! The target of a run, and a guard on time before it: a target that leaves requests without an answer costs the whole time limit
//! of each, and would make a run last as long as it likes.

use crate::engine::{Alive, Reach, Subject, Unreplayed, hand_on};
use crate::history::Replayed;
use crate::target::{Axes, Silence, TransportFailure};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// What a run puts up with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// How long the run may take; histories that are under way then have a little longer, and no more.
    pub(crate) time: Option<Duration>,
    /// What a history that was started may take when the time is up.
    pub(crate) grace: Duration,
    /// How long is waited in all for answers that do not come, before the target counts as unresponsive.
    pub(crate) silence: Duration,
}

/// A subject with such a guard.
pub(crate) struct Guarded<S> {
    subject: S,
    reach: Arc<Reach>,
    patience: Patience,
    deadline: Option<Instant>,
    waited: Silence,
}

impl<S: Subject> Guarded<S> {
    /// The run's time begins now. `waited` says how long was waited for the target in vain.
    pub(crate) fn new(subject: S, waited: Silence, reach: Arc<Reach>, patience: Patience) -> Self {
        let deadline = patience.time.and_then(|time| Instant::now().checked_add(time));
        Self { subject, reach, patience, deadline, waited }
    }

    /// Gives a target up that was waited for too long.
    fn look(&self) {
        let waited = self.waited.waited();
        if waited >= self.patience.silence {
            self.reach.give_up(format!(
                "unresponsive: it left {} requests without an answer, for which {:.1} s were waited in all (--silence)",
                self.waited.requests(),
                waited.as_secs_f64()
            ));
        }
    }
}

impl<S: Subject> Subject for Guarded<S> {
    async fn replay(&self, axes: Axes, history: &History, suspects: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let replay = self.subject.replay(axes, history, suspects);
        let answer = match self.deadline {
            None => replay.await,
            Some(deadline) => {
                let end = deadline.max(Instant::now()) + self.patience.grace;
                tokio::time::timeout_at(end.into(), replay).await.unwrap_or_else(|_| {
                    let message = "the run's time was up long before the history was through".to_owned();
                    Err(Unreplayed { message, no_answer: false, refused: false, requests: 0 })
                })
            }
        };
        self.look();
        answer
    }

    async fn probe(&self, service: ServiceName) -> Result<Alive, TransportFailure> {
        let answer = self.subject.probe(service).await;
        self.look();
        answer
    }

    hand_on!(answers to subject);
    hand_on!(judging to subject);
    hand_on!(places to subject);
    hand_on!(restarting to subject);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::nothing_else;
    use tablestakes_suites::catalogue;
    use tablestakes_suites::check::Source;

    /// A target on which every history takes very long.
    struct Slow;

    impl Subject for Slow {
        async fn replay(&self, _: Axes, _: &History, _: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
            std::future::pending().await
        }

        async fn probe(&self, _: ServiceName) -> Result<Alive, TransportFailure> {
            Ok(Alive::default())
        }

        nothing_else!();
    }

    #[tokio::test]
    async fn a_history_that_was_started_ends_soon_after_the_time() {
        let history = catalogue().into_iter().find_map(|check| match check.source {
            Source::Scripted(history) => Some(history()),
            _ => None,
        });
        let time = Some(Duration::from_millis(1));
        let patience = Patience { time, grace: Duration::from_millis(20), silence: Duration::from_secs(25) };
        let guarded = Guarded::new(Slow, Silence::default(), Arc::new(Reach::new(time)), patience);
        let answer = guarded.replay(Axes::default(), &history.unwrap(), None).await;
        assert!(answer.unwrap_err().message.contains("time was up"));
    }
}
