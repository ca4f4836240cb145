//! The wire of the blob service as the reference speaks it. Never used by the harness, which has codecs of its own: a
//! mistake shared by both sides would cancel out.

mod address;
mod batch;
mod blob_headers;
mod block_list;
mod conditions;
mod details;
mod documents;
mod fields;
mod finding;
mod frame;
mod hashes;
mod keeping;
mod kind;
mod lists;
mod metadata;
mod moments;
mod questions;
mod reply;
mod source;
mod stored;
mod understand;
mod versioning;

pub use address::Resource;
pub use batch::{Batched, Part, batched};
pub use blob_headers::Overrides;
pub use frame::Frame;
pub use hashes::{crc64, md5};
pub use kind::Kind;
pub use lists::{blob_marker, container_marker, place_marker};
pub use questions::{raise, raise_on_nothing};
pub use source::Sources;
pub use stored::encryption as shown_key;
pub use understand::Message;
