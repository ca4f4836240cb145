//! Exchanges as text for people. What a target answers is hostile input: nothing in it may steer a terminal.

use crate::finding::{printable, redact};
use crate::history::Exchange;
use tablestakes_reference::http::{Headers, Request, Response};

/// The most characters of a body that are shown.
const LONGEST_BODY: usize = 2_000;

/// Request line, headers and body.
pub(super) fn request(request: &Request) -> String {
    let first = format!("{} {}", request.method, request.target);
    message(&first, &request.headers, &request.body)
}

/// What the target answered: status, headers and body, or why there is no answer.
pub(super) fn answer(exchange: &Exchange) -> String {
    match &exchange.actual {
        Ok(Response { status, headers, body }) => message(&status.to_string(), headers, body),
        Err(failure) => printable(&failure.to_string()),
    }
}

/// Request line and body, and the status that came back.
pub(super) fn in_short(exchange: &Exchange) -> String {
    let Request { method, target, body, .. } = &exchange.request;
    let came = match &exchange.actual {
        Ok(response) => response.status.to_string(),
        Err(failure) => failure.to_string(),
    };
    let mut text = printable(&redact(&format!("{method} {target} → {came}")));
    if !body.is_empty() {
        text.push('\n');
        text.push_str(&body_text(body));
    }
    text
}

fn message(first: &str, headers: &Headers, body: &[u8]) -> String {
    let mut text = printable(&redact(first));
    for (name, value) in headers.iter() {
        text.push('\n');
        text.push_str(&printable(&redact(&format!("{name}: {value}"))).replace('\n', "\\n"));
    }
    if !body.is_empty() {
        text.push_str("\n\n");
        text.push_str(&body_text(body));
    }
    text
}

fn body_text(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let shown: String = text.chars().take(LONGEST_BODY).collect();
    let cut = if shown.len() < text.len() { format!("… ({} bytes in all)", body.len()) } else { String::new() };
    printable(&redact(&shown)) + &cut
}
