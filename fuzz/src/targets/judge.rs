//! The judge on arbitrary answers: whatever a target said, there is a verdict; and what the reference says is allowed.

use super::service::{NOW, Service, TARGET, request};
use super::vocabulary::{body, key, properties, text};
use arbitrary::{Arbitrary, Result, Unstructured};
use bytes::Bytes;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};
use tablestakes::history::{Exchange, Names, Replayer, StepRecord};
use tablestakes::judge::Verdict;
use tablestakes::target::{Axes, Format, Limits, Transport, TransportFailure};
use tablestakes_reference::history::{Call, Content, History, RawRequest, Step};
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::{Operation, Query, WriteMode};

static REPLAYER: LazyLock<Replayer> = LazyLock::new(|| {
    let names = Names::new(1, SystemTime::UNIX_EPOCH + Duration::from_secs(NOW));
    let transport = Transport::new(&TARGET, Limits::default());
    Replayer::new(TARGET.clone(), transport, Axes::default(), Arc::new(names))
});

const TYPES: [&str; 8] = [
    "application/json;odata=minimalmetadata",
    "application/json",
    "application/atom+xml",
    "application/xml",
    "multipart/mixed; boundary=b",
    "text/html",
    "",
    "multipart/mixed",
];

/// The octets decide a history and the answers to it.
pub fn run(octets: &[u8]) {
    let _ = judged(&mut Unstructured::new(octets));
}

fn judged(u: &mut Unstructured<'_>) -> Result<()> {
    let format = *u.choose(&[Format::JsonMinimal, Format::JsonNone, Format::JsonFull])?;
    let axes = Axes { format, ..Axes::default() };
    let truthful = u.ratio(1, 4)?;
    let rules: Vec<RuleId> = RuleId::all().step_by(7).skip(u.int_in_range(0..=6)?).collect();
    let mut history = History {
        rules,
        service: tablestakes_reference::ServiceName::Table,
        fixtures: 1,
        steps: Vec::new(),
        branches: Vec::new(),
        versions: false,
    };
    let mut service = Service::trusting();
    service.tell(&Operation::CreateTable { table: "${table}".to_owned(), prefer: None }.into());
    let mut kept = Vec::new();
    for index in 0..u.int_in_range(1..=4)? {
        let step = step(u)?;
        let asked = request(&step, axes);
        let said = service.ask(&asked);
        let actual = if truthful { Ok(said) } else { answer(u, said)? };
        let exchange = Exchange { request: asked, actual, expected: None, duration: Duration::ZERO };
        kept.push(StepRecord {
            index,
            exchanges: vec![exchange],
            verdict: Verdict::Allowed,
            taken: None,
            read_back: Vec::new(),
        });
        history.steps.push(step);
    }
    let replayed = REPLAYER.with_axes(axes).rejudge(&history, &kept, None).expect("the table is created");
    assert!(!replayed.steps.is_empty());
    let allowed = replayed.steps.iter().all(|record| record.verdict == Verdict::Allowed);
    assert!(!truthful || allowed, "{:#?}", replayed.steps);
    Ok(())
}

fn step(u: &mut Unstructured<'_>) -> Result<Step> {
    let table = "${table}".to_owned();
    let key = key(u)?;
    Ok(match u.int_in_range(0..=6)? {
        0 => Operation::InsertEntity { table, entity: body(&key, &properties(u)?), prefer: None }.into(),
        1 => {
            let mode = if u.arbitrary()? { WriteMode::Replace } else { WriteMode::Merge };
            Operation::WriteEntity { table, entity: body(&key, &properties(u)?), key, mode, if_match: None }.into()
        }
        2 => Operation::DeleteEntity { table, key, if_match: Some("*".to_owned()) }.into(),
        3 => Operation::GetEntity { table, key, select: None }.into(),
        4 => Call::Scan { table, query: Query::default() }.into(),
        5 => {
            let entity = body(&key, &properties(u)?);
            let write = Operation::WriteEntity { table, key, entity, mode: WriteMode::Replace, if_match: None };
            Operation::Batch { operations: vec![write] }.into()
        }
        _ => {
            let target = format!("/{table}()?{}", text(<&[u8]>::arbitrary(u)?).replace(['$', '#', ' '], ""));
            RawRequest { method: "GET".into(), target, headers: Vec::new(), body: Content::None, odd: false }.into()
        }
    })
}

/// Any answer: one made up, the true one changed, or none.
fn answer(u: &mut Unstructured<'_>, said: Response) -> Result<std::result::Result<Response, TransportFailure>> {
    if u.ratio(1, 16)? {
        return Ok(Err(TransportFailure::TimedOut(Duration::from_secs(1))));
    }
    let status = if u.arbitrary()? { said.status } else { u.int_in_range(100..=999)? };
    let mut headers = Headers::new();
    let mut body = said.body.to_vec();
    if u.arbitrary()? {
        headers = said.headers.clone();
        for _ in 0..u.int_in_range(0..=2)? {
            let at = u.int_in_range(0..=body.len())?;
            let end = (at + u.int_in_range(0..=8)?).min(body.len());
            body.splice(at..end, <&[u8]>::arbitrary(u)?.iter().copied().take(16));
        }
    } else {
        headers.push("content-type", *u.choose(&TYPES)?);
        body = <&[u8]>::arbitrary(u)?.to_vec();
    }
    if u.arbitrary()? {
        let name =
            *u.choose(&["etag", "x-ms-continuation-nextpartitionkey", "content-type", "location", "x-ms-request-id"])?;
        headers.push(name, text(<&[u8]>::arbitrary(u)?));
    }
    Ok(Ok(Response { status, headers, body: Bytes::from(body) }))
}
