//! How a batch is framed.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    MimeBatch, RawExt as _, StepExt as _, at, batch, delete, get, inner, insert, insert_or_replace, int, merge, raw,
    scan_all,
};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.batch.line-feeds",
            "Line feeds alone end the lines of a batch",
            "A parser that looks for CR LF; the Python client writes LF.",
            [TABLE_BATCH_LINE_FEEDS],
            [
                batch([
                    insert(at("p", "1"), [("A", int(1))]),
                    insert_or_replace(at("p", "2"), [("A", int(2))]),
                    insert_or_replace(at("p", "3"), []),
                ])
                .bare_line_feeds(),
                batch([delete(at("p", "1"), "*"), merge(at("p", "2"), "*", [])]).bare_line_feeds(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.empty",
            "A batch without operations is granted",
            "Somebody took it for a mistake of the client.",
            [TABLE_BATCH_EMPTY],
            [post_batch("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n"), scan_all()]
        ),
        check!(
            TableBatch,
            "table.batch.absolute-uris",
            "The requests in a batch may name scheme and host",
            "The path is taken for the whole address.",
            [TABLE_BATCH_ABSOLUTE_ADDRESS],
            [
                batch([insert(at("p", "1"), []), insert(at("p", "2"), [])]),
                batch([delete(at("p", "1"), "*")]),
                batch([get(at("p", "2"))]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.path-uris",
            "The requests in a batch may name the path alone",
            "The host is taken from the address, which then has none.",
            [TABLE_BATCH_PATH_ADDRESS],
            [
                batch([insert(at("p", "1"), []), insert(at("p", "2"), [])]).path_inner_uris(),
                batch([delete(at("p", "1"), "*")]).path_inner_uris(),
                batch([get(at("p", "2"))]).path_inner_uris(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.content-id",
            "Content-ID among the headers of an operation is echoed in its part",
            "The parts are numbered anew.",
            [TABLE_BATCH_CONTENT_ID],
            [
                MimeBatch::new()
                    .change_set([
                        inner("POST", "/${table}")
                            .field("Content-ID", "7")
                            .json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}"),
                        inner("PUT", "/${table}(PartitionKey='p',RowKey='2')")
                            .field("Content-ID", "x-3")
                            .json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"A\":1}"),
                        inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"3\"}"),
                    ])
                    .request(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.content-id-of-mime",
            "Content-ID among the MIME headers of a part is not echoed",
            "Two sets of headers are read as one.",
            [TABLE_BATCH_CONTENT_ID_MIME, TABLE_BATCH_ACCEPTED],
            [
                MimeBatch::new()
                    .content_ids_in_mime_headers()
                    .change_set([
                        inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}"),
                        inner("PATCH", "/${table}(PartitionKey='p',RowKey='2')")
                            .json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"A\":1}"),
                    ])
                    .request(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.percent-keys",
            "Keys in the addresses within a batch are decoded once",
            "They are not decoded at all, or once more with the body.",
            [TABLE_BATCH_PERCENT_ONCE],
            [
                batch([
                    insert_or_replace(at("p%25", "%41"), [("A", int(1))]),
                    insert_or_replace(at("p%25", "A"), [("A", int(2))]),
                    insert_or_replace(at("p%25", "a b"), [("A", int(3))]),
                ]),
                get(at("p%25", "%41")),
                batch([delete(at("p%25", "%41"), "*"), merge(at("p%25", "a b"), "*", [("B", int(4))])]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.body-like-a-boundary",
            "A value that looks like a boundary or like a request is a value",
            "The body is split at every two hyphens, or wherever HTTP/1.1 stands.",
            [TABLE_BATCH_PARTS_IN_ORDER, TABLE_TYPES_STRING],
            [
                batch([
                    insert(at("p", "1"), [("A", "--changeset\r\n\r\nPOST /x HTTP/1.1\r\n".into())]),
                    insert_or_replace(at("p", "2"), [("A", "HTTP/1.1 204 No Content\r\n\r\n--batch--".into())]),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.tunnelled",
            "X-HTTP-Method works within a batch",
            "The Java client writes every merge so.",
            [TABLE_BATCH_TUNNEL],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                MimeBatch::new()
                    .change_set([
                        inner("POST", "/${table}(PartitionKey='p',RowKey='1')")
                            .field("X-HTTP-Method", "MERGE")
                            .field("If-Match", "*")
                            .json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":2}"),
                        inner("POST", "/${table}(PartitionKey='p',RowKey='2')")
                            .field("X-HTTP-Method", "MERGE")
                            .json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"A\":2}"),
                    ])
                    .request(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.last-delimiter",
            "The last delimiter needs no line end",
            "A parser that reads by lines.",
            [TABLE_BATCH_ACCEPTED],
            [
                MimeBatch::new()
                    .change_set([inner("POST", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}")])
                    .without_last_line_end()
                    .request(),
                scan_all(),
            ]
        ),
    ]
}

/// A transaction, its body written out with the boundary `b`.
fn post_batch(body: &str) -> tablestakes_reference::history::RawRequest {
    raw("POST", "/$batch").field("Content-Type", "multipart/mixed; boundary=b").text(body)
}
