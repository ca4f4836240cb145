//! What a run decides for every step that leaves it open.

use serde::{Deserialize, Serialize};
use tablestakes_reference::Version;
use tablestakes_reference::history::Metadata;
use tablestakes_reference::rules::id;

/// One combination of the axes along which a suite can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// `x-ms-version`.
    pub version: Version,
    /// The form of bodies that is written and asked for.
    pub format: Format,
}

/// What current clients send.
impl Default for Axes {
    fn default() -> Self {
        Self { version: Version::DEFAULT, format: Format::JsonMinimal }
    }
}

/// The forms of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// JSON, `odata=nometadata`.
    JsonNone,
    /// JSON, `odata=minimalmetadata`.
    JsonMinimal,
    /// JSON, `odata=fullmetadata`.
    JsonFull,
    /// Atom, in the versions that have it.
    Atom,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::JsonNone, Self::JsonMinimal, Self::JsonFull, Self::Atom];

    /// Its name in reports, signatures and baselines.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonNone => "json-none",
            Self::JsonMinimal => "json-minimal",
            Self::JsonFull => "json-full",
            Self::Atom => "atom",
        }
    }

    /// Whether the versions of the service that speak it include this one. JSON, where it is too early, is asked for all
    /// the same: that it is refused is an answer as well.
    pub fn is_spoken_in(self, version: Version) -> bool {
        self != Self::Atom || id::TABLE_ATOM_ACCEPTED.holds_for(version)
    }
}

impl From<Metadata> for Format {
    fn from(level: Metadata) -> Self {
        match level {
            Metadata::None => Self::JsonNone,
            Metadata::Minimal => Self::JsonMinimal,
            Metadata::Full => Self::JsonFull,
        }
    }
}
