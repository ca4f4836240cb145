//! Whose behaviour is the measure: that of the service, or that of the storage emulator where it differs.

use crate::version::Version;
use serde::{Deserialize, Serialize};

/// The newest version that the emulator answers to.
pub(crate) const NEWEST: Version = Version::V2019_07_07;

/// Whose behaviour is the measure, where the two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The service's.
    #[default]
    Cloud,
    /// The storage emulator's (the rules that have it as their profile).
    Emulator,
}

impl Profile {
    /// Whether requests of this version are answered for what they ask.
    pub fn speaks(self, version: Version) -> bool {
        self == Self::Cloud || version <= NEWEST
    }
}
