//! How many properties an entity has, and how large it is.

use super::SUITE;
use super::writes::{alone_and_in_batches, large, there};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, batch, get, insert, insert_body, insert_or_merge, insert_or_replace, int, merge, scan, scan_all,
    scan_with, table, update,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{EntityBody, Key, Operation, PropertyValue, Query, WriteMode};

/// A body of this many small properties.
fn properties(key: &Key, prefix: char, count: usize) -> EntityBody {
    (0..count).fold(EntityBody::keyed(key), |body, number| body.with(format!("{prefix}{number:03}"), int(1)))
}

/// A write of this body.
fn write(entity: EntityBody, mode: WriteMode, if_match: Option<&str>) -> Operation {
    let key = Key::new(entity.partition.clone().unwrap_or_default(), entity.row.clone().unwrap_or_default());
    Operation::WriteEntity { table: table(0), key, entity, mode, if_match: if_match.map(str::to_owned) }
}

/// Every write of this many properties, each on a row of its own; those that need a row find it in [`there`].
fn writes_of_many(count: usize) -> [Operation; 5] {
    let body = |row: &str| properties(&at("p", row), 'P', count);
    [
        insert_body(body("insert")),
        write(body("replace"), WriteMode::Replace, None),
        write(body("merge"), WriteMode::Merge, None),
        write(body("update"), WriteMode::Replace, Some("*")),
        write(body("change"), WriteMode::Merge, Some("*")),
    ]
}

const NAMES: [&str; 10] = ["P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"];
const OTHERS: [&str; 10] = ["Q0", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9"];

/// Properties of 1.25 MiB in all.
fn too_large() -> Vec<(&'static str, PropertyValue)> {
    large(&NAMES).chain(large(&OTHERS)).collect()
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.limits.properties-everywhere",
            "252 properties are stored by every write, alone and in a batch",
            "The keys of the body are counted with the properties in some writes.",
            [TABLE_LIMITS_PROPERTIES],
            {
                let mut script = steps![there()];
                script.extend(writes_of_many(252).into_iter().skip(1).take(3).map(Step::from));
                script.push(Step::from(merge(at("p", "change"), "*", [("A", int(2))])));
                script.push(Step::from(write(properties(&at("p", "change"), 'P', 251), WriteMode::Merge, Some("*"))));
                script.push(get(at("p", "change")).metadata(Metadata::None));
                script.push(Step::from(batch([insert_body(properties(&at("p", "b1"), 'P', 252))])));
                script.push(Step::from(batch([
                    write(properties(&at("p", "b2"), 'P', 252), WriteMode::Merge, None),
                    write(properties(&at("p", "update"), 'Q', 252), WriteMode::Replace, Some("*")),
                ])));
                script.push(scan_all().metadata(Metadata::None));
                script
            }
        ),
        check!(
            TableCore,
            "table.limits.too-many-properties-everywhere",
            "253 properties are refused by every write, alone and in a batch",
            "Properties are counted on insert alone.",
            [TABLE_LIMITS_TOO_MANY_PROPERTIES, TABLE_ERRORS_NOTHING_LEFT],
            alone_and_in_batches(writes_of_many(253))
        ),
        check!(
            TableBatch,
            "table.limits.properties-of-merge-in-batch",
            "A merge within a batch that would leave more than 252 properties is refused",
            "The properties of the body are counted, not those of the entity that comes of it.",
            [TABLE_LIMITS_TOO_MANY_PROPERTIES, TABLE_BATCH_ATOMIC],
            [
                insert_body(properties(&at("p", "1"), 'P', 200)),
                batch([
                    write(properties(&at("p", "1"), 'Q', 52), WriteMode::Merge, Some("*")),
                    insert(at("p", "2"), [])
                ]),
                batch([
                    insert(at("p", "3"), []),
                    write(properties(&at("p", "1"), 'R', 1), WriteMode::Merge, Some("*"))
                ]),
                batch([insert(at("p", "3"), []), write(properties(&at("p", "1"), 'R', 1), WriteMode::Merge, None)]),
                batch([write(properties(&at("p", "1"), 'P', 252), WriteMode::Merge, None)]),
                scan_all().metadata(Metadata::None),
            ]
        ),
        check!(
            TableCore,
            "table.limits.entity-too-large-by-upsert",
            "An entity of more than a mebibyte is refused by upserts and updates, and rows stay as they were",
            "The size is checked on insert alone.",
            [TABLE_LIMITS_ENTITY_TOO_LARGE, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "u"), [("A", int(1))]),
                insert_or_replace(at("p", "r"), too_large()),
                insert_or_merge(at("p", "m"), too_large()),
                update(at("p", "u"), "*", too_large()),
                merge(at("p", "u"), "*", too_large()),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.entity-too-large-by-insert-or-merge",
            "An insert-or-merge that would make an entity of more than a mebibyte is refused",
            "The size of the body is checked, not that of the entity that comes of it.",
            [TABLE_LIMITS_ENTITY_TOO_LARGE],
            [
                insert_or_replace(at("p", "m"), large(&NAMES)),
                insert_or_merge(at("p", "m"), large(&OTHERS)),
                batch([insert(at("p", "n"), []), insert_or_merge(at("p", "m"), large(&OTHERS))]),
                scan("P0 ne X'' and RowKey ne 'm'"),
                update(at("p", "m"), "*", large(&OTHERS)),
                scan_with(Query { select: Some("RowKey".into()), ..Query::default() }),
            ]
        ),
        check!(
            TableBatch,
            "table.limits.entity-too-large-in-batch",
            "An entity of more than a mebibyte fails its batch",
            "The batch is limited as a whole, and its parts are not.",
            [TABLE_LIMITS_ENTITY_TOO_LARGE, TABLE_BATCH_ATOMIC],
            [
                batch([insert(at("p", "1"), []), insert(at("p", "2"), too_large())]),
                batch([insert_or_replace(at("p", "3"), too_large()), insert(at("p", "4"), [])]),
                scan_all(),
            ]
        ),
    ]
}
