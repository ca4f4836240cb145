//! Who may have what is encrypted with a customer's key.

use super::blob::{Blob, Encryption};
use crate::blob::refuse::refusal;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

impl Blob {
    /// Whether a request with this key may have what is encrypted with the blob's.
    ///
    /// # Errors
    /// It is another key.
    pub fn admits_key(&self, shown: &Encryption, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let rule = id::BLOB_ENCRYPTION_KEY_NEEDED;
        let (code, message) = match (&self.stored.encryption, shown) {
            (Encryption::Customer(held), Encryption::Customer(shown)) if held == shown => return Ok(()),
            (Encryption::Customer(_) | Encryption::Scope(_), Encryption::Customer(_)) => (
                "BlobCustomerSpecifiedEncryptionMismatch",
                "The given customer specified encryption does not match the encryption used to encrypt the blob.",
            ),
            (Encryption::Customer(_), _) => (
                "BlobUsesCustomerSpecifiedEncryption",
                "The blob is encrypted with customer specified encryption, but it was not provided in the request.",
            ),
            (_, Encryption::Customer(_)) => (
                "BlobDoesNotUseCustomerSpecifiedEncryption",
                "The blob is not encrypted with customer specified encryption, but one was provided in the request.",
            ),
            _ => return Ok(()),
        };
        if trace.enforce(rule) { Err(refusal(409, code, message, rule)) } else { Ok(()) }
    }
}
