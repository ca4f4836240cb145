//! The documents of answers. No white space between elements; what is empty is `<X />`.

use super::frame::{Frame, element};
use super::lists;
use super::metadata::is_identifier;
use super::moments;
use crate::blob::model::{
    BlobPage, Block, ContainerPage, Encryption, Facts, Listed, ListedBlob, Metadata, PageRange, Standing, Tags,
};
use crate::blob::operation::{BlobListing, ContainerListing};
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::lexical::{guid, http_date};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;
use crate::xml::{illegal_character, written};

/// How far the secondary location is: the reference's is always up to date.
pub fn statistics(now: DateTime) -> String {
    let synchronised = http_date(now);
    format!(
        "<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>{synchronised}</LastSyncTime>\
         </GeoReplication></StorageServiceStats>"
    )
}

fn within(name: &str, inner: &str) -> String {
    if inner.is_empty() { format!("<{name} />") } else { format!("<{name}>{inner}</{name}>") }
}

/// Blocks.
pub fn blocks(committed: Option<&[Block]>, uncommitted: Option<&[Block]>) -> String {
    let list = |name: &str, blocks: &[Block]| {
        let block = |block: &Block| {
            let inner = written("Name", &block.id) + &written("Size", &block.data.len().to_string());
            format!("<Block>{inner}</Block>")
        };
        within(name, &blocks.iter().map(block).collect::<String>())
    };
    let committed = committed.map(|blocks| list("CommittedBlocks", blocks)).unwrap_or_default();
    let uncommitted = uncommitted.map(|blocks| list("UncommittedBlocks", blocks)).unwrap_or_default();
    within("BlockList", &(committed + &uncommitted))
}

/// Pages that were written, and pages that were cleared.
pub fn page_ranges(ranges: &[PageRange], next: Option<Option<u64>>) -> String {
    let range = |range: &PageRange| {
        let inner = written("Start", &range.start.to_string()) + &written("End", &range.end.to_string());
        let name = if range.cleared { "ClearRange" } else { "PageRange" };
        format!("<{name}>{inner}</{name}>")
    };
    let next = next.map(|next| element("NextMarker", &next.map(lists::written_offset).unwrap_or_default()));
    within("PageList", &(ranges.iter().map(range).collect::<String>() + &next.unwrap_or_default()))
}

/// Tags, by their keys.
pub fn tags(tags: &Tags) -> String {
    let tag =
        |(key, value): (&String, &String)| format!("<Tag>{}{}</Tag>", element("Key", key), element("Value", value));
    format!("<Tags>{}</Tags>", within("TagSet", &tags.iter().map(tag).collect::<String>()))
}

fn metadata_element(metadata: &Metadata, version: Version, trace: &mut Trace<'_>) -> String {
    let mut inner = String::new();
    for (name, value) in metadata {
        let rule = id::BLOB_LISTING_METADATA_CASE;
        let is_lower = !name.chars().any(|letter| letter.is_ascii_uppercase());
        let kept = is_lower || !rule.holds_for(version) || trace.enforce(rule);
        let name = &if kept { name.clone() } else { name.to_ascii_lowercase() };
        if is_identifier(name) || !trace.enforce(id::BLOB_LISTING_INVALID_NAME) {
            inner.push_str(&element(name, value));
        } else {
            inner.push_str(&written("x-ms-invalid-name", name));
        }
    }
    within("Metadata", &inner)
}

/// A name, encoded if XML cannot hold it.
pub(super) fn name_element(name: &str, version: Version, trace: &mut Trace<'_>) -> String {
    let rule = id::BLOB_LISTING_ENCODED_NAMES;
    if illegal_character(name).is_some() && rule.holds_for(version) && trace.enforce(rule) {
        let encoded: String = name
            .bytes()
            .map(|octet| match octet {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(octet).to_string(),
                _ => format!("%{octet:02X}"),
            })
            .collect();
        return format!("<Name Encoded=\"true\">{encoded}</Name>");
    }
    written("Name", name)
}

