//! How many requests a run will make, without sending any.
//!
//! The histories are drawn exactly as the run would draw them. A step that follows a query through its pages counts as
//! one request, since only the target knows how many pages it has: with such steps the number is a lower bound. What
//! confirming and shrinking a failure takes is not in it.

use super::generation::{draw, histories};
use super::selection::Selection;
use crate::history::waits;
use tablestakes_reference::history::{Call, History};
use tablestakes_suites::Suite;

/// The plan of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// By suite, in the order in which they run.
    pub suites: Vec<PlanSuite>,
}

/// What one suite will take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanSuite {
    /// The suite.
    pub suite: Suite,
    /// Checks, counted once for each combination of axes.
    pub checks: u64,
    /// Histories.
    pub histories: u64,
    /// Requests: steps, setting up, cleaning up and the harmless request after each check.
    pub requests: u64,
    /// Whether the number of requests is a lower bound.
    pub at_least: bool,
    /// How many times something must take effect before the next step, which takes time on the live service.
    pub waits: u64,
}

impl Plan {
    /// Plans a run with this seed and number of cases.
    pub fn new(selection: &Selection, seed: u64, cases: u32) -> Self {
        let suites = selection.suites().filter_map(|units| {
            let suite = units.first()?.check.suite;
            let mut plan = PlanSuite { suite, checks: 0, histories: 0, requests: 0, at_least: false, waits: 0 };
            for unit in units {
                plan.checks += 1;
                plan.requests += 1;
                for case in 0..histories(&unit.check, cases) {
                    if let Ok(history) = draw(&unit.check, seed, case) {
                        plan.add(&history);
                    }
                }
            }
            Some(plan)
        });
        Self { suites: suites.collect() }
    }

    /// Requests of all suites, the one that asks whether the target is there included.
    pub fn requests(&self) -> u64 {
        1 + self.suites.iter().map(|suite| suite.requests).sum::<u64>()
    }

    /// Histories of all suites.
    pub fn histories(&self) -> u64 {
        self.suites.iter().map(|suite| suite.histories).sum()
    }

    /// How many times something must take effect before the next step.
    pub fn waits(&self) -> u64 {
        self.suites.iter().map(|suite| suite.waits).sum()
    }

    /// Whether settings of the whole account are changed.
    pub fn changes_the_account(&self) -> bool {
        self.suites.iter().any(|suite| suite.suite.changes_the_account())
    }

    /// Whether the number of requests is a lower bound.
    pub fn at_least(&self) -> bool {
        self.suites.iter().any(|suite| suite.at_least)
    }
}

impl PlanSuite {
    fn add(&mut self, history: &History) {
        self.histories += 1;
        self.waits += waits(history);
        self.requests += 2 * u64::from(history.fixtures) + history.all_steps().count() as u64;
        self.at_least |=
            history.all_steps().any(|step| matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::catalogue;
    use super::super::{Request, Selection};
    use super::*;

    #[test]
    fn every_request_of_a_history_is_counted() {
        let selection = Selection::new(catalogue(), &Request::default()).unwrap();
        let plan = Plan::new(&selection, 7, 20);
        assert_eq!(plan.suites.len(), 3);
        assert_eq!(plan.histories(), 3 + 20);
        // The table is created and deleted, and the check ends with a harmless request.
        assert_eq!(plan.suites[0].requests, 2 + 2 + 1);
        assert_eq!(plan.suites[1].requests, (8 + 2 + 1) + (2 + 2 + 1));
        assert!(!plan.at_least());
        assert_eq!(plan, Plan::new(&selection, 7, 20));
        assert_ne!(plan, Plan::new(&selection, 8, 20), "another seed draws other histories");
    }
}
