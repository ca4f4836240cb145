//! Refusals: why a request is not granted, and which layer of the service says so.

use crate::rules::RuleId;

/// One reason to refuse a request. A request may give several; see [`crate::Answer::alternatives`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The status code.
    pub status: u16,
    /// The error code.
    pub code: &'static str,
    /// The first line of the message.
    pub message: String,
    /// The rule that demands the refusal.
    pub rule: RuleId,
    /// Who refuses: decides the headers and the form of the error body.
    pub layer: Layer,
}

/// The layers of the service that answer with errors of different form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// What holds the entities: error body in the negotiated format, `Cache-Control: no-cache`.
    Entities,
    /// What reads requests for it: the same without `Cache-Control`.
    Reader,
    /// What authenticates: bare `application/json`, `Content-Length`, `x-ms-error-code`.
    FrontEnd,
    /// The HTTP listener: an HTML page without any header of the service.
    Listener,
}

/// Adds refusals behind others, each rule once.
pub fn add(refusals: &mut Vec<Refusal>, more: impl IntoIterator<Item = Refusal>) {
    for refusal in more {
        if !refusals.iter().any(|held| held.rule == refusal.rule) {
            refusals.push(refusal);
        }
    }
}
