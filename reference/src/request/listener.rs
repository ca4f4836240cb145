//! The HTTP listener before the service: it refuses paths that hold certain control characters, with a page of markup, and
//! knows nothing of accounts, versions or formats.

use crate::datetime::DateTime;
use crate::http::{Headers, Response};
use crate::lexical::http_date;
use crate::percent;
use crate::refusal::{Layer, Refusal};
use crate::rules::RuleId;

/// The pages of the listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// For a path with U+0000: on several lines, and the connection is closed.
    Nul,
    /// For a path with another control character: on one line.
    Control,
}

/// The page that answers a path; `None` for a path that reaches the service.
pub fn page(path: &str) -> Option<Page> {
    // Controls come percent-encoded, or not at all.
    if !path.contains('%') {
        return None;
    }
    let decoded = percent::decode(path)?;
    if decoded.contains('\0') {
        return Some(Page::Nul);
    }
    let refused = |c| matches!(c, '\u{1}'..='\u{1f}' | '\u{7f}' | '\u{81}' | '\u{8d}' | '\u{8f}' | '\u{90}' | '\u{9d}');
    decoded.contains(refused).then_some(Page::Control)
}

/// The refusal that a page stands for.
pub fn refusal(rule: RuleId) -> Refusal {
    let message = "Bad Request - Invalid URL".to_owned();
    Refusal { status: 400, code: "InvalidUri", message, rule, layer: Layer::Listener }
}

/// The lines of both pages.
const LINES: [&str; 6] = [
    r#"<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">"#,
    "<HTML><HEAD><TITLE>Bad Request</TITLE>",
    r#"<META HTTP-EQUIV="Content-Type" Content="text/html; charset=us-ascii"></HEAD>"#,
    "<BODY><h2>Bad Request - Invalid URL</h2>",
    "<hr><p>HTTP Error 400. The request URL is invalid.</p>",
    "</BODY></HTML>",
];

impl Page {
    /// The answer that carries the page.
    pub fn answer(self, now: DateTime) -> Response {
        let body = match self {
            Self::Nul => LINES.map(|line| format!("{line}\r\n")).concat(),
            Self::Control => LINES.concat(),
        };
        let mut headers = Headers::new();
        headers.push("Content-Type", "text/html; charset=us-ascii");
        headers.push("Content-Length", body.len().to_string());
        headers.push("Server", "Microsoft-HTTPAPI/2.0");
        headers.push("Date", http_date(now));
        if self == Self::Nul {
            headers.push("Connection", "close");
        }
        Response { status: 400, headers, body: body.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused() {
        assert_eq!(page("/a/T(PartitionKey='%00',RowKey='')"), Some(Page::Nul));
        assert_eq!(page("/a/T%00"), Some(Page::Nul));
        for octet in ["%01", "%1F", "%7f", "%C2%81", "%C2%9d"] {
            assert_eq!(page(&format!("/T(PartitionKey='{octet}',RowKey='')")), Some(Page::Control), "{octet}");
        }
        for path in ["/T", "/T(PartitionKey='%20%C2%80%2500',RowKey='é')", "/T(PartitionKey='%zz%00')"] {
            assert_eq!(page(path), None, "{path}");
        }
    }

    #[test]
    fn the_pages_are_as_long_as_recorded() {
        let answer = Page::Nul.answer(DateTime::default());
        assert_eq!((answer.body.len(), answer.headers.get("content-length")), (324, Some("324")));
        assert_eq!(answer.headers.get("connection"), Some("close"));
        let answer = Page::Control.answer(DateTime::default());
        assert_eq!((answer.body.len(), answer.headers.get("connection")), (312, None));
    }
}
