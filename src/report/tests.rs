//! Reports of a run that found something.

use super::finding::FindingDocument;
use super::junit::JunitReport;
use super::{FindingStore, JsonReport, ReportDocument, Reporter, schemas, summary};
use crate::baseline::Baseline;
use crate::engine::testing::{Fake, advising, binding, run_checks};
use crate::engine::{Event, RunResult};
use std::path::Path;
use std::sync::Arc;

async fn result() -> Arc<RunResult> {
    let fake = Fake { trouble: vec![("trouble", binding()), ("two", advising())], ..Fake::default() };
    run_checks(fake, &Baseline::none()).await
}

fn without_times<T>(check: impl FnOnce() -> T) -> T {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"in \d+\.\d s", "in [time] s");
    settings.add_filter(r#"time="[^"]*""#, r#"time="[time]""#);
    settings.add_filter(r#"(uuid|timestamp)="[^"]*""#, r#"$1="[…]""#);
    settings.bind(check)
}

#[tokio::test]
async fn the_summary_tells_what_to_do_next() {
    let result = result().await;
    without_times(|| insta::assert_snapshot!(summary(&result, Path::new("tablestakes-report"))));
}

#[tokio::test]
async fn junit_names_every_check() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = JunitReport::new(folder.path());
    report.event(&Event::RunFinished(result().await));
    report.finish().unwrap();
    let text = std::fs::read_to_string(folder.path().join("junit.xml")).unwrap();
    without_times(|| insta::assert_snapshot!(text));
}

#[tokio::test]
async fn the_report_is_as_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = JsonReport::new(folder.path());
    let result = result().await;
    report.event(&Event::RunFinished(Arc::clone(&result)));
    report.finish().unwrap();
    let text = std::fs::read_to_string(folder.path().join("report.json")).unwrap();
    let held: ReportDocument = serde_json::from_str(&text).unwrap();
    assert_eq!(held, ReportDocument::from(&*result));
    validate(0, &text);
    assert_eq!(held.summary["fail"], 1);
    assert_eq!(held.checks[0].advice.len(), 1, "what does not bind is advice");
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
