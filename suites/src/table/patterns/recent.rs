//! Keys of time: the newest first, by what is left of time until its end, and numbers filled up with zeros.

use super::{SUITE, top_where};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, datetime, delete, double, get, insert, int, next_page, page, scan, seed};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Operation;

/// The last tick that a date may have, in ticks of 100 ns since the year 1.
const LAST_TICK: i64 = 3_155_378_975_999_999_999;
/// The ticks at the beginning of the year 2026.
const BEGINNING: i64 = 639_028_224_000_000_000;

/// The ticks that are left at so many minutes of the year 2026, in 19 digits: the later, the less.
fn left(minutes: u8) -> String {
    format!("{:019}", LAST_TICK - (BEGINNING + i64::from(minutes) * 600_000_000))
}

/// What a device measured in this minute, the newest first.
fn reading(device: &str, minute: u8) -> Operation {
    let measured = [("Minute", int(minute.into())), ("Celsius", double(20.5 + f64::from(minute)))];
    insert(at(device, left(minute)), measured)
}

/// What a device measured in these minutes, put there at once.
fn readings(device: &str, minutes: impl IntoIterator<Item = u8>) -> Step {
    seed(minutes.into_iter().map(|minute| reading(device, minute)))
}

fn newest(device: &str, count: usize) -> tablestakes_reference::table::Query {
    top_where(count, format!("PartitionKey eq '{device}'"))
}

/// A row for each number, under a key that ends in it, and how it is filled up.
fn numbered(numbers: &[u32], key: impl Fn(u32) -> String) -> Step {
    seed(numbers.iter().map(|number| insert(at("log", key(*number)), [("Number", int(number.cast_signed()))])))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [newest_first(), windows(), padded()].concat()
}

