//! Shared access signatures for a range of keys: each operation on rows before, at, within and behind its ends.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    SasExt as _, StepExt as _, at, batch, delete, get, get_select, insert, insert_or_merge, insert_or_replace, int,
    merge, page, scan, scan_all, scan_with, seed, table_sas, update,
};
use tablestakes_reference::history::{Auth, Sas, Step};
use tablestakes_reference::table::{Key, Operation, Query};

/// Keys around the range from `p`, `2` to `q`, `2`.
const AROUND: [(&str, &str); 9] =
    [("o", "9"), ("p", "1"), ("p", "2"), ("p", "3"), ("q", "1"), ("q", "2"), ("q", "20"), ("q", "3"), ("r", "1")];

/// A SAS with every letter for the range.
fn ranged() -> Sas {
    table_sas("raud").range(("p", Some("2")), ("q", Some("2")))
}

fn auth() -> Auth {
    ranged().auth()
}

fn of_partition(partition: &str) -> Auth {
    table_sas("raud").range((partition, None), (partition, None)).auth()
}

/// The rows around the range.
fn seeded() -> Vec<Step> {
    let rows = |partition: &'static str| {
        let rows = AROUND.into_iter().filter(move |(held, ..)| *held == partition);
        seed(rows.map(|(partition, row)| insert(at(partition, row), [("A", int(1))])))
    };
    steps![rows("o"), rows("p"), rows("q"), rows("r")]
}

/// The operation on each key around the range, which are there.
fn on_each(operation: impl Fn(Key) -> Operation) -> Vec<Step> {
    let mut script = seeded();
    script.extend(AROUND.into_iter().map(|(partition, row)| operation(at(partition, row)).auth(auth())));
    script.push(scan_all().into());
    script
}

/// The operation on each key around the range, none of which is there.
fn on_each_absent(operation: impl Fn(Key) -> Operation) -> Vec<Step> {
    let steps = AROUND.into_iter().map(|(partition, row)| operation(at(partition, row)).auth(auth()));
    steps.chain([scan_all().into()]).collect()
}

fn filtered(filter: &str) -> Step {
    scan(filter).auth(auth())
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [reads(), writes(), batches()].concat()
}

