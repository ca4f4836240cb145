//! What a run decides for every step that leaves it open.

use serde::{Deserialize, Serialize};
use tablestakes_reference::history::Metadata;
use tablestakes_reference::rules::id;
use tablestakes_reference::{ServiceName, Version};

/// One combination of the axes along which a suite can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// `x-ms-version`.
    pub version: Version,
    /// The form of bodies that is written and asked for.
    pub format: Format,
    /// How requests are authorized.
    #[serde(default)]
    pub auth: AuthScheme,
    /// How requests name the account.
    #[serde(default)]
    pub address: AddressStyle,
}

impl Axes {
    /// The axes on which tables, queues or containers are made and deleted for what is tried on these: signed by the account's key,
    /// tables in JSON where the version has it, the others in the usual version. What is tried is not to decide whether there is anything to try.
    #[must_use]
    pub fn for_fixtures(self, service: ServiceName) -> Self {
        let format = if self.version >= Version::V2013_08_15 { Format::JsonMinimal } else { self.format };
        let version = if service == ServiceName::Table { self.version } else { Version::DEFAULT };
        Self { version, format, auth: AuthScheme::SharedKey, ..self }
    }
}

/// What current clients send.
impl Default for Axes {
    fn default() -> Self {
        Self {
            version: Version::DEFAULT,
            format: Format::JsonMinimal,
            auth: AuthScheme::default(),
            address: AddressStyle::default(),
        }
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

/// The ways to authorize a request that says nothing of its own about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthScheme {
    /// Shared Key.
    #[default]
    SharedKey,
    /// Shared Key Lite.
    SharedKeyLite,
    /// A shared access signature of the account that permits everything.
    AccountSas,
}

impl AuthScheme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SharedKey, Self::SharedKeyLite, Self::AccountSas];

    /// Its name in reports, signatures and baselines.
    pub fn name(self) -> &'static str {
        match self {
            Self::SharedKey => "shared-key",
            Self::SharedKeyLite => "shared-key-lite",
            Self::AccountSas => "account-sas",
        }
    }

    /// Whether the versions of the service that know it include this one.
    pub fn is_known_in(self, version: Version) -> bool {
        self != Self::AccountSas || id::TABLE_SAS_ACCOUNT.holds_for(version)
    }
}

/// The ways to name the account in the address of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddressStyle {
    /// As the target's own address does.
    #[default]
    AsGiven,
    /// By the host, as in the cloud, where the target's own address does by its path.
    ByHost,
}

impl AddressStyle {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::AsGiven, Self::ByHost];

    /// Its name in reports, signatures and baselines.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsGiven => "as-given",
            Self::ByHost => "by-host",
        }
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
