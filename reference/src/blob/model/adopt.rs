//! Taking over a state that was read from elsewhere: the oracle follows a target whose state is another.
//!
//! No rule takes part. What is taken over is what somebody else did, so nothing is refused and nothing broken.

use super::blob::{Blob, Body, Metadata, Stored, Tier};
use super::blocks::{Block, Staged};
use super::container::{Container, PublicAccess};
use super::lease::{Lease, LeaseFact};
use super::slot::Slot;
use super::state::Model;
use super::tags::Tags;
use crate::blob::operation::Place;
use crate::datetime::DateTime;

/// What is so elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adopted {
    /// There is no such container.
    NoContainer(String),
    /// There is such a container.
    Container {
        /// Its name.
        name: String,
        /// What is known of it.
        facts: Vec<ContainerFact>,
    },
    /// There is no such blob; what waits to be committed under its name stays.
    NoBlob(Place),
    /// There is such a blob.
    Blob {
        /// Where.
        place: Place,
        /// What is known of it.
        facts: Vec<BlobFact>,
    },
    /// These blocks wait to be committed, and no others.
    Uncommitted {
        /// Under which name.
        place: Place,
        /// Their ids and lengths, and the content of those that are not held already.
        blocks: Vec<Uncommitted>,
    },
    /// There is a snapshot of this time, of a blob as it is.
    Snapshot {
        /// Of which blob.
        place: Place,
        /// Its time.
        time: DateTime,
        /// Its metadata.
        metadata: Metadata,
    },
}

/// A block that waits to be committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncommitted {
    /// Its id.
    pub id: String,
    /// Its length.
    pub length: u64,
    /// The block, if its content is known.
    pub block: Option<Block>,
}

/// What is known of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerFact {
    /// Its metadata.
    Metadata(Metadata),
    /// What of it is public.
    Public(PublicAccess),
    /// What became of its lease.
    Lease(LeaseFact),
    /// When it was changed.
    Changed(Changed),
}

/// What is known of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobFact {
    /// Its content.
    Body(Body),
    /// One of its properties.
    Property(Property, Option<String>),
    /// Its metadata.
    Metadata(Metadata),
    /// Its tags.
    Tags(Tags),
    /// The tier that was set.
    Tier(Option<String>),
    /// What became of its lease.
    Lease(LeaseFact),
    /// It is no copy.
    NoCopy,
    /// When it was changed.
    Changed(Changed),
}

/// A property of a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// `Content-Type`.
    ContentType,
    /// `Content-Encoding`.
    Encoding,
    /// `Content-Language`.
    Language,
    /// `Cache-Control`.
    CacheControl,
    /// `Content-Disposition`.
    Disposition,
    /// `Content-MD5`.
    Md5,
}

/// When something was changed last, which is its ETag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// Just now.
    Now,
    /// At an instant that its ETag told before.
    At(DateTime),
}

impl Model {
    /// Takes a state over; false if that cannot be, and then nothing is.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> bool {
        let now = self.tick(now);
        match adopted {
            Adopted::NoContainer(name) => {
                self.containers.remove(name);
                true
            }
            Adopted::Container { name, facts } => {
                self.deleted.remove(name);
                let new = || Container { changed: now, ..Container::default() };
                let container = self.containers.entry(name.clone()).or_insert_with(new);
                facts.iter().all(|fact| container.adopt(fact, now))
            }
            // What is deleted is kept somewhere, and nobody knows what of it.
            _ if self.properties.retention.is_some() || self.versioning => false,
            Adopted::NoBlob(place) => self.in_slot(place, |slot| {
                slot.base = None;
                true
            }),
            Adopted::Blob { place, facts } => self.in_slot(place, |slot| {
                let body = facts.iter().find_map(|fact| match fact {
                    BlobFact::Body(body) => Some(body),
                    _ => None,
                });
                if let (None, Some(body)) = (&slot.base, body) {
                    slot.base = Some(Blob {
                        body: body.clone(),
                        stored: Stored::default(),
                        created: now,
                        changed: now,
                        lease: Lease::default(),
                        copied: None,
                        tier: None,
                        version: None,
                    });
                }
                slot.base.as_mut().is_some_and(|blob| facts.iter().all(|fact| blob.adopt(fact, now)))
            }),
            Adopted::Uncommitted { place, blocks } => self.in_slot(place, |slot| {
                let held = slot.staged.blocks();
                let mut staged = Staged::default();
                for Uncommitted { id, length, block } in blocks {
                    let same = || held.iter().find(|held| held.id == *id && held.data.len() as u64 == *length);
                    let Some(block) = block.as_ref().or_else(same) else { return false };
                    staged.put(block.clone(), now, true);
                }
                slot.staged = staged;
                true
            }),
            Adopted::Snapshot { place, time, metadata } => self.in_slot(place, |slot| {
                let Some(base) = slot.base.clone().filter(|_| !slot.snapshots.contains_key(time)) else { return false };
                let stored = Stored { metadata: metadata.clone(), ..base.stored };
                slot.snapshots.insert(*time, Blob { stored, lease: Lease::default(), ..base });
                true
            }),
        }
    }

    /// Changes what is under a name, and forgets the name if there is nothing left; false if the container is not there.
    fn in_slot(&mut self, place: &Place, change: impl FnOnce(&mut Slot) -> bool) -> bool {
        let Some(container) = self.containers.get_mut(&place.container) else { return false };
        let slot = container.blobs.entry(place.blob.clone()).or_default();
        let done = change(slot);
        if slot.is_empty() {
            container.blobs.remove(&place.blob);
        }
        done
    }
}

