//! Workers: get, renew, delete; what a worker that died leaves, and what becomes of one that was too slow.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{AskExt as _, create, delete, further, get, get_one, metadata, peek, put, update, wait};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [renewals(), deaths(), schedules()].concat()
}

fn renewals() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.patterns.worker",
            "A worker gets a message, renews its time and deletes it by the receipt of the renewal; the old one is refused",
            "The receipt of Get is good for as long as the message is there.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS, QUEUE_UPDATE_ANSWER, QUEUE_MESSAGES_DELETE],
            [
                put("{\"order\":7}"),
                put("{\"order\":8}"),
                get_one(),
                update(2, 2, 60, None),
                delete(2, 2),
                peek(),
                delete(2, 3),
                get_one(),
                update(7, 7, 60, None),
                delete(7, 7),
                delete(7, 8),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.renewed-again-and-again",
            "A long job renews its time several times: nobody else gets the message, and the last receipt alone is good",
            "Two receipts are kept, or the message shows between two renewals.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS, QUEUE_VISIBILITY_UPDATE, QUEUE_VISIBILITY_GET_HIDES],
            [
                put("transcode film-3.mov"),
                get_one().invisible_for(30),
                update(1, 1, 40, None),
                get(),
                update(1, 2, 50, None),
                update(1, 1, 60, None),
                get(),
                update(1, 4, 60, None),
                delete(1, 2),
                delete(1, 4),
                peek(),
                delete(1, 7),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.renewed-in-time",
            "A renewal counts from when it is asked: the message stays away past the time that Get gave",
            "The first time runs on beside the new one.",
            [QUEUE_VISIBILITY_UPDATE, QUEUE_UPDATE_TIME_TOLD],
            [
                put("resize photo-17"),
                get_one().invisible_for(1),
                update(1, 1, 60, None),
                wait(2),
                get(),
                peek(),
                delete(1, 2)
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.renewed-shorter",
            "A renewal may shorten the time: the message is there for others at once, or soon",
            "The later of the two times counts.",
            [QUEUE_VISIBILITY_UPDATE, QUEUE_RECEIPTS_GET_RENEWS, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("bill customer-4"),
                get_one().invisible_for(3600),
                update(1, 1, 0, None),
                get_one().invisible_for(3600),
                delete(1, 2),
                update(1, 3, 1, None),
                get(),
                wait(2),
                get_one(),
                delete(1, 8),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.renewed-with-text",
            "A renewal without a text leaves the text as it is, whatever that holds",
            "A body that is lacking is an empty text.",
            [QUEUE_UPDATE_KEEPS_TEXT, QUEUE_MESSAGES_TEXT_ESCAPED],
            [
                put("{\"to\":\"Ann & Bob <team@example.com>\",\"text\":\"5 > 3\"}"),
                get_one(),
                update(1, 1, 0, None),
                peek(),
                get_one(),
                update(1, 4, 60, None),
                update(1, 5, 0, None),
                get_one(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.progress",
            "A worker writes how far it is into the message: who gets it next goes on there",
            "The text of Put comes back when the message is visible again.",
            [QUEUE_UPDATE_TEXT, QUEUE_MESSAGES_DEQUEUE_COUNT, QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT],
            [
                put("import file-2, from row 0"),
                get_one(),
                update(1, 1, 60, Some("import file-2, from row 1000")),
                update(1, 2, 60, Some("import file-2, from row 2000")),
                update(1, 3, 0, None),
                get_one(),
                update(1, 5, 0, Some("import file-2, from row 3000")),
                peek(),
                get_one(),
                delete(1, 8),
                metadata(),
            ]
        ),
    ]
}

fn deaths() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.patterns.worker-died",
            "A message whose worker died comes back when its time is over, as the same message, got once more",
            "It is gone with its worker, or comes back as new.",
            [QUEUE_VISIBILITY_RETURNS, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("{\"order\":7}"),
                get_one().invisible_for(1),
                get(),
                wait(2),
                get_one(),
                get(),
                delete(1, 4),
                peek(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.worker-late",
            "A worker that comes back after another took its message can neither delete nor renew it",
            "The id opens the message, or any receipt of it.",
            [QUEUE_RECEIPTS_GET_RENEWS, QUEUE_MESSAGES_DELETE],
            [
                put("charge card-9"),
                get_one().invisible_for(1),
                wait(2),
                get_one(),
                delete(1, 1),
                update(1, 1, 60, Some("charged by the first")),
                update(1, 3, 60, None),
                delete(1, 3),
                delete(1, 6),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.worker-late-alone",
            "A worker that is late deletes its message after all if nobody took it",
            "A receipt ends with its time.",
            [QUEUE_RECEIPTS_LAPSE],
            [
                put("charge card-9"),
                get_one().invisible_for(1),
                wait(2),
                peek(),
                update(1, 1, 1, None),
                delete(1, 1),
                delete(1, 4),
                peek(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.given-back",
            "A worker that is stopped gives its message back, and the next one gets it at once",
            "A time of zero is no time, and the default is taken.",
            [QUEUE_VISIBILITY_UPDATE, QUEUE_MESSAGES_DEQUEUE_COUNT, QUEUE_RECEIPTS_GET_RENEWS],
            [
                put("{\"order\":7}"),
                get_one(),
                update(1, 1, 0, None),
                get_one(),
                delete(1, 2),
                update(1, 3, 0, None),
                get_one(),
                delete(1, 6),
                metadata(),
            ]
        ),
    ]
}

fn schedules() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.patterns.put-off",
            "What cannot be done yet is put off by a renewal, and does not hold up what comes behind it",
            "The queue waits for its first message.",
            [QUEUE_VISIBILITY_UPDATE, QUEUE_VISIBILITY_GET_HIDES],
            [
                put("needs the printer"),
                put("needs nothing"),
                get_one(),
                update(2, 2, 3600, Some("needs the printer, tried once")),
                get_one(),
                delete(4, 4),
                get(),
                metadata(),
                update(2, 3, 0, None),
                get_one(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.reminder",
            "A reminder is put for later: until then nobody sees it, while other messages come and go",
            "What is not visible yet is shown by Peek, or got where there is nothing else.",
            [QUEUE_VISIBILITY_PUT, QUEUE_MESSAGES_PEEK_VISIBLE],
            [
                put("remind ann, now and then").invisible_for(1),
                put("remind bob, next week").invisible_for(600_000),
                put("greet cat"),
                peek(),
                get_one(),
                delete(4, 4),
                get(),
                wait(2),
                get_one(),
                delete(8, 8),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.offer",
            "An offer that nobody took in its time is never got, nor counted among those that wait",
            "What is past its time is removed by a task that comes later.",
            [QUEUE_MESSAGES_EXPIRED, QUEUE_MESSAGES_TTL],
            [
                put("half price for the next second").living_for(1),
                put("full price").living_for(600),
                wait(2),
                peek(),
                get_one(),
                get(),
                delete(4, 4),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.replies",
            "A request names the queue on which its answer is awaited, and each queue has its own messages",
            "Messages are stored by id, and queues share them.",
            [QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_DELETE, QUEUE_QUEUES_CREATE],
            [
                create(further("replies")),
                put("{\"id\":\"q-1\",\"reply\":\"replies\"}"),
                get_one(),
                put("{\"id\":\"q-1\",\"sum\":42}").on(further("replies")),
                delete(2, 2).on(further("replies")),
                delete(2, 2),
                get(),
                get_one().on(further("replies")),
                delete(7, 7),
                delete(7, 7).on(further("replies")),
                peek().on(further("replies")),
                metadata(),
                metadata().on(further("replies")),
            ]
        ),
    ]
}
