//! What answers tell of a blob.

use crate::xml::{Node, Tree};
use bytes::Bytes;
use tablestakes_reference::DateTime;
use tablestakes_reference::blob::Operation;
use tablestakes_reference::blob::model::{Block, Body, Pages, Rope, Tags};
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::{Headers, Response};

/// A blob, as answers tell of it. What was not asked is not known.
#[derive(Debug, Default)]
pub(super) struct BlobState<'r> {
    /// Its properties; none if it is not there.
    pub(super) head: Option<&'r Headers>,
    pub(super) content: Option<&'r Bytes>,
    /// Ids and lengths of its blocks.
    pub(super) committed: Option<Vec<(String, u64)>>,
    /// Ids and lengths of the blocks that wait to be committed.
    pub(super) uncommitted: Option<Vec<(String, u64)>>,
    /// The first and the last octet of pages that were written.
    pub(super) ranges: Option<Vec<(u64, u64)>>,
    pub(super) tags: Option<Tags>,
}

impl<'r> BlobState<'r> {
    /// Reads what was said; nothing if it cannot be read.
    pub(super) fn of(reads: &[Step], said: &'r [Response]) -> Option<Self> {
        let mut state = Self::default();
        for (read, response) in reads.iter().zip(said) {
            let Call::Blob { ask } = &read.call else { return None };
            match (ask.operation, response.status) {
                (Operation::GetBlobProperties, 200) => state.head = Some(&response.headers),
                (Operation::GetBlob, 200) => state.content = Some(&response.body),
                (Operation::GetBlockList, 200) => {
                    let root = Tree::read(&response.body).map(|tree| tree.root)?;
                    state.committed = Some(blocks(&root, "CommittedBlocks")?);
                    state.uncommitted = Some(blocks(&root, "UncommittedBlocks")?);
                }
                // Only what is under no name has no list.
                (Operation::GetBlockList, 404) if state.head.is_none() => state.uncommitted = Some(Vec::new()),
                (Operation::GetPageRanges, 200) => state.ranges = Some(ranges(&response.body)?),
                (Operation::GetBlobTags, 200) => state.tags = Some(tags(&response.body)?),
                (_, 404) if state.head.is_none() => {}
                _ => return None,
            }
        }
        let length = state.head.and_then(|head| head.get("content-length"));
        let fits = |content: &&Bytes| length.and_then(|length| length.parse().ok()) == Some(content.len() as u64);
        (state.content.is_none() || state.content.as_ref().is_some_and(fits)).then_some(state)
    }

    /// A header of its properties.
    pub(super) fn header(&self, name: &str) -> Option<&'r str> {
        self.head.and_then(|head| head.get(name))
    }

    /// Whether both tell the same of the content.
    pub(super) fn has_same_body(&self, other: &Self) -> bool {
        let told = ["content-length", "x-ms-blob-type", "x-ms-blob-committed-block-count"];
        let told = told.into_iter().chain(["x-ms-blob-sequence-number", "x-ms-blob-sealed"]);
        told.into_iter().all(|name| self.header(name) == other.header(name))
            && self.content == other.content
            && self.committed == other.committed
            && self.ranges == other.ranges
    }

    /// Its content; nothing if that is not known as a whole.
    pub(super) fn body(&self, now: DateTime) -> Option<Body> {
        let content = self.content?;
        let number = |name: &str| self.header(name).and_then(|value| value.parse().ok());
        match self.header("x-ms-blob-type")? {
            "BlockBlob" => {
                let (mut blocks, mut at) = (Vec::new(), 0);
                for (id, length) in self.committed.as_ref()? {
                    let end = at + usize::try_from(*length).ok().filter(|length| *length <= content.len() - at)?;
                    blocks.push(Block { id: id.clone(), data: content.slice(at..end) });
                    at = end;
                }
                let is_whole = blocks.is_empty() || at == content.len();
                is_whole.then(|| Body::Block(Rope::from(content.clone()), blocks))
            }
            "AppendBlob" => {
                let count = u32::try_from(number("x-ms-blob-committed-block-count")?).ok()?;
                let is_sealed = self.header("x-ms-blob-sealed") == Some("true");
                Some(Body::Append(Rope::from(content.clone()), count, is_sealed))
            }
            "PageBlob" => {
                let mut pages = Pages::of(content.len() as u64);
                for (start, end) in self.ranges.as_ref()? {
                    let place = |octet: u64| usize::try_from(octet).ok().filter(|octet| *octet < content.len());
                    let (from, to) = (place(*start)?, place(*end)?);
                    pages.write(*start, (from <= to).then(|| content.slice(from..=to))?, now);
                }
                Some(Body::Page(pages, number("x-ms-blob-sequence-number")?))
            }
            _ => None,
        }
    }
}

fn blocks(root: &Node, list: &str) -> Option<Vec<(String, u64)>> {
    if root.name != "BlockList" {
        return None;
    }
    let blocks = root.child(list).into_iter().flat_map(|list| list.named("Block"));
    blocks.map(|block| Some((block.child_text("Name")?.to_owned(), block.child_text("Size")?.parse().ok()?))).collect()
}

fn ranges(body: &Bytes) -> Option<Vec<(u64, u64)>> {
    let root = Tree::read(body).map(|tree| tree.root).filter(|root| root.name == "PageList")?;
    if root.child_text("NextMarker").is_some_and(|marker| !marker.is_empty()) {
        return None;
    }
    let octet = |range: &Node, name: &str| range.child_text(name)?.parse().ok();
    root.named("PageRange").map(|range| Some((octet(range, "Start")?, octet(range, "End")?))).collect()
}

fn tags(body: &Bytes) -> Option<Tags> {
    let root = Tree::read(body).map(|tree| tree.root).filter(|root| root.name == "Tags")?;
    let set = root.child("TagSet")?;
    let text = |tag: &Node, name: &str| tag.child_text(name).map(str::to_owned);
    set.named("Tag").map(|tag| Some((text(tag, "Key")?, text(tag, "Value")?))).collect()
}