impl Container {
    fn adopt(&mut self, fact: &ContainerFact, now: DateTime) -> bool {
        match fact {
            ContainerFact::Metadata(metadata) => self.metadata.clone_from(metadata),
            ContainerFact::Public(public) => self.public = *public,
            ContainerFact::Lease(fact) => return self.lease.adopt(*fact, now),
            ContainerFact::Changed(changed) => self.changed = changed.instant(now),
        }
        true
    }
}

impl Blob {
    fn adopt(&mut self, fact: &BlobFact, now: DateTime) -> bool {
        match fact {
            BlobFact::Body(body) => self.body = body.clone(),
            BlobFact::Property(property, value) => self.stored.property(*property).clone_from(value),
            BlobFact::Metadata(metadata) => self.stored.metadata.clone_from(metadata),
            BlobFact::Tags(tags) => self.stored.tags.clone_from(tags),
            BlobFact::Tier(name) => {
                let set = |name: &String| Tier {
                    name: name.clone(),
                    changed: now,
                    rehydrating: None,
                    priority: String::new(),
                };
                self.tier = name.as_ref().map(set);
            }
            BlobFact::Lease(fact) => return self.lease.adopt(*fact, now),
            BlobFact::NoCopy => self.copied = None,
            BlobFact::Changed(changed) => self.changed = changed.instant(now),
        }
        true
    }
}

impl Stored {
    fn property(&mut self, property: Property) -> &mut Option<String> {
        match property {
            Property::ContentType => &mut self.content_type,
            Property::Encoding => &mut self.encoding,
            Property::Language => &mut self.language,
            Property::CacheControl => &mut self.cache_control,
            Property::Disposition => &mut self.disposition,
            Property::Md5 => &mut self.md5,
        }
    }
}

impl Changed {
    fn instant(self, now: DateTime) -> DateTime {
        match self {
            Self::Now => now,
            Self::At(instant) => instant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn place() -> Place {
        Place { container: "c".into(), blob: "b".into() }
    }

    fn there() -> Model {
        let mut model = Model::default();
        let now = DateTime::from_unix(1_700_000_000, 0);
        assert!(model.adopt(&Adopted::Container { name: "c".into(), facts: Vec::new() }, now));
        model
    }

    fn blob(model: &mut Model, facts: Vec<BlobFact>) -> bool {
        model.adopt(&Adopted::Blob { place: place(), facts }, DateTime::from_unix(1_700_000_001, 0))
    }

    #[test]
    fn a_blob_is_made_of_its_content_and_changed_by_what_is_known() {
        let mut model = there();
        assert!(!blob(&mut model, vec![BlobFact::Metadata(Vec::new())]), "nobody knows what it holds");
        assert_eq!(model.blob_count(), 0);
        let body = Body::Block(Bytes::from_static(b"abc").into(), Vec::new());
        assert!(blob(&mut model, vec![BlobFact::Body(body)]));
        let before = model.slot("c", "b").unwrap().base.clone().unwrap();
        let metadata = vec![("k".to_owned(), "v".to_owned())];
        assert!(blob(&mut model, vec![BlobFact::Metadata(metadata.clone())]));
        let after = model.slot("c", "b").unwrap().base.clone().unwrap();
        assert_eq!((after.changed, after.stored.metadata), (before.changed, metadata), "its ETag is another fact");
        assert!(blob(&mut model, vec![BlobFact::Changed(Changed::Now)]));
        assert!(model.slot("c", "b").unwrap().base.as_ref().unwrap().changed > before.changed);
        assert!(model.adopt(&Adopted::NoBlob(place()), DateTime::default()));
        assert!(model.slot("c", "b").is_none());
    }

    #[test]
    fn blocks_without_content_are_taken_over_only_where_they_are_held() {
        let mut model = there();
        let staged = |length, block| Adopted::Uncommitted {
            place: place(),
            blocks: vec![Uncommitted { id: "AAAA".into(), length, block }],
        };
        let now = DateTime::from_unix(1_700_000_001, 0);
        assert!(!model.adopt(&staged(3, None), now));
        let block = Block { id: "AAAA".into(), data: Bytes::from_static(b"abc") };
        assert!(model.adopt(&staged(3, Some(block.clone())), now));
        assert!(model.adopt(&staged(3, None), now));
        assert!(!model.adopt(&staged(4, None), now));
        assert_eq!(model.slot("c", "b").unwrap().staged.blocks(), [block]);
    }

    #[test]
    fn nothing_is_taken_over_where_deleted_blobs_are_kept() {
        let mut model = there();
        model.properties.retention = Some(1);
        assert!(!model.adopt(&Adopted::NoBlob(place()), DateTime::default()));
    }
}
