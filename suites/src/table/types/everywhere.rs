//! Values of every type by every write, read in every way.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, bare, batch, binary, boolean, datetime, datetime_text, double, get, get_select, guid, insert,
    insert_or_merge, insert_or_replace, int, literal, long, merge, scan_all, scan_with, seed, text, update,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{PropertyValue, Query};

type Named = Vec<(&'static str, PropertyValue)>;

/// Numbers at the ends of their range and beside them, and doubles of every kind.
fn numbers() -> Named {
    vec![
        ("IntLeast", int(i32::MIN)),
        ("IntMost", int(i32::MAX)),
        ("IntZero", int(0)),
        ("LongLeast", long(i64::MIN)),
        ("LongMost", long(i64::MAX)),
        ("LongOdd", long(9_007_199_254_740_993)),
        ("LongZero", long(0)),
        ("Whole", double(5.0)),
        ("Zero", double(0.0)),
        ("Huge", double(1.797_693_134_862_315_7e308)),
        ("Tiny", double(2.5e-300)),
        ("Large", double(1.234_567_890_123_46e24)),
        ("Third", double(1.0 / 3.0)),
        ("Billions", double(8_589_934_592.0)),
        ("Nan", double(f64::NAN)),
        ("Infinite", double(f64::INFINITY)),
        ("Minus", double(f64::NEG_INFINITY)),
    ]
}

/// Dates with none to seven digits of a fraction, and at the ends of the range.
fn dates() -> Named {
    let of = |fraction| datetime((2012, 11, 10), (3, 4, 5), fraction);
    vec![
        ("D0", of(0)),
        ("D1", of(2_000_000)),
        ("D2", of(2_300_000)),
        ("D3", of(2_340_000)),
        ("D4", of(2_345_000)),
        ("D5", of(2_345_600)),
        ("D6", of(2_345_670)),
        ("D7", of(2_345_678)),
        ("DTick", of(1)),
        ("DFirst", datetime((1601, 1, 1), (0, 0, 0), 0)),
        ("DLast", datetime((9999, 12, 31), (23, 59, 59), 9_999_999)),
        ("DLeap", datetime((2000, 2, 29), (0, 0, 0), 10)),
    ]
}

/// Texts, octets, GUIDs and Booleans, the empty ones too.
fn others() -> Named {
    vec![
        ("Empty", text("")),
        ("Blank", text(" ")),
        ("Digits", text("0012")),
        ("Date", text("2012-11-10T03:04:05.2000000Z")),
        ("Unicode", text("é世😀\t\r\n\u{7f}")),
        ("NoOctets", binary([])),
        ("Octet", binary([0])),
        ("Octets", binary((0..=255_u8).collect::<Vec<_>>())),
        ("NoDigits", guid(0)),
        ("Ones", guid(u128::MAX)),
        ("Guid", guid(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)),
        ("Yes", boolean(true)),
        ("No", boolean(false)),
    ]
}

/// These properties by every write, alone and within batches; then read one by one, together, and by selection.
fn everywhere(values: &Named) -> Vec<Step> {
    let held = || values.iter().cloned();
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let (some, rest) = names.split_at(names.len() / 2);
    let selected = |names: &[&str]| Query { select: Some(names.join(",")), ..Query::default() };
    steps![
        seed(["3", "4", "8", "9"].map(|row| insert(at("p", row), [("Old", int(1))]))),
        insert(at("p", "0"), held()),
        insert_or_replace(at("p", "1"), held()),
        insert_or_merge(at("p", "2"), held()),
        update(at("p", "3"), "*", held()),
        merge(at("p", "4"), "*", held()),
        batch([
            insert(at("p", "5"), held()),
            insert_or_replace(at("p", "6"), held()),
            insert_or_merge(at("p", "7"), held()),
            update(at("p", "8"), "*", held()),
            merge(at("p", "9"), "*", held()),
        ]),
        get(at("p", "0")),
        get(at("p", "4")),
        get(at("p", "8")).metadata(Metadata::Full),
        get(at("p", "9")).metadata(Metadata::None),
        scan_all(),
        scan_all().metadata(Metadata::Full),
        scan_with(selected(some)),
        scan_with(selected(rest)).metadata(Metadata::None),
        get_select(at("p", "7"), &rest.join(",")),
        get_select(at("p", "1"), &some.join(",")),
    ]
}

/// Spellings of values that the service rewrites, by an insert, an upsert and a batch.
fn respelt(values: &Named) -> Vec<Step> {
    let held = || values.iter().cloned();
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    steps![
        insert(at("p", "0"), held()),
        insert_or_merge(at("p", "1"), held()),
        batch([insert_or_replace(at("p", "2"), held())]),
        get(at("p", "0")),
        get(at("p", "1")),
        scan_all(),
        get_select(at("p", "2"), &names.join(",")),
    ]
}

fn spelt_dates() -> Named {
    let of = datetime_text;
    vec![
        ("A", of("2012-11-10T03:04:05.0Z")),
        ("B", of("2012-11-10T03:04:05.0000000Z")),
        ("C", of("2012-11-10T03:04:05.200Z")),
        ("D", of("2012-11-10T03:04:05.2000000Z")),
        ("E", of("2012-11-10T03:04:05.0000001Z")),
        ("F", of("2012-11-10T03:04:05.1234560Z")),
        ("G", of("2012-11-10T00:00:00Z")),
        ("H", of("9999-12-31T23:59:59.9999999Z")),
        ("I", of("1601-01-01T00:00:00.000Z")),
    ]
}

fn spelt_numbers() -> Named {
    let double = |json| literal("Edm.Double", json);
    vec![
        ("A", double("5")),
        ("B", double("5.00")),
        ("C", double("1e3")),
        ("D", double("1.23456789012346e+24")),
        ("E", double("123456789012345.12")),
        ("F", double("0.1000")),
        ("G", double("\"NaN\"")),
        ("H", double("\"Infinity\"")),
        ("I", double("\"-Infinity\"")),
        ("J", bare("1.50")),
        ("K", bare("2E2")),
        ("L", literal("Edm.Int64", "\"-5\"")),
        ("M", literal("Edm.Int32", "7")),
        ("N", literal("Edm.Guid", "\"A455C695-DF98-5678-AAAA-81D3367E5A34\"")),
        ("O", literal("Edm.Binary", "\"\"")),
        ("P", literal("Edm.Binary", "\"+/8=\"")),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.numbers-everywhere",
            "Numbers at the ends of their range come back the same, by every write and every read",
            "Each write and each read converts by a function of its own.",
            [
                TABLE_TYPES_INT32,
                TABLE_TYPES_INT64,
                TABLE_TYPES_DOUBLE,
                TABLE_TYPES_DOUBLE_SPECIAL,
                TABLE_TYPES_DOUBLE_DECIMAL_POINT
            ],
            everywhere(&numbers())
        ),
        check!(
            TableCore,
            "table.types.dates-everywhere",
            "Dates with none to seven digits of a fraction come back the same, by every write and every read",
            "Each write and each read converts by a function of its own.",
            [TABLE_TYPES_DATETIME, TABLE_TYPES_DATETIME_TRAILING_ZEROS],
            everywhere(&dates())
        ),
        check!(
            TableCore,
            "table.types.others-everywhere",
            "Texts, octets, GUIDs and Booleans come back the same, by every write and every read",
            "Each write and each read converts by a function of its own.",
            [
                TABLE_TYPES_STRING,
                TABLE_TYPES_STRING_EMPTY,
                TABLE_TYPES_BINARY,
                TABLE_TYPES_BINARY_EMPTY,
                TABLE_TYPES_GUID,
                TABLE_TYPES_BOOLEAN
            ],
            everywhere(&others())
        ),
        check!(
            TableCore,
            "table.types.dates-respelt",
            "The fraction of a date is written without zeros at its end, however it was sent",
            "The text is kept instead of the instant.",
            [TABLE_TYPES_DATETIME_TRAILING_ZEROS, TABLE_TYPES_DATETIME],
            respelt(&spelt_dates())
        ),
        check!(
            TableCore,
            "table.types.numbers-respelt",
            "Numbers, GUIDs and octets are written in their type's form, however they were sent",
            "The text is kept instead of the value.",
            [TABLE_TYPES_DOUBLE, TABLE_TYPES_DOUBLE_ANNOTATED_INTEGER, TABLE_TYPES_GUID, TABLE_TYPES_BINARY],
            respelt(&spelt_numbers())
        ),
    ]
}
