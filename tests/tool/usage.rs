//! Wrong usage: exit 2, what is wrong, and what was meant. Nothing is sent, and no key is repeated.

use crate::Tool;

const KEY: &str = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";

fn refuses(arguments: &[&str], said: &str) {
    let ran = Tool::new().run(arguments.iter().copied()).ended_with(2);
    assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    assert!(ran.stdout.is_empty(), "{arguments:?}: {}", ran.stdout);
}

#[test]
fn unknown_names_get_the_nearest() {
    refuses(&["certify", "--suite", "smok"], "did you mean smoke?");
    refuses(&["certify", "--check", "table.smoke.insert-then-gt"], "table.smoke.insert-then-get");
    refuses(&["certify", "--check", "*.insert-then-gt"], "table.smoke.insert-then-get");
    refuses(&["explain", "table.keys.ful-circle"], "did you mean");
    refuses(&["serve", "--table-port", "0", "--break", "table.keys.percent-onc"], "table.keys.percent-once");
}

#[test]
fn an_empty_selection_is_no_success() {
    refuses(&["certify", "--service", "blob", "--suite", "visibility"], "nothing is selected");
    refuses(&["certify", "--suite", "smoke", "--check", "table.keys.*"], "nothing is selected");
    refuses(&["certify", "--check", "["], "is not a glob");
}

#[test]
fn a_bad_target_says_which_part_and_keeps_the_key() {
    for (target, said) in [
        (format!("AccountName=me;AccountKey={KEY};TableEndpoint=nonsense"), "TableEndpoint"),
        (format!("AccountKey={KEY}"), "lacks AccountName"),
        (format!("AccountName=me;AccountKey={KEY}!"), "AccountKey is not base64"),
        (format!("AccountName=me;{KEY}"), "setting"),
        ("http://127.0.0.1:99999/devstoreaccount1".to_owned(), "port"),
    ] {
        let tool = Tool::new();
        for ran in [
            tool.run(["certify", &target]),
            tool.command().arg("certify").env("AZURE_STORAGE_CONNECTION_STRING", &target).output().unwrap().into(),
        ] {
            let ran = ran.ended_with(2);
            assert!(ran.stderr.contains(said), "{target}: {}", ran.stderr);
            assert!(!ran.stderr.contains("c2Vjcm") && !ran.stdout.contains("c2Vjcm"), "{}", ran.stderr);
        }
    }
}

#[test]
fn options_are_checked() {
    for arguments in [
        ["certify", "--shard", "3/2"],
        ["certify", "--time", "soon"],
        ["certify", "--jobs", "0"],
        ["certify", "--api-version", "2019"],
        ["certify", "--format-axis", "xml"],
        ["certify", "--baseline", "nowhere.toml"],
        ["replay", "nowhere.json", "--reference"],
    ] {
        Tool::new().run(arguments).ended_with(2);
    }
    refuses(&["certify", "--baseline-update"], "--baseline");
}

#[test]
fn an_unusable_baseline_is_refused_before_anything_is_sent() {
    let tool = Tool::new();
    std::fs::write(tool.path("b.toml"), "schema = 1\n[[entry]]\ncheck = \"table.*\"\n").unwrap();
    let ran = tool.run(["certify", "--baseline", "b.toml"]).ended_with(2);
    assert!(ran.stderr.contains("line 2 (entry 1): it has no reason"), "{}", ran.stderr);
    assert!(!tool.path("tablestakes-report").exists());
}

#[test]
fn replaying_a_directory_without_findings_is_no_success() {
    refuses(&["replay", ".", "--reference"], "there is no finding in .");
}
