//! Small XML documents as trees: policies, properties. Bounded in depth; without entities of their own.

use quick_xml::Reader;
use quick_xml::events::Event;

/// Elements nested deeper than this are refused.
const DEEPEST: usize = 32;

/// An element: its name without prefix, its text, and the elements in it. Attributes and comments are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// The name.
    pub name: String,
    /// The text directly within it, put together.
    pub text: String,
    /// The elements within it, in order.
    pub children: Vec<Self>,
    /// The octet of the document behind its end.
    pub end: usize,
}

impl Element {
    /// Reads a document; `None` if it is not well-formed or nested too deeply.
    pub fn read(octets: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(octets).ok()?;
        let marked = text.strip_prefix('\u{feff}');
        let mark = marked.map_or(0, |_| '\u{feff}'.len_utf8());
        let mut reader = Reader::from_str(marked.unwrap_or(text));
        let mut open: Vec<Self> = Vec::new();
        let mut root = None;
        loop {
            let event = reader.read_event().ok()?;
            let end = mark + usize::try_from(reader.buffer_position()).ok()?;
            let closed = match event {
                Event::Start(tag) => {
                    if open.len() >= DEEPEST || open.is_empty() && root.is_some() {
                        return None;
                    }
                    open.push(Self { name: tag.local_name().as_ref().to_owned(), ..Self::default() });
                    continue;
                }
                Event::Empty(tag) => Self { name: tag.local_name().as_ref().to_owned(), end, ..Self::default() },
                Event::End(_) => Self { end, ..open.pop()? },
                Event::Text(part) => {
                    append(&mut open, &part)?;
                    continue;
                }
                Event::CData(part) => {
                    append(&mut open, &part)?;
                    continue;
                }
                Event::GeneralRef(name) => {
                    let character = name.resolve_char_ref().ok()?.map(String::from);
                    let known = || quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned);
                    append(&mut open, &character.or_else(known)?)?;
                    continue;
                }
                Event::Eof => return root.filter(|_| open.is_empty()),
                Event::DocType(_) => return None,
                _ => continue,
            };
            match open.last_mut() {
                Some(parent) => parent.children.push(closed),
                None if root.is_none() => root = Some(closed),
                None => return None,
            }
        }
    }

    /// The first element of this name within it.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first element of this name within it, without blanks around it.
    pub fn child_text(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.trim())
    }
}

/// Text outside of the document's element may only be blank.
fn append(open: &mut [Element], text: &str) -> Option<()> {
    match open.last_mut() {
        Some(element) => element.text.push_str(text),
        None if text.trim().is_empty() => {}
        None => return None,
    }
    Some(())
}

/// Line and column of an octet in a document, both counted from 1; columns in UTF-16 code units.
pub fn place(document: &[u8], octet: usize) -> (usize, usize) {
    let before = &document[..octet.min(document.len())];
    let line = before.iter().filter(|octet| **octet == b'\n').count() + 1;
    let from = before.iter().rposition(|octet| *octet == b'\n').map_or(0, |end| end + 1);
    (line, String::from_utf8_lossy(&before[from..]).encode_utf16().count() + 1)
}

/// The first character of a text that no document of XML 1.0 may hold, by its octet.
pub fn illegal_character(text: &str) -> Option<usize> {
    let legal = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.char_indices().find(|(_, c)| !legal(*c)).map(|(octet, _)| octet)
}

/// Text as the content of an element.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// `<NAME>TEXT</NAME>`.
pub fn written(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees() {
        let read = Element::read("\u{feff}<?xml version='1.0'?>\n<a><b> x &amp;&#33;</b><c/><b>y</b></a>\n".as_bytes())
            .unwrap();
        assert_eq!((read.name.as_str(), read.children.len()), ("a", 3));
        assert_eq!(read.child_text("b"), Some("x &!"));
        assert_eq!(read.child_text("c"), Some(""));
        assert_eq!(read.child("d"), None);
    }

    #[test]
    fn what_is_no_document_is_refused() {
        let deep = "<a>".repeat(100);
        for text in ["", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a/>x", "<!DOCTYPE a><a/>", "<a>&b;</a>", &deep] {
            assert_eq!(Element::read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Element::read(b"<a>\xff</a>"), None);
    }
}
