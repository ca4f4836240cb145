//! The tables of a history: which to create before it, and which to delete after it.

use crate::history::bindings::Bindings;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, RawBody, Step};
use tablestakes_reference::table::Operation;

/// The steps that create the tables that a history is given.
pub(crate) fn creating(history: &History) -> Vec<Step> {
    (0..history.tables)
        .map(|number| Step::from(Operation::CreateTable { table: Symbol::Table(number).to_string(), prefer: None }))
        .collect()
}

/// The step that deletes a table.
pub(crate) fn deleting(name: &str) -> Step {
    // The text `${` in a name is no symbol here.
    Step::from(Operation::DeleteTable { table: name.replace("${", "$${") })
}

/// The name of the table that a step creates, if it creates one.
pub(crate) fn created_by(step: &Step, bindings: &Bindings) -> Option<String> {
    match &step.call {
        Call::Operation { operation: Operation::CreateTable { table, .. } } => bindings.bind(table).ok(),
        Call::Raw { request } if request.method == "POST" && request.target.starts_with("/Tables") => {
            let RawBody::Text { text } = &request.body else { return None };
            let body: serde_json::Value = serde_json::from_str(&bindings.bind(text).ok()?).ok()?;
            body.get("TableName")?.as_str().map(ToOwned::to_owned)
        }
        _ => None,
    }
}
