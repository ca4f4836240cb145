//! What the answers to actual requests tell pages of other origins, operation by operation.

use super::{SUITE, preflight, rules};
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    AskExt as _, StepExt as _, absent, clear, cors_rule, get, list, metadata, peek, policies, put, set_metadata,
};
use crate::steps::{A, B, short_rule as rule};
use tablestakes_reference::history::Step;

/// Every method that queues know.
const METHODS: &str = "GET,HEAD,POST,PUT,DELETE";

/// Operations by each of these methods, granted and refused, in the name of an origin.
fn asked_by(origin: &str) -> Vec<Step> {
    let asks = [
        put("a"),
        peek(),
        metadata(),
        set_metadata(&[("a", "1")]),
        metadata(),
        policies(),
        list("${queue}-"),
        get(),
        metadata().on(absent()),
        clear(),
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
        put("a"),
        peek(),
        metadata(),
        policies(),
        list("${queue}-"),
        metadata().on(absent()),
        get().of_messages(33),
        get(),
        clear(),
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
            QueueCors,
            "queue.cors.actual",
            "Answers to an origin that is allowed say so, by every method",
            "Preflights are answered, and what follows them is not.",
            [QUEUE_CORS_ACTUAL],
            under(&[rule(METHODS, A)], A)
        ),
        check!(
            QueueCors,
            "queue.cors.credentials",
            "An origin that is named may send credentials",
            "One header is thought to be enough.",
            [QUEUE_CORS_CREDENTIALS],
            [
                rules(&[rule(METHODS, A)]),
                preflight(A, "GET", ""),
                peek().header("Origin", A),
                put("a").header("Origin", A),
                metadata().header("Origin", A),
                rules(&[rule(METHODS, "*")]),
                preflight(A, "GET", ""),
                peek().header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.any-origin",
            "A rule for every origin is answered with *, by every method",
            "The origin is sent back whatever the rule says.",
            [QUEUE_CORS_ANY_ORIGIN],
            under(&[rule(METHODS, "*")], B)
        ),
        check!(
            QueueCors,
            "queue.cors.any-origin-preflight",
            "A preflight that a rule for every origin allows is answered with *",
            "The origin is sent back whatever the rule says.",
            [QUEUE_CORS_ANY_ORIGIN],
            [rules(&[rule("GET,PUT", "*")]), preflight(B, "GET", ""), preflight(A, "PUT", "accept"), rules(&[])]
        ),
        check!(
            QueueCors,
            "queue.cors.any-origin-unasked",
            "A rule for every origin speaks to reads that name none",
            "Without an Origin there is nothing to say.",
            [QUEUE_CORS_ANY_ORIGIN, QUEUE_CORS_ACTUAL],
            read_under(&[rule("GET,PUT", "*")])
        ),
        check!(
            QueueCors,
            "queue.cors.exposed",
            "The headers that a rule exposes are named, by every method",
            "The list is stored, and never told.",
            [QUEUE_CORS_EXPOSED],
            under(&[cors_rule(METHODS, A, "accept", "x-ms-request-id,x-ms-meta-a")], A)
        ),
        check!(
            QueueCors,
            "queue.cors.exposed-all",
            "A rule that exposes everything names the headers of the answer",
            "The sign is sent back, which browsers take for a name.",
            [QUEUE_CORS_EXPOSED],
            [
                rules(&[cors_rule("GET,PUT", "*", "*", "*")]),
                set_metadata(&[("a", "1")]),
                metadata().header("Origin", A),
                peek().header("Origin", A),
                policies().header("Origin", A),
                list("${queue}-").header("Origin", A),
                metadata().on(absent()).header("Origin", A),
                metadata(),
                rules(&[]),
            ]
        ),
    ]
}

/// Requests that are refused for a reason each, in the name of an origin.
fn refused_by(origin: &str) -> Vec<Step> {
    let asks = [
        metadata().on(absent()),
        get().of_messages(33),
        put("a").on(absent()),
        set_metadata(&[("a-b", "1")]),
        clear().on(absent()),
        peek().on(absent()),
    ];
    asks.into_iter().map(|ask| ask.header("Origin", origin)).collect()
}

