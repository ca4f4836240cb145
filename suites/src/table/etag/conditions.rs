//! `If-Match` on every operation, for rows in every state.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::generate::NEVER_ISSUED;
use crate::table::steps::{at, batch, delete, etag, get, insert, insert_or_merge, int, merge, scan_all, text, update};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Key, Operation};

/// What `If-Match` holds.
#[derive(Clone, Copy)]
enum Condition {
    /// `*`.
    Any,
    /// The row's ETag.
    Current,
    /// An ETag that the row had.
    Stale,
    /// No entity tag.
    Malformed,
}

impl Condition {
    fn text(self, current: usize, stale: usize) -> String {
        match self {
            Self::Any => "*".to_owned(),
            Self::Current => etag(current),
            Self::Stale => etag(stale),
            Self::Malformed => "MalformedETag".to_owned(),
        }
    }
}

/// One conditional operation on rows that are present, recreated and deleted, alone or as the second part of a batch.
///
/// A deleted row has no current ETag; the one that it had stands for both. Malformed conditions are not tried there,
/// because nobody knows which of the two refusals comes first.
fn in_every_state(condition: Condition, batched: bool, operation: impl Fn(Key, String) -> Operation) -> Vec<Step> {
    let mut script = steps![
        insert(at("p", "present"), [("A", int(1)), ("B", text("old"))]),
        insert_or_merge(at("p", "present"), [("A", int(2))]),
        insert(at("p", "recreated"), [("A", int(1))]),
        delete(at("p", "recreated"), etag(2)),
        insert(at("p", "recreated"), [("A", int(2)), ("B", text("new"))]),
        insert(at("p", "deleted"), [("A", int(1))]),
        delete(at("p", "deleted"), etag(5)),
    ];
    let mut rows = vec![("present", 1, 0), ("recreated", 4, 2)];
    if !matches!(condition, Condition::Malformed) {
        rows.push(("deleted", 5, 5));
    }
    for (row, current, stale) in rows {
        let operation = operation(at("p", row), condition.text(current, stale));
        script.push(Step::from(if batched {
            batch([insert(at("p", format!("beside-{row}")), []), operation])
        } else {
            operation
        }));
    }
    script.push(Step::from(scan_all()));
    script
}

fn an_update(key: Key, if_match: String) -> Operation {
    update(key, if_match, [("A", int(9)), ("C", int(9))])
}

fn a_merge(key: Key, if_match: String) -> Operation {
    merge(key, if_match, [("A", int(9)), ("C", int(9))])
}

fn a_delete(key: Key, if_match: String) -> Operation {
    delete(key, if_match)
}

/// The checks of the topic: operation by condition, alone and in a batch.
pub(super) fn checks() -> Vec<Check> {
    [alone(), batched(), others()].concat()
}

