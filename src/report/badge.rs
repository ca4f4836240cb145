//! `badge.json`, in the form that shields.io reads from an address (`https://img.shields.io/endpoint?url=…`).

use super::document::ReportDocument;
use crate::exit::Exit;
use serde_json::json;

/// The text of the file.
///
/// # Errors
/// None in practice: texts and numbers have a form in JSON.
pub(super) fn badge(document: &ReportDocument) -> Result<String, String> {
    let (met, all) = (document.classes.iter().filter(|class| class.met).count(), document.classes.len());
    let (message, color) = match document.exit_of_checks() {
        Exit::Conforms if met == all => ("conforms".to_owned(), "brightgreen"),
        Exit::Conforms => (format!("{met} of {all} classes"), "green"),
        Exit::DoesNotConform if met > 0 => (format!("{met} of {all} classes"), "orange"),
        Exit::DoesNotConform => ("does not conform".to_owned(), "red"),
        Exit::Usage => ("nothing checked".to_owned(), "lightgrey"),
        Exit::TargetUnreachable => ("target gone".to_owned(), "lightgrey"),
    };
    let badge = json!({ "schemaVersion": 1, "label": "tablestakes", "message": message, "color": color });
    crate::json::pretty(&badge).map_err(|error| error.to_string())
}
