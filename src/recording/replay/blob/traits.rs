//! What the answers of a session tell of the account: whether its blobs have tiers, and of which types they are.

use super::place::{Place, Target};
use crate::recording::session::{Body, Exchange, Service, Session};
use std::collections::{HashMap, HashSet};

/// What the answers of a session tell.
#[derive(Debug, Default)]
pub(super) struct Traits {
    /// Whether the account's blobs have tiers.
    pub(super) tiers: bool,
    /// Whether deleted blobs are kept, and no exchange of the session says so.
    pub(super) keeps: bool,
    /// The containers in which versions of blobs are kept.
    versioned: HashSet<String>,
    /// Whether it encrypts nothing.
    pub(super) unencrypted: bool,
    sets_properties: bool,
    types: HashMap<Place, Vec<(usize, &'static str)>>,
    lengths: HashMap<Place, Vec<(usize, u64)>>,
}

impl Traits {
    /// What a session tells.
    pub(super) fn of(session: &Session) -> Self {
        let mut traits = Self::default();
        for exchange in session.exchanges.iter().filter(|exchange| exchange.service == Service::Blob) {
            traits.note(exchange);
        }
        traits.keeps &= !traits.sets_properties;
        traits
    }

    fn note(&mut self, exchange: &Exchange) {
        let answered = |name: &str| exchange.response_headers.get(name);
        let listed = |octets: &[u8]| memchr::memmem::find(octets, b"<AccessTier>").is_some();
        self.tiers |= answered("x-ms-access-tier").is_some()
            || matches!(&exchange.response_body, Body::Whole(octets) if listed(octets))
            || matches!(&exchange.response_body, Body::Cut(cut) if listed(&cut.start));
        let target = Target::read(&exchange.target);
        let versions = |octets: &[u8]| memchr::memmem::find(octets, b"<VersionId>").is_some();
        if answered("x-ms-version-id").is_some()
            || matches!(&exchange.response_body, Body::Whole(octets) if versions(octets))
            || matches!(&exchange.response_body, Body::Cut(cut) if versions(&cut.start))
        {
            self.versioned.extend(target.container().map(str::to_owned));
        }
        self.keeps |= answered("x-ms-delete-type-permanent") == Some("false");
        self.unencrypted |= answered("x-ms-request-server-encrypted") == Some("false") && target.comp() != "snapshot"
            || answered("x-ms-server-encrypted") == Some("false");
        self.sets_properties |= exchange.method == "PUT" && target.place == Place::Service;
        let kind = match (target.comp(), answered("x-ms-blob-type")) {
            (_, Some("PageBlob")) | ("page" | "pagelist", _) => Some("PageBlob"),
            (_, Some("AppendBlob")) | ("appendblock" | "seal", _) => Some("AppendBlob"),
            (_, Some("BlockBlob")) | ("block" | "blocklist" | "tier", _) => Some("BlockBlob"),
            _ if answered("x-ms-blob-sequence-number").is_some() => Some("PageBlob"),
            _ => None,
        };
        if let Some(kind) = kind {
            self.types.entry(target.place.clone()).or_default().push((exchange.number, kind));
        }
        if let Some(length) = length_told(exchange, &target) {
            self.lengths.entry(target.place).or_default().push((exchange.number, length));
        }
    }

    /// Whether versions of blobs are kept.
    pub(super) fn keeps_versions(&self) -> bool {
        !self.versioned.is_empty()
    }

    /// Headers that are not compared: these, and where versions are kept in other containers alone, what tells of them. A session may
    /// ask two accounts, and does not say which.
    pub(super) fn dropped_within(&self, container: Option<&str>, dropped: &[&'static str]) -> Vec<&'static str> {
        let of_others = self.keeps_versions() && container.is_none_or(|name| !self.versioned.contains(name));
        let more: &[&str] = if of_others { &["x-ms-version-id", "x-ms-is-current-version"] } else { &[] };
        [dropped, more].concat()
    }

    /// The type that a blob has after this exchange, as later ones tell it.
    pub(super) fn kind_after(&self, place: &Place, number: usize) -> Option<&'static str> {
        let told = self.types.get(place)?;
        told.iter().find(|(at, _)| *at > number).map(|(_, kind)| *kind)
    }

    /// The length that a blob has after this exchange, as later ones tell it.
    pub(super) fn length_after(&self, place: &Place, number: usize) -> Option<u64> {
        let told = self.lengths.get(place)?;
        told.iter().find(|(at, _)| *at > number).map(|(_, length)| *length)
    }
}

/// The length of the blob that an answer tells.
pub(super) fn length_told(exchange: &Exchange, target: &Target) -> Option<u64> {
    let answered = |name: &str| exchange.response_headers.get(name);
    if !target.is_blob() || exchange.status >= 300 {
        return None;
    }
    let total =
        answered("content-range").and_then(|range| range.rsplit('/').next()).and_then(|total| total.parse().ok());
    let told = answered("x-ms-blob-content-length").and_then(|length| length.parse().ok());
    let whole =
        exchange.status == 200 && target.comp().is_empty() && matches!(exchange.method.as_str(), "GET" | "HEAD");
    let length = answered("content-length").filter(|_| whole).and_then(|length| length.parse().ok());
    total.or(told).or(length)
}
