//! The blob service by its answers: short histories of requests as text, played on a service of their own each. What the
//! intact reference answers is kept as reviewed text; each rule that can be broken must change an answer of some history, in
//! which it takes part.

mod kind;
#[path = "../played/mod.rs"]
mod played;

use kind::BLOBS;
use played::{answers, read, shown};
use proptest::prelude::*;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::{DateTime, SequentialIds, Settings};

const HISTORIES: &str = include_str!("histories.txt");

#[test]
fn answers_are_reviewed() {
    let text = answers(&BLOBS, HISTORIES);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("answers", text);
    });
}

/// Whether a broken rule shows where one client asks one thing after the other.
fn is_shown_alone(rule: RuleId) -> bool {
    let rule = rule.rule();
    rule.service == "blob" && rule.broken.is_some() && rule.topic != "concurrency"
}

#[test]
fn every_broken_rule_changes_an_answer() {
    let rules = RuleId::all().filter(|rule| is_shown_alone(*rule));
    let (text, unseen) = shown(&BLOBS, HISTORIES, rules);
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
        history.play(&BLOBS, Broken::none()).alternatives
    };
    let anonymous = of("requests without credentials");
    assert!([401, 403].iter().all(|status| anonymous.iter().any(|held| held.status == *status && held.same_effect)));
}

/// Pieces of requests, sound and not.
fn pieces(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![4 => proptest::sample::select(pieces).prop_map(str::to_owned), 1 => any::<String>()];
    proptest::collection::vec(piece, 0..=most).prop_map(|pieces| pieces.concat())
}

