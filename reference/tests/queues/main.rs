//! The queue service by its answers: short histories of requests as text, played on a service of their own each. What the
//! intact reference answers is kept as reviewed text; each rule that can be broken must change an answer of some history, in
//! which it takes part.

mod kind;
#[path = "../played/mod.rs"]
mod played;

use kind::QUEUES;
use played::{answers, read, shown};
use proptest::prelude::*;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::{DateTime, SequentialIds, Settings};

const HISTORIES: &str = include_str!("histories.txt");

#[test]
fn answers_are_reviewed() {
    let text = answers(&QUEUES, HISTORIES);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("answers", text);
    });
}

/// Whether a broken rule shows where one client asks one thing after the other.
fn is_shown_alone(rule: RuleId) -> bool {
    let rule = rule.rule();
    rule.service == "queue" && rule.broken.is_some() && rule.topic != "concurrency"
}

#[test]
fn every_broken_rule_changes_an_answer() {
    let rules = RuleId::all().filter(|rule| is_shown_alone(*rule));
    let (text, unseen) = shown(&QUEUES, HISTORIES, rules);
    assert!(unseen.is_empty(), "{} broken rules change nothing:\n{}", unseen.len(), unseen.join("\n"));
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("rules", text);
    });
}

/// What stands beside an answer says what else would have been right.
#[test]
fn alternatives_are_told() {
    let histories = read(HISTORIES);
    let of = |name: &str| {
        let history = histories.iter().find(|history| history.name == name).expect("a history of this name");
        history.play(&QUEUES, Broken::none()).alternatives
    };
    let stale = of("receipts are renewed by Get");
    assert!(stale.iter().any(|held| (held.status, held.code) == (400, Some("PopReceiptMismatch"))));
    let anonymous = of("requests without credentials");
    assert!([401, 403].iter().all(|status| anonymous.iter().any(|held| held.status == *status && held.same_effect)));
}

/// Pieces of requests, sound and not.
fn pieces(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![4 => proptest::sample::select(pieces).prop_map(str::to_owned), 1 => any::<String>()];
    proptest::collection::vec(piece, 0..=most).prop_map(|pieces| pieces.concat())
}

const PATH: &[&str] =
    &["/", "abc", "messages", "/abc", "/abc/messages", "/", "%", "%2F", "-", "386338d3-6cb0-47bf-817f-287fa17fdaf7"];
const QUERY: &[&str] = &[
    "&comp=list",
    "&comp=metadata",
    "&comp=acl",
    "&restype=service",
    "&comp=properties",
    "&comp=stats",
    "&peekonly=true",
    "&numofmessages=",
    "&visibilitytimeout=",
    "&messagettl=",
    "&popreceipt=",
    "&marker=",
    "&maxresults=",
    "-1",
    "7",
    "99999999999999999999",
    "AgAAAAMAAAAAAAAADgkZwbAB0wE%3D",
    "AwAAAAMAAAAAAAAA%2F%2F%2F%2F%2F%2F%2F%2FAAAAAA==",
    "&sv=2019-02-02",
    "&sig=a",
    "&sp=raup",
    "&si=p",
    "%",
];
const BODY: &[&str] = &[
    "\u{feff}",
    "<?xml version='1.0'?>",
    "<QueueMessage>",
    "<MessageText>",
    "</MessageText>",
    "</QueueMessage>",
    "&#1;",
    "&lt;",
    "\u{1}",
    "\r\n",
    "<SignedIdentifiers>",
    "<SignedIdentifier>",
    "<Id>",
    "</Id>",
    "</SignedIdentifier>",
    "</SignedIdentifiers>",
    "<StorageServiceProperties>",
    "<Cors>",
    "<CorsRule>",
    "<Days>9</Days>",
    "</StorageServiceProperties>",
];

proptest! {
    /// Whatever is sent, in whatever order: an answer comes, and a list of messages is one.
    #[test]
    fn every_request_is_answered(
        requests in proptest::collection::vec(
            (
                proptest::sample::select(&["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH"][..]),
                pieces(PATH, 4),
                pieces(QUERY, 5),
                pieces(BODY, 8),
                proptest::sample::select(&["2009-07-17", "2011-08-18", "2015-12-11", "2019-02-02", "today"][..]),
                0..100_000_i64,
            ),
            1..12,
        ),
        trusted: bool,
    ) {
        let identity = if trusted { Identity::Trusted } else { Identity::Verified };
        let mut service = QueueService::new(Settings { identity, ..Settings::default() });
        let (mut ids, mut now) = (SequentialIds::default(), 0);
        for (method, path, query, body, version, pause) in requests {
            now += pause;
            let target = format!("/devstoreaccount1{path}?{query}");
            let headers = Headers::from_iter([("x-ms-version", version), ("x-ms-meta-a", "1")]);
            let request = Request { method: method.to_owned(), target, headers, body: body.into() };
            let answer = service.handle(&request, DateTime::from_unix(now, 0), &mut ids);
            prop_assert!((200..500).contains(&answer.response.status));
        }
    }
}
