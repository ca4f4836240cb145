//! Two answers of the blob service: headers by their form, documents element by element, content octet by octet where it is
//! known.

use super::{Compared, Differences, form};
use crate::recording::session::Body;
use crate::xml::{Node, Tree};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeSet;
use tablestakes_reference::http::{Headers, Response};

/// What was recorded, and how much is known of it.
#[derive(Debug, Clone, Copy)]
pub(in crate::recording) struct Recorded<'r> {
    /// The answer.
    pub(in crate::recording) response: &'r Response,
    /// Its body, or what was kept of it.
    pub(in crate::recording) body: &'r Body,
    /// Whether the octets of the content are known, so that hashes say something.
    pub(in crate::recording) content_known: bool,
    /// Whether the request was a HEAD.
    pub(in crate::recording) head: bool,
    /// Whether content was taken from elsewhere: which hash is told of it then depends on the build of the service.
    pub(in crate::recording) from_elsewhere: bool,
    /// Whether the account encrypts nothing, as accounts of 2016 did.
    pub(in crate::recording) unencrypted: bool,
}

/// Of the connection rather than of the answer, or echoed at the service's pleasure.
const NOT_COMPARED: [&str; 6] = [
    "connection",
    "keep-alive",
    "strict-transport-security",
    "x-ms-client-request-id",
    "set-cookie",
    "x-content-type-options",
];
/// Hashes of content that answers to writes tell.
const TOLD: [&str; 2] = ["content-md5", "x-ms-content-crc64"];
/// The same, those of stored content as well.
const HASHES: [&str; 4] = ["content-md5", "x-ms-content-crc64", "x-ms-blob-content-md5", "Content-MD5"];
/// What depends on the account, or on the build of the service.
const BY_ACCOUNT: [&str; 5] = [
    "DefaultEncryptionScope",
    "DenyEncryptionScopeOverride",
    "ImmutableStorageWithVersioningEnabled",
    "LastAccessTime",
    "OrMetadata",
];

/// Notes what differs.
pub(super) fn compare(
    recorded: Recorded<'_>,
    reference: &Response,
    compared: &Compared<'_>,
    differences: &mut Differences,
) {
    headers(recorded, reference, compared, differences);
    if recorded.head {
        return;
    }
    let then = &recorded.response.body;
    let document = |response: &Response| response.headers.get("content-type").is_some_and(|kind| kind.contains("xml"));
    let both = document(recorded.response) && document(reference);
    match (both.then(|| Tree::read(then)).flatten(), both.then(|| Tree::read(&reference.body)).flatten()) {
        (Some(then), Some(now)) => {
            differences.unequal("body byte order mark", mark(&then), mark(&now));
            node(&then.root, &now.root, recorded, "body", differences);
        }
        _ => content(recorded, reference, differences),
    }
}

fn mark(tree: &Tree) -> &'static str {
    if tree.has_mark { "present" } else { "absent" }
}

fn content(recorded: Recorded<'_>, reference: &Response, differences: &mut Differences) {
    let now = &reference.body;
    let (start, length) = match recorded.body {
        Body::Whole(octets) => (octets, octets.len()),
        Body::Cut(cut) => (&cut.start, cut.length),
        Body::Lost => return,
    };
    differences.unequal("body length", &length.to_string(), &now.len().to_string());
    let shown = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
    let begins = now.get(..start.len()).unwrap_or(now);
    if recorded.content_known && start[..] != *begins {
        differences.note("body", shown(start), shown(begins));
    }
}

