//! Documents of two answers of the queue service: the same elements in the same order, and texts by their meaning.

use super::{Differences, form};
use crate::xml::{Node, Tree};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::time::{Duration, SystemTime};
use tablestakes_reference::http::Response;

/// Notes what differs.
pub(super) fn compare(recorded: &Response, reference: &Response, differences: &mut Differences) {
    match (Tree::read(&recorded.body), Tree::read(&reference.body)) {
        (Some(then), Some(now)) => {
            let mark = |tree: &Tree| if tree.has_mark { "present" } else { "absent" };
            differences.unequal("body byte order mark", mark(&then), mark(&now));
            node(&then.root, &now.root, "body", differences);
        }
        _ => {
            let text = |response: &Response| String::from_utf8_lossy(&response.body).into_owned();
            differences.unequal("body", &text(recorded), &text(reference));
        }
    }
}

fn node(then: &Node, now: &Node, place: &str, differences: &mut Differences) {
    let in_metadata = place.ends_with(" Metadata") && then.name.eq_ignore_ascii_case(&now.name);
    if !in_metadata {
        differences.unequal(&format!("{place} element"), &then.name, &now.name);
    }
    let place = format!("{place} {}", then.name);
    for (name, value) in &then.attributes {
        let here = now.attributes.iter().find(|(held, _)| held == name).map_or("absent", |(_, value)| value.as_str());
        differences.unequal(&format!("{place} {name}"), form::address(value), form::address(here));
    }
    if then.children.is_empty() && now.children.is_empty() {
        if MOMENTS.contains(&then.name.as_str()) && are_near(&then.text, &now.text) {
            return;
        }
        differences.unequal(&place, &shape(then), &shape(now));
        return;
    }
    // Recorders keep the names of headers in lower case, so that a replay cannot send others.
    let name = |child: &Node| if then.name == "Metadata" { child.name.to_lowercase() } else { child.name.clone() };
    let names = |node: &Node| node.children.iter().map(name).collect::<Vec<_>>().join(" ");
    differences.unequal(&format!("{place} elements"), &names(then), &names(now));
    for (then, now) in then.children.iter().zip(&now.children) {
        node(then, now, &place, differences);
    }
    for (name, value) in spans(then) {
        let here = spans(now).into_iter().find(|(held, _)| *held == name).map_or_else(String::new, |(_, value)| value);
        differences.unequal(&format!("{place} {name}"), &value, &here);
    }
}

/// The times of messages. The reference's clock is brought to the recorded time, which is not known to the second of every
/// operation.
const MOMENTS: [&str; 3] = ["InsertionTime", "ExpirationTime", "TimeNextVisible"];
/// How far two of them may lie apart.
const NEAR: Duration = Duration::from_secs(5);

fn are_near(then: &str, now: &str) -> bool {
    match (httpdate::parse_http_date(then), httpdate::parse_http_date(now)) {
        (Ok(then), Ok(now)) => then.duration_since(now).unwrap_or_else(|error| error.duration()) <= NEAR,
        _ => false,
    }
}

/// What the times of a message say of each other: for how long it lives, and for how long a new one is invisible.
fn spans(node: &Node) -> Vec<(&'static str, String)> {
    let time = |name: &str| httpdate::parse_http_date(node.child_text(name)?).ok();
    let Some(inserted) = time("InsertionTime") else { return Vec::new() };
    let since = |then: SystemTime| match then.duration_since(inserted) {
        // The end of the year 9999 is the end of time.
        Ok(span) if span.as_secs() > 200_000_000_000 => "forever".to_owned(),
        Ok(span) => format!("{} s", span.as_secs()),
        Err(_) => "before".to_owned(),
    };
    let new = node.child("MessageText").is_none();
    let mut spans: Vec<_> = time("ExpirationTime").map(|then| ("lifetime", since(then))).into_iter().collect();
    spans.extend(time("TimeNextVisible").filter(|_| new).map(|then| ("invisibility", since(then))));
    spans
}

