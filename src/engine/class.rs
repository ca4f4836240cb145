//! Conformance classes: met when everything binding in them passes.

use super::outcome::{Outcome, SkipReason};
use super::result::CheckResult;
use tablestakes_suites::Class;

/// What a run says of one conformance class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassResult {
    /// The class.
    pub class: Class,
    /// Whether it is met, as far as the selected checks go.
    pub met: bool,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed, those that the baseline knows and those that ended in an error included.
    pub failed: usize,
    /// Checks that were skipped.
    pub skipped: usize,
    /// Checks among those that were skipped because the run's time was up: with one of them no class is met.
    pub unjudged: usize,
}

/// The classes that these checks count for, in the order in which they are reported.
///
/// A class is met when at least one of its checks passed and none did anything else. That a check was skipped because
/// the target took a freedom, or because its rule does not hold for the version, does not stand against it; that the
/// run's time was up does. A baseline explains a failure and does not make it conform.
pub fn classes(checks: &[CheckResult]) -> Vec<ClassResult> {
    Class::ALL
        .iter()
        .filter_map(|&class| {
            let (mut passed, mut failed, mut skipped, mut unjudged) = (0, 0, 0, 0);
            for check in checks.iter().filter(|check| check.check.class == class) {
                match &check.outcome {
                    Outcome::Pass { .. } | Outcome::Fixed(_) => passed += 1,
                    Outcome::Fail | Outcome::Known(_) | Outcome::Error(_) => failed += 1,
                    Outcome::Skip(reason) => {
                        skipped += 1;
                        unjudged += usize::from(*reason == SkipReason::OutOfTime);
                    }
                }
            }
            let met = passed > 0 && failed == 0 && unjudged == 0;
            (passed + failed + skipped > 0).then_some(ClassResult { class, met, passed, failed, skipped, unjudged })
        })
        .collect()
}
