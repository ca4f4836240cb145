//! What an operation that was granted comes to.

use super::model::{
    BlobPage, Block, ContainerPage, CopyStarted, Encryption, Facts, FoundPage, Immutability, LeaseDone, Listed,
    Metadata, PageRange, Tags,
};
use super::operation::{BlobListing, ContainerListing, DelegationKey, Search};
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::policies::Policy;
use bytes::Bytes;

/// What was written, as its answer tells it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// When it was changed; none where the answer does not tell.
    pub changed: Option<DateTime>,
    /// The MD5 that is told.
    pub md5: Option<String>,
    /// The CRC64 that is told.
    pub crc64: Option<String>,
    /// With which key it was encrypted, where that is told.
    pub encrypted: Option<Encryption>,
    /// Other headers.
    pub more: Vec<(&'static str, String)>,
}

/// What was read of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What is told of it.
    pub facts: Facts,
    /// The content, or the part that was asked for.
    pub data: Bytes,
    /// The first octet of the part.
    pub part: Option<u64>,
    /// The hashes of the part: MD5, CRC64.
    pub hash: (Option<String>, Option<String>),
}

/// What an operation that was granted comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The containers of a page.
    Containers(ContainerListing, ContainerPage),
    /// The document of properties.
    Properties(String),
    /// The properties were set.
    PropertiesSet,
    /// How far the secondary location is.
    Statistics,
    /// What kind of account it is.
    Account,
    /// A container was created.
    ContainerCreated(DateTime),
    /// A container was deleted.
    ContainerDeleted,
    /// A container.
    Container(Listed),
    /// Its metadata.
    ContainerMetadata(Listed),
    /// It was changed.
    ContainerChanged(DateTime),
    /// Its policies.
    Policies(Listed, Vec<Policy>),
    /// Something was done with a lease.
    Leased(LeaseDone, DateTime),
    /// The blobs of a page.
    Blobs(String, BlobListing, BlobPage),
    /// Something new was written.
    Created(Written),
    /// Something was changed.
    Changed(Written),
    /// A copy was made.
    Copied(CopyStarted),
    /// A copy was stopped.
    CopyStopped,
    /// Content.
    Content(Box<Found>),
    /// Properties of a blob.
    BlobProperties(Box<Facts>),
    /// Metadata of a blob.
    BlobMetadata(Metadata, DateTime),
    /// Blocks: when the blob was changed and how long it is, if there is one; those that are committed, and those that are not.
    Blocks(Option<(DateTime, u64)>, Option<Vec<Block>>, Option<Vec<Block>>),
    /// A snapshot was made: its time, when it was changed, with which key it was encrypted, and the version that it made.
    Snapshot(DateTime, DateTime, Encryption, Option<DateTime>),
    /// A blob was deleted, for ever if so.
    Deleted(bool),
    /// Pages: when the blob was changed, how long it is, and, where pages of ranges are asked for, where the next begins.
    Pages(DateTime, u64, Vec<PageRange>, Option<Option<u64>>),
    /// The tier was set, or will be if so.
    TierSet(bool),
    /// Tags.
    Tags(Tags),
    /// Tags were set.
    TagsSet,
    /// What was deleted was restored.
    Undeleted,
    /// Blobs that were found.
    Found(Search, FoundPage),
    /// A key for signatures of users: two ids of who asks, when it begins and ends, and its value.
    DelegationKey([Guid; 2], DelegationKey, Bytes),
    /// A blob is kept from being deleted, or is not any more.
    Immutable(Option<Immutability>),
    /// The same by a hold.
    LegalHold(bool),
}
