//! Receipts that are none, and ids that no message has.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::queue::everything::{NO_MESSAGE, NO_RECEIPT};
use crate::queue::steps::{
    AskExt as _, StepExt as _, absent, bare_request, clear, delete, get, get_one, message, metadata, peek, put, update,
    wait,
};
use tablestakes_reference::Version;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [unreadable(), unknown()].concat()
}

fn unreadable() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.receipts.malformed",
            "A receipt that is no base64 is refused for its form",
            "It is stale like any other.",
            [QUEUE_RECEIPTS_MALFORMED],
            [
                put("a"),
                get_one(),
                delete(1, 1).by_receipt("invalid"),
                update(1, 1, 0, None).by_receipt("invalid"),
                update(1, 1, 0, Some("b")).by_receipt("no receipt"),
                delete(1, 1).by_receipt("AgAAAAMAAAAAAAAADgkZwbAB0wE=x"),
                delete(1, 1).by_receipt("{}"),
                update(1, 1, 0, None).by_receipt("AgAAAAMAAAAAAAAADgkZwbAB0wE"),
                delete(1, 1).by_receipt("not-a-receipt").version(Version::V2012_02_12),
                update(1, 1, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.malformed-first",
            "The form of a receipt is looked at before the queue is",
            "The queue is looked up first, as it always is.",
            [QUEUE_RECEIPTS_MALFORMED_FIRST],
            [
                delete(0, 0).on(absent()).of_message(NO_MESSAGE).by_receipt("invalid"),
                update(0, 0, 5, None).on(absent()).of_message(NO_MESSAGE).by_receipt("exist"),
                update(0, 0, 5, Some("a")).on(absent()).of_message("no-id").by_receipt("invalid"),
                delete(0, 0).on(absent()).of_message("no-id").by_receipt("no receipt"),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.required",
            "Update and Delete need a receipt",
            "Without one everybody is trusted.",
            [QUEUE_RECEIPTS_REQUIRED],
            [
                put("a"),
                get_one(),
                delete(1, 1).without_receipt(),
                update(1, 1, 0, Some("b")).without_receipt(),
                update(1, 1, 0, None).without_receipt(),
                delete(1, 1).by_receipt(""),
                update(1, 1, 0, None).by_receipt(""),
                metadata(),
                update(1, 1, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.plus-is-blank",
            "A plus sign in an address is a blank, and a receipt with a blank is none",
            "Queries are decoded as paths are.",
            [QUEUE_ADDRESS_PLUS_IS_BLANK],
            [
                put("a"),
                bare_request("DELETE", "/${queue}/messages/${message:0}?popreceipt=A+AAAAMAAAAAAAAADgkZwbAB0wE%3D"),
                bare_request(
                    "PUT",
                    "/${queue}/messages/${message:0}?visibilitytimeout=0&popreceipt=AgAAAAMAAAAAAAAADgkZ+bAB0wE%3D"
                ),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.percent-once",
            "A receipt is decoded once",
            "The framework decodes the query, and the code does so again.",
            [QUEUE_ADDRESS_PERCENT_ONCE],
            [
                put("a"),
                bare_request("DELETE", "/${queue}/messages/${message:0}?popreceipt=AgAAAAMAAAAAAAAADgkZwbAB0wE%253D"),
                bare_request(
                    "PUT",
                    "/${queue}/messages/${message:0}?visibilitytimeout=0&popreceipt=%2541gAAAAMAAAAAAAAADgkZwbAB0wE%3D"
                ),
                peek(),
            ]
        ),
    ]
}

fn unknown() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.receipts.unknown-id",
            "An id that no message has is not found, whatever its form",
            "What is no guid is an error of another kind.",
            [QUEUE_RECEIPTS_UNKNOWN_ID],
            [
                put("a"),
                get_one(),
                delete(1, 1).of_message(NO_MESSAGE),
                update(1, 1, 0, Some("b")).of_message(NO_MESSAGE),
                delete(1, 1).of_message("no-id"),
                update(1, 1, 0, None).of_message("test-message"),
                delete(1, 1).of_message(format!("{}0", message(1))),
                delete(1, 1).of_message(NO_MESSAGE).by_receipt(NO_RECEIPT),
                update(1, 1, 0, None),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.unknown-id-deleted",
            "A message that was deleted, cleared or has expired is not found",
            "It is remembered, and then its receipt is stale.",
            [QUEUE_RECEIPTS_UNKNOWN_ID],
            [
                put("a"),
                get_one(),
                delete(1, 1),
                delete(1, 1),
                update(1, 1, 0, Some("b")),
                put("c").living_for(1),
                put("d"),
                clear(),
                delete(5, 5),
                put("e").living_for(1),
                wait(2),
                delete(9, 9),
                update(9, 9, 0, None),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.queue-first",
            "A queue that is not there is told before the message is looked for",
            "The message is not there, whatever else is not.",
            [QUEUE_RECEIPTS_QUEUE_FIRST],
            [
                put("a"),
                get_one(),
                delete(1, 1).on(absent()),
                update(1, 1, 0, None).on(absent()),
                update(1, 1, 0, Some("b")).on(absent()),
                delete(1, 1).on(absent()).of_message(NO_MESSAGE),
                update(1, 1, 0, None).on(absent()).of_message("no-id").by_receipt(NO_RECEIPT),
                get(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.receipts.id-forgotten",
            "Deleting without an id clears the queue, with a receipt too",
            "The path is short of a segment, and that is refused.",
            [QUEUE_MESSAGES_CLEAR],
            [
                put("a"),
                put("b").invisible_for(60),
                bare_request("DELETE", "/${queue}/messages?popreceipt=AgAAAAMAAAAAAAAADgkZwbAB0wE%3D"),
                metadata(),
                peek(),
            ]
        ),
    ]
}
