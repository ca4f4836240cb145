//! How a user names a target: a connection string, or the address of an emulator.

use super::connection_string;
use super::endpoint::{Endpoint, InvalidEndpoint};
use super::secret::Secret;
use std::fmt;
use std::str::FromStr;

/// The account that every emulator serves.
pub const EMULATOR_ACCOUNT: &str = "devstoreaccount1";
/// Its key. Published, and so no secret.
pub(super) const EMULATOR_KEY: &str =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
/// The port of the emulator's table service.
pub(super) const EMULATOR_TABLE_PORT: u16 = 10002;

/// What is under test: where it is, and in whose name requests are signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Where the table service listens.
    pub endpoint: Endpoint,
    /// The account's name.
    pub account: String,
    key: Secret,
}

/// Why a text names no target. None of these holds the account's key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Neither an address nor a connection string.
    #[error("a target is a connection string or an address such as http://127.0.0.1:10002/devstoreaccount1")]
    Empty,
    /// The address cannot be read.
    #[error("the address of the target cannot be read: {0}")]
    Address(InvalidEndpoint),
    /// An address without an account.
    #[error(
        "the address names no account: write http://HOST:PORT/ACCOUNT for an emulator, or a connection string with \
         AccountName and AccountKey"
    )]
    NoAccount,
    /// An address with an account whose key is not known.
    #[error("no key is known for account `{account}`: write a connection string with AccountName and AccountKey")]
    NoKey {
        /// The account.
        account: String,
    },
    /// A piece of a connection string without `=`.
    #[error("setting {place} of the connection string has no `=`")]
    NotASetting {
        /// Its place, from 1.
        place: usize,
    },
    /// A setting that the standard does not know.
    #[error("setting {place} of the connection string has a name that is not known; {proposal}")]
    UnknownSetting {
        /// Its place, from 1.
        place: usize,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// A setting that stands there twice.
    #[error("the connection string sets {name} twice")]
    TwiceSet {
        /// Its name.
        name: &'static str,
    },
    /// A setting that must be there.
    #[error("the connection string lacks {name}")]
    Missing {
        /// Its name.
        name: &'static str,
    },
    /// A shared access signature and no key.
    #[error("the connection string has a SharedAccessSignature but no AccountKey: the suites sign with the key")]
    SignatureOnly,
    /// `UseDevelopmentStorage` is not `true`.
    #[error("UseDevelopmentStorage is set to something other than true")]
    NotTrue,
    /// Not an account's name.
    #[error("AccountName has characters that no account's name has")]
    AccountName,
    /// Not base64.
    #[error("AccountKey is not base64")]
    AccountKey,
    /// Not `http` or `https`.
    #[error("DefaultEndpointsProtocol is neither http nor https")]
    Protocol,
    /// An endpoint that cannot be read.
    #[error("{setting} cannot be read: {why}")]
    Endpoint {
        /// The setting.
        setting: &'static str,
        /// What is wrong with it.
        why: InvalidEndpoint,
    },
}

impl Target {
    /// A target at this endpoint, with this account.
    pub fn new(endpoint: Endpoint, account: String, key: Secret) -> Self {
        Self { endpoint, account, key }
    }

    /// Reads a connection string, or the address of an emulator with its account.
    ///
    /// # Errors
    /// Says which part is wrong, and never holds the key.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            Err(TargetError::Empty)
        } else if text.split_once("://").is_some_and(|(scheme, _)| !scheme.contains('=')) {
            Self::at_address(text)
        } else if text.contains('=') {
            connection_string::parse(text)
        } else {
            Err(TargetError::Empty)
        }
    }

    fn at_address(text: &str) -> Result<Self, TargetError> {
        let endpoint = Endpoint::parse(text).map_err(TargetError::Address)?;
        let account = endpoint.base_path.strip_prefix('/').ok_or(TargetError::NoAccount)?;
        if account != EMULATOR_ACCOUNT {
            return Err(TargetError::NoKey { account: account.to_owned() });
        }
        let key = Secret::from_base64(EMULATOR_KEY).map_err(|_| TargetError::AccountKey)?;
        Ok(Self::new(endpoint, EMULATOR_ACCOUNT.to_owned(), key))
    }

    /// The same target with the account named by the host, as in the cloud, where its address does so by the path. The host is
    /// what a request names; connections go where they went.
    pub fn by_host(&self) -> Option<Self> {
        let host = format!("{}.table.localhost", self.account);
        let endpoint = Endpoint { host, base_path: String::new(), ..self.endpoint.clone() };
        self.endpoint.is_path_style().then(|| Self { endpoint, ..self.clone() })
    }

    /// The account's key.
    pub fn key(&self) -> &Secret {
        &self.key
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        Self::parse(text)
    }
}

