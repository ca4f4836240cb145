//! The tables, queues or containers of a history: which to create before it, and which to delete after it.

use crate::history::bindings::Bindings;
use tablestakes_reference::ServiceName;
use tablestakes_reference::blob;
use tablestakes_reference::history::symbol::{Symbol, literal};
use tablestakes_reference::history::{Call, Content, History, RawRequest, Step};
use tablestakes_reference::queue::Ask;
use tablestakes_reference::table::{Operation, Query};

/// The symbol of one that a history is given.
pub(crate) fn symbol(service: ServiceName, number: u8) -> Symbol {
    match service {
        ServiceName::Queue => Symbol::Queue(number),
        ServiceName::Blob => Symbol::Container(number),
        ServiceName::Table => Symbol::Table(number),
    }
}

/// The steps that create what a history is given.
pub(crate) fn creating(history: &History) -> Vec<Step> {
    (0..history.fixtures)
        .map(|number| {
            let name = symbol(history.service, number).to_string();
            match history.service {
                ServiceName::Queue => Step::from(Ask::CreateQueue { queue: name, metadata: Vec::new() }),
                ServiceName::Blob => on_container(blob::Operation::CreateContainer, name),
                ServiceName::Table => Step::from(Operation::CreateTable { table: name, prefer: None }),
            }
        })
        .collect()
}

/// The step that deletes one.
pub(crate) fn deleting(service: ServiceName, name: &str) -> Step {
    let name = literal(name);
    match service {
        ServiceName::Queue => Step::from(Ask::DeleteQueue { queue: name }),
        ServiceName::Blob => on_container(blob::Operation::DeleteContainer, name),
        ServiceName::Table => Step::from(Operation::DeleteTable { table: name }),
    }
}

/// A read that is granted if one is there.
pub(super) fn reading(service: ServiceName, name: &str) -> Step {
    let name = literal(name);
    match service {
        ServiceName::Queue => Step::from(Ask::GetMetadata { queue: name }),
        ServiceName::Blob => on_container(blob::Operation::GetContainer, name),
        ServiceName::Table => {
            let query = Query { top: Some("1".to_owned()), ..Query::default() };
            Step::from(Operation::QueryEntities { table: name, query, next: None })
        }
    }
}

/// The name of the table, queue or container that a step creates, if it creates one.
pub(crate) fn created_by(step: &Step, bindings: &Bindings) -> Option<String> {
    match &step.call {
        Call::Operation { operation: Operation::CreateTable { table, .. } } => bindings.bind(table).ok(),
        Call::Queue { ask: Ask::CreateQueue { queue, .. } } => bindings.bind(queue).ok(),
        Call::Raw { request } if request.method == "POST" && request.target.starts_with("/Tables") => {
            let Content::Text { text } = &request.body else { return None };
            let body: serde_json::Value = serde_json::from_str(&bindings.bind(text).ok()?).ok()?;
            body.get("TableName")?.as_str().map(ToOwned::to_owned)
        }
        Call::Blob { ask } if ask.operation == blob::Operation::CreateContainer => {
            bindings.bind(ask.container.as_deref()?).ok()
        }
        Call::Raw { request } => named_in_path(request, bindings),
        _ => None,
    }
}

fn on_container(operation: blob::Operation, container: String) -> Step {
    Step::from(blob::Ask::on_container(operation, container))
}

/// `PUT /${queue}…` or `PUT /${container}…`, of which nothing else is asked.
fn named_in_path(request: &RawRequest, bindings: &Bindings) -> Option<String> {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let name = path.strip_prefix('/')?;
    let is_own = name.starts_with("${queue") || name.starts_with("${container");
    let creates = request.method == "PUT" && !query.split('&').any(|option| option.starts_with("comp="));
    (creates && is_own && !name.contains('/')).then(|| bindings.bind(name).ok()).flatten()
}
