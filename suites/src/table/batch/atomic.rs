//! One wrong operation, at every position and of every kind: nothing is done, and the answer says which it was.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, datetime_text, delete, etag, get, insert, insert_or_merge, insert_or_replace, int, merge, scan_all,
    update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Operation;

/// A batch of four inserts of which the one at `position` is `wrong`, then what is there.
fn wrong_at_each_position(wrong: impl Fn() -> Operation) -> Vec<Step> {
    let mut script = steps![insert(at("p", "there"), [("A", int(1))])];
    for position in 0..4 {
        let operations = (0..4)
            .map(|place| if place == position { wrong() } else { insert(at("p", format!("{position}-{place}")), []) });
        script.push(Step::from(batch(operations)));
    }
    script.push(Step::from(scan_all()));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.batch.atomic-insert",
            "An insert of what exists, at any position, undoes the whole batch",
            "What was done before the failure stays.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_INDEX, TABLE_BATCH_FAILURE_ONE_PART],
            wrong_at_each_position(|| insert(at("p", "there"), [("A", int(2))]))
        ),
        check!(
            TableBatch,
            "table.batch.atomic-update",
            "An update of what is not there, at any position, undoes the whole batch",
            "What was done before the failure stays.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS],
            wrong_at_each_position(|| update(at("p", "absent"), "*", [("A", int(2))]))
        ),
        check!(
            TableBatch,
            "table.batch.atomic-delete-missing",
            "A delete of what is not there, at any position, undoes the whole batch",
            "Deletes are forgiven.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS],
            wrong_at_each_position(|| delete(at("p", "absent"), "*"))
        ),
        check!(
            TableBatch,
            "table.batch.atomic-value",
            "A value out of range, at any position, undoes the whole batch",
            "Values are checked when they are written.",
            [TABLE_BATCH_ATOMIC, TABLE_TYPES_DATETIME_RANGE],
            wrong_at_each_position(|| insert(at("p", "bad"), [("A", datetime_text("1600-12-31T23:59:59.999Z"))]))
        ),
        check!(
            TableBatch,
            "table.batch.atomic-every-kind",
            "Writes of every kind are undone",
            "Each kind has an undo of its own, and one is forgotten.",
            [TABLE_BATCH_ATOMIC],
            [
                batch(["1", "2", "3", "4", "5"].map(|row| insert(at("p", row), [("A", int(1)), ("B", int(1))]))),
                batch([
                    update(at("p", "1"), "*", [("A", int(2))]),
                    merge(at("p", "2"), "*", [("A", int(2))]),
                    insert_or_replace(at("p", "3"), [("A", int(2))]),
                    insert_or_merge(at("p", "4"), [("A", int(2))]),
                    delete(at("p", "5"), "*"),
                    insert(at("p", "6"), []),
                    insert_or_replace(at("p", "7"), []),
                    insert_or_merge(at("p", "8"), []),
                    insert(at("p", "1"), []),
                ]),
                scan_all(),
                batch([
                    update(at("p", "1"), "*", [("A", int(2))]),
                    delete(at("p", "5"), "*"),
                    insert(at("p", "6"), []),
                    delete(at("p", "absent"), "*"),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.atomic-delete-etag",
            "A delete that is undone gives the row back with its ETag",
            "The row is inserted again.",
            [TABLE_BATCH_ATOMIC_DELETE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                batch([delete(at("p", "1"), etag(0)), insert(at("p", "2"), []), update(at("p", "3"), "*", [])]),
                get(at("p", "1")),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.atomic-update-etag",
            "An update that is undone gives the row back with its ETag",
            "Values are put back, Timestamp is not.",
            [TABLE_BATCH_ATOMIC],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "2"), [("A", int(1))]),
                batch([
                    update(at("p", "1"), etag(0), [("A", int(2))]),
                    merge(at("p", "2"), etag(1), [("A", int(2))]),
                    delete(at("p", "absent"), "*"),
                ]),
                merge(at("p", "1"), etag(0), [("B", int(3))]),
                delete(at("p", "2"), etag(1)),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.first-failure",
            "Of several failures the first is reported",
            "The last overwrites the others.",
            [TABLE_BATCH_FAILURE_INDEX, TABLE_BATCH_FAILURE_ONE_PART],
            [
                insert(at("p", "there"), []),
                batch([
                    insert(at("p", "1"), []),
                    insert(at("p", "there"), []),
                    delete(at("p", "absent"), "*"),
                    insert(at("p", "2"), []),
                ]),
                batch([insert(at("p", "1"), []), delete(at("p", "absent"), "*"), insert(at("p", "there"), []),]),
                scan_all(),
            ]
        ),
    ]
}
