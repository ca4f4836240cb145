//! XML documents that are neither entries nor errors (policies, properties, statistics), as lists of paths with texts.

use quick_xml::Reader;
use quick_xml::events::Event;

const DEEPEST: usize = 64;

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Markup {
    /// Whether it begins with a byte order mark.
    pub(crate) has_mark: bool,
    /// Its elements, those of one parent by their names, each as the names down to it, with its text behind `=`. Blanks
    /// around texts are left out, and so is what a service chooses freely.
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

/// An element with what is in it.
#[derive(Default)]
struct Element {
    name: String,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Its lines and those of its children. Which of two elements with different names comes first means nothing.
    fn tell(mut self, above: &str, lines: &mut Vec<String>) {
        let path = if above.is_empty() { self.name.clone() } else { format!("{above}/{}", self.name) };
        let text = shown(&self.name, self.text.trim()).filter(|_| self.children.is_empty());
        lines.push(text.map_or_else(|| path.clone(), |text| format!("{path}={text}")));
        self.children.sort_by(|left, right| left.name.cmp(&right.name));
        for child in self.children {
            child.tell(&path, lines);
        }
    }
}

fn lines(text: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::from_str(text);
    // The document, and the elements that are open in it.
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        let depth = open.len();
        let Some(innermost) = open.last_mut() else { return Err("markup that is closed twice".to_owned()) };
        match event {
            Event::Start(_) if depth > DEEPEST => return Err("markup nested too deeply".to_owned()),
            Event::Start(tag) => open.push(Element::named(tag.local_name().as_ref())),
            Event::Empty(tag) => innermost.children.push(Element::named(tag.local_name().as_ref())),
            Event::Text(part) => innermost.text.push_str(&part),
            Event::CData(part) => innermost.text.push_str(&part),
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok().flatten().map(String::from);
                let entity = || quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned);
                innermost.text.push_str(&character.or_else(entity).unwrap_or_default());
            }
            Event::End(_) => {
                let closed = open.pop().unwrap_or_default();
                open.last_mut().ok_or("markup that is closed twice")?.children.push(closed);
            }
            Event::Eof if depth == 1 && !innermost.children.is_empty() => {
                let mut lines = Vec::new();
                for child in std::mem::take(&mut innermost.children) {
                    child.tell("", &mut lines);
                }
                return Ok(lines);
            }
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
        // Where a listing goes on is the service's own.
        "NextMarker" => Some("a marker".to_owned()),
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
        let order = |text: &str| read(text.as_bytes()).unwrap().lines;
        assert_eq!(order("<a><c>1</c><b/></a>"), order("<a><b/><c>1</c></a>"));
        assert_ne!(order("<a><b>1</b><b>2</b></a>"), order("<a><b>2</b><b>1</b></a>"));
        for text in ["", "<a>", "<a></b>", "text", &"<a>".repeat(100)] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
