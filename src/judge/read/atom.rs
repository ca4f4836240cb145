//! Atom entries and feeds as the rows that their JSON forms would be read as. A reader of the harness's own.
//!
//! `m:etag`, the id, the edit link and the category stand in a row under the names that JSON gives them; what only Atom
//! has is called `atom.…`.

use super::document::Document;
use super::entity::{Property, Row};
use super::json::Json;
use quick_xml::NsReader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

const DEEPEST: usize = 64;
const ATOM: &str = "http://www.w3.org/2005/Atom";
const DATA: &str = "http://schemas.microsoft.com/ado/2007/08/dataservices";
const METADATA: &str = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";

/// An element: its namespace's shorthand and its name, as `a:entry`, `m:properties`, `d:PartitionKey`.
type Name = String;

struct Reading {
    path: Vec<Name>,
    text: String,
    feed: Vec<(String, Json)>,
    rows: Vec<Row>,
    /// The type, and whether it is null, of the property that is open.
    property: Option<(Option<String>, bool)>,
}

/// Reads an entry or a feed.
///
/// # Errors
/// It is not well-formed, nested too deeply, or neither.
pub(crate) fn read(octets: &[u8]) -> Result<Document, String> {
    let text = std::str::from_utf8(octets).map_err(|_| "octets that are not UTF-8".to_owned())?;
    let mut reader = NsReader::from_str(text.trim_start_matches('\u{feff}'));
    let mut reading =
        Reading { path: Vec::new(), text: String::new(), feed: Vec::new(), rows: Vec::new(), property: None };
    let mut root = None;
    loop {
        let (resolved, event) =
            reader.read_resolved_event().map_err(|error| format!("it is not well-formed: {error}"))?;
        let short = shorthand(&resolved);
        match event {
            Event::Start(tag) | Event::Empty(tag) if reading.path.len() >= DEEPEST => {
                return Err(format!("<{}> is nested too deeply", tag.name().as_ref()));
            }
            Event::Start(tag) => {
                let name = format!("{short}:{}", tag.local_name().as_ref());
                root.get_or_insert_with(|| name.clone());
                reading.open(name, attributes(&reader, &tag)?);
            }
            Event::Empty(tag) => {
                reading.open(format!("{short}:{}", tag.local_name().as_ref()), attributes(&reader, &tag)?);
                reading.close();
            }
            Event::End(_) => reading.close(),
            Event::Text(part) => reading.text.push_str(&part),
            Event::CData(part) => reading.text.push_str(&part),
            Event::GeneralRef(name) => {
                let character = character(&name);
                let held = character.or_else(|| quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned));
                reading.text.push_str(&held.ok_or("a reference to nothing")?);
            }
            Event::Eof if !reading.path.is_empty() => return Err("it is cut off".to_owned()),
            Event::Eof => break,
            _ => {}
        }
    }
    match root.as_deref() {
        Some("a:entry") => {
            reading.rows.pop().map(Document::Entity).ok_or_else(|| "an entry without content".to_owned())
        }
        Some("a:feed") => Ok(Document::Set { annotations: reading.feed, rows: reading.rows }),
        _ => Err("neither an entry nor a feed".to_owned()),
    }
}

/// The character that a reference names by its number. The service writes every control character so, the one numbered 0
/// too, which no document may hold.
fn character(name: &BytesRef<'_>) -> Option<String> {
    let digits = name.strip_prefix('#').map(|number| number.strip_prefix('x').unwrap_or(number));
    if digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')) {
        return Some("\0".to_owned());
    }
    name.resolve_char_ref().ok().flatten().map(String::from)
}

impl Reading {
    fn open(&mut self, name: Name, attributes: Vec<(Name, String)>) {
        self.text.clear();
        let find = |wanted: &str| attributes.iter().find(|(held, _)| held == wanted).map(|(_, value)| value.clone());
        match (self.path.last().map(String::as_str), name.as_str()) {
            (None | Some("a:feed"), "a:entry") => {
                let mut row = Row::default();
                row.annotations.extend(find("m:etag").map(|tag| ("odata.etag".to_owned(), Json::String(tag))));
                self.rows.push(row);
            }
            (Some("a:entry"), "a:category") => self.note("odata.type", find("term")),
            (Some("a:entry"), "a:link") if find("rel").as_deref() == Some("edit") => {
                self.note("odata.editLink", find("href"));
            }
            (Some("a:feed"), "a:link") if find("rel").as_deref() == Some("self") => {
                self.feed.extend(find("href").map(|href| ("atom.self".to_owned(), Json::String(href))));
            }
            (Some("m:properties"), name) if name.starts_with("d:") => {
                let is_null = find("m:null").is_some_and(|value| value == "true");
                self.property = Some((find("m:type"), is_null));
            }
            _ => {}
        }
        self.path.push(name);
    }