impl Frame<'_> {
    fn has(&self, rule: RuleId, trace: &mut Trace<'_>) -> bool {
        rule.holds_for(self.version) && trace.enforce(rule)
    }

    fn attribute(text: &str) -> String {
        crate::xml::escaped(text).replace('"', "&quot;")
    }

    /// A page of containers.
    pub fn containers(&self, listing: &ContainerListing, page: &ContainerPage, trace: &mut Trace<'_>) -> String {
        let (new, old) = (id::BLOB_LISTING_SERVICE_ENDPOINT, id::BLOB_LISTING_ACCOUNT_NAME);
        let by_endpoint = if new.holds_for(self.version) { trace.enforce(new) } else { !trace.enforce(old) };
        let attribute = if by_endpoint { "ServiceEndpoint" } else { "AccountName" };
        let mut text = format!("<EnumerationResults {attribute}=\"{}/\">", Self::attribute(self.base));
        self.echo(
            &mut text,
            &[("Prefix", &listing.prefix), ("Marker", &listing.marker), ("MaxResults", &listing.max_results)],
            trace,
        );
        let mut inner = String::new();
        for listed in &page.containers {
            inner.push_str("<Container>");
            inner.push_str(&written("Name", &listed.name));
            if !by_endpoint {
                inner.push_str(&written("Url", &format!("{}/{}", self.base, listed.name)));
            }
            inner.push_str(&self.container_properties(listed, trace));
            if listing.metadata && trace.enforce(id::BLOB_LISTING_METADATA) {
                inner.push_str(&metadata_element(&listed.metadata, self.version, trace));
            }
            inner.push_str("</Container>");
        }
        text.push_str(&within("Containers", &inner));
        let next = page.next.as_ref().map(|name| format!("/{}/{name}", self.account));
        text.push_str(&element("NextMarker", &next.unwrap_or_default()));
        text + "</EnumerationResults>"
    }

    fn echo(&self, text: &mut String, echoed: &[(&str, &Option<String>)], trace: &mut Trace<'_>) {
        for (name, value) in echoed {
            if let Some(value) = value
                && trace.enforce(id::BLOB_LISTING_ECHO)
            {
                text.push_str(&written(name, value));
            }
        }
    }

    fn lease_elements(&self, lease: Standing) -> String {
        let mut text = written("LeaseStatus", if lease.is_locked() { "locked" } else { "unlocked" });
        if self.version >= Version::V2012_02_12 {
            text.push_str(&written("LeaseState", lease.name()));
            if let Standing::Leased(endless) = lease {
                text.push_str(&written("LeaseDuration", if endless { "infinite" } else { "fixed" }));
            }
        }
        text
    }

    fn container_properties(&self, listed: &Listed, trace: &mut Trace<'_>) -> String {
        let quote = if trace.enforce(id::BLOB_LISTING_CONTAINER_ETAGS) { "\"" } else { "" };
        let mut text = written("Last-Modified", &http_date(listed.changed));
        text.push_str(&written("Etag", &format!("{quote}{}{quote}", listed.etag)));
        if self.version >= Version::V2012_02_12 {
            text.push_str(&self.lease_elements(listed.lease));
        }
        if let Some(public) = listed.public.name()
            && self.has(id::BLOB_LISTING_PUBLIC, trace)
        {
            text.push_str(&written("PublicAccess", public));
        }
        if self.has(id::BLOB_CONTAINERS_SCOPE_SHOWN, trace) {
            text.push_str(&written("DefaultEncryptionScope", "$account-encryption-key"));
            text.push_str(&written("DenyEncryptionScopeOverride", "false"));
        }
        if self.has(id::BLOB_CONTAINERS_IMMUTABILITY_SHOWN, trace) {
            text.push_str("<HasImmutabilityPolicy>false</HasImmutabilityPolicy><HasLegalHold>false</HasLegalHold>");
        }
        if self.version >= Version::V2020_06_12 {
            text.push_str(&written("ImmutableStorageWithVersioningEnabled", "false"));
        }
        within("Properties", &text)
    }

    /// A page of blobs.
    pub fn blobs(&self, container: &str, listing: &BlobListing, page: &BlobPage, trace: &mut Trace<'_>) -> String {
        let (new, old) = (id::BLOB_LISTING_SERVICE_ENDPOINT, id::BLOB_LISTING_CONTAINER_URL);
        let by_endpoint = if new.holds_for(self.version) { trace.enforce(new) } else { !trace.enforce(old) };
        let base = Self::attribute(self.base);
        let mut text = match by_endpoint {
            true => format!("<EnumerationResults ServiceEndpoint=\"{base}/\" ContainerName=\"{container}\">"),
            false => format!("<EnumerationResults ContainerName=\"{base}/{container}\">"),
        };
        let marker = match self.version < Version::V2017_04_17 {
            true => listing
                .marker
                .as_deref()
                .and_then(|marker| lists::blob_marker(Some(marker), trace).ok().map(|(name, _)| name)),
            false => listing.marker.clone(),
        };
        self.echo(
            &mut text,
            &[
                ("Prefix", &listing.prefix),
                ("Marker", &marker),
                ("MaxResults", &listing.max_results),
                ("Delimiter", &listing.delimiter),
            ],
            trace,
        );
        let mut inner = String::new();
        for (name, item) in &page.items {
            match item {
                None => {
                    let name = name_element(name, self.version, trace);
                    inner.push_str(&format!("<BlobPrefix>{name}</BlobPrefix>"));
                }
                Some(item) => {
                    let url = (!by_endpoint).then(|| format!("{}/{container}/{name}", self.base));
                    inner.push_str(&self.blob(name, url, listing, item, trace));
                }
            }
        }
        text.push_str(&within("Blobs", &inner));
        let next = page.next.as_ref().map(|(name, snapshot)| lists::written(name, *snapshot));
        text.push_str(&element("NextMarker", &next.unwrap_or_default()));
        text + "</EnumerationResults>"
    }

    fn blob(
        &self,
        name: &str,
        url: Option<String>,
        listing: &BlobListing,
        item: &ListedBlob,
        trace: &mut Trace<'_>,
    ) -> String {
        let mut text = name_element(name, self.version, trace);
        if let Some(time) = item.snapshot {
            text.push_str(&written("Snapshot", &moments::written(time)));
        }
        if item.deleted.is_some() {
            text.push_str(&written("Deleted", "true"));
        }
        if let Some((version, is_current)) = item.facts.as_ref().and_then(|facts| facts.version)
            && self.has(id::BLOB_VERSIONING_LISTED_ID, trace)
        {
            text.push_str(&written("VersionId", &moments::written(version)));
            if is_current {
                text.push_str(&written("IsCurrentVersion", "true"));
            }
        }
        if let Some(url) = url {
            let time = item.snapshot.map(|time| moments::written(time).replace(':', "%3a"));
            let snapshot = time.map(|time| format!("?snapshot={time}")).unwrap_or_default();
            text.push_str(&written("Url", &format!("{url}{snapshot}")));
        }
        let properties = match &item.facts {
            Some(facts) => self.blob_properties(facts, item, listing, trace),
            None => self.uncommitted_properties(trace),
        };
        text.push_str(&within("Properties", &properties));
        if let Some(facts) = &item.facts {
            if listing.includes("metadata") && trace.enforce(id::BLOB_LISTING_METADATA) {
                match facts.stored.encryption {
                    Encryption::Customer(_) if !facts.stored.metadata.is_empty() => {
                        text.push_str("<Metadata Encrypted=\"true\" />");
                    }
                    _ => text.push_str(&metadata_element(&facts.stored.metadata, self.version, trace)),
                }
            }
            if listing.includes("tags") && !facts.stored.tags.is_empty() && trace.enforce(id::BLOB_LISTING_TAGS) {
                text.push_str(&tags(&facts.stored.tags));
            }
        }
        if item.versions_only {
            text.push_str(&written("HasVersionsOnly", "true"));
        }
        if self.has(id::BLOB_LISTING_OR_METADATA, trace) {
            text.push_str("<OrMetadata />");
        }
        format!("<Blob>{text}</Blob>")
    }

    fn uncommitted_properties(&self, trace: &mut Trace<'_>) -> String {
        let mut text = written("Content-Length", "0") + &written("BlobType", "BlockBlob");
        self.tier_elements(&mut text, None, trace);
        text.push_str(&self.lease_elements(Standing::Available));
        if self.has(id::BLOB_LISTING_ENCRYPTED, trace) {
            text.push_str(&written("ServerEncrypted", "false"));
        }
        text
    }

    fn tier_elements(&self, text: &mut String, facts: Option<&Facts>, trace: &mut Trace<'_>) {
        let of_pages = facts.is_some_and(|facts| facts.type_name == "PageBlob");
        let tier = facts.and_then(|facts| facts.tier.as_ref());
        if !self.has(id::BLOB_TIERS_SHOWN, trace)
            || !self.features.tiers && tier.is_none()
            || of_pages && tier.is_none()
        {
            return;
        }
        match tier {
            Some(tier) => {
                text.push_str(&written("AccessTier", &tier.name));
                if let Some(to) = &tier.rehydrating {
                    let status = format!("rehydrate-pending-to-{}", to.to_lowercase());
                    text.push_str(&written("ArchiveStatus", &status));
                    if self.version >= Version::V2019_12_12 {
                        text.push_str(&written("RehydratePriority", &tier.priority));
                    }
                }
                if !of_pages {
                    text.push_str(&written("AccessTierChangeTime", &http_date(tier.changed)));
                }
            }
            None => text.push_str("<AccessTier>Hot</AccessTier><AccessTierInferred>true</AccessTierInferred>"),
        }
    }

    fn blob_properties(
        &self,
        facts: &Facts,
        item: &ListedBlob,
        listing: &BlobListing,
        trace: &mut Trace<'_>,
    ) -> String {
        let stored = &facts.stored;
        let mut text = String::new();
        if self.has(id::BLOB_READ_CREATION_TIME, trace) {
            text.push_str(&written("Creation-Time", &http_date(facts.created)));
        }
        text.push_str(&written("Last-Modified", &http_date(facts.changed)));
        let quote = if trace.enforce(id::BLOB_LISTING_ETAGS) { "" } else { "\"" };
        text.push_str(&written("Etag", &format!("{quote}{}{quote}", crate::blob::model::etag(facts.changed))));
        text.push_str(&written("Content-Length", &facts.length.to_string()));
        let with_empty = trace.enforce(id::BLOB_LISTING_PROPERTIES);
        let mut add = |name: &str, value: &Option<String>| {
            if with_empty || value.is_some() {
                text.push_str(&element(name, value.as_deref().unwrap_or_default()));
            }
        };
        add("Content-Type", &stored.content_type);
        add("Content-Encoding", &stored.encoding);
        add("Content-Language", &stored.language);
        if self.has(id::BLOB_LISTING_CRC64, trace) {
            add("Content-CRC64", &None);
        }
        add("Content-MD5", &stored.md5);
        add("Cache-Control", &stored.cache_control);
        if self.version >= Version::V2013_08_15 {
            add("Content-Disposition", &stored.disposition);
        }
        if let Some(number) = facts.sequence {
            text.push_str(&written("x-ms-blob-sequence-number", &number.to_string()));
        }
        text.push_str(&written("BlobType", facts.type_name));
        self.tier_elements(&mut text, Some(facts), trace);
        match facts.lease {
            Some(lease) => text.push_str(&self.lease_elements(lease)),
            None if item.deleted.is_some() && item.snapshot.is_none() && !item.earlier => {
                text.push_str("<LeaseStatus />")
            }
            None => {}
        }
        if let Some(copied) = &facts.copied
            && listing.includes("copy")
            && trace.enforce(id::BLOB_LISTING_COPY)
        {
            text.push_str(&written("CopyId", &guid::written(copied.id)));
            text.push_str(&written("CopySource", &copied.source));
            text.push_str(&written("CopyStatus", "success"));
            text.push_str(&written("CopyProgress", &format!("{0}/{0}", copied.length)));
            text.push_str(&written("CopyCompletionTime", &http_date(copied.completed)));
            if let Some(increment) = &copied.incremental {
                text.push_str(&written("IncrementalCopy", "true"));
                text.push_str(&written("CopyDestinationSnapshot", &moments::written(increment.made)));
            }
        }
        if self.has(id::BLOB_LISTING_ENCRYPTED, trace) {
            text.push_str(&written("ServerEncrypted", "true"));
        }
        match &stored.encryption {
            Encryption::Customer(hash) => text.push_str(&element("CustomerProvidedKeySha256", hash)),
            Encryption::Scope(name) => text.push_str(&written("EncryptionScope", name)),
            Encryption::Account => {}
        }
        if let Some(at) = item.deleted {
            text.push_str(&written("DeletedTime", &http_date(at)));
            let days = self.now.ticks().saturating_sub(at.ticks()) / (86_400 * TICKS_PER_SECOND);
            let left = self.features.retention_days.saturating_sub(days + 1).max(0);
            text.push_str(&written("RemainingRetentionDays", &left.to_string()));
        }
        if !stored.tags.is_empty() {
            text.push_str(&written("TagCount", &stored.tags.len().to_string()));
        }
        if facts.sealed {
            text.push_str(&written("Sealed", "true"));
        }
        text
    }
}
