//! What CORS rules decide: whether a preflight is granted, and what actual answers say of it.

use crate::http::{Headers, Request, Response};
use crate::properties::CorsRule;
use crate::refusal::{Layer, Refusal};
use crate::rules::{Broken, RuleId, Trace};

/// The rules of a service about CORS.
#[derive(Debug, Clone, Copy)]
pub struct CorsRules {
    /// Preflights need no credentials.
    pub preflight_anonymous: RuleId,
    /// One that says too little is refused.
    pub preflight_malformed: RuleId,
    /// One that is allowed is granted.
    pub preflight: RuleId,
    /// One that is not allowed is refused.
    pub preflight_refused: RuleId,
    /// The first rule that fits decides.
    pub first_rule: RuleId,
    /// Methods are looked at.
    pub method: RuleId,
    /// Origins are compared with their case.
    pub origin_case: RuleId,
    /// An origin may stand for all below a domain.
    pub subdomains: RuleId,
    /// Headers are looked at.
    pub headers: RuleId,
    /// Prefixes of headers are understood.
    pub header_prefix: RuleId,
    /// For how long an answer holds is told.
    pub max_age: RuleId,
    /// A rule for every origin says so.
    pub any_origin: RuleId,
    /// One for named origins allows credentials.
    pub credentials: RuleId,
    /// Actual answers are marked.
    pub actual: RuleId,
    /// Those of others are not.
    pub actual_others: RuleId,
    /// They name what may be seen.
    pub exposed: RuleId,
    /// They say that they depend on the origin.
    pub vary: RuleId,
    /// The methods whose answers are marked even if no origin asks.
    pub reading: &'static [&'static str],
    /// Whether it is recorded what refusals say.
    pub refusals_recorded: bool,
    /// The headers of an answer that `*` stands for, by them and its body.
    pub every_header: fn(&Headers, &[u8]) -> Vec<String>,
}

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
    pub fn allowed_by<'r>(&self, rules: &'r [CorsRule], by: &CorsRules, trace: &mut Trace<'_>) -> Option<&'r CorsRule> {
        let mut allowing: Vec<&CorsRule> = rules.iter().filter(|rule| self.is_allowed_by(rule, by, trace)).collect();
        if allowing.len() > 1 && !trace.enforce(by.first_rule) {
            allowing.reverse();
        }
        allowing.first().copied()
    }

    fn is_allowed_by(&self, rule: &CorsRule, by: &CorsRules, trace: &mut Trace<'_>) -> bool {
        self.comes_from(rule, by, trace)
            && (rule.methods.iter().any(|held| held == self.method) || !trace.enforce(by.method))
            && self.header_names().all(|name| admits(rule, name, by, trace))
    }

    /// Whether the origin is one of a rule's: letter by letter, or because the rule takes every one.
    fn comes_from(&self, rule: &CorsRule, by: &CorsRules, trace: &mut Trace<'_>) -> bool {
        rule.origins.iter().any(|held| {
            held == "*"
                || is_named(held, self.origin, by, trace)
                || held.eq_ignore_ascii_case(self.origin) && !trace.enforce(by.origin_case)
        })
    }

    fn header_names(&self) -> impl Iterator<Item = &str> {
        self.headers.split(',').map(str::trim).filter(|name| !name.is_empty())
    }
}

/// Whether an origin of a rule is this one, or stands for it.
fn is_named(held: &str, origin: &str, by: &CorsRules, trace: &mut Trace<'_>) -> bool {
    held == origin || is_below(held, origin) && trace.enforce(by.subdomains)
}

/// Whether an origin of a rule has `*` in place of a name below a domain, and stands for this one by that.
fn is_below(held: &str, origin: &str) -> bool {
    let Some((scheme, domain)) = held.split_once("://*.") else { return false };
    let Some((asked, host)) = origin.split_once("://") else { return false };
    let below = host.strip_suffix(domain).and_then(|rest| rest.strip_suffix('.'));
    !domain.is_empty() && scheme == asked && below.is_some_and(|below| !below.is_empty())
}

