//! What the service chose then and what the reference chooses now: ETags, ids of leases and copies, times of snapshots,
//! markers.

use crate::xml::{Node, Tree};
use std::collections::HashMap;
use tablestakes_reference::http::Response;

/// New values by recorded ones.
#[derive(Debug, Default)]
pub(super) struct Bindings(HashMap<String, String>);

/// Headers of answers that hold values which the service chooses.
const CHOSEN: [&str; 4] = ["etag", "x-ms-lease-id", "x-ms-snapshot", "x-ms-copy-id"];

/// A value as it is looked up: ETags without quotes, all in lower case.
fn key(value: &str) -> String {
    value.trim_matches('"').to_ascii_lowercase()
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

    /// What of two answers cannot both be, since it was bound otherwise before: an ETag that stayed then and changed now.
    pub(super) fn contradiction(&self, recorded: &Response, given: &Response) -> Option<(String, String)> {
        let (then, now) = (recorded.headers.get("etag")?, given.headers.get("etag")?);
        let bound = self.get(then)?;
        (bound != now.trim_matches('"')).then(|| ("an ETag that was answered before".to_owned(), "another".to_owned()))
    }

    /// Binds what two answers hold.
    pub(super) fn learn(&mut self, recorded: &Response, given: &Response) {
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
            if let (true, Some(old), Some(new)) = (same, then.child_text("Snapshot"), now.child_text("Snapshot")) {
                self.bind(old, new);
            }
        }
        if let (Some(old), Some(new)) = (then.child_text("NextMarker"), now.child_text("NextMarker")) {
            self.bind(old, new);
        }
    }
}
