//! Creating and deleting queues.

use super::steps::{
    AskExt as _, StepExt as _, absent, clear, create, create_with, delete, delete_queue, further, get, get_one, list,
    metadata, peek, policies, policy_document, put, queue, set_metadata, set_policies, update, wait, whole_policy,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Queues;

/// Everything that is asked of one queue, of the one with this name; ids and receipts are those of step 1.
fn everything_of(name: &str) -> Vec<Step> {
    let asks = [
        metadata(),
        set_metadata(&[("a", "1")]),
        policies(),
        set_policies(""),
        put("a"),
        get(),
        peek(),
        clear(),
        update(1, 1, 0, Some("b")),
        update(1, 1, 0, None),
        delete(1, 1),
        delete_queue(""),
    ];
    asks.into_iter().map(|ask| Step::from(ask.on(name))).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [created(), deleted()].concat()
}

fn created() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.queues.create",
            "Creating a queue answers 201, and then it is there and empty",
            "Everything that is granted answers 200.",
            [QUEUE_QUEUES_CREATE],
            [
                create(further("x")),
                metadata().on(further("x")),
                peek().on(further("x")),
                create_with(further("y"), &[("a", "1")]),
                metadata().on(further("y")),
                list(further("")),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.create-same",
            "Creating a queue again with the same metadata answers 204, and changes nothing",
            "What is there is a conflict, or is made anew and empty.",
            [QUEUE_QUEUES_CREATE_SAME],
            [
                put("a"),
                create(queue()),
                create_with(further("x"), &[("a", "1"), ("b", "two")]),
                create_with(further("x"), &[("a", "1"), ("b", "two")]),
                create_with(further("x"), &[("b", "two"), ("a", "1")]),
                metadata().on(further("x")),
                peek(),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.create-conflict",
            "Creating a queue again with other metadata is refused, and changes nothing",
            "The names are compared, and the metadata is not, or replaces what is there.",
            [QUEUE_QUEUES_CREATE_CONFLICT],
            [
                create_with(further("x"), &[("a", "1")]),
                create_with(further("x"), &[("a", "2")]),
                create_with(further("x"), &[("b", "1")]),
                create_with(further("x"), &[("a", "1"), ("b", "1")]),
                create(further("x")),
                metadata().on(further("x")),
                create_with(queue(), &[("a", "1")]),
                metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.create-compared-now",
            "What is compared is the metadata that the queue has now, not what it was created with",
            "The request that created the queue is kept for comparison.",
            [QUEUE_QUEUES_CREATE_SAME, QUEUE_QUEUES_CREATE_CONFLICT],
            [
                create_with(further("x"), &[("a", "1")]),
                set_metadata(&[("b", "2")]).on(further("x")),
                create_with(further("x"), &[("a", "1")]),
                create_with(further("x"), &[("b", "2")]),
                set_metadata(&[]).on(further("x")),
                create(further("x")),
                metadata().on(further("x")),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.create-case-of-values",
            "Values of metadata are compared with their case",
            "All of it is compared without.",
            [QUEUE_QUEUES_CREATE_CONFLICT],
            [
                create_with(further("x"), &[("a", "One")]),
                create_with(further("x"), &[("a", "one")]),
                create_with(further("x"), &[("a", "One")]),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.isolated",
            "Messages, metadata and policies of one queue are not those of another",
            "The name is a prefix in a store of keys.",
            [QUEUE_QUEUES_CREATE, QUEUE_MESSAGES_NONE],
            [
                create_with(further("x"), &[("a", "1")]),
                create(further("x1")),
                put("x").on(further("x")),
                peek().on(further("x1")),
                metadata().on(further("x1")),
                clear().on(further("x1")),
                peek().on(further("x")),
                delete_queue(further("x1")),
                peek().on(further("x")),
                peek(),
            ]
        ),
    ]
}

fn deleted() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.queues.delete",
            "A queue that was deleted is gone at once, for every operation",
            "It is marked, and the mark is looked at where somebody remembered.",
            [QUEUE_QUEUES_DELETE, QUEUE_QUEUES_MISSING],
            {
                let name = further("x");
                let mut script = steps![create(&name), put("a").on(&name), delete_queue(&name), list(further("")),];
                script.extend(everything_of(&name));
                script
            }
        ),
        check!(
            QueueCore,
            "queue.queues.delete-missing",
            "Deleting a queue that is not there is refused",
            "Deletion is idempotent elsewhere.",
            [QUEUE_QUEUES_DELETE_MISSING],
            [
                delete_queue(absent()),
                create(further("x")),
                delete_queue(further("x")),
                delete_queue(further("x")),
                delete_queue(absent()).version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.delete-with-messages",
            "A queue is deleted with its messages, visible or not",
            "What is not empty is not deleted, as in file systems.",
            [QUEUE_QUEUES_DELETE_WITH_MESSAGES],
            [
                create(further("x")),
                put("a").on(further("x")),
                put("b").on(further("x")),
                delete_queue(further("x")),
                metadata().on(further("x")),
                create(further("y")),
                put("a").on(further("y")),
                get().on(further("y")),
                delete_queue(further("y")),
                metadata().on(further("y")),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.missing-everywhere",
            "Every operation on a queue that is not there answers QueueNotFound",
            "A missing queue is an empty one, or a missing resource, or is made on demand.",
            [QUEUE_QUEUES_MISSING, QUEUE_RECEIPTS_QUEUE_FIRST, QUEUE_QUEUES_DELETE_MISSING],
            {
                let mut script = steps![put("a"), get_one()];
                script.extend(everything_of(&absent()));
                script.push(metadata().on(absent()).into());
                script
            }
        ),
        check!(
            QueueCore,
            "queue.queues.created-at-once",
            "A queue that is created at once under the name of one that was deleted is empty, if it can be",
            "What belonged to the name stays with the name.",
            [QUEUE_QUEUES_DELETE, QUEUE_QUEUES_CREATE, QUEUE_QUEUES_DELETE_WITH_MESSAGES],
            [
                create_with(further("x"), &[("a", "1")]),
                put("a").on(further("x")),
                put("b").invisible_for(60).on(further("x")),
                set_policies(policy_document(&whole_policy("a"))).on(further("x")),
                delete_queue(further("x")),
                create(further("x")),
                metadata().on(further("x")),
                peek().on(further("x")),
                policies().on(further("x")),
            ]
        ),
        check!(
            QueueCore,
            "queue.queues.created-anew",
            "A queue of the same name that is created later has neither messages nor metadata of the one before",
            "What belonged to the name stays with the name.",
            [QUEUE_QUEUES_DELETE, QUEUE_QUEUES_CREATE],
            [
                create_with(further("x"), &[("a", "1")]),
                put("a").on(further("x")),
                delete_queue(further("x")),
                wait(90),
                create(further("x")),
                metadata().on(further("x")),
                peek().on(further("x")),
                policies().on(further("x")),
            ]
        ),
    ]
}
