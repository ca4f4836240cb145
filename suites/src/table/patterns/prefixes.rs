//! Keys of several parts: what begins so is found as a range, from the prefix on and before what follows the last such key.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, get, insert, int, long, scan, scan_with, seed, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Query;

/// Rows of one partition by these row keys, each with its key in `Key`, and these queries.
fn rows_and_scans(partition: &str, rows: &[&str], filters: &[&str]) -> Vec<Step> {
    let mut script = steps![seed(rows.iter().map(|row| insert(at(partition, *row), [("Key", text(*row))])))];
    script.extend(filters.iter().map(|filter| Step::from(scan(*filter))));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [ranges(), ends(), combined()].concat()
}

fn ranges() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.prefix-invoices",
            "The invoices of a month are the row keys from the month on and before what follows its dash",
            "One bound is dropped, or the comparison leaves out dashes as dictionaries do.",
            [TABLE_QUERY_GE, TABLE_QUERY_LT, TABLE_QUERY_AND, TABLE_KEYS_ORDER_ASCENDING],
            rows_and_scans(
                "customer-1042",
                &["2025-12-0099", "2026-01", "2026-01-0001", "2026-01-0002", "2026-010", "2026-01.1", "2026-02-0001"],
                &[
                    "PartitionKey eq 'customer-1042' and RowKey ge '2026-01-' and RowKey lt '2026-01.'",
                    "RowKey lt '2026-01.' and PartitionKey eq 'customer-1042' and RowKey ge '2026-01-'",
                    "PartitionKey eq 'customer-1042' and RowKey ge '2026-01-0001' and RowKey lt '2026-01-0002'",
                    "PartitionKey eq 'customer-1042' and (RowKey ge '2026-' and RowKey lt '2026.')",
                    "PartitionKey eq 'customer-1042' and RowKey ge '2026-03-' and RowKey lt '2026-03.'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-other-partition",
            "A range of row keys within a partition leaves out the same row keys of others",
            "The range is looked up by row key alone.",
            [TABLE_QUERY_AND, TABLE_QUERY_PARTITION_FILTER],
            [
                seed([
                    insert(at("customer-1042", "2026-01-0001"), [("Total", int(1200))]),
                    insert(at("customer-1042", "2026-02-0001"), [("Total", int(1300))]),
                ]),
                insert(at("customer-104", "2026-01-0001"), [("Total", int(10))]),
                insert(at("customer-1043", "2026-01-0001"), [("Total", int(20))]),
                insert(at("customer-10420", "2026-01-0001"), [("Total", int(30))]),
                scan("PartitionKey eq 'customer-1042' and RowKey ge '2026-01-' and RowKey lt '2026-01.'"),
                scan("PartitionKey eq 'customer-1042'"),
                scan("RowKey ge '2026-01-' and RowKey lt '2026-01.'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-separators",
            "Prefixes end in any separator, and the bound is the character that follows it",
            "Comparison by the rules of a language, in which punctuation does not count or stands before letters.",
            [TABLE_QUERY_STRING_ORDER, TABLE_QUERY_GE, TABLE_QUERY_LT],
            rows_and_scans(
                "shop",
                &["eu", "eu-1", "eu0", "eu:1", "euA", "eu_1", "eu_2", "eua", "eu|1", "eu~1", "ev_1"],
                &[
                    "RowKey ge 'eu-' and RowKey lt 'eu.'",
                    "RowKey ge 'eu:' and RowKey lt 'eu;'",
                    "RowKey ge 'eu_' and RowKey lt 'eu`'",
                    "RowKey ge 'eu|' and RowKey lt 'eu}'",
                    "RowKey ge 'eu' and RowKey lt 'ev'",
                    "RowKey gt 'eu_1' and RowKey lt 'eu|1'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-unicode",
            "Prefixes of letters beyond ASCII are ranges like others",
            "Octets are compared where letters were meant, or letters are folded to those without marks.",
            [TABLE_QUERY_STRING_ORDER, TABLE_KEYS_UNICODE, TABLE_QUERY_GE, TABLE_QUERY_LT],
            rows_and_scans(
                "städte",
                &[
                    "Muenster",
                    "München-1",
                    "München-2",
                    "Münchenstein",
                    "münchen-3",
                    "Munich-1",
                    "\u{20BB7}野-1",
                    "Zürich-1",
                    "东京-1",
                    "東京-1",
                    "東京-2"
                ],
                &[
                    "PartitionKey eq 'städte' and RowKey ge 'München-' and RowKey lt 'München.'",
                    "PartitionKey eq 'städte' and RowKey ge 'Mü' and RowKey lt 'Mý'",
                    "PartitionKey eq 'städte' and RowKey ge 'München-1' and RowKey lt 'München-2'",
                    "RowKey ge '\u{20BB7}野' and RowKey lt '\u{20BB7}金'",
                    "PartitionKey eq 'städte' and RowKey ge '東京' and RowKey lt '東亭'",
                    "PartitionKey eq 'städte' and RowKey ge 'M' and RowKey lt 'N'",
                    "PartitionKey eq 'städte' and RowKey ge '东' and RowKey lt '丝'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-surrogates",
            "Prefixes beyond the basic plane are ranges by UTF-16 code units",
            "Code points, or octets of UTF-8, are compared: then a full-width tilde comes before an emoji.",
            [TABLE_QUERY_STRING_ORDER, TABLE_KEYS_ORDER_UTF16],
            [
                insert(at("reactions", "\u{1F600}|ann"), [("Count", int(1))]),
                insert(at("reactions", "\u{1F601}|ann"), [("Count", int(2))]),
                insert(at("reactions", "\u{FF5E}|ann"), [("Count", int(3))]),
                insert(at("reactions", "\u{2764}|ann"), [("Count", int(4))]),
                scan("RowKey ge '\u{1F600}|' and RowKey lt '\u{1F600}}'"),
                scan("RowKey ge '\u{1F600}' and RowKey lt '\u{1F601}'"),
                scan("RowKey ge '\u{1F600}' and RowKey lt '\u{FF5E}'"),
                scan("RowKey ge '\u{FF5E}'"),
                scan("PartitionKey eq 'reactions'"),
            ]
        ),
    ]
}

fn ends() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.prefix-last",
            "The last prefix needs no upper bound, or one that no key reaches",
            "A range without an end is taken for an empty one.",
            [TABLE_QUERY_GE, TABLE_QUERY_LT],
            rows_and_scans(
                "devices",
                &["meter-1", "valve-1", "zone", "zone-1", "zone-2", "zone-~", "zones"],
                &[
                    "PartitionKey eq 'devices' and RowKey ge 'zone-'",
                    "PartitionKey eq 'devices' and RowKey ge 'zone-1'",
                    "PartitionKey eq 'devices' and RowKey ge 'zone-' and RowKey lt 'zone-~'",
                    "PartitionKey eq 'devices' and RowKey ge 'zone-' and RowKey le 'zone-~'",
                    "PartitionKey eq 'devices' and RowKey ge 'zone-' and RowKey lt 'zone.'",
                    "PartitionKey eq 'devices' and RowKey gt 'zones'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-itself",
            "The key that is the prefix belongs to the range from it on, and not to the range behind it",
            "A shorter key is padded, or compared by the characters that both have.",
            [TABLE_QUERY_GE, TABLE_QUERY_GT, TABLE_QUERY_LT],
            rows_and_scans(
                "folder",
                &["", "a", "a!", "aa", "ab", "b"],
                &[
                    "RowKey ge 'a' and RowKey lt 'b'",
                    "RowKey gt 'a' and RowKey lt 'b'",
                    "RowKey ge '' and RowKey lt 'a'",
                    "RowKey gt '' and RowKey le 'a'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-case",
            "Users whose names differ in case are different keys, and belong to different ranges",
            "Keys are folded when they are stored, or by the collation of a database.",
            [TABLE_KEYS_CASE_SENSITIVE, TABLE_QUERY_STRING_ORDER],
            [
                seed([
                    insert(at("users", "alice@example.com"), [("Name", text("alice"))]),
                    insert(at("users", "Alice@example.com"), [("Name", text("Alice"))]),
                    insert(at("users", "ALICE@example.com"), [("Name", text("ALICE"))]),
                    insert(at("users", "bob@example.com"), [("Name", text("bob"))]),
                ]),
                get(at("users", "alice@example.com")),
                get(at("users", "Alice@example.com")),
                get(at("users", "aLICE@example.com")),
                scan("PartitionKey eq 'users' and RowKey ge 'alice' and RowKey lt 'alicf'"),
                scan("PartitionKey eq 'users' and RowKey ge 'A' and RowKey lt 'B'"),
                scan("PartitionKey eq 'Users'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-quotes",
            "Names with quotes are prefixes, and found by their keys",
            "The quote ends the literal, or stays doubled.",
            [TABLE_QUERY_LITERAL_STRING, TABLE_KEYS_QUOTE_DOUBLED],
            {
                let mut script = rows_and_scans(
                    "customers",
                    &["O", "O'Brien", "O'Brien-1", "O'Neill", "O''Brien", "OBrien"],
                    &[
                        "RowKey ge 'O''Brien' and RowKey lt 'O''Brieo'",
                        "RowKey ge 'O''' and RowKey lt 'O('",
                        "RowKey ge 'O''''' and RowKey lt 'O''('",
                        "RowKey eq 'O''Brien'",
                    ],
                );
                script.extend(steps![get(at("customers", "O'Brien")), get(at("customers", "O''Brien"))]);
                script
            }
        ),
    ]
}

fn combined() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.prefix-of-partitions",
            "The partitions of a tenant are a range of partition keys, and row keys narrow it",
            "Only one partition is looked at, or the range of rows is taken for a part of the range of partitions.",
            [TABLE_QUERY_GE, TABLE_QUERY_LT, TABLE_KEYS_ORDER_ASCENDING],
            [
                insert(at("acme", "profile"), [("Kind", text("tenant"))]),
                insert(at("acme|2026-01", "order-2"), [("Total", int(20))]),
                insert(at("acme|2026-01", "order-1"), [("Total", int(10))]),
                insert(at("acme|2026-02", "order-1"), [("Total", int(30))]),
                insert(at("acme|2026-02", "return-1"), [("Total", int(-30))]),
                insert(at("acme-labs|2026-01", "order-1"), [("Total", int(40))]),
                insert(at("acmf|2026-01", "order-1"), [("Total", int(50))]),
                scan("PartitionKey ge 'acme|' and PartitionKey lt 'acme}'"),
                scan("PartitionKey ge 'acme|2026-01' and PartitionKey lt 'acme|2026-02'"),
                scan(
                    "PartitionKey ge 'acme|' and PartitionKey lt 'acme}' and RowKey ge 'order-' and RowKey lt 'order.'"
                ),
                scan("PartitionKey ge 'acme|2026-02' and PartitionKey lt 'acme}' and RowKey lt 'p'"),
                scan("PartitionKey eq 'acme|2026-01' or PartitionKey eq 'acme|2026-02'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.prefix-narrowed",
            "Within a range of keys, properties decide: open invoices, or large ones, of a month",
            "The keys bound the search and the rest of the filter is forgotten, or `or` reaches beyond the range.",
            [TABLE_QUERY_FILTER, TABLE_QUERY_PARENTHESES, TABLE_QUERY_PRECEDENCE],
            [
                seed([
                    insert(at("c", "2026-01-1"), [("State", text("open")), ("Total", long(900))]),
                    insert(at("c", "2026-01-2"), [("State", text("paid")), ("Total", long(9_000_000_000))]),
                    insert(at("c", "2026-01-3"), [("State", text("paid")), ("Total", long(10))]),
                    insert(at("c", "2026-02-1"), [("State", text("open")), ("Total", long(9_000_000_000))]),
                    insert(at("c", "2026-02-2"), [("Total", long(9_000_000_001))]),
                ]),
                scan("RowKey ge '2026-01-' and RowKey lt '2026-01.' and State eq 'open'"),
                scan("RowKey ge '2026-01-' and RowKey lt '2026-01.' and (State eq 'open' or Total gt 8000000000L)"),
                scan("RowKey ge '2026-01-' and RowKey lt '2026-01.' and State eq 'open' or Total gt 8999999999L"),
                scan("(State eq 'open' or State eq 'paid') and RowKey lt '2026-01.' and Total lt 8000000000L"),
                scan_with(Query {
                    filter: Some("RowKey ge '2026-01-' and RowKey lt '2026-01.' and Total ge 900L".into()),
                    select: Some("RowKey,Total".into()),
                    ..Query::default()
                }),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.point-lookup",
            "A row is read by its two keys; a query for the same keys is a set of one, or of none",
            "Both ways share code, and one refuses or wraps as the other does.",
            [TABLE_ENTITIES_GET, TABLE_ENTITIES_GET_MISSING, TABLE_QUERY_KEY_FILTER_SET],
            [
                insert(at("users", "u-1"), [("Name", text("Ann")), ("Logins", int(3))]),
                insert(at("users", "u-10"), [("Name", text("Bob")), ("Logins", int(0))]),
                get(at("users", "u-1")),
                scan("PartitionKey eq 'users' and RowKey eq 'u-1'"),
                scan("RowKey eq 'u-10' and PartitionKey eq 'users'"),
                get(at("users", "u-100")),
                scan("PartitionKey eq 'users' and RowKey eq 'u-100'"),
                get(at("user", "u-1")),
            ]
        ),
    ]
}
