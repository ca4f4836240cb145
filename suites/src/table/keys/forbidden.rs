//! What no key may hold, in the body and in the path.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    RawExt as _, at, batch, delete, insert, insert_body, insert_or_merge, insert_or_replace, merge, post_json, raw,
    scan_all, update,
};
use tablestakes_reference::table::EntityBody;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.keys.forbidden-in-body",
            "A row key with a slash, backslash, hash or question mark is refused on insert",
            "The body needs no escaping, so nothing stops them there; then no path reaches the row.",
            [TABLE_KEYS_SLASH_IN_BODY, TABLE_KEYS_HASH_QUESTION_IN_BODY],
            [
                insert(at("p", "a/b"), []),
                insert(at("p", "a\\b"), []),
                insert(at("p", "a#b"), []),
                insert(at("p", "?"), []),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.forbidden-partition",
            "The same for the partition key",
            "Only one part of the key is looked at.",
            [TABLE_KEYS_SLASH_IN_BODY, TABLE_KEYS_HASH_QUESTION_IN_BODY],
            [
                insert(at("/", "r"), []),
                insert(at("a\\", "r"), []),
                insert(at("#a", "r"), []),
                insert(at("a?b", "r"), []),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.controls-in-body",
            "A key with a control character is refused on insert",
            "They are not printable ASCII; U+007F to U+009F are forgotten most often.",
            [TABLE_KEYS_CONTROLS_IN_BODY],
            [
                insert(at("p", "a\tb"), []),
                insert(at("p", "\n"), []),
                insert(at("p", "\r"), []),
                insert(at("p", "\u{1}"), []),
                insert(at("p", "\u{7f}"), []),
                insert(at("p", "\u{80}"), []),
                insert(at("p", "\u{9f}"), []),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.beside-the-controls",
            "The characters next to the control characters are allowed",
            "Ranges that are one too wide.",
            [TABLE_KEYS_UNICODE],
            [
                insert_or_replace(at("p", " "), []),
                insert_or_replace(at("p", "~"), []),
                insert_or_replace(at("p", "\u{a0}"), []),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.slash-in-path",
            "A slash or backslash in the path's key is refused as bad syntax, even percent-encoded",
            "Routers split at the slash or decode it; the row would be out of reach.",
            [TABLE_KEYS_SLASH_IN_PATH],
            [
                insert_or_replace(at("p", "a/b"), []),
                insert_or_merge(at("p", "a\\b"), []),
                update(at("p/", "a"), "*", []),
                delete(at("p", "/"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.hash-in-path",
            "A hash or question mark in the path's key is out of range, even percent-encoded",
            "Once decoded they are taken for a fragment or a query.",
            [TABLE_KEYS_HASH_QUESTION_IN_PATH],
            [
                insert_or_replace(at("p", "a#b"), []),
                insert_or_merge(at("p", "?"), []),
                merge(at("#", "a"), "*", []),
                delete(at("p", "a?b"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.controls-in-path",
            "A control character in the path's key is refused",
            "Percent-encoded it passes through every router.",
            [TABLE_KEYS_CONTROLS_IN_PATH],
            [
                insert_or_replace(at("p", "a\u{1}b"), []),
                insert_or_replace(at("p", "\u{7f}"), []),
                insert_or_replace(at("p", "\u{80}"), []),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.nul-in-path",
            "A NUL in the path's key is refused",
            "In C it ends the string.",
            [TABLE_KEYS_CONTROLS_IN_PATH],
            [
                insert_or_replace(at("p", "a"), []),
                raw("DELETE", "/${table}(PartitionKey='p',RowKey='a%00b')").field("If-Match", "*"),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.keys.forbidden-in-batch",
            "Forbidden characters are refused within a batch, in bodies and in paths",
            "The batch calls the store directly, past the checks of the front door.",
            [TABLE_KEYS_SLASH_IN_BODY, TABLE_KEYS_SLASH_IN_PATH, TABLE_KEYS_HASH_QUESTION_IN_PATH],
            [
                batch([insert(at("p", "ok"), []), insert(at("p", "a/b"), [])]),
                batch([insert(at("p", "ok"), []), insert_or_replace(at("p", "a\\b"), [])]),
                batch([insert_or_replace(at("p", "a#b"), []), insert(at("p", "ok"), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.missing",
            "An insert without PartitionKey or RowKey is refused",
            "The missing one becomes empty, or a generated one.",
            [TABLE_KEYS_REQUIRED],
            [
                insert_body(EntityBody { row: None, ..EntityBody::keyed(&at("p", "r")) }),
                insert_body(EntityBody { partition: None, ..EntityBody::keyed(&at("p", "r")) }),
                insert_body(EntityBody::default()),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.not-a-string",
            "A PartitionKey or RowKey that is not a string is refused",
            "The value is converted, and `1` and `\"1\"` are one key.",
            [TABLE_KEYS_STRING],
            [
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":5}"),
                post_json("/${table}", "{\"PartitionKey\":true,\"RowKey\":\"r\"}"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.keys.null",
            "An insert whose PartitionKey or RowKey is null is refused",
            "Null is stored as the empty string or as `null`.",
            [TABLE_KEYS_REQUIRED],
            [
                post_json("/${table}", "{\"PartitionKey\":null,\"RowKey\":\"r\"}"),
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":null}"),
                scan_all(),
            ]
        ),
    ]
}
