//! Shared Key: what the harness signs the reference verifies, and what was changed after signing it refuses.

use super::service::{Service, request};
use super::vocabulary::{text_or_choices, version};
use arbitrary::{Arbitrary, Result, Unstructured};
use tablestakes::target::Axes;
use tablestakes_reference::Settings;
use tablestakes_reference::history::{Auth, Content, RawRequest, Step, Wire};
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::rules::{RuleId, id};

/// An odd first octet: the rest is a value of `Authorization`, which nobody signed. An even one: the rest decides a request
/// and what is changed of it.
pub fn run(octets: &[u8]) {
    text_or_choices(octets, unsigned, signed);
}

fn is_about_identity(rule: Option<RuleId>) -> bool {
    rule.is_some_and(|rule| rule.as_str().starts_with("table.auth."))
}

fn unsigned(value: &str) {
    let mut request = get("/tab()");
    request.headers.remove("authorization");
    request.headers.push("authorization", value);
    let answer = Service::new(Settings::default()).answer(&request);
    assert!(is_about_identity(answer.refused_by), "{value:?} is taken for a signature: {:?}", answer.refused_by);
}

fn get(target: &str) -> Request {
    let raw = RawRequest {
        method: "GET".into(),
        target: target.into(),
        headers: Vec::new(),
        body: Content::None,
        odd: false,
    };
    request(&Step::from(raw), Axes::default())
}

fn signed(u: &mut Unstructured<'_>) -> Result<()> {
    let letters = |u: &mut Unstructured<'_>| -> Result<String> {
        let text = <&str>::arbitrary(u)?;
        Ok(text.chars().filter(|c| !c.is_control() && !"#$?".contains(*c) && *c != ' ').take(80).collect())
    };
    let method = *u.choose(&["GET", "PUT", "POST", "DELETE", "MERGE", "PATCH", "HEAD"])?;
    let query = if u.arbitrary()? { format!("?{}", letters(u)?) } else { String::new() };
    let headers = match u.int_in_range(0..=2)? {
        0 => Vec::new(),
        1 => vec![("content-type".to_owned(), letters(u)?)],
        _ => vec![("content-md5".to_owned(), letters(u)?), ("content-type".to_owned(), letters(u)?)],
    };
    let target = format!("/{}{query}", letters(u)?);
    let body = if method == "GET" { Content::None } else { Content::Text { text: "{}".into() } };
    let lite = u.arbitrary()?;
    let auth = if lite { Auth::SharedKeyLite } else { Auth::SharedKey };
    let wire = Wire { auth, version: Some(version(u)?), ..Wire::default() };
    let raw = RawRequest { method: method.into(), target, headers, body, odd: false };
    let request = request(&Step::from(raw).written(wire), Axes::default());
    // A signature in the query comes before one in no header; the listener answers before anybody asks who it is.
    let answer = Service::new(Settings::default()).answer(&request);
    assert!(!is_about_identity(answer.refused_by), "{:?}: {request:?}", answer.refused_by);
    let listener = answer.response.headers.get("x-ms-request-id").is_none();
    let changed = changed(u, &request, lite)?;
    let answer = Service::new(Settings::default()).answer(&changed);
    let before_all = [id::TABLE_HEADERS_VERSION_UNKNOWN, id::TABLE_ADDRESS_PATH_ACCOUNT];
    let elsewhere = listener
        || answer.response.headers.get("x-ms-request-id").is_none()
        || answer.refused_by.is_some_and(|rule| before_all.contains(&rule));
    assert!(is_about_identity(answer.refused_by) || elsewhere, "{:?} for {changed:?}", answer.refused_by);
    Ok(())
}

/// The request with something else that its signature covers.
fn changed(u: &mut Unstructured<'_>, request: &Request, lite: bool) -> Result<Request> {
    let mut changed = request.clone();
    match u.int_in_range(0..=if lite { 1 } else { 3 })? {
        0 => {
            let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
            changed.target = format!("{path}x?{query}");
        }
        1 => {
            let date = request.headers.get("x-ms-date").unwrap_or_default().replace("2026", "2025");
            changed.headers.remove("x-ms-date");
            changed.headers.push("x-ms-date", date);
        }
        2 => changed.method.push('X'),
        _ => {
            let kind = format!("{}x", request.headers.get("content-type").unwrap_or_default());
            changed.headers.remove("content-type");
            changed.headers.push("content-type", kind);
        }
    }
    // Another field of the same name does not hide the first one.
    changed.headers =
        changed.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Headers>();
    Ok(changed)
}
