//! Keeping blobs from being deleted: until an instant, or as long as they are held.

use super::performing::{Done, Performing, refused};
use crate::blob::model::Immutability;
use crate::blob::operation::Read;
use crate::blob::outcome::Outcome;
use crate::rules::id;

impl Performing<'_, '_> {
    /// Keeps a blob until an instant, or no longer.
    pub(super) fn keep(&mut self, read: &Read, until: Option<Immutability>) -> Done {
        self.model.blob(&read.place, read.which(), self.trace).map_err(refused)?;
        let set = self.trace.enforce(id::BLOB_IMMUTABILITY_SET);
        let touched = self.model.touch(&read.place, read.which(), self.trace, |blob| {
            if set {
                blob.stored.immutability = until;
            }
        });
        touched.map(|()| Outcome::Immutable(until)).map_err(refused)
    }

    /// Holds a blob, or does so no more.
    pub(super) fn hold(&mut self, read: &Read, holds: bool) -> Done {
        self.model.blob(&read.place, read.which(), self.trace).map_err(refused)?;
        let set = self.trace.enforce(id::BLOB_IMMUTABILITY_SET);
        let touched = self.model.touch(&read.place, read.which(), self.trace, |blob| {
            if set {
                blob.stored.legal_hold = Some(holds);
            }
        });
        touched.map(|()| Outcome::LegalHold(holds)).map_err(refused)
    }
}
