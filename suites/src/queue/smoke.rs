//! What imitations of queues most often fail, in a few seconds.

use super::steps::{clear, delete, get, get_one, metadata, peek, put, update};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::steps::StepExt as _;
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
            QueueAuth,
            "queue.smoke.signature-verified",
            "A request with a wrong signature is refused",
            "Signatures are not looked at.",
            [QUEUE_AUTH_SIGNATURE],
            [put("a").auth(Auth::WrongKey), peek(), metadata().auth(Auth::WrongKey), peek().auth(Auth::SharedKeyLite)]
        ),
    ]
}
