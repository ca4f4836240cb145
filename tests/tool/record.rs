//! `record`: what passes is what was sent, and what is written can be replayed.

use crate::served::{Served, announced};
use crate::{Ran, Tool};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;

/// A tap in front of a target.
pub(crate) struct Tap {
    process: u32,
    /// Reads what it says while it says it: it waits where nobody does.
    ended: JoinHandle<std::io::Result<Output>>,
    /// Where clients reach it.
    pub(crate) address: String,
}

impl Tap {
    pub(crate) fn start(tool: &Tool, upstream: &str, more: &[&str]) -> Self {
        let mut child = tool
            .command()
            .args(["record", "--upstream", upstream, "--out", "traffic.jsonl", "--ready-file", "tap"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let address = announced(&mut child, &tool.path("tap"));
        Self { process: child.id(), ended: std::thread::spawn(|| child.wait_with_output()), address }
    }

    /// Ends it as an interrupt does.
    pub(crate) fn end(self) -> Ran {
        let ended = Command::new("kill").args(["-TERM", &self.process.to_string()]).status().unwrap();
        assert!(ended.success());
        Ran::from(self.ended.join().unwrap().unwrap())
    }
}

/// Suites whose requests are as odd as any client's, and need no signature that is wrong.
const TRAFFIC: [&str; 14] = [
    "--suite", "smoke", "--suite", "keys", "--suite", "encoding", "--suite", "batch", "--suite", "query", "--cases",
    "5", "--seed", "11",
];

#[test]
fn what_passes_is_what_was_sent() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let tap = Tap::start(&tool, &served.target, &["--check"]);
    // Whatever the tap changed on the way would be a finding.
    let certified = tool.run(["certify", &tap.address].into_iter().chain(TRAFFIC)).ended_with(0);
    assert!(certified.stdout.contains("conforms"), "{}", certified.stdout);
    let ran = tap.end().ended_with(0);
    assert!(ran.stdout.contains(" 0 otherwise"), "{}", ran.stdout);

    let text = std::fs::read_to_string(tool.path("traffic.jsonl")).unwrap();
    assert!(text.lines().count() > 1000, "{} lines", text.lines().count());
    assert!(!text.contains("SharedKey devstoreaccount1:") && !text.to_lowercase().contains("\"authorization\""));
    let replayed = tool.run(["replay", "--reference", "traffic.jsonl"]).ended_with(0);
    assert!(replayed.stdout.contains("100.00 % of the replayable"), "{}", replayed.stdout);
}

#[test]
fn a_lie_is_found_while_it_passes_and_again_in_the_recording() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.etag.stale-replace"]);
    let tap = Tap::start(&tool, &served.target, &["--check", "--report", "causes.json"]);
    tool.run(["certify", &tap.address, "--check", "table.etag.*"]).ended_with(1);
    let ran = tap.end().ended_with(1);
    assert!(ran.stdout.contains("status: the target answers 204, the service 412"), "{}", ran.stdout);
    let replayed = tool.run(["replay", "--reference", "traffic.jsonl"]).ended_with(1);
    assert!(replayed.stdout.contains("status: recorded 204, the reference answers 412"), "{}", replayed.stdout);
    // One rule is broken, and one line says which, how often, and what it costs a client.
    for text in [&ran.stdout, &replayed.stdout] {
        let causes: Vec<&str> = text.lines().filter(|line| line.contains("×  ")).collect();
        assert_eq!(causes.len(), 1, "{text}");
        assert!(causes[0].contains("×  data lost or damaged  table.etag.stale-replace: "), "{text}");
    }
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(tool.path("causes.json")).unwrap()).unwrap();
    assert_eq!(report["causes"][0]["rule"], "table.etag.stale-replace");
    assert_eq!(report["causes"][0]["exchanges"], report["different"]);
}

/// Headers on which no client rests make no exchange differ.
#[test]
fn headers_in_passing_are_no_lie() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.headers.nosniff"]);
    let tap = Tap::start(&tool, &served.target, &["--check"]);
    tool.run(["certify", &tap.address, "--suite", "smoke"]);
    let ran = tap.end().ended_with(0);
    let causes: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("×  ")).collect();
    assert!(causes.len() == 1 && causes[0].contains("×  form  table.headers.nosniff"), "{}", ran.stdout);
    let replayed = tool.run(["replay", "--reference", "traffic.jsonl"]).ended_with(0);
    assert!(replayed.stdout.contains("but in headers and annotations"), "{}", replayed.stdout);
}

#[test]
fn without_a_check_it_only_records() {
    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "table.etag.stale-replace"]);
    let tap = Tap::start(&tool, &served.target, &[]);
    tool.run(["certify", &tap.address, "--check", "table.etag.*", "--jobs", "1"]).ended_with(1);
    let ran = tap.end().ended_with(0);
    assert!(ran.stdout.contains("exchanges\n"), "{}", ran.stdout);
    tool.run(["replay", "--reference", "traffic.jsonl"]).ended_with(1);
}

#[test]
fn a_target_that_is_gone_and_a_check_of_nothing_are_no_success() {
    let tool = Tool::new();
    let tap = Tap::start(&tool, "http://127.0.0.1:1/devstoreaccount1", &["--check"]);
    tool.run(["certify", &tap.address, "--suite", "smoke"]);
    let ran = tap.end().ended_with(3);
    assert!(ran.stdout.contains("without an answer") && ran.stderr.contains("could not connect"), "{}", ran.stderr);
    std::fs::remove_file(tool.path("tap")).unwrap();
    let ran = Tap::start(&tool, "UseDevelopmentStorage=true", &["--check"]).end().ended_with(2);
    assert!(ran.stderr.contains("nothing was checked"), "{}", ran.stderr);
}

/// The account in the host, as in the cloud: the signature covers account and path, whatever the address.
#[test]
fn accounts_in_the_host() {
    let tool = Tool::new();
    let key = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
    let served = Served::start(&tool, &["--profile", "cloud", "--account", "acct", "--key", key]);
    let named = |address: &str| format!("AccountName=acct;AccountKey={key};TableEndpoint={address}");
    let tap = Tap::start(&tool, &named(&served.target), &["--check"]);
    tool.run(["certify", &named(&tap.address), "--suite", "smoke", "--suite", "batch"]).ended_with(0);
    let ran = tap.end().ended_with(0);
    assert!(!ran.stdout.contains(key) && ran.stdout.contains(" 0 otherwise"), "{}", ran.stdout);
    assert!(!std::fs::read_to_string(tool.path("traffic.jsonl")).unwrap().contains(key));
}
