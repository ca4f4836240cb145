//! Limits, at the last value that is allowed and the first that is known to be refused.

use super::steps::{
    RawExt as _, StepExt as _, at, batch, binary, get, insert, insert_body, insert_or_merge, insert_or_replace, int,
    merge, preferring, raw, repeated, scan, scan_all, table, text, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Metadata;
use tablestakes_reference::table::{EntityBody, Operation, Prefer, WriteMode};

const SUITE: Suite = Suite::Limits;

/// An entity of this many small properties.
fn properties(count: usize) -> EntityBody {
    (0..count)
        .fold(EntityBody::keyed(&at("p", count.to_string())), |body, number| body.with(format!("P{number:03}"), int(1)))
}

/// This many small properties of other names, to be merged into such an entity.
fn named_otherwise(count: usize) -> EntityBody {
    (0..count).fold(EntityBody::default(), |body, number| body.with(format!("Q{number:03}"), int(2)))
}

/// Merges a body into the entity of this row.
fn merge_body(row: &str, entity: EntityBody, if_match: Option<&str>) -> Operation {
    let (mode, if_match) = (WriteMode::Merge, if_match.map(str::to_owned));
    Operation::WriteEntity { table: table(0), key: at("p", row), entity, mode, if_match }
}

const OTHERS: [&str; 10] = ["Q0", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9"];

/// Inserts an entity of this many Binary properties of 64 KiB each, and does not want it back.
fn large(row: &str, count: usize) -> Operation {
    let entity = (0..count).fold(EntityBody::keyed(&at("p", row)), |body, number| {
        body.with(format!("P{number}"), binary(vec![0; 65_536]))
    });
    preferring(Prefer::ReturnNoContent, insert_body(entity))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.limits.string-largest",
            "A string may have 32,767 and 32,768 UTF-16 units",
            "The limit is counted in UTF-8, or is 64,000 octets.",
            [TABLE_LIMITS_STRING_LARGEST],
            [
                insert(at("p", "1"), [("S", text(repeated('s', 32_767)))]),
                insert_or_replace(at("p", "1"), [("S", text(repeated('s', 32_768)))]),
                get(at("p", "1")),
                insert_or_merge(at("p", "2"), [("S", text(repeated('é', 32_768)))]),
                get(at("p", "2")),
            ]
        ),
        check!(
            TableCore,
            "table.limits.string-too-large",
            "A string of 65,536 units is refused by every write, and nothing is stored",
            "Memory is large, and nobody counts.",
            [TABLE_LIMITS_STRING_TOO_LARGE, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("S", text(repeated('s', 65_536)))]),
                insert_or_replace(at("p", "1"), [("S", text(repeated('s', 65_536)))]),
                scan_all(),
                insert(at("p", "1"), [("S", text("s"))]),
                merge(at("p", "1"), "*", [("S", text(repeated('s', 65_536)))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.limits.binary-largest",
            "A binary value may have 65,535 and 65,536 octets",
            "The limit is applied to its base64 text.",
            [TABLE_LIMITS_BINARY_LARGEST],
            [
                insert(at("p", "1"), [("X", binary(vec![1; 65_535]))]),
                update(at("p", "1"), "*", [("X", binary(vec![2; 65_536]))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.limits.binary-too-large",
            "A binary value of 131,072 octets is refused",
            "Memory is large, and nobody counts.",
            [TABLE_LIMITS_BINARY_TOO_LARGE, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("X", binary(vec![1; 131_072]))]),
                insert_or_merge(at("p", "1"), [("X", binary(vec![1; 131_072]))]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.limits.value-too-large-in-batch",
            "A value that is too large fails its batch",
            "The batch calls the store past the checks.",
            [TABLE_LIMITS_STRING_TOO_LARGE, TABLE_BATCH_ATOMIC],
            [batch([insert(at("p", "1"), []), insert(at("p", "2"), [("S", text(repeated('s', 65_536)))])]), scan_all(),]
        ),
        check!(
            TableCore,
            "table.limits.entity-too-large",
            "An entity of half a mebibyte is stored, one of more than a mebibyte is refused",
            "Values are limited one by one, and their sum is not.",
            [TABLE_LIMITS_ENTITY_TOO_LARGE],
            [large("8", 8), large("20", 20), scan("RowKey eq '20'")]
        ),
        check!(
            TableCore,
            "table.limits.properties",
            "An entity may have 251 and 252 properties, and not 253",
            "The three system properties are counted, or the sum is rounded to 255 or 256.",
            [TABLE_LIMITS_PROPERTIES, TABLE_LIMITS_TOO_MANY_PROPERTIES],
            [
                insert_body(properties(251)),
                insert_body(properties(252)),
                insert_body(properties(253)),
                get(at("p", "252")).metadata(Metadata::None),
                get(at("p", "253")),
            ]
        ),
        check!(
            TableCore,
            "table.limits.properties-of-merge",
            "A merge that would leave more than 252 properties is refused",
            "The properties of the body are counted, not those of the entity that comes of it.",
            [TABLE_LIMITS_TOO_MANY_PROPERTIES],
            [
                insert_body(properties(200)),
                merge_body("200", named_otherwise(52), Some("*")),
                merge_body("200", named_otherwise(53), Some("*")),
                merge_body("200", named_otherwise(53), None),
                get(at("p", "200")).metadata(Metadata::None),
            ]
        ),
        check!(
            TableCore,
            "table.limits.entity-too-large-by-merge",
            "A merge that would make an entity of more than a mebibyte is refused",
            "The size of the body is checked, not that of the entity that comes of it.",
            [TABLE_LIMITS_ENTITY_TOO_LARGE],
            [
                large("m", 10),
                merge(at("p", "m"), "*", (0..10).map(|place| (OTHERS[place], binary(vec![1; 65_536])))),
                scan("A ge 0 and RowKey eq 'm'")
            ]
        ),
        check!(
            TableCore,
            "table.limits.name-length",
            "A property name may have 254 and 255 characters, and not 256",
            "Names of columns in a database have 64 or 128.",
            [TABLE_LIMITS_NAME_LONGEST, TABLE_LIMITS_NAME_TOO_LONG],
            [
                insert(at("p", "254"), [(repeated('n', 254).as_str(), int(1))]),
                insert(at("p", "255"), [(repeated('n', 255).as_str(), int(1))]),
                get(at("p", "255")),
                insert(at("p", "256"), [(repeated('n', 256).as_str(), int(1))]),
                insert_or_merge(at("p", "256"), [(repeated('n', 256).as_str(), int(1))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.name-invalid",
            "A property name does not begin with a digit",
            "JSON takes any name.",
            [TABLE_LIMITS_NAME_INVALID],
            [
                insert(at("p", "1"), [("1a", int(1))]),
                insert_or_replace(at("p", "1"), [("9", int(1))]),
                insert_or_merge(at("p", "1"), [(repeated('1', 255).as_str(), int(1))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.limits.name-characters",
            "A property name holds letters, digits and underscores alone",
            "JSON takes any name, and so do most stores.",
            [TABLE_LIMITS_NAME_CHARACTERS],
            [
                insert(at("p", "1"), [("a-b", int(1))]),
                insert_or_replace(at("p", "1"), [("a b", int(1))]),
                scan_all(),
                insert(at("p", "2"), [("_a_1", int(1)), ("é", int(2))]),
                get(at("p", "2")),
            ]
        ),
        check!(
            TableCore,
            "table.limits.body-too-large",
            "A body of more than 4 MiB is refused with 413",
            "The framework's limit answers first, with an error of its own, or there is none.",
            [TABLE_LIMITS_BODY_TOO_LARGE],
            [
                raw("PUT", "/${table}(PartitionKey='p',RowKey='1')")
                    .field("Content-Type", "application/json")
                    .octets(oversized()),
                get(at("p", "1")),
            ]
        ),
    ]
}

/// A JSON body that is longer than 4 MiB by its blanks alone.
fn oversized() -> Vec<u8> {
    let mut body = b"{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":1".to_vec();
    body.resize(4 * 1024 * 1024 + 1024, b' ');
    body.push(b'}');
    body
}
