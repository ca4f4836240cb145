//! Targets that are always too busy: for everything, or for one kind of request. They end in bounded time, and never pass.

use super::server::{Play, serve, written};
use crate::Tool;
use tablestakes_reference::http::Request;

const BUSY: &[u8] = b"HTTP/1.1 503 Server Busy\r\nContent-Length: 0\r\n\r\n";
const TIMED_OUT: &[u8] = b"HTTP/1.1 500 Timed Out\r\nContent-Length: 0\r\nx-ms-error-code: OperationTimedOut\r\n\r\n";

/// Whether a request changes an entity that is there.
fn updates(request: &Request) -> bool {
    matches!(request.method.as_str(), "MERGE" | "PUT" | "PATCH") && request.target.contains("(PartitionKey")
}

#[test]
fn to_everything() {
    for (always, limit) in [
        (serve(|_, _| Play::Say(BUSY.to_vec())), "1s"),
        (serve(|_, _| Play::Say(b"HTTP/1.1 429 Slow\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n".to_vec())), "6s"),
    ] {
        let tool = Tool::new();
        let ran = tool.run(["certify", &always, "--suite", "smoke", "--busy", limit]).ended_with(3);
        assert!(ran.stdout.contains("the target is always too busy"), "{}", ran.stdout);
        let report = tool.assert_reports();
        assert!(report["checks"].as_array().unwrap().iter().all(|check| check["outcome"] == "error"));
        assert!(report["run"]["throttled"].as_u64() > Some(0) && report["findings"].as_array().unwrap().is_empty());
        let others: &[&str] = if limit == "1s" { &["stress", "fuzz"] } else { &[] };
        for &command in others {
            let ran = tool.run([command, &always, "--time", "60s", "--busy", limit]).ended_with(3);
            assert!(!ran.stdout.contains("finding "), "{}", ran.stdout);
        }
    }
}

#[test]
fn to_one_kind_of_request() {
    let refusing =
        serve(|request, answer| Play::Say(if updates(request) { BUSY.to_vec() } else { written(&answer, &[]) }));
    let timing_out =
        serve(|request, answer| Play::Say(if updates(request) { TIMED_OUT.to_vec() } else { written(&answer, &[]) }));
    for (target, said) in [(refusing, "too busy (503 or 429)"), (timing_out, "500 OperationTimedOut")] {
        let tool = Tool::new();
        tool.run(["certify", &target, "--suite", "smoke", "--suite", "etag", "--cases", "3", "--busy", "1s"])
            .ended_with(1);
        let report = tool.assert_reports();
        let checks = report["checks"].as_array().unwrap();
        let errors: Vec<&str> = checks
            .iter()
            .filter(|check| check["outcome"] == "error")
            .filter_map(|check| check["reason"].as_str())
            .collect();
        assert!(errors.len() > 5 && errors.iter().all(|reason| reason.contains(said)), "{errors:?}");
        assert!(report["findings"].as_array().unwrap().is_empty(), "{}", report["findings"]);
        assert!(report["summary"]["pass"].as_u64() > Some(5), "{}", report["summary"]);
    }
}