/// Whether a rule admits a header of the request: by name, or by a prefix that ends in `*`.
fn admits(rule: &CorsRule, name: &str, by: &CorsRules, trace: &mut Trace<'_>) -> bool {
    let by_prefix = |held: &str| {
        held.strip_suffix('*')
            .is_some_and(|prefix| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
    };
    if rule.headers.iter().any(|held| held.eq_ignore_ascii_case(name)) {
        return true;
    }
    let prefixed = rule.headers.iter().any(|held| by_prefix(held));
    prefixed && trace.enforce(by.header_prefix) || !prefixed && !trace.enforce(by.headers)
}

/// Adds what a granted preflight is told.
fn grant(headers: &mut Headers, rule: &CorsRule, asked: &Asked<'_>, by: &CorsRules, trace: &mut Trace<'_>) {
    allow_origin(headers, rule, asked.origin, by, trace);
    headers.push("Access-Control-Allow-Methods", asked.method);
    if !asked.headers.is_empty() {
        headers.push("Access-Control-Allow-Headers", asked.headers);
    }
    if trace.enforce(by.max_age) {
        headers.push("Access-Control-Max-Age", rule.max_age.to_string());
    }
}

/// Says which origin may see an answer. Every origin may see it without credentials.
fn allow_origin(headers: &mut Headers, rule: &CorsRule, origin: &str, by: &CorsRules, trace: &mut Trace<'_>) {
    let any = rule.origins.iter().any(|held| held == "*");
    if any && trace.enforce(by.any_origin) {
        headers.push("Access-Control-Allow-Origin", "*");
        return;
    }
    headers.push("Access-Control-Allow-Origin", origin);
    // What is said of credentials to one that the rule does not name is not documented.
    let below = rule.origins.iter().any(|held| is_below(held, origin));
    if any || !below && trace.enforce(by.credentials) {
        headers.push("Access-Control-Allow-Credentials", "true");
    }
}

/// Adds what the rules of a service say to the headers of an answer to an actual request.
///
/// A rule for every origin speaks to a GET whether or not it names one. With others, answers to a GET depend on the origin,
/// and say so even if it names none.
///
/// Where the service's refusals are not recorded, what they say of it is free.
pub fn mark(
    response: &mut Response,
    rules: &[CorsRule],
    method: &str,
    origin: Option<&str>,
    by: &CorsRules,
    trace: &mut Trace<'_>,
) {
    let Response { headers, status, body } = response;
    let (reads, free) = (by.reading.contains(&method), *status >= 400 && !by.refusals_recorded);
    let about: Vec<&CorsRule> = rules.iter().filter(|rule| rule.methods.iter().any(|held| held == method)).collect();
    let any = about.iter().find(|rule| rule.origins.iter().any(|held| held == "*"));
    let asked = Asked { origin: origin.unwrap_or_default(), method, headers: "" };
    let rule = match any {
        Some(rule) if reads || origin.is_some() => Some(rule),
        _ => origin.and_then(|origin| {
            about.iter().find(|rule| rule.origins.iter().any(|held| is_named(held, origin, by, trace)))
        }),
    };
    match rule {
        Some(rule) if free => admit(headers, body, rule, asked.origin, by, &mut Trace::new(&Broken::none())),
        Some(rule) => admit(headers, body, rule, asked.origin, by, trace),
        None => {}
    }
    if rule.is_none()
        && let Some(origin) = origin
        && !trace.enforce(by.actual_others)
    {
        headers.push("Access-Control-Allow-Origin", origin);
    }
    if reads && any.is_none() && !rules.is_empty() && trace.enforce(by.vary) {
        headers.push("Vary", "Origin");
    }
}

/// Says who may see an answer, and what of it.
fn admit(headers: &mut Headers, body: &[u8], rule: &CorsRule, origin: &str, by: &CorsRules, trace: &mut Trace<'_>) {
    if !trace.enforce(by.actual) {
        return;
    }
    let exposed = exposed(rule, headers, body, by);
    allow_origin(headers, rule, origin, by, trace);
    if !exposed.is_empty() && trace.enforce(by.exposed) {
        headers.push("Access-Control-Expose-Headers", exposed);
    }
}

/// The headers that may be seen, by their names; `*` stands for those of the answer.
fn exposed(rule: &CorsRule, headers: &Headers, body: &[u8], by: &CorsRules) -> String {
    let every = rule.exposed.iter().any(|name| name == "*");
    if every { (by.every_header)(headers, body).join(",") } else { rule.exposed.join(",") }
}

/// Answers a preflight: what a browser asks before it lets a page of another origin send a request. It comes without
/// credentials, and what it names need not be there.
///
/// # Errors
/// The preflight is refused.
pub fn preflight(
    rules: &[CorsRule],
    request: &Request,
    by: &CorsRules,
    trace: &mut Trace<'_>,
) -> Result<Headers, Refusal> {
    let said = |name: &str| request.headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    let names = said("access-control-request-headers").unwrap_or_default();
    let mut headers = Headers::new();
    let asked = match (said("origin"), said("access-control-request-method")) {
        (Some(origin), Some(method)) => Asked { origin, method, headers: names },
        _ if trace.enforce(by.preflight_malformed) => {
            let (message, rule) = ("A required CORS header is not present.".to_owned(), by.preflight_malformed);
            return Err(Refusal { status: 400, code: "InvalidHeaderValue", message, rule, layer: Layer::FrontEnd });
        }
        _ => return Ok(headers),
    };
    let rule = asked.allowed_by(rules, by, trace);
    match rule.filter(|_| trace.enforce(by.preflight)) {
        Some(rule) => grant(&mut headers, rule, &asked, by, trace),
        None if rule.is_none() && !trace.enforce(by.preflight_refused) => {
            headers.push("Access-Control-Allow-Origin", asked.origin);
        }
        None => {
            let message = "CORS not enabled or no matching rule found for this request.".to_owned();
            let rule = by.preflight_refused;
            return Err(Refusal { status: 403, code: "CorsPreflightFailure", message, rule, layer: Layer::FrontEnd });
        }
    }
    Ok(headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::CORS;

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
            mark(&mut response, &rules(held), "GET", origin, &CORS, &mut Trace::new(&broken));
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
            Asked { origin, method, headers }.allowed_by(&held, &CORS, &mut Trace::new(&broken)).is_some()
        };
        assert!(allowed("http://a", "GET", ""));
        assert!(allowed("http://a", "GET", "Accept, X-MS-Meta-b"));
        assert!(allowed("http://b", "PUT", "accept"));
        assert!(!allowed("http://A", "GET", ""));
        assert!(!allowed("http://a", "DELETE", ""));
        assert!(!allowed("http://a", "GET", "accept-language"));
        assert!(!allowed("http://a", "GET", "x-ms-metb"));
    }

    #[test]
    fn an_origin_may_stand_for_all_below_a_domain() {
        let held = "http://*.example:81";
        assert!(is_below(held, "http://a.example:81"));
        for other in ["https://a.example:81", "http://a.example", "http://.example:81", "http://aexample:81", "null"] {
            assert!(!is_below(held, other), "{other}");
        }
        assert!(!is_below("http://*.", "http://a."));
        assert!(!is_below("*", "http://a"));
    }
}
