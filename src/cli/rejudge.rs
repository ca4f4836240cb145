//! `tablestakes rejudge`.

use super::arguments::runtime;
use super::failure::Failure;
use super::output::{json, print};
use super::profile::Profile;
use super::replay::{in_folder, undecided};
use super::running::{Printing, Running};
use crate::baseline::Baseline;
use crate::engine::{FINDINGS_PER_CHECK, Reach, Selection, Settings};
use crate::exit::Exit;
use crate::finding::{FindingDocument, ReadError, Signature, ToolDocument, printable, redact};
use crate::history::{Names, Replayer, ShrinkBudget};
use crate::stored_run::StoredRun;
use crate::target::{Limits, Transport};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes_reference::ServiceName;
use tablestakes_suites::catalogue;

/// Judge stored answers again, without the target: after this tool or its rules were mended.
///
/// Nothing is sent. Findings: ends with 0 if none holds any longer, with 1 if any still does or cannot be judged again. A
/// whole run, as `certify --store` keeps it: its checks are run again on what was answered then, with every report and the
/// exit code of `certify`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files of findings, or directories that hold them; or one file of a whole run, whose name ends in .jsonl.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Of a run: where the report is written, as by `certify`. What is there is replaced.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-report")]
    report: PathBuf,
    /// Of a run: the deviations that are known.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Of findings: the profile that they were made with.
    #[arg(long, value_enum, default_value_t = Profile::Cloud)]
    profile: Profile,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Nobody is waited for while a stored run is judged: attempts end the search for a smaller history.
const SHRINK_TIME: Duration = Duration::from_secs(3600);

/// What a finding is, judged again.
enum Became {
    Still { signature: Signature, expected: String, actual: String },
    NoLonger,
    Cannot { why: String },
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    tool: ToolDocument,
    findings: Vec<Rejudged>,
    summary: Summary,
}

#[derive(Serialize)]
struct Rejudged {
    file: String,
    signature: Signature,
    verdict: &'static str,
    /// What it is called now; the same as before, or another rule or kind.
    now: Option<Signature>,
    reason: Option<String>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Summary {
    still: usize,
    no_longer: usize,
    cannot: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    match arguments.paths.as_slice() {
        [path] if path.extension().is_some_and(|extension| extension == "jsonl") => judge_run(arguments, path),
        _ => judge_findings(arguments),
    }
}

/// Runs the checks of a stored run on what was answered then.
fn judge_run(arguments: &Arguments, path: &Path) -> Result<Exit, Failure> {
    let stored = StoredRun::open(path)?;
    let mut order = stored.order().clone();
    if order.request.services.is_empty() {
        // It was made when there were no others.
        order.request.services.push(ServiceName::Table);
    }
    let selection = Selection::new(catalogue(), &order.request)?;
    let baseline = arguments.baseline.as_deref().map_or_else(|| Ok(Baseline::none()), Baseline::read)?;
    let settings = Settings {
        seed: order.seed,
        cases: order.cases,
        jobs: 1,
        confirmations: order.confirmations,
        shrink: ShrinkBudget { attempts: order.shrink_attempts, time: SHRINK_TIME },
        shrinks_late: false,
        findings_per_check: FINDINGS_PER_CHECK,
        deny: BTreeSet::new(),
        assume: std::collections::BTreeSet::new(),
    };
    let printing = Printing::to(arguments.report.clone(), arguments.json);
    let (target, reach) = (order.info(), Arc::new(Reach::new(None)));
    let running = Running { selection: &selection, settings, baseline: &baseline, target, reach, printing: &printing };
    let (result, reported) = runtime()?.block_on(running.through(Arc::new(stored)));
    reported.map(|()| result.exit())
}

fn judge_findings(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let found = in_folder(path).map_err(|source| ReadError::Read { path: path.clone(), source })?;
        if found.is_empty() {
            return Err(Failure::NoFinding { path: path.clone() });
        }
        files.extend(found);
    }
    let mut document =
        Document { schema: 1, tool: ToolDocument::this(), findings: Vec::new(), summary: Summary::default() };
    let mut text = String::new();
    for file in files {
        let finding = FindingDocument::read(&file)?;
        let held = &finding.signature;
        let (verdict, now, reason) = match rejudge(&finding, arguments.profile) {
            Became::Still { signature, expected, actual } => {
                document.summary.still += 1;
                let (expected, actual) = (printable(&redact(&expected)), printable(&redact(&actual)));
                let other = if signature == *held { String::new() } else { format!("now {signature}; ") };
                let reason = format!("{other}answered {actual}; allowed {expected}");
                ("still", Some(signature), Some(reason))
            }
            Became::NoLonger => {
                document.summary.no_longer += 1;
                ("no longer", None, None)
            }
            Became::Cannot { why } => {
                document.summary.cannot += 1;
                ("cannot", None, Some(printable(&redact(&why))))
            }
        };
        let told = reason.as_ref().map(|reason| format!("\n           {reason}")).unwrap_or_default();
        text += &format!("{verdict:9}  {held}  {}{told}\n", file.display());
        let (file, signature) = (file.display().to_string(), held.clone());
        document.findings.push(Rejudged { file, signature, verdict, now, reason });
    }
    let Summary { still, no_longer, cannot } = document.summary;
    if arguments.json {
        print(&json(&document));
    } else {
        print(&format!("{text}\n{still} still, {no_longer} no longer, {cannot} cannot be judged again\n"));
    }
    Ok(if still + cannot == 0 { Exit::Conforms } else { Exit::DoesNotConform })
}

fn rejudge(finding: &FindingDocument, profile: Profile) -> Became {
    let cannot = |why: &str| Became::Cannot { why: why.to_owned() };
    if finding.history.is_judged_whole() {
        return cannot("what several clients were told is judged when they are through; replay it on the target");
    }
    let Some(axes) = finding.axes.axes() else { return cannot("this version does not know its axes") };
    let Some(target) = finding.target() else { return cannot("no request says which account was asked") };
    let kept = finding.kept();
    if kept.is_empty() {
        return cannot("it holds no answers");
    }
    // Connects when something is sent, which nothing is.
    let transport = Transport::new(&target, Limits::default());
    let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
    let replayer = Replayer::new(target, transport, axes, names).with_profile(profile.into());
    let replayed = match replayer.rejudge(&finding.history, &kept, None) {
        Ok(replayed) => replayed,
        Err(error) => return Became::Cannot { why: error.to_string() },
    };
    if let Some(mismatch) = replayed.mismatches().next() {
        return Became::Still {
            signature: Signature::of(mismatch, &finding.axes),
            expected: mismatch.expected.clone(),
            actual: mismatch.actual.clone(),
        };
    }
    match replayed.steps.iter().find_map(|step| undecided(&step.verdict)) {
        Some(why) => Became::Cannot { why },
        None => Became::NoLonger,
    }
}
