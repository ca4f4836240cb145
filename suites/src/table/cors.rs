//! What browsers ask in the name of other origins, and what they are told. Every history begins by setting the rules, and
//! ends with none.

mod everywhere;

use super::properties::{cors_rule, everything, set};
use super::steps::{RawExt as _, StepExt as _, at, bare_request, get, insert, page};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::preflights::subdomains_in_preflights;
use tablestakes_reference::history::{Auth, Step};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Cors;

const A: &str = "http://a.example";
const B: &str = "http://b.example";

/// Asks for a method and headers in the name of an origin.
fn preflight(origin: &str, method: &str, headers: &str) -> Step {
    let request = bare_request("OPTIONS", "/${table}()").field("Origin", origin);
    let request = request.field("Access-Control-Request-Method", method);
    let request = if headers.is_empty() { request } else { request.field("Access-Control-Request-Headers", headers) };
    request.auth(Auth::Anonymous)
}

/// A rule that allows and exposes one header.
fn rule(methods: &str, origins: &str) -> String {
    cors_rule(methods, origins, "accept", "x-ms-request-id")
}

/// Sets these rules and no others.
fn rules(rules: &[String]) -> Step {
    set(&everything(&rules.concat())).into()
}

/// What a rule allows, asked for before and by an actual request.
pub(super) fn plainest() -> Vec<Step> {
    let allowed = [rule("GET", A)];
    vec![rules(&allowed), preflight(A, "GET", ""), page(Query::default()).header("Origin", A), rules(&[])]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [preflights(), matching(), actual(), everywhere::checks()].concat()
}

/// Preflights, granted and refused.
fn preflights() -> Vec<Check> {
    vec![
        check!(
            TableCors,
            "table.cors.preflight",
            "A preflight that a rule allows is granted",
            "OPTIONS is a method that nobody implements.",
            [TABLE_CORS_PREFLIGHT],
            [
                rules(&[cors_rule("GET,PUT", A, "accept,x-ms-date", "x-ms-request-id")]),
                preflight(A, "PUT", "accept,x-ms-date"),
                preflight(A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.preflight-anonymous",
            "A preflight needs no authorization, and no table",
            "Every request is authenticated first.",
            [TABLE_CORS_PREFLIGHT_ANONYMOUS],
            [
                rules(&[rule("GET", A)]),
                bare_request("OPTIONS", "/absent(PartitionKey='p',RowKey='r')")
                    .field("Origin", A)
                    .field("Access-Control-Request-Method", "GET")
                    .auth(Auth::Anonymous),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.preflight-refused",
            "A preflight that no rule allows is refused",
            "Browsers are let in to be kind.",
            [TABLE_CORS_PREFLIGHT_REFUSED],
            [rules(&[]), preflight(A, "GET", ""), rules(&[rule("GET", A)]), preflight(B, "GET", ""), rules(&[]),]
        ),
        check!(
            TableCors,
            "table.cors.preflight-malformed",
            "OPTIONS that is no preflight is refused",
            "OPTIONS is answered by the framework.",
            [TABLE_CORS_PREFLIGHT_MALFORMED],
            [
                rules(&[rule("GET", A)]),
                bare_request("OPTIONS", "/${table}()").field("Origin", A).auth(Auth::Anonymous),
                bare_request("OPTIONS", "/${table}()")
                    .field("Access-Control-Request-Method", "GET")
                    .auth(Auth::Anonymous),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.max-age",
            "The answer to a preflight says for how long it holds",
            "The number is stored, and never told.",
            [TABLE_CORS_MAX_AGE],
            [rules(&[rule("GET", A)]), preflight(A, "GET", ""), rules(&[])]
        ),
    ]
}

/// Which rule allows what.
fn matching() -> Vec<Check> {
    vec![
        check!(
            TableCors,
            "table.cors.method",
            "A rule allows its methods alone",
            "The origin is compared, and that is that.",
            [TABLE_CORS_METHOD],
            [rules(&[rule("GET,MERGE", A)]), preflight(A, "DELETE", ""), rules(&[])]
        ),
        check!(
            TableCors,
            "table.cors.origin-case",
            "Origins are compared letter by letter",
            "Names of hosts have no case.",
            [TABLE_CORS_ORIGIN_CASE],
            [rules(&[rule("GET", A)]), preflight("http://A.example", "GET", ""), rules(&[])]
        ),
        check!(
            TableCors,
            "table.cors.headers",
            "A rule allows its headers alone",
            "The headers are sent back as they were asked for.",
            [TABLE_CORS_HEADERS],
            [
                rules(&[cors_rule("GET", A, "accept", "x-ms-request-id")]),
                preflight(A, "GET", "accept,x-other"),
                rules(&[])
            ]
        ),
        check!(
            TableCors,
            "table.cors.header-prefix",
            "A header that ends in * stands for all that begin so",
            "Names are compared whole.",
            [TABLE_CORS_HEADER_PREFIX],
            [
                rules(&[cors_rule("GET", A, "x-ms-meta-*,accept", "x-ms-request-id")]),
                preflight(A, "GET", "accept,x-ms-meta-a,x-ms-meta-b"),
                preflight(A, "GET", "x-ms-date"),
                rules(&[]),
            ]
        ),
        subdomains_in_preflights!(TableCors, "table", TABLE_CORS_SUBDOMAINS),
        check!(
            TableCors,
            "table.cors.first-rule",
            "Of several rules that allow a request the first decides",
            "The last one wins, or the most open one.",
            [TABLE_CORS_FIRST_RULE],
            [rules(&[rule("GET", A), rule("GET", "*")]), preflight(A, "GET", ""), rules(&[])]
        ),
    ]
}

/// What actual answers say.
fn actual() -> Vec<Check> {
    vec![
        check!(
            TableCors,
            "table.cors.actual",
            "Answers to an origin that is allowed say so",
            "Preflights are answered, and what follows them is not.",
            [TABLE_CORS_ACTUAL],
            [
                rules(&[cors_rule("GET,POST", A, "*", "x-ms-request-id")]),
                insert(at("p", "1"), []).header("Origin", A),
                get(at("p", "1")).header("Origin", A),
                page(Query::default()).header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.credentials",
            "An origin that is named may send credentials",
            "One header is thought to be enough.",
            [TABLE_CORS_CREDENTIALS],
            [rules(&[rule("GET", A)]), preflight(A, "GET", ""), page(Query::default()).header("Origin", A), rules(&[]),]
        ),
        check!(
            TableCors,
            "table.cors.any-origin",
            "A rule for every origin is answered with *",
            "The origin is sent back whatever the rule says.",
            [TABLE_CORS_ANY_ORIGIN],
            [
                rules(&[rule("GET", "*")]),
                page(Query::default()).header("Origin", B),
                preflight(B, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.exposed",
            "The headers that a rule exposes are named",
            "The list is stored, and never told.",
            [TABLE_CORS_EXPOSED],
            [
                rules(&[cors_rule("GET", A, "accept", "x-ms-request-id,ETag")]),
                page(Query::default()).header("Origin", A),
                rules(&[]),
            ]
        ),
        check!(
            TableCors,
            "table.cors.vary",
            "Answers that depend on the origin say so to caches",
            "That a cache stands between is forgotten.",
            [TABLE_CORS_VARY],
            [rules(&[rule("GET", A)]), page(Query::default()).header("Origin", A), page(Query::default()), rules(&[]),]
        ),
    ]
}