    fn close(&mut self) {
        let Some(name) = self.path.pop() else { return };
        let text = std::mem::take(&mut self.text);
        match (self.path.last().map(String::as_str), name.as_str()) {
            (Some("a:entry"), "a:id") => self.note("odata.id", Some(text)),
            (Some("a:entry"), "a:updated") => self.note("atom.updated", Some(text)),
            (Some("a:feed"), "a:id" | "a:title" | "a:updated") => {
                self.feed.push((name.replace("a:", "atom."), Json::String(text)));
            }
            (Some("m:properties"), _) => {
                if let (Some((edm_type, is_null)), Some(row)) = (self.property.take(), self.rows.last_mut()) {
                    let value = value(edm_type.as_deref(), is_null, text);
                    let name = name.trim_start_matches("d:").to_owned();
                    row.properties.push(Property { name, annotation: edm_type, value });
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, name: &str, value: Option<String>) {
        if let (Some(value), Some(row)) = (value, self.rows.last_mut()) {
            row.annotations.push((name.to_owned(), Json::String(value)));
        }
    }
}

/// The JSON that a value of this type is written as.
fn value(edm_type: Option<&str>, is_null: bool, text: String) -> Json {
    match edm_type {
        _ if is_null => Json::Null,
        Some("Edm.Int32") => Json::Number(text),
        Some("Edm.Double") if text.parse::<f64>().is_ok_and(f64::is_finite) => Json::Number(text),
        // As XML Schema writes them.
        Some("Edm.Double") if text == "INF" || text == "-INF" => Json::String(text.replace("INF", "Infinity")),
        Some("Edm.Boolean") if text == "true" || text == "false" => Json::Boolean(text == "true"),
        _ => Json::String(text),
    }
}

fn shorthand(resolved: &ResolveResult<'_>) -> &'static str {
    match resolved {
        ResolveResult::Bound(Namespace(name)) => match *name {
            ATOM => "a",
            DATA => "d",
            METADATA => "m",
            _ => "other",
        },
        ResolveResult::Unbound => "",
        ResolveResult::Unknown(_) => "undeclared",
    }
}

fn attributes(reader: &NsReader<&[u8]>, tag: &BytesStart<'_>) -> Result<Vec<(Name, String)>, String> {
    tag.attributes()
        .map(|attribute| {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let (resolved, name) = reader.resolver().resolve_attribute(attribute.key);
            let short = shorthand(&resolved);
            let name = if short.is_empty() { name.as_ref().to_owned() } else { format!("{short}:{}", name.as_ref()) };
            let value = quick_xml::escape::unescape(&attribute.value).map_err(|error| error.to_string())?;
            Ok((name, value.into_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = "<entry xmlns='http://www.w3.org/2005/Atom' \
        xmlns:x='http://schemas.microsoft.com/ado/2007/08/dataservices' \
        xmlns:m='http://schemas.microsoft.com/ado/2007/08/dataservices/metadata' m:etag='W/&quot;t&quot;'><id>i</id>\
        <link rel='edit' href='l'/><category term='a.T'/><updated>u</updated><content><m:properties>\
        <x:s>a&amp;&#x20;b</x:s><x:n m:type='Edm.Int32'>1</x:n><x:z m:null='true'/></m:properties></content></entry>";

    #[test]
    fn an_entry() {
        let Ok(Document::Entity(row)) = read(ENTRY.as_bytes()) else { panic!("an entity") };
        let annotation = |name: &str| row.annotation(name).and_then(Json::as_str);
        assert_eq!(annotation("odata.etag"), Some("W/\"t\""));
        assert_eq!((annotation("odata.id"), annotation("odata.editLink")), (Some("i"), Some("l")));
        assert_eq!((annotation("odata.type"), annotation("atom.updated")), (Some("a.T"), Some("u")));
        assert_eq!(row.text("s"), Some("a& b"));
        assert_eq!(row.property("n").map(|held| &held.value), Some(&Json::Number("1".into())));
        assert_eq!(row.property("z").map(|held| &held.value), Some(&Json::Null));
    }

    #[test]
    fn control_characters_by_their_numbers() {
        for (reference, character) in [("&#x0;", "\0"), ("&#0;", "\0"), ("&#x1F;", "\u{1f}")] {
            let Ok(Document::Entity(row)) = read(ENTRY.replace("&#x20;", reference).as_bytes()) else {
                panic!("an entity")
            };
            assert_eq!(row.text("s").map(str::to_owned), Some(format!("a&{character}b")));
        }
        for reference in ["&#;", "&#x;", "&#xD800;"] {
            assert!(read(ENTRY.replace("&#x20;", reference).as_bytes()).is_err(), "{reference}");
        }
    }

    #[test]
    fn feeds_and_rubbish() {
        let feed = format!("<feed xmlns='http://www.w3.org/2005/Atom'><id>f</id>{ENTRY}{ENTRY}</feed>");
        let Ok(Document::Set { rows, annotations }) = read(feed.as_bytes()) else { panic!("a set") };
        assert_eq!((rows.len(), annotations.len()), (2, 1));
        for body in ["", "<entry/>", "<a><b></a>", &"<e>".repeat(100), "<feed xmlns='http://www.w3.org/2005/Atom'>"] {
            assert!(read(body.as_bytes()).is_err(), "{body}");
        }
    }
}
