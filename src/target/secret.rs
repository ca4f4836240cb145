//! An account key: signs, and is never shown.

use crate::secrets::of_this_process;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// The key of a storage account. Nothing prints it: not `Debug`, not an error.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// The text is not base64, or stands for no octets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key is not base64")]
pub struct InvalidSecret;

impl Secret {
    /// From base64, as keys are handed out.
    ///
    /// # Errors
    /// The text is not base64 or empty. The error does not hold the text.
    pub fn from_base64(text: &str) -> Result<Self, InvalidSecret> {
        let key = STANDARD.decode(text).map_err(|_| InvalidSecret)?;
        if key.is_empty() {
            return Err(InvalidSecret);
        }
        of_this_process().note_lasting(text);
        Ok(Self(key))
    }

    /// The signature of a text: base64 of its HMAC-SHA256. It is known from then on, so that it is removed from what a target
    /// says.
    pub fn sign(&self, text: &str) -> String {
        // HMAC takes keys of every length; the error exists for other MACs that share the trait.
        Hmac::<Sha256>::new_from_slice(&self.0).map_or_else(
            |_| String::new(),
            |mut mac| {
                mac.update(text.as_bytes());
                let signature = STANDARD.encode(mac.finalize().into_bytes());
                of_this_process().note(&signature);
                signature
            },
        )
    }

    /// Another key, made from this one: for requests that must be refused.
    #[must_use]
    pub fn wrong(&self) -> Self {
        Self(Sha256::digest(&self.0).to_vec())
    }

    /// The octets, for the oracle that verifies with the same key.
    pub(crate) fn octets(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_as_rfc_4231_case_2() {
        let key = Secret(b"Jefe".to_vec());
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        let octets = STANDARD.decode(key.sign("what do ya want for nothing?")).unwrap();
        assert_eq!(octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>(), expected);
    }

    #[test]
    fn is_not_shown() {
        let key = Secret::from_base64("c2VjcmV0").unwrap();
        assert_eq!(format!("{key:?}"), "Secret(…)");
        assert_ne!(key.wrong(), key);
        assert_eq!(Secret::from_base64("not base64!"), Err(InvalidSecret));
        assert_eq!(Secret::from_base64(""), Err(InvalidSecret));
    }
}
