//! Two answers to the same request, the recorded one and the reference's: what differs in meaning.
//!
//! Compared are the status, the error code and message, the presence and form of headers, and the body in its format.
//! Not compared are values that a service chooses freely, the order of headers and properties, and the account's name.

mod blob;
mod body;
mod document;
mod form;
mod headers;
#[cfg(test)]
mod tests;

pub(super) use blob::Recorded;
use serde::Serialize;
use tablestakes_reference::http::Response;

/// The most differences that are told of one exchange.
const MOST: usize = 20;

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Difference {
    /// Where: `status`, `header etag`, `body row 2 property Age`.
    pub place: String,
    /// What was recorded.
    pub recorded: String,
    /// What the reference answers.
    pub reference: String,
}

impl Difference {
    /// Whether no client rests on it: a header other than ETags and continuation tokens, and of these the form; an
    /// annotation of a body; the spelling of a Timestamp.
    pub fn is_incidental(&self) -> bool {
        let subject = self.subject();
        let decisive = subject == "header etag" || subject.starts_with("header x-ms-continuation-");
        let absent = self.recorded == "absent" || self.reference == "absent";
        if subject.starts_with("header ") {
            !(decisive && absent)
        } else {
            subject.contains("odata.") || subject.contains("atom.") || subject.ends_with("property Timestamp")
        }
    }

    /// What differs, whatever part, row or body it is in: `header etag`, `property Age`.
    pub fn subject(&self) -> &str {
        let mut subject = self.place.as_str();
        for kind in ["part ", "body ", "row "] {
            if let Some(rest) = subject.strip_prefix(kind) {
                let (number, behind) = rest.split_once(' ').unwrap_or((rest, ""));
                let numbered = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
                subject = if numbered { behind } else { rest };
            }
        }
        subject
    }
}

/// What is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Compared<'c> {
    /// The recording's JSON went through a parser.
    pub(super) json_spelling: bool,
    /// Whether the service's CORS rules are known; if not, its CORS headers are not compared.
    pub(super) cors_known: bool,
    /// Headers that the recorder kept of no answer.
    pub(super) dropped: &'c [&'static str],
}

/// Collects differences.
#[derive(Debug, Default)]
struct Differences(Vec<Difference>);

impl Differences {
    fn note(&mut self, place: impl Into<String>, recorded: impl Into<String>, reference: impl Into<String>) {
        if self.0.len() < MOST {
            let (recorded, reference) = (cut(recorded.into()), cut(reference.into()));
            self.0.push(Difference { place: place.into(), recorded, reference });
        }
    }

    fn unequal(&mut self, place: &str, recorded: &str, reference: &str) {
        if recorded != reference {
            self.note(place, recorded, reference);
        }
    }
}

/// What differs.
pub(super) fn compare(recorded: &Response, reference: &Response, compared: &Compared<'_>) -> Vec<Difference> {
    let mut differences = Differences::default();
    differences.unequal("status", &recorded.status.to_string(), &reference.status.to_string());
    headers::compare(&recorded.headers, &reference.headers, compared, "", &mut differences);
    body::compare(recorded, reference, compared, "body", &mut differences);
    differences.0
}

/// What differs between answers of the queue service.
pub(super) fn compare_queues(recorded: &Response, reference: &Response, compared: &Compared<'_>) -> Vec<Difference> {
    let mut differences = Differences::default();
    differences.unequal("status", &recorded.status.to_string(), &reference.status.to_string());
    headers::compare(&recorded.headers, &reference.headers, compared, "", &mut differences);
    document::compare(recorded, reference, &mut differences);
    differences.0
}

/// What differs between answers of the blob service.
pub(super) fn compare_blobs(recorded: Recorded<'_>, reference: &Response, compared: &Compared<'_>) -> Vec<Difference> {
    let mut differences = Differences::default();
    differences.unequal("status", &recorded.response.status.to_string(), &reference.status.to_string());
    blob::compare(recorded, reference, compared, &mut differences);
    differences.0
}

/// Text for a report, not longer than a few lines.
fn cut(text: String) -> String {
    const LONGEST: usize = 400;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
