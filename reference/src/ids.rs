//! Where ids come from. The oracle has no randomness of its own.

use serde::{Deserialize, Serialize};

/// A GUID, its 16 octets in the order of their digits in the text form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Guid(pub [u8; 16]);

/// A source of ids, for requests and boundaries.
pub trait IdSource {
    /// An id that the source has not given before.
    fn next_id(&mut self) -> Guid;
}

/// Ids that count up, for runs that must be repeatable.
#[derive(Debug, Clone, Default)]
pub struct SequentialIds(u64);

impl IdSource for SequentialIds {
    fn next_id(&mut self) -> Guid {
        self.0 += 1;
        let mut octets = *b"tablestakes\0\0\0\0\0";
        octets[8..].copy_from_slice(&self.0.to_be_bytes());
        Guid(octets)
    }
}
