//! Any step as a request that is written out, with symbols for what a run or a server chooses: what can then be changed
//! below the level of operations, or written as a command of another tool.

use super::{Lowering, Page};
use crate::history::bindings::Bindings;
use crate::history::shrink::texts;
use crate::target::{AuthScheme, Axes, Target};
use std::time::SystemTime;
use tablestakes_reference::history::symbol::{Piece, Symbol, literal, pieces};
use tablestakes_reference::history::{Auth, Call, Content, RawRequest, Step, Wire};
use tablestakes_reference::{Location, ServiceName};

/// A host that nobody has, and an account that no history names: where they stand, symbols go.
const NOWHERE: &str = "DefaultEndpointsProtocol=http;AccountName=zz7ab1e57a;AccountKey=AA==;\
                       TableEndpoint=http://zz7ab1e57a.invalid:1/zz7ab1e57a;\
                       QueueEndpoint=http://zz7ab1e57a.invalid:1/zz7ab1e57a;\
                       BlobEndpoint=http://zz7ab1e57a.invalid:1/zz7ab1e57a;";
/// What every request has, and the harness writes anew each time.
const RENEWED: [&str; 7] =
    ["host", "user-agent", "x-ms-version", "x-ms-date", "date", "content-length", "authorization"];

/// The step as a request that is written out; of a scan the first page. None if it cannot be written without a run: it is
/// one already, or its table's name is no name.
pub(crate) fn written_out(step: &Step, axes: Axes) -> Option<Step> {
    if matches!(step.call, Call::Raw { .. }) {
        return None;
    }
    let service = match step.call {
        Call::Queue { .. } => ServiceName::Queue,
        Call::Blob { .. } => ServiceName::Blob,
        _ => ServiceName::Table,
    };
    let target = Target::parse_as(NOWHERE, service).ok()?;
    let mut held: Vec<Symbol> = Vec::new();
    let mut plain = step.clone();
    texts(&mut plain, &mut |text| *text = without_symbols(text, &mut held));
    plain.wire = Wire { auth: Auth::default(), account: None, location: Location::Primary, ..plain.wire };
    let bindings = Bindings::new("zz", &target);
    // How it is authorized is no part of what is written: a signature of nobody's, made long ago, would stand in it.
    let axes = Axes { auth: AuthScheme::SharedKey, ..axes };
    let lowering = Lowering { target: &target, axes, bindings: &bindings, now: SystemTime::UNIX_EPOCH };
    let request = lowering.request(&plain, &Page::default()).ok()?;

    let base = &target.endpoint.base_path;
    let origin = format!("{}://{}", target.endpoint.scheme, target.endpoint.authority());
    let symbolic = |text: &str| {
        let mut text = literal(text).replace(&origin, "${origin}").replace(base, "${base}");
        for (number, symbol) in held.iter().enumerate() {
            text = text.replace(&placeholder(number), &symbol.to_string());
        }
        text
    };
    let path = request.target.strip_prefix(base.as_str())?;
    let is_renewed = |name: &str| RENEWED.iter().any(|held| held.eq_ignore_ascii_case(name));
    let headers = request.headers.iter().filter(|(name, _)| !is_renewed(name));
    let headers = headers.map(|(name, value)| (name.to_owned(), symbolic(value))).collect();
    let body = match std::str::from_utf8(&request.body) {
        Ok("") => Content::None,
        Ok(text) => Content::Text { text: symbolic(text) },
        Err(_) => Content::Octets { octets: request.body.to_vec() },
    };
    let mut kept: Vec<(String, Option<String>)> =
        step.wire.headers.iter().filter(|(name, _)| is_renewed(name)).cloned().collect();
    // What is written out says no length where there is no body, and an operation may.
    let says_length = kept.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    if request.body.is_empty() && !says_length && request.headers.get("content-length") == Some("0") {
        kept.push(("content-length".to_owned(), Some("0".to_owned())));
    }
    let Wire { version, auth, account, location, .. } = step.wire.clone();
    let wire = Wire { version, auth, account, location, headers: kept, ..Wire::default() };
    let request = RawRequest { method: request.method, target: symbolic(path), headers, body, odd: false };
    Some(Step { call: Call::Raw { request }, wire, seeds: false })
}

