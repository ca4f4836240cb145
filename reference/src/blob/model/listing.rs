//! Pages of containers and of blobs.

use super::blob::{Facts, Metadata, etag};
use super::container::{Container, PublicAccess};
use super::lease::Standing;
use super::state::{Model, Moment};
use crate::blob::operation::{BlobListing, ContainerListing};
use crate::datetime::DateTime;
use crate::rules::{Trace, id};

/// A page of containers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerPage {
    /// The containers.
    pub containers: Vec<Listed>,
    /// The one with which the next page begins.
    pub next: Option<String>,
}

/// What is told of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its ETag.
    pub etag: String,
    /// When it was changed.
    pub changed: DateTime,
    /// How its lease stands.
    pub lease: Standing,
    /// What of it is public.
    pub public: PublicAccess,
    /// Its metadata.
    pub metadata: Metadata,
}

/// A page of blobs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlobPage {
    /// Blobs and what names have in common, in the order of their names.
    pub items: Vec<(String, Option<ListedBlob>)>,
    /// With what the next page begins: a name, and the time of a snapshot.
    pub next: Option<(String, Option<DateTime>)>,
}

/// A blob of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedBlob {
    /// The time, if it is a snapshot.
    pub snapshot: Option<DateTime>,
    /// Whether it is a version that is not the current one.
    pub earlier: bool,
    /// Whether it stands for the versions of a blob that has no current one.
    pub versions_only: bool,
    /// When it was deleted.
    pub deleted: Option<DateTime>,
    /// What is told of it; none if it has uncommitted blocks alone.
    pub facts: Option<Facts>,
}

impl ListedBlob {
    /// Where it stands among what has its name: snapshots and earlier versions by their time, the blob behind them.
    fn time(&self) -> Option<DateTime> {
        let version = self.facts.as_ref().and_then(|facts| facts.version).filter(|_| self.earlier);
        self.snapshot.or(version.map(|(id, _)| id))
    }
}

impl Container {
    /// What is told of it.
    pub fn listed(&self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Listed {
        Listed {
            name: name.to_owned(),
            etag: etag(self.changed),
            changed: self.changed,
            lease: self.lease.standing(now, trace),
            public: self.public,
            metadata: self.metadata.clone(),
        }
    }
}

impl Model {
    /// The containers that a listing asks for, from one with this name on, this many at most.
    pub fn container_page(
        &self,
        listing: &ContainerListing,
        from: &str,
        most: usize,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> ContainerPage {
        let prefix = listing.prefix.as_deref().unwrap_or_default();
        let prefixed = prefix.is_empty() || trace.enforce(id::BLOB_LISTING_PREFIX);
        let inclusive = from.is_empty() || trace.enforce(id::BLOB_LISTING_MARKER);
        let there = self.containers.iter().filter(|(name, _)| {
            let name = name.as_str();
            (!prefixed || name.starts_with(prefix)) && (name > from || inclusive && name == from)
        });
        let mut containers: Vec<Listed> = Vec::new();
        let mut next = None;
        for (name, container) in there {
            if containers.len() == most {
                next = Some(name.clone());
                break;
            }
            containers.push(container.listed(name, now, trace));
        }
        if containers.len() > 1 && !trace.enforce(id::BLOB_LISTING_ORDER) {
            containers.reverse();
        }
        ContainerPage { containers, next }
    }
}

impl Container {
    /// The blobs that a listing asks for, from one with this name and time on, this many at most.
    pub fn blob_page(
        &self,
        listing: &BlobListing,
        from: &(String, Option<DateTime>),
        most: usize,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> BlobPage {
        let prefix = listing.prefix.as_deref().unwrap_or_default();
        let prefixed = prefix.is_empty() || trace.enforce(id::BLOB_LISTING_PREFIX);
        let delimiter = listing.delimiter.as_deref().filter(|delimiter| !delimiter.is_empty());
        let inclusive = from.0.is_empty() || trace.enforce(id::BLOB_LISTING_MARKER);
        let mut page = BlobPage::default();
        let mut grouped: Option<String> = None;
        for (name, slot) in self.blobs.range(from.0.clone()..) {
            if prefixed && !name.starts_with(prefix) {
                continue;
            }
            let rest = if prefixed { &name[prefix.len()..] } else { name.as_str() };
            let mut items: Vec<ListedBlob> = Vec::new();
            let mut add = |snapshot: Option<DateTime>, blob: &super::Blob, trace: &mut Trace<'_>| {
                let facts = Some(blob.facts(snapshot.is_some(), moment.now, trace));
                items.push(ListedBlob { snapshot, facts, ..ListedBlob::default() });
            };
            if listing.includes("snapshots") {
                for (time, blob) in &slot.snapshots {
                    add(Some(*time), blob, trace);
                }
            }
            if let Some(blob) = &slot.base {
                add(None, blob, trace);
            }
            if listing.includes("deleted") {
                let shown = |time: &Option<DateTime>| time.is_none() || listing.includes("snapshots");
                for (time, blob, at) in slot.kept.iter().filter(|(time, ..)| shown(time)) {
                    let facts = Some(blob.facts(true, moment.now, trace));
                    let earlier = blob.version.is_some();
                    items.push(ListedBlob {
                        snapshot: *time,
                        earlier,
                        deleted: Some(*at),
                        facts,
                        ..ListedBlob::default()
                    });
                }
            }
            let rule = id::BLOB_VERSIONING_LISTED;
            let asked = listing.includes("versions") && rule.holds_for(moment.version);
            if asked && !slot.versions.is_empty() && trace.enforce(rule) {
                for blob in slot.versions.values() {
                    let facts = Some(blob.facts_of_version(false, moment.now, trace));
                    items.push(ListedBlob { earlier: true, facts, ..ListedBlob::default() });
                }
            }
            let rule = id::BLOB_VERSIONING_LISTED_DELETED;
            if listing.includes("deletedwithversions")
                && rule.holds_for(moment.version)
                && slot.base.is_none()
                && let Some(blob) = slot.versions.values().next_back()
                && trace.enforce(rule)
            {
                let facts = Facts { version: None, ..blob.facts_of_version(false, moment.now, trace) };
                items.push(ListedBlob { versions_only: true, facts: Some(facts), ..ListedBlob::default() });
            }
            items.sort_by_key(|item| item.time().unwrap_or(DateTime::MAX));
            let asked = listing.includes("uncommittedblobs");
            if slot.base.is_none() && !slot.staged.is_empty() && (asked || !trace.enforce(id::BLOB_LISTING_UNCOMMITTED))
            {
                items.push(ListedBlob::default());
            }
            if items.is_empty() {
                continue;
            }
            if let Some(delimiter) = delimiter
                && let Some(at) = rest.find(delimiter)
                && trace.enforce(id::BLOB_LISTING_DELIMITER)
            {
                let common = format!("{}{}", &name[..name.len() - rest.len()], &rest[..at + delimiter.len()]);
                if grouped.as_deref() == Some(&common) {
                    continue;
                }
                if page.items.len() == most {
                    page.next = Some((name.clone(), None));
                    return page;
                }
                page.items.push((common.clone(), None));
                grouped = Some(common);
                continue;
            }
            for item in items {
                let behind = |time: &Option<DateTime>| time.unwrap_or(DateTime::MAX);
                let starts = name == &from.0;
                if starts && (behind(&item.time()) < behind(&from.1) || !inclusive) {
                    continue;
                }
                if page.items.len() == most {
                    page.next = Some((name.clone(), item.time()));
                    return page;
                }
                page.items.push((name.clone(), Some(item)));
            }
        }
        page
    }
}
