//! Batches written out, for framing that no client library produces.

use crate::steps::{RawExt, bare_request};
use tablestakes_reference::history::{Content, RawRequest};

const BATCH: &str = "batch_7c1f";
const CHANGE_SET: &str = "changeset_52ad";

/// A request within a batch: path from the table on; the base path of the target is put before it.
pub(crate) fn inner(method: &str, path: &str) -> RawRequest {
    bare_request(method, format!("${{origin}}${{base}}{path}"))
        .field("Accept", "application/json;odata=minimalmetadata")
}

/// A batch as MIME text, put together section by section.
pub(crate) struct MimeBatch {
    text: String,
    content_ids: bool,
    end: &'static str,
}

impl MimeBatch {
    /// A batch without sections.
    pub(crate) fn new() -> Self {
        Self { text: String::new(), content_ids: false, end: "\r\n" }
    }

    /// With `Content-ID` among the MIME headers of the parts that follow, counting from 1.
    pub(crate) fn content_ids_in_mime_headers(mut self) -> Self {
        self.content_ids = true;
        self
    }

    /// Without a line end behind the last delimiter.
    pub(crate) fn without_last_line_end(mut self) -> Self {
        self.end = "";
        self
    }

    /// With one more change set.
    pub(crate) fn change_set(mut self, requests: impl IntoIterator<Item = RawRequest>) -> Self {
        self.text += &format!("--{BATCH}\r\nContent-Type: multipart/mixed; boundary={CHANGE_SET}\r\n\r\n");
        for (number, request) in (1..).zip(requests) {
            let content_id = if self.content_ids { format!("Content-ID: {number}\r\n") } else { String::new() };
            self.text += &format!("--{CHANGE_SET}\r\n{}", part(&request, &content_id));
        }
        self.text += &format!("--{CHANGE_SET}--\r\n");
        self
    }

    /// The request that carries the batch.
    pub(crate) fn request(self) -> RawRequest {
        bare_request("POST", "/$batch")
            .field("Content-Type", format!("multipart/mixed; boundary={BATCH}"))
            .field("Accept", "application/json;odata=minimalmetadata")
            .text(format!("{}--{BATCH}--{}", self.text, self.end))
    }
}

/// One `application/http` part.
fn part(request: &RawRequest, mime_headers: &str) -> String {
    let fields: String = request.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let body = match &request.body {
        Content::Text { text } => text.as_str(),
        Content::None | Content::Octets { .. } | Content::Pattern { .. } => "",
    };
    format!(
        "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n{mime_headers}\r\n\
         {} {} HTTP/1.1\r\n{fields}\r\n{body}\r\n",
        request.method, request.target
    )
}
