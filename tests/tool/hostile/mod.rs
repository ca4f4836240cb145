//! Targets that do not behave: a verdict or exit 3, within bounds, with every report written, whole and inert.
//!
//! `server` is the reference with a liar in front of it; what the liar does stands in `framing` (how an answer travels),
//! `content` (what it holds) `absent` (when none comes) and `secrets` (who repeats what it was sent).

mod absent;
mod busy;
mod content;
mod framing;
mod secrets;
mod server;

use crate::certify::validate;
use crate::{Ran, Tool};
use std::process::Command;

/// Kilobytes of address space that a run may take. What it takes of memory is far less: every thread reserves a stack.
const ADDRESS_SPACE: u32 = 1 << 20;

/// The tool with this bound, where the system can be told of one.
fn bounded(tool: &Tool) -> Command {
    let plain = tool.command();
    if !cfg!(target_os = "linux") {
        return plain;
    }
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"")).arg(plain.get_program());
    command.current_dir(tool.path("")).env_remove("AZURE_STORAGE_CONNECTION_STRING").env_remove("COLUMNS");
    command
}

/// Certifies a target that does not behave; gives what was printed, and the report.
fn certify(target: &str, suites: &[&str]) -> (Ran, serde_json::Value) {
    let tool = Tool::new();
    let mut command = bounded(&tool);
    command.args(["certify", target, "--request-timeout", "200ms", "--shrink-time", "200ms", "--time", "2s"]);
    for suite in suites {
        command.args(["--suite", suite]);
    }
    let ran = Ran::from(command.output().unwrap());
    assert!(ran.code == 1 || ran.code == 3, "{}: {}{}", ran.code, ran.stdout, ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    for text in [&ran.stdout, &ran.stderr] {
        let control = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t') || *c == '\u{202e}');
        assert_eq!(control, None, "{text:?}");
    }
    let report = whole_reports(&tool);
    (ran, report)
}

/// Every report is there, is what it says it is, and every finding has its file.
fn whole_reports(tool: &Tool) -> serde_json::Value {
    let report = tool.assert_reports();
    validate("report.schema.json", &report);
    let junit = std::fs::read_to_string(tool.path("tablestakes-report/junit.xml")).unwrap();
    well_formed(&junit);
    for finding in report["findings"].as_array().unwrap() {
        let file = tool.path("tablestakes-report").join(finding["file"].as_str().unwrap());
        let text = std::fs::read_to_string(&file).unwrap();
        let held: serde_json::Value = serde_json::from_str(&text).unwrap();
        validate("finding.schema.json", &held);
        assert_eq!(held["signature"], finding["signature"]);
        assert!(text.len() < 8 << 20, "{} has {} octets", file.display(), text.len());
    }
    report
}

fn well_formed(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut depth = 0_usize;
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Eof => break,
            quick_xml::events::Event::Start(_) => depth += 1,
            quick_xml::events::Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "{text}");
    let allowed = |c: char| !c.is_control() || matches!(c, '\n' | '\t' | '\r');
    assert!(text.chars().all(allowed), "{text}");
}

/// Nothing that a target which never behaves is asked may pass.
fn nothing_passes(report: &serde_json::Value) {
    let checks = report["checks"].as_array().unwrap();
    assert!(!checks.is_empty());
    assert!(checks.iter().all(|check| check["outcome"] != "pass"), "{report:#}");
}
