//! What browsers ask in the name of other origins, of every service.

use super::{RawExt as _, StepExt as _, bare_request, cors_rule};
use tablestakes_reference::history::{Auth, Step};

/// Two origins.
pub(crate) const A: &str = "http://a.example";
pub(crate) const B: &str = "http://b.example";

/// Asks for a method and headers in the name of an origin.
pub(crate) fn preflight_of(target: &str, origin: &str, method: &str, headers: &str) -> Step {
    let request = bare_request("OPTIONS", target).field("Origin", origin);
    let request = request.field("Access-Control-Request-Method", method);
    let request = if headers.is_empty() { request } else { request.field("Access-Control-Request-Headers", headers) };
    request.auth(Auth::Anonymous)
}

/// A rule that allows and exposes one header.
pub(crate) fn short_rule(methods: &str, origins: &str) -> String {
    cors_rule(methods, origins, "accept", "x-ms-request-id")
}
