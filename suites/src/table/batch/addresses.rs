//! The addresses of operations within a batch, in every spelling, and those of the same operations outside of one.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    MimeBatch, RawExt as _, StepExt as _, at, bare_request, batch, create_table, delete, delete_table, get, get_select,
    inner, insert, insert_or_merge, insert_or_replace, int, merge, on, raw, scan_all, text, update,
};
use tablestakes_reference::history::{KeyEncoding, RawRequest, Step};

/// Rows of these keys in partition `p`, each with a number.
fn rows(keys: &[&str]) -> Step {
    let rows = (1..).zip(keys).map(|(number, row)| insert(at("p", *row), [("A", int(number))]));
    Step::from(batch(rows))
}

/// A request within a batch whose address has neither scheme nor host.
fn by_path(method: &str, path: &str) -> RawRequest {
    bare_request(method, format!("${{base}}{path}")).field("Accept", "application/json;odata=minimalmetadata")
}

/// A replacement of a row by its address.
fn put(request: RawRequest, row: &str, value: i32) -> RawRequest {
    request.json(format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"{row}\",\"A\":{value}}}"))
}

fn change_set(requests: impl IntoIterator<Item = RawRequest>) -> Step {
    Step::from(MimeBatch::new().change_set(requests).request())
}

/// Every kind of write within a batch, keys written so.
fn every_kind(keys: KeyEncoding) -> Vec<Step> {
    let odd = ["a b", "a+b", "%41", "it's", "é世", "a:b@c&d=e;f,g"];
    let key = |place: usize| at("p%25 +'", odd[place]);
    steps![
        batch([0, 1, 2].map(|place| insert(key(place), [("A", int(1)), ("B", int(1))]))).keys_as(keys),
        batch([
            update(key(0), "*", [("A", int(2))]),
            merge(key(1), "*", [("A", int(2))]),
            delete(key(2), "*"),
            insert_or_replace(key(3), [("A", int(2))]),
            insert_or_merge(key(4), [("A", int(2))]),
            insert(key(5), [("A", int(2))]),
        ])
        .keys_as(keys),
        batch([insert_or_merge(key(3), [("B", int(3))]), delete(key(5), "*")]).keys_as(keys).path_inner_uris(),
        batch([get(key(1))]).keys_as(keys),
        batch([get(key(5))]).keys_as(keys).path_inner_uris(),
        get(at("p%25 +'", "A")),
        scan_all(),
    ]
}

