//! Values come back as they were sent, with their type.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    StepExt as _, at, binary, boolean, datetime, double, get, guid, insert, insert_or_merge, insert_or_replace, int,
    long, scan, scan_all, text,
};
use tablestakes_reference::history::Metadata;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.int32",
            "An Edm.Int32 is kept from one end of its range to the other",
            "Sign and width of the integer behind.",
            [TABLE_TYPES_INT32],
            [
                insert(
                    at("p", "1"),
                    [("Min", int(i32::MIN)), ("Max", int(i32::MAX)), ("Zero", int(0)), ("M", int(-1))]
                ),
                get(at("p", "1")),
                scan("Min eq -2147483648 and Max eq 2147483647"),
            ]
        ),
        check!(
            TableCore,
            "table.types.int64",
            "An Edm.Int64 is kept from one end of its range to the other",
            "JSON libraries make doubles of numbers; 2^53 + 1 is the first that they lose.",
            [TABLE_TYPES_INT64],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Min", long(i64::MIN)),
                        ("Max", long(i64::MAX)),
                        ("Odd", long(9_007_199_254_740_993)),
                        ("Small", long(5)),
                    ]
                ),
                get(at("p", "1")),
                scan("Odd eq 9007199254740993L"),
                scan("Odd eq 9007199254740992L"),
            ]
        ),
        check!(
            TableCore,
            "table.types.double",
            "An Edm.Double is kept to its last bit",
            "Formatting with too few digits.",
            [TABLE_TYPES_DOUBLE],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Third", double(1.0 / 3.0)),
                        ("Max", double(f64::MAX)),
                        ("Small", double(2.5e-300)),
                        ("Minus", double(-1234.5)),
                        ("Pi", double(std::f64::consts::PI)),
                    ]
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.double-whole",
            "An Edm.Double with a whole value stays a double",
            "Written as `3` it has become an Int32 for every reader.",
            [TABLE_TYPES_DOUBLE_DECIMAL_POINT],
            [
                insert(at("p", "1"), [("A", double(3.0)), ("B", double(0.0)), ("C", double(8_589_934_592.0))]),
                get(at("p", "1")),
                scan("A eq 3.0"),
            ]
        ),
        check!(
            TableCore,
            "table.types.double-special",
            "NaN and the infinities are kept",
            "JSON has no numbers for them; they are strings with a type.",
            [TABLE_TYPES_DOUBLE_SPECIAL],
            [
                insert(
                    at("p", "1"),
                    [("N", double(f64::NAN)), ("P", double(f64::INFINITY)), ("M", double(f64::NEG_INFINITY))]
                ),
                get(at("p", "1")),
                get(at("p", "1")).metadata(Metadata::Full),
            ]
        ),
        check!(
            TableCore,
            "table.types.boolean",
            "An Edm.Boolean is kept, false too",
            "`value || default` loses what is false.",
            [TABLE_TYPES_BOOLEAN],
            [
                insert(at("p", "1"), [("T", boolean(true)), ("F", boolean(false))]),
                insert_or_merge(at("p", "1"), [("T", boolean(false))]),
                get(at("p", "1")),
                scan("T eq false and F eq false"),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime",
            "An Edm.DateTime is kept to 100 nanoseconds, from 1601 to 9999",
            "Dates in milliseconds, microseconds or seconds; epochs that begin in 1970 or 1753.",
            [TABLE_TYPES_DATETIME],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Tick", datetime((2024, 2, 29), (23, 59, 59), 1)),
                        ("Min", datetime((1601, 1, 1), (0, 0, 0), 0)),
                        ("Max", datetime((9999, 12, 31), (23, 59, 59), 9_999_999)),
                        ("Old", datetime((1752, 12, 31), (1, 2, 3), 1_234_567)),
                    ]
                ),
                get(at("p", "1")),
                scan("Tick eq datetime'2024-02-29T23:59:59.0000001Z'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-zeros",
            "The zeros at the end of a fraction are left out",
            "A fixed format, or a formatter that rounds to milliseconds.",
            [TABLE_TYPES_DATETIME_TRAILING_ZEROS],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Whole", datetime((2012, 11, 10), (3, 4, 5), 0)),
                        ("Tenth", datetime((2012, 11, 10), (3, 4, 5), 2_000_000)),
                        ("Six", datetime((2012, 11, 10), (3, 4, 5), 1_234_560)),
                    ]
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.guid",
            "An Edm.Guid is kept",
            "A GUID's octets have two orders, and a string has no type.",
            [TABLE_TYPES_GUID],
            [
                insert(at("p", "1"), [("A", guid(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)), ("B", guid(0))]),
                get(at("p", "1")),
                scan("A eq guid'00112233-4455-6677-8899-aabbccddeeff'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.binary",
            "An Edm.Binary is kept, the empty one too",
            "Base64 of another alphabet or without padding; text in place of octets.",
            [TABLE_TYPES_BINARY],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Empty", binary([])),
                        ("One", binary([0])),
                        ("Two", binary([0xfb, 0xff])),
                        ("All", binary((0..=255_u8).collect::<Vec<_>>())),
                    ]
                ),
                get(at("p", "1")),
                scan("Two eq X'fbff'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.binary-empty",
            "An empty Edm.Binary is a value",
            "No octets are taken for no value, or no base64.",
            [TABLE_TYPES_BINARY_EMPTY],
            [
                insert(at("p", "1"), [("A", binary([]))]),
                insert_or_replace(at("p", "2"), [("A", binary([1]))]),
                insert_or_merge(at("p", "2"), [("A", binary([]))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.changed-by-replace",
            "A property's type is that of its last value",
            "A schema that is fixed by the first write.",
            [TABLE_ENTITIES_MERGE_OVERWRITES, TABLE_ENTITIES_REPLACE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert_or_replace(at("p", "1"), [("A", text("1"))]),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), [("A", long(1))]),
                get(at("p", "1")),
                insert(at("p", "2"), [("A", boolean(true))]),
                scan("A eq 1L"),
            ]
        ),
        check!(
            TableCore,
            "table.types.by-level",
            "Values are the same at every level of metadata; only their types are named or not",
            "Int64 becomes a number where no annotation says that it is none.",
            [TABLE_JSON_ANNOTATIONS, TABLE_JSON_NO_ANNOTATIONS, TABLE_JSON_NONE_BARE],
            [
                insert(
                    at("p", "1"),
                    [
                        ("I", int(1)),
                        ("L", long(2)),
                        ("D", double(2.5)),
                        ("S", text("s")),
                        ("B", boolean(true)),
                        ("G", guid(1)),
                        ("X", binary([1])),
                        ("T", datetime((2024, 1, 2), (3, 4, 5), 6)),
                    ]
                ),
                get(at("p", "1")).metadata(Metadata::None),
                get(at("p", "1")).metadata(Metadata::Minimal),
                get(at("p", "1")).metadata(Metadata::Full),
            ]
        ),
    ]
}
