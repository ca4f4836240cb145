//! Why a command could not do what it was asked, its exit code, and what to do next.

use crate::baseline::{BaselineError, UpdateError};
use crate::bench::PlanError;
use crate::engine::SelectionError;
use crate::exit::Exit;
use crate::finding::{ReadError, WriteError};
use crate::fuzz::{CampaignError, ExchangeError, SeedError, UnknownOperation};
use crate::history::NotReady;
use crate::recording::RecordingError;
use crate::report::MergeError;
use crate::stored_run::StoredRunError;
use crate::target::TargetError;
use std::path::PathBuf;
use tablestakes_reference::rules::Level;

/// A command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The target cannot be read.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Nothing is selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// No load can be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Load is only put on a target that is named.
    #[error("no target is named, and load is put on none that is not")]
    NoTargetNamed,
    /// More names than targets.
    #[error("{names} names are given for {targets} targets")]
    MoreNames {
        /// The names.
        names: usize,
        /// The targets.
        targets: usize,
    },
    /// Load on what may be the live service, without consent.
    #[error("{target} may be an account of the live service: up to {requests} requests would be charged to it")]
    Unconsented {
        /// The target, without its key.
        target: String,
        /// The bound.
        requests: u64,
    },
    /// The baseline cannot be used.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// The baseline cannot be brought up to date.
    #[error(transparent)]
    Update(#[from] UpdateError),
    /// A finding, a report or a certificate cannot be used.
    #[error(transparent)]
    Stored(#[from] ReadError),
    /// A stored run cannot be used.
    #[error(transparent)]
    StoredRun(#[from] StoredRunError),
    /// A campaign cannot be begun, or its results cannot be kept.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A shared place cannot be used.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The user's seeds cannot be used.
    #[error(transparent)]
    Seeds(#[from] SeedError),
    /// There is no such operation to leave out.
    #[error(transparent)]
    UnknownOperation(#[from] UnknownOperation),
    /// A recording cannot be used.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A directory or a list of files holds no finding.
    #[error("there is no finding in {}", .path.display())]
    NoFinding {
        /// The directory.
        path: PathBuf,
    },
    /// A finding does not say on which target it was made.
    #[error("{} does not say on which target it was made", .path.display())]
    NoTarget {
        /// The finding.
        path: PathBuf,
    },
    /// Two reports have no check in common.
    #[error("{} and {} have no check in common: there is nothing to compare", .old.display(), .new.display())]
    NothingInCommon {
        /// The earlier report.
        old: PathBuf,
        /// The later one.
        new: PathBuf,
    },
    /// Reports cannot be put together.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The directory to write to is one of those to read.
    #[error("{} holds one of the reports to put together", .path.display())]
    IntoItself {
        /// The directory.
        path: PathBuf,
    },
    /// A recording holds no exchange that could be judged.
    #[error("nothing was checked: no exchange in {} could be judged", .path.display())]
    NothingChecked {
        /// The recording.
        path: PathBuf,
    },
    /// A report could not be written.
    #[error(transparent)]
    Report(#[from] WriteError),
    /// There is no rule of this name.
    #[error("there is no rule `{id}`")]
    UnknownRule {
        /// As written.
        id: String,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// A rule that gives freedoms cannot be broken.
    #[error("{id} cannot be broken: it is of level {level}, and every answer keeps it")]
    Unbreakable {
        /// The rule.
        id: String,
        /// Its level.
        level: Level,
    },
    /// The key of the served account is not base64.
    #[error("the account's key is not base64")]
    InvalidKey,
    /// There is no rule, check, suite or finding of this name.
    #[error("there is no rule, check, suite or finding `{id}`")]
    UnknownId {
        /// As written.
        id: String,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// A port cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The target does not answer.
    #[error("{target} does not answer: {reason}")]
    Unreachable {
        /// The target, without its key.
        target: String,
        /// What the transport said.
        reason: String,
    },
    /// A command was given that restarts the target, and no target.
    #[error("the built-in reference cannot be restarted by a command")]
    NothingToRestart,
    /// The target was not started, or does not answer then.
    #[error("the target was not started: {0}")]
    NotReady(NotReady),
    /// The target answers, but not what is needed.
    #[error("{target} does not list its tables: {reason}")]
    NotListed {
        /// The target, without its key.
        target: String,
        /// What it answered.
        reason: String,
    },
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Runtime(std::io::Error),
}

impl Failure {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Target(_)
            | Self::Selection(_)
            | Self::Plan(_)
            | Self::NoTargetNamed
            | Self::MoreNames { .. }
            | Self::Unconsented { .. }
            | Self::Baseline(_)
            | Self::Update(_)
            | Self::Stored(_)
            | Self::StoredRun(_)
            | Self::Recording(_)
            | Self::Campaign(_)
            | Self::Seeds(_)
            | Self::Exchange(_)
            | Self::UnknownOperation(_)
            | Self::NoFinding { .. }
            | Self::NoTarget { .. }
            | Self::NothingInCommon { .. }
            | Self::Merge(_)
            | Self::IntoItself { .. }
            | Self::NothingChecked { .. }
            | Self::Report(_)
            | Self::UnknownRule { .. }
            | Self::UnknownId { .. }
            | Self::Unbreakable { .. }
            | Self::InvalidKey
            | Self::NothingToRestart
            | Self::Listen { .. }
            | Self::Write { .. }
            | Self::Runtime(_) => Exit::Usage,
            Self::NotListed { .. } => Exit::DoesNotConform,
            Self::Unreachable { .. } | Self::NotReady(_) => Exit::TargetUnreachable,
        }
    }

    /// What to do next, if there is something to say.
    pub fn hint(&self) -> Option<String> {
        let listed = |proposal: &str, command: &str| {
            let list = format!("`{command}` names them all");
            Some(if proposal.is_empty() { list } else { format!("{proposal} ({list})") })
        };
        match self {
            Self::Target(_) => Some(
                "write UseDevelopmentStorage=true, http://HOST:PORT/devstoreaccount1, or \
                 \"DefaultEndpointsProtocol=…;AccountName=…;AccountKey=…;TableEndpoint=…\""
                    .to_owned(),
            ),
            Self::Selection(error) => Some(error.hint()),
            Self::Plan(PlanError::Bound { .. }) => Some("raise --max-requests, or select fewer workloads".to_owned()),
            Self::Plan(PlanError::Unknown { proposal, .. }) => listed(proposal, "tablestakes bench TARGET --plan"),
            Self::Plan(_) => Some("`tablestakes bench TARGET --plan` names the workloads".to_owned()),
            Self::NoTargetNamed => Some(
                "give one: tablestakes bench http://127.0.0.1:10002/devstoreaccount1, or a connection string"
                    .to_owned(),
            ),
            Self::MoreNames { .. } => Some("give --name once for each target".to_owned()),
            Self::Unconsented { .. } => {
                Some("look at the plan, set --max-requests to what you are ready to pay for, and add --live".to_owned())
            }
            Self::UnknownRule { proposal, .. } => listed(proposal, "tablestakes list rules"),
            Self::UnknownId { proposal, .. } => listed(proposal, "tablestakes list"),
            Self::NoFinding { .. } => Some("`tablestakes certify` writes findings into DIR/findings".to_owned()),
            Self::NoTarget { .. } => Some("name one behind the file".to_owned()),
            Self::NothingChecked { .. } => Some("point the application at the address that is printed".to_owned()),
            Self::UnknownOperation(error) => Some(if error.proposal.is_empty() {
                "docs/fuzzing.md names them all".to_owned()
            } else {
                error.proposal.clone()
            }),
            Self::Campaign(_) => Some("name another directory with --findings".to_owned()),
            Self::Exchange(_) => Some("docs/fuzzing.md says which places can be shared".to_owned()),
            Self::Seeds(_) => Some("docs/fuzzing.md says what a seed is".to_owned()),
            Self::Recording(_) => Some("docs/recordings.md says which formats are read".to_owned()),
            Self::Unreachable { .. } => Some("start the target, or correct its address".to_owned()),
            Self::IntoItself { .. } => Some("name another directory with --report".to_owned()),
            Self::Merge(_) => {
                Some("put together the reports of one run in all its shards, and name each once".to_owned())
            }
            Self::NothingInCommon { .. } => Some("compare runs with the same selection and axes".to_owned()),
            Self::NothingToRestart => Some("name the target that the command restarts".to_owned()),
            Self::NotReady(_) => {
                Some("correct the command or the target's address, or raise --ready-timeout".to_owned())
            }
            Self::Listen { .. } => Some("a port of 0 takes a free one".to_owned()),
            Self::Baseline(_)
            | Self::Update(_)
            | Self::Stored(_)
            | Self::StoredRun(_)
            | Self::Report(_)
            | Self::Unbreakable { .. }
            | Self::InvalidKey
            | Self::Write { .. }
            | Self::NotListed { .. }
            | Self::Runtime(_) => None,
        }
    }
}
