//! Restarting the target within a history, and waiting until it answers again.

use super::replayer::Replayer;
use crate::target::{NO_RESTART, Restart, RestartError, TransportFailure};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait between two questions to a target that does not answer yet.
const BETWEEN: Duration = Duration::from_millis(20);
/// How long what was killed may go on answering: children of a shell end a moment after it.
const LINGERS: Duration = Duration::from_secs(5);

/// How often to look whether it has ended by itself.
const LOOK: Duration = Duration::from_millis(500);

/// How the target is restarted.
#[derive(Clone)]
pub struct Restarting {
    /// Stops and starts it.
    pub how: Arc<dyn Restart>,
    /// How long it may take until it answers.
    pub ready: Duration,
}

/// The target does not answer after it was started.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// It was not started, or has ended.
    #[error(transparent)]
    Ended(#[from] RestartError),
    /// It runs, so far as can be told.
    #[error("the target did not answer within {} s after it was started: {failure}", .limit.as_secs())]
    Silent {
        /// How long was waited.
        limit: Duration,
        /// What came of the last question.
        failure: TransportFailure,
    },
}

impl Replayer {
    /// Starts the target, having stopped it if it runs, and waits until it answers.
    ///
    /// # Errors
    /// It was not started, or does not answer in time.
    pub async fn start(&self, restarting: &Restarting) -> Result<(), NotReady> {
        let Restarting { how, ready } = restarting;
        if how.stop().await {
            // If it still answers then, starting it will tell.
            let _ = self.until(LINGERS, |answer| matches!(answer, Err(TransportFailure::Connect(_)))).await;
        }
        how.start().await?;
        // No connection lasts longer than the process at its other end.
        self.forget_connections();
        let started = Instant::now();
        loop {
            let left = ready.saturating_sub(started.elapsed());
            let failure = match self.until(left.min(LOOK), Result::is_ok).await {
                Ok(()) => return Ok(()),
                Err(failure) => failure,
            };
            how.check().await?;
            if started.elapsed() >= *ready {
                return Err(NotReady::Silent { limit: *ready, failure });
            }
        }
    }

    /// Asks until the answer is such a one.
    async fn until(
        &self,
        limit: Duration,
        is_it: impl Fn(&Result<(), TransportFailure>) -> bool,
    ) -> Result<(), TransportFailure> {
        let started = Instant::now();
        loop {
            let left = limit.saturating_sub(started.elapsed());
            let asked = tokio::time::timeout(left, self.probe()).await;
            let answer = asked.map_or(Err(TransportFailure::TimedOut(limit)), |answer| answer.map(drop));
            if is_it(&answer) {
                return Ok(());
            }
            if started.elapsed() + BETWEEN >= limit {
                return Err(answer.err().unwrap_or(TransportFailure::TimedOut(limit)));
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }

    /// Restarts the target, and waits until it answers again.
    ///
    /// # Errors
    /// What went wrong, or that nobody said how.
    pub(crate) async fn restart(&self) -> Result<(), String> {
        let Some(restarting) = self.restarting() else { return Err(NO_RESTART.to_owned()) };
        self.start(restarting).await.map_err(|error| error.to_string())
    }
}