fn others() -> Vec<Check> {
    vec![
        check!(
            QueueCors,
            "queue.cors.actual-refused",
            "Refusals are told to an origin that is allowed, by every method",
            "Errors are made by other code, and a page cannot read why it was refused.",
            [QUEUE_CORS_ACTUAL, QUEUE_CORS_EXPOSED, QUEUE_CORS_CREDENTIALS],
            {
                let mut script = steps![rules(&[cors_rule(METHODS, A, "accept", "x-ms-request-id,x-ms-error-code")])];
                script.extend(refused_by(A));
                script.push(rules(&[]));
                script
            }
        ),
        check!(
            QueueCors,
            "queue.cors.other-origin-refused",
            "Refusals name no origin that no rule allows",
            "Errors are made by other code.",
            [QUEUE_CORS_ACTUAL_OTHERS],
            {
                let mut script = steps![rules(&[rule(METHODS, A)])];
                script.extend(refused_by(B));
                script.push(rules(&[]));
                script
            }
        ),
        check!(
            QueueCors,
            "queue.cors.methods-and-origins-whole",
            "Methods and origins are compared whole, one by one, in a list of several",
            "The list is searched as a text.",
            [QUEUE_CORS_ACTUAL_OTHERS, QUEUE_CORS_METHOD, QUEUE_CORS_PREFLIGHT_REFUSED],
            [
                rules(&[rule("PUT,POST", &format!("{A},{B}"))]),
                preflight(A, "P", ""),
                preflight(A, "PUT,POST", ""),
                preflight("http://a.exampl", "PUT", ""),
                preflight("http://a.example,http://b.example", "PUT", ""),
                put("a").header("Origin", "http://a.exampl"),
                put("a").header("Origin", "http://b.example.org"),
                put("a").header("Origin", B),
                peek().header("Origin", B),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.other-origin",
            "Answers to an origin that no rule allows name none",
            "Whoever asks is sent back.",
            [QUEUE_CORS_ACTUAL_OTHERS],
            under(&[rule(METHODS, A)], B)
        ),
        check!(
            QueueCors,
            "queue.cors.other-origins",
            "An origin is the whole of it: scheme, host and port",
            "It is looked for in the list as text, or by its host.",
            [QUEUE_CORS_ACTUAL_OTHERS],
            [
                rules(&[rule(METHODS, A)]),
                peek().header("Origin", "https://a.example"),
                peek().header("Origin", "http://a.example:8080"),
                peek().header("Origin", "http://sub.a.example"),
                peek().header("Origin", "http://a.exampl"),
                peek().header("Origin", "http://a.example.org"),
                peek().header("Origin", "null"),
                peek().header("Origin", "http://A.example"),
                peek().header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.other-method",
            "Answers by a method that no rule allows name no origin",
            "The origin is compared, and that is that.",
            [QUEUE_CORS_ACTUAL_OTHERS],
            under(&[rule("MERGE", A)], A)
        ),
        check!(
            QueueCors,
            "queue.cors.without-rules",
            "Without rules no answer names an origin, nor says that it depends on one",
            "Browsers are let in to be kind.",
            [QUEUE_CORS_ACTUAL_OTHERS],
            under(&[], A)
        ),
        check!(
            QueueCors,
            "queue.cors.vary",
            "Answers to reads that depend on the origin say so to caches, whether or not one asks",
            "That a cache stands between is forgotten.",
            [QUEUE_CORS_VARY],
            read_under(&[rule("GET,PUT", A)])
        ),
        check!(
            QueueCors,
            "queue.cors.vary-asked",
            "Answers to reads say that they depend on the origin to one that is allowed, and to others",
            "It is said to those who are let in.",
            [QUEUE_CORS_VARY],
            [
                rules(&[rule("GET", A)]),
                peek().header("Origin", A),
                peek().header("Origin", B),
                metadata().header("Origin", B),
                metadata().on(absent()).header("Origin", A),
                rules(&[rule("PUT", A)]),
                peek().header("Origin", A),
                rules(&[]),
            ]
        ),
    ]
}
