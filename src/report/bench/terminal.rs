//! The case study on a terminal: a line for each point.

use super::document::{BenchDocument, PointDocument, WorkloadDocument};
use super::figures::{throughput, time, value};
use crate::finding::printable;
use std::fmt::Write as _;
use std::path::Path;

/// A table of all that was measured, and where the report is.
pub fn table(document: &BenchDocument, folder: &Path) -> String {
    let mut text = String::new();
    let several = document.targets.len() > 1;
    for (place, target) in document.targets.iter().enumerate() {
        let server = target.server.as_deref().unwrap_or("no Server header");
        let _ = writeln!(text, "{:<9} {} {} ({})", "target", place + 1, printable(&target.given), printable(server));
        if let Some(gone) = &target.gone {
            let _ = writeln!(text, "{:<9} {} is gone: {}", "", place + 1, printable(gone));
        }
    }
    for workload in &document.workloads {
        let _ = writeln!(
            text,
            "\n{}\n{:>11} {:>7} {:>20} {:>20} {:>9} {:>9}  ended by",
            workload.title, workload.axis, "target", "most", "held", "p50", "p99"
        );
        for point in &workload.points {
            let _ = writeln!(text, "{}", line(workload, point, several));
        }
    }
    let _ = writeln!(
        text,
        "\n{} requests, {} MiB, {:.1} s{}{}\nreport    {}",
        document.requests,
        document.octets >> 20,
        document.duration_ms as f64 / 1e3,
        if document.interrupted { ", interrupted" } else { "" },
        match document.left_out {
            0 => String::new(),
            left => format!(", {left} points not reached"),
        },
        folder.join("index.html").display()
    );
    text
}

fn line(workload: &WorkloadDocument, point: &PointDocument, several: bool) -> String {
    let none = || "-".to_owned();
    let held = point.held_step();
    let most = point.most_per_second.map_or_else(none, |most| throughput(&workload.unit, most));
    let rate = held.map_or_else(none, |step| throughput(&workload.unit, step.items_per_second));
    let (p50, p99) =
        (held.map_or_else(none, |step| time(step.p50_us)), held.map_or_else(none, |step| time(step.p99_us)));
    let target = if several { (point.target + 1).to_string() } else { String::new() };
    format!(
        "{:>11} {target:>7} {most:>20} {rate:>20} {p50:>9} {p99:>9}  {}",
        value(&workload.axis, point.value),
        ended(point)
    )
}

/// Why no further rate was tried, and what did not succeed.
fn ended(point: &PointDocument) -> String {
    let mut text = match (point.ended.as_str(), point.steps.last(), &point.reason) {
        ("broke", Some(step), _) => step.verdict.clone(),
        (other, _, Some(reason)) => format!("{other}: {}", printable(reason)),
        (other, _, None) => other.to_owned(),
    };
    let throttled: u64 = point.steps.iter().map(|step| step.throttled).sum();
    let errors: u64 = point.steps.iter().map(super::document::StepResultDocument::errors).sum();
    if throttled > 0 {
        let _ = write!(text, ", {throttled} throttled");
    }
    if errors > 0 {
        let _ = write!(text, ", {errors} errors");
        if let Some(miss) = point.steps.iter().find_map(|step| step.first_miss.as_deref()) {
            let _ = write!(text, " (first: {})", printable(miss));
        }
    }
    if let Some(left) = &point.left {
        let _ = write!(text, ", not deleted: {}", printable(left));
    }
    text
}

/// One line about a point that was just measured.
pub fn point_line(measured: &crate::bench::Measured) -> String {
    let workload = measured.point.workload;
    let items = measured.point.items() as f64;
    let most =
        measured.most().map_or_else(|| "nothing".to_owned(), |rate| throughput(workload.unit.name(), rate * items));
    let value = value(workload.axis.name(), measured.point.value);
    format!("{} {} {value}: {most}", workload.name, workload.axis.name())
}
