//! The outcomes of a check.

use super::signature::Signature;
use crate::target::{AuthScheme, NO_RESTART};
use std::fmt;
use tablestakes_reference::ServiceName;
use tablestakes_reference::Version;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::Skill;

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Every answer was allowed, or what was not allowed is advice alone.
    Pass {
        /// How many of its histories could be judged only up to a step at which the target took a freedom.
        cut_short: u32,
    },
    /// An answer breaks a binding rule, and the baseline does not know of it.
    Fail,
    /// Not judged, and that is nobody's fault.
    Skip(SkipReason),
    /// Failed as the baseline says; its reasons.
    Known(Vec<String>),
    /// Passed, although the baseline says that it fails; the baseline's reason.
    Fixed(String),
    /// Its question could not be put.
    Blocked {
        /// The findings that stand in the way, the first one first; none where no finding does.
        by: Vec<Signature>,
        /// What stands in the way, where no finding does.
        why: Option<String>,
        /// The skill that the target lacks, in which case the question was not put.
        lacks: Option<Skill>,
        /// Whether the baseline knows every finding that stands in the way.
        known: bool,
    },
    /// The harness could not tell.
    Error(ErrorReason),
}

/// Why a check was not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// The rule that it aims at does not hold for the version asked for.
    VersionOutside {
        /// The rule.
        rule: RuleId,
    },
    /// The version asked for no longer has the format asked for.
    FormatEnded {
        /// The version.
        version: Version,
    },
    /// The storage emulator, whose behaviour is the measure, never had the version asked for.
    ProfileEnded {
        /// The version.
        version: Version,
    },
    /// The check is about JSON, and the format asked for is another.
    JsonAlone,
    /// The version asked for does not know the way to authorize that is asked for.
    NoSuchAuth {
        /// The way.
        auth: AuthScheme,
        /// The version.
        version: Version,
    },
    /// The check is about ways to authorize, and is not run with another.
    AuthAlone,
    /// The target, whose address names the account by its path, does not answer when the host names it. No emulator has to.
    NotByHost,
    /// The target has no secondary location, or none that is known.
    NoSecondary,
    /// The target lacks a skill that is a setting of the account.
    Lacks {
        /// The skill.
        skill: Skill,
    },
    /// The target took a freedom at the first step, after which the oracle no longer knows its state.
    Diverged {
        /// The rule that gives the freedom.
        rule: RuleId,
    },
    /// The run's time was up.
    OutOfTime,
    /// Nobody said how to restart the target.
    NoRestart,
    /// The target does not claim to keep anything beyond its process.
    NotDurable,
    /// The service that it asks does not listen, and nobody asked for it by name.
    NoService {
        /// The service.
        service: ServiceName,
    },
    /// It waits longer for a timeout than a history may.
    LongWait {
        /// For how many seconds it waits.
        seconds: u64,
        /// For how many it may.
        longest: u32,
    },
}

/// Why the harness could not tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorReason {
    /// The target was gone before the check was through.
    TargetGone,
    /// The target went away while this check ran.
    KilledTarget {
        /// What the transport said.
        failure: String,
        /// The other checks that were under way.
        alongside: Vec<String>,
    },
    /// A history could not be replayed.
    NotReplayed(String),
    /// The target was too busy to answer.
    Busy,
    /// The target did not end a write in time, and nobody knows what it did.
    TimedOut,
    /// Whether an order explains the answers was not found out within the budget.
    NotDecided {
        /// Of how many histories.
        histories: u32,
    },
    /// No history could be drawn.
    NotDrawn(String),
    /// The run was interrupted.
    Interrupted,
    /// The harness itself failed; please report it.
    Harness(String),
}