fn newest_first() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.newest-first",
            "Under keys of the time that is left, the first rows of a partition are the newest",
            "Rows come in the order in which they were inserted.",
            [TABLE_KEYS_ORDER_ASCENDING, TABLE_CONTINUATION_TOP],
            [
                reading("sensor-7", 0),
                reading("sensor-7", 30),
                reading("sensor-7", 10),
                reading("sensor-7", 20),
                page(newest("sensor-7", 1)),
                page(newest("sensor-7", 2)),
                reading("sensor-7", 40),
                page(newest("sensor-7", 1)),
                scan("PartitionKey eq 'sensor-7'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.newest-of-each",
            "The newest reading of each device is the first row of its partition",
            "$top cuts before the filter is applied.",
            [TABLE_CONTINUATION_TOP],
            [
                readings("sensor-1", [5, 6]),
                readings("sensor-10", [1, 9]),
                readings("sensor-2", [7, 8]),
                page(newest("sensor-1", 1)),
                page(newest("sensor-10", 1)),
                page(newest("sensor-2", 1)),
                page(newest("sensor-3", 1)),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.newest-paged",
            "Who pages back in time meets every reading once, though newer ones come in front",
            "A token is an offset, which shifts when rows come in front of it.",
            [TABLE_CONTINUATION_RESUMES, TABLE_CONTINUATION_TOP_TOKEN, TABLE_CONTINUATION_FILTER_KEPT],
            [
                readings("sensor-7", 1..=6),
                readings("sensor-8", 1..=2),
                page(newest("sensor-7", 2)),
                reading("sensor-7", 7),
                next_page(2, newest("sensor-7", 2)),
                reading("sensor-7", 8),
                reading("sensor-7", 9),
                next_page(4, newest("sensor-7", 2)),
                page(newest("sensor-7", 2)),
                next_page(8, newest("sensor-7", 2)),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.newest-trimmed",
            "Old readings are deleted while somebody pages towards them",
            "The row that the token names is looked up, and the walk ends where it is gone.",
            [TABLE_CONTINUATION_DELETED_NEXT, TABLE_ENTITIES_DELETE],
            [
                readings("sensor-7", 1..=5),
                page(newest("sensor-7", 2)),
                delete(at("sensor-7", left(3)), "*"),
                delete(at("sensor-7", left(1)), "*"),
                next_page(1, newest("sensor-7", 2)),
                get(at("sensor-7", left(3))),
                scan("PartitionKey eq 'sensor-7'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.newest-same-tick",
            "Events of one tick are kept apart by what stands behind it, and stay together in order",
            "The part behind the number is cut off, or keys are read as numbers.",
            [TABLE_KEYS_ORDER_ASCENDING, TABLE_CONTINUATION_RESUMES],
            [
                insert(at("audit", format!("{}-b2", left(1))), [("Event", int(2))]),
                insert(at("audit", format!("{}-a1", left(1))), [("Event", int(1))]),
                insert(at("audit", format!("{}-c3", left(2))), [("Event", int(3))]),
                insert(at("audit", left(1)), [("Event", int(0))]),
                page(newest("audit", 2)),
                next_page(4, newest("audit", 2)),
                scan(format!("RowKey ge '{0}-' and RowKey lt '{0}.'", left(1))),
            ]
        ),
    ]
}

fn windows() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.newest-since",
            "What was measured since an instant is a range up to its key; the bound is in it or not",
            "Less and less-or-equal are mixed up where time runs backwards.",
            [TABLE_QUERY_LE, TABLE_QUERY_LT, TABLE_QUERY_GT],
            [
                readings("sensor-7", [1, 2, 3, 4, 5]),
                readings("sensor-8", [3, 4]),
                scan(format!("PartitionKey eq 'sensor-7' and RowKey le '{}'", left(3))),
                scan(format!("PartitionKey eq 'sensor-7' and RowKey lt '{}'", left(3))),
                scan(format!("PartitionKey eq 'sensor-7' and RowKey gt '{}' and RowKey le '{}'", left(4), left(2))),
                scan(format!("PartitionKey eq 'sensor-7' and RowKey ge '{}' and RowKey lt '{}'", left(4), left(2))),
                scan(format!("PartitionKey eq 'sensor-7' and RowKey lt '{}'", left(5))),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.window-by-property",
            "A window of time by a property of dates gives the rows that the window by keys gives",
            "Dates are compared as texts, or as local time.",
            [TABLE_QUERY_LITERAL_DATETIME, TABLE_QUERY_GE, TABLE_QUERY_LT],
            {
                let rows = [(1, 59, 9_999_999), (2, 0, 0), (2, 0, 1), (3, 0, 0)].map(|(minute, second, fraction)| {
                    let key = format!("2026-01-01T00:{minute:02}:{second:02}.{fraction:07}");
                    insert(at("sensor-7", key), [("Measured", datetime((2026, 1, 1), (0, minute, second), fraction))])
                });
                steps![
                    seed(rows),
                    scan("Measured ge datetime'2026-01-01T00:02:00Z' and Measured lt datetime'2026-01-01T00:03:00Z'"),
                    scan("RowKey ge '2026-01-01T00:02:00' and RowKey lt '2026-01-01T00:03:00'"),
                    scan("Measured gt datetime'2026-01-01T00:02:00.0000000Z'"),
                    scan("Measured ge datetime'2026-01-01T00:02:00.0000001Z'"),
                    scan("Measured lt datetime'2026-01-01T00:02:00.0000000Z'"),
                ]
            }
        ),
    ]
}

fn padded() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.padded-numbers",
            "Numbers filled up with zeros are ordered as numbers, since keys are ordered as texts",
            "Zeros in front are taken off, as a column of numbers does.",
            [TABLE_KEYS_ORDER_ASCENDING, TABLE_QUERY_GT],
            [
                numbered(&[100, 9, 10, 1, 99, 2], |number| format!("{number:06}")),
                scan("PartitionKey eq 'log'"),
                scan("PartitionKey eq 'log' and RowKey gt '000009'"),
                scan("PartitionKey eq 'log' and RowKey ge '000010' and RowKey lt '000100'"),
                page(top_where(3, "PartitionKey eq 'log'")),
                next_page(4, top_where(3, "PartitionKey eq 'log'")),
                get(at("log", "9")),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.plain-numbers",
            "Numbers that are not filled up are ordered as texts: 10 before 9",
            "Keys that look like numbers are compared as numbers.",
            [TABLE_KEYS_ORDER_ASCENDING, TABLE_QUERY_GT, TABLE_QUERY_LT],
            [
                numbered(&[100, 9, 10, 1, 99, 2], |number| number.to_string()),
                scan("PartitionKey eq 'log'"),
                scan("PartitionKey eq 'log' and RowKey gt '9'"),
                scan("PartitionKey eq 'log' and RowKey ge '10' and RowKey lt '9'"),
                page(top_where(3, "PartitionKey eq 'log'")),
                next_page(4, top_where(3, "PartitionKey eq 'log'")),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.padded-countdown",
            "A countdown filled up with zeros keeps its order where it loses a digit",
            "The shorter number is the lesser, or the zero in front is not sent.",
            [TABLE_KEYS_ORDER_ASCENDING, TABLE_CONTINUATION_RESUMES],
            [
                numbered(&[1, 2, 3, 4, 5], |number| format!("{:010}", 1_000_000_002 - number)),
                page(top_where(2, "PartitionKey eq 'log'")),
                next_page(1, top_where(2, "PartitionKey eq 'log'")),
                next_page(2, top_where(2, "PartitionKey eq 'log'")),
                scan("RowKey lt '1000000000'"),
                scan("RowKey ge '0999999999' and RowKey le '1000000000'"),
                get(at("log", "0999999998")),
                get(at("log", "999999998")),
            ]
        ),
    ]
}
