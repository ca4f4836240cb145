//! The body of a message: `<QueueMessage><MessageText>…</MessageText></QueueMessage>`, of which the text is kept as it is.

use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;
use crate::xml::{Element, illegal_character, place};
use bytes::Bytes;

/// The largest text from 2011-08-18 on, in octets, and before.
const LARGEST: usize = 65_536;
const LARGEST_BEFORE: usize = 8_192;

/// The text in the body of a message.
///
/// # Errors
/// Everything that is wrong with the body.
pub fn message_text(body: &[u8], version: Version, trace: &mut Trace<'_>) -> Result<Bytes, Vec<Detailed>> {
    let text = match text(body, trace) {
        Ok(text) => text,
        Err(_) if !trace.enforce(id::QUEUE_MESSAGES_BODY_MALFORMED) => String::from_utf8_lossy(body).into_owned(),
        Err(refused) => return Err(vec![refused]),
    };
    let rule = if version < Version::V2011_08_18 { id::QUEUE_MESSAGES_SIZE_BEFORE } else { id::QUEUE_MESSAGES_SIZE };
    let limit = if rule == id::QUEUE_MESSAGES_SIZE { LARGEST } else { LARGEST_BEFORE };
    let by_text = body.len() <= limit || trace.enforce(id::QUEUE_MESSAGES_SIZE_OCTETS);
    let counted = if by_text { text.len() } else { body.len() };
    let broken_limit = if rule == id::QUEUE_MESSAGES_SIZE_BEFORE { LARGEST } else { usize::MAX };
    if counted > limit && (trace.enforce(rule) || counted > broken_limit) {
        return Err(vec![too_large(limit, rule)]);
    }
    Ok(Bytes::from(text))
}

fn text(body: &[u8], trace: &mut Trace<'_>) -> Result<String, Detailed> {
    let malformed = |octet: usize, rule: RuleId| invalid_document(body, Some(octet), "Error parsing Xml content", rule);
    let rule = id::QUEUE_MESSAGES_BODY_MALFORMED;
    let document = std::str::from_utf8(body).map_err(|error| malformed(error.valid_up_to(), rule))?;
    if let Some(octet) = illegal_character(document) {
        let rule = id::QUEUE_MESSAGES_ILLEGAL_CHARACTER;
        if trace.enforce(rule) {
            return Err(malformed(octet, rule));
        }
    }
    // A reader of XML has never seen a carriage return but one that was written as a reference.
    let folded = document.replace("\r\n", "\n").replace('\r', "\n");
    if folded.len() != document.len() || document.contains('\r') {
        trace.raise(id::QUEUE_OPEN_MESSAGE_BODIES);
    }
    let root = Element::read(folded.as_bytes()).filter(|root| root.name == "QueueMessage");
    let Some(element) = root.as_ref().and_then(|root| root.child("MessageText")) else {
        if body.is_empty() || root.is_some() {
            trace.raise(id::QUEUE_OPEN_MESSAGE_BODIES);
        }
        return Err(malformed(0, rule));
    };
    let more = root.as_ref().is_some_and(|root| root.children.len() > 1);
    if more || !element.children.is_empty() {
        trace.raise(id::QUEUE_OPEN_MESSAGE_BODIES);
    }
    if let Some(octet) = illegal_character(&element.text) {
        let rule = id::QUEUE_MESSAGES_ILLEGAL_CHARACTER;
        if trace.enforce(rule) {
            return Err(malformed(octet, rule));
        }
    }
    if element.text.is_empty() && !trace.enforce(id::QUEUE_MESSAGES_TEXT_EMPTY) {
        return Err(malformed(0, id::QUEUE_MESSAGES_TEXT_EMPTY));
    }
    Ok(kept(element.text.clone(), trace))
}

/// The text as it is stored: as it came, unless the reference is told otherwise.
fn kept(mut text: String, trace: &mut Trace<'_>) -> String {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\n');
    if (text.starts_with(blank) || text.ends_with(blank)) && !trace.enforce(id::QUEUE_MESSAGES_TEXT_WHITE_SPACE) {
        text = text.trim_matches(blank).to_owned();
    }
    if !text.is_ascii() && !trace.enforce(id::QUEUE_MESSAGES_TEXT_UNICODE) {
        text = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    }
    if text.contains(['&', '<', '>']) && !trace.enforce(id::QUEUE_MESSAGES_TEXT_ESCAPED) {
        text = crate::xml::escaped(&text);
    }
    text
}

fn too_large(limit: usize, rule: RuleId) -> Detailed {
    let message = "The request body is too large and exceeds the maximum permissible limit.".to_owned();
    let refusal = Refusal { status: 413, code: "RequestBodyTooLarge", message, rule, layer: Layer::Entities };
    Detailed::from(refusal).with("MaxLimit", limit.to_string())
}

/// The refusal of a document that is not what it must be. `octet` is where it was found out, if that is told.
pub(in crate::queue) fn invalid_document(body: &[u8], octet: Option<usize>, reason: &str, rule: RuleId) -> Detailed {
    let (line, column) = octet.map_or((0, 0), |octet| place(body, octet));
    let message = "XML specified is not syntactically valid.".to_owned();
    let refusal = Refusal { status: 400, code: "InvalidXmlDocument", message, rule, layer: Layer::Entities };
    Detailed::from(refusal)
        .with("LineNumber", line.to_string())
        .with("LinePosition", column.to_string())
        .with("Reason", reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    /// Status and details.
    type Refused = (u16, Vec<(&'static str, String)>);

    fn read(inner: &str) -> Result<String, Refused> {
        let broken = Broken::none();
        let body = format!("<?xml version='1.0'?>\n<QueueMessage><MessageText>{inner}</MessageText></QueueMessage>");
        match message_text(body.as_bytes(), Version::V2019_02_02, &mut Trace::new(&broken)) {
            Ok(text) => Ok(String::from_utf8(text.to_vec()).unwrap()),
            Err(mut refused) => {
                let first = refused.remove(0);
                Err((first.refusal.status, first.details))
            }
        }
    }

    #[test]
    fn texts_are_kept() {
        for (inner, text) in [
            ("", ""),
            ("  mess\t age1\n", "  mess\t age1\n"),
            ("&lt;&amp;&gt;&quot;&apos;'\"", "<&>\"''\""),
            ("&#13;&#x1F600;\u{80}", "\r\u{1f600}\u{80}"),
            ("<![CDATA[<a>]]>", "<a>"),
            ("a\r\nb", "a\nb"),
        ] {
            assert_eq!(read(inner).as_deref(), Ok(text), "{inner}");
        }
    }

    #[test]
    fn what_is_no_document_is_refused_where_it_is_none() {
        let (status, details) = read("\u{1}").unwrap_err();
        assert_eq!(status, 400);
        let place: Vec<&str> = details.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(place, ["2", "28", "Error parsing Xml content"]);
        assert!(read("&#1;").is_err() && read("<a>").is_err() && read("&b;").is_err());
    }

    #[test]
    fn the_octets_of_the_text_are_counted() {
        assert!(read(&"&amp;".repeat(65_536)).is_ok());
        assert!(read(&"é".repeat(32_768)).is_ok());
        for text in ["x".repeat(65_537), "é".repeat(32_769)] {
            assert_eq!(read(&text).unwrap_err(), (413, vec![("MaxLimit", "65536".to_owned())]));
        }
    }
}
