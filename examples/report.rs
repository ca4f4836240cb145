//! How long the reports of a run with many failures take to write, and how large they are.
//!
//! `cargo run --release --example report -- 1000`

use bytes::Bytes;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes::engine::{Event, RunResult, Setup, TargetInfo};
use tablestakes::finding::{AxisNames, CheckResult, Finding, Origin, Outcome, Severity, Signature, Stability, causes};
use tablestakes::history::{Exchange, StepRecord};
use tablestakes::judge::{Mismatch, MismatchKind, Verdict};
use tablestakes::report::{FindingStore, ReportFiles, Reporter};
use tablestakes::target::Axes;
use tablestakes_reference::history::History;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::{Operation, Query};
use tablestakes_reference::{Profile, Version};
use tablestakes_suites::catalogue;

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let result = Arc::new(result(count));
    let mut store = FindingStore::new(folder.path());
    let stored = Instant::now();
    for finding in &result.findings {
        store.event(&Event::FindingMade(Arc::new(finding.clone())));
    }
    store.finish().expect("findings can be written");
    let stored = stored.elapsed();
    let mut files = ReportFiles::new(folder.path());
    let written = Instant::now();
    files.event(&Event::RunFinished(Arc::clone(&result)));
    files.finish().expect("reports can be written");
    println!("{} findings stored in {} ms, one by one as a run makes them", result.findings.len(), stored.as_millis());
    println!("{} checks: every file of the report in {} ms", result.checks.len(), written.elapsed().as_millis());
    for file in ["report.html", "report.json", "report.sarif", "junit.xml", "report.md"] {
        println!("{file:<14} {:>8} kB", size(&folder.path().join(file)) / 1000);
    }
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map(|data| data.len()).unwrap_or_default()
}

/// A run in which this many checks fail, each with a finding of its own, every rule and every version in turn.
fn result(count: usize) -> RunResult {
    let checks = catalogue();
    let rules: Vec<RuleId> = RuleId::all().filter(|rule| rule.rule().is_binding()).collect();
    let (mut results, mut findings) = (Vec::new(), Vec::new());
    for number in 0..count {
        let version = Version::KNOWN[number / rules.len() % Version::KNOWN.len()];
        let axes = AxisNames { version: version.to_string(), ..AxisNames::from(Axes::default()) };
        let check = checks[number % checks.len()].clone();
        let finding = finding(rules[number % rules.len()], &axes, check.id, number);
        results.push(CheckResult {
            check,
            axes,
            outcome: Outcome::Fail,
            histories: 1,
            requests: 5,
            duration: Duration::from_millis(3),
            findings: vec![(finding.signature.clone(), Severity::Failure)],
            met: Vec::new(),
        });
        findings.push(finding);
    }
    let roots = findings.iter().filter_map(|held| Some((held.signature.clone(), held.signature.rule()?))).collect();
    RunResult {
        causes: causes(&roots, &findings, &results),
        target: TargetInfo {
            given: "http://127.0.0.1:1/a".into(),
            argument: "http://127.0.0.1:1/a".into(),
            server: None,
        },
        seed: 1,
        started: jiff::Timestamp::UNIX_EPOCH,
        duration: Duration::from_secs(1),
        requests: 1,
        baseline: None,
        checks: results,
        findings,
        classes: Vec::new(),
        throttled: Default::default(),
        latencies: Default::default(),
        skills: Default::default(),
        setup: Setup { cases: 50, jobs: 4, shard: None, profile: Profile::Cloud },
        reviewed: Vec::new(),
        oddities: Vec::new(),
        denied: Vec::new(),
        gone: None,
    }
}

fn finding(rule: RuleId, axes: &AxisNames, check: &str, number: usize) -> Finding {
    let mismatch = Mismatch {
        rule,
        kind: MismatchKind::RowExtra,
        operation: "Query Entities".to_owned(),
        expected: format!("no such row as {number}"),
        actual: format!("the row (\"p\", \"{number}\")"),
    };
    let steps: Vec<StepRecord> = (0..4).map(|index| step(index, &mismatch)).collect();
    let query = Operation::QueryEntities { table: "${table}".into(), query: Query::default(), next: None };
    let history = (0..4).fold(History::on_one_table([rule]), |history, _| history.then(query.clone()));
    Finding {
        signature: Signature::of(&mismatch, axes),
        severity: Severity::Failure,
        known: None,
        axes: axes.clone(),
        origin: Origin { check: check.to_owned(), seed: 1, case: None },
        stability: Stability { failed: 3, of: 3 },
        requests: 20,
        history,
        steps_before: 9,
        root: None,
        mismatches: vec![mismatch],
        steps,
        prefix: None,
        beside: Vec::new(),
        asked: Axes::default(),
        alone: true,
        explained: true,
    }
}

/// A step whose answers are larger than most, and differ in every row.
fn step(index: usize, mismatch: &Mismatch) -> StepRecord {
    let answer = |with: &str| {
        let rows: Vec<String> = (0..50).map(|row| format!("{{\"RowKey\":\"{row}\",\"A\":\"{with}\"}}")).collect();
        let headers = Headers::from_iter([("content-type", "application/json"), ("server", with)]);
        Response { status: 200, headers, body: Bytes::from(format!("{{\"value\":[{}]}}", rows.join(","))) }
    };
    let request = Request {
        method: "GET".to_owned(),
        target: "/a/t()?$filter=PartitionKey%20eq%20'p'".to_owned(),
        headers: Headers::from_iter([("x-ms-version", "2019-02-02"), ("accept", "application/json")]),
        body: Bytes::new(),
    };
    let exchange = Exchange {
        request,
        actual: Ok(answer("<b>")),
        expected: Some(answer("c")),
        duration: Duration::from_millis(2),
    };
    let verdict = if index == 3 { Verdict::Mismatch(vec![mismatch.clone()]) } else { Verdict::Allowed };
    StepRecord { index, exchanges: vec![exchange], verdict, taken: None, read_back: Vec::new() }
}
