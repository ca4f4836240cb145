//! Shared access signatures, as a step asks for them: what they say. The harness writes and signs them.

use serde::{Deserialize, Serialize};

/// A shared access signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sas {
    /// What it gives access to.
    pub scope: SasScope,
    /// `sp`; left out if it is empty.
    pub permissions: String,
    /// `st`: this many seconds after now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<i64>,
    /// `se`: this many seconds after now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
    /// `spr`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocols: Option<String>,
    /// `sip`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<String>,
    /// `si`, the id of a stored access policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Further parameters, signed with the others where the scope signs them: what they override of an answer's headers
    /// (`rscc`, `rscd`, `rsce`, `rscl`, `rsct`), and `snapshot`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<(String, String)>,
    /// Whether it is signed with another key than the account's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forged: bool,
    /// What is altered once it is signed, one parameter after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub altered: Vec<AlteredParameter>,
}

/// A parameter that is not sent as it was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlteredParameter {
    /// Its name; `sig` is the signature itself.
    pub name: String,
    /// What is sent.
    pub sent: AlteredValue,
}

/// What is sent in place of what was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AlteredValue {
    /// This value, also where the parameter was not there.
    Other {
        /// The value; may hold symbols.
        value: String,
    },
    /// Nothing: the parameter is left out.
    Nothing,
    /// The value without its last four characters.
    Shortened,
}

impl Sas {
    /// A signature with this scope and these permissions, from now on for an hour.
    pub fn new(scope: SasScope, permissions: &str) -> Self {
        Self {
            scope,
            permissions: permissions.to_owned(),
            starts: None,
            expires: Some(3600),
            protocols: None,
            addresses: None,
            policy: None,
            further: Vec::new(),
            forged: false,
            altered: Vec::new(),
        }
    }
}

/// What a shared access signature gives access to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SasScope {
    /// The account.
    Account {
        /// `ss`.
        services: String,
        /// `srt`.
        resource_types: String,
    },
    /// The entities of one table.
    Table {
        /// `tn`; may hold symbols.
        table: String,
        /// `spk` and `srk`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<SasKey>,
        /// `epk` and `erk`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SasKey>,
    },
    /// The messages of one queue.
    Queue {
        /// Its name; may hold symbols.
        queue: String,
    },
    /// The blobs of one container.
    Container {
        /// Its name; may hold symbols.
        container: String,
    },
    /// One blob.
    Blob {
        /// Its container; may hold symbols.
        container: String,
        /// Its name.
        blob: String,
    },
}

/// One end of a range of keys, which belongs to the range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SasKey {
    /// The partition key.
    pub partition: String,
    /// The row key; without one every row of the partition is within the range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
}
