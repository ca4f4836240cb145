//! Requests and answers as a finding's file holds them.

use super::redaction::redact;
use crate::history::{Exchange, StepRecord};
use crate::judge::Verdict;
use crate::target::TransportFailure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tablestakes_reference::http::{Headers, Request, Response};

/// Bodies longer than this are cut; the history says how to make them again.
const LONGEST_BODY: usize = 64 * 1024;

/// One step of the failing replay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepDocument {
    /// Its place in the history, from 0.
    pub index: usize,
    /// The exchanges: one, or for a scan as many as the target had pages.
    pub exchanges: Vec<ExchangeDocument>,
    /// Whether its answer is the one that is not allowed: that shows the finding.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// Who took it and when, where several clients take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<TakenDocument>,
    /// What was asked behind it to learn the target's state; no part of the history, and not judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_back: Vec<ExchangeDocument>,
}

/// Who took a step, and when, in microseconds from when the clients began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakenDocument {
    /// The client, from 0.
    pub client: usize,
    /// When the first request was sent.
    pub invoked_us: u64,
    /// When the last answer was whole; absent if it never was.
    pub returned_us: Option<u64>,
}

/// One exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeDocument {
    /// The request as sent, signatures removed.
    pub request: RequestDocument,
    /// What the target answered; absent if no whole answer came.
    pub actual: Option<ResponseDocument>,
    /// Why no whole answer came.
    pub failure: Option<String>,
    /// What the oracle answers to the same request.
    pub expected: Option<ResponseDocument>,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RequestDocument {
    /// The method.
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    /// Names and values in order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: BodyDocument,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResponseDocument {
    /// The status.
    pub status: u16,
    /// Names and values in order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: BodyDocument,
}

/// A body: text if it is UTF-8, base64 if not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BodyDocument {
    /// Its length in octets; of a very long one, that of the beginning that the run kept.
    pub length: usize,
    /// The body, or its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The body, or its beginning, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// Whether only the beginning is held.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl From<&StepRecord> for StepDocument {
    fn from(step: &StepRecord) -> Self {
        let taken = step.taken.map(|taken| TakenDocument {
            client: taken.client,
            invoked_us: microseconds(taken.invoked),
            returned_us: taken.returned.map(microseconds),
        });
        Self {
            index: step.index,
            exchanges: step.exchanges.iter().map(ExchangeDocument::from).collect(),
            failed: matches!(step.verdict, Verdict::Mismatch(_)),
            taken,
            read_back: step.read_back.iter().map(ExchangeDocument::from).collect(),
        }
    }
}

impl From<&Exchange> for ExchangeDocument {
    fn from(exchange: &Exchange) -> Self {
        Self {
            request: RequestDocument::from(&exchange.request),
            actual: exchange.actual.as_ref().ok().map(ResponseDocument::from),
            failure: exchange.actual.as_ref().err().map(TransportFailure::to_string),
            expected: exchange.expected.as_ref().map(ResponseDocument::from),
        }
    }
}

impl From<&Request> for RequestDocument {
    fn from(request: &Request) -> Self {
        Self {
            method: request.method.clone(),
            target: redact(&request.target).into_owned(),
            headers: headers(&request.headers),
            body: BodyDocument::from(request.body.as_ref()),
        }
    }
}

impl From<&Response> for ResponseDocument {
    fn from(response: &Response) -> Self {
        Self::with_body_to(response, LONGEST_BODY)
    }
}

impl StepDocument {
    /// A step with its answers whole, however long, and without what the oracle answers.
    pub(crate) fn whole(step: &StepRecord) -> Self {
        let mut document = Self::from(step);
        let documents = document.exchanges.iter_mut().chain(&mut document.read_back);
        for (held, exchange) in documents.zip(step.exchanges.iter().chain(&step.read_back)) {
            held.expected = None;
            if let (Ok(response), true) = (&exchange.actual, held.actual.as_ref().is_some_and(|held| held.body.cut)) {
                held.actual = Some(ResponseDocument::with_body_to(response, usize::MAX));
            }
        }
        document
    }
}

impl ResponseDocument {
    fn with_body_to(response: &Response, longest: usize) -> Self {
        Self {
            status: response.status,
            headers: headers(&response.headers),
            body: BodyDocument::up_to(&response.body, longest),
        }
    }
}

impl From<&[u8]> for BodyDocument {
    fn from(body: &[u8]) -> Self {
        Self::up_to(body, LONGEST_BODY)
    }
}

impl BodyDocument {
    /// A body, cut behind so many octets.
    fn up_to(body: &[u8], longest: usize) -> Self {
        let (length, cut) = (body.len(), body.len() > longest);
        let held = &body[..length.min(longest)];
        let text = match std::str::from_utf8(held) {
            Ok(text) => Some(text),
            // A character that is cut in two does not make a text something else.
            Err(error) if cut && error.error_len().is_none() => std::str::from_utf8(&held[..error.valid_up_to()]).ok(),
            Err(_) => None,
        };
        let base64 = text.is_none().then(|| STANDARD.encode(held));
        Self { length, text: text.map(|text| redact(text).into_owned()), base64, cut }
    }
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn headers(headers: &Headers) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| (name.to_owned(), redact(value).into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_held_as_text_where_they_are_text() {
        let text = BodyDocument::from("é".as_bytes());
        assert_eq!((text.length, text.text.as_deref(), text.base64, text.cut), (2, Some("é"), None, false));
        let octets = BodyDocument::from([0xff_u8].as_slice());
        assert_eq!((octets.text, octets.base64.as_deref()), (None, Some("/w==")));
    }

    #[test]
    fn long_bodies_are_cut_between_characters() {
        let long = format!("a{}", "é".repeat(LONGEST_BODY));
        let body = BodyDocument::from(long.as_bytes());
        assert!(body.cut && body.length == long.len());
        assert_eq!(body.text.map(|text| text.len()), Some(LONGEST_BODY - 1));
    }
}
