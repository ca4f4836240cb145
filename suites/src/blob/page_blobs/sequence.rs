//! The sequence number of a page blob: how it is set, and what depends on it.

use super::{SUITE, clear, write};
use crate::blob::steps::{
    AskExt as _, create_append, create_page, get, get_metadata, head, page_ranges, put, set_metadata, set_properties,
    snapshot, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

/// A page blob with this number.
fn numbered(number: &str) -> Ask {
    create_page("p", 1024).with("x-ms-blob-sequence-number", number)
}

/// Does this with the number.
fn act(action: &str) -> Ask {
    set_properties("p").with("x-ms-sequence-number-action", action)
}

/// Does this with the number, and another one.
fn act_with(action: &str, number: &str) -> Ask {
    act(action).with("x-ms-blob-sequence-number", number)
}

/// Writes under a condition, and clears under it.
fn guarded(name: &str, numbers: &[&str]) -> Vec<Step> {
    let header = format!("x-ms-if-sequence-number-{name}");
    let mut steps = steps![numbered("5")];
    steps.extend(numbers.iter().map(|number| Step::from(write(0, 511).with(&header, *number))));
    steps.push(page_ranges("p").into());
    steps.extend(numbers.iter().map(|number| Step::from(clear(0, 511).with(&header, *number))));
    steps.extend(steps![page_ranges("p"), get("p")]);
    steps
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [set(), conditions()].concat()
}

fn set() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.sequence-set",
            "The sequence number is incremented, updated, or set to the larger of two",
            "It is kept as it was sent first, or max is update.",
            [BLOB_PAGES_SEQUENCE_SET, BLOB_PAGES_SEQUENCE_SHOWN],
            [
                numbered("5"),
                head("p"),
                act("increment"),
                head("p"),
                act_with("update", "3"),
                head("p"),
                act_with("max", "2"),
                head("p"),
                act_with("max", "10"),
                head("p"),
                act("increment"),
                act_with("update", "0"),
                get("p"),
                act_with("update", "9223372036854775807"),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-shown",
            "Answers about a page blob tell its sequence number, those to other blobs none",
            "It is told by the operation that sets it.",
            [BLOB_PAGES_SEQUENCE_SHOWN],
            [
                create_page("p", 1024),
                get("p"),
                head("p"),
                act_with("update", "7"),
                get("p").range("0-511"),
                write(0, 511),
                clear(0, 511),
                set_metadata("p").with_metadata(&[("a", "1")]),
                get_metadata("p"),
                head("p"),
                put("b", "1"),
                head("b"),
                create_append("a"),
                head("a"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-numbers",
            "A sequence number below zero is refused, and nothing is created or changed",
            "It is taken for zero, or stored.",
            [BLOB_PAGES_NUMBERS],
            [
                numbered("-1"),
                head("p"),
                numbered("5"),
                act_with("update", "-1"),
                act_with("max", "-7"),
                numbered("-9223372036854775808"),
                head("p"),
                act("increment"),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-action",
            "An action that there is not, or that lacks its number, is refused",
            "It is passed over, and the rest of the request is done.",
            [BLOB_PAGES_SEQUENCE_ACTION],
            [
                numbered("5"),
                act("decrement"),
                act_with("set", "7"),
                act("update"),
                act("max"),
                act("unknown").with("x-ms-blob-content-type", "text/plain"),
                head("p"),
                act("Increment"),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-kept",
            "Writes leave the sequence number as it is, and creating the blob anew does not",
            "Each write increments it.",
            [BLOB_PAGES_SEQUENCE_SHOWN, BLOB_PAGES_SEQUENCE_SET],
            [
                numbered("5"),
                write(0, 511),
                set_properties("p").with("x-ms-blob-content-length", "2048"),
                set_properties("p").with("x-ms-blob-content-type", "text/plain"),
                snapshot("p"),
                act("increment"),
                head("p"),
                head("p").of_snapshot(told(4, Told::Snapshot)),
                create_page("p", 512),
                head("p"),
            ]
        ),
    ]
}

fn conditions() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.sequence-le",
            "Pages are written if the sequence number is at most the one that is said",
            "It is compared the other way round.",
            [BLOB_PAGES_SEQUENCE_CONDITIONS],
            guarded("le", &["4", "5", "6", "0"])
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-lt",
            "Pages are written if the sequence number is less than the one that is said",
            "Equal is less.",
            [BLOB_PAGES_SEQUENCE_CONDITIONS],
            guarded("lt", &["4", "5", "6", "0"])
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-eq",
            "Pages are written if the sequence number is the one that is said",
            "The header is the one that nobody implements.",
            [BLOB_PAGES_SEQUENCE_CONDITIONS],
            guarded("eq", &["4", "5", "6", "0"])
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-le-refused",
            "Pages are neither written nor cleared where the sequence number is larger",
            "The number that is compared is that of the request.",
            [BLOB_PAGES_SEQUENCE_CONDITIONS],
            guarded("le", &["4", "0"])
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-all",
            "All conditions on the sequence number must hold",
            "One is enough.",
            [BLOB_PAGES_SEQUENCE_CONDITIONS],
            [
                numbered("5"),
                write(0, 511).with("x-ms-if-sequence-number-le", "5").with("x-ms-if-sequence-number-lt", "5"),
                write(0, 511).with("x-ms-if-sequence-number-le", "4").with("x-ms-if-sequence-number-eq", "5"),
                page_ranges("p"),
                write(0, 511).with("x-ms-if-sequence-number-lt", "6").with("x-ms-if-sequence-number-eq", "5"),
                page_ranges("p"),
                act("increment"),
                write(512, 1023).with("x-ms-if-sequence-number-eq", "5"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-negative",
            "A condition on a sequence number below zero is refused as an input",
            "It never holds, or always, and so it is asked.",
            [BLOB_PAGES_SEQUENCE_NEGATIVE],
            guarded("le", &["-1"])
        ),
        check!(
            BlobPage,
            "blob.page-blobs.sequence-negative-others",
            "Conditions on a sequence number below zero are refused, whichever they are",
            "It never holds, or always, and so it is asked.",
            [BLOB_PAGES_SEQUENCE_NEGATIVE],
            [guarded("lt", &["-1"]), guarded("eq", &["-1"]).split_off(1)].concat()
        ),
    ]
}
