//! `tablestakes replay`.

use super::arguments::runtime;
use super::failure::Failure;
use super::output::{json, print, warn};
use super::profile::Profile;
use super::restarting;
use super::target::Named;
use crate::engine::{Subject, find_gone, find_out_versions, wait_for_writes};
use crate::exit::Exit;
use crate::finding::{
    FindingDocument, MismatchDocument, ReadError, Signature, Stability, StabilityDocument, ToolDocument, printable,
    redact,
};
use crate::fuzz::{Slowness, slowness};
use crate::judge::{Mismatch, MismatchKind, Undecided, Verdict};
use crate::live::Live;
use crate::recording;
use crate::target::Axes;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::id;

/// Replay findings: is each of them fixed? Or recordings: does the reference answer as the service did?
///
/// Ends with 0 if all are fixed or reproduced, with 1 if any still fails, fails otherwise, differs, or cannot be told.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files of findings or of recordings, or directories that hold them; behind them the target, as for `certify`.
    #[arg(required = true, value_name = "FILE|TARGET")]
    files: Vec<String>,
    /// Replay on the built-in reference.
    #[arg(long)]
    reference: bool,
    /// Move what is fixed into the directory `fixed` beside it, and say `cannot tell` of a file that cannot be read.
    #[arg(long)]
    all: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// For recordings: tell every exchange that differs, and not the causes alone.
    #[arg(long, requires = "reference")]
    differences: bool,
    /// For recordings: end with 0 if this share of the replayable exchanges, in percent, is reproduced.
    #[arg(long, value_name = "PERCENT", requires = "reference", value_parser = percent)]
    at_least: Option<f64>,
    /// The profile that the findings were made with.
    #[arg(long, value_enum, default_value_t = Profile::Cloud)]
    profile: Profile,
    /// How often each finding is replayed: one that fails only sometimes is not fixed by one good answer.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = super::duration::duration)]
    request_timeout: Duration,
    #[command(flatten)]
    restarting: restarting::Options,
}

/// What became of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Became {
    Fixed,
    StillFails { last: Box<Mismatch> },
    FailsOtherwise { signature: Signature, last: Box<Mismatch> },
    CannotTell { why: String },
}

#[derive(Serialize)]
struct ReplayDocument {
    schema: u32,
    tool: ToolDocument,
    target: String,
    findings: Vec<ReplayedDocument>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<UnreadableDocument>,
    summary: Summary,
}

#[derive(Serialize)]
struct UnreadableDocument {
    file: String,
    reason: String,
}

#[derive(Serialize)]
struct ReplayedDocument {
    file: String,
    signature: Signature,
    verdict: &'static str,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fails_with: Option<Signature>,
    stability: StabilityDocument,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Summary {
    fixed: usize,
    still_fails: usize,
    fails_otherwise: usize,
    cannot_tell: usize,
}

pub(super) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    if arguments.reference {
        let paths: Vec<PathBuf> = arguments.files.iter().map(PathBuf::from).collect();
        let found = recording::find(&paths)?;
        if !found.recordings.is_empty() {
            let explicit = found.others.into_iter().find(|other| paths.contains(other));
            if let Some(path) = explicit {
                return Err(recording::RecordingError::UnknownFormat { path }.into());
            }
            return super::recordings::run(
                &found.recordings,
                arguments.json,
                arguments.differences,
                arguments.at_least,
            );
        }
    }
    let (files, target) = files_and_target(&arguments)?;
    let read = |file: PathBuf| {
        let finding = FindingDocument::read(&file);
        if arguments.all { Ok((file, finding)) } else { finding.map(|finding| (file, Ok(finding))) }
    };
    let findings = files.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let services = services_of(&findings);
    let named =
        if arguments.reference { Named::Embedded(services) } else { Named::read(target.as_deref(), &services)? };
    arguments.restarting.restarts(&named)?;
    runtime()?.block_on(replay(&arguments, findings, named))
}

fn percent(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=100.0).contains(&share) { Ok(share) } else { Err("a share lies between 0 and 100".to_owned()) }
}

