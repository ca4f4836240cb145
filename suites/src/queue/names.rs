//! Names of queues: which are allowed, and what is said of the others.

use super::steps::{AskExt as _, clear, create, create_with, delete_queue, further, list, metadata, peek, put, queue};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Names;

/// How long the name of a history's queue is. Were it otherwise, the check of lengths would stay true but miss the limit.
const QUEUE_NAME: usize = 24;

/// The name of the history's queue, made longer to this many characters.
fn padded(length: usize) -> String {
    format!("{}{}", queue(), "x".repeat(length - QUEUE_NAME))
}

/// The name of the history's queue with this before and behind it.
fn around(before: &str, behind: &str) -> String {
    format!("{before}{}{behind}", queue())
}

/// Creates a queue whose name is not that of a run, for it is too short or too long. Should a target have one of that name, its
/// metadata is another, and it is not taken for one that was created here.
fn create_elsewhere(name: impl Into<String>) -> Ask {
    create_with(name, &[("made_by", "tablestakes")])
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.names.forbidden-characters",
            "A name with a character other than letters, digits and dashes is refused",
            "The name becomes a file or a key, and whatever that admits is admitted.",
            [QUEUE_NAMES_CHARACTERS],
            [
                create(around("", "_x")),
                create(around("", ".x")),
                create(around("", "é")),
                create(around("", "{x}")),
                create(around("", " x")),
                create(around("", "%")),
                create(around("", "$x")),
                create(around("$", "")),
                list(around("", "")),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.other-letters",
            "Letters and digits are those of ASCII",
            "The pattern names a class of characters that Unicode made larger.",
            [QUEUE_NAMES_CHARACTERS],
            [
                create(around("", "ß")),
                create(around("", "ａ")),
                create(around("", "世")),
                create(around("", "٣")),
                create(around("", "😀")),
                create(around("", "-\u{2010}")),
                list(around("", "")),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.upper-case",
            "A name with an upper-case letter is refused, wherever it stands",
            "Names are folded to lower case, to be kind.",
            [QUEUE_NAMES_UPPER_CASE],
            [
                create(around("", "X")),
                create(around("A", "")),
                create(around("", "-xYz")),
                metadata().on(around("", "x")),
                metadata().on(around("a", "")),
                list(around("", "")),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.upper-case-elsewhere",
            "No operation finds a queue by its name in upper case",
            "Names are folded where they are looked up.",
            [QUEUE_NAMES_UPPER_CASE],
            [
                create(further("x")),
                put("a").on(further("x")),
                peek().on(further("X")),
                metadata().on(further("X")),
                put("b").on(further("X")),
                clear().on(further("X")),
                delete_queue(further("X")),
                peek().on(further("x")),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.dashes",
            "A dash stands between letters or digits, one at a time",
            "A class of characters is looked at, and their order is not.",
            [QUEUE_NAMES_DASHES],
            [
                create(around("", "-")),
                create(around("-", "")),
                create(around("", "--x")),
                create(around("", "-x--")),
                create(around("", "-x-y")),
                list(around("", "-")),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.too-short",
            "A name of one or two characters is refused for its length",
            "Length and characters are refused with different codes.",
            [QUEUE_NAMES_LENGTH],
            [create_elsewhere("q"), create_elsewhere("qq"), create_elsewhere("0")]
        ),
        check!(
            QueueCore,
            "queue.names.too-long",
            "A name of 64 characters is refused for its length",
            "Length and characters are refused with different codes.",
            [QUEUE_NAMES_LENGTH],
            [create_elsewhere("q".repeat(64)), create_elsewhere("q".repeat(65)), create_elsewhere("q".repeat(255)),]
        ),
        check!(
            QueueCore,
            "queue.names.longest",
            "Names of 62 and 63 characters are allowed and work, 64 are not",
            "Names of files and buckets have other limits.",
            [QUEUE_NAMES_LENGTH],
            [
                create(padded(62)),
                create(padded(63)),
                create(padded(64)),
                put("a").on(padded(63)),
                peek().on(padded(63)),
                peek().on(padded(62)),
                list(queue()),
                delete_queue(padded(62)),
                delete_queue(padded(63)),
            ]
        ),
        check!(
            QueueCore,
            "queue.names.allowed",
            "A name may end with a digit, and have dashes between digits and letters",
            "Names are those of tables, or of files.",
            [QUEUE_QUEUES_CREATE],
            [
                create(around("", "0")),
                create(around("", "-0-1-a")),
                metadata().on(around("", "0")),
                put("a").on(around("", "-0-1-a")),
                peek().on(around("", "-0-1-a")),
                delete_queue(around("", "-0-1-a")),
            ]
        ),
    ]
}
