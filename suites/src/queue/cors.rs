//! What browsers ask in the name of other origins, and what they are told. Every history begins by setting the rules, and
//! ends with none.

mod actual;

use super::steps::{RawExt as _, StepExt as _, bare_request, cors_rule, cross_origin, set_properties};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Cors;

const A: &str = "http://a.example";
const B: &str = "http://b.example";

/// Asks for a method and headers in the name of an origin.
fn preflight_of(target: &str, origin: &str, method: &str, headers: &str) -> Step {
    let request = bare_request("OPTIONS", target).field("Origin", origin);
    let request = request.field("Access-Control-Request-Method", method);
    let request = if headers.is_empty() { request } else { request.field("Access-Control-Request-Headers", headers) };
    request.auth(Auth::Anonymous)
}

/// The same of the messages of the history's queue.
fn preflight(origin: &str, method: &str, headers: &str) -> Step {
    preflight_of("/${queue}/messages", origin, method, headers)
}

/// A rule that allows and exposes one header.
fn rule(methods: &str, origins: &str) -> String {
    cors_rule(methods, origins, "accept", "x-ms-request-id")
}

/// Sets these rules and no others.
fn rules(rules: &[String]) -> Step {
    set_properties(cross_origin(&rules.concat())).into()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [preflights(), matching(), actual::checks()].concat()
}

/// Preflights, granted and refused.
fn preflights() -> Vec<Check> {
    vec![
        check!(
            QueueCors,
            "queue.cors.preflight",
            "A preflight that a rule allows is granted, whatever it is for",
            "OPTIONS is a method that nobody implements.",
            [QUEUE_CORS_PREFLIGHT],
            [
                rules(&[cors_rule("GET,PUT", A, "accept,x-ms-date", "x-ms-request-id")]),
                preflight(A, "PUT", "accept,x-ms-date"),
                preflight(A, "GET", ""),
                preflight_of("/${queue}?comp=metadata", A, "PUT", "x-ms-date"),
                preflight_of("/${queue}/messages/id?popreceipt=x", A, "PUT", "accept"),
                preflight_of("/?comp=list", A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.preflight-anonymous",
            "A preflight needs no authorization, and no queue",
            "Every request is authenticated first.",
            [QUEUE_CORS_PREFLIGHT_ANONYMOUS],
            [
                rules(&[rule("GET", A)]),
                preflight_of("/${queue}-absent/messages", A, "GET", ""),
                preflight_of("/${queue}-absent?comp=metadata", A, "GET", "accept"),
                preflight(A, "GET", ""),
                preflight_of("/?comp=list", A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.preflight-refused",
            "A preflight that no rule allows is refused",
            "Browsers are let in to be kind.",
            [QUEUE_CORS_PREFLIGHT_REFUSED],
            [
                rules(&[]),
                preflight(A, "GET", ""),
                rules(&[rule("GET", A)]),
                preflight(B, "GET", ""),
                preflight("https://a.example", "GET", ""),
                preflight("http://a.example:81", "GET", ""),
                preflight("http://sub.a.example", "GET", ""),
                preflight("http://a.example.org", "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.preflight-malformed",
            "OPTIONS that is no preflight is refused",
            "OPTIONS is answered by the framework.",
            [QUEUE_CORS_PREFLIGHT_MALFORMED],
            [
                rules(&[rule("GET", A)]),
                bare_request("OPTIONS", "/${queue}/messages").field("Origin", A).auth(Auth::Anonymous),
                bare_request("OPTIONS", "/${queue}/messages")
                    .field("Access-Control-Request-Method", "GET")
                    .auth(Auth::Anonymous),
                bare_request("OPTIONS", "/${queue}").auth(Auth::Anonymous),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.max-age",
            "The answer to a preflight says for how long it holds",
            "The number is stored, and never told.",
            [QUEUE_CORS_MAX_AGE],
            [rules(&[rule("GET,PUT", A)]), preflight(A, "GET", ""), preflight(A, "PUT", "accept"), rules(&[])]
        ),
    ]
}

/// Which rule allows what.
fn matching() -> Vec<Check> {
    vec![
        check!(
            QueueCors,
            "queue.cors.method",
            "A rule allows each of its methods and no other",
            "The origin is compared, and that is that.",
            [QUEUE_CORS_METHOD],
            [
                rules(&[rule("GET,POST,DELETE", A)]),
                preflight(A, "GET", ""),
                preflight(A, "POST", ""),
                preflight(A, "DELETE", ""),
                preflight(A, "PUT", ""),
                preflight(A, "HEAD", ""),
                preflight(A, "MERGE", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.origin-case",
            "Origins are compared letter by letter",
            "Names of hosts have no case.",
            [QUEUE_CORS_ORIGIN_CASE],
            [
                rules(&[rule("GET", A)]),
                preflight("http://A.example", "GET", ""),
                preflight("HTTP://a.example", "GET", ""),
                preflight(A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.origins",
            "A rule may name several origins, and each is allowed",
            "The list is compared as a whole.",
            [QUEUE_CORS_PREFLIGHT, QUEUE_CORS_PREFLIGHT_REFUSED],
            [
                rules(&[rule("GET", &format!("{A},{B}"))]),
                preflight(A, "GET", ""),
                preflight(B, "GET", ""),
                preflight("http://c.example", "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.headers",
            "Every header that a preflight names must be allowed, in any case and order",
            "One that is allowed is enough, or all are sent back as they were asked for.",
            [QUEUE_CORS_HEADERS],
            [
                rules(&[cors_rule("GET", A, "accept,x-ms-date", "x-ms-request-id")]),
                preflight(A, "GET", "X-MS-Date, Accept"),
                preflight(A, "GET", "accept,x-other"),
                preflight(A, "GET", "x-other,accept"),
                preflight(A, "GET", "x-ms-dat"),
                preflight(A, "GET", "x-ms-date2"),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.header-prefix",
            "A header that ends in * stands for all that begin so",
            "Names are compared whole.",
            [QUEUE_CORS_HEADER_PREFIX],
            [
                rules(&[cors_rule("GET", A, "x-ms-meta-*,accept", "x-ms-request-id")]),
                preflight(A, "GET", "accept,x-ms-meta-a,x-ms-meta-b"),
                preflight(A, "GET", "X-MS-META-a"),
                preflight(A, "GET", "x-ms-date"),
                preflight(A, "GET", "x-ms-metb"),
                rules(&[cors_rule("GET", A, "*", "x-ms-request-id")]),
                preflight(A, "GET", "anything"),
                rules(&[]),
            ]
        ),
        check!(
            QueueCors,
            "queue.cors.first-rule",
            "Of several rules that allow a request the first decides",
            "The last one wins, or the most open one.",
            [QUEUE_CORS_FIRST_RULE],
            [
                rules(&[rule("GET", A), rule("GET", "*")]),
                preflight(A, "GET", ""),
                preflight(B, "GET", ""),
                rules(&[rule("PUT", "*"), rule("GET", A), rule("GET", "*")]),
                preflight(A, "GET", ""),
                rules(&[]),
            ]
        ),
    ]
}
