//! What CORS rules decide: whether a preflight is granted, and what actual answers say of it.

use crate::http::{Headers, Response};
use crate::properties::CorsRule;
use crate::rules::{Broken, Trace, id};

/// What a browser asks for in the name of another origin.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// `Origin`.
    pub origin: &'a str,
    /// The method of the actual request.
    pub method: &'a str,
    /// The names of its headers, separated by commas.
    pub headers: &'a str,
}

impl Asked<'_> {
    /// The first rule that allows it.
    pub fn allowed_by<'r>(&self, rules: &'r [CorsRule], trace: &mut Trace<'_>) -> Option<&'r CorsRule> {
        let mut allowing: Vec<&CorsRule> = rules.iter().filter(|rule| self.is_allowed_by(rule, trace)).collect();
        if allowing.len() > 1 && !trace.enforce(id::TABLE_CORS_FIRST_RULE) {
            allowing.reverse();
        }
        allowing.first().copied()
    }

    fn is_allowed_by(&self, rule: &CorsRule, trace: &mut Trace<'_>) -> bool {
        self.comes_from(rule, trace)
            && (rule.methods.iter().any(|held| held == self.method) || !trace.enforce(id::TABLE_CORS_METHOD))
            && self.header_names().all(|name| admits(rule, name, trace))
    }

    /// Whether the origin is one of a rule's: letter by letter, or because the rule takes every one.
    fn comes_from(&self, rule: &CorsRule, trace: &mut Trace<'_>) -> bool {
        rule.origins.iter().any(|held| {
            held == "*"
                || held == self.origin
                || held.eq_ignore_ascii_case(self.origin) && !trace.enforce(id::TABLE_CORS_ORIGIN_CASE)
        })
    }

    fn header_names(&self) -> impl Iterator<Item = &str> {
        self.headers.split(',').map(str::trim).filter(|name| !name.is_empty())
    }
}

