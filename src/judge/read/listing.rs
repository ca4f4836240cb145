//! What a page of a listing of queues, containers or blobs says beside what it lists.

use crate::xml::Node;

/// The frame of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The names of the attributes of its root.
    pub(crate) attributes: Vec<String>,
    /// What it repeats of the request.
    pub(crate) echoed: Vec<(String, String)>,
    /// `NextMarker`; empty on the last page.
    pub(crate) next: Option<String>,
}

impl Frame {
    /// Reads the frame of a page, with these of the elements that repeat the request.
    pub(in crate::judge) fn read(root: &Node, echoed: &[&str]) -> Self {
        let text = |name: &str| root.child_text(name).map(str::to_owned);
        Self {
            attributes: root.attributes.iter().map(|(name, _)| name.clone()).collect(),
            echoed: echoed.iter().filter_map(|name| Some(((*name).to_owned(), text(name)?))).collect(),
            next: text("NextMarker"),
        }
    }

    /// Whether there is a page behind it.
    pub(in crate::judge) fn goes_on(&self) -> bool {
        self.next.as_deref().is_some_and(|next| !next.is_empty())
    }
}
