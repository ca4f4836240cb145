//! Targets behind a prefix of paths, with the account in the path, in the host, or nowhere.

use crate::Tool;
use crate::served::Served;

/// Suites about what addresses say: paths, `Location`, annotations, the requests within a batch, tokens.
const SUITES: [&str; 16] = [
    "--suite",
    "smoke",
    "--suite",
    "tables",
    "--suite",
    "batch",
    "--suite",
    "json-metadata",
    "--suite",
    "continuation",
    "--suite",
    "secondary",
    "--cases",
    "3",
    "--seed",
    "5",
];
/// base64 of `secret-secret`.
const KEY: &str = "c2VjcmV0LXNlY3JldA==";

fn certified(target: &str) -> serde_json::Value {
    let tool = Tool::new();
    let ran = tool.run(["certify", target].into_iter().chain(SUITES)).ended_with(0);
    assert!(ran.stdout.contains("conforms"), "{}", ran.stdout);
    tool.report()
}

/// How the checks of the secondary location ended.
fn at_secondary(report: &serde_json::Value) -> Vec<&str> {
    let checks = report["checks"].as_array().unwrap().iter();
    checks.filter(|check| check["suite"] == "secondary").map(|check| check["outcome"].as_str().unwrap()).collect()
}

#[test]
fn paths_that_name_the_account_behind_a_prefix() {
    for base in ["/table/devstoreaccount1", "/a%20b/x/devstoreaccount1/"] {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--base-path", base]);
        assert!(served.target.ends_with(base.trim_end_matches('/')), "{}", served.target);
        let report = certified(&served.target);
        assert!(at_secondary(&report).iter().all(|outcome| *outcome == "pass"), "{report:#}");
    }
}

#[test]
fn paths_that_do_not_name_the_account() {
    for base in ["/devstoreaccount1.table", "/a%20b/x", "/"] {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--base-path", base]);
        let report = certified(&served.target);
        // Nobody said where the secondary location is.
        let skipped = at_secondary(&report).iter().filter(|outcome| **outcome == "skip").count();
        assert!(skipped >= 4, "{report:#}");
    }
}

#[test]
fn connection_strings_with_an_account_that_no_address_names() {
    for base in ["/storage/tables", "/"] {
        let tool = Tool::new();
        let served = Served::start(&tool, &["--account", "foo", "--key", KEY, "--base-path", base]);
        let endpoint = &served.target;
        certified(&format!("AccountName=foo;AccountKey={KEY};TableEndpoint={endpoint}"));
        let cleaned = tool.run(["clean", &format!("AccountName=foo;AccountKey={KEY};TableEndpoint={endpoint}/")]);
        cleaned.ended_with(0);
    }
}

/// A host that names the account; the system resolves it to the loopback interface or not at all.
#[test]
fn hosts_that_name_the_account_behind_a_prefix() {
    let host = "devstoreaccount1.localhost";
    let tool = Tool::new();
    let served = Served::start(&tool, &["--base-path", "/storage"]);
    let port = served.address().port();
    if std::net::ToSocketAddrs::to_socket_addrs(&(host, port)).is_err() {
        return;
    }
    certified(&format!("http://{host}:{port}/storage"));
}

#[test]
fn a_secondary_location_that_is_told() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let endpoint = &served.target;
    let account = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1\
                   OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
    let there = format!("{account};TableEndpoint={endpoint};TableSecondaryEndpoint={endpoint}-secondary");
    assert!(at_secondary(&certified(&there)).iter().all(|outcome| *outcome == "pass"));
    let nowhere = format!("{account};TableEndpoint={endpoint};TableSecondaryEndpoint={endpoint}-nowhere");
    assert!(at_secondary(&certified(&nowhere)).contains(&"skip"));
}

#[test]
fn findings_are_replayed_on_a_target_behind_a_prefix() {
    let tool = Tool::new();
    let rule = "table.batch.atomic";
    let base = ["--base-path", "/table/devstoreaccount1"];
    let broken = Served::start(&tool, &[&base[..], &["--break", rule]].concat());
    let certify = ["certify", &broken.target, "--check", "table.smoke.batch-atomic", "--confirm", "1"];
    tool.run(certify).ended_with(1);
    let report = tool.report();
    let finding = report["findings"].as_array().unwrap().iter().find(|finding| finding["rule"] == rule).unwrap();
    let file = format!("tablestakes-report/{}", finding["file"].as_str().unwrap());
    let replayed = tool.run(["replay", &file, &broken.target]).ended_with(1);
    assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
    drop(broken);
    // The ready file of a server that is gone would be taken for the next one's.
    std::fs::remove_file(tool.path("ready")).unwrap();
    let sound = Served::start(&tool, &["--base-path", "/devstoreaccount1.table"]);
    tool.run(["replay", &file, &sound.target]).ended_with(0);
}
