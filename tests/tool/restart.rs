//! Targets that are killed and started again in the middle of a run.

use crate::Tool;
use crate::served::Served;
use std::net::TcpListener;

const RULE: &str = "table.durability.acknowledged";

/// A target that does not run yet, and the command that starts it.
fn to_start() -> (String, String) {
    // The port is free again when this returns. It is named before the target runs, so nobody else can hold it meanwhile.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let command = format!("'{}' serve --table-port {port}", env!("CARGO_BIN_EXE_tablestakes"));
    (format!("http://127.0.0.1:{port}/devstoreaccount1"), command)
}

fn outcomes(tool: &Tool) -> Vec<(String, String)> {
    let report = tool.assert_reports();
    let checks = report["checks"].as_array().unwrap().iter();
    checks.map(|check| (check["outcome"].as_str().unwrap().to_owned(), check["reason"].to_string())).collect()
}

#[test]
fn what_is_lost_is_found_if_it_was_claimed_to_be_kept() {
    let (target, command) = to_start();
    let tool = Tool::new();
    let run = |more: &[&str]| {
        let arguments = ["certify", &target, "--suite", "restart", "--start-cmd", &command, "--confirm", "1"];
        tool.run(arguments.iter().chain(more).copied())
    };
    run(&[]).ended_with(0);
    let outcomes = outcomes(&tool);
    assert!(outcomes.iter().any(|(outcome, _)| outcome == "pass"), "{outcomes:?}");
    assert!(outcomes.iter().any(|(outcome, why)| outcome == "skip" && why.contains("--durable")), "{outcomes:?}");

    let ran = run(&["--durable", "--shrink-attempts", "3"]).ended_with(1);
    assert!(ran.stdout.contains(RULE), "{}", ran.stdout);
    let findings = tool.report()["findings"].clone();
    assert!(findings.as_array().unwrap().iter().all(|finding| finding["rule"] == RULE), "{findings:#}");

    let file = format!("tablestakes-report/{}", findings[0]["file"].as_str().unwrap());
    let replayed = tool.run(["replay", &file, &target, "--start-cmd", &command, "--times", "1"]).ended_with(1);
    assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
}

#[test]
fn what_is_kept_passes() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    // A restart that leaves everything as it is.
    let restart = ["--restart-cmd", "true", "--durable"];
    tool.run(["certify", &served.target, "--suite", "restart"].into_iter().chain(restart)).ended_with(0);
    assert!(outcomes(&tool).iter().all(|(outcome, _)| outcome == "pass"));
}

#[test]
fn a_target_that_is_not_started_is_told() {
    let (target, _) = to_start();
    let tool = Tool::new();
    let run = |command| tool.run(["certify", &target, "--suite", "restart", "--start-cmd", command]);
    let ran = run("echo no such port >&2; exit 7").ended_with(3);
    assert!(ran.stderr.contains("no such port") && ran.stderr.contains('7'), "{}", ran.stderr);
}

#[test]
fn a_restart_that_fails_is_an_error_of_its_check() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let restart = ["--restart-cmd", "echo stuck; exit 3", "--durable"];
    tool.run(["certify", &served.target, "--suite", "restart"].into_iter().chain(restart)).ended_with(1);
    let outcomes = outcomes(&tool);
    assert!(outcomes.iter().all(|(outcome, why)| outcome == "error" && why.contains("stuck")), "{outcomes:?}");
}

#[test]
fn nothing_is_restarted_where_nobody_says_how() {
    let tool = Tool::new();
    tool.run(["certify", "--suite", "restart"]).ended_with(2);
    assert!(outcomes(&tool).iter().all(|(outcome, why)| outcome == "skip" && why.contains("--restart-cmd")));
    let ran = tool.run(["certify", "--restart-cmd", "true"]).ended_with(2);
    assert!(ran.stderr.contains("built-in reference"), "{}", ran.stderr);
    tool.run(["certify", "--durable"]).ended_with(2);
}
