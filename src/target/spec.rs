//! How a user names a target: a connection string, or the address of an emulator; and how requests name it then.

use super::connection_string;
use super::endpoint::{Endpoint, InvalidEndpoint};
use super::secret::Secret;
use std::fmt;
use std::str::FromStr;
use tablestakes_reference::addressing::SECONDARY;
use tablestakes_reference::{AccountIn, Addressing, Location, ServiceName};

/// The account that every emulator serves.
pub const EMULATOR_ACCOUNT: &str = "devstoreaccount1";
/// Its key. Published, and so no secret.
pub(super) const EMULATOR_KEY: &str =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/// What is under test: which service, where it is, and in whose name requests are signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The service.
    pub service: ServiceName,
    /// Where it listens.
    pub endpoint: Endpoint,
    /// Where its secondary location does, if one can be named. Whether something listens there is another question.
    pub secondary: Option<Endpoint>,
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
    /// One address, and several services that are asked for.
    #[error("an address is that of one service: name one with --service, or several by a connection string")]
    OneAddress,
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
    /// A service at this endpoint, with this account, and the secondary location where the documentation has it.
    pub fn new(service: ServiceName, endpoint: Endpoint, account: String, key: Secret) -> Self {
        let secondary = secondary(&endpoint, &account);
        Self { service, endpoint, secondary, account, key }
    }

    /// The same target with its secondary location here.
    #[must_use]
    pub fn with_secondary(self, secondary: Endpoint) -> Self {
        Self { secondary: Some(secondary), ..self }
    }

    /// Reads a connection string, or the address of an emulator, whose account and key are meant: its table service.
    ///
    /// # Errors
    /// Says which part is wrong, and never holds the key.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        Self::parse_as(text, ServiceName::Table)
    }

    /// The same of another service.
    ///
    /// # Errors
    /// As of [`Target::parse`].
    pub fn parse_as(text: &str, service: ServiceName) -> Result<Self, TargetError> {
        let text = text.trim();
        if is_address(text) {
            Self::at_address(text, service)
        } else if text.contains('=') {
            connection_string::parse(text, service)
        } else {
            Err(TargetError::Empty)
        }
    }

    /// A service at this address of an account with this key, in base64; nothing if they cannot be read.
    pub fn of_account(service: ServiceName, endpoint: &str, account: &str, key: &str) -> Option<Self> {
        let (endpoint, key) = (Endpoint::parse(endpoint).ok()?, Secret::from_base64(key).ok()?);
        Some(Self::new(service, endpoint, account.to_owned(), key))
    }

    fn at_address(text: &str, service: ServiceName) -> Result<Self, TargetError> {
        let endpoint = Endpoint::parse(text).map_err(TargetError::Address)?;
        let key = Secret::from_base64(EMULATOR_KEY).map_err(|_| TargetError::AccountKey)?;
        Ok(Self::new(service, endpoint, EMULATOR_ACCOUNT.to_owned(), key))
    }

    /// The same target with the account named by the host, as in the cloud, where its address does not do so: in place of the
    /// path that names it, or beside one that does not. The host is what a request names; connections go where they went.
    pub fn by_host(&self) -> Option<Self> {
        let host = format!("{}.{}.localhost", self.account, self.service);
        match self.addressing().account_in() {
            AccountIn::Host => None,
            AccountIn::Path => {
                let endpoint = Endpoint { host, base_path: String::new(), ..self.endpoint.clone() };
                let secondary = secondary(&endpoint, &self.account);
                Some(Self { endpoint, secondary, ..self.clone() })
            }
            AccountIn::Nowhere => Some(Self { endpoint: Endpoint { host, ..self.endpoint.clone() }, ..self.clone() }),
        }
    }

    /// How requests name the target: what their paths begin with, and where the account is.
    pub fn addressing(&self) -> Addressing {
        let Endpoint { host, base_path, .. } = &self.endpoint;
        let addressing = Addressing::of(host, base_path, &self.account);
        match &self.secondary {
            Some(secondary) => addressing.with_secondary(&secondary.authority(), &secondary.base_path),
            None => addressing,
        }
    }

    /// The address of a location.
    pub fn at(&self, location: Location) -> Option<&Endpoint> {
        match location {
            Location::Primary => Some(&self.endpoint),
            Location::Secondary => self.secondary.as_ref(),
        }
    }

    /// Whether it cannot be the live service, which is reached by names on the internet and has no account in its paths: so
    /// what belongs to the account is the run's to change.
    pub fn is_emulated(&self) -> bool {
        !self.endpoint.base_path.is_empty() || self.endpoint.is_at_home()
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
        if self.addressing().account_in() == AccountIn::Path {
            write!(f, "{}", self.endpoint)
        } else {
            write!(f, "{} (account {})", self.endpoint, self.account)
        }
    }
}

