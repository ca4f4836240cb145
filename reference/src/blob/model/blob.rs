//! A blob: its content by its type, and what belongs to it.

use super::blocks::Block;
use super::content::Rope;
use super::immutable::Immutability;
use super::lease::{Lease, Standing};
use super::pages::Pages;
use super::tags::Tags;
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::rules::{Trace, id};
use bytes::Bytes;

/// Names and values of metadata, in the order of the request.
pub type Metadata = Vec<(String, String)>;

/// The ETag of what was changed at an instant, without quotes.
pub fn etag(changed: DateTime) -> String {
    format!("0x{:015X}", changed.ticks())
}

/// What a write stores beside the content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stored {
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// `Content-Encoding`.
    pub encoding: Option<String>,
    /// `Content-Language`.
    pub language: Option<String>,
    /// `Cache-Control`.
    pub cache_control: Option<String>,
    /// `Content-Disposition`.
    pub disposition: Option<String>,
    /// `Content-MD5`.
    pub md5: Option<String>,
    /// Metadata.
    pub metadata: Metadata,
    /// Tags.
    pub tags: Tags,
    /// The tier.
    pub tier: Option<String>,
    /// How urgently it leaves the archive.
    pub priority: Option<String>,
    /// With which key it is encrypted.
    pub encryption: Encryption,
    /// Until when it cannot be deleted.
    pub immutability: Option<Immutability>,
    /// Whether it cannot be deleted because of a hold, where that was ever said.
    pub legal_hold: Option<bool>,
}

/// With which key a blob is encrypted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Encryption {
    /// The account's.
    #[default]
    Account,
    /// The customer's: its hash.
    Customer(String),
    /// That of a scope.
    Scope(String),
}

/// The content of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Of blocks, if it was made of blocks.
    Block(Rope, Vec<Block>),
    /// Of blocks that were appended: how many, and whether that is over.
    Append(Rope, u32, bool),
    /// Of pages, with a sequence number.
    Page(Pages, i64),
}

impl Body {
    /// As `x-ms-blob-type` tells it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Block(..) => "BlockBlob",
            Self::Append(..) => "AppendBlob",
            Self::Page(..) => "PageBlob",
        }
    }

    /// The length.
    pub fn length(&self) -> u64 {
        match self {
            Self::Block(content, _) | Self::Append(content, ..) => content.length(),
            Self::Page(pages, _) => pages.length(),
        }
    }

    /// This many octets from a place on, or what there is of them.
    pub fn slice(&self, start: u64, length: u64) -> Bytes {
        match self {
            Self::Block(content, _) | Self::Append(content, ..) => content.slice(start, length),
            Self::Page(pages, _) => pages.slice(start, length),
        }
    }
}

/// What is told of the copy that a blob is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The id of the copy.
    pub id: Guid,
    /// Where from.
    pub source: String,
    /// When it was done.
    pub completed: DateTime,
    /// How long it is.
    pub length: u64,
    /// The snapshot that it made, if it takes over what is new alone.
    pub incremental: Option<Increment>,
}

/// What a copy took over that takes over what is new alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Increment {
    /// The snapshot that it made.
    pub made: DateTime,
    /// The container and the blob of the source.
    pub source: (String, String),
    /// The time of the source's snapshot.
    pub taken: DateTime,
}

/// The tier of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tier {
    /// Its name.
    pub name: String,
    /// When it was set.
    pub changed: DateTime,
    /// The tier that it is being brought to.
    pub rehydrating: Option<String>,
    /// How urgent that is.
    pub priority: String,
}

/// A blob, or a snapshot of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Its content.
    pub body: Body,
    /// Its properties, metadata and tags.
    pub stored: Stored,
    /// When it was created.
    pub created: DateTime,
    /// When it was changed.
    pub changed: DateTime,
    /// Its lease.
    pub lease: Lease,
    /// The copy that it is.
    pub copied: Option<Copied>,
    /// The tier, if one was set.
    pub tier: Option<Tier>,
    /// The id of the version that it is, if versions are kept.
    pub version: Option<DateTime>,
}

impl Blob {
    /// Its ETag, without quotes.
    pub fn etag(&self) -> String {
        etag(self.changed)
    }
}

/// What is told of a blob beside its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The type.
    pub type_name: &'static str,
    /// The length.
    pub length: u64,
    /// How many blocks were appended.
    pub appended: Option<u32>,
    /// Whether it is sealed.
    pub sealed: bool,
    /// The sequence number.
    pub sequence: Option<i64>,
    /// Properties, metadata and tags.
    pub stored: Stored,
    /// When it was created.
    pub created: DateTime,
    /// When it was changed.
    pub changed: DateTime,
    /// How its lease stands; snapshots have none.
    pub lease: Option<Standing>,
    /// The copy that it is.
    pub copied: Option<Copied>,
    /// The tier.
    pub tier: Option<Tier>,
    /// The id of the version that it is, and whether that is the current one.
    pub version: Option<(DateTime, bool)>,
}

impl Blob {
    /// What is told of the version that it is, asked for by its id.
    pub fn facts_of_version(&self, is_current: bool, now: DateTime, trace: &mut Trace<'_>) -> Facts {
        let shown = !trace.enforce(id::BLOB_VERSIONING_NO_LEASE);
        let mut facts = self.facts(false, now, trace);
        facts.lease = facts.lease.filter(|_| shown);
        facts.version = self.version.map(|id| (id, is_current));
        facts
    }

    /// What is told of it.
    pub fn facts(&self, is_snapshot: bool, now: DateTime, trace: &mut Trace<'_>) -> Facts {
        let shown = !is_snapshot || !trace.enforce(id::BLOB_SNAPSHOTS_NO_LEASE);
        Facts {
            type_name: self.body.type_name(),
            length: self.body.length(),
            appended: if let Body::Append(_, count, _) = self.body { Some(count) } else { None },
            sealed: matches!(self.body, Body::Append(_, _, true)),
            sequence: if let Body::Page(_, number) = self.body { Some(number) } else { None },
            stored: self.stored.clone(),
            created: self.created,
            changed: self.changed,
            lease: shown.then(|| self.lease.standing(now, trace)),
            copied: self.copied.clone(),
            tier: self.tier.clone(),
            version: self.version.map(|id| (id, true)),
        }
    }
}
