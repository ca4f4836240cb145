//! Requests written out, for what no operation describes.

use tablestakes_reference::history::{Content, RawRequest};

/// A request for this target, path and query as sent; it accepts JSON with minimal metadata.
pub(crate) fn raw(method: &str, target: impl Into<String>) -> RawRequest {
    bare_request(method, target).field("Accept", "application/json;odata=minimalmetadata")
}

/// A request without any header of its own.
pub(crate) fn bare_request(method: &str, target: impl Into<String>) -> RawRequest {
    RawRequest {
        method: method.to_owned(),
        target: target.into(),
        headers: Vec::new(),
        body: Content::None,
        odd: false,
    }
}

/// A POST of this JSON text.
pub(crate) fn post_json(target: impl Into<String>, json: impl Into<String>) -> RawRequest {
    raw("POST", target).json(json)
}

/// The same request with more to it.
pub(crate) trait RawExt: Sized {
    /// With one more header field.
    fn field(self, name: &str, value: impl Into<String>) -> Self;

    /// With this text as its body.
    fn text(self, text: impl Into<String>) -> Self;

    /// With these octets as its body.
    fn octets(self, octets: impl Into<Vec<u8>>) -> Self;

    /// With this JSON text as its body, and said to be JSON.
    fn json(self, json: impl Into<String>) -> Self {
        self.field("Content-Type", "application/json").text(json)
    }
}

impl RawExt for RawRequest {
    fn field(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    fn text(mut self, text: impl Into<String>) -> Self {
        self.body = Content::Text { text: text.into() };
        self
    }

    fn octets(mut self, octets: impl Into<Vec<u8>>) -> Self {
        self.body = Content::Octets { octets: octets.into() };
        self
    }
}
