//! Entity group transactions: `multipart/mixed` around the operations' requests.

use super::format;
use super::operation::{Draft, Drafting};
use crate::history::bindings::Unbound;
use crate::target::Endpoint;
use std::fmt::Write as _;
use tablestakes_reference::history::LineEnd;
use tablestakes_reference::table::Operation;

/// How the requests within a batch name what they address.
#[derive(Clone, Copy)]
pub(super) struct Addresses<'a> {
    pub(super) endpoint: &'a Endpoint,
    /// What every path begins with.
    pub(super) base: &'a str,
}

/// The request that carries these operations: in one change set, or, if it is one that reads, by itself.
pub(super) fn draft(drafting: &Drafting<'_>, operations: &[Operation]) -> Result<Draft, Unbound> {
    let lone_read = matches!(
        operations,
        [Operation::GetEntity { .. }
            | Operation::QueryEntities { .. }
            | Operation::QueryTables { .. }
            | Operation::GetTable { .. }]
    );
    let mut parts = Vec::with_capacity(operations.len());
    for (number, operation) in (1..).zip(operations) {
        parts.push(part(drafting, &drafting.operation(operation)?, (!lone_read).then_some(number)));
    }
    let end = line_end(drafting);
    let (batch, change_set) = boundaries(&parts);
    let mut body = format!("--{batch}{end}");
    if lone_read {
        body += &parts.concat();
    } else {
        let _ = write!(body, "Content-Type: multipart/mixed; boundary={change_set}{end}{end}");
        for part in &parts {
            let _ = write!(body, "--{change_set}{end}{part}");
        }
        let _ = write!(body, "--{change_set}--{end}");
    }
    let _ = write!(body, "--{batch}--{end}");
    let mut fields = format::asking(drafting.format);
    fields.push(("Content-Type", format!("multipart/mixed; boundary={batch}")));
    Ok(Draft { method: "POST".to_owned(), target: "/$batch".to_owned(), fields, headers: Vec::new(), body: Some(body) })
}

fn line_end(drafting: &Drafting<'_>) -> &'static str {
    match drafting.wire.line_end {
        LineEnd::CrLf => "\r\n",
        LineEnd::Lf => "\n",
    }
}

/// One operation as `application/http`.
fn part(drafting: &Drafting<'_>, draft: &Draft, content_id: Option<u32>) -> String {
    let end = line_end(drafting);
    let Addresses { endpoint, base } = drafting.addresses;
    let origin = if drafting.wire.path_inner_uris {
        String::new()
    } else {
        format!("{}://{}", endpoint.scheme, endpoint.authority())
    };
    let mut text = format!("Content-Type: application/http{end}Content-Transfer-Encoding: binary{end}{end}");
    let _ = write!(text, "{} {origin}{}{} HTTP/1.1{end}", draft.method, base, draft.target);
    if let Some(number) = content_id {
        let _ = write!(text, "Content-ID: {number}{end}");
    }
    for (name, value) in &draft.fields {
        let _ = write!(text, "{name}: {value}{end}");
    }
    let body = draft.body.as_deref().unwrap_or_default();
    let _ = write!(text, "{end}{body}{end}");
    text
}

/// Two boundaries that occur in none of the parts. Always the same for the same parts.
fn boundaries(parts: &[String]) -> (String, String) {
    let mut number = 1_u32;
    loop {
        let id = format!("7ab1e57a-0000-4000-8000-{number:012x}");
        if !parts.iter().any(|part| part.contains(&id)) {
            return (format!("batch_{id}"), format!("changeset_{id}"));
        }
        number += 1;
    }
}
