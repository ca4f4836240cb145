//! Deleting blobs and snapshots, keeping them for a while, and restoring them.

use super::blob::Blob;
use super::lease::Leased;
use super::slot::Which;
use super::state::{Model, Moment};
use crate::blob::operation::{Guard, Place, WithSnapshots};
use crate::blob::refuse::{blob_not_found, refusal};
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::version::Version;

impl Model {
    /// Deletes a version; whether that is for ever.
    ///
    /// # Errors
    /// It is not there, or the current one; or a condition does not hold.
    pub fn delete_version(
        &mut self,
        place: &Place,
        version: DateTime,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<bool, Refusal> {
        let blob = self.blob(place, Which::Version(version), trace)?;
        guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, trace)?;
        blob.admits_deletion(moment.now, trace)?;
        let keeps = self.properties.retention.is_some();
        let slot = self.slot_mut(place, trace)?;
        let rule = id::BLOB_VERSIONING_DELETE_CURRENT;
        if slot.is_current(version) {
            if trace.enforce(rule) {
                let message = "The specified operation is not allowed on root blob.";
                return Err(refusal(403, "OperationNotAllowedOnRootBlob", message, rule));
            }
            slot.base = None;
        }
        if trace.enforce(id::BLOB_VERSIONING_DELETE_ONE) {
            let gone = slot.versions.remove(&version).filter(|_| keeps);
            slot.kept.extend(gone.map(|blob| (None, blob, moment.now)));
        }
        if slot.is_empty() {
            self.container_mut(&place.container, trace)?.blobs.remove(&place.blob);
        }
        Ok(!keeps)
    }

    /// Deletes a blob, or a snapshot; whether that is for ever.
    ///
    /// # Errors
    /// It is not there, leased, or has snapshots that were not mentioned; or a condition does not hold.
    pub fn delete_blob(
        &mut self,
        place: &Place,
        snapshot: Option<DateTime>,
        guard: &Guard,
        with: WithSnapshots,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<bool, Refusal> {
        let container = self.container(&place.container, trace)?;
        let slot = container.blobs.get(&place.blob).cloned().unwrap_or_default();
        let uncommitted = slot.base.is_none() && !slot.staged.is_empty() && moment.version >= Version::V2013_08_15;
        match slot.get(snapshot) {
            Some(blob) => {
                if snapshot.is_none() && with != WithSnapshots::Only {
                    blob.lease.admits_writer(guard.lease, Leased::Blob, moment.now, trace)?;
                }
                guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, trace)?;
                if with != WithSnapshots::Only {
                    blob.admits_deletion(moment.now, trace)?;
                }
            }
            None if uncommitted && snapshot.is_none() => {}
            None => {
                let rule = id::BLOB_DELETE_MISSING;
                return if trace.enforce(rule) { Err(Refusal { rule, ..blob_not_found(trace) }) } else { Ok(true) };
            }
        }
        if snapshot.is_none() && with == WithSnapshots::No && !slot.snapshots.is_empty() {
            let rule = id::BLOB_DELETE_SNAPSHOTS_PRESENT;
            if trace.enforce(rule) {
                let message = "This operation is not permitted because the blob has snapshots.";
                return Err(refusal(409, "SnapshotsPresent", message, rule));
            }
        }
        let of_version = self.versioning && snapshot.is_none() && with != WithSnapshots::Only;
        if !trace.enforce(id::BLOB_DELETE_GONE) {
            return Ok(!of_version);
        }
        let keeps = self.properties.retention.is_some();
        let (now, mut keeps_version) = (moment.now, self.versioning);
        let slot = self.slot_mut(place, trace)?;
        let mut gone: Vec<(Option<DateTime>, Blob)> = Vec::new();
        match snapshot {
            Some(time) => gone.extend(slot.snapshots.remove(&time).map(|blob| (Some(time), blob))),
            None => {
                if with != WithSnapshots::No || !slot.snapshots.is_empty() {
                    let all = trace.enforce(id::BLOB_DELETE_WITH_SNAPSHOTS);
                    let held = if all { std::mem::take(&mut slot.snapshots) } else { Default::default() };
                    gone.extend(held.into_iter().map(|(time, blob)| (Some(time), blob)));
                }
                let base_stays = with == WithSnapshots::Only && trace.enforce(id::BLOB_DELETE_ONLY_SNAPSHOTS);
                if !base_stays {
                    if !slot.staged.is_empty() && trace.enforce(id::BLOB_DELETE_DROPS_BLOCKS) {
                        slot.staged.clear();
                    }
                    // A rule of an account that keeps versions takes no part where none are kept.
                    keeps_version =
                        keeps_version && slot.base.is_some() && trace.enforce(id::BLOB_VERSIONING_DELETE_KEEPS);
                    if keeps_version {
                        slot.keep_version();
                        slot.base = None;
                    }
                    gone.extend(slot.base.take().map(|blob| (None, blob)));
                }
            }
        }
        if keeps {
            slot.kept.extend(gone.into_iter().map(|(time, mut blob)| {
                blob.lease = Default::default();
                (time, blob, now)
            }));
        }
        let empty = slot.is_empty();
        if empty {
            self.container_mut(&place.container, trace)?.blobs.remove(&place.blob);
        }
        let keeps_version = keeps_version && of_version;
        Ok(!(keeps || keeps_version && trace.enforce(id::BLOB_VERSIONING_DELETE_TOLD)))
    }

    /// Deletes a snapshot for ever that was deleted and is kept.
    ///
    /// # Errors
    /// Nothing is deleted for ever in this account, or there is no such snapshot.
    pub fn delete_for_ever(
        &mut self,
        place: &Place,
        snapshot: Option<DateTime>,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let rule = id::BLOB_DELETE_FOR_EVER;
        self.container(&place.container, trace)?;
        if !self.properties.deletes_for_ever() && trace.enforce(rule) {
            let message = "Permanent delete is off on the storage account.";
            return Err(refusal(409, "PermanentDeleteIsOff", message, rule));
        }
        let slot = self.slot_mut(place, trace)?;
        let before = slot.kept.len();
        slot.kept.retain(|(time, ..)| time.is_none() || *time != snapshot);
        let gone = slot.kept.len() < before;
        if slot.is_empty() {
            self.container_mut(&place.container, trace)?.blobs.remove(&place.blob);
        }
        if gone { Ok(()) } else { Err(blob_not_found(trace)) }
    }

    /// Restores what was deleted and kept.
    ///
    /// # Errors
    /// There is nothing, and nothing was.
    pub fn undelete(&mut self, place: &Place, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let there = self.container(&place.container, trace)?.blobs.contains_key(&place.blob);
        if !there {
            return Err(blob_not_found(trace));
        }
        let restores = trace.enforce(id::BLOB_DELETE_UNDELETE);
        let slot = self.slot_mut(place, trace)?;
        for (time, blob, _) in std::mem::take(&mut slot.kept).into_iter().filter(|_| restores) {
            match time {
                Some(time) => drop(slot.snapshots.insert(time, blob)),
                None => match blob.version {
                    Some(id) => drop(slot.versions.insert(id, blob)),
                    None => drop(slot.base.get_or_insert(blob)),
                },
            }
        }
        Ok(())
    }
}
