//! `certify` against the built-in reference.

use crate::Tool;
use std::path::Path;

const CONTRACT: [&str; 10] =
    ["schema", "tool", "target", "seed", "started", "duration_ms", "requests", "checks", "findings", "classes"];

pub(crate) fn validate(schema: &str, document: &serde_json::Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(schema);
    let schema = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn the_reference_conforms() {
    let tool = Tool::new();
    let ran = tool.run(["certify"]).ended_with(0);
    assert!(ran.stdout.contains("conforms"), "{}", ran.stdout);
    let report = tool.assert_reports();
    validate("report.schema.json", &report);
    for member in CONTRACT {
        assert!(report.get(member).is_some(), "{member}");
    }
    assert_eq!(report["schema"], 1);
    assert_eq!(report["tool"]["name"], "tablestakes");
    assert_eq!(report["summary"]["fail"], 0);
    assert!(report["classes"].as_array().unwrap().iter().all(|class| class["met"] == true), "{}", report["classes"]);
}

#[test]
fn jobs_change_nothing_but_the_time() {
    let outcomes = ["1", "4"].map(|jobs| {
        let tool = Tool::new();
        let arguments =
            ["certify", "--suite", "smoke", "--suite", "keys", "--seed", "3", "--cases", "8", "--jobs", jobs];
        tool.run(arguments).ended_with(0);
        let report = tool.report();
        let outcome = |check: &serde_json::Value| {
            ["id", "outcome", "histories", "requests"].map(|member| check[member].to_string())
        };
        report["checks"].as_array().unwrap().iter().map(outcome).collect::<Vec<_>>()
    });
    assert_eq!(outcomes[0], outcomes[1]);
}

#[test]
fn json_is_printed_alone() {
    let ran = Tool::new().run(["certify", "--check", "table.smoke.insert-then-get", "--format", "json"]).ended_with(0);
    let printed: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(printed["checks"].as_array().unwrap().len(), 1);
}

#[test]
fn every_combination_of_axes_is_run() {
    let tool = Tool::new();
    let check = "table.smoke.insert-then-get";
    let arguments = ["certify", "--check", check, "--format-axis", "json-none,json-minimal,json-full,atom"];
    tool.run(arguments).ended_with(0);
    let report = tool.report();
    let formats: Vec<&str> =
        report["checks"].as_array().unwrap().iter().filter_map(|check| check["axes"]["format"].as_str()).collect();
    // Atom runs in the newest version that has it.
    assert_eq!(formats, ["atom", "json-none", "json-minimal", "json-full"]);
    assert_eq!(report["checks"][0]["axes"]["version"], "2015-07-08");
}

#[test]
fn shards_share_the_checks() {
    let tool = Tool::new();
    let count = |arguments: &[&str]| {
        tool.run(["certify", "--suite", "smoke"].iter().chain(arguments).copied()).ended_with(0);
        tool.report()["checks"].as_array().unwrap().len()
    };
    assert_eq!(count(&[]), count(&["--shard", "1/2"]) + count(&["--shard", "2/2"]));
}