const PATH: &[&str] = &["/", "abc", "/abc/b", "$root", "/abc", "%", "%2F", "-", "\\", "%E0%A4%A"];
const QUERY: &[&str] = &[
    "&restype=container",
    "&restype=service",
    "&comp=list",
    "&comp=metadata",
    "&comp=acl",
    "&comp=lease",
    "&comp=properties",
    "&comp=stats",
    "&comp=block",
    "&comp=blocklist",
    "&comp=page",
    "&comp=pagelist",
    "&comp=appendblock",
    "&comp=snapshot",
    "&comp=tags",
    "&comp=tier",
    "&comp=copy",
    "&comp=undelete",
    "&comp=batch",
    "&comp=blobs&where=a='b'",
    "&comp=incrementalcopy",
    "&comp=immutabilityPolicies",
    "&comp=legalhold",
    "&comp=userdelegationkey",
    "&deletetype=Permanent",
    "&blockid=AAAA",
    "&snapshot=2020-01-01T00:00:00.0000000Z",
    "&include=snapshots,metadata,deleted,uncommittedblobs",
    "&delimiter=/",
    "&marker=",
    "&maxresults=",
    "-1",
    "7",
    "99999999999999999999",
    "&sv=2019-02-02",
    "&sig=a",
    "&sp=rwd",
    "&si=p",
    "%",
];
const BODY: &[&str] = &[
    "--x\r\n\r\n",
    "DELETE /devstoreaccount1/abc/b HTTP/1.1\r\n\r\n",
    "PUT /devstoreaccount1/abc/b?comp=tier HTTP/1.1\r\nx-ms-access-tier: Hot\r\n\r\n",
    "--x--",
    "<KeyInfo><Expiry>2030-01-01T00:00:00Z</Expiry></KeyInfo>",
    "\u{feff}",
    "<?xml version='1.0'?>",
    "<BlockList>",
    "<Latest>AAAA</Latest>",
    "</BlockList>",
    "<Tags><TagSet>",
    "<Tag><Key>a</Key><Value>b</Value></Tag>",
    "</TagSet></Tags>",
    "&#1;",
    "\u{1}",
    "<SignedIdentifiers>",
    "</SignedIdentifiers>",
    "<StorageServiceProperties>",
    "<DeleteRetentionPolicy><Enabled>true</Enabled><Days>9</Days></DeleteRetentionPolicy>",
    "</StorageServiceProperties>",
    "x",
];
/// Headers, sound and not, by what may stand in them.
const HEADERS: &[(&str, &[&str])] = &[
    ("x-ms-blob-type", &["BlockBlob", "PageBlob", "AppendBlob", "Other"]),
    ("x-ms-blob-content-length", &["512", "1024", "-1", "9223372036854775807", "1"]),
    ("x-ms-range", &["bytes=0-511", "bytes=512-1023", "bytes=0-", "bytes=5-1", "bytes=0-18446744073709551615"]),
    ("x-ms-page-write", &["update", "clear", "other"]),
    ("x-ms-lease-action", &["acquire", "renew", "change", "release", "break", "other"]),
    ("x-ms-lease-duration", &["-1", "15", "99999999999999999999"]),
    ("x-ms-lease-break-period", &["0", "60", "-5"]),
    ("x-ms-lease-id", &["00000000-0000-0000-0000-000000000001", "x"]),
    ("x-ms-copy-source", &["http://127.0.0.1/devstoreaccount1/abc/b", "/devstoreaccount1/abc/b", "x://", "://"]),
    ("content-type", &["multipart/mixed; boundary=x", "multipart/mixed; boundary="]),
    (
        "x-ms-immutability-policy-until-date",
        &["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0001 08:49:37 GMT", "soon"],
    ),
    ("x-ms-legal-hold", &["true", "x"]),
    ("x-ms-tags", &["a=b&c=d", "=", "a=%"]),
    ("x-ms-encryption-key", &["x"]),
    ("content-md5", &["x", "1B2M2Y8AsgTpgAmY7PhCfg=="]),
    ("if-match", &["*", "\"a\"", "a,b"]),
    ("if-none-match", &["*", "\"a\""]),
    ("if-modified-since", &["Sun, 06 Nov 1994 08:49:37 GMT", "soon"]),
    ("x-ms-if-tags", &["a='b'", "a="]),
    ("x-ms-sequence-number-action", &["increment", "max", "other"]),
    ("x-ms-blob-sequence-number", &["9223372036854775807", "-1"]),
    ("x-ms-blob-condition-appendpos", &["0", "-1", "18446744073709551615"]),
    ("x-ms-access-tier", &["Archive", "Hot", "P4", "x"]),
    ("x-ms-delete-snapshots", &["include", "only", "x"]),
    ("x-ms-range-get-content-md5", &["true"]),
];

proptest! {
    /// Whatever is sent, in whatever order: an answer comes, and no request upsets the service.
    #[test]
    fn every_request_is_answered(
        requests in proptest::collection::vec(
            (
                proptest::sample::select(&["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH"][..]),
                pieces(PATH, 4),
                pieces(QUERY, 5),
                pieces(BODY, 8),
                proptest::collection::vec((0..HEADERS.len(), 0_usize..8), 0..6),
                proptest::sample::select(&["2009-07-17", "2011-08-18", "2015-12-11", "2021-12-02", "today"][..]),
                0..100_000_i64,
            ),
            1..16,
        ),
        trusted: bool,
    ) {
        let identity = if trusted { Identity::Trusted } else { Identity::Verified };
        let mut service = BlobService::new(Settings { identity, ..Settings::default() });
        let (mut ids, mut now) = (SequentialIds::default(), 0);
        for (method, path, query, body, fields, version, pause) in requests {
            now += pause;
            let target = format!("/devstoreaccount1{path}?{query}");
            let mut headers = Headers::from_iter([("x-ms-version", version), ("x-ms-meta-a", "1")]);
            for (field, value) in fields {
                let (name, values) = HEADERS[field];
                headers.push(name, values[value % values.len()]);
            }
            let request = Request { method: method.to_owned(), target, headers, body: body.into() };
            let answer = service.handle(&request, DateTime::from_unix(now, 0), &mut ids);
            prop_assert!((200..504).contains(&answer.response.status));
        }
    }
}
