//! What an ETag looks like, and when it changes.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::generate::NEVER_ISSUED;
use crate::table::steps::{
    StepExt as _, at, batch, delete, etag, etag_in, get, insert, insert_or_merge, insert_or_replace, int, merge, scan,
    scan_all, update,
};
use tablestakes_reference::history::Metadata;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.form",
            "An ETag is a weak tag around the percent-encoded Timestamp",
            "A hash or a counter in strong quotes; clients of storage parse the W/.",
            [TABLE_ETAG_FORM, TABLE_ETAG_WEAK],
            [insert(at("p", "1"), []), get(at("p", "1")), insert_or_merge(at("p", "1"), []), scan_all()]
        ),
        check!(
            TableConcurrency,
            "table.etag.is-timestamp",
            "The instant within the ETag is the row's Timestamp, digit by digit",
            "Two clocks are read, or one of them is rounded.",
            [TABLE_JSON_ETAG_IS_TIMESTAMP, TABLE_JSON_TIMESTAMP_MEMBER],
            [insert(at("p", "1"), []), get(at("p", "1")), update(at("p", "1"), "*", []), get(at("p", "1")), scan_all(),]
        ),
        check!(
            TableConcurrency,
            "table.etag.same-everywhere",
            "Header, body and listing give one ETag, the one that the write returned",
            "Each is made from another clock, or written otherwise.",
            [TABLE_ETAG_STABLE, TABLE_ENTITIES_GET_ETAG_HEADER, TABLE_JSON_ETAG_MEMBER],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")),
                get(at("p", "1")).metadata(Metadata::Full),
                get(at("p", "1")).metadata(Metadata::None),
                scan("RowKey eq '1'"),
                update(at("p", "1"), etag(1), []),
                merge(at("p", "1"), etag(5), []),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.stable",
            "Reading does not change the ETag",
            "The tag is made when the row is read.",
            [TABLE_ETAG_STABLE, TABLE_ETAG_CURRENT_REPLACE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")),
                get(at("p", "1")),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.changes-always",
            "A write that changes no property changes the ETag",
            "The tag is a hash of the content.",
            [TABLE_ETAG_CHANGES],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), "*", [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(1))]),
                merge(at("p", "1"), "*", []),
                merge(at("p", "1"), etag(1), [("A", int(1))]),
                insert_or_replace(at("p", "1"), [("A", int(1))]),
                delete(at("p", "1"), etag(3)),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.distinct",
            "Writes that follow each other at once have different ETags",
            "The clock ticks in milliseconds.",
            [TABLE_ETAG_DISTINCT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert_or_merge(at("p", "1"), [("A", int(2))]),
                insert_or_merge(at("p", "1"), [("A", int(3))]),
                insert_or_merge(at("p", "1"), [("A", int(4))]),
                update(at("p", "1"), etag(0), [("A", int(9))]),
                update(at("p", "1"), etag(1), [("A", int(9))]),
                update(at("p", "1"), etag(2), [("A", int(9))]),
                update(at("p", "1"), etag(3), [("A", int(5))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.refused-write-keeps",
            "A refused write leaves the ETag as it is",
            "The tag is renewed before the write is found to be impossible.",
            [TABLE_ETAG_STABLE, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "1"), [("A", int(2))]),
                update(at("p", "1"), NEVER_ISSUED, [("A", int(3))]),
                update(at("p", "1"), etag(0), [("A", int(4))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.recreated",
            "A row that was deleted and inserted again does not match its old ETags",
            "Versions that count from one for every row.",
            [TABLE_ETAG_RECREATED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                delete(at("p", "1"), etag(0)),
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                delete(at("p", "1"), etag(0)),
                update(at("p", "1"), etag(2), [("A", int(3))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.from-a-batch",
            "The ETags in the parts of a batch are those of the rows",
            "The batch answers with tags of its own.",
            [TABLE_BATCH_ETAGS],
            [
                batch([insert(at("p", "1"), [("A", int(1))]), insert_or_replace(at("p", "2"), [("A", int(1))])]),
                update(at("p", "1"), etag_in(0, 0), [("A", int(2))]),
                merge(at("p", "2"), etag_in(0, 1), [("A", int(2))]),
                update(at("p", "2"), etag_in(0, 1), [("A", int(3))]),
                scan_all(),
            ]
        ),
    ]
}