/// Whether a text is an address rather than a connection string.
pub(super) fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| !scheme.contains('='))
}

/// The address of the secondary location: where the primary one's names the account, with `-secondary` behind it.
fn secondary(primary: &Endpoint, account: &str) -> Option<Endpoint> {
    let Endpoint { host, base_path, .. } = primary;
    let addressing = Addressing::of(host, base_path, account);
    match addressing.account_in() {
        AccountIn::Path => {
            let base_path = addressing.base_of(&format!("{account}{SECONDARY}"))?;
            Some(Endpoint { base_path, ..primary.clone() })
        }
        AccountIn::Host => {
            let (label, rest) = host.split_once('.')?;
            Some(Endpoint { host: format!("{label}{SECONDARY}.{rest}"), ..primary.clone() })
        }
        AccountIn::Nowhere => None,
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
            ("http://127.0.0.1:9000/a%20b/devstoreaccount1/", "http://127.0.0.1:9000/a%20b/devstoreaccount1"),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000 (account devstoreaccount1)"),
            (
                "http://127.0.0.1:9000/devstoreaccount1.table",
                "http://127.0.0.1:9000/devstoreaccount1.table (account devstoreaccount1)",
            ),
            (
                &format!("AccountName=me;AccountKey={KEY};TableEndpoint=http://127.0.0.1:1/storage/tables/"),
                "http://127.0.0.1:1/storage/tables (account me)",
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
            ("http://127.0.0.1:x/devstoreaccount1", TargetError::Address(InvalidEndpoint::Port)),
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
    fn the_secondary_location_follows_from_the_primary_one() {
        let secondary = |text: &str| Target::parse(text).unwrap().secondary.map(|endpoint| endpoint.to_string());
        let account = format!("AccountName=me;AccountKey={KEY}");
        for (text, expected) in [
            ("http://127.0.0.1:1/t/devstoreaccount1", Some("http://127.0.0.1:1/t/devstoreaccount1-secondary")),
            ("http://127.0.0.1:1/tables", None),
            (account.as_str(), Some("https://me-secondary.table.core.windows.net")),
            (&format!("{account};TableEndpoint=http://h:1/t"), None),
            (
                &format!("{account};TableEndpoint=http://h:1/t;TableSecondaryEndpoint=http://h:2/u/"),
                Some("http://h:2/u"),
            ),
        ] {
            assert_eq!(secondary(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_live_service() {
        for (text, expected) in [
            ("http://127.0.0.1:1", true),
            ("http://tables.example/devstoreaccount1", true),
            ("http://storage:10002", true),
            ("http://devstoreaccount1.localhost", true),
            ("http://tables.example", false),
            (&format!("AccountName=me;AccountKey={KEY}"), false),
        ] {
            assert_eq!(Target::parse(text).unwrap().is_emulated(), expected, "{text}");
        }
    }

    #[test]
    fn debug_does_not_show_the_key() {
        let target = Target::parse(&format!("AccountName=me;AccountKey={KEY}")).unwrap();
        assert!(!format!("{target:?}").contains("secret") && !format!("{target:?}").contains(KEY));
    }
}
