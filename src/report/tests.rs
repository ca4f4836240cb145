//! Reports of a run that found something.

use super::{
    CertificateDocument, FindingStore, ReportDocument, ReportFiles, Reporter, annotations, schemas, summary,
    write_report,
};
use crate::baseline::Baseline;
use crate::engine::testing::{Fake, advising, binding, run_checks};
use crate::engine::{Event, RunResult};
use crate::finding::{FindingDocument, Severity};
use std::path::Path;
use std::sync::Arc;

async fn result() -> Arc<RunResult> {
    let fake = Fake { trouble: vec![("trouble", binding()), ("two", advising())], ..Fake::default() };
    run_checks(fake, &Baseline::none()).await
}

fn without_times<T>(check: impl FnOnce() -> T) -> T {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"replay \S+/findings", "replay [folder]/findings");
    settings.add_filter(r"in \d+\.\d s", "in [time] s");
    settings.add_filter(r#"time="[^"]*""#, r#"time="[time]""#);
    settings.add_filter(r#"(uuid|timestamp)="[^"]*""#, r#"$1="[…]""#);
    settings.bind(check)
}

#[tokio::test]
async fn the_summary_tells_what_to_do_next() {
    let result = result().await;
    let document = ReportDocument::from(&*result);
    without_times(|| insta::assert_snapshot!(summary(&result, &document, Path::new("tablestakes-report"), &[])));
}

/// The text of a file that a run's reports consist of.
async fn written(name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut report = ReportFiles::new(folder.path());
    report.event(&Event::RunFinished(result().await));
    report.finish().unwrap();
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// `junit.xml` of a run in which something happened that was denied.
async fn denying(told: &str) -> String {
    let document = ReportDocument { denied: vec![told.to_owned()], ..ReportDocument::from(&*result().await) };
    super::junit::junit(&document).unwrap()
}

#[tokio::test]
async fn junit_names_every_check() {
    let text = written("junit.xml").await;
    without_times(|| insta::assert_snapshot!(text));
}

/// What the schema `junit-10.xsd` of Jenkins' xUnit plugin allows: elements, and the attributes of each.
const JUNIT: [(&str, &[&str], &[&str]); 7] = [
    ("testsuites", &["testsuite"], &["name", "time", "tests", "failures", "errors"]),
    (
        "testsuite",
        &["testsuite", "properties", "testcase", "system-out", "system-err"],
        &["name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package"],
    ),
    ("testcase", &["skipped", "error", "failure", "system-out", "system-err"], &["name", "time", "classname", "group"]),
    ("skipped", &[], &["type", "message"]),
    ("error", &[], &["type", "message"]),
    ("failure", &[], &["type", "message"]),
    ("system-out", &[], &[]),
];

#[tokio::test]
async fn junit_holds_nothing_that_the_strictest_reader_refuses() {
    use quick_xml::events::Event as Xml;
    let text = denying("stale: <table.keys.*> matches nothing").await;
    assert!(text.contains("failures=\"2\"") && text.contains("&lt;table.keys.*&gt;"), "{text}");
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut open: Vec<String> = Vec::new();
    let seconds = regex::Regex::new(r"^\d+\.\d{3}$").unwrap();
    let mut seen = std::collections::BTreeSet::new();
    loop {
        let event = reader.read_event().unwrap();
        let (element, stays) = match &event {
            Xml::Start(element) => (element, true),
            Xml::Empty(element) => (element, false),
            Xml::End(_) => {
                open.pop();
                continue;
            }
            Xml::Eof => break,
            _ => continue,
        };
        let name = element.name().as_ref().to_owned();
        let allowed = |of: &str| JUNIT.iter().find(|(known, ..)| *known == of).unwrap_or_else(|| panic!("{of}"));
        match open.last() {
            Some(parent) => assert!(allowed(parent).1.contains(&name.as_str()), "{name} in {parent}"),
            None => assert_eq!(name, "testsuites"),
        }
        for attribute in element.attributes() {
            let attribute = attribute.unwrap();
            let key = attribute.key.as_ref().to_owned();
            assert!(allowed(&name).2.contains(&key.as_str()), "{key} of {name}");
            if key == "time" {
                let value = attribute.value;
                assert!(seconds.is_match(&value), "{value}");
            }
        }
        seen.insert(name.clone());
        if stays {
            open.push(name);
        }
    }
    assert!(seen.contains("failure") && seen.contains("testcase"), "{seen:?}");
}

#[tokio::test]
async fn markdown_is_short_and_shows_the_rules() {
    let text = written("report.md").await;
    without_times(|| insta::assert_snapshot!(text));
}

#[tokio::test]
async fn sarif_names_rules_findings_and_where_they_stand() {
    let log: serde_json::Value = serde_json::from_str(&written("report.sarif").await).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        let place = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[place]["id"], result["ruleId"]);
        assert!(["error", "note"].contains(&result["level"].as_str().unwrap()));
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(uri.as_str().unwrap().starts_with("findings/"));
        assert!(result["partialFingerprints"]["signature/v1"].as_str().unwrap().starts_with("v1:"));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[tokio::test]
async fn the_badge_is_what_shields_reads() {
    let badge: serde_json::Value = serde_json::from_str(&written("badge.json").await).unwrap();
    assert_eq!(badge["schemaVersion"], 1);
    assert_eq!((&badge["label"], &badge["message"]), (&"tablestakes".into(), &"does not conform".into()));
    let gate: serde_json::Value = serde_json::from_str(&written("badge-gate.json").await).unwrap();
    assert_eq!((&gate["label"], &gate["message"]), (&"tablestakes gate".into(), &"1 new cause".into()));
}

/// The report of a target that breaks every rule in many versions.
async fn thousand_failures() -> ReportDocument {
    let mut document = ReportDocument::from(&*result().await);
    let (check, finding) = (document.checks[1].clone(), document.findings[0].clone());
    (document.checks, document.findings) = (Vec::new(), Vec::new());
    for number in 0..1_000 {
        let mut finding = finding.clone();
        finding.rule = format!("table.made.up-{}", number % 500);
        finding.cause.clone_from(&finding.rule);
        finding.signature = format!("v1:{}:status:query-entities:{number}:json-minimal", finding.rule);
        (finding.severity, finding.actual) = (Severity::Failure, "<b>|`@all\n".repeat(500));
        let mut check = check.clone();
        check.outcome = "fail".to_owned();
        check.findings = vec![finding.signature.clone()];
        check.axes.version = number.to_string();
        document.findings.push(finding);
        document.checks.push(check);
    }
    document.causes = document.causes_of_findings();
    document
}

#[tokio::test]
async fn what_a_thousand_failures_take_is_capped_and_told() {
    let document = thousand_failures().await;
    let folder = tempfile::tempdir().unwrap();
    write_report(&document, folder.path()).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (page, markdown) = (read("report.html"), read("report.md"));
    assert!(page.len() < 1_500_000, "{}", page.len());
    assert!(page.contains("100 more causes are left out") && page.contains("340 of these causes are shown with"));
    assert!(page.contains("920 combinations of axes are left out"));
    assert!(markdown.len() < 60_000 && markdown.contains("460 more causes are left out"), "{}", markdown.len());
    assert_eq!(annotations(&document).lines().filter(|line| line.starts_with("::error")).count(), 10);
}

#[tokio::test]
async fn a_report_of_an_earlier_version_gets_its_causes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let mut old = serde_json::to_value(ReportDocument::from(&*result().await)).unwrap();
    let added: [(&str, &[&str]); 3] = [
        ("checks", &["met", "blocked_by"]),
        ("findings", &["impact", "alone", "explained", "cause"]),
        ("classes", &["blocked", "rules"]),
    ];
    old.as_object_mut().unwrap().remove("causes");
    for (list, members) in added {
        for held in old[list].as_array_mut().unwrap() {
            members.iter().for_each(|member| drop(held.as_object_mut().unwrap().remove(*member)));
        }
    }
    std::fs::write(&path, old.to_string()).unwrap();
    let read = ReportDocument::read(&path).unwrap();
    let rules: Vec<&str> = read.causes.iter().map(|cause| cause.rule.as_str()).collect();
    assert_eq!(rules, ["table.etag.stale-replace", "table.address.key-predicate-syntax"]);
    assert!(read.findings.iter().all(|finding| finding.alone));
}

/// A report in which a check is blocked by the finding that fails another one.
async fn blocking(known: bool) -> ReportDocument {
    let mut document = ReportDocument::from(&*result().await);
    let place = document.findings.iter().position(crate::report::FindingEntry::fails).unwrap();
    document.findings[place].known = known.then(|| "it is so".to_owned());
    let signature = document.findings[place].signature.clone();
    for check in &mut document.checks {
        match check.outcome.as_str() {
            "fail" => check.outcome = if known { "known" } else { "fail" }.to_owned(),
            _ => (check.outcome, check.blocked_by) = ("blocked".to_owned(), vec![signature.clone()]),
        }
    }
    document.causes = document.causes_of_findings();
    document
}

#[tokio::test]
async fn what_is_blocked_never_looks_as_if_it_had_passed() {
    let new = super::junit::junit(&blocking(false).await).unwrap();
    assert_eq!(
        new.matches("<error type=\"blocked\" message=\"blocked by v1:table.etag.stale-replace:").count(),
        3,
        "{new}"
    );
    assert!(new.contains("failures=\"1\" errors=\"3\""), "{new}");
    let known = super::junit::junit(&blocking(true).await).unwrap();
    assert_eq!(known.matches("message=\"known: blocked by v1:table.etag.stale-replace:").count(), 3, "{known}");
    assert!(known.contains("failures=\"0\" errors=\"0\""), "{known}");
    assert_eq!(blocking(false).await.exit_of_checks() as u8, 1);
    assert_eq!(blocking(true).await.exit_of_checks() as u8, 0);
    assert!(
        blocking(false).await.verdict().ends_with("1 cause, 1 check failed, 3 blocked"),
        "{}",
        blocking(false).await.verdict()
    );
}

#[tokio::test]
async fn annotations_are_one_command_a_line() {
    let text = annotations(&ReportDocument::from(&*result().await));
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
    assert!(text.contains("::error title=table.etag.stale-replace::") && text.contains("::notice "), "{text}");
}

#[tokio::test]
async fn the_report_is_as_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = ReportFiles::new(folder.path());
    let result = result().await;
    report.event(&Event::RunFinished(Arc::clone(&result)));
    report.finish().unwrap();
    let text = std::fs::read_to_string(folder.path().join("report.json")).unwrap();
    let held: ReportDocument = serde_json::from_str(&text).unwrap();
    assert_eq!(held, ReportDocument::from(&*result));
    validate(0, &text);
    assert_eq!(held.summary["fail"], 1);
    assert_eq!(held.checks[0].advice.len(), 1, "what does not bind is advice");
    assert_eq!(held.rules.len(), 2);
    assert_eq!(held.causes, held.causes_of_findings(), "causes can be made again of findings");
    assert_eq!(held.causes[0].failed, ["table.keys.long"]);
    assert_eq!((held.exit_of_checks() as u8, held.exit), (1, 1));
    let certificate = std::fs::read_to_string(folder.path().join("certificate.json")).unwrap();
    validate(2, &certificate);
    let certificate = CertificateDocument::read(&folder.path().join("certificate.json")).unwrap();
    assert_eq!(certificate.faults(&folder.path().join("report.json")).unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn findings_are_stored_whole_and_without_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("findings/0123456789ab.json");
    std::fs::create_dir_all(old.parent().unwrap()).unwrap();
    std::fs::write(&old, "{}").unwrap();
    let kept = folder.path().join("findings/mine.json");
    std::fs::write(&kept, "{}").unwrap();

    let mut store = FindingStore::new(folder.path());
    let result = result().await;
    let run = crate::engine::RunStarted { target: result.target.clone(), seed: 7, checks: 4, histories: 23 };
    store.event(&Event::RunStarted(run));
    for finding in &result.findings {
        store.event(&Event::FindingMade(Arc::new(finding.clone())));
    }
    store.finish().unwrap();
    assert!(!old.exists() && kept.exists(), "the findings of an earlier run go, other files stay");
    for finding in &result.findings {
        let path = folder.path().join(finding.signature.file());
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains("c2VjcmV0"), "{text}");
        let held = FindingDocument::read(&path).unwrap();
        assert_eq!(held.history, finding.history);
        assert_eq!(held.signature, finding.signature);
        assert_eq!(held.axes.axes().unwrap(), crate::target::Axes::default());
        validate(1, &text);
    }
}

#[test]
fn other_files_are_no_findings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.json");
    for text in ["", "[]", "{\"schema\": 2}", "{\"schema\": 1}", "{\"schema\": \"1\"}"] {
        std::fs::write(&path, text).unwrap();
        assert!(FindingDocument::read(&path).unwrap_err().to_string().contains("f.json"), "{text}");
    }
    assert!(FindingDocument::read(&folder.path().join("none.json")).is_err());
}

fn validate(schema: usize, text: &str) {
    let (_, schema) = &schemas()[schema];
    let document = serde_json::from_str(text).unwrap();
    let validator = jsonschema::validator_for(schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}
