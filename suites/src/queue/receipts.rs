//! Which receipts are good for a message.
//!
//! What one Get returned has one receipt, so histories with several messages take each by itself.

mod refused;

use super::everything::NO_RECEIPT;
use super::steps::{AskExt as _, delete, get_one, metadata, peek, put, update, wait};
use crate::check::{Check, Suite};
use crate::define::check;

const SUITE: Suite = Suite::Receipts;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [good(), stale(), refused::checks()].concat()
}

fn good() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.receipts.put-deletes",
            "The receipt that Put gives is good for Delete",
            "Receipts are made by Get alone.",
            [QUEUE_RECEIPTS_PUT],
            [put("a"), delete(0, 0), peek(), put("b").invisible_for(60), delete(3, 3), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.receipts.put-updates",
            "The receipt that Put gives is good for Update, while the message is invisible and while it is not",
            "Receipts are made by Get alone.",
            [QUEUE_RECEIPTS_PUT],
            [
                put("a"),
                update(0, 0, 0, Some("b")),
                peek(),
                put("c").invisible_for(60),
                update(3, 3, 0, None),
                peek(),
                delete(0, 1),
                delete(3, 4),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.put-lapsed",
            "The receipt that Put gives outlives the time for which the message was invisible",
            "It is renewed when the message becomes visible.",
            [QUEUE_RECEIPTS_PUT],
            [
                put("a").invisible_for(1),
                put("b").invisible_for(1),
                wait(2),
                delete(0, 0),
                update(1, 1, 0, None),
                peek()
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.lapse",
            "A receipt deletes when its time is over, until somebody takes the message",
            "It ends with the time for which the message was invisible.",
            [QUEUE_RECEIPTS_LAPSE],
            [put("a"), get_one().invisible_for(1), wait(2), peek(), delete(1, 1), peek(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.receipts.lapse-updates",
            "A receipt updates when its time is over, until somebody takes the message",
            "It ends with the time for which the message was invisible.",
            [QUEUE_RECEIPTS_LAPSE],
            [
                put("a"),
                get_one().invisible_for(1),
                wait(2),
                update(1, 1, 60, Some("b")),
                peek(),
                update(1, 3, 0, None),
                peek(),
                delete(1, 5),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.lapse-of-update",
            "A receipt that Update gave is good when its time is over",
            "It ends with the time for which the message was invisible.",
            [QUEUE_RECEIPTS_LAPSE],
            [
                put("a"),
                get_one(),
                update(1, 1, 1, Some("b")),
                wait(2),
                peek(),
                update(1, 2, 0, Some("c")),
                peek(),
                delete(1, 5),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.lapse-at-once",
            "A receipt that Update gave for no time at all is good",
            "It is over before it begins.",
            [QUEUE_RECEIPTS_LAPSE],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None),
                update(1, 2, 0, Some("b")),
                peek(),
                update(1, 3, 0, None),
                delete(1, 5),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.encoded",
            "A receipt may hold characters that an address does not, and those that it does",
            "It is cut off at =, or its + is lost.",
            [QUEUE_RECEIPTS_PUT, QUEUE_UPDATE_ANSWER],
            [
                put("a"),
                update(0, 0, 0, None),
                update(0, 1, 0, None),
                update(0, 2, 0, None),
                update(0, 3, 0, None),
                update(0, 4, 0, None),
                delete(0, 5),
                metadata(),
            ]
        ),
    ]
}

fn stale() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.receipts.get-renews",
            "Once a message was taken again, the receipt of the first taker is stale",
            "The id alone decides, or any receipt that was ever given.",
            [QUEUE_RECEIPTS_GET_RENEWS],
            [
                put("a"),
                get_one().invisible_for(1),
                wait(2),
                get_one(),
                delete(1, 1),
                update(1, 1, 0, Some("b")),
                peek(),
                delete(3, 3),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.get-renews-that-of-put",
            "Once a message was taken, the receipt that Put gave is stale",
            "It is kept apart from those of takers.",
            [QUEUE_RECEIPTS_GET_RENEWS],
            [
                put("a"),
                get_one(),
                delete(0, 0),
                update(0, 0, 0, Some("b")),
                update(1, 1, 0, None),
                peek(),
                delete(0, 0),
                delete(1, 4),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.get-renews-that-of-update",
            "Once a message was taken again, the receipt that Update gave is stale",
            "It is kept apart from those of takers.",
            [QUEUE_RECEIPTS_GET_RENEWS],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None),
                get_one(),
                delete(1, 2),
                update(1, 2, 0, Some("b")),
                update(1, 3, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.update-renews",
            "Once a message was updated, its earlier receipts are stale, all of them",
            "The one before is kept for those who try again.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS],
            [
                put("a"),
                get_one(),
                update(1, 1, 60, None),
                delete(1, 1),
                update(1, 1, 0, Some("b")),
                update(1, 2, 60, Some("c")),
                update(1, 2, 0, None),
                update(1, 1, 0, None),
                delete(1, 2),
                peek(),
                delete(1, 5),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.update-renews-that-of-put",
            "Once a message was updated, the receipt that Put gave is stale",
            "It is kept apart from those of takers.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS],
            [
                put("a"),
                update(0, 0, 0, Some("b")),
                delete(0, 0),
                update(0, 0, 0, Some("c")),
                peek(),
                delete(0, 1),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.update-renews-lapsed",
            "The receipt before an update stays stale when the message is visible again",
            "Visible messages are deleted by whoever knows them.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS],
            [
                put("a"),
                get_one(),
                update(1, 1, 1, None),
                wait(2),
                delete(1, 1),
                update(1, 1, 0, Some("b")),
                peek(),
                delete(1, 2),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.other-message",
            "A receipt of another message is refused",
            "Any receipt opens any message.",
            [QUEUE_RECEIPTS_OTHER_MESSAGE],
            [
                put("a"),
                get_one(),
                put("b"),
                get_one(),
                delete(1, 3),
                delete(3, 1),
                update(1, 3, 0, Some("c")),
                update(3, 1, 0, None),
                update(1, 1, 0, None),
                update(3, 3, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.never-given",
            "A receipt of the right form that was never given is refused",
            "The form alone is looked at.",
            [QUEUE_RECEIPTS_OTHER_MESSAGE],
            [
                put("a"),
                get_one(),
                delete(1, 1).by_receipt(NO_RECEIPT),
                update(1, 1, 0, Some("b")).by_receipt(NO_RECEIPT),
                update(1, 1, 0, None).by_receipt(NO_RECEIPT),
                update(1, 1, 0, None),
                peek(),
                delete(1, 1).by_receipt(NO_RECEIPT),
                metadata(),
            ]
        ),
    ]
}
