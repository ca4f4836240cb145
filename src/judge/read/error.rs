//! Error bodies: `odata.error` in JSON, `error` in XML.

use super::json::Json;
use crate::xml::Node;
use quick_xml::Reader;
use quick_xml::events::Event;

/// What an error body says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ErrorBody {
    /// The error code, if there is one.
    pub(crate) code: Option<String>,
    /// The message, if there is one.
    pub(crate) message: Option<String>,
    /// Whether the message names its language.
    pub(crate) has_language: bool,
    /// Whether it is written in XML.
    pub(crate) is_xml: bool,
    /// The names of what stands behind code and message.
    pub(crate) details: Vec<String>,
}

/// The number before the colon that a message begins with, the index of an operation in a change set.
pub(crate) fn index(message: &str) -> Option<u32> {
    let (number, _) = message.split_once(':')?;
    if number.bytes().all(|octet| octet.is_ascii_digit()) { number.parse().ok() } else { None }
}

/// A text of an answer in quotes, control characters escaped.
pub(crate) fn shown_text(text: &str) -> String {
    format!("{text:?}")
}

impl ErrorBody {
    /// The error in a document of queues or blobs.
    pub(in crate::judge) fn of_tree(root: &Node) -> Self {
        let text = |name: &str| root.child_text(name).map(str::to_owned);
        let is_detail = |node: &&Node| !matches!(node.name.as_str(), "Code" | "Message");
        Self {
            code: text("Code"),
            message: text("Message"),
            has_language: false,
            is_xml: true,
            details: root.children.iter().filter(is_detail).map(|node| node.name.clone()).collect(),
        }
    }
}

/// Reads `{"odata.error":{"code":…,"message":{"lang":…,"value":…}}}`; `None` if it is no such object.
pub(crate) fn from_json(body: &Json) -> Option<ErrorBody> {
    let error = body.member("odata.error")?;
    let message = error.member("message");
    let text = |value: Option<&Json>| value.and_then(Json::as_str).map(ToOwned::to_owned);
    Some(ErrorBody {
        code: text(error.member("code")),
        message: text(message.and_then(|message| message.member("value"))),
        has_language: message.and_then(|message| message.member("lang")).is_some(),
        is_xml: false,
        details: Vec::new(),
    })
}

/// Reads `<error><code>…</code><message>…</message></error>`, whatever its prefixes.
///
/// # Errors
/// It is not well-formed, or not an error.
pub(crate) fn from_xml(octets: &[u8]) -> Result<ErrorBody, String> {
    let text = std::str::from_utf8(octets).map_err(|_| "octets that are not UTF-8".to_owned())?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut error = ErrorBody { is_xml: true, ..ErrorBody::default() };
    let mut path: Vec<String> = Vec::new();
    let mut seen = false;
    loop {
        let event = reader.read_event().map_err(|error| format!("markup that is not well-formed: {error}"))?;
        match event {
            Event::Start(tag) => {
                let name = tag.local_name().as_ref().to_owned();
                if path.is_empty() {
                    seen = name.eq_ignore_ascii_case("error");
                }
                if name == "message" {
                    error.has_language =
                        tag.attributes().flatten().any(|held| held.key.local_name().as_ref() == "lang");
                }
                if path.len() >= 64 {
                    return Err("markup nested too deeply".to_owned());
                }
                path.push(name);
            }
            Event::End(_) => {
                path.pop();
            }
            Event::Text(held) => note(&mut error, &path, &held),
            Event::CData(held) => note(&mut error, &path, &held),
            Event::GeneralRef(held) => {
                let character = held.resolve_char_ref().ok().flatten().map(String::from);
                let held = character.or_else(|| quick_xml::escape::resolve_predefined_entity(&held).map(str::to_owned));
                note(&mut error, &path, held.as_deref().unwrap_or_default());
            }
            Event::Eof if seen && path.is_empty() => return Ok(error),
            Event::Eof => return Err("markup that is no error".to_owned()),
            _ => {}
        }
    }
}

fn note(error: &mut ErrorBody, path: &[String], text: &str) {
    let [_, element] = path else { return };
    let field = match element.as_str() {
        "code" | "Code" => &mut error.code,
        "message" | "Message" => &mut error.message,
        _ => return,
    };
    field.get_or_insert_default().push_str(text);
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let body = r#"{"odata.error":{"code":"A","message":{"lang":"en-US","value":"1:m\nRequestId:x"}}}"#;
        let error = from_json(&json::read(body.as_bytes()).unwrap()).unwrap();
        assert_eq!((error.code.as_deref(), error.has_language), (Some("A"), true));
        assert_eq!(index(error.message.as_deref().unwrap()), Some(1));
        for body in [
            "\u{feff}<?xml version=\"1.0\"?>\r\n<error xmlns=\"x\">\n<code>A</code><message xml:lang=\"en\">a &lt; b&#33;</message></error>",
            "<m:error xmlns:m=\"x\"><m:code>A</m:code><m:message xml:lang=\"en\">a &lt; b!</m:message></m:error>",
        ] {
            let error = from_xml(body.as_bytes()).unwrap();
            assert_eq!((error.code.as_deref(), error.message.as_deref()), (Some("A"), Some("a < b!")));
            assert!(error.has_language && error.is_xml);
        }
    }

    #[test]
    fn others_are_refused() {
        for body in ["", "<html><body/></html>", "<error>", "<error></code>", "plain"] {
            assert!(from_xml(body.as_bytes()).is_err(), "{body}");
        }
        assert!(from_xml(b"<error>\xff</error>").is_err());
        assert_eq!(from_json(&Json::Null), None);
        assert_eq!(index("a:b"), None);
        assert_eq!(index("The 'x' parameter: y"), None);
    }
}
