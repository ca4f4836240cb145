//! YAML as a tree of text and octets. No type is guessed: a scalar is the text that it is written as, so that nothing of a
//! body becomes a number or a date.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

/// Nodes nested deeper than this are refused.
const DEEPEST: usize = 32;

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// Null.
    Null,
    /// A scalar.
    Text(String),
    /// A scalar that is marked as binary.
    Octets(Vec<u8>),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping with text as keys.
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        self.members()?.iter().find(|(held, _)| held == name).map(|(_, node)| node)
    }

    pub(super) fn members(&self) -> Option<&[(String, Self)]> {
        if let Self::Map(members) = self { Some(members) } else { None }
    }

    pub(super) fn items(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Octets(octets) => std::str::from_utf8(octets).ok(),
            _ => None,
        }
    }

    pub(super) fn octets(&self) -> Option<&[u8]> {
        match self {
            Self::Text(text) => Some(text.as_bytes()),
            Self::Octets(octets) => Some(octets),
            _ => None,
        }
    }
}

/// A collection that is being read.
enum Open {
    List(Vec<Node>),
    Map(Vec<(String, Node)>, Option<String>),
}

/// Reads the first document of a text.
///
/// # Errors
/// It is not well-formed, nested too deeply, or uses aliases, which recorders do not write and which can make a small
/// file large.
pub(super) fn read(text: &str) -> Result<Node, String> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| format!("it is not YAML: {error}"))?;
        let at = |what: &str| format!("line {}: {what}", span.start.line());
        let node = match event {
            Event::Scalar(value, style, _, tag) => scalar(&value, style, tag.as_deref()).map_err(|what| at(&what))?,
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= DEEPEST {
                    return Err(at("nested too deeply"));
                }
                let is_list = matches!(event, Event::SequenceStart(..));
                open.push(if is_list { Open::List(Vec::new()) } else { Open::Map(Vec::new(), None) });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(items)) => Node::List(items),
                Some(Open::Map(members, _)) => Node::Map(members),
                None => return Err(at("an end without a beginning")),
            },
            Event::Alias(_) => return Err(at("an alias, which recordings do not have")),
            Event::DocumentEnd | Event::StreamEnd => break,
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => continue,
        };
        match open.last_mut() {
            None => return Ok(node),
            Some(Open::List(items)) => items.push(node),
            Some(Open::Map(members, key)) => match key.take() {
                Some(key) => members.push((key, node)),
                None => *key = Some(node.text().ok_or_else(|| at("a key that is no text"))?.to_owned()),
            },
        }
    }
    Err("it holds no document".to_owned())
}

fn scalar(value: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Node, String> {
    if tag.is_some_and(|tag| tag.suffix.ends_with("binary")) {
        let text: String = value.split_ascii_whitespace().collect();
        return STANDARD.decode(text).map(Node::Octets).map_err(|error| format!("binary that is not base64: {error}"));
    }
    let plain = style == ScalarStyle::Plain && tag.is_none();
    Ok(if plain && matches!(value, "" | "~" | "null" | "Null" | "NULL") {
        Node::Null
    } else {
        Node::Text(value.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_what_they_are_written_as() {
        let node =
            read("a: 12\nb: null\nc: 'null'\nd: !!binary |\n  aGk=\ne: !!python/unicode 'x'\nf: [1, \"a\\nb\"]\n")
                .unwrap();
        let text = |name: &str| node.member(name).and_then(Node::text);
        assert_eq!((text("a"), text("c"), text("d"), text("e")), (Some("12"), Some("null"), Some("hi"), Some("x")));
        assert_eq!(node.member("b"), Some(&Node::Null));
        assert_eq!(node.member("f").and_then(Node::items).unwrap()[1], Node::Text("a\nb".into()));
    }

    #[test]
    fn bombs_and_rubbish_are_refused() {
        assert!(read(&"[".repeat(100)).is_err());
        assert!(read("a: &x [1]\nb: *x\n").is_err());
        assert!(read("a: 'unclosed").is_err());
        assert!(read("").is_err());
    }
}
