//! `stress`: a target that keeps its promises conforms, one that does not is found out, with a picture.

use crate::Tool;
use crate::served::Served;

const SMALL: [&str; 6] = ["--time", "2s", "--clients", "6", "--partitions", "2"];

#[test]
fn the_reference_holds_under_load() {
    let tool = Tool::new();
    let ran = tool.run(["stress"].into_iter().chain(SMALL)).ended_with(0);
    assert!(ran.stdout.contains("a second") && ran.stdout.contains("of which 0 undecided"), "{}", ran.stdout);
    let report = tool.assert_reports();
    let checks = report["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 2);
    assert!(checks.iter().all(|check| check["outcome"] == "pass" && check["requests"].as_u64() > Some(100)));
}

#[test]
fn a_slow_pace_is_kept() {
    let tool = Tool::new();
    tool.run(["stress", "--rate", "50"].into_iter().chain(SMALL)).ended_with(0);
    let checks = tool.report()["checks"].clone();
    let requests: u64 = checks.as_array().unwrap().iter().filter_map(|check| check["requests"].as_u64()).sum();
    // A window that is under way is finished: 180 requests on each partition, and what sets up and cleans up.
    assert!(requests < 2 * 400, "{requests}");
}

#[test]
fn what_breaks_under_load_is_found() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.concurrency.torn-read"]);
    let quick = ["--confirm", "1", "--shrink-time", "1s"];
    let ran = tool.run(["stress", &served.target].into_iter().chain(SMALL).chain(quick)).ended_with(1);
    assert!(ran.stdout.contains("table.concurrency.torn-read"), "{}", ran.stdout);
    let finding = tool.report()["findings"][0].clone();
    let file = tool.path(format!("tablestakes-report/{}", finding["file"].as_str().unwrap()));
    assert!(file.with_extension("svg").exists());
}

#[test]
fn a_target_that_is_not_there_ends_it() {
    let tool = Tool::new();
    tool.run(["stress", "http://127.0.0.1:1/devstoreaccount1", "--time", "5s"]).ended_with(3);
}
