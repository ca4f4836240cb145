//! The page of a document made by hand.

use super::page;
use crate::finding::ToolDocument;
use crate::report::bench::document::{
    BenchDocument, BenchSettingsDocument, BenchTargetDocument, ParametersDocument, PointDocument, StepResultDocument,
    WorkloadDocument,
};
use crate::report::document::EnvironmentDocument;
use std::collections::BTreeMap;

fn step(rate: f64, p99_us: u64, verdict: &str) -> StepResultDocument {
    StepResultDocument {
        offered_per_second: rate,
        operations_per_second: rate,
        items_per_second: rate,
        verdict: verdict.to_owned(),
        due: 10,
        successes: 10,
        throttled: 3,
        timed_out: 1,
        refused: BTreeMap::from([("404".to_owned(), 1)]),
        wrong: 0,
        broken: 0,
        unsent: 0,
        first_miss: None,
        p50_us: p99_us / 2,
        p90_us: p99_us,
        p99_us,
        p999_us: p99_us,
        max_us: p99_us,
        requests: Vec::new(),
    }
}

fn point(target: usize, value: u64, steps: Vec<StepResultDocument>) -> PointDocument {
    let parameters =
        ParametersDocument { clients: 16, batch: 1, partitions: value, size: 1024, rows: 1, page: 1, parallel: 1 };
    PointDocument {
        target,
        value,
        parameters,
        items_per_operation: 1,
        warm_up_per_second: 1.0,
        ended: if steps.is_empty() { "unmeasured" } else { "broke" }.to_owned(),
        reason: steps.is_empty().then(|| "refused with status 403 <script>".to_owned()),
        left: None,
        held: (!steps.is_empty()).then_some(0),
        most_per_second: steps.last().map(|step| step.items_per_second),
        requests: 1,
        octets: 1,
        steps,
    }
}

fn document() -> BenchDocument {
    let target = |label: &str| BenchTargetDocument {
        label: label.to_owned(),
        given: "http://127.0.0.1:1/devstoreaccount1".to_owned(),
        services: vec!["table".to_owned()],
        server: Some("<img src=x>\u{1b}[2J".to_owned()),
        gone: None,
    };
    let steps = || vec![step(100.0, 2_000, "held"), step(150.0, 90_000, "slow")];
    let name = "table-insert-by-partitions";
    BenchDocument {
        schema: 1,
        kind: "bench".to_owned(),
        tool: ToolDocument::this(),
        seed: 1,
        started: "2026-01-02T03:04:05Z".to_owned(),
        duration_ms: 1,
        requests: 1,
        octets: 1,
        environment: EnvironmentDocument::default(),
        settings: BenchSettingsDocument {
            time_ms: 1,
            warm_up_ms: 1,
            steps: 8,
            latency_limit_ms: 1,
            request_timeout_ms: 1,
            max_requests: 1,
            max_octets: 1,
            quick: false,
        },
        targets: vec![target("one & only"), target("<b>two</b>")],
        workloads: vec![WorkloadDocument {
            name: name.to_owned(),
            service: "table".to_owned(),
            title: "Inserts by partitions".to_owned(),
            axis: "partitions".to_owned(),
            unit: "entities".to_owned(),
            points: vec![point(0, 1, steps()), point(1, 1, steps()), point(0, 16, steps()), point(1, 16, Vec::new())],
        }],
        left_out: 0,
        interrupted: false,
        exit: 1,
        published: super::super::published::published(name),
    }
}

#[test]
fn targets_stand_side_by_side_with_published_figures() {
    let page = page(&document()).unwrap();
    // Throughput and latency of both targets in one plot each, p99 by rate in one for each target.
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 4);
    assert!(page.contains("one partition: 500 entities a second (2010)"), "{page}");
    assert!(page.contains("href=\"https://learn.microsoft.com/"));
    assert!(page.contains("refused with status 403"));
    // Throttling is told apart from other errors: three and two at each of two steps.
    assert!(page.contains("<td>6</td><td>4</td>"), "{page}");
}

#[test]
fn what_a_target_says_of_itself_is_text() {
    let page = page(&document()).unwrap();
    assert!(
        !page.contains("<img") && !page.contains("<b>two") && !page.contains("<script") && !page.contains('\u{1b}')
    );
    assert!(page.contains("one &#38; only"), "{page}");
}

#[test]
fn nothing_measured_is_a_page_all_the_same() {
    let empty = BenchDocument { workloads: Vec::new(), targets: Vec::new(), ..document() };
    assert!(page(&empty).unwrap().contains("</html>"));
}
