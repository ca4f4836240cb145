//! Sizes of texts, at the limit and one beyond, in every form and on each operation.

use super::steps::{
    AskExt as _, StepExt as _, absent, get, get_one, message_document, metadata, peek, put, put_document, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Limits;

/// The largest text, in octets, and before 2011-08-18.
const LARGEST: usize = 65_536;
const LARGEST_BEFORE: usize = 8_192;

/// A text of this many octets, of characters that have so many.
fn of_octets(character: char, octets: usize) -> String {
    let count = octets / character.len_utf8();
    let rest = "x".repeat(octets - count * character.len_utf8());
    format!("{}{rest}", character.to_string().repeat(count))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [largest(), beyond(), before()].concat()
}

fn largest() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.limits.text-largest",
            "A text of 65,536 octets is stored, and comes back whole",
            "The body is limited, and the envelope is forgotten.",
            [QUEUE_MESSAGES_SIZE_OCTETS, QUEUE_MESSAGES_SIZE],
            [put(of_octets('x', LARGEST)), peek(), get_one(), put(of_octets('x', LARGEST + 1)), metadata()]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-largest-updated",
            "A text of 65,536 octets may replace another",
            "Updates have a limit of their own.",
            [QUEUE_MESSAGES_SIZE_OCTETS, QUEUE_MESSAGES_SIZE],
            [
                put("a"),
                get_one(),
                update(1, 1, 60, Some(&of_octets('x', LARGEST))),
                update(1, 2, 0, Some(&of_octets('x', LARGEST + 1))),
                update(1, 2, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-largest-whole",
            "The largest text comes back whole, whatever it is made of",
            "It is read in pieces, and a character may lie across two of them.",
            [QUEUE_MESSAGES_SIZE_OCTETS, QUEUE_MESSAGES_TEXT_UNICODE],
            [
                put(format!("x{}", of_octets('é', LARGEST - 1))),
                get_one(),
                put(of_octets('世', LARGEST)),
                get_one(),
                put(format!("xx{}", of_octets('😀', LARGEST - 2))),
                get_one(),
                update(5, 5, 0, Some(&format!("x{}", of_octets('世', LARGEST - 1)))),
                get_one(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-escaped",
            "What is escaped counts as the characters that it stands for",
            "The octets of the body are counted.",
            [QUEUE_MESSAGES_SIZE_OCTETS],
            [
                put(of_octets('<', LARGEST)),
                put(of_octets('&', LARGEST)),
                put_document(message_document(&"&#65;".repeat(LARGEST / 2))),
                put("a".repeat(LARGEST - 5) + "<&>'\""),
                get_one(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-escaped-updated",
            "What is escaped in an update counts as the characters that it stands for",
            "The octets of the body are counted.",
            [QUEUE_MESSAGES_SIZE_OCTETS],
            [put("a"), get_one(), update(1, 1, 0, Some(&of_octets('&', LARGEST))), peek()]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-multi-octet",
            "Octets are counted, and not characters",
            "A length of text is one of UTF-16.",
            [QUEUE_MESSAGES_SIZE, QUEUE_MESSAGES_SIZE_OCTETS],
            [
                put(of_octets('é', LARGEST)),
                put(of_octets('世', LARGEST)),
                put(of_octets('😀', LARGEST)),
                put(of_octets('é', LARGEST) + "é"),
                put(of_octets('世', LARGEST) + "x"),
                put(of_octets('😀', LARGEST + 1)),
                metadata(),
            ]
        ),
    ]
}

fn beyond() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.limits.text-too-large",
            "A text of 65,537 octets is refused, and nothing is stored",
            "The limit is left to clients, or to the framework.",
            [QUEUE_MESSAGES_SIZE],
            [
                put(of_octets('x', LARGEST + 1)),
                put(of_octets('<', LARGEST + 1)),
                put(of_octets('é', LARGEST + 1)),
                put(of_octets('x', 2 * LARGEST)),
                put(of_octets('x', LARGEST + 1)).version(Version::V2011_08_18),
                put(of_octets('x', LARGEST + 1)).version(Version::V2015_12_11),
                metadata(),
                put("a"),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-too-large-updated",
            "An update with a text of 65,537 octets is refused, and changes nothing",
            "The limit is one of Put.",
            [QUEUE_MESSAGES_SIZE],
            [
                put("a"),
                get_one(),
                update(1, 1, 0, Some(&of_octets('x', LARGEST + 1))),
                update(1, 1, 0, Some(&of_octets('😀', LARGEST + 4))),
                update(1, 1, 0, Some(&of_octets('&', LARGEST + 1))),
                get(),
                update(1, 1, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.limits.text-referenced",
            "A text that is too large is so whether its characters are written as references or not",
            "The document is cut, or counted before it is read.",
            [QUEUE_MESSAGES_SIZE],
            [
                put_document(message_document(&"&#65;".repeat(LARGEST + 1))),
                put_document(message_document(&format!("<![CDATA[{}]]>", of_octets('x', LARGEST + 1)))),
                put_document(message_document(&format!("<![CDATA[{}]]>", of_octets('x', LARGEST)))),
                metadata(),
            ]
        ),
    ]
}

fn before() -> Vec<Check> {
    vec![check!(
        QueueMessages,
        "queue.limits.text-before",
        "Before 2011-08-18 a text has 8,192 octets at most",
        "The limit of the newest version is that of all.",
        [QUEUE_MESSAGES_SIZE_BEFORE],
        [
            put(of_octets('x', LARGEST_BEFORE)).version(Version::V2009_09_19),
            put(of_octets('x', LARGEST_BEFORE + 1)).version(Version::V2009_09_19),
            put(of_octets('é', LARGEST_BEFORE + 2)).version(Version::V2009_09_19),
            put(of_octets('x', LARGEST_BEFORE + 1)).version(Version::V2009_07_17),
            put(of_octets('x', LARGEST)).version(Version::V2009_09_19),
            put(of_octets('x', LARGEST_BEFORE + 1)).version(Version::V2011_08_18),
            put("a").on(absent()).version(Version::V2009_09_19),
            metadata(),
        ]
    )]
}
