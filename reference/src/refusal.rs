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

/// The refusal of an operation that is not there.
pub(crate) fn not_implemented(rule: RuleId) -> Refusal {
    let message = "The requested operation is not implemented on the specified resource.".to_owned();
    Refusal { status: 501, code: "NotImplemented", message, rule, layer: Layer::Entities }
}

/// Adds refusals behind others, each rule once.
pub fn add(refusals: &mut Vec<Refusal>, more: impl IntoIterator<Item = Refusal>) {
    for refusal in more {
        if !refusals.iter().any(|held| held.rule == refusal.rule) {
            refusals.push(refusal);
        }
    }
}

/// A refusal, and the elements that stand behind the message in the error's document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detailed {
    /// The refusal.
    pub refusal: Refusal,
    /// Names and texts of the elements.
    pub details: Vec<(&'static str, String)>,
}

impl Detailed {
    /// With one more element.
    #[must_use]
    pub fn with(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.details.push((name, text.into()));
        self
    }
}

impl From<Refusal> for Detailed {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, details: Vec::new() }
    }
}
