//! `rejudge`: stored answers, judged again without the target that gave them.

use crate::Tool;
use crate::served::Served;

const RULES: [&str; 4] =
    ["table.etag.stale-replace", "table.keys.percent-once", "table.batch.one-partition", "table.query.filter"];

#[test]
fn findings_hold_still_without_their_target() {
    let tool = Tool::new();
    let broken: Vec<&str> = RULES.iter().flat_map(|rule| ["--break", rule]).collect();
    let served = Served::start(&tool, &broken);
    let suites = ["--suite", "etag", "--suite", "keys", "--suite", "batch", "--suite", "query", "--suite", "tables"];
    tool.run(["certify", &served.target].into_iter().chain(suites)).ended_with(1);
    drop(served);
    let found = tool.report()["findings"].as_array().unwrap().len();
    assert!(found >= RULES.len(), "{found}");
    let ran = tool.run(["rejudge", "tablestakes-report", "--json"]).ended_with(1);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["summary"], serde_json::json!({"still": found, "no-longer": 0, "cannot": 0}), "{}", ran.stdout);
    for finding in json["findings"].as_array().unwrap() {
        assert_eq!(finding["now"], finding["signature"], "{finding}");
    }
    let text = tool.run(["rejudge", "tablestakes-report/findings"]).ended_with(1).stdout;
    assert!(text.contains("still") && text.contains("0 no longer"), "{text}");
}

/// What the judge would let pass today is no finding any longer; what was cut cannot be judged.
#[test]
fn other_answers_have_other_verdicts() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULES[0]]);
    tool.run(["certify", &served.target, "--suite", "etag"]).ended_with(1);
    drop(served);
    let finding = &tool.report()["findings"][0];
    let file = tool.path("tablestakes-report").join(finding["file"].as_str().unwrap());
    let held: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let last = held["steps"].as_array().unwrap().len() - 1;

    let mut right = held.clone();
    right["steps"][last]["exchanges"][0]["actual"] = right["steps"][last]["exchanges"][0]["expected"].clone();
    std::fs::write(tool.path("right.json"), right.to_string()).unwrap();
    let text = tool.run(["rejudge", "right.json"]).ended_with(0).stdout;
    assert!(text.contains("0 still, 1 no longer"), "{text}");

    let mut cut = held.clone();
    cut["steps"][last]["exchanges"][0]["actual"]["body"]["cut"] = true.into();
    std::fs::write(tool.path("cut.json"), cut.to_string()).unwrap();
    let text = tool.run(["rejudge", "cut.json"]).ended_with(1).stdout;
    assert!(text.contains("the answer was not kept") && text.contains("1 cannot"), "{text}");

    tool.run(["rejudge", "nowhere.json"]).ended_with(2);
    std::fs::create_dir(tool.path("empty")).unwrap();
    tool.run(["rejudge", "empty"]).ended_with(2);
}

/// A run that was kept is judged to the same report, without its target.
#[test]
fn a_stored_run_is_judged_to_the_same_report() {
    let tool = Tool::new();
    let broken: Vec<&str> = RULES.iter().flat_map(|rule| ["--break", rule]).collect();
    let served = Served::start(&tool, &broken);
    let suites = ["etag", "keys", "batch", "query", "limits", "concurrency", "mixed", "sas"];
    let suites = suites.iter().flat_map(|suite| ["--suite", suite]);
    // One after the other: where two checks ask the same, each gets its own answers again.
    let arguments = ["certify", &served.target, "--cases", "5", "--jobs", "1", "--store", "kept/run.jsonl"];
    tool.run(arguments.into_iter().chain(suites)).ended_with(1);
    drop(served);
    let then = tool.report();
    let kept = std::fs::read_to_string(tool.path("kept/run.jsonl")).unwrap();
    assert!(!kept.contains("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1"), "no key is kept");

    tool.run(["rejudge", "kept/run.jsonl"]).ended_with(1);
    let now = tool.report();
    for part in ["checks", "findings", "classes", "requests", "seed"] {
        assert_eq!(without_times(&now[part]), without_times(&then[part]), "{part}");
    }
    assert_eq!(now["target"]["server"], then["target"]["server"]);

    // What came last before a kill is half a line.
    std::fs::write(tool.path("half.jsonl"), &kept[..kept.len() - 9]).unwrap();
    tool.run(["rejudge", "half.jsonl", "--report", "half"]).ended_with(1);
    std::fs::write(tool.path("odd.jsonl"), "{\"run\":{}}\n").unwrap();
    let ran = tool.run(["rejudge", "odd.jsonl"]).ended_with(2);
    assert!(ran.stderr.contains("odd.jsonl is not a stored run: line 1"), "{}", ran.stderr);
}

/// What an answer that was wrong then would mean now, and that what was never asked is not held to be right.
#[test]
fn a_stored_run_is_judged_by_its_answers() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.entities.insert-conflict"]);
    let arguments = ["certify", &served.target, "--check", "table.smoke.*", "--store", "run.jsonl"];
    tool.run(arguments).ended_with(1);
    drop(served);
    let kept = std::fs::read_to_string(tool.path("run.jsonl")).unwrap();
    // The order alone: as of a run that was killed before it asked anything.
    let order = kept.lines().next().unwrap();
    std::fs::write(tool.path("order.jsonl"), format!("{order}\n")).unwrap();
    tool.run(["rejudge", "order.jsonl"]).ended_with(1);
    let checks = tool.report()["checks"].clone();
    for check in checks.as_array().unwrap() {
        assert_eq!(check["outcome"], "error", "{check}");
        assert!(check["reason"].as_str().unwrap().contains("the stored run does not hold this history"), "{check}");
    }
}

fn without_times(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !name.contains("duration"))
            .map(|(name, held)| (name.clone(), without_times(held)))
            .collect(),
        serde_json::Value::Array(held) => held.iter().map(without_times).collect(),
        other => other.clone(),
    }
}

/// The report of a run that found nothing holds JSON files, and none of them is a finding.
#[test]
fn a_report_without_findings_is_told_as_that() {
    let tool = Tool::new();
    tool.run(["certify", "--service", "table", "--suite", "smoke"]).ended_with(0);
    for command in [&["rejudge", "tablestakes-report"][..], &["replay", "tablestakes-report", "--reference"]] {
        let ran = tool.run(command.iter().copied()).ended_with(2);
        assert!(ran.stderr.contains("there is no finding in tablestakes-report"), "{}", ran.stderr);
    }
}
