//! Ids of versions that one side has told. The values are the server's own: what can be compared is whether a later answer agrees
//! with them.

use super::{Fact, Facts};
use crate::judge::question::Question;
use crate::judge::read::document::Document;
use std::collections::{HashMap, HashSet};
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::http::Response;

/// The ids that were told.
#[derive(Debug, Clone, Default)]
pub(super) struct Versions {
    /// Of blobs, by their paths: the last that was told where no version was named.
    current: HashMap<String, String>,
    all: HashSet<String>,
    /// Whether versions may be there that were never told.
    parted: bool,
}

impl Versions {
    /// Establishes what an answer says of versions, and remembers it.
    pub(super) fn observe(
        &mut self,
        question: &Question<'_>,
        response: &Response,
        document: &Document,
        facts: &mut Facts,
    ) {
        if let Document::Listing(listing) = document
            && !self.parted
        {
            for id in listing.items.iter().filter_map(|item| item.child_text("VersionId")) {
                facts.note(Fact::VersionsKnown, self.all.contains(id), id);
            }
        }
        let told = response.headers.get(Told::Version.header()).filter(|_| response.status < 400);
        let Some(id) = told else { return };
        if let Some(asked) = question.option("versionid") {
            let asked = asked.replace("%3A", ":").replace("%3a", ":");
            facts.note(Fact::VersionKept, asked == id, id);
            return;
        }
        if let Some(current) = self.current.insert(question.resource(), id.to_owned())
            && !self.parted
        {
            // Which of the two must hold, the oracle says: it keeps one or the other.
            facts.note(Fact::VersionKept, current == id, id);
            facts.note(Fact::VersionNew, !self.all.contains(id), id);
        }
        self.all.insert(id.to_owned());
    }

    /// The state was taken over from elsewhere.
    pub(super) fn part(&mut self) {
        self.parted = true;
    }
}
