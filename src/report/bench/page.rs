//! `index.html`: the case study as a page for people.

use super::document::{BenchDocument, PointDocument, PublishedDocument, WorkloadDocument};
use super::figures::{shown, throughput, time, unit_shown, value};
use super::plot::{Drawing, Plot, Reference, Series};
use crate::bench::WORKLOADS;
use crate::finding::printable;
use crate::report::html::{STYLE, policy};
use crate::report::words::cut;
use askama::Template;

/// The most characters of a target's name in a legend.
const LONGEST_LABEL: usize = 40;
/// The most characters of what a target calls itself.
const LONGEST_SERVER: usize = 80;
/// Fewer successes than this leave a p99 to one or two operations.
const FEW: u64 = 100;

#[derive(Template)]
#[template(path = "bench.html")]
struct Page<'d> {
    style: &'static str,
    policy: String,
    document: &'d BenchDocument,
    began: String,
    targets: Vec<TargetView>,
    sections: Vec<Section>,
    load: String,
}

struct TargetView {
    colour: usize,
    label: String,
    given: String,
    server: String,
    gone: Option<String>,
}

/// A workload.
struct Section {
    name: String,
    title: String,
    held_still: String,
    plots: Vec<Plot>,
    references: Vec<ReferenceView>,
    by_rate: Vec<Plot>,
    axis: String,
    rows: Vec<Row>,
}

struct ReferenceView {
    letter: char,
    statement: String,
    source: String,
    address: String,
}

/// A point in the table.
struct Row {
    value: String,
    target: String,
    most: String,
    held: String,
    p50: String,
    p99: String,
    successes: String,
    is_few: bool,
    throttled: u64,
    errors: u64,
    unsent: u64,
    ended: String,
}

/// The page.
///
/// # Errors
/// None in practice: it is written into memory.
pub(super) fn page(document: &BenchDocument) -> Result<String, String> {
    let targets: Vec<TargetView> = document.targets.iter().enumerate().map(target_view).collect();
    let sections = document.workloads.iter().map(|workload| section(document, workload, &targets)).collect();
    let environment = &document.environment;
    let cpus = environment.cpus.map_or_else(|| "an unknown number of".to_owned(), |cpus| cpus.to_string());
    let page = Page {
        style: STYLE,
        policy: policy(),
        document,
        began: printable(document.started.split('.').next().unwrap_or_default()),
        sections,
        load: format!("{} {}, {cpus} processors", printable(&environment.os), printable(&environment.arch)),
        targets,
    };
    page.render().map_err(|error| error.to_string())
}

fn target_view((place, target): (usize, &super::document::BenchTargetDocument)) -> TargetView {
    let server = target.server.as_deref().map_or_else(|| "no Server header".to_owned(), printable);
    TargetView {
        colour: place,
        label: cut(&printable(&target.label), LONGEST_LABEL),
        given: printable(&target.given),
        server: cut(&server, LONGEST_SERVER),
        gone: target.gone.as_deref().map(printable),
    }
}

fn section(document: &BenchDocument, workload: &WorkloadDocument, targets: &[TargetView]) -> Section {
    let published: Vec<&PublishedDocument> =
        document.published.iter().filter(|figure| figure.workload == workload.name).collect();
    let letters = || ('A'..='Z').zip(&published);
    let label = WORKLOADS.iter().find(|known| known.name == workload.name).map_or("", |known| known.axis.label());
    let references =
        letters().map(|(letter, figure)| Reference { letter, value: shown(&workload.unit, figure.per_second) });
    let several = targets.len() > 1;
    let by = format!("{}/s", unit_shown(&workload.unit));
    let drawing = |title: &str, up: String, series, references| {
        let across = label.to_owned();
        Drawing { title: title.to_owned(), across, up, series, references, values: values(workload) }.plot()
    };
    let plots = [
        drawing("Throughput", by, throughput_series(workload, targets), references.collect()),
        drawing("Latency under light load", "ms".to_owned(), latency_series(workload, targets, several), Vec::new()),
    ];
    Section {
        name: printable(&workload.name),
        title: printable(&workload.title),
        held_still: held_still(workload),
        plots: plots.into_iter().flatten().collect(),
        references: letters()
            .map(|(letter, figure)| ReferenceView {
                letter,
                statement: printable(&figure.statement),
                source: printable(&figure.source),
                address: printable(&figure.address),
            })
            .collect(),
        by_rate: targets.iter().enumerate().filter_map(|(place, target)| by_rate(workload, place, target)).collect(),
        axis: printable(&workload.axis),
        rows: workload.points.iter().map(|point| row(workload, point, targets)).collect(),
    }
}

/// The values that are marked across, each once.
fn values(workload: &WorkloadDocument) -> Vec<(f64, String)> {
    let mut held: Vec<u64> = workload.points.iter().map(|point| point.value).collect();
    held.sort_unstable();
    held.dedup();
    held.into_iter().map(|held| (held as f64, value(&workload.axis, held))).collect()
}