fn reads() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.range-get",
            "A get by a SAS with a range of keys finds what lies within, both ends included",
            "One end is left out, or partition and row are compared each for itself.",
            [TABLE_SAS_RANGE_POINT, TABLE_SAS_TABLE],
            on_each(get)
        ),
        check!(
            TableSas,
            "table.sas.range-get-selected",
            "A range of keys holds for a get with $select too",
            "The keys are not selected, and so they cannot be compared.",
            [TABLE_SAS_RANGE_POINT, TABLE_SAS_TABLE],
            on_each(|key| get_select(key, "A"))
        ),
        check!(
            TableSas,
            "table.sas.range-filtered",
            "A filter by a SAS with a range of keys finds nothing outside of it",
            "The filter takes the place of the range, or the range is looked at for whole scans.",
            [TABLE_SAS_RANGE_QUERY],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))]))),
                seed(["1", "2", "3"].map(|row| insert(at("q", row), [("A", int(2))]))),
                insert(at("r", "1"), [("A", int(1))]),
                filtered("PartitionKey eq 'p'"),
                filtered("PartitionKey eq 'p' and RowKey eq '1'"),
                filtered("PartitionKey eq 'q' and RowKey ge '2'"),
                filtered("PartitionKey eq 'r'"),
                filtered("PartitionKey lt 'p' or PartitionKey gt 'q'"),
                filtered("RowKey eq '1'"),
                filtered("A eq 1"),
                filtered("not (A eq 1)"),
                filtered("PartitionKey ge 'p'"),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-paged",
            "Pages and projections by a SAS with a range of keys stay within it",
            "The rows are cut down to the range once the page is full, or once the keys are gone.",
            [TABLE_SAS_RANGE_QUERY],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))]))),
                seed(["1", "2", "3"].map(|row| insert(at("q", row), [("A", int(2))]))),
                insert(at("r", "1"), [("A", int(1))]),
                scan_with(Query { top: Some("1".into()), ..Query::default() }).auth(auth()),
                scan_with(Query { top: Some("2".into()), ..Query::default() }).auth(auth()),
                scan_with(Query { select: Some("A".into()), ..Query::default() }).auth(auth()),
                scan_with(Query { filter: Some("A eq 2".into()), top: Some("1".into()), select: None }).auth(auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-ends",
            "A range may be open at either end, and a partition key may stand alone at either",
            "What is missing is taken for the empty key, or for no range at all.",
            [TABLE_SAS_RANGE_QUERY, TABLE_SAS_TABLE],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), []))),
                seed(["1", "2", "3"].map(|row| insert(at("q", row), []))),
                insert(at("r", "1"), []),
                scan_all().auth(table_sas("r").between(Some(("q", None)), None).auth()),
                scan_all().auth(table_sas("r").between(None, Some(("p", None))).auth()),
                scan_all().auth(table_sas("r").between(Some(("p", Some("2"))), None).auth()),
                scan_all().auth(table_sas("r").between(None, Some(("q", Some("1")))).auth()),
                scan_all().auth(table_sas("r").between(Some(("p", Some("3"))), Some(("q", None))).auth()),
                scan_all().auth(table_sas("r").between(Some(("p", None)), Some(("p", Some("1")))).auth()),
                scan_all().auth(table_sas("r").between(Some(("s", None)), None).auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-ordinal",
            "The keys of a range are compared letter by letter, as text and with case",
            "They are compared as numbers, without case, or in some language's order.",
            [TABLE_SAS_RANGE_QUERY, TABLE_SAS_RANGE_POINT],
            [
                seed(["1", "10", "2", "A", "a", "b", "é"].map(|row| insert(at("p", row), []))),
                scan_all().auth(table_sas("r").range(("p", Some("1")), ("p", Some("2"))).auth()),
                scan_all().auth(table_sas("r").range(("p", Some("A")), ("p", Some("a"))).auth()),
                scan_all().auth(table_sas("r").range(("p", Some("b")), ("p", Some("z"))).auth()),
                get(at("p", "10")).auth(table_sas("r").range(("p", Some("1")), ("p", Some("2"))).auth()),
                get(at("p", "a")).auth(table_sas("r").range(("p", Some("A")), ("p", Some("Z"))).auth()),
                get(at("p", "é")).auth(table_sas("r").range(("p", Some("a")), ("p", Some("z"))).auth()),
                scan_all().auth(table_sas("r").range(("P", None), ("P", None)).auth()),
            ]
        ),
    ]
}

