//! Finding blobs by their tags.

use super::state::Model;
use super::tags::{TagFilter, Tags};
use crate::rules::{Trace, id};

/// A page of blobs that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundPage {
    /// Containers, names, and the tags that the search names.
    pub blobs: Vec<(String, String, Tags)>,
    /// The container and the blob with which the next page begins.
    pub next: Option<(String, String)>,
}

impl Model {
    /// The blobs of a container, or of all, whose tags a filter lets through, from one of this place on, this many at most.
    pub fn found(
        &self,
        container: Option<&str>,
        filter: &TagFilter,
        from: &(String, String),
        most: usize,
        trace: &mut Trace<'_>,
    ) -> FoundPage {
        let mut page = FoundPage::default();
        let filters = trace.enforce(id::BLOB_TAGS_FILTER);
        let contained = filter.container.is_none() || trace.enforce(id::BLOB_TAGS_FILTER_CONTAINER);
        let named_alone = trace.enforce(id::BLOB_TAGS_FOUND_TAGS);
        let wanted = container.or(filter.container.as_deref().filter(|_| contained));
        for (name, held) in self.containers.range(from.0.clone()..) {
            if wanted.is_some_and(|wanted| wanted != name) {
                continue;
            }
            for (blob, slot) in &held.blobs {
                let before = *name == from.0 && *blob < from.1;
                let Some(base) = slot.base.as_ref().filter(|_| !before) else { continue };
                let tags = &base.stored.tags;
                if tags.is_empty() || filters && !filter.holds(tags) {
                    continue;
                }
                if page.blobs.len() == most {
                    page.next = Some((name.clone(), blob.clone()));
                    return page;
                }
                let told = |key: &&String| !named_alone || filter.names(key);
                let told = tags.iter().filter(|(key, _)| told(key)).map(|(key, value)| (key.clone(), value.clone()));
                page.blobs.push((name.clone(), blob.clone(), told.collect()));
            }
        }
        page
    }
}
