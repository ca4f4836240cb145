//! What is told to other origins, method by method.

use super::{A, B, SUITE, preflight, rule, rules};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, batch, delete, get, get_table, insert, insert_or_merge, insert_or_replace, int, merge, page,
    update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Query;

/// Every method that entities know.
const METHODS: &str = "GET,POST,PUT,MERGE,DELETE";

/// Operations by each of these methods, each of which is granted, in the name of an origin.
fn asked_by(origin: &str) -> Vec<Step> {
    let operations = [
        insert(at("p", "1"), [("A", int(1))]),
        get(at("p", "1")),
        page(Query::default()),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("A", int(3))]),
        insert_or_replace(at("p", "2"), []),
        insert_or_merge(at("p", "2"), []),
        delete(at("p", "2"), "*"),
        batch([insert(at("p", "3"), [])]),
        get_table("${table}"),
    ];
    operations.into_iter().map(|operation| operation.header("Origin", origin)).collect()
}

/// The same under these rules.
fn under(held: &[String], origin: &str) -> Vec<Step> {
    let mut script = steps![rules(held)];
    script.extend(asked_by(origin));
    script.push(rules(&[]));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCors,
            "table.cors.actual-everywhere",
            "Answers to an origin that is allowed say so, by every method",
            "Reads are what pages do.",
            [TABLE_CORS_ACTUAL, TABLE_CORS_CREDENTIALS],
            under(&[rule(METHODS, A)], A)
        ),
        check!(
            TableCors,
            "table.cors.exposed-everywhere",
            "The headers that a rule exposes are named, by every method",
            "Reads are what pages do.",
            [TABLE_CORS_EXPOSED],
            under(&[rule(METHODS, A)], A)
        ),
        check!(
            TableCors,
            "table.cors.any-origin-everywhere",
            "A rule for every origin is answered with *, by every method",
            "The origin is sent back whatever the rule says.",
            [TABLE_CORS_ANY_ORIGIN],
            under(&[rule(METHODS, "*")], B)
        ),
        check!(
            TableCors,
            "table.cors.other-origin",
            "Answers to an origin that no rule allows name none",
            "Whoever asks is sent back.",
            [TABLE_CORS_ACTUAL_OTHERS],
            under(&[rule(METHODS, A)], B)
        ),
        check!(
            TableCors,
            "table.cors.other-origins",
            "An origin is the whole of it: scheme, host and port",
            "It is looked for in the list as text, or by its host.",
            [TABLE_CORS_ACTUAL_OTHERS],
            [
                rules(&[rule(METHODS, A)]),
                page(Query::default()).header("Origin", "https://a.example"),
                page(Query::default()).header("Origin", "http://a.example:8080"),
                page(Query::default()).header("Origin", "http://sub.a.example"),
                page(Query::default()).header("Origin", "http://a.exampl"),
                page(Query::default()).header("Origin", "http://a.example.org"),
                page(Query::default()).header("Origin", "null"),
                page(Query::default()).header("Origin", "http://A.example"),
                page(Query::default()).header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.other-method",
            "Answers by a method that no rule allows name no origin",
            "The origin is compared, and that is that.",
            [TABLE_CORS_ACTUAL_OTHERS],
            under(&[rule("HEAD", A)], A)
        ),
        check!(
            TableCors,
            "table.cors.without-rules",
            "Without rules no answer names an origin",
            "Browsers are let in to be kind.",
            [TABLE_CORS_ACTUAL_OTHERS],
            under(&[], A)
        ),
        check!(
            TableCors,
            "table.cors.preflight-methods",
            "A preflight is granted for each method of a rule and for no other",
            "Methods are compared in part, or the first alone.",
            [TABLE_CORS_METHOD, TABLE_CORS_PREFLIGHT],
            [
                rules(&[rule("GET,MERGE,DELETE", A)]),
                preflight(A, "GET", ""),
                preflight(A, "MERGE", ""),
                preflight(A, "DELETE", ""),
                preflight(A, "PUT", ""),
                preflight(A, "POST", ""),
                preflight(A, "HEAD", ""),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.preflight-origins",
            "A preflight is granted to each origin of a rule and to no other",
            "Origins are compared by their beginning, or without the port.",
            [TABLE_CORS_PREFLIGHT_REFUSED, TABLE_CORS_PREFLIGHT],
            [
                rules(&[rule("GET", "http://a.example,http://b.example")]),
                preflight(A, "GET", ""),
                preflight(B, "GET", ""),
                preflight("https://a.example", "GET", ""),
                preflight("http://a.example:81", "GET", ""),
                preflight("http://sub.a.example", "GET", ""),
                preflight("http://a.example.org", "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.preflight-headers",
            "Every header that a preflight names must be allowed, in any case and order",
            "One that is allowed is enough, or names are compared with case.",
            [TABLE_CORS_HEADERS, TABLE_CORS_HEADER_PREFIX],
            [
                rules(&[super::cors_rule("GET", A, "accept,x-ms-date,x-ms-meta-*", "x-ms-request-id")]),
                preflight(A, "GET", "x-ms-date,accept"),
                preflight(A, "GET", "X-MS-Date, Accept"),
                preflight(A, "GET", "x-ms-meta-a"),
                preflight(A, "GET", "accept,authorization"),
                preflight(A, "GET", "authorization,accept"),
                preflight(A, "GET", "x-ms-dat"),
                preflight(A, "GET", "x-ms-metb"),
                rules(&[]),
            ]
        ),
    ]
}
