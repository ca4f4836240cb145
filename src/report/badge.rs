//! `badge.json` and `badge-gate.json`, in the form that shields.io reads from an address
//! (`https://img.shields.io/endpoint?url=…`): whether the target conforms, and whether the gate lets it pass.

use super::document::ReportDocument;
use super::words::counted;
use crate::exit::Exit;
use serde_json::json;

/// The text of `badge.json`: which conformance classes are met. What a baseline knows is not met.
///
/// # Errors
/// None in practice: texts and numbers have a form in JSON.
pub(super) fn conformance(document: &ReportDocument) -> Result<String, String> {
    let (met, all) = (document.classes.iter().filter(|class| class.met).count(), document.classes.len());
    let (message, color) = match document.exit_of_checks() {
        Exit::Usage => ("nothing checked".to_owned(), "lightgrey"),
        Exit::TargetUnreachable => ("target gone".to_owned(), "lightgrey"),
        Exit::Conforms | Exit::DoesNotConform if met == all && all > 0 => ("conforms".to_owned(), "brightgreen"),
        Exit::Conforms | Exit::DoesNotConform if met > 0 => {
            (format!("{met} of {all} classes{}", not_asked(document)), "orange")
        }
        Exit::Conforms | Exit::DoesNotConform => (format!("does not conform{}", not_asked(document)), "red"),
    };
    badge("tablestakes", &message, color)
}

/// The text of `badge-gate.json`: whether the run ended well, with what the baseline knows.
///
/// # Errors
/// None in practice: texts and numbers have a form in JSON.
pub(super) fn gate(document: &ReportDocument) -> Result<String, String> {
    let known = document.causes.iter().filter(|cause| cause.is_known()).count();
    let new = document.causes.iter().filter(|cause| cause.fails()).count();
    let (message, color) = match document.exit_of_checks() {
        Exit::Conforms if known > 0 => (format!("passes, {known} known"), "green"),
        Exit::Conforms => ("passes".to_owned(), "brightgreen"),
        Exit::DoesNotConform if new > 0 => (format!("{}{}", counted(new, "new cause"), not_asked(document)), "red"),
        Exit::DoesNotConform => (format!("fails{}", not_asked(document)), "red"),
        Exit::Usage => ("nothing checked".to_owned(), "lightgrey"),
        Exit::TargetUnreachable => ("target gone".to_owned(), "lightgrey"),
    };
    badge("tablestakes gate", &message, color)
}

/// How many checks could not be asked or judged.
fn not_asked(document: &ReportDocument) -> String {
    let parts = [
        (document.count("blocked"), "blocked"),
        (document.checks.iter().filter(|check| check.is_unjudged()).count(), "unjudged"),
    ];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}")).collect()
}

fn badge(label: &str, message: &str, color: &str) -> Result<String, String> {
    let badge = json!({ "schemaVersion": 1, "label": label, "message": message, "color": color });
    crate::json::pretty(&badge).map_err(|error| error.to_string())
}
