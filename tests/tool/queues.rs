//! Queues: `serve` on their port, and what `certify`, `replay`, `rejudge` and `clean` make of them.

use crate::Tool;
use crate::served::Served;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// The answer to a request without credentials.
fn asked(address: &str, path: &str) -> String {
    let host = address.split('/').nth(2).unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!(
        "GET /devstoreaccount1{path} HTTP/1.1\r\nHost: {host}\r\nx-ms-version: 2019-02-02\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn queues_are_served_beside_tables_and_their_rules_can_be_broken() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    assert_ne!(served.queues, served.target);
    let refused = asked(&served.queues, "/?comp=list");
    assert!(refused.starts_with("HTTP/1.1 404"), "{refused}");
    assert!(refused.to_lowercase().contains("server: windows-azure-queue/1.0"), "{refused}");
    drop(served);

    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "queue.auth.required"]);
    let granted = asked(&served.queues, "/?comp=list");
    assert!(granted.starts_with("HTTP/1.1 200") && granted.contains("<Queues />"), "{granted}");
    assert!(asked(&served.target, "/Tables").starts_with("HTTP/1.1 401"), "tables keep their rules");
}

#[test]
fn a_broken_rule_of_queues_is_found_replayed_and_judged_again() {
    const RULE: &str = "queue.receipts.update-renews";
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", RULE]);
    let certify = ["certify", &served.queues, "--service", "queue", "--suite", "smoke", "--suite", "receipts"];
    tool.run(certify.iter().copied().chain(["--store", "run.jsonl"])).ended_with(1);
    let report = tool.report();
    let rules = |report: &serde_json::Value| -> Vec<String> {
        let causes = report["causes"].as_array().unwrap().iter();
        causes.map(|cause| cause["rule"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(rules(&report), [RULE]);
    assert!(report["summary"]["pass"].as_u64() > Some(0), "{}", report["summary"]);
    let findings = tool.path("tablestakes-report/findings");
    let findings = findings.to_str().unwrap();
    tool.run(["replay", findings, &served.queues]).ended_with(1);
    tool.run(["rejudge", "run.jsonl", "--report", "again"]).ended_with(1);
    let again = std::fs::read_to_string(tool.path("again/report.json")).unwrap();
    assert_eq!(rules(&serde_json::from_str(&again).unwrap()), [RULE]);
    // On the reference that breaks nothing they are gone, whatever they wait for.
    let fixed = tool.run(["replay", "--reference", findings]).ended_with(0);
    assert!(fixed.stdout.contains("fixed"), "{}", fixed.stdout);
    let cleaned = tool.run(["clean", &served.queues, "--service", "queue", "--older-than", "1ms"]).ended_with(0);
    assert!(cleaned.stdout.starts_with("0 tables, queues and containers deleted"), "{}", cleaned.stdout);
}

#[test]
fn what_waits_long_is_left_out_where_time_does_not_jump() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let asked = ["--service", "queue", "--check", "queue.expiry.*", "--check", "queue.visibility.default*"];
    tool.run(["certify", &served.queues].into_iter().chain(asked)).ended_with(0);
    let skipped = tool.report()["summary"]["skip"].as_u64().unwrap();
    assert!(skipped > 0);
    tool.run(["certify"].into_iter().chain(asked)).ended_with(0);
    let summary = &tool.report()["summary"];
    assert!(summary["skip"].as_u64() < Some(skipped), "{summary}");
}

#[test]
fn a_service_that_nobody_named_need_not_run() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    // Nothing listens on port 1 of the loopback interface.
    let key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
    let target = format!(
        "AccountName=devstoreaccount1;AccountKey={key};TableEndpoint={};QueueEndpoint=http://127.0.0.1:1/devstoreaccount1",
        served.target
    );
    tool.run(["certify", &target, "--suite", "smoke"]).ended_with(0);
    let report = tool.report();
    let skipped = report["checks"].as_array().unwrap().iter().find(|check| check["outcome"] == "skip").unwrap();
    assert!(skipped["reason"].as_str().unwrap().contains("the queue service does not listen"), "{skipped}");
    tool.run(["certify", &target, "--suite", "smoke", "--service", "table,queue"]).ended_with(3);
}
