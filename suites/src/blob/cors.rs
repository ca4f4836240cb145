//! What browsers ask in the name of other origins, and what they are told. Every history begins by setting the rules, and
//! ends with none.

mod actual;

use super::steps::{StepExt as _, bare_request, set_service_properties};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::preflights::matching_preflights;
use crate::steps::{A, B, RawExt as _, cors_rule, cross_origin, preflight_of, short_rule as rule};
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Cors;

/// Asks for a method and headers of a blob of the history's container, in the name of an origin.
fn preflight(origin: &str, method: &str, headers: &str) -> Step {
    preflight_of("/${container}/b", origin, method, headers)
}

/// Sets these rules and no others.
fn rules(rules: &[String]) -> Step {
    set_service_properties(cross_origin(&rules.concat())).into()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [preflights(), matching(), actual::checks()].concat()
}

/// Preflights, granted and refused.
fn preflights() -> Vec<Check> {
    vec![
        check!(
            BlobCors,
            "blob.cors.preflight",
            "A preflight that a rule allows is granted, whatever it is for",
            "OPTIONS is a method that nobody implements.",
            [BLOB_CORS_PREFLIGHT],
            [
                rules(&[cors_rule("GET,PUT", A, "accept,x-ms-date", "x-ms-request-id")]),
                preflight(A, "PUT", "accept,x-ms-date"),
                preflight(A, "GET", ""),
                preflight_of("/${container}?restype=container&comp=metadata", A, "PUT", "x-ms-date"),
                preflight_of("/${container}/a%20b/c?comp=lease", A, "PUT", "accept"),
                preflight_of("/?comp=list", A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.preflight-anonymous",
            "A preflight needs no authorization, and no container",
            "Every request is authenticated first.",
            [BLOB_CORS_PREFLIGHT_ANONYMOUS],
            [
                rules(&[rule("GET", A)]),
                preflight_of("/${container}-absent/b", A, "GET", ""),
                preflight_of("/${container}-absent?restype=container&comp=metadata", A, "GET", "accept"),
                preflight(A, "GET", ""),
                preflight_of("/?comp=list", A, "GET", ""),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.preflight-refused",
            "A preflight that no rule allows is refused",
            "Browsers are let in to be kind.",
            [BLOB_CORS_PREFLIGHT_REFUSED],
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
            BlobCors,
            "blob.cors.preflight-malformed",
            "OPTIONS that is no preflight is refused",
            "OPTIONS is answered by the framework.",
            [BLOB_CORS_PREFLIGHT_MALFORMED],
            [
                rules(&[rule("GET", A)]),
                bare_request("OPTIONS", "/${container}/b").field("Origin", A).auth(Auth::Anonymous),
                bare_request("OPTIONS", "/${container}/b")
                    .field("Access-Control-Request-Method", "GET")
                    .auth(Auth::Anonymous),
                bare_request("OPTIONS", "/${container}").auth(Auth::Anonymous),
                rules(&[]),
            ]
        ),
        check!(
            BlobCors,
            "blob.cors.max-age",
            "The answer to a preflight says for how long it holds",
            "The number is stored, and never told.",
            [BLOB_CORS_MAX_AGE],
            [rules(&[rule("GET,PUT", A)]), preflight(A, "GET", ""), preflight(A, "PUT", "accept"), rules(&[])]
        ),
    ]
}

/// Which rule allows what.
fn matching() -> Vec<Check> {
    let shared = matching_preflights!(BlobCors, "blob", {
        first_rule: BLOB_CORS_FIRST_RULE,
        headers: BLOB_CORS_HEADERS,
        header_prefix: BLOB_CORS_HEADER_PREFIX,
        method: BLOB_CORS_METHOD,
        origin_case: BLOB_CORS_ORIGIN_CASE,
        preflight: BLOB_CORS_PREFLIGHT,
        preflight_refused: BLOB_CORS_PREFLIGHT_REFUSED,
        subdomains: BLOB_CORS_SUBDOMAINS
    });
    let own = vec![check!(
        BlobCors,
        "blob.cors.of-the-account",
        "The rules are those of the service, whatever is asked for: containers, blobs and the account",
        "They are looked up by container.",
        [BLOB_CORS_PREFLIGHT, BLOB_CORS_PREFLIGHT_ANONYMOUS],
        [
            rules(&[rule("GET,PUT,DELETE", A)]),
            preflight_of("/${container}", A, "PUT", ""),
            preflight_of("/${container}?restype=container&comp=list", A, "GET", ""),
            preflight_of("/${container}/b?comp=block&blockid=AAAA", A, "PUT", ""),
            preflight_of("/${container}/b?snapshot=2020-01-01T00:00:00.0000000Z", A, "GET", ""),
            preflight_of("/?restype=service&comp=properties", A, "GET", ""),
            preflight_of("/b", A, "GET", ""),
            rules(&[]),
        ]
    )];
    [shared, own].concat()
}
