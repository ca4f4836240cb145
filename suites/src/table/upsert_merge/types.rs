//! Writes that change the type of a property: from each type to each other, to null, and without saying the type.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, bare, batch, binary, boolean, datetime, double, get, guid, insert, insert_or_merge,
    insert_or_replace, int, long, merge, null, scan, scan_all, seed, text, update,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{Key, Operation, PropertyValue};

/// Name, first and second value of each type.
fn types() -> [(&'static str, PropertyValue, PropertyValue); 8] {
    [
        ("S", text("1"), text("")),
        ("I", int(1), int(0)),
        ("L", long(1), long(0)),
        ("D", double(1.5), double(2.5)),
        ("B", boolean(true), boolean(false)),
        ("T", datetime((2001, 1, 1), (0, 0, 0), 0), datetime((1970, 1, 1), (0, 0, 0), 0)),
        ("G", guid(1), guid(0)),
        ("X", binary([1]), binary([])),
    ]
}

type Properties = Vec<(&'static str, PropertyValue)>;

/// A row for each type, whose properties are all of it, each with the name of another type.
fn rows() -> impl Iterator<Item = (&'static str, Properties)> {
    types().into_iter().map(|(row, value, _)| (row, types().map(|(name, ..)| (name, value.clone())).to_vec()))
}

/// Properties of the types that they are named by.
fn own_types() -> Properties {
    types().map(|(name, _, value)| (name, value)).to_vec()
}

/// Each row, whose properties are of one type, is written with properties of all types.
fn changed_by(operation: impl Fn(Key, Properties) -> Operation) -> Vec<Step> {
    let mut script = steps![seed(rows().map(|(row, properties)| insert(at("p", row), properties)))];
    script.extend(rows().map(|(row, _)| Step::from(operation(at("p", row), own_types()))));
    script.extend([
        scan_all().metadata(Metadata::Full),
        scan_all().metadata(Metadata::None),
        get(at("p", "S")).metadata(Metadata::Full),
        get(at("p", "T")).metadata(Metadata::Minimal),
        get(at("p", "L")).into(),
        scan("L eq 0L and I eq 0").into(),
        scan("S eq '' and B eq false").into(),
        scan("L eq 1L").into(),
    ]);
    script
}

/// The same in one batch.
fn changed_in_batch(operation: impl Fn(Key, Properties) -> Operation) -> Vec<Step> {
    steps![
        seed(rows().map(|(row, properties)| insert(at("p", row), properties))),
        batch(rows().map(|(row, _)| operation(at("p", row), own_types()))),
        scan_all().metadata(Metadata::Full),
        get(at("p", "G")),
    ]
}

/// A row with a property of each type is written with nulls.
fn nulls_by(operation: impl Fn(Key, Properties) -> Operation) -> Vec<Step> {
    let whole = || types().map(|(name, value, _)| (name, value));
    let nulls = || types().map(|(name, ..)| (name, null())).to_vec();
    let mut script = steps![
        insert(at("p", "1"), whole()),
        insert(at("p", "2"), whole()),
        operation(at("p", "1"), nulls()),
        get(at("p", "1")).metadata(Metadata::Full),
    ];
    let some = vec![("S", null()), ("I", int(5)), ("T", null()), ("New", null())];
    script.push(operation(at("p", "2"), some).into());
    script.extend([get(at("p", "2")).into(), scan_all().metadata(Metadata::Minimal)]);
    script
}

/// Values whose annotation is left out become what JSON says they are.
fn untyped_by(operation: impl Fn(Key, Properties) -> Operation) -> Vec<Step> {
    let untyped = vec![
        ("L", bare("\"5\"")),
        ("T", bare("\"2001-01-01T00:00:00Z\"")),
        ("G", bare("\"00000000-0000-0000-0000-000000000001\"")),
        ("X", bare("\"AQ==\"")),
        ("D", bare("\"NaN\"")),
        ("I", bare("1.5")),
        ("S", bare("7")),
        ("B", bare("\"true\"")),
    ];
    steps![
        insert(at("p", "1"), types().map(|(name, value, _)| (name, value))),
        operation(at("p", "1"), untyped),
        get(at("p", "1")).metadata(Metadata::Full),
        get(at("p", "1")).metadata(Metadata::Minimal),
        scan_all(),
        scan("L eq '5'"),
        scan("I eq 1.5"),
    ]
}

fn an_update(key: Key, properties: Properties) -> Operation {
    update(key, "*", properties)
}

fn a_merge(key: Key, properties: Properties) -> Operation {
    merge(key, "*", properties)
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [changes(), nulls(), untyped()].concat()
}

fn changes() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.upsert-merge.types-by-merge",
            "A merge changes a property from each type to each other",
            "A column has the type of its first value; or the old annotation stays beside the new value.",
            [TABLE_ENTITIES_MERGE_OVERWRITES],
            changed_by(a_merge)
        ),
        check!(
            TableCore,
            "table.upsert-merge.types-by-update",
            "An update changes a property from each type to each other",
            "A column has the type of its first value; or the old annotation stays beside the new value.",
            [TABLE_ENTITIES_REPLACE],
            changed_by(an_update)
        ),
        check!(
            TableCore,
            "table.upsert-merge.types-by-replace",
            "An Insert Or Replace changes a property from each type to each other",
            "A column has the type of its first value; or the old annotation stays beside the new value.",
            [TABLE_ENTITIES_UPSERT_REPLACE_REPLACES, TABLE_ENTITIES_REPLACE],
            changed_by(insert_or_replace)
        ),
        check!(
            TableCore,
            "table.upsert-merge.types-by-upsert-merge",
            "An Insert Or Merge changes a property from each type to each other",
            "A column has the type of its first value; or the old annotation stays beside the new value.",
            [TABLE_ENTITIES_UPSERT_MERGE_MERGES, TABLE_ENTITIES_MERGE_OVERWRITES],
            changed_by(insert_or_merge)
        ),
        check!(
            TableBatch,
            "table.upsert-merge.types-by-merge-in-batch",
            "In a batch, merges change properties from each type to each other",
            "Parts are merged by other code.",
            [TABLE_ENTITIES_MERGE_OVERWRITES],
            changed_in_batch(a_merge)
        ),
        check!(
            TableBatch,
            "table.upsert-merge.types-by-upsert-merge-in-batch",
            "In a batch, Insert Or Merge changes properties from each type to each other",
            "Parts are merged by other code.",
            [TABLE_ENTITIES_MERGE_OVERWRITES],
            changed_in_batch(insert_or_merge)
        ),
        check!(
            TableBatch,
            "table.upsert-merge.types-by-update-in-batch",
            "In a batch, updates change properties from each type to each other",
            "Parts are replaced by other code.",
            [TABLE_ENTITIES_REPLACE],
            changed_in_batch(an_update)
        ),
    ]
}

