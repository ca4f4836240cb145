//! Messages that no worker can handle: they are known by how often they were got, and moved to a queue of their own.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{
    AskExt as _, create, create_with, delete, delete_queue, further, get, get_one, metadata, peek, put, update, wait,
};

const BROKEN: &str = "{\"order\":\"not a number\"}";

/// The queue of what nobody could handle.
fn poison() -> String {
    further("poison")
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.patterns.poison",
            "A message that was got three times in vain is put into the queue of poison, and deleted by its last receipt",
            "The count stays, or begins again with every renewal.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT, QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT, QUEUE_MESSAGES_DELETE],
            [
                create(poison()),
                put(BROKEN),
                get_one(),
                update(2, 2, 0, None),
                get_one(),
                update(2, 4, 0, None),
                get_one(),
                put(BROKEN).on(poison()),
                delete(2, 4),
                delete(2, 6),
                get(),
                metadata(),
                get_one().on(poison()),
                metadata().on(poison()),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.poison-by-time",
            "The count goes up as well where each worker died and the time of the message ran out",
            "The count is kept by those who give messages back.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT, QUEUE_VISIBILITY_RETURNS],
            [
                put(BROKEN),
                get_one().invisible_for(1),
                wait(2),
                get_one().invisible_for(1),
                wait(2),
                get_one(),
                delete(5, 5),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.poison-looked-at",
            "Looking at messages does not bring them nearer to being poison",
            "Peek is a Get that is taken back.",
            [QUEUE_MESSAGES_PEEK_CHANGES_NOTHING, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put(BROKEN),
                peek(),
                peek(),
                get_one(),
                peek(),
                update(3, 3, 0, None),
                peek(),
                get_one(),
                delete(3, 7),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.poison-among-others",
            "The count belongs to each message: those that are got beside a poisonous one are got for the first time",
            "One count for the queue, or for the text.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put(BROKEN),
                get_one(),
                update(1, 1, 0, None),
                get_one(),
                put(BROKEN),
                get_one(),
                delete(5, 5),
                update(1, 3, 0, None),
                get_one(),
                delete(1, 8),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.poison-with-progress",
            "A worker that writes why it failed keeps the count, and the reason goes along to the queue of poison",
            "A message with a new text is a new message.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT, QUEUE_UPDATE_TEXT],
            [
                create(poison()),
                put(BROKEN),
                get_one(),
                update(2, 2, 60, Some("failed: not a number")),
                update(2, 3, 0, None),
                peek(),
                get_one(),
                put("failed twice: not a number").on(poison()),
                delete(2, 6),
                peek().on(poison()),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.poison-put-back",
            "Poison that was mended is put back, and begins anew: with another id, and got for the first time",
            "Messages are known by their text.",
            [QUEUE_MESSAGES_PUT_BODY, QUEUE_MESSAGES_DEQUEUE_COUNT, QUEUE_RECEIPTS_UNKNOWN_ID],
            [
                create(poison()),
                put(BROKEN).on(poison()),
                get_one().on(poison()),
                update(2, 2, 0, None).on(poison()),
                get_one().on(poison()),
                put(BROKEN),
                delete(2, 4).on(poison()),
                delete(2, 4),
                get_one(),
                delete(2, 8),
                delete(8, 8),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.patterns.poison-queue-there",
            "Each worker creates the queue of poison when it needs it; what is in it stays",
            "Creating empties, or is refused to all but the first.",
            [QUEUE_QUEUES_CREATE_SAME, QUEUE_QUEUES_CREATE, QUEUE_QUEUES_CREATE_CONFLICT],
            [
                put(BROKEN).on(poison()),
                create_with(poison(), &[("owner", "orders")]),
                put(BROKEN).on(poison()),
                create_with(poison(), &[("owner", "orders")]),
                peek().on(poison()),
                create_with(poison(), &[("owner", "mail")]),
                metadata().on(poison()),
                peek().on(poison()),
                delete_queue(poison()),
            ]
        ),
    ]
}
