//! The tables or queues of a history: which to create before it, and which to delete after it.

use crate::history::bindings::Bindings;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, RawBody, RawRequest, Step};
use tablestakes_reference::queue::Ask;
use tablestakes_reference::table::{Operation, Query};

/// The symbol of one that a history is given.
pub(crate) fn symbol(service: ServiceName, number: u8) -> Symbol {
    match service {
        ServiceName::Queue => Symbol::Queue(number),
        ServiceName::Table | ServiceName::Blob => Symbol::Table(number),
    }
}

/// The steps that create what a history is given.
pub(crate) fn creating(history: &History) -> Vec<Step> {
    (0..history.fixtures)
        .map(|number| {
            let name = symbol(history.service, number).to_string();
            match history.service {
                ServiceName::Queue => Step::from(Ask::CreateQueue { queue: name, metadata: Vec::new() }),
                ServiceName::Table | ServiceName::Blob => {
                    Step::from(Operation::CreateTable { table: name, prefer: None })
                }
            }
        })
        .collect()
}

/// The step that deletes one.
pub(crate) fn deleting(service: ServiceName, name: &str) -> Step {
    // The text `${` in a name is no symbol here.
    let name = name.replace("${", "$${");
    match service {
        ServiceName::Queue => Step::from(Ask::DeleteQueue { queue: name }),
        ServiceName::Table | ServiceName::Blob => Step::from(Operation::DeleteTable { table: name }),
    }
}

/// A read that is granted if one is there.
pub(super) fn reading(service: ServiceName, name: &str) -> Step {
    let name = name.replace("${", "$${");
    match service {
        ServiceName::Queue => Step::from(Ask::GetMetadata { queue: name }),
        ServiceName::Table | ServiceName::Blob => {
            let query = Query { top: Some("1".to_owned()), ..Query::default() };
            Step::from(Operation::QueryEntities { table: name, query, next: None })
        }
    }
}

/// The name of the table or queue that a step creates, if it creates one.
pub(crate) fn created_by(step: &Step, bindings: &Bindings) -> Option<String> {
    match &step.call {
        Call::Operation { operation: Operation::CreateTable { table, .. } } => bindings.bind(table).ok(),
        Call::Queue { ask: Ask::CreateQueue { queue, .. } } => bindings.bind(queue).ok(),
        Call::Raw { request } if request.method == "POST" && request.target.starts_with("/Tables") => {
            let RawBody::Text { text } = &request.body else { return None };
            let body: serde_json::Value = serde_json::from_str(&bindings.bind(text).ok()?).ok()?;
            body.get("TableName")?.as_str().map(ToOwned::to_owned)
        }
        Call::Raw { request } => queue_created_by(request, bindings),
        _ => None,
    }
}

/// `PUT /${queue}…`, of which nothing else is asked.
fn queue_created_by(request: &RawRequest, bindings: &Bindings) -> Option<String> {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let name = path.strip_prefix('/').filter(|name| name.starts_with("${queue") && !name.contains('/'))?;
    let creates = request.method == "PUT" && !query.split('&').any(|option| option.starts_with("comp="));
    creates.then(|| bindings.bind(name).ok()).flatten()
}
