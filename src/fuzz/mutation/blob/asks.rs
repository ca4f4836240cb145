//! What a step on blobs asks: a new operation, or one thing of it changed.

use super::pool::Pool;
use super::{bodies, headers, options};
use crate::fuzz::dice::Dice;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::{Call, Content, Step};

/// Operations on blobs, the more often the more is behind them.
const ON_BLOBS: [Operation; 40] = [
    Operation::PutBlob,
    Operation::PutBlob,
    Operation::PutBlob,
    Operation::PutBlob,
    Operation::GetBlob,
    Operation::GetBlob,
    Operation::GetBlob,
    Operation::GetBlobProperties,
    Operation::GetBlobProperties,
    Operation::GetBlobMetadata,
    Operation::SetBlobMetadata,
    Operation::SetBlobMetadata,
    Operation::SetBlobProperties,
    Operation::SetBlobProperties,
    Operation::PutBlock,
    Operation::PutBlock,
    Operation::PutBlockList,
    Operation::PutBlockList,
    Operation::GetBlockList,
    Operation::AppendBlock,
    Operation::AppendBlock,
    Operation::SealBlob,
    Operation::PutPage,
    Operation::PutPage,
    Operation::GetPageRanges,
    Operation::LeaseBlob,
    Operation::LeaseBlob,
    Operation::LeaseBlob,
    Operation::SnapshotBlob,
    Operation::SnapshotBlob,
    Operation::CopyBlob,
    Operation::CopyBlob,
    Operation::AbortCopyBlob,
    Operation::PutBlobFromUrl,
    Operation::DeleteBlob,
    Operation::DeleteBlob,
    Operation::UndeleteBlob,
    Operation::SetBlobTier,
    Operation::GetBlobTags,
    Operation::SetBlobTags,
];
/// Operations on containers and on the service.
const ON_OTHERS: [Operation; 14] = [
    Operation::ListBlobs,
    Operation::ListBlobs,
    Operation::ListBlobs,
    Operation::ListContainers,
    Operation::FindBlobsByTags,
    Operation::CreateContainer,
    Operation::DeleteContainer,
    Operation::GetContainer,
    Operation::GetContainerMetadata,
    Operation::SetContainerMetadata,
    Operation::GetContainerAcl,
    Operation::SetContainerAcl,
    Operation::LeaseContainer,
    Operation::LeaseContainer,
];

/// Changes one thing that the step says. `place` is its place in the history.
pub(super) fn change(step: &mut Step, place: usize, pool: &Pool, dice: &mut Dice) {
    // What a request that is written out means is known as it stands, and not otherwise.
    let Call::Blob { ask } = &mut step.call else { return };
    match dice.below(12) {
        0 if ask.container.is_some() => rename(ask, pool, dice),
        1 | 2 if ask.blob.is_some() => ask.blob = Some(pool.blob(dice)),
        3 | 4 => {
            if let Some(body) = bodies::of(ask, pool, dice) {
                ask.body = body;
                if ask.body.length() == 0 {
                    headers::without_hashes(ask);
                }
            }
        }
        5..=7 => options::change(ask, place, pool, dice),
        _ => headers::change(ask, place, pool, dice),
    }
}

/// A new operation on what the history is about.
pub(super) fn operation(place: usize, pool: &Pool, dice: &mut Dice) -> Ask {
    let mut ask = if dice.one_in(4) {
        let operation = dice.pick(&ON_OTHERS).unwrap_or(Operation::ListBlobs);
        of_container(operation, pool, dice)
    } else {
        let operation = dice.pick(&ON_BLOBS).unwrap_or(Operation::GetBlob);
        Ask::on_blob(operation, pool.container(dice), pool.blob(dice))
    };
    if let Some(body) = bodies::of(&ask, pool, dice) {
        ask.body = body;
    }
    needed(&mut ask, place, pool, dice);
    for _ in 0..dice.below(3) {
        headers::change(&mut ask, place, pool, dice);
    }
    if dice.one_in(4) {
        options::change(&mut ask, place, pool, dice);
    }
    ask
}

