//! What can be known of the service's state from a recording: which containers and blobs are there, and what of them the
//! replay can vouch for.

use super::place::Place;
use std::collections::{HashMap, HashSet};

/// What is known of the state.
#[derive(Debug, Default)]
pub(super) struct World {
    containers: HashMap<String, Known>,
    blobs: HashMap<Place, Known>,
    /// Blobs whose octets are not those that were written.
    made_up: HashSet<Place>,
    /// Blobs of which that was so at some time.
    once_made_up: HashSet<Place>,
    /// Blobs with which something was done that the reference does not have.
    beyond: HashMap<Place, &'static str>,
    /// Whether the service properties were set in this session, or are known otherwise.
    pub(super) properties_known: bool,
}

/// What is known of a container or a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// Whether it is there.
    pub(super) is_there: bool,
    /// It was there before the session, or is somebody else's.
    pub(super) is_foreign: bool,
    /// Something about it is not known.
    pub(super) doubtful: bool,
}

impl World {
    /// What is known of a container, if anything is.
    pub(super) fn container(&self, name: &str) -> Option<Known> {
        self.containers.get(name).copied()
    }

    /// What is known of a blob, if anything is.
    pub(super) fn blob(&self, place: &Place) -> Option<Known> {
        self.blobs.get(place).copied()
    }

    /// The container was created, or deleted.
    pub(super) fn set_container(&mut self, name: &str, is_there: bool, doubtful: bool) {
        self.containers.insert(name.to_owned(), Known { is_there, is_foreign: false, doubtful });
        self.blobs.retain(|place, _| !matches!(place, Place::Blob(container, _) if container == name));
    }

    /// The container turns out to have been there all the time.
    pub(super) fn found_container(&mut self, name: &str) {
        self.containers.insert(name.to_owned(), Known { is_there: true, is_foreign: true, doubtful: true });
    }

    /// Something happened to the container that is not known.
    pub(super) fn doubt_container(&mut self, name: &str) {
        if let Some(known) = self.containers.get_mut(name) {
            known.doubtful = true;
        }
    }

    /// The blob was written, or deleted.
    pub(super) fn set_blob(&mut self, place: &Place, is_there: bool, doubtful: bool) {
        self.blobs.insert(place.clone(), Known { is_there, is_foreign: false, doubtful });
    }

    /// The blob turns out to have been there all the time.
    pub(super) fn found_blob(&mut self, place: &Place) {
        self.blobs.insert(place.clone(), Known { is_there: true, is_foreign: true, doubtful: true });
    }

    /// Something happened to the blob that is not known.
    pub(super) fn doubt_blob(&mut self, place: &Place) {
        match self.blobs.get_mut(place) {
            Some(known) => known.doubtful = true,
            None => self.set_blob(place, true, true),
        }
    }

    /// Something was done with the blob that the reference does not have.
    pub(super) fn set_beyond(&mut self, place: &Place, feature: &'static str) {
        self.beyond.insert(place.clone(), feature);
    }

    /// What was done with the blob that the reference does not have.
    pub(super) fn beyond(&self, place: &Place) -> Option<&'static str> {
        self.beyond.get(place).copied()
    }

    /// Something may have happened to every blob.
    pub(super) fn doubt_all(&mut self) {
        self.blobs.values_mut().for_each(|known| known.doubtful = true);
    }

    /// What was done with a blob of the container that the reference does not have.
    pub(super) fn beyond_within(&self, container: &str) -> Option<&'static str> {
        let within = |place: &Place| matches!(place, Place::Blob(held, _) if held == container);
        self.beyond.iter().find(|(place, _)| within(place)).map(|(_, feature)| *feature)
    }

    /// Whether something about the blob is not known.
    pub(super) fn doubts(&self, place: &Place) -> bool {
        self.blob(place).is_some_and(|known| known.doubtful)
    }

    /// Whether the octets of a blob are those that were written.
    pub(super) fn knows_content(&self, place: &Place) -> bool {
        !self.made_up.contains(place)
    }

    /// Whether the octets of a blob were ever others than those that were written.
    pub(super) fn ever_made_up(&self, place: &Place) -> bool {
        self.once_made_up.contains(place)
    }

    /// Whether the octets of some blob of a container are others than those that were written.
    pub(super) fn made_up_within(&self, container: &str) -> bool {
        self.once_made_up.iter().any(|place| matches!(place, Place::Blob(held, _) if held == container))
    }

    /// Notes whether the octets of a blob are those that were written; what was made up before stays so unless all is replaced.
    pub(super) fn content(&mut self, place: &Place, known: bool, replaced: bool) {
        if !known {
            self.once_made_up.insert(place.clone());
            self.made_up.insert(place.clone());
        } else if replaced {
            self.made_up.remove(place);
        }
    }

    /// The containers of others that are there.
    pub(super) fn foreign(&self) -> impl Iterator<Item = &str> {
        self.containers.iter().filter(|(_, known)| known.is_foreign && known.is_there).map(|(name, _)| name.as_str())
    }

    /// Whether something in a container is not known.
    pub(super) fn doubts_within(&self, container: &str) -> bool {
        let within = |place: &Place| matches!(place, Place::Blob(held, _) if held == container);
        self.blobs.iter().any(|(place, known)| known.doubtful && within(place))
    }
}
