//! `tablestakes compare`.

use super::failure::Failure;
use super::output::{json, print};
use crate::exit::Exit;
use crate::finding::printable;
use crate::report::{Change, Comparison, ReportDocument, RunName};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The most checks that the summary lists of each kind.
const MOST: usize = 100;

/// Compare two reports of a target: what broke, what was fixed, what moved?
///
/// Ends with 1 if something broke: a check fails, is blocked or cannot be judged and did not before, or fails with a finding
/// that the earlier report has not.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The report.json of the earlier run, or its directory.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The report.json of the later run, or its directory.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// What is printed.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Printed::Summary)]
    format: Printed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Printed {
    /// A summary for people.
    Summary,
    /// JSON.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let old = ReportDocument::read(&report_file(&arguments.old))?;
    let new = ReportDocument::read(&report_file(&arguments.new))?;
    let comparison = Comparison::of(&old, &new);
    if comparison.common == 0 {
        return Err(Failure::NothingInCommon { old: arguments.old.clone(), new: arguments.new.clone() });
    }
    print(&match arguments.format {
        Printed::Summary => summary(&comparison),
        Printed::Json => json(&comparison),
    });
    Ok(if comparison.broke.is_empty() && comparison.blocked.is_empty() { Exit::Conforms } else { Exit::DoesNotConform })
}

/// The report of a directory, or the file itself.
pub(super) fn report_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("report.json") } else { path.to_owned() }
}

fn summary(comparison: &Comparison) -> String {
    let mut text = String::new();
    let name = |run: &RunName| {
        let server = run.server.as_deref().map(|server| format!(" ({})", printable(server))).unwrap_or_default();
        format!("{}{server}, {}", printable(&run.target), printable(&run.started))
    };
    let _ = writeln!(text, "old       {}\nnew       {}", name(&comparison.old), name(&comparison.new));
    for told in &comparison.asked_otherwise {
        let _ = writeln!(text, "note      the runs asked otherwise: {}", printable(told));
    }
    for class in &comparison.classes {
        let word = |met: Option<bool>| met.map_or("not tested", |met| if met { "met" } else { "not met" });
        let _ = writeln!(text, "class     {}: {}, was {}", printable(&class.name), word(class.is), word(class.was));
    }
    for (name, rules) in [("new cause", &comparison.new_causes), ("gone", &comparison.gone_causes)] {
        for rule in rules.iter().take(MOST) {
            let _ = writeln!(text, "{name:<9} {}", printable(rule));
        }
    }
    text.push('\n');
    changes(&mut text, "broke", &comparison.broke);
    changes(&mut text, "blocked", &comparison.blocked);
    changes(&mut text, "fixed", &comparison.fixed);
    changes(&mut text, "moved", &comparison.moved);
    names(&mut text, "added", &comparison.added);
    names(&mut text, "removed", &comparison.removed);
    let Comparison { common, broke, blocked, fixed, moved, added, removed, .. } = comparison;
    let _ = writeln!(
        text,
        "{common} checks in both: {} broke, {} newly blocked, {} fixed, {} moved; {} added, {} removed",
        broke.len(),
        blocked.len(),
        fixed.len(),
        moved.len(),
        added.len(),
        removed.len()
    );
    text
}

fn changes(text: &mut String, name: &str, changes: &[Change]) {
    for change in changes.iter().take(MOST) {
        let axes = &change.axes;
        let was = change.was.as_deref().unwrap_or("not there");
        let line = format!("{name:<9} {} [{axes}]: {}, was {was}", change.check, change.is);
        let _ = writeln!(text, "{}", printable(&line));
        for signature in &change.new_findings {
            let _ = writeln!(text, "            + {}", printable(signature));
        }
        for signature in &change.gone_findings {
            let _ = writeln!(text, "            - {}", printable(signature));
        }
    }
    left_out(text, name, changes.len());
}

fn names(text: &mut String, name: &str, checks: &[String]) {
    for check in checks.iter().take(MOST) {
        let _ = writeln!(text, "{name:<9} {}", printable(check));
    }
    left_out(text, name, checks.len());
}

fn left_out(text: &mut String, name: &str, all: usize) {
    if all > MOST {
        let _ = writeln!(text, "{name:<9} and {} more (--format json has them all)", all - MOST);
    }
    if all > 0 {
        text.push('\n');
    }
}
