//! How keys are compared: what is the same key, and which comes first.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{at, get, insert, insert_or_replace, int, scan, scan_all, seed};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.keys.case-sensitive",
            "Keys that differ in case are different",
            "Databases with a collation that ignores case.",
            [TABLE_KEYS_CASE_SENSITIVE],
            [
                insert(at("Key", "row"), [("A", int(1))]),
                insert(at("key", "Row"), [("A", int(2))]),
                insert(at("key", "row"), [("A", int(3))]),
                get(at("KEY", "row")),
                scan("PartitionKey eq 'Key'"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.not-normalised",
            "A composed and a decomposed character are different keys",
            "Normalisation by a file system, a database or a library of strings.",
            [TABLE_KEYS_NO_NORMALISATION],
            [
                insert_or_replace(at("p", "\u{e9}"), [("A", int(1))]),
                insert_or_replace(at("p", "e\u{301}"), [("A", int(2))]),
                get(at("p", "\u{e9}")),
                get(at("p", "e\u{301}")),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.keys.ordered",
            "Rows come in the order of partition key, then row key, whatever the order of writing",
            "Order of insertion, or of a hash.",
            [TABLE_KEYS_ORDER_ASCENDING],
            [
                insert(at("q", "1"), []),
                insert(at("p", "b"), []),
                insert(at("p", "a"), []),
                insert(at("o", "z"), []),
                insert(at("p", ""), []),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.keys.ordered-as-text",
            "Numbers in keys are ordered as text, capital letters before small ones",
            "A comparison by locale, or by number.",
            [TABLE_KEYS_ORDER_ASCENDING],
            [
                seed([
                    insert(at("p", "10"), []),
                    insert(at("p", "9"), []),
                    insert(at("p", "a"), []),
                    insert(at("p", "B"), []),
                    insert(at("p", "_"), []),
                    insert(at("p", "é"), []),
                    insert(at("p", "z"), []),
                    insert(at("p", " "), []),
                ]),
                scan_all(),
                scan("RowKey ge 'B' and RowKey lt 'z'"),
            ]
        ),
        check!(
            TableQuery,
            "table.keys.ordered-by-code-unit",
            "Beyond the basic plane keys are ordered by UTF-16 code units",
            "UTF-8 and code points order U+E000 to U+FFFF before the supplementary characters.",
            [TABLE_KEYS_ORDER_UTF16],
            [
                insert(at("p", "\u{ff21}"), []),
                insert(at("p", "\u{1f600}"), []),
                insert(at("p", "\u{d7ff}"), []),
                scan_all(),
            ]
        ),
    ]
}
