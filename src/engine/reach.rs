//! How far a run may still go: its time, an interruption, and whether the target is there.

use super::result::Gone;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Shared by every check of a run.
#[derive(Debug)]
pub struct Reach {
    deadline: Option<Instant>,
    interrupted: AtomicBool,
    state: Mutex<State>,
    within: Option<Arc<Reach>>,
}

#[derive(Debug, Default)]
struct State {
    gone: Option<Gone>,
    under_way: BTreeSet<&'static str>,
}

/// Why no further history is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The target could not be reached, or went away.
    TargetGone,
    /// The run was interrupted.
    Interrupted,
    /// The run's time is up.
    OutOfTime,
}

impl Reach {
    /// A run that may take this long.
    pub fn new(time: Option<Duration>) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, interrupted: AtomicBool::new(false), state: Mutex::default(), within: None }
    }

    /// A part of a run, which stops when the run does. That the target is gone is this part's own knowledge.
    pub(crate) fn part_of(run: Arc<Self>) -> Self {
        Self { within: Some(run), ..Self::new(None) }
    }

    /// Stops the run after the histories that are under way.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Why no further history may be replayed; nothing if one may.
    pub fn stop(&self) -> Option<Stop> {
        if self.state().gone.is_some() {
            Some(Stop::TargetGone)
        } else if self.interrupted.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else if let Some(stop) = self.within.as_ref().and_then(|run| run.stop()) {
            Some(stop)
        } else {
            self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::OutOfTime)
        }
    }

    /// Notes that a check begins.
    pub fn begin(&self, check: &'static str) {
        self.state().under_way.insert(check);
    }

    /// Notes that a check is through.
    pub fn end(&self, check: &'static str) {
        self.state().under_way.remove(check);
    }

    /// Notes that the target is gone. The first to say so gets the other checks that are under way; later ones get nothing,
    /// for they only see what the first one saw.
    pub fn lose(&self, gone: Gone) -> Option<Vec<String>> {
        let mut state = self.state();
        if state.gone.is_some() {
            return None;
        }
        let during = gone.during.clone();
        state.gone = Some(gone);
        let others = state.under_way.iter().filter(|&&check| Some(check) != during.as_deref());
        Some(others.map(|&check| check.to_owned()).collect())
    }

    /// Notes that the target is not waited for any longer.
    pub(crate) fn give_up(&self, failure: String) {
        let mut state = self.state();
        let during = state.under_way.first().map(|&check| check.to_owned());
        state.gone.get_or_insert(Gone { during, failure });
    }

    /// Set if the target is gone.
    pub fn gone(&self) -> Option<Gone> {
        self.state().gone.clone()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
