//! Exit codes: what a script may rely on.
//!
//! Every way in which a command can end maps to one [`Exit`] by a total match; see [`crate::cli::Failure::exit`] and
//! [`crate::engine::RunResult::exit`].

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: the target conforms, or every failure is in the baseline; for other commands: done.
    Conforms = 0,
    /// 1: the target does not conform, or the harness could not tell of some check; a finding still fails.
    DoesNotConform = 1,
    /// 2: wrong usage or configuration, or an empty selection: nothing was checked.
    Usage = 2,
    /// 3: the target could not be reached, or went away during the run.
    TargetUnreachable = 3,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