fn of_container(operation: Operation, pool: &Pool, dice: &mut Dice) -> Ask {
    match operation {
        Operation::ListContainers | Operation::FindBlobsByTags => Ask::new(operation),
        Operation::CreateContainer | Operation::DeleteContainer => Ask::on_container(operation, Pool::further(dice)),
        _ => Ask::on_container(operation, pool.container(dice)),
    }
}

fn rename(ask: &mut Ask, pool: &Pool, dice: &mut Dice) {
    let is_made = matches!(ask.operation, Operation::CreateContainer);
    ask.container = Some(if is_made { Pool::further(dice) } else { pool.container(dice) });
}

/// What the operation cannot do without.
fn needed(ask: &mut Ask, place: usize, pool: &Pool, dice: &mut Dice) {
    match ask.operation {
        Operation::PutBlob => match dice.below(6) {
            0 | 1 => {
                headers::set(ask, "x-ms-blob-type", "AppendBlob");
                ask.body = Content::None;
            }
            2 => {
                headers::set(ask, "x-ms-blob-type", "PageBlob");
                headers::set(ask, "x-ms-blob-content-length", dice.pick(&["512", "1024", "2048"]).unwrap_or("512"));
                ask.body = Content::None;
            }
            _ => headers::set(ask, "x-ms-blob-type", "BlockBlob"),
        },
        Operation::PutBlobFromUrl => {
            headers::set(ask, "x-ms-blob-type", "BlockBlob");
            headers::set(ask, "x-ms-copy-source", headers::source(place, pool, dice));
        }
        Operation::CopyBlob => headers::set(ask, "x-ms-copy-source", headers::source(place, pool, dice)),
        Operation::PutBlock => options::set(ask, "blockid", pool.block(dice)),
        Operation::PutPage => pages(ask, dice),
        Operation::LeaseBlob | Operation::LeaseContainer => lease(ask, place, pool, dice),
        Operation::AbortCopyBlob => {
            headers::set(ask, "x-ms-copy-action", "abort");
            options::set(ask, "copyid", pool.copy(place, dice));
        }
        Operation::SetBlobTier => {
            headers::set(ask, "x-ms-access-tier", dice.pick(&["Hot", "Cool", "Archive"]).unwrap_or("Hot"));
        }
        Operation::ListContainers => options::set(ask, "prefix", options::own_containers(dice)),
        Operation::FindBlobsByTags => options::set(ask, "where", options::search(dice)),
        _ => {}
    }
}

/// Pages that are as many as the range says.
fn pages(ask: &mut Ask, dice: &mut Dice) {
    let (first, count) = (512 * dice.pick(&[0, 0, 1, 3]).unwrap_or(0), dice.pick(&[1, 1, 2]).unwrap_or(1));
    let length: u32 = 512 * count;
    headers::set(ask, "x-ms-range", format!("bytes={first}-{}", first + length - 1));
    if dice.one_in(3) {
        headers::set(ask, "x-ms-page-write", "clear");
        ask.body = Content::None;
    } else {
        headers::set(ask, "x-ms-page-write", "update");
        ask.body = Content::Pattern { seed: u64::from(first) + 1, length };
    }
}

fn lease(ask: &mut Ask, place: usize, pool: &Pool, dice: &mut Dice) {
    match dice.below(6) {
        0 | 1 => {
            headers::set(ask, "x-ms-lease-action", "acquire");
            headers::set(ask, "x-ms-lease-duration", dice.pick(&["-1", "60"]).unwrap_or("-1"));
        }
        2 => {
            headers::set(ask, "x-ms-lease-action", "break");
            if dice.one_in(2) {
                headers::set(ask, "x-ms-lease-break-period", "0");
            }
        }
        3 => {
            headers::set(ask, "x-ms-lease-action", "change");
            headers::set(ask, "x-ms-lease-id", pool.lease(place, dice));
            headers::set(ask, "x-ms-proposed-lease-id", pool.lease(place, dice));
        }
        number => {
            headers::set(ask, "x-ms-lease-action", if number == 4 { "renew" } else { "release" });
            headers::set(ask, "x-ms-lease-id", pool.lease(place, dice));
        }
    }
}
