//! For how long messages live.

use super::steps::{AskExt as _, StepExt as _, delete, get, get_one, metadata, peek, peek_one, put, update, wait};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Expiry;

/// For how long messages live if nothing is said, in seconds; before 2017-07-29 no longer.
const WEEK: u32 = 604_800;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [over(), told(), limits()].concat()
}

fn over() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.expiry.expired",
            "A message that has expired is neither got nor peeked at",
            "The time is told, and nobody looks at it.",
            [QUEUE_MESSAGES_EXPIRED],
            [put("a").living_for(1), put("b").living_for(60), wait(2), peek(), get(), peek_one(), metadata(),]
        ),
        check!(
            QueueMessages,
            "queue.expiry.expired-while-taken",
            "A message that expires while it is invisible does not come back",
            "Its life begins anew when it is taken, or is looked at when it is put.",
            [QUEUE_MESSAGES_EXPIRED],
            [
                put("a").living_for(2),
                get_one().invisible_for(1),
                wait(3),
                peek(),
                get(),
                metadata(),
                delete(1, 1),
                update(1, 1, 0, None),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.ttl",
            "A message lives for as many seconds as messagettl says",
            "Everything lives for a week.",
            [QUEUE_MESSAGES_TTL],
            [put("a").living_for(1), put("b").living_for(100), put("c"), wait(2), peek(), metadata(),]
        ),
        check!(
            QueueMessages,
            "queue.expiry.ttl-minute",
            "A message that lives for a minute is there for a minute",
            "Expiry is looked for now and then.",
            [QUEUE_MESSAGES_TTL, QUEUE_MESSAGES_EXPIRED],
            [put("a").living_for(60), wait(50), peek(), get_one().invisible_for(1), wait(20), get(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.expiry.default",
            "A message of which nothing is said lives for seven days",
            "Nothing said means forever, or a day.",
            [QUEUE_MESSAGES_TTL_DEFAULT],
            [put("a"), wait(WEEK - 60), peek(), metadata(), wait(120), peek(), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.expiry.never",
            "A message that never expires is there after two months",
            "Forever is a large number of days, or seven of them.",
            [QUEUE_MESSAGES_TTL_NEVER],
            [put("a").living_for(-1), wait(60 * 86_400), peek(), metadata()]
        ),
    ]
}

fn told() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.expiry.ttl-told",
            "ExpirationTime lies as many seconds after InsertionTime as messagettl says",
            "What is told is the default.",
            [QUEUE_MESSAGES_TTL],
            [
                put("a").living_for(1000),
                peek(),
                get_one(),
                put("b").living_for(WEEK),
                peek(),
                get_one().version(Version::V2012_02_12),
                put("c").living_for(7200).version(Version::V2015_12_11),
                peek(),
                put("d").living_for(61).invisible_for(60),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.default-told",
            "The answer says that a message of which nothing is said lives for seven days",
            "Nothing said means forever, or a day.",
            [QUEUE_MESSAGES_TTL_DEFAULT],
            [
                put("a"),
                peek(),
                get_one(),
                put("b").version(Version::V2012_02_12),
                get_one().version(Version::V2012_02_12),
                put("c").version(Version::V2015_12_11),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.never-told",
            "A message that never expires does so at the end of the year 9999",
            "-1 is refused, or a second before it was put.",
            [QUEUE_MESSAGES_TTL_NEVER],
            [
                put("a").living_for(-1),
                peek(),
                get_one(),
                update(2, 2, 0, Some("b")),
                peek(),
                put("c").living_for(-1).invisible_for(60),
                put("d").living_for(-1).version(Version::V2017_07_29),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.long",
            "From 2017-07-29 on a message may live for longer than seven days",
            "The limit of the first versions is that of all.",
            [QUEUE_MESSAGES_TTL_LONG],
            [
                put("a").living_for(WEEK + 1),
                peek(),
                get_one(),
                put("b").living_for(1_073_741_824),
                peek(),
                put("c").living_for(WEEK + 1).version(Version::V2017_07_29),
                put("d").living_for(100 * WEEK).version(Version::V2018_03_28),
                metadata(),
            ]
        ),
    ]
}

fn limits() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.expiry.limit-before",
            "Before 2017-07-29 a message lives for seven days at most",
            "There is no limit, since there is none today.",
            [QUEUE_MESSAGES_TTL_LIMIT],
            [
                put("a").living_for(WEEK).version(Version::V2017_04_17),
                put("b").living_for(WEEK + 1).version(Version::V2017_04_17),
                put("b").living_for(2 * WEEK).version(Version::V2015_12_11),
                put("b").living_for(WEEK + 1).version(Version::V2012_02_12),
                put("c").living_for(WEEK).version(Version::V2011_08_18),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.ttl-least",
            "A message lives for a second at least, or forever",
            "What is below 0 is forever, and 0 is nothing said.",
            [QUEUE_MESSAGES_TTL_LEAST],
            [
                put("a").living_for(0),
                put("a").living_for(-2),
                put("a").living_for(-60).invisible_for(0),
                put("a").living_for(i64::from(i32::MIN)),
                put("a").living_for(0).version(Version::V2012_02_12),
                put("a").living_for(-2).version(Version::V2015_12_11),
                put("a").living_for(0).version(Version::V2020_12_06),
                metadata(),
                put("b").living_for(1),
                put("c").living_for(-1),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.over-visibility",
            "A message lives for longer than it is invisible",
            "It is put, and nobody will ever see it.",
            [QUEUE_MESSAGES_TTL_OVER_VISIBILITY],
            [
                put("a").invisible_for(30).living_for(30),
                put("a").invisible_for(31).living_for(30),
                put("a").invisible_for(WEEK).living_for(WEEK),
                put("a").invisible_for(WEEK),
                put("a").invisible_for(1).living_for(1).version(Version::V2015_12_11),
                put("a").invisible_for(60).living_for(5).version(Version::V2012_02_12),
                metadata(),
                put("b").invisible_for(30).living_for(31),
                put("c").invisible_for(WEEK - 1),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.expiry.never-over-visibility",
            "A message that never expires may be put for later by any time that is allowed",
            "-1 is less than everything.",
            [QUEUE_MESSAGES_TTL_NEVER],
            [
                put("a").invisible_for(1).living_for(-1),
                put("b").invisible_for(WEEK).living_for(-1),
                metadata(),
                wait(2),
                peek(),
            ]
        ),
    ]
}
