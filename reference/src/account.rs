//! Accounts: a name, and the key that requests are signed with.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;

/// The account that every emulator has.
pub const EMULATOR_ACCOUNT: &str = "devstoreaccount1";

/// The key of [`EMULATOR_ACCOUNT`]; published, so no secret.
pub const EMULATOR_KEY: &str =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/// A storage account.
#[derive(Debug, Clone)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Its key.
    pub key: AccountKey,
}

impl Account {
    /// The account that every emulator has.
    pub fn emulator() -> Self {
        let key = AccountKey::from_base64(EMULATOR_KEY).unwrap_or_else(|| AccountKey::new(&[]));
        Self { name: EMULATOR_ACCOUNT.to_owned(), key }
    }
}

/// The key of an account. Never shown, not even by `Debug`.
#[derive(Clone)]
pub struct AccountKey(Hmac<Sha256>);

impl AccountKey {
    /// A key of these octets.
    pub fn new(octets: &[u8]) -> Self {
        // HMAC takes keys of every length; the error type is there for other MACs.
        Self(Hmac::new_from_slice(octets).unwrap_or_else(|_| Hmac::new(&Default::default())))
    }

    /// A key from its base64 form, in which connection strings hold it.
    pub fn from_base64(text: &str) -> Option<Self> {
        STANDARD.decode(text).ok().map(|octets| Self::new(&octets))
    }

    /// The signature of a text: base64 of its HMAC-SHA256.
    pub fn sign(&self, text: &str) -> String {
        let mut mac = self.0.clone();
        mac.update(text.as_bytes());
        STANDARD.encode(mac.finalize().into_bytes())
    }

    /// Whether a signature is the signature of a text. Takes the same time for every wrong one.
    pub fn verifies(&self, text: &str, signature: &str) -> bool {
        let Ok(signature) = STANDARD.decode(signature) else { return false };
        let mut mac = self.0.clone();
        mac.update(text.as_bytes());
        mac.verify_slice(&signature).is_ok()
    }
}

impl fmt::Debug for AccountKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_never_shown() {
        assert_eq!(format!("{:?}", Account::emulator().key), "AccountKey(…)");
    }

    #[test]
    fn a_signature_verifies_for_its_text_only() {
        let key = Account::emulator().key;
        let signature = key.sign("a");
        assert!(key.verifies("a", &signature));
        assert!(!key.verifies("b", &signature));
        assert!(!key.verifies("a", "no base64"));
    }
}