impl Outcome {
    /// The names of all outcomes, in the order in which they are reported.
    pub const NAMES: [&'static str; 7] = ["pass", "fail", "skip", "known", "fixed", "blocked", "error"];

    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Pass { .. } => "pass",
            Self::Fail => "fail",
            Self::Skip(_) => "skip",
            Self::Known(_) => "known",
            Self::Fixed(_) => "fixed",
            Self::Blocked { .. } => "blocked",
            Self::Error(_) => "error",
        }
    }

    /// Why, where there is something to say.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Pass { cut_short: 0 } | Self::Fail => None,
            Self::Pass { cut_short } => {
                Some(format!("{cut_short} of its histories could be judged only in part: the target took a freedom"))
            }
            Self::Skip(reason) => Some(reason.to_string()),
            Self::Known(reasons) => Some(reasons.join("; ")),
            Self::Fixed(reason) => Some(format!("passes, although the baseline says: {reason}")),
            Self::Blocked { by, lacks: Some(skill), .. } => Some(match by.first() {
                Some(finding) => format!("the target has no {}: {finding}", skill.title()),
                None => format!("the target has no {}", skill.title()),
            }),
            Self::Blocked { by, why, .. } => Some(match (by.first(), why) {
                (Some(finding), _) => format!("its question could not be put: {finding}"),
                (None, Some(why)) => format!("its question could not be put: {why}"),
                (None, None) => "its question could not be put".to_owned(),
            }),
            Self::Error(reason) => Some(reason.to_string()),
        }
    }

    /// Whether the check was judged at all.
    pub fn is_judged(&self) -> bool {
        match self {
            Self::Pass { .. } | Self::Fail | Self::Known(_) | Self::Fixed(_) => true,
            Self::Skip(_) | Self::Blocked { .. } | Self::Error(_) => false,
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VersionOutside { rule } => {
                write!(f, "{rule} holds for the versions {}", rule.rule().versions)
            }
            Self::FormatEnded { version } => write!(f, "version {version} has no Atom"),
            Self::ProfileEnded { version } => write!(f, "the storage emulator has no version {version}"),
            Self::NoSuchAuth { auth, version } => write!(f, "version {version} knows no {}", auth.name()),
            Self::AuthAlone => f.write_str("what it asks is about ways to authorize"),
            Self::NotByHost => f.write_str("the target does not answer where the host names the account"),
            Self::NoSecondary => f.write_str("the target does not answer at a secondary location"),
            Self::Lacks { skill } => write!(f, "the target has no {}", skill.title()),
            Self::JsonAlone => f.write_str("what it asks is about JSON alone"),
            Self::Diverged { rule } => {
                write!(f, "the target took the freedom that {rule} gives, after which its state is not known")
            }
            Self::OutOfTime => f.write_str("the run's time was up"),
            Self::NoRestart => f.write_str(NO_RESTART),
            Self::NoService { service } => {
                write!(f, "the {service} service does not listen: --service names those that have to")
            }
            Self::LongWait { seconds, longest } => {
                write!(
                    f,
                    "it waits {seconds} s for a timeout, and no check may wait longer than {longest} s: --longest-wait"
                )
            }
            Self::NotDurable => f.write_str("the target does not claim to keep what it acknowledged: --durable"),
        }
    }
}

impl fmt::Display for ErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TargetGone => f.write_str("target gone"),
            Self::KilledTarget { failure, alongside } => {
                write!(f, "the target went away during this check: {failure}")?;
                if alongside.is_empty() { Ok(()) } else { write!(f, " (under way as well: {})", alongside.join(", ")) }
            }
            Self::NotReplayed(why) => write!(f, "not replayed: {why}"),
            Self::Busy => {
                f.write_str("the target answered each time that it was too busy (503 or 429), however long it was waited for")
            }
            Self::TimedOut => f.write_str(
                "the target answered each time that a request did not end in time (500 OperationTimedOut): what it did is not known",
            ),
            Self::NotDecided { histories } => {
                write!(f, "undecided: for {histories} of its histories no order was found or ruled out in time")
            }
            Self::NotDrawn(why) => write!(f, "no history could be drawn: {why}"),
            Self::Interrupted => f.write_str("the run was interrupted"),
            Self::Harness(why) => write!(f, "the harness failed: {why}"),
        }
    }
}
