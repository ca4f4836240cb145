//! What an update changes, and what it leaves.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{AskExt as _, StepExt as _, delete, get, get_one, metadata, peek, put, update, wait};
use tablestakes_reference::Version;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.update-answer",
            "An update tells the new receipt and when the message becomes visible",
            "The old receipt stays good, and so there is nothing to tell.",
            [QUEUE_UPDATE_ANSWER],
            [
                put("a"),
                get_one(),
                update(1, 1, 10, Some("b")),
                update(1, 2, 0, None),
                get_one().version(Version::V2012_02_12),
                update(4, 4, 5, Some("c")).version(Version::V2012_02_12),
                update(4, 5, 0, None).version(Version::V2015_12_11),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-time-told",
            "An update tells for how long the message is invisible from then on",
            "What is told is the time of the request, or what was before.",
            [QUEUE_UPDATE_TIME_TOLD],
            [
                put("a").living_for(-1),
                get_one().invisible_for(60),
                update(1, 1, 0, None),
                update(1, 2, 600, None),
                update(1, 3, 30, Some("b")),
                update(1, 4, 604_800, Some("c")),
                update(1, 5, 3_600, None).version(Version::V2012_02_12),
                update(1, 6, 10, Some("d")).version(Version::V2015_12_11),
                update(1, 7, 604_800, None).version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-text",
            "An update with a text replaces the text",
            "Updates are for the visibility, and the body is not read.",
            [QUEUE_UPDATE_TEXT],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, Some("b <&> \u{1f600}")),
                peek(),
                get_one(),
                update(4, 4, 30, Some("a longer text than before")),
                update(4, 5, 0, Some("")),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-text-later",
            "The text of an update is seen when the message becomes visible",
            "It is kept with the receipt, and lost when that lapses.",
            [QUEUE_UPDATE_TEXT, QUEUE_VISIBILITY_RETURNS],
            [put("a"), get_one(), update(1, 1, 1, Some("b")), wait(2), peek(), get_one()]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-keeps-text",
            "An update without a body leaves the text as it is",
            "No body is an empty text.",
            [QUEUE_UPDATE_KEEPS_TEXT],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None),
                peek(),
                get_one(),
                update(4, 4, 60, None),
                update(4, 5, 0, None),
                peek(),
                get_one().version(Version::V2015_12_11),
                update(8, 8, 0, None).version(Version::V2015_12_11),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-keeps-updated-text",
            "What an update leaves is the text of the update before, not that of the put",
            "The first text is kept in another place.",
            [QUEUE_UPDATE_KEEPS_TEXT, QUEUE_UPDATE_TEXT],
            [put("a"), get_one(), update(1, 1, 30, Some("b")), update(1, 2, 0, None), peek(), get_one(), delete(5, 5)]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-keeps-times",
            "An update changes neither when a message was put nor when it expires",
            "An update is a delete and a put.",
            [QUEUE_UPDATE_KEEPS_TIMES],
            [
                put("a").living_for(100),
                wait(2),
                get_one(),
                update(2, 2, 0, Some("b")),
                peek(),
                get_one(),
                update(5, 5, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-keeps-expiry",
            "An update does not lengthen the life of a message",
            "The message lives anew.",
            [QUEUE_UPDATE_KEEPS_TIMES],
            [put("a").living_for(20), get_one(), wait(10), update(1, 1, 0, Some("b")), wait(15), peek(), metadata(),]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-other",
            "An update of one message leaves the others alone",
            "The receipt names the instant, and all that were taken then.",
            [QUEUE_UPDATE_TEXT, QUEUE_MESSAGES_DELETE],
            [
                put("a"),
                get_one(),
                put("b"),
                update(1, 1, 60, Some("c")),
                peek(),
                get(),
                update(1, 3, 0, None),
                peek(),
                delete(1, 6),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-visibility-required",
            "An update says for how long the message is invisible",
            "The option has a default elsewhere.",
            [QUEUE_UPDATE_VISIBILITY_REQUIRED],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, Some("b")).without_visibility(),
                update(1, 1, 0, None).without_visibility(),
                peek(),
                update(1, 1, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.update-of-put",
            "A message that nobody has taken is updated by the receipt that putting it told",
            "What is visible is nobody's to change.",
            [QUEUE_RECEIPTS_PUT, QUEUE_UPDATE_TEXT],
            [
                put("a"),
                update(0, 0, 0, Some("b")),
                peek(),
                update(0, 1, 60, Some("c")),
                peek(),
                update(0, 3, 0, None),
                get()
            ]
        ),
    ]
}
