//! Blobs that cannot be deleted: until an instant, or as long as somebody holds them.

use super::blob::Blob;
use crate::blob::refuse::refusal;
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

/// Until when a blob cannot be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Immutability {
    /// Until when.
    pub until: DateTime,
    /// Whether nobody may shorten that.
    pub locked: bool,
}

impl Blob {
    /// Whether it may be deleted.
    ///
    /// # Errors
    /// Somebody holds it, or it is too early.
    pub fn admits_deletion(&self, now: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let rule = id::BLOB_IMMUTABILITY_HOLD;
        if self.stored.legal_hold == Some(true) && trace.enforce(rule) {
            let message = "This operation is not permitted as the blob is immutable due to one or more legal holds.";
            return Err(refusal(409, "BlobImmutableDueToLegalHold", message, rule));
        }
        let rule = id::BLOB_IMMUTABILITY_POLICY;
        if self.stored.immutability.is_some_and(|held| held.until > now) && trace.enforce(rule) {
            let message = "This operation is not permitted as the blob is immutable due to a policy.";
            return Err(refusal(409, "BlobImmutableDueToPolicy", message, rule));
        }
        Ok(())
    }
}
