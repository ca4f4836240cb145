//! The form of the file, schema 1: one JSON document a line. The first says what was asked for, each other one what came of
//! one question. Members are added, never renamed.

use crate::engine::{Request, TargetInfo};
use crate::finding::{AxisNames, StepDocument, ToolDocument, redact};
use crate::history::{Lateness, StepRecord};
use crate::judge::{Mismatch, Verdict};
use crate::target::{Endpoint, Target, Targets};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::account::EMULATOR_KEY;
use tablestakes_reference::history::{Call, History};

/// A history with a longer text is left out.
const LONGEST_HISTORY: usize = 16 * 1024;
/// The number of the form.
pub(super) const SCHEMA: u32 = 1;

/// What a run was asked for: what it takes to ask it again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    /// What was selected.
    pub request: Request,
    /// The seed.
    pub seed: u64,
    /// Histories drawn for each generated check.
    pub cases: u32,
    /// How often a failure was replayed again.
    pub confirmations: u32,
    /// Most replays that making one history smaller might take.
    pub shrink_attempts: u32,
    /// How the user named the target, without its key.
    pub given: String,
    /// The address of the first of its services.
    pub endpoint: String,
    /// The address of its secondary location, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary: Option<String>,
    /// Which service the first is.
    #[serde(default, skip_serializing_if = "ServiceName::is_default")]
    pub service: ServiceName,
    /// The others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherService>,
    /// The account.
    pub account: String,
}

/// A service of the target beside the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherService {
    /// Which.
    pub service: ServiceName,
    /// Its address.
    pub endpoint: String,
    /// The address of its secondary location, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary: Option<String>,
}

impl From<&Target> for OtherService {
    fn from(target: &Target) -> Self {
        Self {
            service: target.service,
            endpoint: target.endpoint.to_string(),
            secondary: target.secondary.as_ref().map(ToString::to_string),
        }
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Line {
    /// The first one.
    Run { schema: u32, tool: ToolDocument, order: Box<Order> },
    /// What the target said when it was asked whether it lives.
    Alive { server: Option<String> },
    /// Whether it answers if the host names the account.
    ByHost {
        answers: bool,
        #[serde(default, skip_serializing_if = "ServiceName::is_default")]
        service: ServiceName,
    },
    /// Whether it answers at its secondary location.
    Secondary {
        answers: bool,
        #[serde(default, skip_serializing_if = "ServiceName::is_default")]
        service: ServiceName,
    },
    /// How late its reads give what was written.
    Lateness(Lateness),
    /// What came of a history.
    Replay(Replay),
}

/// What came of one history.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Replay {
    /// What identifies the history and its axes.
    pub(super) name: Name,
    pub(super) axes: AxisNames,
    /// The history itself, for whoever looks into the file; left out if it is long. It is drawn again to be judged again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) history: Option<Box<RawValue>>,
    /// How the names of its tables began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) prefix: Option<String>,
    pub(super) requests: u64,
    /// Whether its requests were made one after the other in the end, which shows already what is wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) one_after_the_other: bool,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// It was replayed up to the last of these steps.
    Steps(Vec<Step>),
    /// It was not: say, its tables could not be created.
    Unreplayed { message: String, no_answer: bool },
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Step {
    #[serde(flatten)]
    pub(super) document: StepDocument,
    /// How long each exchange took, in microseconds.
    pub(super) took_us: Vec<u64>,
    /// What was said of it then, where that rests on more than its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<Verdict>,
}

/// What identifies a history on some axes: the SHA-256 of both, in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Name(String);

/// A history on some axes as it stands in the file: its name, and its text unless that is long.
pub(super) fn named(axes: &AxisNames, history: &History) -> (Name, Option<Box<RawValue>>) {
    let text = serde_json::to_string(history).unwrap_or_default();
    // What is sent identifies it, and not what it is for.
    let mut sent = history.clone();
    sent.all_steps_mut().for_each(|step| step.seeds = false);
    let sent = serde_json::to_string(&sent).unwrap_or_default();
    let digest = Sha256::new().chain_update(axes.telling().join(":")).chain_update("\n").chain_update(sent).finalize();
    let name = digest.iter().map(|octet| format!("{octet:02x}")).collect();
    let text = Some(text).filter(|text| text.len() <= LONGEST_HISTORY);
    (Name(name), text.and_then(|text| RawValue::from_string(text).ok()))
}

/// Whether what was said of a history rests on what happened beside its answers, so that it cannot be said again from them.
pub(super) fn rests_on_more(history: &History) -> bool {
    history.is_judged_whole() || history.all_steps().any(|step| matches!(step.call, Call::Restart))
}

impl Order {
    /// The services that were asked. Its key is not kept; in its place stands one that is public, which serves as well where
    /// nothing is sent.
    pub(super) fn targets(&self) -> Option<Targets> {
        let Self { endpoint, secondary, service, others, account, .. } = self;
        let target = |service: ServiceName, endpoint: &str, secondary: &Option<String>| {
            let target = Target::of_account(service, endpoint, account, EMULATOR_KEY)?;
            match secondary {
                None => Some(target),
                Some(there) => Some(target.with_secondary(Endpoint::parse(there).ok()?)),
            }
        };
        let first = Targets::one(target(*service, endpoint, secondary)?);
        let mut others = others.iter().map(|other| target(other.service, &other.endpoint, &other.secondary));
        others.try_fold(first, |targets, other| Some(targets.and(other?)))
    }

    /// How it is named.
    pub fn info(&self) -> TargetInfo {
        TargetInfo { given: self.given.clone(), argument: self.endpoint.clone(), server: None }
    }
}

impl Step {
    pub(super) fn of(record: &StepRecord, with_verdict: bool) -> Self {
        let micros = |duration: Duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        Self {
            document: StepDocument::whole(record),
            took_us: record.exchanges.iter().map(|exchange| micros(exchange.duration)).collect(),
            verdict: with_verdict.then(|| without_secrets(&record.verdict)),
        }
    }

    pub(super) fn record(&self) -> StepRecord {
        let mut record = self.document.kept();
        for (exchange, took) in record.exchanges.iter_mut().zip(&self.took_us) {
            exchange.duration = Duration::from_micros(*took);
        }
        record.verdict = self.verdict.clone().unwrap_or(Verdict::Allowed);
        record
    }
}

fn without_secrets(verdict: &Verdict) -> Verdict {
    match verdict {
        Verdict::Mismatch(mismatches) => {
            let redacted = mismatches.iter().map(|held| Mismatch {
                expected: redact(&held.expected).into_owned(),
                actual: redact(&held.actual).into_owned(),
                ..held.clone()
            });
            Verdict::Mismatch(redacted.collect())
        }
        other => other.clone(),
    }
}