fn writes() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.range-insert",
            "An insert by a SAS with a range of keys is done within and refused outside",
            "The keys are in the body.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each_absent(|key| insert(key, [("A", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-update",
            "An update by a SAS with a range of keys is done within and refused outside",
            "The range is for queries, it is thought.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each(|key| update(key, "*", [("A", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-merge",
            "A merge by a SAS with a range of keys is done within and refused outside",
            "The range is for queries, it is thought.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each(|key| merge(key, "*", [("B", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-replace",
            "An Insert Or Replace by a SAS with a range of keys is done within and refused outside",
            "Upserts have a way of their own through the checks.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each(|key| insert_or_replace(key, [("A", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-replace-absent",
            "An Insert Or Replace by a SAS with a range of keys makes rows within and none outside",
            "Upserts have a way of their own through the checks.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each_absent(|key| insert_or_replace(key, [("A", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-upsert-merge",
            "An Insert Or Merge by a SAS with a range of keys is done within and refused outside",
            "Upserts have a way of their own through the checks.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each(|key| insert_or_merge(key, [("B", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-upsert-merge-absent",
            "An Insert Or Merge by a SAS with a range of keys makes rows within and none outside",
            "Upserts have a way of their own through the checks.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each_absent(|key| insert_or_merge(key, [("B", int(2))]))
        ),
        check!(
            TableSas,
            "table.sas.range-delete",
            "A delete by a SAS with a range of keys is done within and refused outside",
            "The range is for queries, it is thought.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            on_each(|key| delete(key, "*"))
        ),
        check!(
            TableSas,
            "table.sas.range-row-ends",
            "A range within one partition ends at its row keys for writes too",
            "The partition is compared and the row is not.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_TABLE],
            [
                insert(at("p", "1"), []).auth(table_sas("raud").range(("p", Some("2")), ("p", Some("4"))).auth()),
                insert(at("p", "2"), []).auth(table_sas("raud").range(("p", Some("2")), ("p", Some("4"))).auth()),
                insert_or_merge(at("p", "4"), [])
                    .auth(table_sas("raud").range(("p", Some("2")), ("p", Some("4"))).auth()),
                insert_or_replace(at("p", "40"), [])
                    .auth(table_sas("raud").range(("p", Some("2")), ("p", Some("4"))).auth()),
                insert_or_merge(at("q", "3"), [])
                    .auth(table_sas("raud").range(("p", Some("2")), ("p", Some("4"))).auth()),
                insert(at("p", "9"), []).auth(table_sas("a").between(Some(("p", Some("9"))), None).auth()),
                insert(at("p", "8"), []).auth(table_sas("a").between(Some(("p", Some("9"))), None).auth()),
                insert(at("o", "9"), []).auth(table_sas("a").between(None, Some(("o", None))).auth()),
                insert(at("p", "0"), []).auth(table_sas("a").between(None, Some(("o", None))).auth()),
                scan_all(),
            ]
        ),
    ]
}

fn batches() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.range-batch",
            "A batch by a SAS with a range of keys is done where all of it lies within",
            "The batch has an address of its own, which has no keys.",
            [TABLE_SAS_RANGE_WRITE, TABLE_SAS_BATCH],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))]))),
                insert(at("q", "1"), [("A", int(1))]),
                batch([insert(at("p", "4"), []), update(at("p", "1"), "*", [])]).auth(of_partition("p")),
                batch([insert(at("q", "4"), [])]).auth(of_partition("p")),
                batch([update(at("q", "1"), "*", [])]).auth(of_partition("p")),
                batch([merge(at("q", "1"), "*", [("B", int(1))])]).auth(of_partition("p")),
                batch([delete(at("q", "1"), "*")]).auth(of_partition("p")),
                batch([insert_or_replace(at("q", "1"), [])]).auth(of_partition("p")),
                batch([insert_or_merge(at("q", "5"), [])]).auth(of_partition("p")),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-batch-whole",
            "A batch of which one part lies outside the range of a SAS is refused as a whole",
            "The first part decides, or what lies within is done.",
            [TABLE_SAS_RANGE_WRITE],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))]))),
                batch([merge(at("p", "2"), "*", [("B", int(1))]), merge(at("p", "3"), "*", [("B", int(1))])])
                    .auth(table_sas("raud").range(("p", Some("1")), ("p", Some("2"))).auth()),
                batch([delete(at("p", "3"), "*"), delete(at("p", "2"), "*")])
                    .auth(table_sas("raud").range(("p", Some("1")), ("p", Some("2"))).auth()),
                batch([insert(at("p", "11"), []), insert(at("p", "20"), []), insert(at("p", "12"), [])])
                    .auth(table_sas("raud").range(("p", Some("1")), ("p", Some("2"))).auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-page",
            "A page and a listing by a SAS for an empty range are empty, not refused",
            "What lies outside is an error for a get, and so for a query.",
            [TABLE_SAS_RANGE_QUERY],
            [
                insert(at("p", "1"), [("A", int(1))]),
                page(Query::default()).auth(of_partition("x")),
                page(Query { filter: Some("PartitionKey eq 'p'".into()), ..Query::default() }).auth(of_partition("x")),
                page(Query { filter: Some("PartitionKey eq 'p' and RowKey eq '1'".into()), ..Query::default() })
                    .auth(of_partition("x")),
                page(Query::default()).auth(of_partition("p")),
            ]
        ),
    ]
}