fn placeholder(number: usize) -> String {
    format!("zzsymbol7ab1e57a{number}zz")
}

fn without_symbols(text: &str, held: &mut Vec<Symbol>) -> String {
    let mut written = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            // It is bound once more.
            Piece::Text(text) => written.push_str(&literal(text)),
            Piece::Symbol(symbol) => {
                let number = held.iter().position(|other| *other == symbol).unwrap_or(held.len());
                if number == held.len() {
                    held.push(symbol);
                }
                written.push_str(&placeholder(number));
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::{Headers, Response};
    use tablestakes_reference::queue::Ask;
    use tablestakes_reference::table::{EntityBody, Key, Operation, Query, WriteMode};

    /// The request of a step on some target, without what depends on the clock.
    fn sent(step: &Step, service: ServiceName) -> String {
        let target = Target::parse_as("http://127.0.0.1:10002/devstoreaccount1", service).unwrap();
        let mut bindings = Bindings::new("ts1", &target);
        let headers = Headers::from_iter([("ETag", "W/\"e\"")]);
        bindings.note(0, Some(&Response { status: 204, headers, body: bytes::Bytes::new() }));
        let now = SystemTime::UNIX_EPOCH;
        let lowering = Lowering { target: &target, axes: Axes::default(), bindings: &bindings, now };
        let request = lowering.request(step, &Page::default()).unwrap();
        let mut headers: Vec<String> = request.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        headers.sort();
        format!("{} {}\n{}\n{:?}", request.method, request.target, headers.join("\n"), request.body)
    }

    #[test]
    fn what_is_asked_of_queues_is_written_out_as_well() {
        let metadata = vec![("a".to_owned(), "1 <&>".to_owned())];
        let update = Ask::UpdateMessage {
            queue: "${queue}".into(),
            message: "an id".into(),
            receipt: Some("a+b=".into()),
            visibility: Some("0".into()),
            text: Some("<a> & ${queue:1}".into()),
        };
        for ask in [update, Ask::SetMetadata { queue: "${queue}-x".into(), metadata }] {
            let written = written_out(&Step::from(ask.clone()), Axes::default()).unwrap();
            assert!(matches!(written.call, Call::Raw { .. }));
            assert_eq!(sent(&written, ServiceName::Queue), sent(&Step::from(ask), ServiceName::Queue));
        }
    }

    #[test]
    fn what_is_written_out_is_what_was_sent() {
        let table = || "${table:1}".to_owned();
        let entity = EntityBody::default().with("A", "${table}").with("B", 1);
        let write = |if_match: &str| Operation::WriteEntity {
            table: table(),
            key: Key::new("a'b%", "${etag:0}"),
            entity: entity.clone(),
            mode: WriteMode::Merge,
            if_match: Some(if_match.into()),
        };
        let account = Wire { account: Some("other".into()), ..Wire::default() };
        let query = Query { filter: Some("A eq '${table}'".into()), ..Query::default() };
        for step in [
            Step::from(write("${etag:0}")),
            Step::from(write("*")).written(Wire { tunnelled: true, auth: Auth::SharedKeyLite, ..Wire::default() }),
            Step::from(Operation::Batch { operations: vec![write("*"), write("*")] }),
            Step::from(Operation::GetTable { table: table() }).written(account),
            Step::from(Call::Scan { table: table(), query }),
            Step::from(Operation::CreateTable { table: table(), prefer: None }),
        ] {
            let written = written_out(&step, Axes::default()).unwrap();
            assert!(matches!(written.call, Call::Raw { .. }));
            assert_eq!(sent(&written, ServiceName::Table), sent(&step, ServiceName::Table));
        }
    }
}
