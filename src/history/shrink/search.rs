//! The search: tries smaller histories within a budget, and keeps those that hold.

use super::{reduce, removal};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};
use tablestakes_reference::history::History;

/// What shrinking may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShrinkBudget {
    /// Histories that are tried.
    pub attempts: u32,
    /// Time after which no further one is tried.
    pub time: Duration,
}

impl ShrinkBudget {
    /// What is spent on a history that is one more of its kind.
    pub fn brief(self) -> Self {
        Self { attempts: self.attempts.min(16), time: self.time.min(Duration::from_secs(1)) }
    }
}

/// What shrinking came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunk {
    /// The smallest history that holds.
    pub history: History,
    /// Histories that were tried.
    pub attempts: u32,
    /// Whether nothing smaller was left to try.
    pub is_minimal: bool,
}

/// The smallest history found for which `holds` is true. It is taken for granted that it is true of the one given.
pub async fn shrink(history: &History, budget: ShrinkBudget, holds: impl AsyncFnMut(&History) -> bool) -> Shrunk {
    let deadline = Instant::now().checked_add(budget.time);
    let mut search = Search { best: history.clone(), holds, budget, deadline, attempts: 0, tried: HashSet::new() };
    search.tried.insert(fingerprint(history));
    loop {
        let before = search.best.clone();
        search.remove_steps().await;
        search.remove_operations().await;
        search.remove_faults().await;
        // In what is judged whole, values say who wrote them; simpler ones would say nothing.
        for pass in reduce::PASSES.iter().filter(|_| !history.is_judged_whole()) {
            search.reduce(*pass).await;
        }
        // Simpler values may make further steps superfluous.
        if search.best == before || search.is_spent() {
            let is_minimal = !search.is_spent();
            return Shrunk { history: search.best, attempts: search.attempts, is_minimal };
        }
    }
}

struct Search<H> {
    best: History,
    holds: H,
    budget: ShrinkBudget,
    deadline: Option<Instant>,
    attempts: u32,
    tried: HashSet<u64>,
}

impl<H: AsyncFnMut(&History) -> bool> Search<H> {
    fn is_spent(&self) -> bool {
        self.attempts >= self.budget.attempts || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tries one history; keeps it if it holds.
    async fn attempt(&mut self, candidate: History) -> bool {
        if self.is_spent() || !self.tried.insert(fingerprint(&candidate)) {
            return false;
        }
        self.attempts += 1;
        let holds = (self.holds)(&candidate).await;
        if holds {
            self.best = candidate;
        }
        holds
    }

    /// Removes runs of steps, long ones first, from the end: a replay stops at the step that fails.
    async fn remove_steps(&mut self) {
        let mut length = self.best.all_steps().count();
        while length > 0 {
            let mut end = self.best.all_steps().count();
            while end > 0 && !self.is_spent() {
                let start = end.saturating_sub(length);
                let candidate = removal::without_steps(&self.best, start..end);
                self.attempt(candidate).await;
                end = start.min(self.best.all_steps().count());
            }
            length /= 2;
        }
    }

    /// Removes runs of operations from transactions, long ones first.
    async fn remove_operations(&mut self) {
        for step in 0..self.best.all_steps().count() {
            let mut length = removal::operations(&self.best, step);
            while length > 0 {
                let mut end = removal::operations(&self.best, step);
                while end > 0 && !self.is_spent() {
                    let start = end.saturating_sub(length);
                    if let Some(candidate) = removal::without_operations(&self.best, step, start..end) {
                        self.attempt(candidate).await;
                    }
                    end = start.min(removal::operations(&self.best, step));
                }
                length /= 2;
            }
        }
    }

    /// Lets steps travel undisturbed, one after the other.
    async fn remove_faults(&mut self) {
        for step in 0..self.best.all_steps().count() {
            if let Some(candidate) = removal::without_fault(&self.best, step) {
                self.attempt(candidate).await;
            }
        }
    }

    /// Applies one pass at every place, as often as it helps.
    async fn reduce(&mut self, pass: reduce::Pass) {
        let mut place = 0;
        while !self.is_spent() {
            let Some(candidates) = pass(&self.best, place) else { return };
            let mut helped = false;
            for candidate in candidates {
                helped = self.attempt(candidate).await;
                if helped {
                    break;
                }
            }
            place += usize::from(!helped);
        }
    }
}

fn fingerprint(history: &History) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The stored form tells apart what differs, NaNs among it.
    serde_json::to_string(history).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}