fn headers(recorded: Recorded<'_>, reference: &Response, compared: &Compared<'_>, differences: &mut Differences) {
    let names = |headers: &Headers| headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect::<BTreeSet<_>>();
    let then = &recorded.response.headers;
    let inferred = |headers: &Headers| headers.get("x-ms-access-tier-inferred").is_some();
    let no_tier = |headers: &Headers| headers.get("x-ms-access-tier").is_none();
    // The tier that is not set is the account's.
    let of_account = inferred(then) && (inferred(&reference.headers) || no_tier(&reference.headers));
    let hashed = |headers: &Headers| TOLD.iter().any(|name| headers.get(name).is_some());
    let any_hash = recorded.from_elsewhere && hashed(then) && hashed(&reference.headers);
    for name in names(then).union(&names(&reference.headers)) {
        let name = name.as_str();
        let cors = name == "vary" || name.starts_with("access-control-");
        let free = recorded.head && name == "content-type" && reference.status >= 400;
        if NOT_COMPARED.contains(&name) || compared.dropped.contains(&name) || cors && !compared.cors_known || free {
            continue;
        }
        if of_account && name.starts_with("x-ms-access-tier") || any_hash && TOLD.contains(&name) {
            continue;
        }
        // Some builds repeat the time of the snapshot that was asked for.
        if name == "x-ms-snapshot" && recorded.response.status != 201 {
            continue;
        }
        let encryption = ["x-ms-server-encrypted", "x-ms-request-server-encrypted"].contains(&name);
        let shown = |headers: &Headers| match headers.get(name) {
            Some(_) if encryption && recorded.unencrypted => "present".to_owned(),
            // Accounts tell that there are none, or do not.
            Some("0") if name == "x-ms-tag-count" => "absent".to_owned(),
            Some(value) => shape(name, value, recorded.content_known),
            None => "absent".to_owned(),
        };
        differences.unequal(&format!("header {name}"), &shown(then), &shown(&reference.headers));
    }
}

/// A value without what a service chooses freely.
fn shape(name: &str, value: &str, content_known: bool) -> String {
    if matches!(value, "Sanitized" | "REDACTED") {
        return "present".to_owned();
    }
    match name {
        "access-control-expose-headers" => {
            let mut names: Vec<&str> = value.split(',').filter(|name| *name == "*" || !is_free(name)).collect();
            names.sort_unstable();
            names.join(",")
        }
        "etag" => etag(value),
        "date"
        | "last-modified"
        | "x-ms-creation-time"
        | "x-ms-copy-completion-time"
        | "x-ms-access-tier-change-time" => date(value),
        "x-ms-request-id" | "x-ms-copy-id" | "x-ms-lease-id" => form::guid(value),
        "x-ms-snapshot" | "x-ms-version-id" => moment(value),
        "x-ms-copy-source" => source(value),
        "x-ms-sku-name" | "x-ms-account-kind" => "present".to_owned(),
        "x-ms-encryption-key-sha256" => "present".to_owned(),
        "content-type" => form::media_type(value),
        // Some recorders kept lists apart.
        "content-encoding" | "content-language" => value.replace(", ", " "),
        "www-authenticate" => value.split(' ').next().unwrap_or_default().to_owned(),
        name if HASHES.contains(&name) && !content_known => hash(value),
        "server" => value.split(' ').next().unwrap_or_default().to_owned(),
        _ => value.to_owned(),
    }
}

/// Whether a header may be exposed or not: it is not compared itself, or depends on the account.
fn is_free(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NOT_COMPARED.contains(&name.as_str())
        || ["content-length", "transfer-encoding", "content-type"].contains(&name.as_str())
}

fn date(value: &str) -> String {
    if httpdate::parse_http_date(value).is_ok() { "a date".to_owned() } else { value.to_owned() }
}

fn moment(value: &str) -> String {
    let long = value.len() == 28 && value.ends_with('Z');
    if long && crate::judge::date_time(value).is_some() { "a time".to_owned() } else { value.to_owned() }
}

fn hash(value: &str) -> String {
    match STANDARD.decode(value) {
        Ok(octets) => format!("{} octets in base64", octets.len()),
        Err(_) => value.to_owned(),
    }
}

/// An ETag by its form: the same digits with and without quotes are two.
fn etag(value: &str) -> String {
    let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let digits = quoted.unwrap_or(value).strip_prefix("0x");
    let good = digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|octet| octet.is_ascii_hexdigit()));
    match (good, quoted) {
        (true, Some(_)) => "an ETag in quotes".to_owned(),
        (true, None) => "an ETag".to_owned(),
        _ => value.to_owned(),
    }
}

/// The address of a source without its query, which may hold a signature.
fn source(value: &str) -> String {
    form::address(value.split('?').next().unwrap_or_default()).to_owned()
}

