//! Searching for blobs by their tags, and keys for signatures of users: what is asked, and what is answered.

use super::documents::tags as tags_element;
use super::frame::{Frame, element};
use super::lists;
use super::understand::{Message, Wrong};
use crate::blob::model::{FoundPage, TagFilter};
use crate::blob::operation::{DelegationKey, Search};
use crate::blob::refuse::{invalid_document, invalid_parameter, missing_parameter};
use crate::ids::Guid;
use crate::lexical::guid;
use crate::rules::{Trace, id};
use crate::version::Version;
use crate::xml::{Element, written};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

impl Message<'_> {
    pub(super) fn search(&self, wrong: &mut Wrong) -> Search {
        let rule = id::BLOB_OPEN_SEARCHES;
        let text = self.option("where").unwrap_or_default();
        let filter = TagFilter::read_search(&text);
        if text.is_empty() {
            wrong.0.push(missing_parameter("where", rule));
        } else if filter.is_none() {
            wrong.0.push(invalid_parameter("where", &text, "", rule));
        }
        let (marker, max_results) = (self.option("marker"), self.option("maxresults"));
        Search { text, filter: filter.unwrap_or_default(), marker, max_results }
    }

    pub(super) fn delegation_key(&self, wrong: &mut Wrong) -> DelegationKey {
        let root = Element::read(self.body).filter(|root| root.name == "KeyInfo").unwrap_or_default();
        let text =
            |name: &str| root.child_text(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (start, expiry) = (text("Start"), text("Expiry").unwrap_or_default());
        if expiry.is_empty() {
            wrong.0.push(invalid_document(self.body, Some(0), "", id::BLOB_OPEN_DELEGATION_KEYS));
        }
        DelegationKey { start, expiry }
    }
}

impl Frame<'_> {
    /// A page of blobs that were found.
    pub fn found(&self, search: &Search, page: &FoundPage, trace: &mut Trace<'_>) -> String {
        let endpoint = crate::xml::escaped(self.base).replace('"', "&quot;");
        let mut text = format!("<EnumerationResults ServiceEndpoint=\"{endpoint}/\">");
        if let Some(marker) = &search.marker {
            text.push_str(&written("Marker", marker));
        }
        text.push_str(&written("Where", &search.text));
        if let Some(most) = &search.max_results {
            text.push_str(&written("MaxResults", most));
        }
        let mut blobs = String::new();
        for (container, blob, tags) in &page.blobs {
            let whole = id::BLOB_TAGS_FOUND_TAGS.holds_for(self.version);
            let told = match tags.values().next() {
                Some(value) if !whole => written("TagValue", value),
                _ => tags_element(tags),
            };
            let name = super::documents::name_element(blob, self.version, trace);
            blobs.push_str(&format!("<Blob>{name}{}{told}</Blob>", written("ContainerName", container)));
        }
        text.push_str(&element_of("Blobs", &blobs));
        let next = page.next.as_ref().map(|(container, blob)| lists::written_place(container, blob));
        text.push_str(&element("NextMarker", &next.unwrap_or_default()));
        text + "</EnumerationResults>"
    }

    /// A key for signatures of users.
    pub fn delegation_key(&self, who: [Guid; 2], asked: &DelegationKey, value: &Bytes) -> String {
        let version = self.version.max(Version::V2018_11_09).to_string();
        let now = crate::lexical::datetime::written_full(self.now);
        let start = asked.start.clone().unwrap_or_else(|| format!("{}Z", now.split('.').next().unwrap_or_default()));
        let elements = [
            ("SignedOid", guid::written(who[0])),
            ("SignedTid", guid::written(who[1])),
            ("SignedStart", start),
            ("SignedExpiry", asked.expiry.clone()),
            ("SignedService", "b".to_owned()),
            ("SignedVersion", version),
            ("Value", STANDARD.encode(value)),
        ];
        let inner: String = elements.iter().map(|(name, text)| written(name, text)).collect();
        format!("<UserDelegationKey>{inner}</UserDelegationKey>")
    }
}

fn element_of(name: &str, inner: &str) -> String {
    if inner.is_empty() { format!("<{name} />") } else { format!("<{name}>{inner}</{name}>") }
}
