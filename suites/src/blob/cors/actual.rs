//! What the answers to actual requests tell pages of other origins, operation by operation.

use super::{SUITE, preflight, rules};
use crate::blob::everything::absent;
use crate::blob::steps::{
    AskExt as _, StepExt as _, container, containers, delete, get, get_acl, get_container, get_metadata, head, list,
    put, set_metadata,
};
use crate::check::Check;
use crate::define::{check, steps};
use crate::steps::{A, B, cors_rule, short_rule as rule};
use tablestakes_reference::history::Step;

/// Every method that blobs know.
const METHODS: &str = "GET,HEAD,POST,PUT,DELETE";

/// Operations by each of these methods, granted and refused, in the name of an origin.
fn asked_by(origin: &str) -> Vec<Step> {
    let asks = [
        put("b", "1"),
        get("b"),
        head("b"),
        set_metadata("b").with_metadata(&[("a", "1")]),
        get_metadata("b"),
        get_acl(),
        list(),
        containers(container()),
        get("absent"),
        get("b").on(absent()),
        get("b").if_none_match("*"),
        get("b").range("0-0"),
        delete("b"),
    ];
    asks.into_iter().map(|ask| ask.header("Origin", origin)).collect()
}

/// The same under these rules.
fn under(held: &[String], origin: &str) -> Vec<Step> {
    let mut script = steps![rules(held)];
    script.extend(asked_by(origin));
    script.push(rules(&[]));
    script
}

/// Reads under these rules that name no origin.
fn read_under(held: &[String]) -> Vec<Step> {
    steps![
        rules(held),
        put("b", "1"),
        get("b"),
        head("b"),
        get_container(),
        get_acl(),
        list(),
        containers(container()),
        get("absent"),
        head("absent"),
        get("b").range("0-0"),
        get("b").range("9-"),
        delete("b"),
        rules(&[]),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [allowed(), others()].concat()
}

fn allowed() -> Vec<Check> {
    vec![
        check!(
            BlobCors,
            "blob.cors.actual",
            "Answers to an origin that is allowed say so, by every method",
            "Preflights are answered, and what follows them is not.",
            [BLOB_CORS_ACTUAL],
            under(&[rule(METHODS, A)], A)
        ),
        check!(
            BlobCors,
            "blob.cors.credentials",
            "An origin that is named may send credentials",
            "One header is thought to be enough.",
            [BLOB_CORS_CREDENTIALS],
            [
                rules(&[rule(METHODS, A)]),
                preflight(A, "GET", ""),
                get("b").header("Origin", A),
                put("b", "1").header("Origin", A),
                head("b").header("Origin", A),
                rules(&[rule(METHODS, "*")]),
                preflight(A, "GET", ""),
                get("b").header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.any-origin",
            "A rule for every origin is answered with *, by every method",
            "The origin is sent back whatever the rule says.",
            [BLOB_CORS_ANY_ORIGIN],
            under(&[rule(METHODS, "*")], B)
        ),
        check!(
            BlobCors,
            "blob.cors.any-origin-preflight",
            "A preflight that a rule for every origin allows is answered with *",
            "The origin is sent back whatever the rule says.",
            [BLOB_CORS_ANY_ORIGIN],
            [rules(&[rule("GET,PUT", "*")]), preflight(B, "GET", ""), preflight(A, "PUT", "accept"), rules(&[])]
        ),
        check!(
            BlobCors,
            "blob.cors.any-origin-unasked",
            "A rule for every origin speaks to reads that name none",
            "Without an Origin there is nothing to say.",
            [BLOB_CORS_ANY_ORIGIN, BLOB_CORS_ACTUAL],
            read_under(&[rule("GET,PUT", "*")])
        ),
        check!(
            BlobCors,
            "blob.cors.exposed",
            "The headers that a rule exposes are named, by every method",
            "The list is stored, and never told.",
            [BLOB_CORS_EXPOSED],
            under(&[cors_rule(METHODS, A, "accept", "x-ms-request-id,x-ms-meta-a")], A)
        ),
        check!(
            BlobCors,
            "blob.cors.exposed-all",
            "A rule that exposes everything names the headers of the answer",
            "The sign is sent back, which browsers take for a name.",
            [BLOB_CORS_EXPOSED],
            [
                rules(&[cors_rule("GET,PUT", "*", "*", "*")]),
                put("b", "1").with_metadata(&[("a", "1")]),
                head("b").header("Origin", A),
                get("b").header("Origin", A),
                get_acl().header("Origin", A),
                list().header("Origin", A),
                get("b").on(absent()).header("Origin", A),
                head("b"),
                rules(&[]),
            ]
        ),
    ]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobCors,
            "blob.cors.other-origin",
            "Answers to an origin that no rule allows name none",
            "Whoever asks is sent back.",
            [BLOB_CORS_ACTUAL_OTHERS],
            under(&[rule(METHODS, A)], B)
        ),
        check!(
            BlobCors,
            "blob.cors.other-origins",
            "An origin is the whole of it: scheme, host and port",
            "It is looked for in the list as text, or by its host.",
            [BLOB_CORS_ACTUAL_OTHERS],
            [
                rules(&[rule(METHODS, A)]),
                get("b").header("Origin", "https://a.example"),
                get("b").header("Origin", "http://a.example:8080"),
                get("b").header("Origin", "http://sub.a.example"),
                get("b").header("Origin", "http://a.exampl"),
                get("b").header("Origin", "http://a.example.org"),
                get("b").header("Origin", "null"),
                get("b").header("Origin", "http://A.example"),
                get("b").header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.subdomains-actual",
            "Answers to an origin below a domain that a rule names say so, and those to others do not",
            "Preflights are compared by the pattern, and requests letter by letter.",
            [BLOB_CORS_SUBDOMAINS],
            [
                rules(&[rule(METHODS, "http://*.a.example")]),
                put("b", "1").header("Origin", "http://sub.a.example"),
                get("b").header("Origin", "http://sub.a.example"),
                head("b").header("Origin", "http://sub.a.example"),
                list().header("Origin", "http://sub.a.example"),
                get("b").header("Origin", B),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.other-method",
            "Answers by a method that no rule allows name no origin",
            "The origin is compared, and that is that.",
            [BLOB_CORS_ACTUAL_OTHERS],
            under(&[rule("MERGE", A)], A)
        ),
        check!(
            BlobCors,
            "blob.cors.without-rules",
            "Without rules no answer names an origin, nor says that it depends on one",
            "Browsers are let in to be kind.",
            [BLOB_CORS_ACTUAL_OTHERS],
            under(&[], A)
        ),
        check!(
            BlobCors,
            "blob.cors.vary",
            "Answers to reads that depend on the origin say so to caches, whether or not one asks",
            "That a cache stands between is forgotten.",
            [BLOB_CORS_VARY],
            read_under(&[rule("GET,PUT", A)])
        ),
        check!(
            BlobCors,
            "blob.cors.vary-asked",
            "Answers to reads say that they depend on the origin to one that is allowed, and to others",
            "It is said to those who are let in.",
            [BLOB_CORS_VARY],
            [
                rules(&[rule("GET", A)]),
                get("b").header("Origin", A),
                get("b").header("Origin", B),
                head("b").header("Origin", B),
                get("b").on(absent()).header("Origin", A),
                rules(&[rule("PUT", A)]),
                get("b").header("Origin", A),
                rules(&[]),
            ]
        ),
    ]
}
