//! The services of an account, by name: what rules, histories, checks and targets say which of them they belong to.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A service of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceName {
    /// Tables.
    #[default]
    Table,
    /// Queues.
    Queue,
    /// Blobs.
    Blob,
}

impl ServiceName {
    /// All of them, in the order in which they are run and reported.
    pub const ALL: [Self; 3] = [Self::Table, Self::Queue, Self::Blob];

    /// Its name on the command line, in host names, and as the beginning of the ids of rules and checks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Queue => "queue",
            Self::Blob => "blob",
        }
    }

    /// The service to which a rule or check with this id belongs.
    pub fn of_id(id: &str) -> Option<Self> {
        let first = id.split('.').next().unwrap_or_default();
        Self::ALL.into_iter().find(|service| service.name() == first)
    }

    /// Whether it is the one that histories are on which do not say so.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for ServiceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
