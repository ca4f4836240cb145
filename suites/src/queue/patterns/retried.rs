//! Requests that are sent again because the answer was lost: a message that is there twice, and receipts that nobody was told.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{AskExt as _, create, delete, further, get, get_one, metadata, peek, put, update, wait};

const ANNOUNCED: &str = "{\"row\":\"uploads/scan-0042.tif\",\"blob\":\"scans/2026/01/scan-0042.tif?v=1&part=2\"}";

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.patterns.put-again",
            "A message that is sent again is there twice, under two ids: each is got, and deleted by itself",
            "Messages of one text are taken for one.",
            [QUEUE_MESSAGES_PUT_BODY, QUEUE_MESSAGES_DELETE, QUEUE_METADATA_COUNT],
            [
                put("{\"key\":\"order-7\"}"),
                put("{\"key\":\"order-7\"}"),
                metadata(),
                get_one(),
                delete(3, 3),
                delete(3, 3),
                metadata(),
                get_one(),
                delete(7, 3),
                delete(7, 7),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.put-again-apart",
            "Of a message that is there twice, renewing or giving back the one does nothing to the other",
            "What is asked of a message is done to the first of its text.",
            [QUEUE_VISIBILITY_UPDATE, QUEUE_UPDATE_TEXT, QUEUE_RECEIPTS_OTHER_MESSAGE],
            [
                put("{\"key\":\"order-7\"}"),
                get_one(),
                put("{\"key\":\"order-7\"}"),
                get_one(),
                update(1, 1, 60, Some("{\"key\":\"order-7\",\"done\":true}")),
                update(3, 1, 0, None),
                update(3, 3, 0, None),
                peek(),
                get_one(),
                delete(3, 8),
                update(1, 4, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.put-again-waiting",
            "A message for later that is sent again is there twice for later",
            "The second replaces the first, or is visible at once.",
            [QUEUE_VISIBILITY_PUT, QUEUE_METADATA_COUNT_INVISIBLE],
            [
                put("remind ann").invisible_for(1),
                put("remind ann").invisible_for(1),
                peek(),
                metadata(),
                wait(2),
                peek(),
                get_one(),
                delete(6, 6),
                get_one(),
                delete(8, 8),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.delete-again",
            "A delete that is sent again is refused, and takes no other message with it",
            "What is not there is deleted with success, or the next message is.",
            [QUEUE_RECEIPTS_UNKNOWN_ID, QUEUE_MESSAGES_DELETE],
            [
                put("{\"order\":7}"),
                get_one(),
                put("{\"order\":8}"),
                delete(1, 1),
                delete(1, 1),
                update(1, 1, 0, Some("{\"order\":7}")),
                peek(),
                get_one(),
                delete(1, 7),
                delete(7, 7),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.renewal-again",
            "A renewal that is sent again is refused: who was not told the new receipt waits until the message comes back",
            "The receipt before is kept for those who try again.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS, QUEUE_VISIBILITY_RETURNS, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("{\"order\":7}"),
                get_one(),
                update(1, 1, 1, None),
                update(1, 1, 60, None),
                delete(1, 1),
                wait(2),
                get_one(),
                delete(1, 1),
                delete(1, 6),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.get-again",
            "A Get whose answer was lost has taken its message: the next one gets another, and the first comes back later",
            "What nobody deletes is given to whoever asks next.",
            [QUEUE_VISIBILITY_GET_HIDES, QUEUE_VISIBILITY_RETURNS, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("{\"order\":7}"),
                get_one().invisible_for(1),
                get_one(),
                put("{\"order\":8}"),
                get_one(),
                delete(4, 4),
                wait(2),
                get_one(),
                delete(7, 7),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.announcement",
            "A message that announces a blob is sent again; the worker handles its row once and deletes both",
            "Texts that look like addresses or documents are decoded on their way.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_DELETE, QUEUE_RECEIPTS_UPDATE_RENEWS],
            [
                put(ANNOUNCED),
                put(ANNOUNCED),
                get_one(),
                update(2, 2, 60, None),
                update(2, 2, 60, None),
                get_one(),
                delete(5, 5),
                delete(5, 5),
                delete(2, 3),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.patterns.moved-again",
            "A message is moved to another queue by a put and a delete; where the put is sent again it is there twice",
            "Queues share ids, and a delete reaches into the other.",
            [QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_DELETE, QUEUE_RECEIPTS_UNKNOWN_ID],
            [
                create(further("next")),
                put(ANNOUNCED),
                get_one(),
                put(ANNOUNCED).on(further("next")),
                put(ANNOUNCED).on(further("next")),
                delete(2, 2),
                delete(2, 2),
                delete(2, 2).on(further("next")),
                get_one().on(further("next")),
                delete(8, 8).on(further("next")),
                get().on(further("next")),
                metadata(),
            ]
        ),
    ]
}
