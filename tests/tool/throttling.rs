//! Targets that refuse what is beyond their limits are waited for, and conform.

use crate::Tool;
use crate::certify::validate;
use crate::served::Served;

/// So much that a suite of a few seconds is beyond it again and again.
const LIMITS: &str = "account=80/s,partition=40/s,queue=30/s,blob=20/s";

/// The services of a reference that is served, as a connection string.
fn account(served: &Served) -> String {
    let key = tablestakes_reference::account::EMULATOR_KEY;
    let Served { target, queues, blobs, .. } = served;
    format!(
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey={key};TableEndpoint={target};\
         QueueEndpoint={queues};BlobEndpoint={blobs}"
    )
}

#[test]
fn a_throttled_target_conforms() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--throttle", LIMITS]);
    let arguments = ["certify", &account(&served), "--suite", "smoke", "--check", "*.smoke.*e*", "--cases", "2"];
    let ran = tool.run(arguments).ended_with(0);
    assert!(ran.stdout.contains("throttled ") && ran.stdout.contains("too busy (503"), "{}", ran.stdout);
    let report = tool.assert_reports();
    validate("report.schema.json", &report);
    assert!(report["run"]["throttled"].as_u64() > Some(0) && report["run"]["throttled_ms"].as_u64() > Some(0));
    assert_eq!((report["summary"]["error"].as_u64(), report["findings"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert!(report["summary"]["pass"].as_u64() > Some(10), "{}", report["summary"]);
    let page = std::fs::read_to_string(tool.path("tablestakes-report/report.html")).unwrap();
    assert!(page.contains("Throttled"));
}

#[test]
fn what_times_out_is_no_finding() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--throttle", "account=60/s,timed-out=1/3"]);
    tool.run(["certify", &account(&served), "--check", "*.smoke.*", "--cases", "2"]);
    let report = tool.report();
    assert!(report["run"]["throttled"].as_u64() > Some(0));
    assert!(report["findings"].as_array().unwrap().is_empty(), "{}", report["findings"]);
    assert!(report["summary"]["pass"].as_u64() > Some(10), "{}", report["summary"]);
}

#[test]
fn several_clients_of_a_throttled_target_are_judged() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--throttle", "account=200/s,timed-out=1/4"]);
    let small = ["--time", "2s", "--clients", "6", "--partitions", "2"];
    let ran = tool.run(["stress", &served.target].into_iter().chain(small)).ended_with(0);
    assert!(ran.stdout.contains("throttled "), "{}", ran.stdout);
}

#[test]
fn a_campaign_puts_up_with_it() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--throttle", "account=200/s"]);
    let ran = tool.run(["fuzz", &served.target, "--requests", "500", "--time", "60s"]).ended_with(0);
    assert!(ran.stdout.contains("throttled "), "{}", ran.stdout);
}
