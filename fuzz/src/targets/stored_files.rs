//! Files that the harness wrote and reads again: baselines, histories, findings. What is read is written and read again as
//! the same.

use super::vocabulary::text;
use std::path::Path;
use tablestakes::baseline::Baseline;
use tablestakes::finding::FindingDocument;
use tablestakes_reference::history::History;

/// The octets are a file of each kind.
pub fn run(octets: &[u8]) {
    let path = Path::new("fuzz");
    let _ = Baseline::parse(path, &text(octets));
    if let Ok(history) = serde_json::from_slice::<History>(octets) {
        let written = serde_json::to_vec(&history).expect("a history has a form in JSON");
        let again = serde_json::from_slice::<History>(&written).expect("what was written can be read");
        // A number that is none is not equal to itself, so the texts are compared.
        assert_eq!(serde_json::to_vec(&again).ok(), Some(written));
    }
    if let Ok(finding) = FindingDocument::parse(path, octets) {
        let written = finding.to_text().expect("a finding has a form in JSON");
        let again = FindingDocument::parse(path, written.as_bytes()).expect("what was written can be read");
        assert_eq!(again.to_text(), Ok(written));
    }
}
