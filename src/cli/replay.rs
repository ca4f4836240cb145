//! `tablestakes replay`.

use super::arguments::runtime;
use super::failure::Failure;
use super::output::{json, print, warn};
use super::profile::Profile;
use super::subject::Live;
use super::target::Named;
use crate::engine::{Signature, Stability, Subject};
use crate::exit::Exit;
use crate::judge::{Mismatch, Undecided, Verdict};
use crate::recording;
use crate::report::{FindingDocument, StabilityDocument, ToolDocument, printable, redact};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Replay findings: is each of them fixed? Or recordings: does the reference answer as the service did?
///
/// Ends with 0 if all are fixed or reproduced, with 1 if any still fails, differs, or cannot be told.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files of findings or of recordings, or directories that hold them; behind them the target, as for `certify`.
    #[arg(required = true, value_name = "FILE|TARGET")]
    files: Vec<String>,
    /// Replay on the built-in reference.
    #[arg(long)]
    reference: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
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
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = super::certify::duration)]
    request_timeout: Duration,
}

/// What became of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Became {
    Fixed,
    StillFails { last: Box<Mismatch> },
    CannotTell { why: String },
}

#[derive(Serialize)]
struct ReplayDocument {
    schema: u32,
    tool: ToolDocument,
    target: String,
    findings: Vec<ReplayedDocument>,
    summary: Summary,
}

#[derive(Serialize)]
struct ReplayedDocument {
    file: String,
    signature: Signature,
    verdict: &'static str,
    reason: Option<String>,
    stability: StabilityDocument,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Summary {
    fixed: usize,
    still_fails: usize,
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
            return super::recordings::run(&found.recordings, arguments.json, arguments.at_least);
        }
    }
    let (files, target) = files_and_target(&arguments)?;
    let findings = files
        .into_iter()
        .map(|file| FindingDocument::read(&file).map(|finding| (file, finding)))
        .collect::<Result<Vec<_>, _>>()?;
    let named = if arguments.reference { Named::Embedded } else { Named::read(target.as_deref())? };
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
                in_folder(&path).map_err(|source| crate::report::ReadError::Read { path: path.clone(), source })?;
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

/// The findings of a directory: its JSON files, or those of its `findings` directory where it is a report's.
pub(super) fn in_folder(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let inner = folder.join("findings");
    let folder = if inner.is_dir() { inner } else { folder.to_owned() };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        if is_json && path.file_name().is_some_and(|name| name != "report.json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

async fn replay(
    arguments: &Arguments,
    findings: Vec<(PathBuf, FindingDocument)>,
    named: Named,
) -> Result<Exit, Failure> {
    let chosen = named.start(arguments.profile.into()).await?;
    let subject = Live::new(&chosen.target, arguments.request_timeout, arguments.profile.into());
    if let Err(failure) = subject.probe().await {
        return Err(Failure::Unreachable { target: chosen.info.given, reason: failure.to_string() });
    }
    let mut document = ReplayDocument {
        schema: 1,
        tool: ToolDocument::this(),
        target: chosen.info.given,
        findings: Vec::new(),
        summary: Summary::default(),
    };
    let mut text = String::new();
    for (file, finding) in findings {
        let (became, stability) = replay_one(&subject, &finding, arguments.times).await;
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
            Became::CannotTell { why } => {
                document.summary.cannot_tell += 1;
                ("cannot tell", Some(why.clone()))
            }
        };
        let told = reason.as_ref().map(|reason| format!("  {}\n", printable(reason))).unwrap_or_default();
        let signature = printable(finding.signature.as_str());
        text.push_str(&format!("{verdict:<12} {signature} ({stability})\n  {}\n{told}", file.display()));
        document.findings.push(ReplayedDocument {
            file: file.display().to_string(),
            signature: finding.signature,
            verdict,
            reason,
            stability: StabilityDocument { failed: stability.failed, of: stability.of },
        });
    }
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    let Summary { fixed, still_fails, cannot_tell } = document.summary;
    if arguments.json {
        print(&json(&document));
    } else {
        print(&format!("{text}\n{fixed} fixed, {still_fails} still fail, {cannot_tell} cannot be told\n"));
    }
    if still_fails == 0 && cannot_tell > 0 {
        warn("no finding fails as before, but not every one could be judged");
    }
    Ok(if still_fails + cannot_tell == 0 { Exit::Conforms } else { Exit::DoesNotConform })
}

/// Replays a finding: it is fixed if no replay breaks any rule, and fails if one breaks it as before.
async fn replay_one(subject: &Live, finding: &FindingDocument, times: u32) -> (Became, Stability) {
    let mut stability = Stability { failed: 0, of: 0 };
    let Some(axes) = finding.axes.axes() else {
        let why = format!("this version does not know all of the axes {}", finding.axes);
        return (Became::CannotTell { why }, stability);
    };
    let mut became = Became::Fixed;
    for _ in 0..times {
        let replayed = match subject.replay(axes, &finding.history).await {
            Ok(replayed) => replayed,
            Err(unreplayed) => {
                became = worse(became, Became::CannotTell { why: unreplayed.message });
                continue;
            }
        };
        stability.of += 1;
        if let Some(mismatch) = replayed.mismatches().first() {
            let signature = Signature::of(mismatch, &finding.axes);
            if signature == finding.signature {
                stability.failed += 1;
                became = Became::StillFails { last: Box::new(mismatch.clone()) };
            } else {
                let why = format!("it fails otherwise: {signature}, answered {}", redact(&mismatch.actual));
                became = worse(became, Became::CannotTell { why });
            }
        } else if let Some(why) = replayed.steps.iter().find_map(|step| undecided(&step.verdict)) {
            became = worse(became, Became::CannotTell { why });
        }
    }
    (became, stability)
}

/// What was seen once stays: a failure before a doubt, a doubt before a good answer.
fn worse(held: Became, seen: Became) -> Became {
    match held {
        Became::Fixed => seen,
        Became::StillFails { .. } | Became::CannotTell { .. } => held,
    }
}

pub(super) fn undecided(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Allowed | Verdict::Mismatch(_) => None,
        Verdict::Undecided(Undecided::StatesDiverged { rule }) => {
            Some(format!("the target took the freedom that {rule} gives"))
        }
        Verdict::Undecided(Undecided::Unbound { symbol }) => Some(format!("no answer gives a value to {symbol}")),
        Verdict::Undecided(Undecided::OutOfBudget) => {
            Some("whether an order explains the answers was not found out in time".to_owned())
        }
        Verdict::Undecided(Undecided::Unfit { why }) => Some(why.clone()),
        Verdict::Undecided(Undecided::Busy) => Some("the target answers that it is too busy".to_owned()),
    }
}
