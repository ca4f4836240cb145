//! Suites against axes: where a target fails, at a glance.

use crate::finding::{AxisNames, printable};
use crate::report::document::{CheckDocument, ReportDocument};
use std::collections::BTreeMap;

/// The most columns; a run has fewer unless somebody asked for very many versions.
const MOST_COLUMNS: usize = 80;

/// The matrix.
pub(super) struct Matrix {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub left_out: usize,
}

/// A combination of axes.
pub(super) struct Column {
    pub version: String,
    pub format: String,
}

/// A suite.
pub(super) struct Row {
    pub suite: String,
    pub cells: Vec<Cell>,
}

/// A suite on some axes. Nothing in it if no check of the suite ran on them.
pub(super) struct Cell {
    pub tone: &'static str,
    pub text: String,
    pub described: String,
}

/// The matrix of a report.
pub(super) fn matrix(document: &ReportDocument) -> Matrix {
    let mut axes = document.axes();
    // What most checks ran with comes first: a narrow screen shows the first columns alone.
    axes.sort_by_cached_key(|axes| {
        std::cmp::Reverse(document.checks.iter().filter(|check| check.axes == **axes).count())
    });
    let left_out = axes.len().saturating_sub(MOST_COLUMNS);
    let shown = &axes[..axes.len() - left_out];
    let mut cells: BTreeMap<(&str, &AxisNames), Vec<&CheckDocument>> = BTreeMap::new();
    let mut suites: Vec<&str> = Vec::new();
    for check in &document.checks {
        if suites.last() != Some(&check.suite.as_str()) {
            suites.push(&check.suite);
        }
        cells.entry((&check.suite, &check.axes)).or_default().push(check);
    }
    let column =
        |axes: &&AxisNames| Column { version: printable(&axes.version), format: printable(&axes.beside_version()) };
    let row = |suite: &&str| Row {
        suite: printable(suite),
        cells: shown.iter().map(|axes| cell(cells.get(&(*suite, *axes)).map_or(&[], Vec::as_slice))).collect(),
    };
    Matrix { columns: shown.iter().map(column).collect(), rows: suites.iter().map(row).collect(), left_out }
}

/// What some checks came to, in one cell.
pub(super) fn cell(checks: &[&CheckDocument]) -> Cell {
    let count = |outcome: &str| checks.iter().filter(|check| check.outcome == outcome).count();
    let [failed, known, errors, blocked, skipped] = ["fail", "known", "error", "blocked", "skip"].map(count);
    let judged = checks.len() - skipped;
    let also = |text: String| if blocked > 0 { format!("{text} ⊘ {blocked}") } else { text };
    let (tone, text) = match () {
        () if checks.is_empty() => ("none", String::new()),
        () if failed > 0 => ("fails", also(format!("✗ {failed}/{judged}"))),
        () if errors > 0 => ("error", format!("? {errors}/{judged}")),
        () if known > 0 => ("known", also(format!("≈ {known}/{judged}"))),
        () if blocked > 0 => ("blocked", format!("⊘ {blocked}/{judged}")),
        () if judged > 0 => ("passes", format!("✓ {judged}")),
        () => ("skip", format!("– {skipped}")),
    };
    let described = format!(
        "{} checks: {} passed, {failed} failed, {known} known, {blocked} blocked, {errors} not judged, {skipped} skipped",
        checks.len(),
        count("pass") + count("fixed")
    );
    Cell { tone, text, described }
}