fn nulls() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.upsert-merge.nulls-by-merge",
            "A null in a merge keeps what is stored, of every type",
            "Null is a value; or it removes what was there.",
            [TABLE_ENTITIES_MERGE_NULL_KEEPS],
            nulls_by(a_merge)
        ),
        check!(
            TableCore,
            "table.upsert-merge.nulls-by-upsert-merge",
            "A null in an Insert Or Merge keeps what is stored, of every type",
            "Null is a value; or it removes what was there.",
            [TABLE_ENTITIES_MERGE_NULL_KEEPS],
            nulls_by(insert_or_merge)
        ),
        check!(
            TableCore,
            "table.upsert-merge.nulls-by-update",
            "A null in an update is as good as nothing, of every type",
            "Null is a value, and is stored.",
            [TABLE_TYPES_NULL_NOT_STORED, TABLE_ENTITIES_REPLACE],
            nulls_by(an_update)
        ),
        check!(
            TableCore,
            "table.upsert-merge.nulls-by-replace",
            "A null in an Insert Or Replace is as good as nothing, of every type",
            "Null is a value, and is stored.",
            [TABLE_TYPES_NULL_NOT_STORED, TABLE_ENTITIES_REPLACE],
            nulls_by(insert_or_replace)
        ),
        check!(
            TableBatch,
            "table.upsert-merge.nulls-by-merge-in-batch",
            "In a batch, a null in a merge keeps what is stored, of every type",
            "Parts are merged by other code.",
            [TABLE_ENTITIES_MERGE_NULL_KEEPS],
            nulls_by(|key, properties| batch([merge(key, "*", properties)]))
        ),
    ]
}

fn untyped() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.upsert-merge.untyped-by-merge",
            "A merge without annotations changes types to what the JSON says",
            "The type that is stored is kept, and the text is read as that.",
            [TABLE_ENTITIES_MERGE_OVERWRITES],
            untyped_by(a_merge)
        ),
        check!(
            TableCore,
            "table.upsert-merge.untyped-by-update",
            "An update without annotations changes types to what the JSON says",
            "The type that is stored is kept, and the text is read as that.",
            [TABLE_ENTITIES_REPLACE],
            untyped_by(an_update)
        ),
        check!(
            TableCore,
            "table.upsert-merge.untyped-by-upsert-merge",
            "An Insert Or Merge without annotations changes types to what the JSON says",
            "The type that is stored is kept, and the text is read as that.",
            [TABLE_ENTITIES_MERGE_OVERWRITES],
            untyped_by(insert_or_merge)
        ),
        check!(
            TableCore,
            "table.upsert-merge.untyped-by-replace",
            "An Insert Or Replace without annotations changes types to what the JSON says",
            "The type that is stored is kept, and the text is read as that.",
            [TABLE_ENTITIES_REPLACE],
            untyped_by(insert_or_replace)
        ),
    ]
}
