//! XML documents as trees: a reader of the harness's own, so that the reference's is tried and not trusted.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Elements nested deeper than this are not read.
const DEEPEST: usize = 64;

/// An element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// The text directly within it.
    pub(crate) text: String,
    pub(crate) children: Vec<Self>,
}

/// A document, and whether it begins with a byte order mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) has_mark: bool,
    pub(crate) root: Node,
}

impl Tree {
    /// Reads a document; `None` if it is none.
    pub(crate) fn read(octets: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(octets).ok()?;
        let marked = text.strip_prefix('\u{feff}');
        let root = read(marked.unwrap_or(text))?;
        Some(Self { has_mark: marked.is_some(), root })
    }
}

impl Node {
    /// The first element of this name within it.
    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first element of this name within it.
    pub(crate) fn child_text(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str())
    }

    /// The elements of this name within it.
    pub(crate) fn named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// It as a document, without what stands between elements.
    pub(crate) fn written(&self) -> String {
        let inner: String = self.children.iter().map(Self::written).collect();
        let text = escaped(if inner.is_empty() { &self.text } else { "" });
        format!("<{0}>{text}{inner}</{0}>", self.name)
    }
}

/// Text as the content of an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\r', "&#13;")
}

fn read(text: &str) -> Option<Node> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Node> = Vec::new();
    let mut root = None;
    loop {
        let closed = match reader.read_event().ok()? {
            Event::Start(tag) if open.len() < DEEPEST && root.is_none() => {
                open.push(begun(&tag)?);
                continue;
            }
            Event::Empty(tag) => begun(&tag)?,
            Event::End(_) => open.pop()?,
            Event::Text(part) => {
                append(&mut open, &part);
                continue;
            }
            Event::CData(part) => {
                append(&mut open, &part);
                continue;
            }
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok()?.map(String::from);
                let known = || quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned);
                append(&mut open, &character.or_else(known)?);
                continue;
            }
            Event::Eof => return root.filter(|_| open.is_empty()),
            Event::Start(_) | Event::DocType(_) => return None,
            _ => continue,
        };
        match open.last_mut() {
            Some(parent) => parent.children.push(closed),
            None if root.is_none() => root = Some(closed),
            None => return None,
        }
    }
}

fn begun(tag: &BytesStart<'_>) -> Option<Node> {
    let mut node = Node { name: tag.name().as_ref().to_owned(), ..Node::default() };
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let value = quick_xml::escape::unescape(&attribute.value).ok()?.into_owned();
        node.attributes.push((attribute.key.as_ref().to_owned(), value));
    }
    Some(node)
}

fn append(open: &mut [Node], text: &str) {
    if let Some(node) = open.last_mut() {
        node.text.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_written() {
        let tree = Tree::read("\u{feff}<?xml version=\"1.0\"?><a x=\"1&amp;2\"><b> &lt;&#13;</b><c /></a>".as_bytes())
            .unwrap();
        assert!(tree.has_mark);
        assert_eq!(tree.root.attributes, [("x".to_owned(), "1&2".to_owned())]);
        assert_eq!(tree.root.child_text("b"), Some(" <\r"));
        assert_eq!(tree.root.written(), "<a><b> &lt;&#13;</b><c></c></a>");
    }

    #[test]
    fn what_is_no_document_is_none() {
        let deep = "<a>".repeat(100);
        for text in ["", "x", "<a>", "<a/><b/>", "<!DOCTYPE a><a/>", "<a>&b;</a>", &deep] {
            assert_eq!(Tree::read(text.as_bytes()), None, "{text}");
        }
    }
}
