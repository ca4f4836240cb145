//! A target that breaks one rule is found out, and the finding says so when it is replayed.

use crate::served::Served;
use crate::{Ran, Tool};

const RULE: &str = "table.etag.stale-replace";

fn findings(tool: &Tool) -> Vec<serde_json::Value> {
    tool.report()["findings"].as_array().unwrap().clone()
}

#[test]
fn a_broken_rule_is_found_replayed_and_explained() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    let ran = tool.run(["certify", &served.target, "--suite", "smoke", "--suite", "etag"]).ended_with(1);
    assert!(ran.stdout.contains(RULE), "{}", ran.stdout);
    assert!(ran.stdout.contains("does not conform"), "{}", ran.stdout);
    let found = findings(&tool);
    let finding = found.iter().find(|finding| finding["rule"] == RULE).expect("a finding names the rule");
    assert_eq!(finding["stability"]["failed"], finding["stability"]["of"]);

    let file = format!("tablestakes-report/{}", finding["file"].as_str().unwrap());
    let text = std::fs::read_to_string(tool.path(&file)).unwrap();
    assert!(text.contains("SharedKey devstoreaccount1:…"), "{text}");

    let replayed = tool.run(["replay", &file, &served.target]).ended_with(1);
    assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
    let replayed = tool.run(["replay", "tablestakes-report", "--reference"]).ended_with(0);
    assert!(replayed.stdout.contains("fixed") && replayed.stdout.contains("0 still fail"), "{}", replayed.stdout);
    let json = tool.run(["replay", &file, "--reference", "--json"]).ended_with(0).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["findings"][0]["verdict"], "fixed");

    let explained = tool.run(["explain", finding["signature"].as_str().unwrap()]).ended_with(0);
    assert!(explained.stdout.contains(RULE) && explained.stdout.contains("answered"), "{}", explained.stdout);
    drop(served);
    let gone = tool.run(["replay", &file, "http://127.0.0.1:1/devstoreaccount1"]);
    assert_eq!(gone.code, 3, "{}", gone.stderr);
}

#[test]
fn a_baseline_makes_what_is_known_pass() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    let certify = |more: &[&str]| -> Ran {
        let arguments = ["certify", &served.target, "--suite", "etag", "--baseline", "known.toml"];
        tool.run(arguments.iter().chain(more).copied())
    };
    certify(&["--baseline-update"]).ended_with(1);
    let ran = certify(&[]).ended_with(0);
    assert!(ran.stdout.contains("as the baseline says"), "{}", ran.stdout);
    let report = tool.report();
    assert!(report["summary"]["known"].as_u64().unwrap() > 0);
    assert_eq!(report["baseline"], "known.toml");
    let classes = report["classes"].as_array().unwrap();
    assert!(classes.iter().any(|class| class["met"] == false), "a baseline meets no class");

    let fixed = tool.run(["certify", "--suite", "etag", "--baseline", "known.toml"]).ended_with(0);
    assert!(fixed.stdout.contains("fixed"), "{}", fixed.stdout);
}

#[test]
fn nothing_is_left_behind() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    tool.run(["certify", &served.target, "--suite", "smoke"]).ended_with(0);
    let cleaned = tool.run(["clean", &served.target]).ended_with(0);
    assert!(cleaned.stdout.starts_with("0 tables deleted, 0 of recent runs left alone"), "{}", cleaned.stdout);
}
