//! What a write stores beside the content, in the headers of the request.

use super::fields::said;
use super::keeping;
use super::metadata;
use crate::blob::model::{Encryption, Stored, Tags};
use crate::blob::refuse::{invalid_header, refusal};
use crate::http::Headers;
use crate::percent;
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What is stored of a blob about whose type nothing is said.
const DEFAULT_TYPE: &str = "application/octet-stream";

/// Which headers count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Those of HTTP, too.
    All,
    /// The service's own, `x-ms-blob-…`.
    Own,
    /// Metadata alone.
    Metadata,
    /// The properties alone, without a default.
    Properties,
}

/// What is stored.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(headers: &Headers, from: From, version: Version, trace: &mut Trace<'_>) -> Result<Stored, Vec<Detailed>> {
    let mut stored = Stored::default();
    let mut refused = Vec::new();
    let text = |own: &str, plain: &str, trace: &mut Trace<'_>| {
        let (own, plain) = (said(headers, own), said(headers, plain).filter(|_| from == From::All));
        let wins = own.is_none() || plain.is_none() || trace.enforce(id::BLOB_PUT_OWN_PROPERTIES);
        if wins { own.or(plain) } else { plain }.map(str::to_owned)
    };
    if from != From::Metadata {
        stored.content_type = text("x-ms-blob-content-type", "content-type", trace);
        stored.encoding = text("x-ms-blob-content-encoding", "content-encoding", trace);
        stored.language = text("x-ms-blob-content-language", "content-language", trace);
        stored.cache_control = text("x-ms-blob-cache-control", "cache-control", trace);
        let named = version >= Version::V2013_08_15;
        stored.disposition = text("x-ms-blob-content-disposition", "", trace).filter(|_| named);
        // Of all properties, this one is kept even if it is empty.
        let empty = headers.get("x-ms-blob-content-disposition") == Some("") && named;
        if empty && trace.enforce(id::BLOB_PROPERTIES_EMPTY_DISPOSITION) {
            stored.disposition = Some(String::new());
        }
        stored.md5 = text("x-ms-blob-content-md5", "", trace);
        let defaults = from != From::Properties;
        if stored.content_type.is_none() && defaults && trace.enforce(id::BLOB_PUT_DEFAULT_TYPE) {
            stored.content_type = Some(DEFAULT_TYPE.to_owned());
        }
    }
    if from != From::Properties {
        match metadata::read(headers, version, trace) {
            Ok(metadata) => stored.metadata = metadata,
            Err(wrong) => refused.extend(wrong),
        }
        stored.tags = tags(headers);
        stored.priority = said(headers, "x-ms-rehydrate-priority").map(str::to_owned);
        let pages = said(headers, "x-ms-blob-type") == Some("PageBlob") || from == From::Metadata && !copies(headers);
        match tier(headers, pages, trace) {
            Ok(tier) => stored.tier = tier,
            Err(wrong) => refused.push(wrong),
        }
    }
    stored.encryption = encryption(headers);
    if matches!(from, From::All | From::Own) || copies(headers) {
        stored.legal_hold = keeping::legal_hold(headers);
        match keeping::immutability(headers) {
            Ok(held) => stored.immutability = held,
            Err(wrong) => refused.push(wrong),
        }
    }
    if from != From::Properties {
        let given = &stored.tags;
        refused.extend(refused_tags(given, trace));
    }
    if refused.is_empty() { Ok(stored) } else { Err(refused) }
}

/// With which key the request asks to encrypt, or to read.
pub fn encryption(headers: &Headers) -> Encryption {
    let customer = ["x-ms-encryption-key", "x-ms-encryption-key-sha256"];
    if customer.iter().any(|name| said(headers, name).is_some()) {
        return Encryption::Customer(said(headers, "x-ms-encryption-key-sha256").unwrap_or_default().to_owned());
    }
    said(headers, "x-ms-encryption-scope").map_or(Encryption::Account, |scope| Encryption::Scope(scope.to_owned()))
}

/// The refusal of a key of a customer that is none.
pub fn refused_key(headers: &Headers, trace: &mut Trace<'_>) -> Option<Detailed> {
    let (name, rule) = ("x-ms-encryption-key", id::BLOB_ENCRYPTION_KEY_FORM);
    let key = said(headers, name)?;
    let good = STANDARD.decode(key).is_ok_and(|octets| octets.len() == 32);
    (!good && trace.enforce(rule)).then(|| invalid_header(name, "", rule))
}

/// The tags of a header: `key=value` joined by `&`, encoded as a query is.
pub fn tags(headers: &Headers) -> Tags {
    let text = said(headers, "x-ms-tags").unwrap_or_default();
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        percent::decode(&text).unwrap_or(text)
    };
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (decoded(key), decoded(value))).collect()
}

/// The most tags of a blob, the longest key, and the longest value.
const TAGS: (usize, usize, usize) = (10, 128, 256);

/// The refusal of tags that are too many or too long, or hold other characters than letters, digits and a few.
pub fn refused_tags(tags: &Tags, trace: &mut Trace<'_>) -> Option<Detailed> {
    let (most, longest_key, longest_value) = TAGS;
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || " +-./:=_".contains(c));
    let good = |(key, value): (&String, &String)| {
        (1..=longest_key).contains(&key.len()) && value.len() <= longest_value && plain(key) && plain(value)
    };
    let rule = id::BLOB_TAGS_LIMITS;
    let bad = tags.len() > most || !tags.iter().all(good);
    let message = "The tags specified are invalid. It contains characters that are not permitted.";
    (bad && trace.enforce(rule)).then(|| refusal(400, "InvalidTags", message, rule).into())
}

/// The names of tiers, those of page blobs of premium accounts among them.
const TIERS: [&str; 15] =
    ["Hot", "Cool", "Cold", "Archive", "P4", "P6", "P10", "P15", "P20", "P30", "P40", "P50", "P60", "P70", "P80"];

/// Whether the request names a source.
fn copies(headers: &Headers) -> bool {
    said(headers, "x-ms-copy-source").is_some()
}

/// The tier that is asked for; `pages` tells whether it may be one of page blobs.
///
/// # Errors
/// There is none of this name.
pub fn tier(headers: &Headers, pages: bool, trace: &mut Trace<'_>) -> Result<Option<String>, Detailed> {
    let name = "x-ms-access-tier";
    let Some(value) = said(headers, name) else { return Ok(None) };
    let rule = id::BLOB_TIERS_NAMES;
    match TIERS.iter().find(|tier| tier.eq_ignore_ascii_case(value)) {
        Some(tier) if pages || !tier.starts_with('P') => Ok(Some((*tier).to_owned())),
        _ if trace.enforce(rule) => Err(invalid_header(name, value, rule)),
        _ => Ok(None),
    }
}
