//! What a run decides for every step that leaves it open.

use serde::{Deserialize, Serialize};
use tablestakes_reference::Version;
use tablestakes_reference::history::Metadata;

/// One combination of the axes along which a suite can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// `x-ms-version`.
    pub version: Version,
    /// The level of JSON metadata that is asked for.
    pub metadata: Metadata,
}

/// What current clients send.
impl Default for Axes {
    fn default() -> Self {
        Self { version: Version::DEFAULT, metadata: Metadata::Minimal }
    }
}