/// Whether a rule admits a header of the request: by name, or by a prefix that ends in `*`.
fn admits(rule: &CorsRule, name: &str, trace: &mut Trace<'_>) -> bool {
    let by_prefix = |held: &str| {
        held.strip_suffix('*')
            .is_some_and(|prefix| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
    };
    if rule.headers.iter().any(|held| held.eq_ignore_ascii_case(name)) {
        return true;
    }
    let prefixed = rule.headers.iter().any(|held| by_prefix(held));
    prefixed && trace.enforce(id::TABLE_CORS_HEADER_PREFIX) || !prefixed && !trace.enforce(id::TABLE_CORS_HEADERS)
}

/// Adds what a granted preflight is told.
pub fn grant(headers: &mut Headers, rule: &CorsRule, asked: &Asked<'_>, trace: &mut Trace<'_>) {
    allow_origin(headers, rule, asked.origin, trace);
    headers.push("Access-Control-Allow-Methods", asked.method);
    if !asked.headers.is_empty() {
        headers.push("Access-Control-Allow-Headers", asked.headers);
    }
    if trace.enforce(id::TABLE_CORS_MAX_AGE) {
        headers.push("Access-Control-Max-Age", rule.max_age.to_string());
    }
}

/// Says which origin may see an answer. Every origin may see it without credentials.
fn allow_origin(headers: &mut Headers, rule: &CorsRule, origin: &str, trace: &mut Trace<'_>) {
    let any = rule.origins.iter().any(|held| held == "*");
    if any && trace.enforce(id::TABLE_CORS_ANY_ORIGIN) {
        headers.push("Access-Control-Allow-Origin", "*");
        return;
    }
    headers.push("Access-Control-Allow-Origin", origin);
    if any || trace.enforce(id::TABLE_CORS_CREDENTIALS) {
        headers.push("Access-Control-Allow-Credentials", "true");
    }
}

/// Adds what the rules of a service say to the headers of an answer to an actual request.
///
/// A rule for every origin speaks to a GET whether or not it names one. With others, answers to a GET depend on the origin,
/// and say so even if it names none.
///
/// What refusals say of it is not recorded: there it is free.
pub fn mark(response: &mut Response, rules: &[CorsRule], method: &str, origin: Option<&str>, trace: &mut Trace<'_>) {
    let Response { headers, status, .. } = response;
    let (reads, refused) = (method == "GET", *status >= 400);
    let about: Vec<&CorsRule> = rules.iter().filter(|rule| rule.methods.iter().any(|held| held == method)).collect();
    let any = about.iter().find(|rule| rule.origins.iter().any(|held| held == "*"));
    let asked = Asked { origin: origin.unwrap_or_default(), method, headers: "" };
    let named = || origin.and_then(|_| about.iter().find(|rule| rule.origins.iter().any(|held| held == asked.origin)));
    let rule = match any {
        Some(rule) if reads || origin.is_some() => Some(rule),
        _ => named(),
    };
    match rule {
        Some(rule) if refused => admit(headers, rule, asked.origin, &mut Trace::new(&Broken::none())),
        Some(rule) => admit(headers, rule, asked.origin, trace),
        None => {}
    }
    if rule.is_none()
        && let Some(origin) = origin
        && !trace.enforce(id::TABLE_CORS_ACTUAL_OTHERS)
    {
        headers.push("Access-Control-Allow-Origin", origin);
    }
    if reads && any.is_none() && !rules.is_empty() && trace.enforce(id::TABLE_CORS_VARY) {
        headers.push("Vary", "Origin");
    }
}

/// Says who may see an answer, and what of it.
fn admit(headers: &mut Headers, rule: &CorsRule, origin: &str, trace: &mut Trace<'_>) {
    if !trace.enforce(id::TABLE_CORS_ACTUAL) {
        return;
    }
    let exposed = exposed(rule, headers);
    allow_origin(headers, rule, origin, trace);
    if !exposed.is_empty() && trace.enforce(id::TABLE_CORS_EXPOSED) {
        headers.push("Access-Control-Expose-Headers", exposed);
    }
}

/// The headers that may be seen, by their names; `*` stands for those of the answer.
fn exposed(rule: &CorsRule, headers: &Headers) -> String {
    if !rule.exposed.iter().any(|name| name == "*") {
        return rule.exposed.join(",");
    }
    let there =
        |names: &[&'static str]| names.iter().copied().filter(|name| headers.get(name).is_some()).collect::<Vec<_>>();
    let mut names = there(&["x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version"]);
    names.extend(there(&["X-Content-Type-Options", "Cache-Control", "ETag"]));
    names.extend(headers.iter().map(|(name, _)| name).filter(|name| name.starts_with("x-ms-continuation-")));
    if headers.get("X-Content-Type-Options").is_some() {
        names.extend(there(&["Content-Type"]));
    }
    names.extend(["Content-Length", "Date", "Transfer-Encoding"]);
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(held: &[(&str, &str)]) -> Vec<CorsRule> {
        let rule = |(method, origin): &(&str, &str)| CorsRule {
            methods: vec![(*method).into()],
            origins: vec![(*origin).into()],
            headers: vec!["x-ms-meta-*".into(), "accept".into()],
            exposed: vec!["x".into()],
            ..CorsRule::default()
        };
        held.iter().map(rule).collect()
    }

    #[test]
    fn who_is_told_what() {
        let names = |held: &[(&str, &str)], origin| -> Vec<String> {
            let (headers, broken) = (Headers::new(), Broken::none());
            let mut response = Response { status: 200, headers, body: bytes::Bytes::new() };
            mark(&mut response, &rules(held), "GET", origin, &mut Trace::new(&broken));
            response.headers.iter().map(|(name, _)| name.replace("Access-Control-", "")).collect()
        };
        assert_eq!(names(&[("PUT", "a")], Some("a")), ["Vary"]);
        assert_eq!(names(&[("GET", "*")], None), ["Allow-Origin", "Expose-Headers"]);
        assert_eq!(names(&[("GET", "a")], None), ["Vary"]);
        assert_eq!(names(&[("GET", "a")], Some("b")), ["Vary"]);
        let all = ["Allow-Origin", "Allow-Credentials", "Expose-Headers", "Vary"];
        assert_eq!(names(&[("GET", "a")], Some("a")), all);
    }

    #[test]
    fn what_is_allowed() {
        let broken = Broken::none();
        let held = rules(&[("GET", "http://a"), ("PUT", "*")]);
        let allowed = |origin, method, headers| {
            Asked { origin, method, headers }.allowed_by(&held, &mut Trace::new(&broken)).is_some()
        };
        assert!(allowed("http://a", "GET", ""));
        assert!(allowed("http://a", "GET", "Accept, X-MS-Meta-b"));
        assert!(allowed("http://b", "PUT", "accept"));
        assert!(!allowed("http://A", "GET", ""));
        assert!(!allowed("http://a", "DELETE", ""));
        assert!(!allowed("http://a", "GET", "accept-language"));
        assert!(!allowed("http://a", "GET", "x-ms-metb"));
    }
}
