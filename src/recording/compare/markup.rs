//! XML documents that are neither entries nor errors: policies, properties, statistics. Compared as trees, blanks between
//! elements left out.

use super::Differences;
use quick_xml::Reader;
use quick_xml::events::Event;

/// Elements nested deeper than this are refused.
const DEEPEST: usize = 64;

/// Notes what differs.
pub(super) fn compare(recorded: &[u8], reference: &[u8], place: &str, differences: &mut Differences) {
    if recorded == reference {
        return;
    }
    match (lines(recorded), lines(reference)) {
        (Ok(then), Ok(now)) => {
            let mark = |octets: &[u8]| if octets.starts_with(b"\xef\xbb\xbf") { "present" } else { "absent" };
            differences.unequal(&format!("{place} byte order mark"), mark(recorded), mark(reference));
            if then != now {
                differences.note(place, then.join(" "), now.join(" "));
            }
        }
        (then, now) => {
            let text = |read: Result<Vec<String>, String>, octets: &[u8]| match read {
                Ok(_) => "XML".to_owned(),
                Err(_) => String::from_utf8_lossy(octets).into_owned(),
            };
            differences.unequal(place, &text(then, recorded), &text(now, reference));
        }
    }
}

/// The document as a list of paths with texts. What a service chooses freely is named rather than shown.
fn lines(octets: &[u8]) -> Result<Vec<String>, String> {
    let text = std::str::from_utf8(octets).map_err(|error| error.to_string())?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut path: Vec<String> = Vec::new();
    let mut held = String::new();
    let mut lines = Vec::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                if path.len() >= DEEPEST {
                    return Err("nested too deeply".to_owned());
                }
                held.clear();
                path.push(tag.local_name().as_ref().to_owned());
                lines.push(path.join("/"));
            }
            Event::Empty(tag) => lines.push(format!("{}/{}", path.join("/"), tag.local_name().as_ref())),
            Event::Text(part) => held.push_str(&part),
            Event::CData(part) => held.push_str(&part),
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok().flatten().map(String::from);
                let entity = || quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned);
                held.push_str(&character.or_else(entity).unwrap_or_default());
            }
            Event::End(_) => {
                let element = path.last().cloned().unwrap_or_default();
                let text = std::mem::take(&mut held);
                if !text.trim().is_empty()
                    && let Some(last) = lines.last_mut()
                {
                    last.push_str(&format!("={}", shown(&element, text.trim())));
                }
                path.pop();
            }
            Event::Eof if path.is_empty() && !lines.is_empty() => return Ok(lines),
            Event::Eof => return Err("cut off".to_owned()),
            _ => {}
        }
    }
}

fn shown(element: &str, text: &str) -> String {
    match element {
        "LastSyncTime" if httpdate::parse_http_date(text).is_ok() => "a date".to_owned(),
        "Status" if matches!(text, "live" | "bootstrap" | "unavailable") => "a status".to_owned(),
        _ => text.to_owned(),
    }
}
