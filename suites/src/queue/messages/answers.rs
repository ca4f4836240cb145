//! What answers tell of messages, version by version.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{
    AskExt as _, StepExt as _, delete, get, get_one, metadata, peek, peek_one, put, update, wait,
};
use tablestakes_reference::Version;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [told_by_put(), elements()].concat()
}

fn told_by_put() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.put-body",
            "Putting a message tells its id, its times and its receipt",
            "There is nothing to tell, since the client knows what it sent.",
            [QUEUE_MESSAGES_PUT_BODY],
            [put("a"), put("b").invisible_for(20).living_for(30), put("c").living_for(604_800), delete(0, 0), peek(),]
        ),
        check!(
            QueueMessages,
            "queue.messages.put-body-since",
            "From 2016-05-31 on, putting a message tells about it",
            "The body came with the newest version that the author read about.",
            [QUEUE_MESSAGES_PUT_BODY],
            [
                put("a").version(Version::V2016_05_31),
                put("b").version(Version::V2017_04_17),
                put("c").version(Version::V2018_03_28),
                put("d").version(Version::V2019_07_07),
                put("e").version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.put-no-body",
            "Up to 2015-12-11, putting a message is answered without a body",
            "There is one form of answers, the newest.",
            [QUEUE_MESSAGES_PUT_NO_BODY],
            [
                put("a").version(Version::V2015_12_11),
                put("b").version(Version::V2015_04_05),
                put("c").version(Version::V2013_08_15),
                put("d").version(Version::V2012_02_12),
                put("e").version(Version::V2011_08_18),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.one-id",
            "A message has the id that putting it told, for everybody and for good",
            "Ids are made for each answer.",
            [QUEUE_MESSAGES_PUT_BODY],
            [put("a"), get_one().invisible_for(1), delete(0, 0), delete(0, 1), peek(), metadata(),]
        ),
    ]
}

fn elements() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.messages.elements",
            "From 2016-05-31 on, receipt and TimeNextVisible stand before DequeueCount",
            "Clients that read in order read the documentation's order.",
            [QUEUE_MESSAGES_ELEMENTS],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, None),
                get().version(Version::V2016_05_31),
                update(3, 3, 0, None),
                get().version(Version::V2019_07_07),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.elements-before",
            "Up to 2015-12-11, DequeueCount stands before receipt and TimeNextVisible",
            "There is one form of answers, the newest.",
            [QUEUE_MESSAGES_ELEMENTS_BEFORE],
            [
                put("a").version(Version::V2015_12_11),
                get_one().version(Version::V2015_12_11),
                update(1, 1, 0, None).version(Version::V2015_12_11),
                get().version(Version::V2014_02_14),
                update(3, 3, 0, None).version(Version::V2015_12_11),
                get().version(Version::V2011_08_18),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.times",
            "The times of messages are HTTP dates in whole seconds, wherever they are told",
            "Dates in XML are ISO 8601.",
            [QUEUE_MESSAGES_TIMES],
            [
                put("a"),
                peek(),
                get(),
                put("b").living_for(-1),
                peek(),
                get_one(),
                put("c").version(Version::V2015_12_11),
                get_one().version(Version::V2015_12_11),
                put("d").version(Version::V2012_02_12),
                peek().version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.peek-elements",
            "Peek tells neither receipts nor when messages become visible, in any version",
            "Get and Peek write one element.",
            [QUEUE_MESSAGES_PEEK_ELEMENTS],
            [
                put("a"),
                peek_one(),
                put("b"),
                peek(),
                peek().version(Version::V2011_08_18),
                peek().version(Version::V2015_12_11),
                peek().version(Version::V2019_07_07),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.dequeue-count",
            "DequeueCount tells how often a message was taken: by Get, and by nothing else",
            "It counts what was shown, or begins anew.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("a"),
                peek(),
                get_one(),
                update(2, 2, 0, None),
                peek(),
                get_one(),
                update(5, 5, 0, None),
                get_one(),
                update(7, 7, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.messages.dequeue-count-lapsed",
            "DequeueCount goes up when a message is taken whose time was over",
            "A message that comes back is a new one.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT],
            [put("a"), put("b"), get().invisible_for(1), wait(2), peek(), get()]
        ),
        check!(
            QueueMessages,
            "queue.messages.dequeue-count-kept",
            "An update leaves DequeueCount as it is, with a text or without",
            "An update is a delete and a put.",
            [QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, Some("b")),
                peek(),
                get_one(),
                update(4, 4, 0, None),
                peek(),
                get_one(),
                update(7, 7, 30, Some("c")),
                update(7, 8, 0, None),
                get_one(),
            ]
        ),
    ]
}
