//! A run, from its checks to its reports: what `certify` and `rejudge` share.

use super::failure::Failure;
use super::interrupt::stop_on_interrupt;
use super::output::{print, tell_runner};
use crate::baseline::Baseline;
use crate::engine::{Events, Reach, RunResult, Selection, Settings, Subject, TargetInfo, run as run_checks};
use crate::finding::Impact;
use crate::report::{FindingStore, Progress, ReportDocument, ReportFiles, Reporter, annotations, summary, tell};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;

/// Where the report goes, and what is printed.
#[derive(Debug, Args)]
pub(super) struct Printing {
    /// Where the report is written: report.html, report.json, report.md, report.sarif, junit.xml, badge.json,
    /// badge-gate.json, capabilities.svg, certificate.json and the findings. Those of an earlier run are replaced.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-report")]
    report: PathBuf,
    /// What is printed at the end.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Printed::Summary)]
    format: Printed,
    /// Of the causes of differences print those alone by which a client loses this. What is judged, and the report, stay as
    /// they are.
    #[arg(long, value_parser = impact, value_delimiter = ',', value_name = "IMPACT")]
    impact: Vec<Impact>,
    /// Annotations on standard error, for a job that shows them.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Annotations::Auto)]
    annotations: Annotations,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Printed {
    /// A summary for people.
    Summary,
    /// What report.json holds.
    Json,
}

impl Printing {
    /// The report goes there; nothing is told to a runner.
    pub(super) fn to(report: PathBuf, json: bool) -> Self {
        let format = if json { Printed::Json } else { Printed::Summary };
        Self { report, format, impact: Vec::new(), annotations: Annotations::None }
    }
}

/// What a client loses, by its name.
fn impact(text: &str) -> Result<Impact, String> {
    let names = Impact::ALL.map(Impact::name);
    let found = Impact::ALL.into_iter().find(|impact| impact.name() == text);
    found.ok_or_else(|| format!("`{text}` is none of {}", names.join(", ")))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Annotations {
    /// Those of GitHub where GITHUB_ACTIONS is `true`, else none.
    Auto,
    /// Workflow commands of GitHub Actions.
    Github,
    /// None.
    None,
}

impl Annotations {
    fn are_wanted(self) -> bool {
        match self {
            Self::Auto => std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
            Self::Github => true,
            Self::None => false,
        }
    }
}

/// What a run is made of, but for its subject.
pub(super) struct Running<'r> {
    pub(super) selection: &'r Selection,
    pub(super) settings: Settings,
    pub(super) baseline: &'r Baseline,
    pub(super) target: TargetInfo,
    pub(super) reach: Arc<Reach>,
    pub(super) printing: &'r Printing,
}

impl Running<'_> {
    /// Runs the checks, writes every report, and prints what came of it. Where a report could not be written, which is told
    /// beside the result, the others are.
    pub(super) async fn through<S: Subject>(self, subject: Arc<S>) -> (Arc<RunResult>, Result<(), Failure>) {
        let Self { selection, settings, baseline, target, reach, printing } = self;
        stop_on_interrupt(Arc::clone(&reach));
        let (events, receiver) = Events::channel();
        let mut reporters: Vec<Box<dyn Reporter>> = vec![
            Box::new(Progress::new()),
            Box::new(FindingStore::new(&printing.report)),
            Box::new(ReportFiles::new(&printing.report)),
        ];
        let run = run_checks(subject, selection, &settings, baseline, target, reach, events);
        let (result, errors) = tokio::join!(run, tell(receiver, &mut reporters));
        let document = ReportDocument::from(&*result);
        match printing.format {
            Printed::Summary => print(&summary(&result, &document, &printing.report, &printing.impact)),
            Printed::Json => print(&document.to_text().unwrap_or_default()),
        }
        if printing.annotations.are_wanted() {
            tell_runner(&annotations(&document));
        }
        (result, errors.into_iter().next().map_or(Ok(()), |error| Err(error.into())))
    }
}
