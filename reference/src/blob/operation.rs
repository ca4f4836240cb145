//! What can be asked of the blob service.

use super::model::{Conditions, Immutability, LeaseAction, Metadata, PublicAccess, Stored, TagFilter, Tags, Which};
use crate::datetime::DateTime;
use crate::ids::Guid;
use bytes::Bytes;

/// A blob: its container and its name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The container.
    pub container: String,
    /// The blob.
    pub blob: String,
}

/// What must hold for a request beside that what it names is there: the lease that it shows, and conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guard {
    /// The id in `x-ms-lease-id`.
    pub lease: Option<Guid>,
    /// The conditions.
    pub conditions: Conditions,
}

/// Which octets are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub start: u64,
    /// The last, if it is said.
    pub end: Option<u64>,
}

/// What is read of a blob.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Read {
    /// The blob.
    pub place: Place,
    /// The snapshot, if not the blob itself.
    pub snapshot: Option<DateTime>,
    /// The version, if one is asked for by its id.
    pub version: Option<DateTime>,
    /// What must hold.
    pub guard: Guard,
    /// The range.
    pub range: Option<Range>,
    /// Whether the MD5 of the range is asked for.
    pub range_md5: bool,
    /// Whether its CRC64 is.
    pub range_crc64: bool,
}

impl Read {
    /// Which of what is under the name is read.
    pub fn which(&self) -> Which {
        self.version.map_or(self.snapshot.into(), Which::Version)
    }
}

impl Source {
    /// Which of what is under the name is the source.
    pub fn which(&self) -> Which {
        self.version.map_or(self.snapshot.into(), Which::Version)
    }
}

/// Hashes that a request says its body has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hashes {
    /// `Content-MD5`.
    pub md5: Option<String>,
    /// `x-ms-content-crc64`.
    pub crc64: Option<String>,
}

/// What kind of blob is put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    /// A block blob with this content.
    Block(Bytes),
    /// An empty append blob.
    Append,
    /// A page blob of this length and sequence number.
    Page(u64, i64),
}

/// Where a block of a list is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// Among those of the blob.
    Committed,
    /// Among those that were put since.
    Uncommitted,
    /// Among those that were put since, and then among the others.
    Latest,
}

/// Where content is copied from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// As it is written.
    pub address: String,
    /// The blob, if it is one of this account.
    pub place: Option<Place>,
    /// Its snapshot.
    pub snapshot: Option<DateTime>,
    /// Its version.
    pub version: Option<DateTime>,
    /// Conditions on it.
    pub conditions: Conditions,
    /// What of it, where a part can be taken.
    pub range: Option<Range>,
    /// The MD5 that it must have.
    pub md5: Option<String>,
    /// The CRC64 that it must have.
    pub crc64: Option<String>,
    /// Whether it proves itself that it may be read, or the request does by the account's key.
    pub readable: bool,
}

/// A copy, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copying {
    /// Where from.
    pub source: Source,
    /// Whether the answer waits for it.
    pub synchronous: bool,
    /// The metadata, if the source's is not taken; the tier, the tags, and how long it is kept.
    pub stored: Stored,
    /// Whether the copy is sealed, where that is said.
    pub seal: Option<bool>,
    /// Whether the tags are the source's.
    pub source_tags: bool,
}

/// What must hold of the sequence number of a page blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SequenceGuard {
    /// At most.
    pub at_most: Option<i64>,
    /// Less than.
    pub less_than: Option<i64>,
    /// Equal to.
    pub equal: Option<i64>,
}

/// What becomes of a sequence number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SequenceAction {
    /// One more.
    Increment,
    /// This.
    Update(i64),
    /// This, if it is larger.
    Max(i64),
}

/// Which snapshots a deletion takes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithSnapshots {
    /// None: the blob must have none.
    No,
    /// All.
    Include,
    /// All, and not the blob.
    Only,
}

/// Which pages are told of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageListing {
    /// Those written or cleared since this snapshot.
    pub previous: Option<DateTime>,
    /// From which octet on.
    pub marker: Option<u64>,
    /// The most ranges, as it was written.
    pub max_results: Option<String>,
}

/// Which containers are listed, and what of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerListing {
    /// What their names begin with.
    pub prefix: Option<String>,
    /// Where to go on.
    pub marker: Option<String>,
    /// The most, as it was written.
    pub max_results: Option<String>,
    /// Whether their metadata is told.
    pub metadata: bool,
}

/// Which blobs are listed, and what of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlobListing {
    /// What their names begin with.
    pub prefix: Option<String>,
    /// What ends the part of a name that is told.
    pub delimiter: Option<String>,
    /// Where to go on.
    pub marker: Option<String>,
    /// The most, as it was written.
    pub max_results: Option<String>,
    /// What else is listed or told.
    pub include: Vec<String>,
}

