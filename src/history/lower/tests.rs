//! Whole requests, as they go on the wire.

use super::{Lowering, Page, redacted};
use crate::history::bindings::Bindings;
use crate::target::{Axes, Format, Target};
use bytes::Bytes;
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::{Auth, Call, Content, LineEnd, Metadata, RawRequest, Step, Wire};
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::table::{EntityBody, Key, MergeMethod, Operation, Prefer, Query, Token, WriteMode};
use tablestakes_reference::version::Version;

fn target() -> Target {
    Target::parse("UseDevelopmentStorage=true").unwrap()
}

/// The request as text: every header but those that every request has.
fn lowered(step: impl Into<Step>) -> String {
    lowered_on(Axes::default(), step)
}

fn lowered_on(axes: Axes, step: impl Into<Step>) -> String {
    let step = step.into();
    let target = target();
    let mut bindings = Bindings::new("ts1", &target);
    let headers = Headers::from_iter([("ETag", "W/\"e\""), ("x-ms-continuation-NextPartitionKey", "1!0!+")]);
    bindings.note(0, Some(&Response { status: 204, headers, body: Bytes::new() }));
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000);
    let lowering = Lowering { target: &target, axes, bindings: &bindings, now };
    let request = redacted(&lowering.request(&step, &Page::default()).unwrap());
    let mut text = format!("{} {}\n", request.method, request.target);
    for (name, value) in request.headers.iter() {
        let usual = [
            ("host", "127.0.0.1:10002"),
            ("x-ms-version", "2019-02-02"),
            ("x-ms-date", "Wed, 18 Nov 2026 11:06:40 GMT"),
            ("accept", "application/json;odata=minimalmetadata"),
            ("dataserviceversion", "3.0"),
            ("authorization", "SharedKey devstoreaccount1:…"),
            ("content-type", "application/json"),
        ];
        if !usual.contains(&(name, value)) && name != "user-agent" {
            text += &format!("{name}: {value}\n");
        }
    }
    text + "\n" + &String::from_utf8_lossy(&request.body)
}

fn table() -> String {
    "${table}".to_owned()
}

fn get() -> Operation {
    Operation::GetEntity { table: table(), key: Key::new("a'b", "c d"), select: Some("A,B".into()) }
}

fn write(mode: WriteMode) -> Operation {
    let entity = EntityBody::default().with("A", 1);
    let if_match = Some("${etag:0}".into());
    Operation::WriteEntity { table: table(), key: Key::new("p", ""), entity, mode, if_match }
}

#[test]
fn operations_are_written_as_clients_do() {
    assert_eq!(lowered(get()), "GET /devstoreaccount1/ts1t0(PartitionKey='a''b',RowKey='c%20d')?$select=A%2CB\n\n");
    assert_eq!(
        lowered(Operation::CreateTable { table: table(), prefer: Some(Prefer::ReturnNoContent) }),
        "POST /devstoreaccount1/Tables\ncontent-length: 21\nprefer: return-no-content\n\n{\"TableName\":\"ts1t0\"}"
    );
    assert_eq!(
        lowered(Operation::DeleteTable { table: "x'é".into() }),
        "DELETE /devstoreaccount1/Tables('x''%C3%A9')\n\n"
    );
    let entity = EntityBody::keyed(&Key::new("${table}", "r"));
    assert_eq!(
        lowered(Operation::InsertEntity { table: table(), entity, prefer: None }),
        "POST /devstoreaccount1/ts1t0\ncontent-length: 40\n\n{\"PartitionKey\":\"${table}\",\"RowKey\":\"r\"}"
    );
    assert_eq!(
        lowered(write(WriteMode::Replace)),
        "PUT /devstoreaccount1/ts1t0(PartitionKey='p',RowKey='')\ncontent-length: 7\nif-match: W/\"e\"\n\n{\"A\":1}"
    );
}

