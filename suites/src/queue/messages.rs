//! Putting, getting, peeking, clearing, updating and deleting messages.
//!
//! The service promises no order in which it returns messages. So a history has one visible message at a time, or asks for all
//! that there are.

mod answers;
mod counts;
mod updates;

use super::steps::{
    AskExt as _, StepExt as _, clear, delete, get, get_one, metadata, peek, peek_one, put, update, wait,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Messages;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [put_and_peeked(), removed(), answers::checks(), counts::checks(), updates::checks()].concat()
}

fn put_and_peeked() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.put",
            "Putting a message answers 201, whatever it is like",
            "Everything that is granted answers 200, as the documentation's sample does.",
            [QUEUE_MESSAGES_PUT],
            [
                put("a"),
                put("").living_for(100),
                put("b").invisible_for(5),
                put("c").version(Version::V2012_02_12),
                put("d").version(Version::V2015_12_11),
                put("e").version(Version::V2016_05_31),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.none",
            "Where there is nothing to return, Get and Peek answer 200 with an empty list",
            "Nothing is 204, or 404.",
            [QUEUE_MESSAGES_NONE],
            [
                get(),
                get_one(),
                peek(),
                peek_one(),
                get_one().version(Version::V2012_02_12),
                peek().version(Version::V2012_02_12),
                put("a").invisible_for(60),
                get(),
                peek(),
                put("b"),
                clear(),
                get(),
                peek_one(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.empty",
            "A message may be empty",
            "No text is no message.",
            [QUEUE_MESSAGES_TEXT_EMPTY],
            [put(""), peek(), get_one(), update(2, 2, 0, Some("a")), get_one(), update(4, 4, 0, Some("")), peek()]
        ),
        check!(
            QueueMessages,
            "queue.messages.peek-visible",
            "Peek shows no message that was taken, or that is put for later",
            "What is in the queue is shown.",
            [QUEUE_MESSAGES_PEEK_VISIBLE],
            [
                put("a").invisible_for(60),
                peek(),
                put("b"),
                peek(),
                get_one(),
                peek(),
                peek_one(),
                put("c"),
                peek_one(),
                get_one(),
                update(9, 9, 60, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.peek-changes-nothing",
            "Peek takes nothing, counts nothing, and makes no receipt stale",
            "Peek is Get with a flag that is looked at in one place.",
            [QUEUE_MESSAGES_PEEK_CHANGES_NOTHING],
            [put("a"), peek(), peek_one(), peek(), get_one(), peek(), delete(4, 4), peek(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.messages.same-again",
            "Two messages with the same text are two",
            "Texts are keys, to be safe from duplicates.",
            [QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_DELETE],
            [put("a"), put("a"), peek(), metadata(), get_one(), delete(4, 4), peek(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.messages.order",
            "Messages come in the order in which they were put",
            "The last one is at hand first.",
            [QUEUE_MESSAGES_ORDER],
            [put("a"), put("b"), put("c"), peek(), get()]
        ),
        check!(
            QueueMessages,
            "queue.messages.order-one-by-one",
            "The message that became visible first is taken first",
            "A store of keys returns them in the order of its keys.",
            [QUEUE_MESSAGES_ORDER],
            [put("a"), put("b"), put("c"), peek_one(), get_one(), peek_one(), get_one(), get_one()]
        ),
    ]
}

fn removed() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.delete",
            "A message that was deleted never comes back, and no other goes with it",
            "It is hidden, and its time comes.",
            [QUEUE_MESSAGES_DELETE],
            [
                put("a"),
                get_one().invisible_for(1),
                put("b"),
                delete(1, 1),
                wait(2),
                peek(),
                get_one(),
                delete(6, 6),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.delete-twice",
            "A message is deleted once",
            "Deletion is idempotent elsewhere.",
            [QUEUE_RECEIPTS_UNKNOWN_ID, QUEUE_MESSAGES_DELETE],
            [put("a"), get_one(), delete(1, 1), delete(1, 1), update(1, 1, 0, None), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.messages.delete-of-several",
            "Of several messages that were taken together each is deleted alone",
            "One receipt stands for all that one Get returned, and one delete is taken for all.",
            [QUEUE_MESSAGES_DELETE],
            [put("a"), put("a"), put("a"), get(), delete(3, 3), metadata(), clear(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.messages.clear",
            "Clearing a queue deletes what is visible and what is not",
            "What Get would return is deleted.",
            [QUEUE_MESSAGES_CLEAR],
            [
                put("a"),
                get_one().invisible_for(1),
                put("b"),
                put("c").invisible_for(1),
                clear(),
                metadata(),
                peek(),
                wait(2),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.clear-each",
            "Clearing deletes a message that was put for later, taken, or updated",
            "There are several lists, and one is emptied.",
            [QUEUE_MESSAGES_CLEAR, QUEUE_RECEIPTS_UNKNOWN_ID],
            [
                put("a").invisible_for(60),
                clear(),
                metadata(),
                put("b"),
                get_one(),
                clear(),
                metadata(),
                delete(4, 4),
                put("c"),
                get_one(),
                update(9, 9, 60, Some("d")),
                clear(),
                metadata(),
                delete(9, 10),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.clear-empty",
            "A queue that is empty is cleared as any other, and takes messages afterwards",
            "There is nothing to delete, and that is an error.",
            [QUEUE_MESSAGES_CLEAR, QUEUE_MESSAGES_PUT],
            [clear(), clear(), put("a"), get_one(), clear(), metadata(), put("b"), peek(), metadata()]
        ),
    ]
}
