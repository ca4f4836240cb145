//! What keys may hold, and that it is kept as it is.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    at, batch, delete, get, insert, insert_or_merge, insert_or_replace, int, merge, repeated, scan, scan_all, update,
};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.keys.empty",
            "Both parts of a key may be the empty string, in every operation",
            "`if (!key)` takes the empty string for a missing one.",
            [TABLE_KEYS_EMPTY],
            [
                insert(at("", ""), [("A", int(1))]),
                get(at("", "")),
                update(at("", ""), "*", [("A", int(2))]),
                merge(at("", ""), "*", [("B", int(2))]),
                scan("PartitionKey eq '' and RowKey eq ''"),
                delete(at("", ""), "*"),
                get(at("", "")),
            ]
        ),
        check!(
            TableCore,
            "table.keys.empty-delete",
            "A row is deleted whose key is empty in one part or in both",
            "The path parser wants at least one character between the quotes.",
            [TABLE_KEYS_EMPTY],
            [
                insert(at("p", ""), []),
                insert(at("", "r"), []),
                insert(at("", ""), []),
                delete(at("p", ""), "*"),
                delete(at("", "r"), "*"),
                delete(at("", ""), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.empty-upsert",
            "An upsert may make a row whose key is empty in one part or in both",
            "The path parser wants at least one character between the quotes.",
            [TABLE_KEYS_EMPTY],
            [
                insert_or_replace(at("", "r"), []),
                insert_or_merge(at("p", ""), []),
                insert_or_replace(at("", ""), []),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.keys.empty-in-batch",
            "Empty keys work within a batch",
            "A batch has a parser of its own for the paths of its parts.",
            [TABLE_BATCH_EMPTY_KEYS],
            [
                batch([insert(at("", ""), []), insert_or_replace(at("", "1"), []), insert_or_merge(at("", "2"), [])]),
                batch([update(at("", ""), "*", [("A", int(1))]), delete(at("", "1"), "*")]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.spaces-kept",
            "Spaces in a key are kept, also at its ends and alone",
            "Trimming, and collapsing of runs.",
            [TABLE_KEYS_BLANKS_KEPT],
            [
                insert(at(" p ", "  "), [("A", int(1))]),
                insert(at(" p ", ""), [("A", int(2))]),
                insert(at("p", "a  b"), [("A", int(3))]),
                get(at(" p ", "  ")),
                get(at(" p ", " ")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.punctuation",
            "Every printable ASCII character but four may stand in a key",
            "Lists of forbidden characters that are longer than the service's.",
            [TABLE_KEYS_UNICODE],
            [
                insert(at("!\"$%&'()*+,-.", ":;<=>@[]^_`{|}~"), [("A", int(1))]),
                get(at("!\"$%&'()*+,-.", ":;<=>@[]^_`{|}~")),
                merge(at("!\"$%&'()*+,-.", ":;<=>@[]^_`{|}~"), "*", [("B", int(2))]),
                scan_all(),
                delete(at("!\"$%&'()*+,-.", ":;<=>@[]^_`{|}~"), "*"),
            ]
        ),
        check!(
            TableBatch,
            "table.keys.punctuation-in-batch",
            "The same characters in the paths of a batch",
            "The inner request line is split at spaces, or decoded otherwise than an outer one.",
            [TABLE_BATCH_PERCENT_ONCE],
            [
                batch([
                    insert_or_replace(at("%p%25", "%"), [("A", int(1))]),
                    insert_or_merge(at("%p%25", "a b+c"), [("A", int(2))]),
                    insert_or_replace(at("%p%25", "'',RowKey='x"), [("A", int(3))]),
                    insert(at("%p%25", "%41"), [("A", int(4))]),
                ]),
                scan_all(),
                batch([delete(at("%p%25", "%41"), "*"), update(at("%p%25", "a b+c"), "*", [])]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.look-like-other-things",
            "A key that looks like a path, a null or a number is text",
            "Dot segments are resolved, `null` and `__proto__` have a meaning in the language behind.",
            [TABLE_KEYS_UNICODE],
            [
                insert_or_replace(at("..", "."), [("A", int(1))]),
                insert_or_replace(at("null", "undefined"), [("A", int(2))]),
                insert_or_replace(at("__proto__", "constructor"), [("A", int(3))]),
                insert_or_replace(at("1", "01"), [("A", int(4))]),
                get(at("..", ".")),
                get(at("1", "1")),
                get(at("__proto__", "constructor")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.joined",
            "Two keys whose parts join to the same text are two keys",
            "Both parts are put into one string, with a separator that may stand in them.",
            [TABLE_ENTITIES_ISOLATION],
            [
                insert(at("a", "b|c"), [("A", int(1))]),
                insert(at("a|b", "c"), [("A", int(2))]),
                insert(at("a_b", "c"), [("A", int(3))]),
                insert(at("a", "b_c"), [("A", int(4))]),
                insert(at("", "ab"), [("A", int(5))]),
                insert(at("ab", ""), [("A", int(6))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.longest",
            "Keys of 512 characters work in both parts, in the body and in the path",
            "File names and path segments have shorter limits.",
            [TABLE_KEYS_LONGEST],
            [
                insert(at(repeated('p', 512), repeated('r', 511)), [("A", int(1))]),
                insert_or_replace(at(repeated('p', 512), repeated('r', 512)), [("A", int(2))]),
                get(at(repeated('p', 512), repeated('r', 512))),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.too-long",
            "A key of 2048 characters is refused on insert, and nothing is found under it",
            "Keys have no limit of their own.",
            [TABLE_KEYS_TOO_LONG, TABLE_KEYS_LONG_ADDRESSABLE],
            [
                insert(at(repeated('p', 2048), "r"), []),
                insert(at("p", repeated('r', 2048)), []),
                delete(at(repeated('p', 2048), repeated('r', 2048)), "*"),
                scan_all(),
            ]
        ),
    ]
}