fn alone() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.update-any",
            "Update with If-Match: * replaces what is there",
            "The star is compared like a tag, or inserts.",
            [TABLE_ETAG_STAR, TABLE_ENTITIES_REPLACE_MISSING],
            in_every_state(Condition::Any, false, an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.update-current",
            "Update with the current ETag replaces",
            "The tag is compared with its quotes, or in another encoding.",
            [TABLE_ETAG_CURRENT_REPLACE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Current, false, an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.update-stale",
            "Update with an old ETag is refused and changes nothing",
            "The header is not looked at; or 404 and 412 are confused.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Stale, false, an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-any",
            "Merge with If-Match: * merges into what is there",
            "The star is compared like a tag, or inserts.",
            [TABLE_ETAG_STAR, TABLE_ENTITIES_MERGE_MISSING],
            in_every_state(Condition::Any, false, a_merge)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-current",
            "Merge with the current ETag merges",
            "The tag is compared with its quotes, or in another encoding.",
            [TABLE_ETAG_STABLE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Current, false, a_merge)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-stale",
            "Merge with an old ETag is refused and changes nothing",
            "A merge cannot lose what it does not name, so it needs no condition.",
            [TABLE_ETAG_STALE_MERGE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Stale, false, a_merge)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-any",
            "Delete with If-Match: * deletes what is there",
            "The star is compared like a tag.",
            [TABLE_ETAG_STAR, TABLE_ENTITIES_DELETE_MISSING],
            in_every_state(Condition::Any, false, a_delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-current",
            "Delete with the current ETag deletes",
            "The tag is compared with its quotes, or in another encoding.",
            [TABLE_ENTITIES_DELETE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Current, false, a_delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-stale",
            "Delete with an old ETag is refused and deletes nothing",
            "A delete has no body, and its headers are not looked at.",
            [TABLE_ETAG_STALE_DELETE, TABLE_ETAG_MISSING_BEFORE_STALE],
            in_every_state(Condition::Stale, false, a_delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-malformed",
            "Delete with an If-Match that is no entity tag is refused as bad input",
            "It is compared like a tag, and does not match.",
            [TABLE_ETAG_MALFORMED],
            in_every_state(Condition::Malformed, false, a_delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.update-malformed",
            "Update with an If-Match that is no entity tag is refused as bad input",
            "It is compared like a tag, and does not match.",
            [TABLE_ETAG_MALFORMED],
            in_every_state(Condition::Malformed, false, an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-malformed",
            "Merge with an If-Match that is no entity tag is refused as bad input",
            "It is compared like a tag, and does not match.",
            [TABLE_ETAG_MALFORMED],
            in_every_state(Condition::Malformed, false, a_merge)
        ),
    ]
}

fn batched() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.etag.update-any-in-batch",
            "In a batch, update with If-Match: * replaces what is there and does not insert",
            "The condition is dropped, and the update is an upsert.",
            [TABLE_BATCH_UPSERT, TABLE_BATCH_ATOMIC],
            in_every_state(Condition::Any, true, an_update)
        ),
        check!(
            TableBatch,
            "table.etag.update-current-in-batch",
            "In a batch, update with the current ETag replaces",
            "The part's headers are not read.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ETAGS],
            in_every_state(Condition::Current, true, an_update)
        ),
        check!(
            TableBatch,
            "table.etag.update-stale-in-batch",
            "In a batch, update with an old ETag is refused, and the batch with it",
            "The part's headers are not read.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            in_every_state(Condition::Stale, true, an_update)
        ),
        check!(
            TableBatch,
            "table.etag.merge-any-in-batch",
            "In a batch, merge with If-Match: * merges into what is there and does not insert",
            "The condition is dropped, and the merge is an upsert.",
            [TABLE_BATCH_UPSERT, TABLE_BATCH_ATOMIC],
            in_every_state(Condition::Any, true, a_merge)
        ),
        check!(
            TableBatch,
            "table.etag.merge-current-in-batch",
            "In a batch, merge with the current ETag merges",
            "The part's headers are not read.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ETAGS],
            in_every_state(Condition::Current, true, a_merge)
        ),
        check!(
            TableBatch,
            "table.etag.merge-stale-in-batch",
            "In a batch, merge with an old ETag is refused, and the batch with it",
            "The part's headers are not read.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            in_every_state(Condition::Stale, true, a_merge)
        ),
        check!(
            TableBatch,
            "table.etag.delete-any-in-batch",
            "In a batch, delete with If-Match: * deletes what is there",
            "A part without a body ends where the next begins.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ATOMIC],
            in_every_state(Condition::Any, true, a_delete)
        ),
        check!(
            TableBatch,
            "table.etag.delete-stale-in-batch",
            "In a batch, delete with an old ETag is refused, and the batch with it",
            "The part's headers are not read.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ATOMIC],
            in_every_state(Condition::Stale, true, a_delete)
        ),
    ]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.unknown-weak",
            "A weak tag that the service never issued does not match, and is no bad input",
            "A tag that cannot be parsed as a date is refused as malformed.",
            [TABLE_ETAG_UNKNOWN_WEAK],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), NEVER_ISSUED, [("A", int(2))]),
                merge(at("p", "1"), "W/\"wrong\"", [("A", int(2))]),
                delete(at("p", "1"), NEVER_ISSUED),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.of-another-row",
            "The ETag of another row does not match",
            "Any tag that was issued is taken.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_STALE_MERGE, TABLE_ETAG_STALE_DELETE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "2"), [("A", int(1))]),
                update(at("p", "1"), etag(1), [("A", int(2))]),
                merge(at("p", "1"), etag(1), [("A", int(2))]),
                delete(at("p", "1"), etag(1)),
                scan_all(),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.lost-update",
            "Of two writers who read the same state the second is refused",
            "What the condition is there for.",
            [TABLE_ETAG_STALE_REPLACE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")),
                get(at("p", "1")),
                update(at("p", "1"), etag(1), [("A", int(2))]),
                update(at("p", "1"), etag(2), [("A", int(3))]),
                get(at("p", "1")),
                update(at("p", "1"), etag(5), [("A", int(4))]),
                get(at("p", "1")),
            ]
        ),
    ]
}
