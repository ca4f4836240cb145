//! Reading the bodies of writes: the properties of an entry.

use super::{ATOM, DATA, METADATA};
use crate::rules::{Trace, id};
use crate::table::wire::json::write_string;
use crate::table::wire::lexical::double;
use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

/// Elements nested deeper than this are refused.
const DEEPEST: usize = 64;

/// A property of an entry.
#[derive(Default)]
struct Property {
    name: String,
    edm_type: Option<String>,
    is_null: bool,
    text: String,
}

/// The JSON object that says the same as an entry; `None` if the body is no entry.
pub fn as_json(body: &[u8], trace: &mut Trace<'_>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok()?;
    let properties = properties(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let mut out = vec![b'{'];
    for (place, property) in properties.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        member(&mut out, property, trace);
    }
    out.push(b'}');
    Some(out)
}

fn properties(text: &str) -> Option<Vec<Property>> {
    let mut reader = NsReader::from_str(text);
    // What is open: the elements of the entry down to its properties, in order.
    let mut depth = 0_usize;
    let mut found = Vec::new();
    let mut seen_properties = false;
    let mut open: Option<Property> = None;
    loop {
        let (resolved, event) = reader.read_resolved_event().ok()?;
        match event {
            Event::Start(tag) => {
                let space = Space::of(&resolved)?;
                check(depth, space, tag.local_name().as_ref(), &mut seen_properties)?;
                if depth == 3 && seen_properties && space == Space::Data {
                    open = Some(property(&reader, &tag)?);
                } else if open.is_some() {
                    return None;
                }
                depth += 1;
                if depth > DEEPEST {
                    return None;
                }
            }
            Event::Empty(tag) => {
                let space = Space::of(&resolved)?;
                check(depth, space, tag.local_name().as_ref(), &mut seen_properties)?;
                if open.is_some() {
                    return None;
                }
                if depth == 3 && seen_properties && space == Space::Data {
                    found.push(property(&reader, &tag)?);
                }
            }
            Event::End(_) => {
                depth = depth.checked_sub(1)?;
                if depth == 3
                    && let Some(property) = open.take()
                {
                    found.push(property);
                }
            }
            Event::Text(part) => append(&mut open, &part),
            Event::CData(part) => append(&mut open, &part),
            Event::GeneralRef(name) => {
                let character = if names_nul(&name) { Some('\0') } else { name.resolve_char_ref().ok()? };
                let held = character
                    .map(String::from)
                    .or_else(|| quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned));
                append(&mut open, &held?);
            }
            Event::Eof if depth == 0 && seen_properties => return Some(found),
            Event::Eof | Event::DocType(_) => return None,
            _ => {}
        }
    }
}

fn append(open: &mut Option<Property>, text: &str) {
    if let Some(property) = open {
        property.text.push_str(text);
    }
}

/// Whether a reference names the character numbered 0. No document may hold one, but the service writes every control
/// character so, and what it wrote can be sent back to it.
fn names_nul(name: &str) -> bool {
    let Some(number) = name.strip_prefix('#') else { return false };
    let digits = number.strip_prefix('x').unwrap_or(number);
    !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
}

/// The namespaces that matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Atom,
    Data,
    Metadata,
    Other,
}

impl Space {
    /// The namespace of a name; `None` if its prefix is not declared.
    fn of(resolved: &ResolveResult<'_>) -> Option<Self> {
        match resolved {
            ResolveResult::Bound(Namespace(name)) => Some(match *name {
                ATOM => Self::Atom,
                DATA => Self::Data,
                METADATA => Self::Metadata,
                _ => Self::Other,
            }),
            ResolveResult::Unbound => Some(Self::Other),
            ResolveResult::Unknown(_) => None,
        }
    }
}

/// An element where it must not stand makes the body no entry.
fn check(depth: usize, space: Space, name: &str, seen_properties: &mut bool) -> Option<()> {
    match depth {
        0 => (space == Space::Atom && name == "entry").then_some(()),
        2 if space == Space::Metadata && name == "properties" => {
            *seen_properties = true;
            Some(())
        }
        _ => Some(()),
    }
}

fn property(reader: &NsReader<&[u8]>, tag: &BytesStart<'_>) -> Option<Property> {
    let mut property = Property { name: tag.local_name().as_ref().to_owned(), ..Property::default() };
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let (resolved, name) = reader.resolver().resolve_attribute(attribute.key);
        if Space::of(&resolved)? != Space::Metadata {
            continue;
        }
        let value = quick_xml::escape::unescape(&attribute.value).ok()?.into_owned();
        match name.as_ref() {
            "type" => property.edm_type = Some(value),
            "null" => property.is_null = matches!(value.as_str(), "true" | "1"),
            _ => {}
        }
    }
    Some(property)
}

/// Appends the members that say the same as a property.
fn member(out: &mut Vec<u8>, property: &Property, trace: &mut Trace<'_>) {
    let Property { name, edm_type, is_null, text } = property;
    let typed = edm_type.as_deref().filter(|_| trace.enforce(id::TABLE_ATOM_READ_TYPES)).unwrap_or("Edm.String");
    let is_null = *is_null && trace.enforce(id::TABLE_ATOM_READ_NULL);
    let trimmed = text.trim();
    let plain = match typed {
        _ if is_null => Some("null"),
        "Edm.Boolean" if matches!(trimmed, "true" | "1") => Some("true"),
        "Edm.Boolean" if matches!(trimmed, "false" | "0") => Some("false"),
        "Edm.Int32" => {
            let digits = trimmed.strip_prefix('-').unwrap_or(trimmed);
            // JSON knows no zeros in front.
            let canonical = digits == "0" || !digits.starts_with('0') && !digits.is_empty();
            (canonical && digits.bytes().all(|octet| octet.is_ascii_digit())).then_some(trimmed)
        }
        _ => None,
    };
    // As XML Schema writes what JSON calls infinity.
    let trimmed = match (typed, trimmed) {
        ("Edm.Double", "INF") => double::INFINITY,
        ("Edm.Double", "-INF") => double::NEGATIVE_INFINITY,
        _ => trimmed,
    };
    if plain.is_none() && typed != "Edm.String" {
        write_string(out, &format!("{name}@odata.type"));
        out.push(b':');
        write_string(out, typed);
        out.push(b',');
    }
    write_string(out, name);
    out.push(b':');
    match plain {
        Some(plain) => out.extend_from_slice(plain.as_bytes()),
        None if typed == "Edm.String" => write_string(out, text),
        None => write_string(out, trimmed),
    }
}
