//! How many messages are returned.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{AskExt as _, StepExt as _, get, get_one, metadata, peek, peek_one, put, update};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;
use tablestakes_reference::queue::Ask;

/// So many messages that are alike, and these questions.
fn alike(count: usize, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let puts = std::iter::repeat_with(|| put("a")).take(count);
    puts.chain(asks).map(Step::from).collect()
}

/// A message, these texts wherever a number belongs, and what is there then.
fn with_numbers(texts: [&str; 2]) -> Vec<Step> {
    let mut script = steps![put("a"), get_one()];
    for text in texts {
        script.extend(steps![
            get().of_messages(text),
            peek().of_messages(text),
            get().invisible_for(text),
            put("b").invisible_for(text),
            put("b").living_for(text),
            update(1, 1, 0, Some("c")).invisible_for(text),
        ]);
    }
    script.extend(steps![update(1, 1, 0, None), get(), metadata()]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.count",
            "Get returns as many messages as numofmessages says, or as there are",
            "The number is a hint, or is looked at by one of the two.",
            [QUEUE_MESSAGES_COUNT],
            alike(6, [get().of_messages(2), get().of_messages(1), get().of_messages(32), get(), metadata()])
        ),
        check!(
            QueueMessages,
            "queue.messages.count-peeked",
            "Peek returns as many messages as numofmessages says, or as there are",
            "The number is a hint, or is looked at by one of the two.",
            [QUEUE_MESSAGES_COUNT],
            alike(
                5,
                [
                    peek().of_messages(1),
                    peek().of_messages(2),
                    peek().of_messages(4),
                    peek().of_messages(5),
                    peek().of_messages(6),
                    peek().of_messages(32),
                ]
            )
        ),
        check!(
            QueueMessages,
            "queue.messages.count-default",
            "Without numofmessages, one message is returned",
            "Nothing said means everything.",
            [QUEUE_MESSAGES_COUNT_DEFAULT],
            alike(3, [peek_one(), get_one(), peek(), get_one(), peek_one(), get_one(), get_one()])
        ),
        check!(
            QueueMessages,
            "queue.messages.count-default-of-versions",
            "Without numofmessages, one message is returned in every version",
            "Defaults came with the newest version that the author read about.",
            [QUEUE_MESSAGES_COUNT_DEFAULT],
            {
                let mut script = alike(4, []);
                script.extend(steps![
                    peek_one().version(Version::V2011_08_18),
                    get_one().version(Version::V2012_02_12),
                    peek_one().version(Version::V2015_12_11),
                    get_one().version(Version::V2019_07_07),
                    peek(),
                ]);
                script
            }
        ),
        check!(
            QueueMessages,
            "queue.messages.count-range",
            "numofmessages is between 1 and 32, for Get and for Peek",
            "What is too large is cut, and what is too small is made 1.",
            [QUEUE_MESSAGES_COUNT_RANGE],
            [
                put("a"),
                get().of_messages(0),
                get().of_messages(33),
                get().of_messages(-1),
                get().of_messages(100),
                get().of_messages(i64::from(i32::MAX) + 1),
                peek().of_messages(0),
                peek().of_messages(33),
                peek().of_messages(-1),
                peek().of_messages(1000),
                peek().of_messages(32),
                get().of_messages(32),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.not-numbers",
            "What must be a number and is none is refused, and nothing is done",
            "It is read as far as it is one, or as if it had not been said.",
            [
                QUEUE_MESSAGES_COUNT_RANGE,
                QUEUE_VISIBILITY_GET_RANGE,
                QUEUE_VISIBILITY_PUT_RANGE,
                QUEUE_VISIBILITY_UPDATE_RANGE,
                QUEUE_MESSAGES_TTL_LEAST,
            ],
            with_numbers(["x", "1x"])
        ),
        check!(
            QueueMessages,
            "queue.messages.not-whole-numbers",
            "What must be a whole number in decimal digits and is another is refused, and nothing is done",
            "It is read as far as it is one, or as a number of the language.",
            [
                QUEUE_MESSAGES_COUNT_RANGE,
                QUEUE_VISIBILITY_GET_RANGE,
                QUEUE_VISIBILITY_PUT_RANGE,
                QUEUE_VISIBILITY_UPDATE_RANGE,
                QUEUE_MESSAGES_TTL_LEAST,
            ],
            with_numbers(["1.5", "0x10"])
        ),
        check!(
            QueueMessages,
            "queue.messages.count-range-old",
            "numofmessages is between 1 and 32 in every version",
            "The range is looked at by the newest version's code.",
            [QUEUE_MESSAGES_COUNT_RANGE],
            [
                put("a"),
                get().of_messages(33).version(Version::V2011_08_18),
                peek().of_messages(33).version(Version::V2012_02_12),
                get().of_messages(0).version(Version::V2015_12_11),
                get().of_messages(64).version(Version::V2017_04_17),
                peek().of_messages(0).version(Version::V2019_07_07),
                get(),
            ]
        ),
    ]
}
