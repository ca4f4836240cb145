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

    let (elsewhere, other) = (Tool::new(), "table.etag.weak");
    let served_otherwise = Served::start(&elsewhere, &["--break", other]);
    let json = tool.run(["replay", &file, &served_otherwise.target, "--json"]).ended_with(1).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["findings"][0]["verdict"], "fails otherwise", "{json}");
    assert!(json["findings"][0]["fails_with"].as_str().unwrap().starts_with(&format!("v1:{other}:")), "{json}");
    assert_eq!(json["summary"]["fails-otherwise"], 1);

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
    assert!(ran.stdout.contains("conforms but for 1 cause, in the baseline"), "{}", ran.stdout);
    let report = tool.report();
    assert!(report["summary"]["known"].as_u64().unwrap() > 0);
    assert_eq!(report["baseline"], "known.toml");
    let classes = report["classes"].as_array().unwrap();
    assert!(classes.iter().any(|class| class["met"] == false), "a baseline meets no class");

    let text = std::fs::read_to_string(tool.path("known.toml")).unwrap();
    let entry = format!(
        "check = \"table.*\"\nsignature = \"v1:{RULE}:{{accepted-invalid,error-code,status}}:update-entity:*\"\n"
    );
    assert!(text.contains(&entry), "{text}");
    certify(&["--baseline-update"]).ended_with(0);
    assert_eq!(std::fs::read_to_string(tool.path("known.toml")).unwrap(), text, "nothing is new");
}

#[test]
fn a_baseline_hides_no_other_fault_of_its_checks() {
    let tool = Tool::new();
    let certify = |broken: &[&str], more: &[&str]| -> Ran {
        let breaks: Vec<&str> = broken.iter().flat_map(|rule| ["--break", rule]).collect();
        let server = Tool::new();
        let served = Served::start(&server, &breaks);
        let arguments = ["certify", &served.target, "--suite", "etag", "--baseline", "known.toml"];
        tool.run(arguments.iter().chain(more).copied())
    };
    certify(&[RULE], &["--baseline-update"]).ended_with(1);
    let ran = certify(&[RULE, "table.etag.missing-before-stale"], &[]).ended_with(1);
    assert!(ran.stdout.contains("MUST table.etag.missing-before-stale"), "{}", ran.stdout);
    let causes = tool.report()["causes"].as_array().unwrap().clone();
    let new: Vec<&str> = causes
        .iter()
        .filter(|cause| cause["known"].is_null() && cause["severity"] == "failure")
        .filter_map(|cause| cause["rule"].as_str())
        .collect();
    assert_eq!(new, ["table.etag.missing-before-stale"]);
}

#[test]
fn what_was_fixed_is_stale() {
    let (tool, server, fixed) = (Tool::new(), Tool::new(), Tool::new());
    std::fs::write(
        tool.path("known.toml"),
        format!(
            "schema = 1\n\n[[entry]]\ncheck = \"table.*\"\nrule = \"{RULE}\"\nreason = \"tags are not compared\"\n"
        ),
    )
    .unwrap();
    let trying: Vec<String> = trying(&tool).into_iter().flat_map(|check| ["--check".to_owned(), check]).collect();
    let certify = |target: &str, more: &[&str]| -> Ran {
        let trying = trying.iter().map(String::as_str);
        tool.run(["certify", target, "--baseline", "known.toml"].into_iter().chain(trying).chain(more.iter().copied()))
    };
    let served = Served::start(&server, &["--break", RULE]);
    let wide = certify(&served.target, &[]).ended_with(0);
    let narrow = format!("signature = \"v1:{RULE}:{{accepted-invalid,error-code,status}}:update-entity:*\"");
    assert!(wide.stderr.contains("known.toml: line 3 (entry 1) is wide"), "{}", wide.stderr);
    assert!(wide.stderr.contains(&narrow), "{}", wide.stderr);
    certify(&served.target, &["--baseline-update", "--baseline-prune"]).ended_with(0);
    let text = std::fs::read_to_string(tool.path("known.toml")).unwrap();
    assert!(text.contains(&format!("{narrow}\nreason = \"tags are not compared\"\n")), "{text}");
    assert!(!text.contains("rule = "), "{text}");
    assert!(!certify(&served.target, &[]).ended_with(0).stderr.contains("known.toml"));

    let served = Served::start(&fixed, &[]);
    let stale = certify(&served.target, &[]).ended_with(0);
    assert!(stale.stdout.contains("stale   line 3 (entry 1) is stale"), "{}", stale.stdout);
    assert_eq!(tool.report()["baseline_entries"][0]["what"], "stale");
    let denied = certify(&served.target, &["--deny", "stale"]).ended_with(1);
    assert!(denied.stdout.contains("denied stale: line 3"), "{}", denied.stdout);
    certify(&served.target, &["--baseline-update"]).ended_with(0);
    assert_eq!(std::fs::read_to_string(tool.path("known.toml")).unwrap(), text, "nothing is dropped unasked");
    certify(&served.target, &["--baseline-update", "--baseline-prune"]).ended_with(0);
    assert!(!std::fs::read_to_string(tool.path("known.toml")).unwrap().contains("[[entry]]"));
}

/// The checks that try the rule.
fn trying(tool: &Tool) -> Vec<String> {
    let listed = tool.run(["list", "checks", "--json"]).ended_with(0).stdout;
    let checks: Vec<serde_json::Value> = serde_json::from_str(&listed).unwrap();
    let tries = |check: &&serde_json::Value| check["rules"].as_array().unwrap().iter().any(|rule| rule == RULE);
    checks.iter().filter(tries).map(|check| check["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn nothing_is_left_behind() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    tool.run(["certify", &served.target, "--suite", "smoke"]).ended_with(0);
    let cleaned = tool.run(["clean", &served.target]).ended_with(0);
    assert!(
        cleaned.stdout.starts_with("0 tables, queues and containers deleted, 0 of recent runs left alone"),
        "{}",
        cleaned.stdout
    );
}
