//! Addresses: what a path names, and which names containers and blobs may have.

use crate::blob::operation::Place;
use crate::blob::refuse::refusal;
use crate::percent;
use crate::query::QueryString;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};

/// What a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resource {
    /// The service itself.
    Service,
    /// A container.
    Container(String),
    /// A blob.
    Blob(Place),
    /// A blob without a name.
    Nameless(String),
}

/// The container of blobs whose path names none.
const ROOT: &str = "$root";
/// The names of the service's own containers.
const OWN: [&str; 4] = ["$root", "$web", "$logs", "$blobchangefeed"];
/// The lengths that a container's name may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=63;
/// The longest name of a blob.
const LONGEST: usize = 1024;

impl Resource {
    /// Reads a path: percent-encoded, without the account of emulator-style addresses.
    pub fn read(path: &str, query: &QueryString, trace: &mut Trace<'_>) -> Self {
        let path = path.strip_prefix('/').unwrap_or(path);
        if path.is_empty() {
            return Self::Service;
        }
        let decoded = |text: &str| percent::decode(text).unwrap_or_else(|| text.to_owned());
        let Some((container, blob)) = path.split_once('/') else {
            let restype = query.get("restype").unwrap_or_default().to_ascii_lowercase();
            if ["container", "account"].contains(&restype.as_str()) || !trace.enforce(id::BLOB_NAMES_ROOT) {
                return Self::Container(decoded(path));
            }
            return Self::Blob(Place { container: ROOT.to_owned(), blob: blob_name(&decoded(path), trace) });
        };
        let container = decoded(container);
        if blob.is_empty() {
            let restype = query.get("restype").unwrap_or_default().to_ascii_lowercase();
            let of_container = ["container", "account"].contains(&restype.as_str());
            let nameless = !of_container && trace.enforce(id::BLOB_NAMES_EMPTY);
            return if nameless { Self::Nameless(container) } else { Self::Container(container) };
        }
        let mut name = decoded(blob);
        if name.contains('%') && !trace.enforce(id::BLOB_NAMES_DECODED_ONCE) {
            name = decoded(&name);
        }
        if name.contains('+') && !trace.enforce(id::BLOB_NAMES_PLUS) {
            name = name.replace('+', " ");
        }
        Self::Blob(Place { container, blob: blob_name(&name, trace) })
    }

    /// The container that is named.
    pub fn container(&self) -> Option<&str> {
        match self {
            Self::Service => None,
            Self::Container(container) | Self::Nameless(container) => Some(container),
            Self::Blob(place) => Some(&place.container),
        }
    }

    /// The blob that is named.
    pub fn blob(&self) -> Option<&Place> {
        match self {
            Self::Blob(place) => Some(place),
            _ => None,
        }
    }
}

/// The name as it is stored.
fn blob_name(name: &str, trace: &mut Trace<'_>) -> String {
    let slashed = name.contains('\\') && trace.enforce(id::BLOB_NAMES_BACKSLASH);
    if slashed { name.replace('\\', "/") } else { name.to_owned() }
}

/// Everything that is wrong with the names of a container and a blob.
pub fn container_refusals(name: &str, blob: Option<&str>, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |broken: bool, rule: RuleId, code, message: &str| {
        if broken && trace.enforce(rule) {
            refusals.push(refusal(400, code, message, rule));
        }
    };
    let length = "The specified resource name length is not within the permissible limits.";
    if !OWN.contains(&name) {
        let characters = "The specifed resource name contains invalid characters.";
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let upper = name.chars().any(|c| c.is_ascii_uppercase());
        refuse(upper, id::BLOB_NAMES_UPPER_CASE, "InvalidResourceName", characters);
        let foreign = name.chars().any(|c| !plain(c) && !c.is_ascii_uppercase());
        refuse(foreign, id::BLOB_NAMES_CHARACTERS, "InvalidResourceName", characters);
        let dashes = name.starts_with('-') || name.ends_with('-') || name.contains("--");
        refuse(dashes, id::BLOB_NAMES_DASHES, "InvalidResourceName", characters);
        let outside = !LENGTHS.contains(&name.encode_utf16().count());
        refuse(outside, id::BLOB_NAMES_LENGTH, "OutOfRangeInput", length);
    }
    let long = blob.is_some_and(|blob| blob.encode_utf16().count() > LONGEST);
    refuse(long, id::BLOB_NAMES_BLOB_LENGTH, "InvalidResourceName", length);
    refusals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::QueryRules;
    use crate::rules::Broken;

    const QUERY: QueryRules = QueryRules {
        encoded_names: id::BLOB_ADDRESS_ENCODED_OPTION_NAMES,
        plus_is_blank: id::BLOB_ADDRESS_PLUS_IS_BLANK,
        percent_once: id::BLOB_ADDRESS_PERCENT_ONCE,
    };

    #[test]
    fn what_paths_name() {
        let broken = Broken::none();
        let read = |target: &str| {
            let trace = &mut Trace::new(&broken);
            let (path, query) = target.split_once('?').unwrap_or((target, ""));
            Resource::read(path, &QueryString::read(query, &QUERY, trace), trace)
        };
        let blob =
            |container: &str, blob: &str| Resource::Blob(Place { container: container.into(), blob: blob.into() });
        for (target, expected) in [
            ("/", Resource::Service),
            ("/c?restype=container", Resource::Container("c".into())),
            ("/c/", Resource::Nameless("c".into())),
            ("/b", blob("$root", "b")),
            ("/c/a%2Fb%20+", blob("c", "a/b +")),
            ("/c//a%255C\\", blob("c", "/a%5C/")),
            ("/%24web/a", blob("$web", "a")),
        ] {
            assert_eq!(read(target), expected, "{target}");
        }
    }
}
