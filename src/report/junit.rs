//! `junit.xml`, for the tools that read nothing else.
//!
//! It holds what the strictest reader takes, the schema of the xUnit plugin of Jenkins (`junit-10.xsd`): no element and no
//! attribute beside those, which is why there is no `skipped` on `testsuites`.

use super::document::{CheckDocument, FindingEntry, ReportDocument};
use super::words::allowed;
use crate::finding::printable;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::collections::HashMap;
use std::io;

/// The findings by signature, each with the statement of its rule.
type Findings<'r> = HashMap<&'r str, (&'r FindingEntry, &'r str)>;

/// The text of the file: a test suite for each suite, a test case for each check and combination of axes.
///
/// # Errors
/// None in practice: it is written into memory.
pub(super) fn junit(document: &ReportDocument) -> Result<String, String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(&mut writer, document).map_err(|error| error.to_string())?;
    let mut text = String::from_utf8(writer.into_inner()).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

fn write(writer: &mut Writer<Vec<u8>>, document: &ReportDocument) -> io::Result<()> {
    let statements: HashMap<&str, &str> =
        document.rules.iter().map(|rule| (rule.id.as_str(), rule.statement.as_str())).collect();
    let findings: Findings<'_> = document
        .findings
        .iter()
        .map(|finding| {
            let statement = statements.get(finding.rule.as_str()).copied().unwrap_or_default();
            (finding.signature.as_str(), (finding, statement))
        })
        .collect();
    let failures = (document.count("fail") + document.denied.len()).to_string();
    let stopped = document.checks.iter().filter(|check| is_error(document, check)).count();
    let errors = stopped.to_string();
    let tests = (document.checks.len() + document.denied.len()).to_string();
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", "tablestakes"),
            ("tests", &tests),
            ("failures", &failures),
            ("errors", &errors),
            ("time", &seconds(document.duration_ms)),
        ])
        .write_inner_content(|writer| {
            document
                .checks
                .chunk_by(|left, right| left.suite == right.suite)
                .try_for_each(|checks| suite(writer, checks, document, &findings))?;
            gate(writer, &document.denied)
        })?;
    Ok(())
}

/// What is denied and happened, each as a test case that fails: a check that is fixed passes as a check.
fn gate(writer: &mut Writer<Vec<u8>>, denied: &[String]) -> io::Result<()> {
    if denied.is_empty() {
        return Ok(());
    }
    let count = denied.len().to_string();
    let (none, no_time) = ("0", seconds(0));
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", "deny"),
            ("tests", count.as_str()),
            ("failures", &count),
            ("errors", none),
            ("skipped", none),
            ("time", &no_time),
        ])
        .write_inner_content(|writer| {
            denied.iter().try_for_each(|told| {
                let told = clean(told);
                let attributes = [("name", told.as_str()), ("classname", "tablestakes.deny"), ("time", &no_time)];
                writer.create_element("testcase").with_attributes(attributes).write_inner_content(|writer| {
                    let failure = writer.create_element("failure");
                    let attributes = [("type", "denied"), ("message", told.as_str())];
                    failure.with_attributes(attributes).write_empty().map(drop)
                })?;
                Ok(())
            })
        })?;
    Ok(())
}

/// Whether JUnit is told of an error: what was not asked must not look as if it had passed, unless the baseline knows why.
fn is_error(document: &ReportDocument, check: &CheckDocument) -> bool {
    check.outcome == "error" || check.outcome == "blocked" && !document.is_blocked_as_known(check)
}

fn suite(
    writer: &mut Writer<Vec<u8>>,
    checks: &[CheckDocument],
    document: &ReportDocument,
    findings: &Findings<'_>,
) -> io::Result<()> {
    let Some(first) = checks.first() else { return Ok(()) };
    let count = |outcomes: &[&str]| checks.iter().filter(|check| outcomes.contains(&check.outcome.as_str())).count();
    let errors = checks.iter().filter(|check| is_error(document, check)).count();
    let skipped = count(&["skip", "known", "blocked", "error"]) - errors;
    let time = seconds(checks.iter().map(|check| check.duration_ms).sum());
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", clean(&first.suite).as_str()),
            ("tests", &checks.len().to_string()),
            ("failures", &count(&["fail"]).to_string()),
            ("errors", &errors.to_string()),
            ("skipped", &skipped.to_string()),
            ("time", &time),
        ])
        .write_inner_content(|writer| checks.iter().try_for_each(|check| case(writer, check, document, findings)))?;
    Ok(())
}

/// What the baseline knows counts as skipped: JUnit has no word for it.
fn case(
    writer: &mut Writer<Vec<u8>>,
    check: &CheckDocument,
    document: &ReportDocument,
    findings: &Findings<'_>,
) -> io::Result<()> {
    let (name, class) = (clean(&check.full_name()), clean(&format!("tablestakes.{}", check.suite)));
    let time = seconds(check.duration_ms);
    let element = writer.create_element("testcase").with_attributes([
        ("name", name.as_str()),
        ("classname", &class),
        ("time", &time),
    ]);
    let reason = check.reason.as_deref().map(clean);
    match (check.outcome.as_str(), reason) {
        ("pass" | "fixed", None) => element.write_empty()?,
        ("pass" | "fixed", Some(reason)) => element.write_inner_content(|writer| {
            writer.create_element("system-out").write_text_content(BytesText::new(&reason)).map(drop)
        })?,
        ("fail", _) => element.write_inner_content(|writer| {
            let (message, told) = failures(check, findings);
            writer
                .create_element("failure")
                .with_attributes([("type", "mismatch"), ("message", message.as_str())])
                .write_text_content(BytesText::new(&told))
                .map(drop)
        })?,
        ("blocked", reason) => element.write_inner_content(|writer| {
            let by = check.blocked_by.first().map(|signature| clean(signature)).or(reason).unwrap_or_default();
            let (name, prefix) = if is_error(document, check) { ("error", "") } else { ("skipped", "known: ") };
            let message = format!("{prefix}blocked by {by}");
            let attributes = [("type", "blocked"), ("message", message.as_str())];
            writer.create_element(name).with_attributes(attributes).write_empty().map(drop)
        })?,
        (outcome, reason) => element.write_inner_content(|writer| {
            let (name, prefix) = match outcome {
                "skip" => ("skipped", ""),
                "known" => ("skipped", "known: "),
                _ => ("error", ""),
            };
            let message = format!("{prefix}{}", reason.unwrap_or_default());
            writer.create_element(name).with_attribute(("message", message.as_str())).write_empty().map(drop)
        })?,
    };
    Ok(())
}

/// The rules that a check breaks, and each finding with the rule, what is allowed and what came.
fn failures(check: &CheckDocument, findings: &Findings<'_>) -> (String, String) {
    let (mut rules, mut told) = (Vec::new(), Vec::new());
    for signature in &check.findings {
        let Some((finding, statement)) = findings.get(signature.as_str()) else { continue };
        if !rules.contains(&finding.rule.as_str()) {
            rules.push(&finding.rule);
        }
        told.push(format!(
            "{signature}\n  {statement}\n  allowed: {}\n  answered: {}\n  {}",
            allowed(&finding.expected),
            finding.actual,
            finding.file
        ));
    }
    (clean(&format!("breaks {}", rules.join(", "))), clean(&told.join("\n")))
}

/// The text without characters that XML has not.
fn clean(text: &str) -> String {
    let is_xml = |c: &char| !matches!(c, '\u{fffe}' | '\u{ffff}');
    printable(text).chars().filter(is_xml).collect()
}

fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}
