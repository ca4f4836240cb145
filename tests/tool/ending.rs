//! What ends a run before its checks do: signals, time, a target that does not answer.

use crate::served::Served;
use crate::{Ran, Tool};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run ends by this signal as it does by an interrupt from the keyboard: with every report, and the code of a run in which not
/// everything could be told.
fn ends_by(signal: &str) {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    let child = tool
        .command()
        .args(["certify", &served.target, "--suite", "mixed", "--cases", "1000000", "--store", "stored.jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It is under way when it has kept the first answers.
    let started = Instant::now();
    while std::fs::read_to_string(tool.path("stored.jsonl")).map_or(0, |text| text.lines().count()) < 20 {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ran = Ran::from(child.wait_with_output().unwrap()).ended_with(1);
    assert!(ran.stderr.contains("interrupted"), "{}", ran.stderr);
    let report = tool.assert_reports();
    assert_eq!(report["exit"], 1);
    assert!(report["requests"].as_u64() > Some(20), "{report}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_with_its_reports() {
    ends_by("-INT");
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_a_run_with_its_reports() {
    ends_by("-TERM");
}

#[cfg(unix)]
#[test]
fn a_terminal_that_is_gone_ends_a_run_with_its_reports() {
    ends_by("-HUP");
}

/// Who said that a run goes on without its terminal is right.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_was_detached_goes_on() {
    let tool = Tool::new();
    let arguments = "certify --suite smoke --suite mixed --cases 200";
    let script = format!("trap '' HUP; exec {} {arguments}", env!("CARGO_BIN_EXE_tablestakes"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(tool.path("")).env_remove("AZURE_STORAGE_CONNECTION_STRING");
    let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    Ran::from(child.wait_with_output().unwrap()).ended_with(0);
}
