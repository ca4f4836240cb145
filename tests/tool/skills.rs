//! A target that lacks a whole skill is told of it once, and is asked what does not need it.

use crate::Tool;
use crate::served::Served;
use serde_json::Value;
use std::collections::BTreeSet;

/// Together these refuse every transaction that a client would send.
const NO_BATCH: [&str; 4] = ["--break", "table.batch.absolute-address", "--break", "table.batch.path-address"];
/// Together these let everybody in.
const NO_AUTH: [&str; 4] = ["--break", "table.auth.signature", "--break", "table.auth.required"];

fn outcomes<'r>(report: &'r Value, suite: &str) -> Vec<&'r str> {
    let checks = report["checks"].as_array().unwrap().iter().filter(|check| check["suite"] == suite);
    checks.map(|check| check["outcome"].as_str().unwrap()).collect()
}

fn skill<'r>(report: &'r Value, name: &str) -> &'r Value {
    report["run"]["skills"].as_array().unwrap().iter().find(|skill| skill["name"] == name).unwrap()
}

#[test]
fn without_transactions_rows_are_put_there_one_by_one() {
    let tool = Tool::new();
    let served = Served::start(&tool, &NO_BATCH);
    let suites = ["--suite", "projection", "--suite", "batch", "--cases", "2"];
    let certify =
        |more: &[&str]| tool.run(["certify", &served.target].into_iter().chain(suites).chain(more.iter().copied()));

    let ran = certify(&["--baseline", "known.toml", "--baseline-update"]).ended_with(1);
    let report = tool.assert_reports();
    assert_eq!(report["run"]["seeding"], "insert");
    assert_eq!(skill(&report, "batch")["has"], false);
    let by = skill(&report, "batch")["finding"].as_str().unwrap();
    assert!(by.contains("table.batch.absolute-address") || by.contains("table.batch.path-address"), "{by}");
    assert!(outcomes(&report, "batch").iter().all(|outcome| *outcome == "blocked"), "{report:#}");
    assert!(!outcomes(&report, "projection").contains(&"fail"), "{}", ran.stdout);
    assert!(outcomes(&report, "projection").contains(&"pass"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\nlacks     entity group transactions ("), "{}", ran.stdout);
    assert!(ran.stdout.contains("\nseeding   row by row, by inserts"), "{}", ran.stdout);

    // The baseline knows it: nothing is new.
    let known = std::fs::read_to_string(tool.path("known.toml")).unwrap();
    assert!(known.contains("signature = \"v1:table.batch."), "{known}");
    let ran = certify(&["--baseline", "known.toml"]).ended_with(0);
    assert!(!ran.stderr.contains("matches no check"), "{}", ran.stderr);

    // Whoever insists has every check asked.
    certify(&["--assume", "batch"]).ended_with(1);
    let report = tool.report();
    assert_eq!(report["run"]["seeding"], "batch");
    assert!(report["run"]["skills"].as_array().unwrap().iter().all(|skill| skill["name"] != "batch"));
    assert!(outcomes(&report, "batch").contains(&"fail"));
    let wrong = certify(&["--assume", "batches"]).ended_with(2);
    assert!(wrong.stderr.contains("service-properties"), "{}", wrong.stderr);
}

#[test]
fn a_target_that_lets_everybody_in_is_told_of_it_once() {
    let tool = Tool::new();
    let served = Served::start(&tool, &NO_AUTH);
    tool.run(["certify", &served.target, "--suite", "auth", "--suite", "sas"]).ended_with(1);
    let report = tool.report();
    assert_eq!(skill(&report, "auth")["has"], false);
    for suite in ["auth", "sas"] {
        assert!(outcomes(&report, suite).iter().all(|outcome| *outcome == "blocked"), "{report:#}");
    }
    let causes = report["causes"].as_array().unwrap();
    assert_eq!(causes.len(), 1, "{causes:#?}");
    assert_eq!(causes[0]["rule"], "table.auth.signature");
}

#[test]
fn one_broken_rule_is_no_lack_of_a_skill() {
    for rule in
        ["table.auth.signature", "table.batch.absolute-address", "table.batch.visible-after", "table.sas.account"]
    {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--break", rule]);
        let arguments =
            ["certify", &served.target, "--suite", "auth", "--suite", "batch", "--suite", "sas", "--cases", "2"];
        tool.run(arguments).ended_with(1);
        let report = tool.report();
        assert!(report["run"]["skills"].as_array().unwrap().iter().all(|skill| skill["has"] == true), "{rule}");
        let failing = report["causes"].as_array().unwrap();
        assert!(failing.iter().any(|cause| cause["rule"] == rule), "{rule}: {failing:#?}");
    }
}

#[test]
fn a_target_whose_reads_are_late_is_told_of_it_once() {
    for broken in ["table.concurrency.stale-read", "table.concurrency.other-connection"] {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--break", broken]);
        let suites = ["smoke", "upsert-merge", "concurrency"].into_iter().flat_map(|suite| ["--suite", suite]);
        let ran = tool.run(["certify", &served.target, "--cases", "4"].into_iter().chain(suites)).ended_with(1);
        let report = tool.assert_reports();
        let causes = report["causes"].as_array().unwrap().iter().map(|cause| cause["rule"].as_str().unwrap());
        assert_eq!(causes.collect::<Vec<_>>(), [broken], "{}", ran.stdout);
        assert!(report["run"]["late_ms"].as_u64().unwrap() > 0);
        assert!(ran.stdout.contains("\nlate      for "), "{}", ran.stdout);
        for suite in ["smoke", "upsert-merge"] {
            assert!(outcomes(&report, suite).iter().all(|outcome| *outcome == "pass"), "{suite}: {}", ran.stdout);
        }
    }
}

/// A rule whose breaking takes three operations away.
const NOT_IMPLEMENTED: &str = "blob.errors.implemented";

#[test]
fn an_operation_that_is_not_there_is_told_of_once() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", NOT_IMPLEMENTED]);
    let suites = ["--suite", "lease-conditions", "--suite", "copy-source-encoding", "--cases", "2"];
    let certify = |more: &[&str]| {
        tool.run(["certify", &served.blobs, "--service", "blob"].into_iter().chain(suites).chain(more.iter().copied()))
    };

    let ran = certify(&["--baseline", "known.toml", "--baseline-update"]).ended_with(1);
    let report = tool.report();
    let causes = report["causes"].as_array().unwrap();
    let rules: Vec<&str> = causes.iter().map(|cause| cause["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, [NOT_IMPLEMENTED], "{}", ran.stdout);
    let findings = report["findings"].as_array().unwrap().iter();
    let of_operations: BTreeSet<&str> = findings.map(|finding| finding["operation"].as_str().unwrap()).collect();
    assert_eq!(of_operations.len(), 3, "{of_operations:?}");
    let outcomes = [outcomes(&report, "lease-conditions"), outcomes(&report, "copy-source-encoding")].concat();
    assert!(!outcomes.contains(&"fail") && outcomes.contains(&"blocked"), "{}", ran.stdout);

    // The baseline knows the operations, and each finding is shown again by itself.
    certify(&["--baseline", "known.toml"]).ended_with(0);
    let replayed = tool.run(["replay", "tablestakes-report", &served.blobs]).ended_with(1);
    assert!(
        !replayed.stdout.contains("fails otherwise") && replayed.stdout.contains("still fails"),
        "{}",
        replayed.stdout
    );
    tool.run(["replay", "tablestakes-report", "--reference"]).ended_with(0);
}
