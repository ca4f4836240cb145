//! What browsers ask in the name of other origins, and what they are told. Every history begins by setting the rules, and
//! ends with none.

mod actual;

use super::steps::{RawExt as _, StepExt as _, bare_request, cors_rule, cross_origin, peek, set_properties};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::preflights::matching_preflights;
use crate::steps::{A, B, preflight_of, short_rule as rule};
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Cors;

/// Asks for a method and headers of the messages of the history's queue, in the name of an origin.
fn preflight(origin: &str, method: &str, headers: &str) -> Step {
    preflight_of("/${queue}/messages", origin, method, headers)
}

/// Sets these rules and no others.
fn rules(rules: &[String]) -> Step {
    set_properties(cross_origin(&rules.concat())).into()
}

/// A rule, a preflight and a request that it allows, and no rules again.
pub(super) fn plainest() -> Vec<Step> {
    vec![rules(&[rule("GET", A)]), preflight(A, "GET", ""), peek().header("Origin", A), rules(&[])]
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
    matching_preflights!(QueueCors, "queue", {
        first_rule: QUEUE_CORS_FIRST_RULE,
        headers: QUEUE_CORS_HEADERS,
        header_prefix: QUEUE_CORS_HEADER_PREFIX,
        method: QUEUE_CORS_METHOD,
        origin_case: QUEUE_CORS_ORIGIN_CASE,
        preflight: QUEUE_CORS_PREFLIGHT,
        preflight_refused: QUEUE_CORS_PREFLIGHT_REFUSED,
        subdomains: QUEUE_CORS_SUBDOMAINS
    })
}