/// The points of a target.
fn points_of(workload: &WorkloadDocument, target: usize) -> impl Iterator<Item = &PointDocument> {
    workload.points.iter().filter(move |point| point.target == target)
}

fn throughput_series(workload: &WorkloadDocument, targets: &[TargetView]) -> Vec<Series> {
    let series = |(place, target): (usize, &TargetView)| {
        let points = points_of(workload, place).filter_map(|point| {
            let most = point.most_per_second?;
            let told = format!("{}: {}", value(&workload.axis, point.value), throughput(&workload.unit, most));
            Some((point.value as f64, shown(&workload.unit, most), told))
        });
        Series { colour: place, dashed: false, label: target.label.clone(), points: points.collect() }
    };
    targets.iter().enumerate().map(series).collect()
}

fn latency_series(workload: &WorkloadDocument, targets: &[TargetView], several: bool) -> Vec<Series> {
    let mut all = Vec::new();
    for (place, target) in targets.iter().enumerate() {
        for (name, dashed) in [("p50", false), ("p99", true)] {
            let points = points_of(workload, place).filter_map(|point| {
                let step = point.light_step()?;
                let within = if dashed { step.p99_us } else { step.p50_us };
                let told = format!("{}: {name} {}", value(&workload.axis, point.value), time(within));
                Some((point.value as f64, within as f64 / 1e3, told))
            });
            let label = if several { format!("{name}, {}", target.label) } else { name.to_owned() };
            all.push(Series { colour: place, dashed, label, points: points.collect() });
        }
    }
    all
}

/// How p99 grows with the rate, a line for each value.
fn by_rate(workload: &WorkloadDocument, place: usize, target: &TargetView) -> Option<Plot> {
    let line = |(colour, point): (usize, &PointDocument)| {
        let steps = point.steps.iter().filter(|step| step.successes > 0).map(|step| {
            let (rate, p99) = (step.items_per_second, step.p99_us);
            let told = format!("{}: p99 {}, {}", throughput(&workload.unit, rate), time(p99), step.verdict);
            (shown(&workload.unit, rate), p99 as f64 / 1e3, told)
        });
        Series { colour, dashed: false, label: value(&workload.axis, point.value), points: steps.collect() }
    };
    let title = format!("p99 by rate: {}", target.label);
    let series = points_of(workload, place).enumerate().map(line).collect();
    let across = format!("{}/s that succeeded", unit_shown(&workload.unit));
    Drawing { title, across, up: "ms".to_owned(), series, references: Vec::new(), values: Vec::new() }.plot()
}

/// What all points share.
fn held_still(workload: &WorkloadDocument) -> String {
    let Some(point) = workload.points.first() else { return String::new() };
    let parameters = &point.parameters;
    let mut told = Vec::new();
    if workload.axis != "clients" {
        told.push(format!("{} clients", parameters.clients));
    }
    let (many, is_table) = (parameters.partitions, workload.service == "table");
    let is_query = workload.axis == "rows" || workload.axis == "page";
    match (workload.service.as_str(), workload.axis.as_str()) {
        (_, "partitions" | "queues") => {}
        ("table", _) if is_query => told.push("one partition of 1,000 rows".to_owned()),
        ("table", _) => told.push(format!("{many} partitions")),
        ("queue", _) => told.push(format!("{many} {}", if many == 1 { "queue" } else { "queues" })),
        _ => {}
    }
    if workload.axis != "size" && !is_query {
        told.push(format!("{} of content each", value("size", parameters.size)));
    }
    if workload.axis != "batch" && is_table && workload.name.contains("insert") {
        told.push("one entity in a request".to_owned());
    }
    told.join(", ")
}

fn row(workload: &WorkloadDocument, point: &PointDocument, targets: &[TargetView]) -> Row {
    let held = point.held_step();
    let none = || "–".to_owned();
    let sum = |count: fn(&super::document::StepResultDocument) -> u64| point.steps.iter().map(count).sum::<u64>();
    let ended = match point.ended.as_str() {
        "broke" => point.steps.last().map_or_else(none, |step| step.verdict.clone()),
        "steps" => "all steps held".to_owned(),
        "bound" => "bound spent".to_owned(),
        other => point.reason.as_deref().map_or_else(|| other.to_owned(), |why| format!("{other}: {why}")),
    };
    Row {
        value: value(&workload.axis, point.value),
        target: targets.get(point.target).map(|target| target.label.clone()).unwrap_or_default(),
        most: point.most_per_second.map_or_else(none, |most| throughput(&workload.unit, most)),
        held: held.map_or_else(none, |step| throughput(&workload.unit, step.items_per_second)),
        p50: held.map_or_else(none, |step| time(step.p50_us)),
        p99: held.map_or_else(none, |step| time(step.p99_us)),
        successes: held.map_or_else(none, |step| step.successes.to_string()),
        is_few: held.is_some_and(|step| step.successes < FEW),
        throttled: sum(|step| step.throttled),
        errors: sum(super::document::StepResultDocument::errors),
        unsent: sum(|step| step.unsent),
        ended: printable(&ended),
    }
}

#[cfg(test)]
mod tests;