/// The last argument is the target if it is no file or directory.
fn files_and_target(arguments: &Arguments) -> Result<(Vec<PathBuf>, Option<String>), Failure> {
    let mut named = arguments.files.clone();
    let is_target = |text: &String| text.contains('=') || text.contains("://");
    let target = named.pop_if(|last| !arguments.reference && is_target(last) && !Path::new(last).exists());
    let mut files = Vec::new();
    for path in named.iter().map(PathBuf::from) {
        if path.is_dir() {
            let found =
                in_folder(&path).map_err(|source| crate::finding::ReadError::Read { path: path.clone(), source })?;
            if found.is_empty() {
                return Err(Failure::NoFinding { path });
            }
            files.extend(found);
        } else {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(Failure::NoFinding { path: PathBuf::from("the arguments") });
    }
    Ok((files, target))
}

/// The findings of a directory: its JSON files, or those of its `findings` directory where it is a report's. The report of a run
/// that found nothing has none.
pub(super) fn in_folder(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let inner = folder.join("findings");
    if !inner.is_dir() && folder.join("report.json").is_file() {
        return Ok(Vec::new());
    }
    let folder = if inner.is_dir() { inner } else { folder.to_owned() };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The services that findings are about.
fn services_of(findings: &[(PathBuf, Result<FindingDocument, ReadError>)]) -> Vec<ServiceName> {
    let read = findings.iter().filter_map(|(_, finding)| finding.as_ref().ok());
    let services: BTreeSet<ServiceName> = read.map(|finding| finding.history.service).collect();
    if services.is_empty() { vec![ServiceName::Table] } else { services.into_iter().collect() }
}

async fn replay(
    arguments: &Arguments,
    findings: Vec<(PathBuf, Result<FindingDocument, ReadError>)>,
    named: Named,
) -> Result<Exit, Failure> {
    let chosen = named.start(arguments.profile.into()).await?;
    let live = chosen.live(arguments.request_timeout, None, arguments.profile.into());
    let (subject, started) = arguments.restarting.start(live).await?;
    for service in chosen.targets.services() {
        if let Err(failure) = subject.probe(service).await {
            return Err(Failure::Unreachable { target: chosen.info.given, reason: failure.to_string() });
        }
    }
    if chosen.targets.of(ServiceName::Table).is_some() {
        wait_for_writes(&subject).await;
    }
    let asks_blobs = chosen.targets.of(ServiceName::Blob).is_some();
    let keeps_versions = asks_blobs && find_out_versions(&subject).await;
    let mut document = ReplayDocument {
        schema: 1,
        tool: ToolDocument::this(),
        target: chosen.info.given,
        findings: Vec::new(),
        unreadable: Vec::new(),
        summary: Summary::default(),
    };
    let mut text = String::new();
    for (file, finding) in findings {
        let finding = match finding {
            Ok(finding) if keeps_versions => finding,
            Ok(finding) => without_versions(finding),
            Err(error) => {
                document.summary.cannot_tell += 1;
                document
                    .unreadable
                    .push(UnreadableDocument { file: file.display().to_string(), reason: error.to_string() });
                text.push_str(&format!("{:<15} {}\n  {error}\n", "cannot tell", file.display()));
                continue;
            }
        };
        let (became, stability) = replay_one((&subject, keeps_versions), &finding, arguments.times).await;
        let (verdict, reason) = match &became {
            Became::Fixed => {
                document.summary.fixed += 1;
                ("fixed", None)
            }
            Became::StillFails { last } => {
                document.summary.still_fails += 1;
                let (actual, expected) = (redact(&last.actual), redact(&last.expected));
                ("still fails", Some(format!("answered {actual}; allowed {expected}")))
            }
            Became::FailsOtherwise { signature, last } => {
                document.summary.fails_otherwise += 1;
                let (actual, expected) = (redact(&last.actual), redact(&last.expected));
                ("fails otherwise", Some(format!("{signature}: answered {actual}; allowed {expected}")))
            }
            Became::CannotTell { why } => {
                document.summary.cannot_tell += 1;
                ("cannot tell", Some(why.clone()))
            }
        };
        let fails_with = match &became {
            Became::FailsOtherwise { signature, .. } => Some(signature.clone()),
            _ => None,
        };
        let told = reason.as_ref().map(|reason| format!("  {}\n", printable(reason))).unwrap_or_default();
        let signature = printable(finding.signature.as_str());
        let kept = if arguments.all && became == Became::Fixed { move_aside(&file)? } else { file };
        text.push_str(&format!("{verdict:<15} {signature} ({stability})\n  {}\n{told}", kept.display()));
        document.findings.push(ReplayedDocument {
            file: kept.display().to_string(),
            signature: finding.signature,
            verdict,
            reason,
            fails_with,
            stability: StabilityDocument { failed: stability.failed, of: stability.of },
        });
    }
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    started.stop().await;
    let Summary { fixed, still_fails, fails_otherwise, cannot_tell } = document.summary;
    if arguments.json {
        print(&json(&document));
    } else {
        let counts = format!("{fixed} fixed, {still_fails} still fail, {fails_otherwise} fail otherwise");
        print(&format!("{text}\n{counts}, {cannot_tell} cannot be told\n"));
    }
    if still_fails + fails_otherwise == 0 && cannot_tell > 0 {
        warn("no finding fails as before, but not every one could be judged");
    }
    Ok(if still_fails + fails_otherwise + cannot_tell == 0 { Exit::Conforms } else { Exit::DoesNotConform })
}

/// Moves a finding's file, and the picture beside it, into `fixed`; gives where it is then.
fn move_aside(file: &Path) -> Result<PathBuf, Failure> {
    let folder = file.parent().unwrap_or(Path::new("")).join("fixed");
    let write = |source| Failure::Write { path: folder.clone(), source };
    std::fs::create_dir_all(&folder).map_err(write)?;
    let mut moved = file.to_owned();
    for held in [file.to_owned(), file.with_extension("svg")].into_iter().filter(|held| held.exists()) {
        let to = folder.join(held.file_name().unwrap_or_default());
        std::fs::rename(&held, &to).map_err(write)?;
        if held == file {
            moved = to;
        }
    }
    Ok(moved)
}

/// The same finding for a target that keeps no versions of blobs, unless it is about those.
fn without_versions(mut finding: FindingDocument) -> FindingDocument {
    let mut rules = finding.history.rules.iter();
    finding.history.versions &= rules.any(|rule| rule.rule().topic == "versioning");
    finding
}

/// Replays a finding: it is fixed if no replay breaks any rule, still fails if one breaks its rule, and fails otherwise if
/// one breaks other rules alone.
async fn replay_one(
    (subject, keeps_versions): (&Live, bool),
    finding: &FindingDocument,
    times: u32,
) -> (Became, Stability) {
    let mut stability = Stability { failed: 0, of: 0 };
    let Some(axes) = finding.axes.axes() else {
        let why = format!("this version does not know all of the axes {}", finding.axes);
        return (Became::CannotTell { why }, stability);
    };
    if finding.signature.kind_name() == "slow" {
        return time_one(subject, finding, axes, times).await;
    }
    if finding.history.versions && !keeps_versions {
        return (Became::CannotTell { why: "the target keeps no versions of blobs".to_owned() }, stability);
    }
    let mut became = Became::Fixed;
    for _ in 0..times {
        let replayed = match subject.replay(axes, &finding.history, None).await {
            Ok(replayed) => replayed,
            Err(unreplayed) => {
                became = worse(became, Became::CannotTell { why: unreplayed.message });
                continue;
            }
        };
        stability.of += 1;
        let as_before = |mismatch: &&Mismatch| shows(mismatch, finding);
        let mut mismatches = replayed.mismatches();
        if let Some(mismatch) = replayed.mismatches().find(as_before) {
            stability.failed += 1;
            became = Became::StillFails { last: Box::new(mismatch.clone()) };
        } else if let Some(mismatch) = mismatches.next() {
            let signature = Signature::of(mismatch, &finding.axes);
            became = worse(became, Became::FailsOtherwise { signature, last: Box::new(mismatch.clone()) });
        } else if let Some(why) = replayed.steps.iter().find_map(|step| undecided(&step.verdict)) {
            became = worse(became, Became::CannotTell { why });
        } else if finding.signature.kind_name() == "no-answer"
            && find_gone(subject, finding.history.service).await.is_some()
        {
            // It answered, or hung up as it may, and died of it.
            stability.failed += 1;
            became = gone(finding);
        }
    }
    (became, stability)
}

/// Whether a mismatch is what the finding is about: it breaks the same rule, or is the same difference with the blame on another
/// one, since that depends on what else the target does otherwise.
fn shows(mismatch: &Mismatch, finding: &FindingDocument) -> bool {
    let is_same = |held: &MismatchDocument| {
        held.kind == mismatch.kind.to_string()
            && held.expected == redact(&mismatch.expected)
            && held.actual == redact(&mismatch.actual)
    };
    let rules = [Some(&finding.signature), finding.root.as_ref()].map(|held| held.and_then(Signature::rule));
    rules.contains(&Some(mismatch.rule))
        || mismatch.operation == finding.operation && finding.mismatches.first().is_some_and(is_same)
}

/// Replays a finding of a slow answer: it is fixed if its last step once takes no longer than others.
async fn time_one(subject: &Live, finding: &FindingDocument, axes: Axes, times: u32) -> (Became, Stability) {
    match slowness(subject, axes, &finding.history, times).await {
        Err(unreplayed) => (Became::CannotTell { why: unreplayed.message }, Stability { failed: 0, of: 0 }),
        Ok(Slowness { took, harmless }) => {
            let apart = Slowness { took, harmless }.is_apart();
            let failed = if apart { times } else { 0 };
            let actual = format!("{} µs, and harmless requests in {} µs", took.as_micros(), harmless.as_micros());
            let (operation, expected) = (finding.operation.clone(), "a time near that of others".to_owned());
            let rule = finding.signature.rule().unwrap_or(id::TABLE_OPEN_ANSWER_TIME);
            let kind = MismatchKind::Slow;
            let last = Box::new(Mismatch { rule, kind, operation, expected, actual });
            let became = if apart { Became::StillFails { last } } else { Became::Fixed };
            (became, Stability { failed, of: times })
        }
    }
}

fn gone(finding: &FindingDocument) -> Became {
    let Some(rule) = finding.signature.rule() else {
        return Became::CannotTell { why: "the target is gone".to_owned() };
    };
    let (expected, actual) = ("the target goes on serving".to_owned(), "the target is gone".to_owned());
    let operation = finding.operation.clone();
    Became::StillFails { last: Box::new(Mismatch { rule, kind: MismatchKind::NoAnswer, operation, expected, actual }) }
}

/// What was seen once stays: a failure before another one, that before a doubt, and a doubt before a good answer.
fn worse(held: Became, seen: Became) -> Became {
    let weight = |became: &Became| match became {
        Became::Fixed => 0,
        Became::CannotTell { .. } => 1,
        Became::FailsOtherwise { .. } => 2,
        Became::StillFails { .. } => 3,
    };
    if weight(&seen) > weight(&held) { seen } else { held }
}

pub(super) fn undecided(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Allowed | Verdict::Mismatch(_) => None,
        Verdict::Undecided(Undecided::StatesDiverged { rule }) => {
            Some(format!("the target took the freedom that {rule} gives"))
        }
        Verdict::Undecided(Undecided::Unbound { symbol }) => Some(format!("no answer gives a value to {symbol}")),
        Verdict::Undecided(Undecided::Explained { rules }) => {
            let rules: Vec<&str> = rules.iter().map(|rule| rule.as_str()).collect();
            Some(format!("what the target does otherwise one request at a time explains it: {}", rules.join(", ")))
        }
        Verdict::Undecided(Undecided::OutOfBudget) => {
            Some("whether an order explains the answers was not found out in time".to_owned())
        }
        Verdict::Undecided(Undecided::Unfit { why }) => Some(why.clone()),
        Verdict::Undecided(Undecided::TimedOut) => {
            Some("the target answers 500 OperationTimedOut: what the request did is not known".to_owned())
        }
        Verdict::Undecided(Undecided::Busy) => Some("the target answers that it is too busy".to_owned()),
    }
}
