//! How keys are written in the path.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    RawExt as _, StepExt as _, at, delete, get, insert, insert_or_merge, insert_or_replace, int, merge, raw, scan_all,
    text, update,
};
use tablestakes_reference::history::KeyEncoding;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.keys.percent-once",
            "A percent sign in a key is decoded once",
            "The framework decodes the path, and then the code does: `%2541` becomes `A`.",
            [TABLE_KEYS_PERCENT_ONCE],
            [
                insert(at("p", "%41"), [("A", int(1))]),
                insert(at("p", "A"), [("A", int(2))]),
                get(at("p", "%41")),
                update(at("p", "%41"), "*", [("A", int(3))]),
                merge(at("p", "%41"), "*", [("B", int(3))]),
                delete(at("p", "%41"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.percent-upsert",
            "An upsert under a key with a percent sign makes that key and no other",
            "Double decoding makes no error here, but a row under another key.",
            [TABLE_KEYS_PERCENT_ONCE],
            [
                insert_or_replace(at("100%25", "%2F"), [("A", int(1))]),
                insert_or_merge(at("%", "%%"), [("A", int(2))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.quote-doubled",
            "A quote in a key is written twice",
            "Unescaping is left out, or done twice, or stops at the first quote.",
            [TABLE_KEYS_QUOTE_DOUBLED],
            [
                insert_or_replace(at("o'clock", "''"), [("A", int(1))]),
                get(at("o'clock", "''")),
                raw("GET", "/${table}(PartitionKey='o''clock',RowKey='''''')"),
                raw("GET", "/${table}(PartitionKey='o%27%27clock',RowKey=%27%27%27%27%27%27)"),
                get(at("o''clock", "''")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.plus-in-path",
            "A plus in the path is a plus",
            "A decoder made for forms makes a space of it.",
            [TABLE_KEYS_PLUS_LITERAL],
            [
                insert(at("p", "1+1"), [("A", int(1))]),
                insert(at("p", "1 1"), [("A", int(2))]),
                get(at("p", "1+1")).keys_as(KeyEncoding::Minimal),
                get(at("p", "1+1")),
                get(at("p", "1 1")),
            ]
        ),
        check!(
            TableCore,
            "table.keys.encodings-are-equal",
            "It makes no difference which characters of a key are percent-encoded, or in which case",
            "A comparison of undecoded paths, or a router that wants lower or upper case.",
            [TABLE_ADDRESS_KEY_SPELLING],
            [
                insert_or_replace(at("a:b@c&d=e;f", "!$*(),~-_."), [("A", int(1))]).keys_as(KeyEncoding::Everything),
                get(at("a:b@c&d=e;f", "!$*(),~-_.")).keys_as(KeyEncoding::Standard),
                get(at("a:b@c&d=e;f", "!$*(),~-_.")).keys_as(KeyEncoding::Minimal),
                get(at("a:b@c&d=e;f", "!$*(),~-_.")).keys_as(KeyEncoding::LowerHex),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.separators-in-quotes",
            "A comma, an equals sign or a parenthesis within the quotes belongs to the key",
            "A path is split at commas and equals signs before its quotes are read.",
            [TABLE_KEYS_QUOTE_DOUBLED],
            [
                insert(at("a,RowKey=b", "x)"), [("A", int(1))]),
                insert(at("',RowKey='", "='"), [("A", int(2))]),
                get(at("a,RowKey=b", "x)")).keys_as(KeyEncoding::Minimal),
                get(at("',RowKey='", "='")).keys_as(KeyEncoding::Minimal),
                delete(at("',RowKey='", "='"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.space-after-comma",
            "A space may follow the comma between the two parts of a key",
            "The documentation writes it so, and some clients do.",
            [TABLE_ADDRESS_KEY_SPELLING],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}(PartitionKey='p',%20RowKey='1')"),
                raw("DELETE", "/${table}(PartitionKey='p',%20RowKey='1')").field("If-Match", "*"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.keys.parentheses-encoded",
            "The parentheses around a key may be percent-encoded",
            "A router matches the undecoded path.",
            [TABLE_ADDRESS_KEY_SPELLING],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}%28PartitionKey=%27p%27,RowKey=%271%27%29"),
                raw("GET", "/${table}%28%29"),
            ]
        ),
        check!(
            TableCore,
            "table.keys.in-location",
            "The Location of a new entity holds its key, escaped",
            "Clients follow it; `%` and quotes are left as they are, or escaped twice.",
            [TABLE_KEYS_LOCATION, TABLE_ENTITIES_INSERT_LOCATION],
            [insert(at("a'b", "\"+, $"), []), insert(at("%20-%27", "ô@:"), []), insert(at("", "世"), []),]
        ),
        check!(
            TableCore,
            "table.keys.non-ascii",
            "A key beyond ASCII stands in the path as percent-encoded UTF-8",
            "Decoded as Latin-1, or not at all.",
            [TABLE_KEYS_UNICODE],
            [
                insert(at("世界", "é😀"), [("A", text("v"))]),
                get(at("世界", "é😀")),
                get(at("世界", "é😀")).keys_as(KeyEncoding::LowerHex),
                update(at("世界", "é😀"), "*", [("A", text("w"))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.predicate-malformed",
            "A key predicate that cannot be read is refused as bad syntax",
            "A pattern that does not match falls through to some other route.",
            [TABLE_ADDRESS_KEY_PREDICATE_SYNTAX],
            [
                insert_or_replace(at("p", "r"), []),
                raw("GET", "/${table}(PartitionKey='p',RowKey='r"),
                raw("GET", "/${table}(PartitionKey='p',RowKey=r)"),
                raw("GET", "/${table}(PartitionKey='p''s,RowKey='r')"),
            ]
        ),
    ]
}
