//! Addresses: what a path names, and which names queues may have.

use crate::percent;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

/// What a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resource {
    /// The service itself.
    Service,
    /// `/q`.
    Queue(String),
    /// `/q/messages`.
    Messages(String),
    /// `/q/messages/ID`.
    Message(String, String),
    /// Any other path.
    Other,
}

/// The lengths that a name may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=63;

impl Resource {
    /// Reads a path: percent-encoded, without the account of emulator-style addresses.
    pub fn read(path: &str) -> Self {
        let decoded = |segment: &str| percent::decode(segment).unwrap_or_else(|| segment.to_owned());
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_suffix('/').unwrap_or(path);
        if path.is_empty() {
            return Self::Service;
        }
        let segments: Vec<&str> = path.split('/').collect();
        match segments.as_slice() {
            [queue] => Self::Queue(decoded(queue)),
            [queue, "messages"] => Self::Messages(decoded(queue)),
            [queue, "messages", id] => Self::Message(decoded(queue), decoded(id)),
            _ => Self::Other,
        }
    }

    /// The queue that is named.
    pub fn queue(&self) -> Option<&str> {
        match self {
            Self::Queue(queue) | Self::Messages(queue) | Self::Message(queue, _) => Some(queue),
            Self::Service | Self::Other => None,
        }
    }
}

/// A queue's name as the service takes it: lower-cased only by a reference that is told so.
pub(super) fn taken(name: &str, trace: &mut Trace<'_>) -> String {
    let upper = name.bytes().any(|octet| octet.is_ascii_uppercase());
    let folds = upper && !trace.enforce(id::QUEUE_NAMES_UPPER_CASE);
    if folds { name.to_ascii_lowercase() } else { name.to_owned() }
}

/// Everything that is wrong with a queue's name.
pub(super) fn refusals(name: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |broken: bool, rule: RuleId, code, message: &str| {
        if broken && trace.enforce(rule) {
            refusals.push(Refusal { status: 400, code, message: message.to_owned(), rule, layer: Layer::Entities });
        }
    };
    let characters = "The specifed resource name contains invalid characters.";
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let upper = name.chars().any(|c| c.is_ascii_uppercase());
    refuse(upper, id::QUEUE_NAMES_UPPER_CASE, "InvalidResourceName", characters);
    let foreign = name.chars().any(|c| !plain(c) && !c.is_ascii_uppercase());
    refuse(foreign, id::QUEUE_NAMES_CHARACTERS, "InvalidResourceName", characters);
    let dashes = name.starts_with('-') || name.ends_with('-') || name.contains("--");
    refuse(dashes, id::QUEUE_NAMES_DASHES, "InvalidResourceName", characters);
    let length = "The specified resource name length is not within the permissible limits.";
    let outside = !LENGTHS.contains(&name.encode_utf16().count());
    refuse(outside, id::QUEUE_NAMES_LENGTH, "OutOfRangeInput", length);
    refusals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    #[test]
    fn what_paths_name() {
        for (path, expected) in [
            ("", Resource::Service),
            ("/", Resource::Service),
            ("/q", Resource::Queue("q".into())),
            ("/q%2D1", Resource::Queue("q-1".into())),
            ("/q/messages/", Resource::Messages("q".into())),
            ("/q/messages/a%20b", Resource::Message("q".into(), "a b".into())),
            ("/q/message", Resource::Other),
            ("/q/messages/a/b", Resource::Other),
        ] {
            assert_eq!(Resource::read(path), expected, "{path}");
        }
    }

    #[test]
    fn names() {
        let broken = Broken::none();
        let codes = |name: &str| -> Vec<&str> {
            refusals(name, &mut Trace::new(&broken)).iter().map(|refusal| refusal.code).collect()
        };
        for good in ["abc", "a-1", "0-0", &"a".repeat(63)] {
            assert!(codes(good).is_empty(), "{good}");
        }
        for bad in ["aBc", "a_b", "{queue}", "-abc", "abc-", "a--b", "queué"] {
            assert_eq!(codes(bad), ["InvalidResourceName"], "{bad}");
        }
        for bad in ["ab", &"a".repeat(64)] {
            assert_eq!(codes(bad), ["OutOfRangeInput"], "{bad}");
        }
    }
}
