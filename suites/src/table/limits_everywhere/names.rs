//! The lengths of keys and names.

use super::SUITE;
use super::writes::{alone_and_in_batches, there, writes_of_name};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, create_table, delete, delete_table, get, get_table, insert, insert_or_merge, insert_or_replace, int,
    merge, on, page, repeated, scan, scan_all, scan_with, table, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Query;

/// A name of this many characters.
fn named(length: usize) -> String {
    repeated('n', length)
}

/// A key of 512 characters that ends so.
fn long(last: &str) -> String {
    format!("{}{last}", repeated('k', 511))
}

/// A key that is too long.
fn beyond() -> String {
    repeated('k', 2_048)
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.limits.name-longest-everywhere",
            "A property name of 255 characters is stored by every write, alone and in a batch",
            "Each write has a limit of its own.",
            [TABLE_LIMITS_NAME_LONGEST],
            {
                let name = named(255);
                let mut script = steps![there()];
                script.extend(writes_of_name(&name).map(Step::from));
                let upserts = writes_of_name(&name).into_iter().skip(1);
                script.push(Step::from(batch(upserts)));
                script.push(Step::from(scan(format!("{name} eq 1"))));
                script.push(Step::from(scan_with(Query { select: Some(name), ..Query::default() })));
                script
            }
        ),
        check!(
            TableCore,
            "table.limits.name-too-long-everywhere",
            "A property name of 256 characters is refused by every write, alone and in a batch",
            "Names are looked at on insert alone.",
            [TABLE_LIMITS_NAME_TOO_LONG, TABLE_ERRORS_NOTHING_LEFT],
            alone_and_in_batches(writes_of_name(&named(256)))
        ),
        check!(
            TableCore,
            "table.limits.name-invalid-everywhere",
            "A property name that begins with a digit is refused by every write, alone and in a batch",
            "Names are looked at on insert alone.",
            [TABLE_LIMITS_NAME_INVALID, TABLE_ERRORS_NOTHING_LEFT],
            alone_and_in_batches(writes_of_name("1a"))
        ),
        check!(
            TableCore,
            "table.limits.key-longest-everywhere",
            "Keys of 512 characters work in every operation",
            "Paths are limited where bodies are not.",
            [TABLE_KEYS_LONGEST],
            [
                insert(at(long("p"), long("1")), [("A", int(1))]),
                insert_or_replace(at(long("p"), long("2")), [("A", int(2))]),
                insert_or_merge(at(long("p"), long("3")), [("A", int(3))]),
                update(at(long("p"), long("1")), "*", [("A", int(4))]),
                merge(at(long("p"), long("2")), "*", [("B", int(5))]),
                get(at(long("p"), long("1"))),
                get(at(long("p"), long("3"))),
                delete(at(long("p"), long("3")), "*"),
                get(at(long("p"), long("3"))),
                scan(format!("PartitionKey eq '{}' and RowKey eq '{}'", long("p"), long("2"))),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.limits.key-longest-in-batch",
            "Keys of 512 characters work in every operation of a batch",
            "The lines of a batch are limited.",
            [TABLE_KEYS_LONGEST],
            [
                batch(["1", "2", "3"].map(|last| insert(at(long("p"), long(last)), [("A", int(1))]))),
                batch([
                    update(at(long("p"), long("1")), "*", [("A", int(2))]),
                    merge(at(long("p"), long("2")), "*", [("B", int(2))]),
                    delete(at(long("p"), long("3")), "*"),
                    insert_or_replace(at(long("p"), long("4")), []),
                    insert_or_merge(at(long("p"), long("5")), []),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.key-too-long-everywhere",
            "A key of 2048 characters is refused by upserts as by inserts, alone and in a batch",
            "Keys in paths are not looked at.",
            [TABLE_KEYS_TOO_LONG, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert_or_replace(at(beyond(), "r"), []),
                insert_or_replace(at("p", beyond()), []),
                insert_or_merge(at(beyond(), "r"), []),
                insert_or_merge(at("p", beyond()), []),
                batch([insert(at("p", beyond()), [])]),
                batch([insert(at("p", "1"), []), insert(at("p", beyond()), [])]),
                batch([insert_or_replace(at("p", beyond()), []), insert(at("p", "1"), [])]),
                batch([insert_or_merge(at("p", "1"), []), insert_or_merge(at("p", beyond()), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.key-too-long-addressed",
            "Reads and changes under a key of 2048 characters find nothing",
            "The length of a path is limited, and another error comes.",
            [TABLE_KEYS_LONG_ADDRESSABLE],
            [
                insert(at("p", "1"), []),
                get(at(beyond(), "r")),
                get(at("p", beyond())),
                update(at("p", beyond()), "*", []),
                merge(at(beyond(), "r"), "*", []),
                delete(at(beyond(), beyond()), "*"),
                scan(format!("RowKey eq '{}'", beyond())),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.table-name-longest",
            "A table whose name has 63 characters works in every operation",
            "Names of files, collections and columns have other limits.",
            [TABLE_TABLES_NAME_TOO_LONG],
            {
                // The name of a history's table has 24 characters.
                let name = format!("{}{}", table(0), repeated('x', 39));
                let absent = format!("{}{}", table(0), repeated('y', 39));
                let beyond = format!("{name}x");
                steps![
                    create_table(&name),
                    create_table(&beyond),
                    get_table(&name),
                    on(&name, insert(at("p", "1"), [("A", int(1))])),
                    on(&name, update(at("p", "1"), "*", [("A", int(2))])),
                    on(&name, merge(at("p", "1"), "*", [("B", int(2))])),
                    batch([
                        on(&name, insert_or_replace(at("p", "2"), [])),
                        on(&name, insert_or_merge(at("p", "3"), []))
                    ]),
                    on(&name, get(at("p", "1"))),
                    on(&name, page(Query::default())),
                    on(&name, delete(at("p", "1"), "*")),
                    get_table(&absent),
                    on(&absent, get(at("p", "1"))),
                    on(&absent, page(Query::default())),
                    get_table(&beyond),
                    delete_table(&beyond),
                    delete_table(&name),
                    get_table(&name),
                ]
            }
        ),
    ]
}