impl BlobListing {
    /// Whether this is asked for as well.
    pub fn includes(&self, what: &str) -> bool {
        self.include.iter().any(|held| held == what)
    }
}

/// One operation of the blob service, as it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// Lists containers.
    ListContainers(ContainerListing),
    /// Reads the properties of the service.
    GetServiceProperties,
    /// Sets them.
    SetServiceProperties(Bytes),
    /// Reads how far the secondary location is.
    GetStatistics,
    /// Reads what kind of account it is.
    GetAccount,
    /// Creates a container.
    CreateContainer(String, Metadata, PublicAccess),
    /// Deletes one.
    DeleteContainer(String, Guard),
    /// Reads the properties of one.
    GetContainer(String, Guard),
    /// Reads its metadata.
    GetContainerMetadata(String, Guard),
    /// Replaces its metadata.
    SetContainerMetadata(String, Guard, Metadata),
    /// Reads its policies and its public access.
    GetPolicies(String, Guard),
    /// Replaces them.
    SetPolicies(String, Guard, PublicAccess, Bytes),
    /// Leases a container.
    LeaseContainer(String, Conditions, LeaseAction),
    /// Lists blobs.
    ListBlobs(String, Guard, BlobListing),
    /// Puts a blob.
    PutBlob(Place, Guard, Put, Hashes, Box<Stored>),
    /// Puts a blob with content from elsewhere.
    PutBlobFrom(Place, Guard, Source, bool, Box<Stored>),
    /// Puts a block, from the body or from elsewhere.
    PutBlock(Place, Guard, String, Content, Hashes),
    /// Makes a blob of blocks.
    PutBlockList(Place, Guard, Vec<(Lookup, String)>, Bytes, Hashes, Box<Stored>),
    /// Reads which blocks there are: committed ones, uncommitted ones.
    GetBlockList(Read, bool, bool),
    /// Reads content.
    GetBlob(Read),
    /// Reads properties.
    GetBlobProperties(Read),
    /// Reads metadata.
    GetBlobMetadata(Read),
    /// Sets properties: those of HTTP, the length, the sequence number.
    SetBlobProperties(Place, Guard, Box<Stored>, Option<u64>, Option<SequenceAction>),
    /// Replaces metadata.
    SetBlobMetadata(Place, Guard, Box<Stored>),
    /// Leases a blob.
    LeaseBlob(Place, Conditions, LeaseAction),
    /// Makes a snapshot.
    SnapshotBlob(Place, Guard, Box<Stored>),
    /// Copies a blob.
    CopyBlob(Place, Guard, Box<Copying>),
    /// Stops a copy.
    AbortCopy(Place, Guard, Guid),
    /// Deletes a blob, or a snapshot.
    DeleteBlob(Read, WithSnapshots),
    /// Deletes a snapshot for ever that was deleted and is kept.
    DeleteForEver(Read),
    /// Appends a block, if the blob is this long before and that long after at most.
    AppendBlock(Place, Guard, Content, Hashes, Option<u64>, Option<u64>),
    /// Seals an append blob, if it is this long.
    SealBlob(Place, Guard, Option<u64>),
    /// Writes pages.
    PutPages(Place, Guard, Range, Content, Hashes, SequenceGuard),
    /// Clears pages.
    ClearPages(Place, Guard, Range, SequenceGuard),
    /// Reads which pages were written.
    GetPageRanges(Read, PageListing),
    /// Sets the tier.
    SetTier(Read, String),
    /// Reads the tags.
    GetTags(Read),
    /// Sets the tags.
    SetTags(Read, Tags),
    /// Restores what was deleted.
    Undelete(Place),
    /// Finds blobs by their tags, in one container or in all.
    FindBlobs(Option<String>, Search),
    /// Makes a key for signatures of users.
    GetDelegationKey(DelegationKey),
    /// Takes over what another page blob's snapshot has more than the last.
    CopyIncrementally(Place, Guard, Box<Source>),
    /// Keeps a blob from being deleted until an instant; `true` if nobody may shorten that.
    SetImmutability(Read, Immutability),
    /// Takes that back.
    DeleteImmutability(Read),
    /// Keeps a blob from being deleted, or does so no more.
    SetLegalHold(Read, bool),
    /// Deletes a blob later: accounts without folders do not have that.
    SetExpiry(Place),
}

/// Which blobs are searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// As it is written.
    pub text: String,
    /// What their tags must be; none if the text cannot be read.
    pub filter: TagFilter,
    /// Where to go on.
    pub marker: Option<String>,
    /// The most, as it was written.
    pub max_results: Option<String>,
}

/// For when a key for signatures of users is asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DelegationKey {
    /// From when on.
    pub start: Option<String>,
    /// Until when.
    pub expiry: String,
}

/// Where content comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The body of the request.
    Body(Bytes),
    /// Another blob.
    From(Box<Source>),
}
