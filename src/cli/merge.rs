//! `tablestakes merge`.

use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use crate::finding::printable;
use crate::report::{
    MergeError, ReportDocument, TargetReport, merged, runs, take_findings, targets_page, write_file, write_report,
};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Put reports together: the shards of a run into the report of the whole run, and several runs onto one page.
///
/// Shards are known by their number (`--shard I/N`), and belong together if version, seed, cases, profile, baseline and the
/// target's Server header are the same. All of them must be there. If that leaves one run, its report is written as `certify`
/// writes it. If there are several, each has a directory, and index.html shows them beside each other.
///
/// Ends with the code with which the run would have ended; of several, with the highest.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Directories that hold a report.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where the result is written.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-report")]
    report: PathBuf,
}

/// A run put together, and where each of its findings comes from.
struct Run<'a> {
    document: ReportDocument,
    sources: Vec<&'a Path>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let reports = arguments
        .folders
        .iter()
        .map(|folder| ReportDocument::read(&folder.join("report.json")))
        .collect::<Result<Vec<_>, _>>()?;
    let canonical = |path: &Path| path.canonicalize().ok();
    if let Some(out) = canonical(&arguments.report)
        && arguments.folders.iter().any(|folder| canonical(folder).is_some_and(|folder| folder == out))
    {
        return Err(Failure::IntoItself { path: arguments.report.clone() });
    }
    let runs = put_together(&reports, &arguments.folders)?;
    let mut text = String::new();
    let mut exit = Exit::Conforms;
    let names: Vec<String> =
        runs.iter().enumerate().map(|(place, run)| folder_name(place + 1, &run.document)).collect();
    for (run, name) in runs.iter().zip(&names) {
        let folder = if runs.len() == 1 { arguments.report.clone() } else { arguments.report.join(name) };
        take_findings(&run.document, &run.sources, &folder)?;
        write_report(&run.document, &folder)?;
        let page = folder.join("report.html");
        let verdict = run.document.verdict();
        let _ = writeln!(text, "{}: {verdict}\n  {}", printable(&run.document.target.given), page.display());
        let code = run.document.exit_of_checks();
        exit = if code as u8 > exit as u8 { code } else { exit };
    }
    if runs.len() > 1 {
        let reports: Vec<TargetReport<'_>> =
            runs.iter().zip(&names).map(|(run, folder)| TargetReport { document: &run.document, folder }).collect();
        let path = arguments.report.join("index.html");
        write_file(&path, targets_page(&reports))?;
        let _ = writeln!(text, "all of them: {}", path.display());
    }
    print(&text);
    Ok(exit)
}

fn put_together<'a>(reports: &[ReportDocument], folders: &'a [PathBuf]) -> Result<Vec<Run<'a>>, MergeError> {
    let together = |places: Vec<usize>| {
        let shards: Vec<&ReportDocument> = places.iter().map(|&place| &reports[place]).collect();
        let folder = |shard: usize| folders[places[shard]].as_path();
        if let [document] = shards.as_slice() {
            // A whole run stays as it is.
            let sources = document.findings.iter().map(|_| folder(0)).collect();
            return Some(Run { document: (*document).clone(), sources });
        }
        let (document, made_by) = merged(&shards)?;
        Some(Run { document, sources: made_by.into_iter().map(folder).collect() })
    };
    Ok(runs(reports)?.into_iter().filter_map(together).collect())
}

/// `1-azurite-table-3.37.0`: a number, and what the server calls itself.
fn folder_name(number: usize, document: &ReportDocument) -> String {
    const LONGEST: usize = 40;
    let named = document.target.server.as_deref().unwrap_or("target").to_lowercase();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let plain: String = named.chars().take(LONGEST).map(plain).collect();
    format!("{number}-{}", plain.trim_matches(['-', '.']))
}
