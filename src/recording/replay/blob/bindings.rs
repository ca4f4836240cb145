//! What the service chose then and what the reference chooses now: ETags, ids of leases and copies, times of snapshots,
//! ids of versions, markers.

use super::place::Place;
use crate::xml::{Node, Tree};
use std::collections::HashMap;
use tablestakes_reference::http::Response;

/// New values by recorded ones.
#[derive(Debug, Default)]
pub(super) struct Bindings(HashMap<String, String>);

/// Headers of answers that hold values which the service chooses.
const CHOSEN: [&str; 4] = ["x-ms-lease-id", "x-ms-snapshot", "x-ms-version-id", "x-ms-copy-id"];

/// A value as it is looked up: ETags without quotes, all in lower case.
fn key(value: &str) -> String {
    value.trim_matches('"').to_ascii_lowercase()
}

/// An ETag as it is looked up: that of a place.
fn at(place: &Place, etag: &str) -> String {
    match place {
        Place::Service => etag.to_owned(),
        Place::Container(container) => format!("{container} {etag}"),
        Place::Blob(container, blob) => format!("{container}/{blob} {etag}"),
    }
}

impl Bindings {
    /// The reference's value for a recorded one.
    pub(super) fn get(&self, recorded: &str) -> Option<&str> {
        self.0.get(&key(recorded)).map(String::as_str)
    }

    /// A recorded value, or the reference's for it, in its quotes.
    pub(super) fn bound(&self, recorded: &str) -> String {
        match self.get(recorded) {
            Some(value) if recorded.starts_with('"') => format!("\"{value}\""),
            Some(value) => value.to_owned(),
            None => recorded.to_owned(),
        }
    }

    fn bind(&mut self, recorded: &str, given: &str) {
        if !recorded.is_empty() && !given.is_empty() {
            self.0.insert(key(recorded), given.trim_matches('"').to_owned());
        }
    }

    /// A recorded ETag of a place, or the reference's for it: what was written at the same instant elsewhere has the same.
    pub(super) fn tag(&self, place: &Place, recorded: &str) -> String {
        let value = recorded.trim_matches('"');
        match self.get(&at(place, value)) {
            Some(bound) if recorded.starts_with('"') => format!("\"{bound}\""),
            Some(bound) => bound.to_owned(),
            None => recorded.to_owned(),
        }
    }

    /// What of two answers about a place cannot both be, since it was bound otherwise before: an ETag that stayed then and
    /// changed now.
    pub(super) fn contradiction(
        &self,
        place: &Place,
        recorded: &Response,
        given: &Response,
    ) -> Option<(String, String)> {
        let (then, now) = (recorded.headers.get("etag")?, given.headers.get("etag")?);
        let bound = self.get(&at(place, then.trim_matches('"')))?;
        (bound != now.trim_matches('"')).then(|| ("an ETag that was answered before".to_owned(), "another".to_owned()))
    }

    /// Binds what two answers about a place hold.
    pub(super) fn learn(&mut self, place: &Place, recorded: &Response, given: &Response) {
        if let (Some(then), Some(now)) = (recorded.headers.get("etag"), given.headers.get("etag")) {
            self.bind(&at(place, then.trim_matches('"')), now);
        }
        for name in CHOSEN {
            if let (Some(then), Some(now)) = (recorded.headers.get(name), given.headers.get(name)) {
                self.bind(then, now);
            }
        }
        if let (Some(then), Some(now)) = (Tree::read(&recorded.body), Tree::read(&given.body))
            && then.root.name == "EnumerationResults"
        {
            self.learn_list(&then.root, &now.root);
        }
    }

    fn learn_list(&mut self, then: &Node, now: &Node) {
        let items = |root: &Node| -> Vec<Node> {
            let list = root.child("Blobs").or_else(|| root.child("Containers"));
            list.map(|list| list.children.clone()).unwrap_or_default()
        };
        for (then, now) in items(then).iter().zip(&items(now)) {
            let same = then.child_text("Name") == now.child_text("Name");
            for name in ["Snapshot", "VersionId"] {
                if let (true, Some(old), Some(new)) = (same, then.child_text(name), now.child_text(name)) {
                    self.bind(old, new);
                }
            }
        }
        if let (Some(old), Some(new)) = (then.child_text("NextMarker"), now.child_text("NextMarker")) {
            self.bind(old, new);
        }
    }
}