#[test]
fn queries_carry_options_and_tokens() {
    let query = Query { filter: Some("A eq '+'".into()), select: None, top: Some("-1".into()) };
    let next = Some(Token { partition: "${next-partition:0}".into(), row: Some("${next-row:0}".into()) });
    assert_eq!(
        lowered(Operation::QueryEntities { table: table(), query, next }),
        "GET /devstoreaccount1/ts1t0()?$filter=A%20eq%20%27%2B%27&$top=-1&NextPartitionKey=1%210%21%2B\n\n"
    );
    let query = Query { filter: Some("TableName ge '${table:1}'".into()), ..Query::default() };
    assert_eq!(
        lowered(Call::ScanTables { query }),
        "GET /devstoreaccount1/Tables?$filter=TableName%20ge%20%27ts1t1%27\n\n"
    );
}

#[test]
fn the_wire_is_what_the_step_says() {
    let wire = Wire {
        version: Some(Version::V2015_12_11),
        metadata: Some(Metadata::None),
        auth: Auth::SharedKeyLite,
        merge: MergeMethod::Patch,
        tunnelled: true,
        headers: vec![
            ("DataServiceVersion".into(), None),
            ("If-Match".into(), Some("${etag:0}, x".into())),
            ("X-Twice".into(), Some("1".into())),
            ("x-twice".into(), Some("2".into())),
        ],
        ..Wire::default()
    };
    assert_eq!(
        lowered(Step::from(write(WriteMode::Merge)).written(wire)),
        "POST /devstoreaccount1/ts1t0(PartitionKey='p',RowKey='')\nx-ms-version: 2015-12-11\ncontent-length: 7\n\
         accept: application/json;odata=nometadata\nx-http-method: PATCH\nIf-Match: W/\"e\", x\nX-Twice: 1\nx-twice: 2\n\
         authorization: SharedKeyLite devstoreaccount1:…\n\n{\"A\":1}"
    );
}

#[test]
fn atom_is_written_where_it_can_be() {
    let axes = Axes { version: Version::V2015_07_08, format: Format::Atom, ..Axes::default() };
    let text = lowered_on(axes, write(WriteMode::Merge));
    let (head, body) = text.split_once("\n\n").unwrap();
    assert_eq!(
        head,
        format!(
            "MERGE /devstoreaccount1/ts1t0(PartitionKey='p',RowKey='')\nx-ms-version: 2015-07-08\ncontent-length: {}\n\
             accept: application/atom+xml,application/xml\ndataserviceversion: 2.0;NetFx\n\
             maxdataserviceversion: 2.0;NetFx\ncontent-type: application/atom+xml\nif-match: W/\"e\"",
            body.len()
        )
    );
    assert!(body.contains("<m:properties><d:A m:type=\"Edm.Int32\">1</d:A></m:properties>"), "{body}");
    let batch = lowered_on(axes, Operation::Batch { operations: vec![write(WriteMode::Merge)] });
    assert!(batch.contains("\r\nContent-Type: application/atom+xml\r\nIf-Match"), "{batch}");
    let wire = |wire: Wire| Step::from(write(WriteMode::Merge)).written(wire);
    let nameless = EntityBody::default().with("a b", 1);
    for step in [
        wire(Wire { metadata: Some(Metadata::Minimal), ..Wire::default() }),
        wire(Wire { version: Some(Version::V2015_12_11), ..Wire::default() }),
        wire(Wire { headers: vec![("Content-Type".into(), Some("text/plain".into()))], ..Wire::default() }),
        Operation::InsertEntity { table: table(), entity: nameless, prefer: None }.into(),
    ] {
        let text = lowered_on(axes, step);
        assert!(text.contains("\n\n{") && !text.contains("atom"), "{text}");
    }
}

#[test]
fn every_scheme_is_written() {
    let with = |auth| lowered(Step::from(get()).written(Wire { auth, ..Wire::default() }));
    let plain = lowered(get());
    for auth in [Auth::WrongKey, Auth::SignedForPath { path: "/${table}".into() }] {
        assert_eq!(with(auth), plain);
    }
    assert!(with(Auth::OtherAccount { account: "o".into() }).contains("authorization: SharedKey o:…\n"));
    assert!(with(Auth::Literal { value: "nonsense".into() }).contains("authorization: …\n"));
    assert!(with(Auth::Skewed { seconds: -3600 }).contains("x-ms-date: Wed, 18 Nov 2026 10:06:40 GMT\n"));
    assert!(with(Auth::Skewed { seconds: i64::MAX }).contains("x-ms-date: Fri, 31 Dec 9999 23:59:59 GMT\n"));
    assert!(with(Auth::DateHeader).contains("\ndate: Wed, 18 Nov 2026 11:06:40 GMT\n"));
}