/// Forbidden characters in the address of an operation, and what is left.
fn forbidden(rows: &[&str]) -> Vec<Step> {
    let mut script = steps![insert(at("p", "there"), [("A", int(1))])];
    for (place, row) in rows.iter().enumerate() {
        let beside = || insert(at("p", format!("beside-{place}")), []);
        let operation = match place % 4 {
            0 => update(at("p", *row), "*", [("A", int(2))]),
            1 => merge(at("p", *row), "*", [("A", int(2))]),
            2 => delete(at("p", *row), "*"),
            _ => insert_or_merge(at("p", *row), []),
        };
        script.push(Step::from(if place % 3 == 0 { batch([operation]) } else { batch([beside(), operation]) }));
    }
    script.push(Step::from(scan_all()));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.batch.keys-everything-encoded",
            "Keys in a batch may be percent-encoded octet by octet, by every operation",
            "The inner address is matched before it is decoded.",
            [TABLE_BATCH_PERCENT_ONCE, TABLE_ADDRESS_KEY_SPELLING, TABLE_KEYS_QUOTE_DOUBLED],
            every_kind(KeyEncoding::Everything)
        ),
        check!(
            TableBatch,
            "table.batch.keys-lower-hex",
            "Keys in a batch may be percent-encoded with small digits, by every operation",
            "A pattern for capitals.",
            [TABLE_BATCH_PERCENT_ONCE, TABLE_KEYS_QUOTE_DOUBLED],
            every_kind(KeyEncoding::LowerHex)
        ),
        check!(
            TableBatch,
            "table.batch.keys-barely-encoded",
            "Plus, comma, colon and their like may stand in a batch's addresses as they are",
            "A decoder made for forms makes a space of the plus; a split at commas cuts the key.",
            [TABLE_KEYS_PLUS_LITERAL, TABLE_BATCH_PERCENT_ONCE, TABLE_KEYS_QUOTE_DOUBLED],
            every_kind(KeyEncoding::Minimal)
        ),
        check!(
            TableBatch,
            "table.batch.predicate-spelling",
            "Parentheses, quotes and the comma of an inner address may be percent-encoded, and a blank may follow it",
            "The inner address is taken apart by a pattern of its own.",
            [TABLE_ADDRESS_KEY_SPELLING],
            [
                rows(&["1", "2", "3", "4", "5"]),
                change_set([
                    put(inner("PUT", "/${table}%28PartitionKey=%27p%27,RowKey=%271%27%29"), "1", 11),
                    put(inner("PUT", "/${table}(PartitionKey='p',%20RowKey='2')"), "2", 12),
                    put(
                        inner("MERGE", "/${table}(PartitionKey=%27p%27%2CRowKey=%273%27)").field("If-Match", "*"),
                        "3",
                        13
                    ),
                    inner("DELETE", "/${table}%28PartitionKey='p',RowKey='4'%29").field("If-Match", "*"),
                ]),
                change_set([
                    put(by_path("PUT", "/${table}%28PartitionKey=%27p%27,%20RowKey=%275%27%29"), "5", 15),
                    by_path("DELETE", "/${table}(PartitionKey=%27p%27,RowKey=%271%27)").field("If-Match", "*"),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.batch.key-order",
            "RowKey may stand in front of PartitionKey, in a batch and outside of one",
            "Keys are taken by their place.",
            [TABLE_ADDRESS_KEY_ORDER],
            [
                batch([insert(at("p", "q"), [("A", int(1))]), insert(at("p", "r"), [("A", int(2))])]),
                insert(at("q", "p"), [("A", int(3))]),
                raw("GET", "/${table}(RowKey='q',PartitionKey='p')"),
                raw("PUT", "/${table}(RowKey='r',PartitionKey='p')")
                    .json("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":4}"),
                raw("DELETE", "/${table}(RowKey='q',PartitionKey='p')").field("If-Match", "*"),
                change_set([
                    put(inner("PUT", "/${table}(RowKey='r',PartitionKey='p')"), "r", 5),
                    put(inner("MERGE", "/${table}(RowKey='s',PartitionKey='p')"), "s", 6),
                ]),
                change_set([by_path("DELETE", "/${table}(RowKey='s',PartitionKey='p')").field("If-Match", "*")]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.quotes-in-addresses",
            "Doubled quotes in inner addresses stand for one, encoded or not",
            "The inner address is taken apart at its quotes.",
            [TABLE_KEYS_QUOTE_DOUBLED],
            [
                rows(&["it's", "it''s", "'", "x"]),
                change_set([
                    put(inner("PUT", "/${table}(PartitionKey='p',RowKey='it''s')"), "it's", 11),
                    put(inner("PUT", "/${table}(PartitionKey='p',RowKey='it%27%27%27%27s')"), "it''s", 12),
                    put(inner("PUT", "/${table}(PartitionKey='p',RowKey='''')"), "'", 13),
                ]),
                change_set([
                    inner("DELETE", "/${table}(PartitionKey='p',RowKey='%27%27')").field("If-Match", "*"),
                    put(by_path("MERGE", "/${table}(PartitionKey='p',RowKey=''',RowKey=''x')"), "',RowKey='x", 14),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.table-in-other-case",
            "A table is named in any case within a batch, and in two of them at once",
            "The names of a batch's tables are compared with each other as they are written.",
            [TABLE_TABLES_NAME_CASE_INSENSITIVE],
            [
                create_table("${table}CamelCase"),
                batch([
                    on("${table}CAMELCASE", insert(at("p", "1"), [("A", int(1))])),
                    on("${table}camelcase", insert_or_merge(at("p", "2"), [("A", int(2))])),
                ]),
                batch([on("${table}cAMELcASE", update(at("p", "1"), "*", [("A", int(3))]))]),
                batch([on("${table}CamelCASE", get(at("p", "2")))]),
                on("${table}camelCase", get(at("p", "1"))),
                batch([
                    on("${table}CamelCase", delete(at("p", "1"), "*")),
                    on("${table}camelcase", merge(at("p", "2"), "*", [])),
                ]),
                on("${table}CamelCase", scan_page()),
                delete_table("${table}camelcase"),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.slash-in-addresses",
            "A slash or backslash in the key of an inner address is refused, whatever the operation",
            "The batch calls the store directly, past the checks of the front door.",
            [TABLE_KEYS_SLASH_IN_PATH, TABLE_BATCH_ATOMIC],
            forbidden(&["a/b", "/", "a\\b", "\\", "there/", "\\there", "a//b", "../there"])
        ),
        check!(
            TableBatch,
            "table.batch.hash-in-addresses",
            "A hash or question mark in the key of an inner address is out of range, whatever the operation",
            "The inner address is cut at them.",
            [TABLE_KEYS_HASH_QUESTION_IN_PATH, TABLE_BATCH_ATOMIC],
            forbidden(&["a#b", "#", "a?b", "?", "there#", "there?x=1", "#there", "?a=b#c"])
        ),
        check!(
            TableBatch,
            "table.batch.controls-in-addresses",
            "A control character in the key of an inner address is refused, whatever the operation",
            "Percent-encoded it passes through every parser.",
            [TABLE_KEYS_CONTROLS_IN_PATH, TABLE_BATCH_ATOMIC],
            forbidden(&["a\tb", "\n", "a\r\nb", "\u{1}", "there\u{7f}", "\u{80}", "a\u{9f}", "\u{0}"])
        ),
        check!(
            TableBatch,
            "table.batch.forbidden-in-bodies",
            "Keys with forbidden characters are refused in the bodies of a batch, in either part of the key",
            "The batch calls the store directly, past the checks of the front door.",
            [TABLE_KEYS_SLASH_IN_BODY, TABLE_KEYS_HASH_QUESTION_IN_BODY, TABLE_KEYS_CONTROLS_IN_BODY],
            [
                batch([insert(at("p", "a\\b"), [])]),
                batch([insert(at("a/b", "1"), []), insert(at("a/b", "2"), [])]),
                batch([insert(at("p", "1"), []), insert(at("p", "a#b"), [])]),
                batch([insert(at("a?b", "1"), [])]),
                batch([insert(at("p", "a\tb"), [])]),
                batch([insert(at("p", "1"), []), insert(at("p", "\u{7f}"), [])]),
                batch([insert(at("p\u{9f}", "1"), [])]),
                batch([insert(at("p", "\n"), []), insert(at("p", "1"), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.keys-missing-in-bodies",
            "An insert without PartitionKey or RowKey, or with null for one, fails its batch",
            "The missing one becomes empty, or a generated one.",
            [TABLE_KEYS_REQUIRED, TABLE_BATCH_ATOMIC],
            [
                change_set([inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"A\":1}")]),
                change_set([inner("POST", "/${table}").json("{\"RowKey\":\"1\",\"A\":1}")]),
                change_set([
                    inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}"),
                    inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":null}"),
                ]),
                change_set([
                    inner("POST", "/${table}").json("{\"PartitionKey\":null,\"RowKey\":\"1\"}"),
                    inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}"),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.predicate-malformed",
            "An inner address whose key cannot be read is refused as bad syntax",
            "A pattern that does not match falls through to some other route.",
            [TABLE_ADDRESS_KEY_PREDICATE_SYNTAX],
            [
                rows(&["1"]),
                change_set([put(inner("PUT", "/${table}(PartitionKey='p',RowKey='1"), "1", 2)]),
                change_set([put(inner("PUT", "/${table}(PartitionKey='p',RowKey=1)"), "1", 2)]),
                change_set([inner("DELETE", "/${table}(PartitionKey='p''s,RowKey='1')").field("If-Match", "*")]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.get-in-forms",
            "The GET of a batch finds its row by any spelling of the address, and takes $select",
            "Reads in batches are an afterthought.",
            [TABLE_BATCH_QUERY, TABLE_BATCH_QUERY_MISSING, TABLE_PROJECTION_POINT],
            [
                insert(at("p q", "a+b's"), [("A", int(1)), ("B", text("b"))]),
                batch([get(at("p q", "a+b's"))]),
                batch([get(at("p q", "a+b's"))]).path_inner_uris(),
                batch([get(at("p q", "a+b's"))]).keys_as(KeyEncoding::Everything),
                batch([get(at("p q", "a b's"))]),
                batch([get_select(at("p q", "a+b's"), "B")]),
                batch([get_select(at("p q", "a+b's"), "A,Absent")]).path_inner_uris(),
            ]
        ),
        check!(
            TableCore,
            "table.batch.timeout",
            "Every operation takes timeout in its query string, that of a batch too",
            "Options that are not known are refused, or end the parsing of the others.",
            [TABLE_ADDRESS_TIMEOUT],
            [
                raw("POST", "/${table}?timeout=30").json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":1}"),
                raw("PUT", "/${table}(PartitionKey='p',RowKey='2')?timeout=30")
                    .json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"A\":2}"),
                raw("MERGE", "/${table}(PartitionKey='p',RowKey='1')?timeout=30")
                    .field("If-Match", "*")
                    .json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"B\":3}"),
                raw("GET", "/${table}(PartitionKey='p',RowKey='1')?timeout=30&$select=A"),
                raw("GET", "/${table}()?timeout=30&$filter=A%20eq%202"),
                raw("GET", "/${table}()?$filter=A%20eq%202&timeout=30&$top=1"),
                RawRequest {
                    target: "/$batch?timeout=30".to_owned(),
                    ..MimeBatch::new()
                        .change_set([put(inner("PUT", "/${table}(PartitionKey='p',RowKey='3')"), "3", 3)])
                        .request()
                },
                raw("DELETE", "/${table}(PartitionKey='p',RowKey='2')?timeout=30").field("If-Match", "*"),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.keys-beside-keys",
            "Rows of a batch whose keys differ in case, blanks, encoding or normal form are different rows",
            "Duplicates are found in a set of other keys than those that are stored.",
            [TABLE_KEYS_CASE_SENSITIVE, TABLE_KEYS_BLANKS_KEPT, TABLE_BATCH_PERCENT_ONCE],
            [
                batch(
                    ["a", "A", " a", "a ", "%61", "a+", "a'", "a''", "\u{e9}", "e\u{301}", "", " "]
                        .map(|row| insert(at("p", row), []))
                ),
                batch(["a", "A", " a", "a ", "%61"].map(|row| update(at("p", row), "*", [("A", text(row))]))),
                batch(["a+", "a'", "a''", "", " "].map(|row| merge(at("p", row), "*", [("A", text(row))]))),
                batch([delete(at("p", "a"), "*"), delete(at("p", "%61"), "*"), delete(at("p", ""), "*")]),
                scan_all(),
            ]
        ),
    ]
}

fn scan_page() -> tablestakes_reference::table::Operation {
    crate::table::steps::page(tablestakes_reference::table::Query::default())
}