/// A text without what a service chooses freely.
fn shape(node: &Node) -> String {
    let text = node.text.as_str();
    let a_date = || if httpdate::parse_http_date(text).is_ok() { "a date" } else { text }.to_owned();
    match node.name.as_str() {
        "Message" => {
            let known = |line: &str| match line.split_once(':') {
                Some((name @ ("RequestId" | "Time"), _)) => name.to_owned(),
                _ => line.to_owned(),
            };
            text.lines().map(known).collect::<Vec<_>>().join(" | ")
        }
        // They name the account, which some recorders replaced in some places.
        "Marker" | "NextMarker" => match text.strip_prefix('/').and_then(|rest| rest.split_once('/')) {
            Some((_, name)) => format!("/account/{name}"),
            None => text.to_owned(),
        },
        "MessageId" => form::guid(text),
        "PopReceipt" => receipt(text),
        // A secondary location that has never been up to date, or cannot be reached, says no time.
        "LastSyncTime" if text.is_empty() => "a date".to_owned(),
        "LastSyncTime" => a_date(),
        "Status" if ["live", "bootstrap", "unavailable"].contains(&text) => "a status".to_owned(),
        "LineNumber" | "LinePosition" if text != "0" && text.bytes().all(|octet| octet.is_ascii_digit()) => {
            "a place".to_owned()
        }
        "Url" => form::address(text).to_owned(),
        // One build of the service writes them in another order than the others.
        "Permission" => {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters.into_iter().collect()
        }
        _ => text.to_owned(),
    }
}

/// A receipt by its length.
pub(super) fn receipt(text: &str) -> String {
    match STANDARD.decode(text) {
        Ok(octets) if !octets.is_empty() => format!("{} octets in base64", octets.len()),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::Headers;

    fn told(then: &str, now: &str) -> Vec<String> {
        let answer = |body: &str| Response {
            status: 200,
            headers: Headers::new(),
            body: bytes::Bytes::copy_from_slice(body.as_bytes()),
        };
        let mut differences = Differences::default();
        compare(&answer(then), &answer(now), &mut differences);
        differences.0.into_iter().map(|held| held.place).collect()
    }

    fn message(id: &str, expires: &str, text: &str) -> String {
        format!(
            "<QueueMessage><MessageId>{id}</MessageId><InsertionTime>Sun, 06 Nov 1994 08:49:37 GMT</InsertionTime>\
             <ExpirationTime>{expires}</ExpirationTime><MessageText>{text}</MessageText></QueueMessage>"
        )
    }

    #[test]
    fn what_is_free_is_not_told_and_the_rest_is() {
        let (one, other) = ("f47ac10b-58cc-4372-a567-0e02b2c3d479", "00000000-0000-0000-0000-000000000001");
        let (week, hour) = ("Sun, 13 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:49:37 GMT");
        assert!(told(&message(one, week, "a"), &message(other, week, "a")).is_empty());
        let shorter = told(&message(one, week, "a"), &message(one, hour, "a"));
        assert_eq!(shorter, ["body QueueMessage ExpirationTime", "body QueueMessage lifetime"]);
        let near = "Sun, 13 Nov 1994 08:49:38 GMT";
        assert_eq!(told(&message(one, week, "a"), &message(one, near, "a")), ["body QueueMessage lifetime"]);
        assert_eq!(told(&message(one, week, "a"), &message(one, week, "b")), ["body QueueMessage MessageText"]);
        assert_eq!(told(&message(one, week, "a"), &message("x", week, "a")), ["body QueueMessage MessageId"]);
        assert_eq!(told("<A>raup</A>", "<A>rpau</A>"), ["body A"]);
        assert!(told("<Permission>raup</Permission>", "<Permission>rpau</Permission>").is_empty());
        assert_eq!(told("<a><b/><c/></a>", "<a><c/><b/></a>").first().map(String::as_str), Some("body a elements"));
        assert_eq!(told("<LineNumber>0</LineNumber>", "<LineNumber>1</LineNumber>"), ["body LineNumber"]);
        assert_eq!(told("\u{feff}<a/>", "<a/>"), ["body byte order mark"]);
    }
}
