//! What a step on queues says: queues, messages, receipts, texts, numbers.

use super::pool::Pool;
use super::values;
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::documents;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::queue::Ask;

/// Changes one thing that the step says. `place` is its place in the history.
pub(super) fn change(step: &mut Step, place: usize, pool: &Pool, dice: &mut Dice) {
    // What a request that is written out means is known as it stands, and not otherwise.
    if let Call::Queue { ask } = &mut step.call {
        in_ask(ask, place, pool, dice);
    }
}

/// A new operation on what the history is about.
pub(super) fn operation(place: usize, pool: &Pool, dice: &mut Dice) -> Ask {
    let queue = pool.queue(dice);
    match dice.below(18) {
        0..=3 => Ask::PutMessage { queue, text: pool.text(dice), visibility: None, time_to_live: None },
        4..=6 => {
            let visibility = dice.pick(&[None, None, Some("60")]).flatten().map(str::to_owned);
            Ask::GetMessages { queue, count: None, visibility }
        }
        7 => Ask::PeekMessages { queue, count: Some("32".to_owned()) },
        8..=10 => {
            let (message, of) = pool.message(place, dice);
            let receipt = pool.receipt(of, place, dice);
            let visibility = dice.pick(&["0", "0", "60"]).map(str::to_owned);
            let text = if dice.one_in(2) { Some(pool.text(dice)) } else { None };
            Ask::UpdateMessage { queue, message, receipt, visibility, text }
        }
        11 | 12 => {
            let (message, of) = pool.message(place, dice);
            Ask::DeleteMessage { queue, message, receipt: pool.receipt(of, place, dice) }
        }
        13 => Ask::GetMetadata { queue },
        14 => Ask::SetMetadata { queue, metadata: documents::metadata(dice) },
        15 => Ask::CreateQueue { queue: Pool::further(dice), metadata: documents::metadata(dice) },
        16 => listing(place, pool, dice),
        _ => match dice.below(4) {
            0 => Ask::ClearMessages { queue },
            1 => Ask::DeleteQueue { queue: Pool::further(dice) },
            2 => Ask::SetPolicies { queue, document: documents::policies(values::LETTERS, dice) },
            _ => Ask::GetPolicies { queue },
        },
    }
}

/// A listing of the history's own queues: a service has others, too.
fn listing(place: usize, pool: &Pool, dice: &mut Dice) -> Ask {
    let prefix = dice.pick(&["${queue}", "${queue}-", "${queue}-x", "${queue}-z"]).map(str::to_owned);
    let marker = dice.one_in(3).then(|| pool.marker(place, dice));
    Ask::ListQueues { prefix, marker, max_results: max_results(dice), metadata: dice.one_in(2) }
}

/// What becomes of other numbers is not recorded.
fn max_results(dice: &mut Dice) -> Option<String> {
    dice.pick(&[None, Some("1"), Some("2"), Some("5000")]).flatten().map(str::to_owned)
}

fn in_ask(ask: &mut Ask, place: usize, pool: &Pool, dice: &mut Dice) {
    match ask {
        Ask::ListQueues { .. } => *ask = listing(place, pool, dice),
        Ask::CreateQueue { queue, metadata } => {
            if dice.one_in(3) {
                *queue = Pool::further(dice);
            } else {
                *metadata = documents::metadata(dice);
            }
        }
        Ask::SetMetadata { queue, metadata } => {
            if dice.one_in(4) {
                *queue = pool.queue(dice);
            } else {
                *metadata = documents::metadata(dice);
            }
        }
        Ask::SetPolicies { queue, document } => {
            if dice.one_in(4) {
                *queue = pool.queue(dice);
            } else {
                *document = documents::policies(values::LETTERS, dice);
            }
        }
        Ask::DeleteQueue { queue }
        | Ask::GetMetadata { queue }
        | Ask::GetPolicies { queue }
        | Ask::ClearMessages { queue } => *queue = pool.queue(dice),
        Ask::PutMessage { queue, text, visibility, time_to_live } => match dice.below(6) {
            0 => *queue = pool.queue(dice),
            1 => *visibility = values::visibility(dice),
            2 => *time_to_live = values::time_to_live(dice),
            _ => *text = pool.text(dice),
        },
        Ask::GetMessages { queue, count, visibility } => match dice.below(4) {
            0 => *queue = pool.queue(dice),
            1 => *visibility = values::visibility(dice),
            _ => *count = values::count(dice),
        },
        Ask::PeekMessages { queue, count } => {
            if dice.one_in(3) {
                *queue = pool.queue(dice);
            } else {
                *count = values::count(dice);
            }
        }
        Ask::UpdateMessage { queue, message, receipt, visibility, text } => match dice.below(8) {
            0 => *queue = pool.queue(dice),
            1 | 2 => {
                let of;
                (*message, of) = pool.message(place, dice);
                *receipt = pool.receipt(of, place, dice);
            }
            3 => *receipt = pool.receipt(None, place, dice),
            4 | 5 => *visibility = values::visibility(dice),
            _ => *text = if dice.one_in(3) { None } else { Some(pool.text(dice)) },
        },
        Ask::DeleteMessage { queue, message, receipt } => match dice.below(4) {
            0 => *queue = pool.queue(dice),
            1 => *receipt = pool.receipt(None, place, dice),
            _ => {
                let of;
                (*message, of) = pool.message(place, dice);
                *receipt = pool.receipt(of, place, dice);
            }
        },
        Ask::GetProperties | Ask::SetProperties { .. } | Ask::GetStatistics => {}
    }
}
