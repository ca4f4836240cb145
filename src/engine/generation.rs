//! The histories of a check: the scripted one, or cases drawn from the run's seed.
//!
//! The seed of a case is made of the run's seed, the check's id and the number of the case, and of nothing else: neither
//! the order in which checks run nor the number of jobs has a part in it.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sha2::{Digest, Sha256};
use tablestakes_reference::history::History;
use tablestakes_suites::Check;
use tablestakes_suites::check::Source;

/// The seed of one case, for a ChaCha generator.
pub fn case_seed(run: u64, check: &str, case: u32) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(b"tablestakes case 1\n");
    digest.update(run.to_le_bytes());
    digest.update(case.to_le_bytes());
    digest.update(check.as_bytes());
    digest.finalize().into()
}

/// No history could be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the generator of {check} gives no history for case {case}: {reason}")]
pub struct DrawError {
    /// The check.
    pub check: &'static str,
    /// The case.
    pub case: u32,
    /// What the generator said.
    pub reason: String,
}

/// How many histories a check has in a run that asks for this many cases of each generator.
pub fn histories(check: &Check, cases: u32) -> u32 {
    match check.source {
        Source::Scripted(_) => 1,
        Source::Generated(_) | Source::Crowd { .. } => cases,
    }
}

/// The history of one case.
///
/// # Errors
/// The generator rejects what it draws, again and again.
pub fn draw(check: &Check, run: u64, case: u32) -> Result<History, DrawError> {
    let strategy = match check.source {
        Source::Scripted(history) => return Ok(history()),
        Source::Generated(strategy) => strategy(),
        Source::Crowd { strategy, clients } => strategy(clients),
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &case_seed(run, check.id, case));
    // The runner is only asked for its generator: what its own loop is made for is this engine's work.
    let config = Config { failure_persistence: None, ..Config::default() };
    strategy
        .new_tree(&mut TestRunner::new_with_rng(config, rng))
        .map(|tree| tree.current())
        .map_err(|reason| DrawError { check: check.id, case, reason: reason.to_string() })
}
