//! The state of the blob service: containers, blobs, blocks, snapshots, leases. Pure: time and ids are handed in, nothing is
//! read or written.
//!
//! The ETag of a container or a blob is the instant of its last change, and no two changes have the same.

mod adopt;
mod blob;
mod blocks;
mod conditions;
mod container;
mod content;
mod copying;
mod deleting;
mod finding;
mod immutable;
mod keys;
mod lease;
mod listing;
mod pages;
mod slot;
mod state;
mod tags;
mod writing;

pub use adopt::{Adopted, BlobFact, Changed, ContainerFact, Property, Uncommitted};
pub use blob::{Blob, Body, Copied, Encryption, Facts, Increment, Metadata, Stored, Tier, etag};
pub use blocks::Block;
pub use conditions::{Conditions, Tag, Unmet};
pub use container::PublicAccess;
pub use content::Rope;
pub use copying::CopyStarted;
pub use finding::FoundPage;
pub use immutable::Immutability;
pub use lease::{LeaseAction, LeaseDone, LeaseFact, Leased, Standing};
pub use listing::{BlobPage, ContainerPage, Listed, ListedBlob};
pub use pages::{PageRange, Pages};
pub use slot::{Slot, Which};
pub use state::{Model, Moment};
pub use tags::{TagFilter, Tags};
