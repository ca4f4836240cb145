//! Each anomaly, and what is none.

use super::super::event::{Metadata, Told};
use super::*;
use crate::concurrency::timeline::Span;
use bytes::Bytes;
use std::collections::BTreeSet;
use std::time::Duration;

const AUDIT: usize = 90;

fn told(status: u16) -> Told {
    Told {
        status,
        etag: None,
        md5: None,
        offset: None,
        metadata: Metadata::new(),
        content: Bytes::new(),
        names: BTreeSet::new(),
    }
}

/// A request that begins at ten times its step and takes so long.
fn event(step: usize, takes: u64, asked: Asked, told: Option<Told>) -> Event {
    let begins = Duration::from_millis(step as u64 * 10);
    let returned = told.as_ref().map(|_| begins + Duration::from_millis(takes));
    Event { place: "c/b".into(), step, span: Span { invoked: begins, returned }, asked, told, times: 1 }
}

fn content(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

fn metadata(text: &str) -> Metadata {
    Metadata::from_iter([("v".to_owned(), text.to_owned())])
}

fn write(step: usize, text: &str, condition: Option<Condition>, status: Option<u16>) -> Event {
    let asked = Asked::Write { content: content(text), metadata: metadata(text), condition };
    event(step, 5, asked, status.map(|status| Told { etag: Some(format!("\"{text}\"")), ..told(status) }))
}

fn read(step: usize, text: &str) -> Event {
    let told =
        Told { etag: Some(format!("\"{text}\"")), metadata: metadata(text), content: content(text), ..told(200) };
    event(step, 5, Asked::Read, Some(told))
}

fn missing(step: usize) -> Event {
    event(step, 5, Asked::Read, Some(told(404)))
}

fn delete(step: usize, status: Option<u16>) -> Event {
    event(step, 5, Asked::Delete, status.map(told))
}

fn append(step: usize, text: &str, offset: usize) -> Event {
    let told = Told { offset: Some(offset), ..told(201) };
    event(step, 5, Asked::Append { content: content(text) }, Some(told))
}

fn list(step: usize, names: &[&str]) -> Event {
    let told = Told { names: names.iter().map(|name| (*name).to_owned()).collect(), ..told(200) };
    Event { place: "c".into(), ..event(step, 5, Asked::List, Some(told)) }
}

fn acquire(step: usize, status: u16) -> Event {
    event(step, 5, Asked::Acquire, Some(told(status)))
}

fn rules(all: &[Event]) -> Vec<&'static str> {
    let events = Events { all: all.to_vec(), audit: AUDIT };
    find(&events).into_iter().map(|(_, mismatch)| mismatch.rule.as_str()).collect()
}

#[test]
fn what_a_service_may_do_is_no_anomaly() {
    let tag = |text: &str| Some(Condition::Is(format!("\"{text}\"")));
    assert_eq!(
        rules(&[write(1, "a", None, Some(201)), read(2, "a"), write(3, "b", tag("a"), Some(201)), read(90, "b")]),
        [""; 0]
    );
    // Nobody knows whether it was done, and when.
    assert_eq!(
        rules(&[write(1, "a", None, Some(201)), write(2, "b", None, None), read(3, "a"), read(90, "b")]),
        [""; 0]
    );
    assert_eq!(rules(&[write(1, "a", None, Some(201)), delete(2, None), read(3, "a"), missing(90)]), [""; 0]);
    // Under way while it is read.
    let slow = Event {
        span: Span { invoked: Duration::ZERO, returned: Some(Duration::from_millis(500)) },
        ..write(1, "b", None, Some(201))
    };
    assert_eq!(rules(&[write(0, "a", None, Some(201)), slow, read(4, "b"), read(90, "b")]), [""; 0]);
    let loser = write(2, "c", tag("a"), Some(412));
    assert_eq!(rules(&[write(1, "b", tag("a"), Some(201)), loser, read(90, "b")]), [""; 0]);
    let whole = Event { told: Some(Told { content: content("[1][2]"), ..told(200) }), ..read(90, "") };
    assert_eq!(rules(&[append(1, "[1]", 0), append(2, "[2]", 3), whole]), [""; 0]);
    assert_eq!(rules(&[write(1, "a", None, Some(201)), list(2, &["b"]), delete(3, Some(202)), list(4, &[])]), [""; 0]);
    assert_eq!(rules(&[acquire(1, 201), acquire(2, 409)]), [""; 0]);
}

#[test]
fn each_anomaly_is_found() {
    let torn = Event { told: Some(Told { metadata: metadata("a"), ..read(3, "b").told.unwrap() }), ..read(3, "b") };
    let writes = || [write(1, "a", None, Some(201)), write(2, "b", None, Some(201))];
    assert_eq!(rules(&[&writes()[..], &[torn, read(90, "b")]].concat()), ["blob.concurrency.one-version"]);
    assert_eq!(rules(&[&writes()[..], &[read(3, "ab")]].concat()), ["blob.concurrency.one-version"]);
    assert_eq!(rules(&[&writes()[..], &[read(3, "a"), read(90, "b")]].concat()), ["blob.concurrency.no-stale-reads"]);
    assert_eq!(rules(&[&writes()[..], &[read(90, "a")]].concat()), ["blob.concurrency.nothing-lost"]);
    assert_eq!(rules(&[&writes()[..], &[missing(90)]].concat()), ["blob.concurrency.nothing-lost"]);
    let condition = || Some(Condition::IsNone);
    let both = [write(1, "a", condition(), Some(201)), write(2, "b", condition(), Some(201)), read(90, "b")];
    assert_eq!(rules(&both), ["blob.concurrency.one-winner"]);
    let whole = Event { told: Some(Told { content: content("[2]"), ..told(200) }), ..read(90, "") };
    assert_eq!(rules(&[append(1, "[1]", 0), append(2, "[2]", 0), whole]), ["blob.concurrency.appends"]);
    assert_eq!(rules(&[write(1, "a", None, Some(201)), list(2, &[])]), ["blob.concurrency.listings"]);
    assert_eq!(
        rules(&[write(1, "a", None, Some(201)), delete(2, Some(202)), list(3, &["b"])]),
        ["blob.concurrency.listings"]
    );
    assert_eq!(rules(&[acquire(1, 201), acquire(2, 201)]), ["blob.concurrency.one-lease"]);
}
