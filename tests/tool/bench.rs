//! `bench`: measures what is named and nothing else, within its bounds, leaves nothing behind, and writes what it saw.

use crate::served::Served;
use crate::{Ran, Tool};
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

/// The published key of the emulator's account.
const KEY: &str = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const FAST: [&str; 6] = ["--time", "40ms", "--warm-up", "20ms", "--steps", "2"];
const GONE: &str = "http://127.0.0.1:1/devstoreaccount1";

/// A connection string for all services of a served reference.
fn all_of(served: &Served) -> String {
    let Served { target, queues, blobs, .. } = served;
    format!(
        "AccountName=devstoreaccount1;AccountKey={KEY};TableEndpoint={target};QueueEndpoint={queues};BlobEndpoint={blobs}"
    )
}

fn report(tool: &Tool) -> serde_json::Value {
    let text = std::fs::read_to_string(tool.path("tablestakes-bench/report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn nothing_is_left(tool: &Tool, target: &str) {
    let cleaned = tool.run(["clean", target, "--older-than", "1h"]).ended_with(0);
    assert!(
        cleaned.stdout.starts_with("0 tables, queues and containers deleted, 0 of recent runs"),
        "{}",
        cleaned.stdout
    );
}

#[test]
fn load_is_put_on_no_target_that_is_not_named() {
    let tool = Tool::new();
    let without: Ran = tool.command().arg("bench").output().unwrap().into();
    let environment: Ran =
        tool.command().arg("bench").env("AZURE_STORAGE_CONNECTION_STRING", GONE).output().unwrap().into();
    for ran in [without, environment] {
        let ran = ran.ended_with(2);
        assert!(ran.stderr.contains("no target is named") && ran.stderr.contains("give one"), "{}", ran.stderr);
    }
}

#[test]
fn an_account_of_the_live_service_needs_consent() {
    let tool = Tool::new();
    let key = "c2VjcmV0LXNlY3JldA==";
    let ran = tool.run(["bench", &format!("AccountName=me;AccountKey={key}")]).ended_with(2);
    assert!(ran.stderr.contains("--live") && ran.stderr.contains("1000000 requests"), "{}", ran.stderr);
    assert!(!ran.stderr.contains(key) && !ran.stdout.contains(key));
    assert!(!tool.path("tablestakes-bench").exists());
}

#[test]
fn a_plan_names_the_workloads_and_sends_nothing() {
    let tool = Tool::new();
    let ran = tool.run(["bench", GONE, "--plan", "--price", "0.5"]).ended_with(0);
    assert!(ran.stdout.contains("table-insert-by-batch") && !ran.stdout.contains("queue-put"), "{}", ran.stdout);
    assert!(ran.stdout.contains("at most 1000000 requests") && ran.stdout.contains("at most 50.00"), "{}", ran.stdout);
    assert!(!tool.path("tablestakes-bench").exists());
    for (option, value, said) in [
        ("--workload", "table-insert-by-batsh", "did you mean one of table-insert-by-batch,"),
        ("--workload", "queue-*", "nothing is selected"),
        ("--max-requests", "5", "raise --max-requests"),
    ] {
        let ran = tool.run(["bench", GONE, option, value]).ended_with(2);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn what_is_measured_is_written_and_what_was_made_is_deleted() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let both = all_of(&served);
    let bound = ["--max-requests", "20000", "--quick", "--name", "one", "--name", "two"];
    // One of each kind of operation, but for those that move much.
    let chosen = ["table-*", "queue-pass-*", "blob-blocks-*", "blob-*-by-clients", "blob-range-*"];
    let chosen = chosen.into_iter().flat_map(|name| ["--workload", name]);
    let ran =
        tool.run(["bench", &both, &served.target].into_iter().chain(FAST).chain(bound).chain(chosen)).ended_with(0);
    assert!(
        ran.stdout.contains("Inserts by batch size") && ran.stdout.contains("at most 20000 requests"),
        "{}",
        ran.stdout
    );
    let report = report(&tool);
    let schema = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/bench.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert!(report["requests"].as_u64() <= Some(20_000), "{}", report["requests"]);
    assert_eq!(report["targets"][1]["label"], "two");
    let points =
        report["workloads"].as_array().unwrap().iter().flat_map(|workload| workload["points"].as_array().unwrap());
    for point in points {
        let steps = point["steps"].as_array().unwrap();
        assert!(!steps.is_empty() && steps.iter().all(|step| step["successes"].as_u64() > Some(0)), "{point}");
        for errors in ["throttled", "timed_out", "wrong", "broken"] {
            assert!(steps.iter().all(|step| step[errors] == 0), "{errors}: {point}");
        }
        assert!(steps.iter().all(|step| step["refused"] == serde_json::json!({})), "{point}");
    }
    let page = std::fs::read_to_string(tool.path("tablestakes-bench/index.html")).unwrap();
    assert!(page.contains("<svg class=\"plot\"") && page.contains("one partition: 500 entities a second (2010)"));
    for text in [&page, &report.to_string(), &ran.stdout, &ran.stderr] {
        assert!(!text.contains(&KEY[..20]) && !text.contains("SharedKey") && !text.contains("<script"));
    }
    nothing_is_left(&tool, &both);
}

#[test]
fn a_target_that_is_not_there_ends_it_with_a_report() {
    let tool = Tool::new();
    tool.run(["bench", GONE, "--quick"].into_iter().chain(FAST)).ended_with(3);
    let report = report(&tool);
    assert!(report["targets"][0]["gone"].as_str().unwrap().contains("could not connect"), "{report}");
    assert!(report["left_out"].as_u64() > Some(0) && report["exit"] == 3);
}

/// Answers every request with this status for as long as the tests run; gives the address.
fn always(status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut head = Vec::new();
            // What is asked has a short body or none: it comes with the head, or is not waited for.
            while !head.windows(4).any(|end| end == b"\r\n\r\n") {
                let mut octets = [0; 4096];
                match stream.read(&mut octets) {
                    Ok(count) if count > 0 => head.extend_from_slice(&octets[..count]),
                    _ => break,
                }
            }
            drop(write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        }
    });
    address
}

#[test]
fn a_target_that_refuses_is_told_as_that() {
    for (status, said) in [("503 Busy", "throttled with status 503"), ("403 No", "refused with status 403")] {
        let tool = Tool::new();
        let target = always(status);
        let ran =
            tool.run(["bench", &target, "--quick", "--workload", "table-get-*"].into_iter().chain(FAST)).ended_with(1);
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
        let point = report(&tool)["workloads"][0]["points"][0].clone();
        assert!(point["ended"] == "unmeasured" && point["reason"] == said, "{point}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_deletes_what_was_made() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let mut child = tool
        .command()
        .args(["bench", &served.target, "--time", "5s", "--warm-up", "10ms", "--workload", "table-insert-by-clients"])
        .args(["--max-requests", "60000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first point is measured, and another under way.
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.next().unwrap().unwrap().starts_with("table-insert-by-clients clients 1:"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = told.map_while(Result::ok).collect();
    Ran::from(child.wait_with_output().unwrap()).ended_with(1);
    assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
    let report = report(&tool);
    assert!(report["interrupted"] == true && report["left_out"].as_u64() > Some(0), "{report}");
    nothing_is_left(&tool, &served.target);
}