/// The elements that are compared, those aside that depend on the account.
fn kept(node: &Node, inferred: bool) -> impl Iterator<Item = &Node> {
    node.children.iter().filter(move |child| {
        let tier = inferred && ["AccessTier", "AccessTierInferred"].contains(&child.name.as_str());
        let none = child.name == "TagCount" && child.text == "0";
        !BY_ACCOUNT.contains(&child.name.as_str()) && !tier && !none
    })
}

fn node(then: &Node, now: &Node, recorded: Recorded<'_>, place: &str, differences: &mut Differences) {
    let content_known = recorded.content_known;
    let in_metadata = place.ends_with(" Metadata") && then.name.eq_ignore_ascii_case(&now.name);
    if !in_metadata {
        differences.unequal(&format!("{place} element"), &then.name, &now.name);
    }
    let place = format!("{place} {}", then.name);
    let attributes = |node: &Node| {
        let held = node.attributes.iter().map(|(name, value)| format!("{name}={}", form::address(value)));
        held.collect::<Vec<_>>().join(" ")
    };
    differences.unequal(&format!("{place} attributes"), &attributes(then), &attributes(now));
    if then.children.is_empty() && now.children.is_empty() {
        let free = recorded.unencrypted && then.name == "ServerEncrypted";
        let shown = |node: &Node| if free { String::new() } else { text(&node.name, &node.text, content_known) };
        differences.unequal(&place, &shown(then), &shown(now));
        return;
    }
    let unordered = ["Metadata", "TagSet"].contains(&then.name.as_str());
    let name = |child: &Node| if then.name == "Metadata" { child.name.to_lowercase() } else { child.name.clone() };
    let of_account = |node: &Node| node.child("AccessTierInferred").is_some() || node.child("AccessTier").is_none();
    let inferred = then.child("AccessTierInferred").is_some() && of_account(now);
    let ordered = |node: &Node| -> Vec<Node> {
        let mut children: Vec<Node> = kept(node, inferred).cloned().collect();
        if unordered {
            children.sort_by_key(|child| (child.name.to_lowercase(), child.text.clone()));
        }
        children
    };
    let (then_children, now_children) = (ordered(then), ordered(now));
    let names = |children: &[Node]| children.iter().map(name).collect::<Vec<_>>().join(" ");
    differences.unequal(&format!("{place} elements"), &names(&then_children), &names(&now_children));
    for (then, now) in then_children.iter().zip(&now_children) {
        node(then, now, recorded, &place, differences);
    }
}

/// A text without what a service chooses freely.
fn text(name: &str, value: &str, content_known: bool) -> String {
    match name {
        "Message" => {
            let known = |line: &str| match line.split_once(':') {
                Some((name @ ("RequestId" | "Time"), _)) => name.to_owned(),
                _ => line.to_owned(),
            };
            value.lines().map(known).collect::<Vec<_>>().join(" | ")
        }
        "Etag" => etag(value),
        "Last-Modified" | "Creation-Time" | "CopyCompletionTime" | "AccessTierChangeTime" | "DeletedTime" => {
            date(value)
        }
        "LastSyncTime" if value.is_empty() => "a date".to_owned(),
        "LastSyncTime" => date(value),
        "Status" if ["live", "bootstrap", "unavailable"].contains(&value) => "a status".to_owned(),
        "Snapshot" | "VersionId" | "QueryParameterValue" => moment(value),
        "CopyId" => form::guid(value),
        "CopySource" => source(value),
        "Marker" | "NextMarker" if !value.is_empty() => {
            if value.starts_with("2!") {
                "a marker".to_owned()
            } else {
                value.rsplit('/').next().unwrap_or_default().to_owned()
            }
        }
        "LineNumber" | "LinePosition" if value != "0" => "a place".to_owned(),
        "Url" => form::address(value).to_lowercase(),
        "Content-MD5" | "ServerCalculatedMd5" | "ServerCalculatedCrc" | "UserSpecifiedCrc" if !content_known => {
            hash(value)
        }
        "CustomerProvidedKeySha256" | "AuthenticationErrorDetail" => "present".to_owned(),
        "UriPath" => "present".to_owned(),
        _ => value.to_owned(),
    }
}
