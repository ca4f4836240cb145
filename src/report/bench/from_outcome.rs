//! Makes the document of what a run came to.

use super::document::{
    BenchDocument, BenchSettingsDocument, BenchTargetDocument, ParametersDocument, PointDocument, RequestsDocument,
    StepResultDocument, WorkloadDocument,
};
use super::published::published;
use crate::bench::{Ended, Measured, Outcome, Parameters, Point, Settings, Step};
use crate::finding::{ToolDocument, redact};
use crate::report::document::EnvironmentDocument;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a document says beside what was measured.
#[derive(Debug, Clone)]
pub struct BenchRun {
    /// How it was run.
    pub settings: Settings,
    /// The bound on requests as it was given.
    pub max_requests: u64,
    /// Whether few points were selected.
    pub quick: bool,
    /// The targets: what the user calls them, their addresses without a key, their services.
    pub targets: Vec<(String, String, Vec<String>)>,
    /// When it began, RFC 3339.
    pub started: String,
    /// How long it took.
    pub duration: Duration,
}

impl BenchDocument {
    /// The document of a run.
    pub fn new(run: &BenchRun, outcome: &Outcome) -> Self {
        let Settings { time, warm_up, limits, bounds, request_timeout, seed } = run.settings;
        let targets = run.targets.iter().zip(&outcome.subjects).map(|((label, given, services), known)| {
            let told = |text: &String| redact(text).into_owned();
            BenchTargetDocument {
                label: told(label),
                given: given.clone(),
                services: services.clone(),
                server: known.server.as_ref().map(told),
                gone: known.gone.as_ref().map(told),
            }
        });
        let workloads = workloads(&outcome.measured);
        Self {
            schema: 1,
            kind: "bench".to_owned(),
            tool: ToolDocument::this(),
            seed,
            started: run.started.clone(),
            duration_ms: milliseconds(run.duration),
            requests: outcome.spent.requests,
            octets: outcome.spent.octets,
            environment: EnvironmentDocument::this(),
            settings: BenchSettingsDocument {
                time_ms: milliseconds(time),
                warm_up_ms: milliseconds(warm_up),
                steps: limits.steps,
                latency_limit_ms: milliseconds(limits.latency),
                request_timeout_ms: milliseconds(request_timeout),
                max_requests: run.max_requests,
                max_octets: bounds.octets,
                quick: run.quick,
            },
            targets: targets.collect(),
            published: workloads.iter().flat_map(|workload| published(&workload.name)).collect(),
            workloads,
            left_out: outcome.left_out,
            interrupted: outcome.interrupted,
            exit: outcome.exit() as u8,
        }
    }
}

fn workloads(measured: &[Measured]) -> Vec<WorkloadDocument> {
    let mut held: Vec<WorkloadDocument> = Vec::new();
    for measured in measured {
        let workload = measured.point.workload;
        let point = point(measured);
        match held.iter_mut().find(|document| document.name == workload.name) {
            Some(document) => document.points.push(point),
            None => held.push(WorkloadDocument {
                name: workload.name.to_owned(),
                service: workload.service.name().to_owned(),
                title: workload.title.to_owned(),
                axis: workload.axis.name().to_owned(),
                unit: workload.unit.name().to_owned(),
                points: vec![point],
            }),
        }
    }
    held
}

fn point(measured: &Measured) -> PointDocument {
    let Measured { point, subject, warm_up, steps, ended, left, spent } = measured;
    let items = point.items() as f64;
    let held = measured.held().and_then(|held| steps.iter().position(|step| std::ptr::eq(step, held)));
    PointDocument {
        target: *subject,
        value: point.value,
        parameters: parameters(point),
        items_per_operation: point.items(),
        warm_up_per_second: rounded(*warm_up),
        ended: ended.name().to_owned(),
        reason: match ended {
            Ended::Unmeasured(miss) => Some(redact(&miss.to_string()).into_owned()),
            _ => None,
        },
        left: left.as_ref().map(|left| redact(&left.to_string()).into_owned()),
        held,
        most_per_second: measured.most().map(|rate| rounded(rate * items)),
        requests: spent.requests,
        octets: spent.octets,
        steps: steps.iter().map(|step| step_result(step, items)).collect(),
    }
}

fn parameters(point: &Point) -> ParametersDocument {
    let Parameters { clients, batch, partitions, size, rows, page, parallel } = point.parameters;
    ParametersDocument { clients, batch, partitions, size, rows, page, parallel }
}

fn step_result(step: &Step, items: f64) -> StepResultDocument {
    let (tally, rate) = (&step.tally, step.rate());
    let within = |quantile: f64| tally.latency.value_at_quantile(quantile);
    StepResultDocument {
        offered_per_second: rounded(step.offered),
        operations_per_second: rounded(rate),
        items_per_second: rounded(rate * items),
        verdict: step.verdict.name().to_owned(),
        due: step.due,
        successes: tally.successes(),
        throttled: tally.throttled,
        timed_out: tally.timed_out,
        refused: tally.refused.iter().map(|(status, count)| (status.to_string(), *count)).collect::<BTreeMap<_, _>>(),
        wrong: tally.wrong,
        broken: tally.broken,
        unsent: tally.unsent,
        first_miss: tally.first_miss.as_deref().map(|miss| redact(miss).into_owned()),
        p50_us: within(0.5),
        p90_us: within(0.9),
        p99_us: within(0.99),
        p999_us: within(0.999),
        max_us: tally.latency.max(),
        requests: tally
            .operations
            .iter()
            .map(|(name, operation)| RequestsDocument {
                name: (*name).to_owned(),
                count: operation.times.len(),
                p50_us: operation.times.value_at_quantile(0.5),
                p99_us: operation.times.value_at_quantile(0.99),
            })
            .collect(),
    }
}

/// Three digits behind the point.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