/// The address, and the account where the address does not name it.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.endpoint.base_path.strip_prefix('/') == Some(self.account.as_str()) {
            write!(f, "{}", self.endpoint)
        } else {
            write!(f, "{} (account {})", self.endpoint, self.account)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "c2VjcmV0LXNlY3JldA==";

    fn shown(text: &str) -> Result<String, TargetError> {
        Target::parse(text).map(|target| target.to_string())
    }

    #[test]
    fn the_standard_forms_are_read() {
        for (text, expected) in [
            ("http://127.0.0.1:10002/devstoreaccount1", "http://127.0.0.1:10002/devstoreaccount1"),
            ("http://localhost:7/devstoreaccount1/", "http://localhost:7/devstoreaccount1"),
            ("UseDevelopmentStorage=true", "http://127.0.0.1:10002/devstoreaccount1"),
            (
                "usedevelopmentstorage=TRUE;DevelopmentStorageProxyUri=http://build;",
                "http://build:10002/devstoreaccount1",
            ),
            (
                &format!("AccountKey={KEY};AccountName=me;DefaultEndpointsProtocol=http"),
                "http://me.table.core.windows.net (account me)",
            ),
            (
                &format!("accountname=me;accountkey={KEY};endpointsuffix=core.chinacloudapi.cn"),
                "https://me.table.core.chinacloudapi.cn (account me)",
            ),
            (
                &format!("AccountName=me;AccountKey={KEY};TableEndpoint=http://h:1/me;BlobEndpoint=http://h:2/me"),
                "http://h:1/me",
            ),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_name_the_part_and_keep_the_key() {
        for (text, expected) in [
            ("", TargetError::Empty),
            ("azurite", TargetError::Empty),
            ("http://127.0.0.1:10002", TargetError::NoAccount),
            ("http://127.0.0.1:x/devstoreaccount1", TargetError::Address(InvalidEndpoint::Port)),
            ("http://127.0.0.1:10002/other", TargetError::NoKey { account: "other".into() }),
            ("UseDevelopmentStorage=yes", TargetError::NotTrue),
            ("AccountName=me", TargetError::Missing { name: "AccountKey" }),
            (&format!("AccountKey={KEY}"), TargetError::Missing { name: "AccountName" }),
            ("AccountName=me;AccountKey=secret!", TargetError::AccountKey),
            ("AccountName=me;AccountName=me", TargetError::TwiceSet { name: "AccountName" }),
            ("AccountName=me;secret", TargetError::NotASetting { place: 2 }),
            (
                "AccountName=me;AcountKey=secret",
                TargetError::UnknownSetting { place: 2, proposal: "did you mean AccountKey?".into() },
            ),
            ("AccountName=me;secret=", TargetError::UnknownSetting { place: 2, proposal: String::new() }),
            ("AccountName=me;SharedAccessSignature=sig", TargetError::SignatureOnly),
            (
                &format!("AccountName=me;AccountKey={KEY};TableEndpoint=h"),
                TargetError::Endpoint { setting: "TableEndpoint", why: InvalidEndpoint::Scheme },
            ),
        ] {
            let error = Target::parse(text).unwrap_err();
            assert_eq!(error, expected, "{text}");
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }

    #[test]
    fn debug_does_not_show_the_key() {
        let target = Target::parse(&format!("AccountName=me;AccountKey={KEY}")).unwrap();
        assert!(!format!("{target:?}").contains("secret") && !format!("{target:?}").contains(KEY));
    }
}
