//! The manual: every `--help` as one reviewed text.

use crate::Tool;
use std::fmt::Write as _;

#[test]
fn every_help_is_reviewed() {
    let tool = Tool::new();
    let mut manual = String::new();
    for command in [
        "",
        "certify",
        "fuzz",
        "replay",
        "curl",
        "rejudge",
        "record",
        "compare",
        "merge",
        "verify",
        "stress",
        "bench",
        "serve",
        "list",
        "explain",
        "clean",
        "completions",
    ] {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = tool.run(arguments).ended_with(0).stdout;
        let _ = writeln!(manual, "## tablestakes {command}\n\n{help}");
    }
    insta::assert_snapshot!("manual", manual);
}

#[test]
fn lists_have_the_members_of_the_contract() {
    let tool = Tool::new();
    for (what, members) in [
        ("rules", &["id", "service", "topic", "statement", "level", "evidence", "versions", "sources"][..]),
        ("checks", &["id", "suite", "class", "title", "rules", "axes"][..]),
        ("suites", &["name", "checks"][..]),
    ] {
        let text = tool.run(["list", what, "--json"]).ended_with(0).stdout;
        let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        assert!(!list.is_empty(), "{what}");
        for entry in &list {
            for member in members {
                assert!(entry.get(member).is_some(), "{what}: {entry} lacks {member}");
            }
        }
        assert!(!tool.run(["list", what]).ended_with(0).stdout.is_empty());
    }
}

#[test]
fn every_listed_name_is_explained() {
    let tool = Tool::new();
    for (what, member) in [("rules", "id"), ("checks", "id"), ("suites", "name")] {
        let text = tool.run(["list", what, "--json"]).ended_with(0).stdout;
        let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        // One in twenty keeps the test short.
        for name in list.iter().step_by(20).filter_map(|entry| entry[member].as_str()) {
            assert!(tool.run(["explain", name]).ended_with(0).stdout.contains(name), "{name}");
        }
    }
}

#[test]
fn a_plan_sends_nothing_and_is_the_same_again() {
    let tool = Tool::new();
    let arguments = ["certify", "http://127.0.0.1:1/devstoreaccount1", "--plan", "--suite", "batch", "--seed", "5"];
    let plan = tool.run(arguments).ended_with(0).stdout;
    assert!(plan.contains("batch") && plan.contains("requests"), "{plan}");
    assert_eq!(plan, tool.run(arguments).stdout);
    assert!(!tool.path("tablestakes-report").exists());
}

#[test]
fn completions_are_printed() {
    assert!(Tool::new().run(["completions", "bash"]).ended_with(0).stdout.contains("tablestakes"));
}
