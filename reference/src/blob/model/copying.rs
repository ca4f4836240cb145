//! What an answer to Copy Blob tells.

use crate::datetime::DateTime;
use crate::ids::Guid;

/// A copy that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyStarted {
    /// When the destination was changed.
    pub changed: DateTime,
    /// Its id, if the version has ids.
    pub id: Option<Guid>,
    /// Whether it is told to be under way: one that takes over what is new alone always is.
    pub pending: bool,
    /// The hashes of the content, where the answer waits for them: MD5, CRC64.
    pub hash: (Option<String>, Option<String>),
    /// The id of the version that was made.
    pub version: Option<DateTime>,
}
