//! Changing the query options of what is asked.

use super::pool::Pool;
use crate::fuzz::dice::Dice;
use tablestakes_reference::blob::{Ask, Operation};

const INCLUDED: [&str; 8] = [
    "snapshots",
    "metadata",
    "uncommittedblobs",
    "copy",
    "snapshots,metadata",
    "metadata,uncommittedblobs,copy",
    "tags",
    "deleted",
];

/// Sets an option that the operation has, or leaves one out.
pub(super) fn change(ask: &mut Ask, place: usize, pool: &Pool, dice: &mut Dice) {
    if dice.one_in(5) && leave_out(ask, dice) {
        return;
    }
    if let Some((name, value)) = option(ask.operation, place, pool, dice) {
        set(ask, name, value);
    }
}

/// Sets an option.
pub(super) fn set(ask: &mut Ask, name: &str, value: impl Into<String>) {
    ask.options.retain(|(held, _)| held != name);
    ask.options.push((name.to_owned(), value.into()));
}

/// Whether an option was left out. What keeps a listing to the history's own stays.
fn leave_out(ask: &mut Ask, dice: &mut Dice) -> bool {
    let keeps = |name: &str| {
        matches!((ask.operation, name), (Operation::ListContainers, "prefix") | (Operation::FindBlobsByTags, "where"))
    };
    let at = dice.below(ask.options.len());
    let goes = ask.options.get(at).is_some_and(|(name, _)| !keeps(name));
    if goes {
        drop(ask.options.remove(at));
    }
    goes
}

fn option(operation: Operation, place: usize, pool: &Pool, dice: &mut Dice) -> Option<(&'static str, String)> {
    let one_of = |values: &[&str], dice: &mut Dice| dice.pick(values).unwrap_or_default().to_owned();
    let names: &[&'static str] = match operation {
        Operation::GetBlob
        | Operation::GetBlobProperties
        | Operation::GetBlobMetadata
        | Operation::DeleteBlob
        | Operation::GetBlobTags
        | Operation::SetBlobTier => &["snapshot", "snapshot", "snapshot", "timeout"],
        Operation::GetBlockList => &["blocklisttype", "blocklisttype", "snapshot"],
        Operation::PutBlock | Operation::PutBlockFromUrl => &["blockid"],
        Operation::ListBlobs => &["prefix", "delimiter", "marker", "maxresults", "include", "include"],
        Operation::ListContainers => &["prefix", "marker", "maxresults", "metadata"],
        Operation::FindBlobsByTags => &["maxresults", "where", "marker"],
        Operation::SetBlobMetadata | Operation::SetBlobProperties => &["timeout", "snapshot"],
        Operation::GetPageRanges => &["snapshot", "prevsnapshot", "prevsnapshot"],
        Operation::AbortCopyBlob => &["copyid"],
        _ => &["timeout"],
    };
    let name = dice.pick(names)?;
    Some(match (name, operation) {
        ("snapshot" | "prevsnapshot", _) => (name, pool.snapshot(place, dice)),
        ("timeout", _) => (name, one_of(&["30", "1"], dice)),
        ("blocklisttype", _) => (name, one_of(&["committed", "uncommitted", "all", "All"], dice)),
        ("blockid", _) => (name, if dice.one_in(8) { "not base64!".to_owned() } else { pool.block(dice) }),
        ("prefix", Operation::ListContainers) => (name, own_containers(dice)),
        ("prefix", _) => (name, one_of(&["a", "dir/", "dir", "", "%", "x"], dice)),
        ("delimiter", _) => (name, one_of(&["/", "/", "a", "ir", "sub/"], dice)),
        ("marker", _) => (name, pool.marker(place, dice)?),
        ("maxresults", _) => (name, one_of(&["1", "2", "3", "5000"], dice)),
        ("include", _) => (name, dice.pick(&INCLUDED)?.to_owned()),
        ("metadata", _) => ("include", "metadata".to_owned()),
        ("where", _) => (name, search(dice)),
        ("copyid", _) => (name, pool.copy(place, dice)),
        _ => return None,
    })
}

/// What the names of the history's own containers begin with.
pub(super) fn own_containers(dice: &mut Dice) -> String {
    dice.pick(&["${container}", "${container}-", "${container}-x"]).unwrap_or("${container}").to_owned()
}

/// A search among the blobs of the history's own container: a service has others, too.
pub(super) fn search(dice: &mut Dice) -> String {
    let tags = dice.pick(&["\"a\"='1'", "\"a\">='0' AND \"a\"<'2'", "\"b\"='2' AND \"a\"='1'", "\"never\"='1'"]);
    format!("@container='${{container}}' AND {}", tags.unwrap_or("\"a\"='1'"))
}