#[test]
fn raw_requests_stand_as_written() {
    let request = RawRequest {
        method: "MeRGE".into(),
        target: "/${table}(%zz)?comp=acl&x y".into(),
        headers: vec![("Content-Length".into(), "99".into()), ("X-Ms-Version".into(), "odd".into())],
        body: Content::Text { text: "${base}|${account}|$${table}".into() },
        odd: false,
    };
    assert_eq!(
        lowered(request),
        "MeRGE /devstoreaccount1/ts1t0(%zz)?comp=acl&x y\nContent-Length: 99\nX-Ms-Version: odd\n\n\
         /devstoreaccount1|devstoreaccount1|${table}"
    );
    let bare =
        RawRequest { method: "POST".into(), target: "/".into(), headers: vec![], body: Content::None, odd: false };
    assert_eq!(lowered(bare), "POST /devstoreaccount1/\n\n");
}

#[test]
fn transactions_are_multipart() {
    let operations = vec![
        write(WriteMode::Merge),
        Operation::DeleteEntity { table: table(), key: Key::new("p", "q"), if_match: None },
    ];
    let wire = Wire { line_end: LineEnd::Lf, ..Wire::default() };
    let text = lowered(Step::from(Operation::Batch { operations }).written(wire));
    let id = "7ab1e57a-0000-4000-8000-000000000001";
    let expected = format!(
        "POST /devstoreaccount1/$batch\ncontent-length: 1089\ncontent-type: multipart/mixed; boundary=batch_{id}\n\n\
         --batch_{id}\nContent-Type: multipart/mixed; boundary=changeset_{id}\n\n\
         --changeset_{id}\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n\
         MERGE http://127.0.0.1:10002/devstoreaccount1/ts1t0(PartitionKey='p',RowKey='') HTTP/1.1\nContent-ID: 1\n\
         Accept: application/json;odata=minimalmetadata\nDataServiceVersion: 3.0\nContent-Type: application/json\n\
         If-Match: W/\"e\"\n\n{{\"A\":1}}\n\
         --changeset_{id}\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n\
         DELETE http://127.0.0.1:10002/devstoreaccount1/ts1t0(PartitionKey='p',RowKey='q') HTTP/1.1\nContent-ID: 2\n\
         Accept: application/json;odata=minimalmetadata\nDataServiceVersion: 3.0\n\n\n\
         --changeset_{id}--\n--batch_{id}--\n"
    );
    let without_length = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("content-length"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    assert_eq!(without_length(&text), without_length(&expected));
}

#[test]
fn a_lone_read_has_no_change_set_and_boundaries_never_occur_within() {
    let text = lowered(Operation::Batch { operations: vec![get()] });
    assert!(!text.contains("changeset") && !text.contains("Content-ID"), "{text}");
    let by_path = Wire { path_inner_uris: true, ..Wire::default() };
    let text = lowered(Step::from(Operation::Batch { operations: vec![get()] }).written(by_path));
    assert!(
        text.contains("\r\nGET /devstoreaccount1/ts1t0(PartitionKey='a''b',RowKey='c%20d')?$select=A%2CB HTTP/1.1\r\n")
    );
    let entity = EntityBody::default().with("A", "7ab1e57a-0000-4000-8000-000000000001");
    let insert = Operation::InsertEntity { table: table(), entity, prefer: None };
    assert!(
        lowered(Operation::Batch { operations: vec![insert] }).contains("batch_7ab1e57a-0000-4000-8000-000000000002")
    );
}

#[test]
fn what_has_no_value_is_named() {
    let target = target();
    let bindings = Bindings::new("ts1", &target);
    let lowering =
        Lowering { target: &target, axes: Axes::default(), bindings: &bindings, now: SystemTime::UNIX_EPOCH };
    let unbound = lowering.request(&write(WriteMode::Merge).into(), &Page::default()).unwrap_err();
    assert_eq!(unbound.symbol, "${etag:0}");
}
