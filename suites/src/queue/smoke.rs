//! What imitations of queues most often fail, in a few seconds.

use super::steps::{
    AskExt as _, StepExt as _, absent, clear, create_with, delete, delete_queue, further, get, get_one, list, metadata,
    peek, put, set_metadata, update, wait,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Auth;

const SUITE: Suite = Suite::Smoke;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.smoke.put-then-get",
            "A message that was put can be got, and is invisible then",
            "A queue is taken for a list: what was returned is returned again.",
            [QUEUE_VISIBILITY_GET_HIDES, QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_NONE],
            [put("hello"), get(), get(), peek(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.returns",
            "A message that nobody deleted comes back, and says that it was taken before",
            "What was taken is gone, or comes back as new.",
            [QUEUE_VISIBILITY_RETURNS, QUEUE_VISIBILITY_GET, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [put("a"), get().invisible_for(1), wait(2), get(), peek()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.delete",
            "A message that was deleted is gone",
            "A receipt is not looked at, or the message comes back.",
            [QUEUE_MESSAGES_DELETE],
            [put("a"), get_one(), delete(1, 1), peek(), metadata(), clear()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.stale-receipt",
            "A receipt is stale once the message was updated",
            "The id alone decides which message is deleted.",
            [QUEUE_RECEIPTS_UPDATE_RENEWS, QUEUE_UPDATE_TEXT],
            [put("a"), get_one(), update(1, 1, 0, Some("b")), delete(1, 1), peek(), delete(1, 2), peek()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.peek",
            "Peeking changes nothing, and shows what is visible",
            "Peek and Get are one function.",
            [QUEUE_MESSAGES_PEEK_CHANGES_NOTHING, QUEUE_MESSAGES_PEEK_VISIBLE, QUEUE_MESSAGES_PEEK_ELEMENTS],
            [put("a"), peek(), peek(), get(), peek()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.expires",
            "A message that has expired is gone",
            "The time to live is stored, and nobody looks at it.",
            [QUEUE_MESSAGES_EXPIRED, QUEUE_MESSAGES_TTL],
            [put("a").living_for(1), wait(2), get(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.smoke.text",
            "A text comes back as it was sent, with markup, white space and every plane of Unicode",
            "It is put into a document, or taken out of one, by joining strings.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_TEXT_WHITE_SPACE, QUEUE_MESSAGES_TEXT_UNICODE],
            [put("  <a b=\"c\">&amp;</a>\té世界😀\n "), peek(), get()]
        ),
        check!(
            QueueCore,
            "queue.smoke.missing",
            "A queue that is not there is told as such",
            "Queues are made on demand, or every 404 has one code.",
            [QUEUE_QUEUES_MISSING],
            [put("a").on(absent()), get().on(absent()), metadata().on(absent()), delete_queue(absent())]
        ),
        check!(
            QueueCore,
            "queue.smoke.created-and-listed",
            "A queue that was created is listed with its metadata, and gone when it was deleted",
            "Clean-up tools and clients that create on demand rely on it.",
            [QUEUE_QUEUES_CREATE, QUEUE_LISTING_METADATA, QUEUE_QUEUES_DELETE],
            [
                create_with(further("x"), &[("a", "1")]),
                list(further("")).with_metadata(),
                delete_queue(further("x")),
                list(further("")),
            ]
        ),
        check!(
            QueueCore,
            "queue.smoke.metadata",
            "Metadata is replaced as a whole, and told with the number of messages",
            "Metadata is merged, and the count is a constant.",
            [QUEUE_METADATA_REPLACED, QUEUE_METADATA_GET, QUEUE_METADATA_COUNT],
            [set_metadata(&[("a", "1")]), put("a"), metadata(), set_metadata(&[("b", "2")]), metadata()]
        ),
        check!(
            QueueAuth,
            "queue.smoke.signature-verified",
            "A request with a wrong signature is refused",
            "Signatures are not looked at.",
            [QUEUE_AUTH_SIGNATURE],
            [put("a").auth(Auth::WrongKey), peek(), metadata().auth(Auth::WrongKey), peek().auth(Auth::SharedKeyLite)]
        ),
    ]
}
