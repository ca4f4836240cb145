//! For how long messages are invisible. A history waits for longer than the time that it said, and what must still be
//! invisible is so for a minute, so that nothing hangs on the speed of an answer.

use super::steps::{AskExt as _, StepExt as _, delete, get, get_one, metadata, peek, peek_one, put, update, wait};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Visibility;

/// The longest time that a message may be invisible, in seconds.
const WEEK: i64 = 604_800;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [taken(), put_for_later(), updated()].concat()
}

fn taken() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.visibility.get-hides",
            "A message that was taken is neither got nor peeked at by others",
            "It is marked as seen, and shown.",
            [QUEUE_VISIBILITY_GET_HIDES],
            [
                put("a"),
                get_one(),
                get_one(),
                peek(),
                put("b"),
                get(),
                get(),
                peek_one(),
                get_one().version(Version::V2012_02_12),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.get-hides-several",
            "Each of several messages that were taken together is invisible",
            "The first, or the last, is marked.",
            [QUEUE_VISIBILITY_GET_HIDES],
            [put("a"), put("b"), put("c"), get(), peek(), get(), put("d"), get(), peek()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.get",
            "A message is invisible for as many seconds as Get says",
            "The default is taken, or minutes.",
            [QUEUE_VISIBILITY_GET],
            [
                put("a"),
                get_one().invisible_for(1),
                wait(2),
                peek(),
                get().invisible_for(60),
                peek(),
                get(),
                delete(4, 4),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.get-each",
            "Each taker says for itself for how long",
            "The time is a property of the queue.",
            [QUEUE_VISIBILITY_GET],
            [
                put("a"),
                get_one().invisible_for(60),
                put("b"),
                get_one().invisible_for(1),
                wait(2),
                peek(),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.get-long",
            "A message that was taken for a minute is invisible for a minute",
            "There is a longest time, and it is that of another product.",
            [QUEUE_VISIBILITY_GET, QUEUE_VISIBILITY_RETURNS],
            [put("a"), get_one().invisible_for(60), wait(45), peek(), wait(30), peek(), get()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.default",
            "A message for which nothing is said is invisible for 30 seconds",
            "The default is that of another product.",
            [QUEUE_VISIBILITY_DEFAULT],
            [put("a"), get_one(), wait(20), peek(), get(), wait(20), peek(), get()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.default-told",
            "The answer says that a message for which nothing is said is invisible for 30 seconds",
            "The default is that of another product.",
            [QUEUE_VISIBILITY_DEFAULT],
            [put("a"), get_one(), put("b"), put("c"), get(), get_one().version(Version::V2012_02_12)]
        ),
        check!(
            QueueMessages,
            "queue.visibility.returns",
            "A message that nobody deleted becomes visible again, each time",
            "What was taken is gone, or is put aside after the first time.",
            [QUEUE_VISIBILITY_RETURNS],
            [put("a"), put("b"), get().invisible_for(1), wait(2), peek(), get().invisible_for(60), metadata(),]
        ),
        check!(
            QueueMessages,
            "queue.visibility.returns-often",
            "A message comes back however often it was taken",
            "After some times it is taken for poison, and put aside.",
            [QUEUE_VISIBILITY_RETURNS, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None),
                get_one(),
                update(3, 3, 0, None),
                get_one(),
                update(5, 5, 0, None),
                get_one(),
                update(7, 7, 0, None),
                get_one(),
                update(9, 9, 0, None),
                get_one(),
                update(11, 11, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.get-range",
            "A visibilitytimeout of Get is between 1 second and 7 days",
            "What is too long is cut, and 0 means that the message is not taken.",
            [QUEUE_VISIBILITY_GET_RANGE],
            [
                put("a"),
                get().invisible_for(0),
                get().invisible_for(WEEK + 1),
                get().invisible_for(-1),
                get_one().invisible_for(0),
                get().invisible_for(i64::from(i32::MAX) + 1),
                get_one().invisible_for(WEEK + 1).version(Version::V2012_02_12),
                peek(),
                get_one().invisible_for(WEEK),
                peek(),
                update(8, 8, 0, None),
                get(),
            ]
        ),
    ]
}

fn put_for_later() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.visibility.put",
            "A message that is put for later is invisible until then",
            "The option is one of Get, and Put does not look at it.",
            [QUEUE_VISIBILITY_PUT],
            [put("a").invisible_for(60), peek(), get(), put("b").invisible_for(1), wait(2), peek(), get(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.put-at-once",
            "A message that is put for no time is visible at once",
            "0 is no time that is allowed, or means the default.",
            [QUEUE_VISIBILITY_PUT_RANGE, QUEUE_MESSAGES_PUT],
            [put("a").invisible_for(0), peek(), put("b").invisible_for(-1), get()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.put-then-taken",
            "A message that was put for later is taken like any other when its time has come",
            "It has been taken before, since it was invisible.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT],
            [put("a").invisible_for(1), wait(2), get_one(), peek(), delete(2, 2), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.put-range",
            "A visibilitytimeout of Put is between 0 and 7 days",
            "What is too long is cut, and what is below 0 is 0.",
            [QUEUE_VISIBILITY_PUT_RANGE],
            [
                put("a").invisible_for(-1),
                put("a").invisible_for(WEEK + 1),
                put("a").invisible_for(WEEK + 1).living_for(2 * WEEK),
                put("a").invisible_for(-60).living_for(60),
                put("a").invisible_for(WEEK + 1).living_for(-1),
                put("a").invisible_for(WEEK + 1).version(Version::V2012_02_12),
                metadata(),
                put("b").invisible_for(WEEK).living_for(WEEK + 1),
                peek(),
                metadata(),
            ]
        ),
    ]
}

fn updated() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.visibility.update",
            "An update says anew for how long the message is invisible, from then on",
            "It is added to the time that was left, or not looked at.",
            [QUEUE_VISIBILITY_UPDATE],
            [
                put("a"),
                get_one().invisible_for(60),
                update(1, 1, 1, None),
                wait(2),
                peek(),
                get_one().invisible_for(60),
                update(5, 5, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.update-longer",
            "An update makes a message invisible for longer",
            "The first taker's time stands.",
            [QUEUE_VISIBILITY_UPDATE],
            [
                put("a"),
                get_one().invisible_for(1),
                update(1, 1, 60, Some("b")),
                wait(2),
                peek(),
                get(),
                update(1, 2, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.update-hides",
            "An update hides a message that is visible",
            "What is visible stays so until somebody takes it.",
            [QUEUE_VISIBILITY_UPDATE],
            [put("a"), update(0, 0, 60, Some("b")), peek(), get(), update(0, 1, 0, None), peek(), get()]
        ),
        check!(
            QueueMessages,
            "queue.visibility.update-minutes",
            "What an update said holds to the second",
            "The time runs from when the message was taken.",
            [QUEUE_VISIBILITY_UPDATE],
            [
                put("a"),
                get_one().invisible_for(30),
                wait(20),
                update(1, 1, 30, None),
                wait(20),
                peek(),
                wait(20),
                peek(),
                get(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.visibility.update-range",
            "A visibilitytimeout of Update is between 0 and 7 days",
            "What is too long is cut, and what is below 0 is 0.",
            [QUEUE_VISIBILITY_UPDATE_RANGE],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None).invisible_for(-1),
                update(1, 1, 0, None).invisible_for(WEEK + 1),
                update(1, 1, 0, Some("b")).invisible_for(-1),
                update(1, 1, 0, Some("b")).invisible_for(WEEK + 1),
                update(1, 1, 0, None).invisible_for(WEEK + 1).version(Version::V2015_12_11),
                peek(),
                update(1, 1, 0, None).invisible_for(WEEK - 60),
                peek(),
                update(1, 8, 0, None),
                peek(),
            ]
        ),
    ]
}
