//! What of a blob an operation may change, and what of that is otherwise on the target.

use super::blob_state::BlobState;
use super::metadata;
use tablestakes_reference::DateTime;
use tablestakes_reference::blob::model::{BlobFact, Property};
use tablestakes_reference::blob::{Ask, Operation};

/// The headers that tell properties.
const PROPERTIES: [(&str, Property); 6] = [
    ("content-type", Property::ContentType),
    ("content-encoding", Property::Encoding),
    ("content-language", Property::Language),
    ("cache-control", Property::CacheControl),
    ("content-disposition", Property::Disposition),
    ("content-md5", Property::Md5),
];

/// What of a blob an operation may change. What else differs was otherwise before, and is not taken over with it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::history::replay) struct Aspects {
    pub(in crate::history::replay) body: bool,
    properties: bool,
    metadata: bool,
    pub(in crate::history::replay) tags: bool,
    tier: bool,
    /// The blocks that wait to be committed.
    pub(in crate::history::replay) uncommitted: bool,
    /// What is told of the copy that it is.
    copy: bool,
}

impl Aspects {
    /// What an operation may change.
    pub(in crate::history::replay) fn of(operation: Operation) -> Self {
        let none = Self::default();
        let whole = Self {
            body: true,
            properties: true,
            metadata: true,
            tags: true,
            tier: true,
            uncommitted: true,
            copy: true,
        };
        match operation {
            Operation::PutBlob | Operation::PutBlobFromUrl | Operation::PutBlockList | Operation::CopyBlob => whole,
            Operation::PutBlock | Operation::PutBlockFromUrl | Operation::DeleteBlob => {
                Self { uncommitted: true, ..none }
            }
            Operation::SetBlobProperties => Self { body: true, properties: true, copy: true, ..none },
            Operation::SetBlobMetadata => Self { metadata: true, copy: true, ..none },
            Operation::AppendBlock | Operation::AppendBlockFromUrl | Operation::PutPage | Operation::PutPageFromUrl => {
                Self { body: true, properties: true, copy: true, ..none }
            }
            Operation::SealBlob => Self { body: true, ..none },
            Operation::SetBlobTier => Self { tier: true, ..none },
            Operation::SetBlobTags => Self { tags: true, ..none },
            _ => none,
        }
    }
}

/// What is otherwise of a blob that both have, or all of one that the oracle lacks; nothing if too little is told.
pub(super) fn facts(ask: &Ask, theirs: &BlobState<'_>, ours: &BlobState<'_>, now: DateTime) -> Option<Vec<BlobFact>> {
    let is_new = ours.head.is_none();
    let aspects = Aspects::of(ask.operation);
    let mut facts = Vec::new();
    // What an operation leaves alone cannot be what has made the blob.
    if is_new && !aspects.body {
        return None;
    }
    if aspects.body {
        theirs.content?;
        if is_new || !theirs.has_same_body(ours) {
            facts.push(BlobFact::Body(theirs.body(now)?));
        }
    }
    if aspects.properties {
        let differs = |name: &&(&str, Property)| theirs.header(name.0) != ours.header(name.0);
        let property =
            |(name, property): &(&str, Property)| BlobFact::Property(*property, theirs.header(name).map(str::to_owned));
        facts.extend(PROPERTIES.iter().filter(differs).map(property));
    }
    if aspects.metadata {
        let sent = ask.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let held = ours.head.into_iter().flat_map(|head| head.iter());
        let names = metadata::names(sent.chain(held.collect::<Vec<_>>()));
        let read = |state: &BlobState<'_>| state.head.map(|head| metadata::read(head, names.clone()));
        let (actual, own) = (read(theirs)?, read(ours).unwrap_or_default());
        if !metadata::is_same(&actual, &own) {
            facts.push(BlobFact::Metadata(actual));
        }
    }
    if aspects.tags {
        facts.extend(tags(theirs, ours)?);
    }
    if aspects.tier {
        facts.extend(tier(theirs, ours)?);
    }
    if aspects.copy {
        facts.extend(copy(ask, theirs, ours)?);
    }
    Some(facts)
}

/// The tags, where they were asked for or their number tells that they are otherwise.
fn tags(theirs: &BlobState<'_>, ours: &BlobState<'_>) -> Option<Option<BlobFact>> {
    let own = ours.tags.clone().unwrap_or_default();
    match &theirs.tags {
        Some(tags) if *tags != own => Some(Some(BlobFact::Tags(tags.clone()))),
        Some(_) => Some(None),
        None => match (theirs.header("x-ms-tag-count"), ours.header("x-ms-tag-count")) {
            (actual, own) if actual == own => Some(None),
            (None, Some(_)) => Some(Some(BlobFact::Tags(Default::default()))),
            _ => None,
        },
    }
}

/// The tier that was set; nothing if the blob is on its way out of the archive.
fn tier(theirs: &BlobState<'_>, ours: &BlobState<'_>) -> Option<Option<BlobFact>> {
    let told = |state: &BlobState<'_>| {
        let is_inferred = state.header("x-ms-access-tier-inferred") == Some("true");
        (state.header("x-ms-access-tier").map(str::to_owned)).filter(|_| !is_inferred)
    };
    let rehydrates = |state: &BlobState<'_>| state.header("x-ms-archive-status").map(str::to_owned);
    let (actual, own) = (told(theirs), told(ours));
    if rehydrates(theirs) != rehydrates(ours) {
        return None;
    }
    Some((actual != own).then_some(BlobFact::Tier(actual)))
}

/// That it is a copy no longer; nothing if it is one that the oracle knows too little of.
fn copy(ask: &Ask, theirs: &BlobState<'_>, ours: &BlobState<'_>) -> Option<Option<BlobFact>> {
    let is_copying = ask.operation == Operation::CopyBlob;
    match (theirs.header("x-ms-copy-id"), ours.header("x-ms-copy-id")) {
        (None, Some(_)) => Some(Some(BlobFact::NoCopy)),
        (None, None) => Some(None),
        (Some(_), None) if is_copying || ours.head.is_none() => None,
        (Some(_), None) => Some(None),
        (Some(_), Some(_)) => {
            let is_same = |name: &str| theirs.header(name) == ours.header(name);
            (!is_copying || is_same("x-ms-copy-status") && is_same("x-ms-copy-source")).then_some(None)
        }
    }
}
