//! Which rows a query returns, by its keys and as a whole.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    RawExt as _, at, delete, get, insert, int, page, raw, scan, scan_all, scan_with, seed, update,
};
use tablestakes_reference::table::Query;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.all",
            "A query without options returns every row of every partition",
            "A partition is a shard, and one is enough for the first test.",
            [TABLE_QUERY_ALL, TABLE_KEYS_ORDER_ASCENDING],
            [
                insert(at("p", "1"), []),
                insert(at("q", "1"), []),
                insert(at("q", "2"), []),
                insert(at("", ""), []),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.query.empty-table",
            "A query that finds nothing answers 200 with an empty value",
            "Nothing found is 404 in other places.",
            [TABLE_JSON_EMPTY_SET],
            [scan_all(), page(Query::default()), scan("PartitionKey eq 'p'")]
        ),
        check!(
            TableQuery,
            "table.query.partition",
            "A filter on the partition key finds the whole partition and nothing else",
            "Prefixes; the first row of a partition; partitions whose name is longer.",
            [TABLE_QUERY_PARTITION_FILTER],
            [
                seed([insert(at("p", "1"), []), insert(at("p", "2"), []), insert(at("p", "3"), [])]),
                insert(at("pp", "1"), []),
                insert(at("P", "1"), []),
                insert(at("o", "1"), []),
                scan("PartitionKey eq 'p'"),
                scan("PartitionKey ne 'p'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.one-key",
            "A filter that names one key answers with a set of one row or none",
            "A query planner turns it into a point read, with that one's 404.",
            [TABLE_QUERY_KEY_FILTER_SET],
            [
                insert(at("p", "1"), [("A", int(1))]),
                scan("PartitionKey eq 'p' and RowKey eq '1'"),
                scan("PartitionKey eq 'p' and RowKey eq '2'"),
                scan("RowKey eq '1' and PartitionKey eq 'q'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.row-range",
            "A range of row keys includes or leaves out its ends as the operators say",
            "Ranges are turned into bounds of an index, each of which is open or closed.",
            [TABLE_QUERY_GE, TABLE_QUERY_LT, TABLE_QUERY_GT, TABLE_QUERY_LE],
            [
                seed(["a", "b", "ba", "c"].map(|row| insert(at("p", row), []))),
                scan("PartitionKey eq 'p' and RowKey ge 'b' and RowKey lt 'c'"),
                scan("PartitionKey eq 'p' and RowKey gt 'b' and RowKey le 'c'"),
                scan("PartitionKey ge 'p' and PartitionKey le 'p' and RowKey gt 'b'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.row-across-partitions",
            "A filter on the row key alone looks into every partition",
            "The index begins with the partition key.",
            [TABLE_QUERY_FILTER],
            [
                insert(at("p", "1"), []),
                insert(at("q", "1"), []),
                insert(at("q", "2"), []),
                scan("RowKey eq '1'"),
                scan("PartitionKey eq 'p' or RowKey eq '2'"),
                scan("PartitionKey eq 'p' and PartitionKey eq 'q'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.empty-filter",
            "An empty $filter is no filter",
            "An empty text is no expression for a parser.",
            [TABLE_QUERY_FILTER_EMPTY],
            [
                insert(at("p", "1"), []),
                raw("GET", "/${table}()?$filter="),
                scan_with(Query { filter: Some(String::new()), ..Query::default() }),
            ]
        ),
        check!(
            TableQuery,
            "table.query.empty-keys",
            "A filter with an empty literal finds the rows with empty keys",
            "The empty string counts as no value.",
            [TABLE_QUERY_EMPTY_STRING],
            [
                insert(at("", ""), [("A", int(1))]),
                insert(at("", "r"), []),
                insert(at("p", ""), []),
                scan("PartitionKey eq ''"),
                scan("RowKey eq ''"),
                scan("PartitionKey gt ''"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.bare-path",
            "An entity set is queried with and without parentheses",
            "Routers know one of the two.",
            [TABLE_ADDRESS_ENTITY_SET_BARE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}"),
                raw("GET", "/${table}()"),
                raw("GET", "/${table}?$filter=A%20gt%201"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.reads-its-writes",
            "A query sees what was written just before, and no more what was deleted",
            "An index that lags behind.",
            [TABLE_QUERY_FILTER, TABLE_ENTITIES_DELETE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                scan("A eq 1"),
                update(at("p", "1"), "*", [("A", int(2))]),
                scan("A eq 1"),
                scan("A eq 2"),
                delete(at("p", "1"), "*"),
                scan("A eq 2"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.timestamp",
            "Timestamp is compared as a DateTime",
            "It is kept apart from the other properties, and filters do not find it.",
            [TABLE_QUERY_TIMESTAMP],
            [
                insert(at("p", "1"), []),
                scan("Timestamp gt datetime'2010-01-01T00:00:00Z'"),
                scan("Timestamp lt datetime'2010-01-01T00:00:00Z'"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableQuery,
            "table.query.format-in-query",
            "$format beside a filter changes the format and not the rows",
            "An option that is not known is refused or ends the parsing of the others.",
            [TABLE_HEADERS_FORMAT_PARAMETER],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}()?$format=application/json%3Bodata=nometadata&$filter=A%20eq%201")
                    .field("DataServiceVersion", "3.0"),
                raw("GET", "/${table}()?$filter=A%20eq%202&$format=application%2Fjson%3Bodata%3Dfullmetadata")
                    .field("DataServiceVersion", "3.0"),
            ]
        ),
    ]
}
