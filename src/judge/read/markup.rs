//! XML documents that are neither entries nor errors (policies, properties, statistics), as lists of paths with texts.

use quick_xml::Reader;
use quick_xml::events::Event;

const DEEPEST: usize = 64;

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Markup {
    /// Whether it begins with a byte order mark.
    pub(crate) has_mark: bool,
    /// Its elements in order, each as the names down to it, with its text behind `=`. Blanks around texts are left out, and
    /// so is what a service chooses freely.
    pub(crate) lines: Vec<String>,
}

/// Reads a document.
///
/// # Errors
/// It is not well-formed, or nested too deeply.
pub(crate) fn read(octets: &[u8]) -> Result<Markup, String> {
    let text = std::str::from_utf8(octets).map_err(|_| "octets that are not UTF-8".to_owned())?;
    let plain = text.trim_start_matches('\u{feff}');
    let lines = lines(plain)?;
    Ok(Markup { has_mark: plain.len() < text.len(), lines })
}

fn lines(text: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::from_str(text);
    let mut path: Vec<String> = Vec::new();
    let mut held = String::new();
    let mut lines = Vec::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                if path.len() >= DEEPEST {
                    return Err("markup nested too deeply".to_owned());
                }
                held.clear();
                path.push(tag.local_name().as_ref().to_owned());
                lines.push(path.join("/"));
            }
            Event::Empty(tag) => {
                path.push(tag.local_name().as_ref().to_owned());
                lines.push(path.join("/"));
                path.pop();
            }
            Event::Text(part) => held.push_str(&part),
            Event::CData(part) => held.push_str(&part),
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok().flatten().map(String::from);
                let entity = || quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned);
                held.push_str(&character.or_else(entity).unwrap_or_default());
            }
            Event::End(_) => {
                let element = path.pop().unwrap_or_default();
                let text = std::mem::take(&mut held);
                if let (Some(shown), Some(last)) = (shown(&element, text.trim()), lines.last_mut()) {
                    last.push_str(&format!("={shown}"));
                }
            }
            Event::Eof if path.is_empty() && !lines.is_empty() => return Ok(lines),
            Event::Eof => return Err("markup that is cut off".to_owned()),
            _ => {}
        }
    }
}

/// The text of an element, if it says something that a service does not choose freely.
fn shown(element: &str, text: &str) -> Option<String> {
    match element {
        // A service that is not synchronised has no date here.
        "LastSyncTime" if httpdate::parse_http_date(text).is_ok() => None,
        "Status" if matches!(text, "live" | "bootstrap" | "unavailable") => Some("a status".to_owned()),
        _ if text.is_empty() => None,
        _ => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents() {
        let markup = read("\u{feff}<?xml version='1.0'?><a>\n <b>x&amp;</b><c /><d></d></a>".as_bytes()).unwrap();
        assert!(markup.has_mark);
        assert_eq!(markup.lines, ["a", "a/b=x&", "a/c", "a/d"]);
        for text in ["", "<a>", "<a></b>", "text", &"<a>".repeat(100)] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
