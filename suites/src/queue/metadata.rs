//! Metadata of queues, and how many messages they say that they hold.

use super::steps::{
    AskExt as _, StepExt as _, bare_request, clear, create_with, delete, further, get, get_one, list, metadata, put,
    queue, set_metadata, update, wait,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::RawRequest;

const SUITE: Suite = Suite::Metadata;

/// Asks for the metadata of a queue with HEAD.
fn head(name: &str) -> RawRequest {
    bare_request("HEAD", format!("/{name}?comp=metadata"))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [pairs(), counts(), refused()].concat()
}

fn pairs() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.metadata.created",
            "A queue has the metadata that it was created with",
            "Metadata is read by one operation, and by the other it is not.",
            [QUEUE_METADATA_CREATED],
            [
                create_with(further("x"), &[("a", "1"), ("_b", "two words"), ("c3", "3")]),
                metadata().on(further("x")),
                create_with(further("y"), &[("a", "1")]),
                metadata().on(further("y")),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.set",
            "Setting metadata answers 204",
            "Everything that is granted answers 200.",
            [QUEUE_METADATA_SET],
            [
                set_metadata(&[("a", "1")]),
                set_metadata(&[("a", "2")]),
                set_metadata(&[]),
                set_metadata(&[("a", "1")]).version(Version::V2015_12_11),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.replaced",
            "Setting metadata replaces all of it",
            "It is merged into what is there.",
            [QUEUE_METADATA_REPLACED],
            [
                set_metadata(&[("a", "1"), ("b", "2")]),
                set_metadata(&[("b", "3"), ("c", "4")]),
                metadata(),
                set_metadata(&[]),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.replaces-what-was-created",
            "Metadata that a queue was created with is replaced as well",
            "It is kept in two places.",
            [QUEUE_METADATA_REPLACED],
            [
                create_with(further("x"), &[("a", "1"), ("b", "2")]),
                set_metadata(&[("c", "3")]).on(further("x")),
                metadata().on(further("x")),
                set_metadata(&[]).on(further("x")),
                metadata().on(further("x")),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.values",
            "Values come back as they were sent",
            "They are split at commas and semicolons, unquoted, or decoded.",
            [QUEUE_METADATA_GET],
            [
                set_metadata(&[
                    ("commas", "blue,Orange, Red"),
                    ("marks", "a;b=c&d=%41+\"q\" 'r' <s> \\t"),
                    ("digits", "007"),
                    ("word", "true"),
                ]),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.many",
            "A queue has many pairs of metadata, and long ones, whether it was created with them or they were set",
            "They are kept in columns, or in a line of limited length.",
            [QUEUE_METADATA_GET, QUEUE_METADATA_CREATED, QUEUE_LISTING_METADATA],
            {
                let names: Vec<String> = (0..20).map(|number| format!("name_{number}")).collect();
                let long = "v".repeat(1_000);
                let mut pairs: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "value")).collect();
                pairs.push(("long", &long));
                steps![
                    set_metadata(&pairs),
                    metadata(),
                    head("${queue}"),
                    create_with(further("x"), &pairs),
                    metadata().on(further("x")),
                    list(further("")).with_metadata(),
                    create_with(further("x"), &pairs),
                ]
            }
        ),
        check!(
            QueueCore,
            "queue.metadata.head",
            "HEAD tells the same as GET, without a body",
            "A route is written for GET.",
            [QUEUE_METADATA_HEAD, QUEUE_METADATA_GET, QUEUE_METADATA_COUNT],
            [set_metadata(&[("a", "1")]), put("m"), head("${queue}"), head("${queue}-absent"), metadata()]
        ),
        check!(
            QueueCore,
            "queue.metadata.kept-by-messages",
            "What is done to messages leaves metadata alone",
            "A queue is written as a whole.",
            [QUEUE_METADATA_GET],
            [
                set_metadata(&[("a", "1")]),
                put("m"),
                get_one(),
                metadata(),
                update(2, 2, 0, Some("n")),
                clear(),
                metadata(),
            ]
        ),
    ]
}

fn counts() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.metadata.count",
            "The number of messages is told, and follows what is put, deleted and cleared",
            "It is a constant, or left out where it is not needed by the client that was tried.",
            [QUEUE_METADATA_COUNT],
            [
                metadata(),
                put("a"),
                metadata(),
                put("b"),
                metadata(),
                get_one(),
                delete(5, 5),
                metadata(),
                clear(),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.count-invisible",
            "Invisible messages are counted",
            "What Peek would show is counted.",
            [QUEUE_METADATA_COUNT_INVISIBLE],
            [
                put("a").invisible_for(60),
                metadata(),
                put("b"),
                get(),
                metadata(),
                head("${queue}"),
                update(3, 3, 120, None),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.count-expired",
            "Messages that have expired are not counted",
            "They are removed when somebody comes across them.",
            [QUEUE_METADATA_COUNT_EXPIRED],
            [put("a").living_for(1), put("b"), wait(2), metadata(), head("${queue}"), get(), metadata(),]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.metadata.name-characters",
            "A name that is no identifier is refused, whoever sets it",
            "Names of headers may hold dashes and dots, and begin with digits.",
            [QUEUE_METADATA_NAME_CHARACTERS],
            [
                set_metadata(&[("good", "1")]),
                set_metadata(&[("a-b", "1")]),
                set_metadata(&[("1a", "1")]),
                set_metadata(&[("a.b", "1")]),
                set_metadata(&[("good", "2"), ("a!", "1")]),
                metadata(),
                create_with(further("x"), &[("a-b", "1")]),
                create_with(further("x"), &[("0", "1")]),
                create_with(further("x"), &[("good", "1"), ("a~b", "1")]),
                metadata().on(further("x")),
                create_with(queue(), &[("a-b", "1")]),
            ]
        ),
        check!(
            QueueCore,
            "queue.metadata.empty-name",
            "A header of metadata without a name is refused, whoever sends it",
            "It is passed over, as headers are that nobody knows.",
            [QUEUE_METADATA_EMPTY_NAME],
            [
                set_metadata(&[("good", "1")]),
                set_metadata(&[("", "1")]),
                set_metadata(&[("other", "2"), ("", "1")]),
                metadata(),
                create_with(further("x"), &[("", "1")]),
                metadata().on(further("x")),
            ]
        ),
    ]
}
