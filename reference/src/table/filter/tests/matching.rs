//! What filters match, and what they match where a rule is broken.

use super::{breaking, matches, matches_with, read, row, typed};
use crate::rules::{Broken, Trace, id};
use crate::table::Value;
use crate::table::filter::Subject;

#[test]
fn filters_that_match() {
    let row = typed();
    for filter in [
        "",
        " \t ",
        "I eq 3",
        "3 eq I",
        "4 gt I",
        "I gt -1 and I ge 3 and I lt 4 and I le 3 and I ne 4",
        "L eq 3L",
        "L eq 3",
        "D eq 3.0 and D eq 3 and D eq 3L and D eq 3D",
        "B eq true and F eq false and F lt true and B eq TRUE",
        "B and not F",
        "S eq 'it''s' and S gt 'it' and S gt 'IT''S' and S ne ''",
        "E eq '' and not (E lt '')",
        "T eq datetime'2008-07-10T00:00:00Z' and T lt datetime'2008-07-10T00:00:00.0000001'",
        "G eq guid'6826C695-df98-5678-aaaa-81d3367e5a34' and G gt guid'5826c695-df98-5678-ffff-ffffffffffff'",
        "X eq X'0a0B' and X gt x'0A' and X lt binary'0B' and X lt X'0a0b00'",
        "PartitionKey eq 'p' and RowKey ge 'r' and RowKey lt 's'",
        "Timestamp gt datetime'2020-01-02T03:04:05.0000005Z'",
        "_u eq 1 and é eq 1",
        // Types: of different ones, `ne`, `lt` and `le` are true and the others are not; numbers are promoted upward only.
        "I ne '3' and I lt '3' and I le '3'",
        "I ne 3L and I lt 3D and L le 3D and L ne 3D",
        "S ne 3 and T lt 'x' and G le 'x' and X ne 'x' and B ne 'true'",
        // What is missing is unknown, and not of the unknown is true.
        "not (Absent eq 1) and not (Absent ne 1) and not Absent",
        "Absent eq 1 or I eq 3",
        "not (I eq 4 and Absent eq 1)",
        // Precedence, parentheses, blanks.
        "I eq 3 or I eq 4 and I eq 5",
        "I eq 5 and I eq 4 or I eq 3",
        "(I eq 3)and(not(I eq 4))",
        "  I   eq\t3  ",
        "((((I eq 3))))",
        "not not B",
        // A property that is not Boolean is false by itself.
        "not I",
        "true",
        "B eq true and true",
    ] {
        assert!(matches(filter, &row), "{filter}");
    }
}

#[test]
fn filters_that_do_not_match() {
    let row = typed();
    for filter in [
        "I eq 4",
        "I gt 3",
        "S eq 'IT''S'",
        "s eq 'it''s'",
        "partitionkey eq 'p'",
        "I eq '3' or I gt '3' or I ge '3'",
        "I eq 3L or I ge 3L or I eq 3D or L eq 3D or L ge 3.0",
        "B eq 'true' or B eq 1",
        "Absent eq 1",
        "Absent ne 1",
        "Absent",
        "I or S or D",
        "(I eq 3 or I eq 4) and I eq 5",
        "N eq NaN or N lt 1.0 or N ge 1.0",
        "PartitionKey eq 'a' and PartitionKey eq 'p'",
        "false",
        "not (I ne 4)",
    ] {
        assert!(!matches(filter, &row), "{filter}");
    }
}

#[test]
fn strings_are_ordered_by_code_units() {
    let row = row(&[("S", Value::String("\u{ff0b}".into()))]);
    assert!(matches("S gt '😀'", &row));
    assert!(matches("S gt 'ABC'", &row));
}

#[test]
fn many_comparisons() {
    let filter = ["I eq 3"; 60].join(" and ");
    assert!(matches(&filter, &typed()));
    let one_of = (0..200).map(|number| format!("I eq {number}")).collect::<Vec<_>>().join(" or ");
    assert!(matches(&one_of, &typed()));
}

/// Each rule changes what a filter matches when it is broken, as its `broken` line says.
#[test]
fn broken_rules_show() {
    let row = typed();
    for (rule, filter) in [
        (id::TABLE_QUERY_FILTER, "I eq 4"),
        (id::TABLE_QUERY_EQ, "S eq 'IT''S'"),
        (id::TABLE_QUERY_NE, "I ne 4"),
        (id::TABLE_QUERY_GT, "I gt 3"),
        (id::TABLE_QUERY_GE, "I ge 3"),
        (id::TABLE_QUERY_LT, "I lt 3"),
        (id::TABLE_QUERY_LE, "I le 3"),
        (id::TABLE_QUERY_AND, "I eq 3 and I eq 4"),
        (id::TABLE_QUERY_OR, "I eq 3 or I eq 4"),
        (id::TABLE_QUERY_NOT, "not (I eq 4)"),
        (id::TABLE_QUERY_PRECEDENCE, "I eq 3 or I eq 4 and I eq 5"),
        (id::TABLE_QUERY_PARENTHESES, "(I eq 3 or I eq 4) and I eq 5"),
        (id::TABLE_QUERY_PARENTHESES, "not (F or B)"),
        (id::TABLE_QUERY_MISSING_PROPERTY, "Absent ne 1"),
        (id::TABLE_QUERY_NOT_MISSING, "not (Absent eq 1)"),
        (id::TABLE_QUERY_TYPE_MISMATCH_EQ, "I eq '3'"),
        (id::TABLE_QUERY_TYPE_MISMATCH_NE, "I lt '3'"),
        (id::TABLE_QUERY_PROMOTION, "L eq 3"),
        (id::TABLE_QUERY_NO_DEMOTION, "I eq 3L"),
        (id::TABLE_QUERY_LITERAL_STRING, "S eq 'it''s'"),
        (id::TABLE_QUERY_LITERAL_BACKSLASH, r"S gt 'i\u'"),
        (id::TABLE_QUERY_LITERAL_DOUBLE, "D lt 3.5"),
        (id::TABLE_QUERY_LITERAL_DATETIME, "Timestamp lt datetime'2020-01-02T03:04:05.0000007Z'"),
        (id::TABLE_QUERY_LITERAL_GUID, "G eq guid'6826c695-df98-5678-aaaa-81d3367e5a34'"),
        (id::TABLE_QUERY_GUID_ORDER, "G lt guid'7826c695-df98-5678-aaaa-81d3367e5a33'"),
        (id::TABLE_QUERY_BINARY_ORDER, "X lt X'0b'"),
        (id::TABLE_QUERY_BOOLEAN_ORDER, "F lt true"),
        (id::TABLE_QUERY_STRING_ORDER, "S gt 'ZZ'"),
        (id::TABLE_QUERY_BARE_OTHER, "S"),
        (id::TABLE_QUERY_PROPERTY_CASE, "i eq 3"),
        (id::TABLE_QUERY_PROPERTY_CASE, "rowkey eq 'r'"),
        (id::TABLE_QUERY_EMPTY_STRING, "E eq ''"),
        (id::TABLE_QUERY_TIMESTAMP, "Timestamp gt datetime'2000-01-01T00:00:00Z'"),
    ] {
        let kept = matches(filter, &row);
        assert_ne!(matches_with(filter, &row, &breaking(rule)), kept, "{rule}: {filter}");
    }
}

/// A rule that says nothing about a filter takes no part in it.
#[test]
fn only_rules_that_matter_are_noted() {
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    let filter = crate::table::filter::parse("I eq 3", Subject::Entities, &mut trace).unwrap();
    assert!(filter.matches("p", "r", &typed(), &mut trace));
    assert_eq!(trace.into_rules(), [id::TABLE_QUERY_FILTER, id::TABLE_QUERY_EQ]);
}

#[test]
fn tables_are_filtered_by_name() {
    let broken = Broken::none();
    let filter = read("TableName ge 'tab' and TableName lt 'tab{'", Subject::Tables).unwrap();
    for (name, expected) in [("tab", true), ("table1", true), ("ta", false), ("tb", false)] {
        assert_eq!(filter.matches_table(name, &mut Trace::new(&broken)), expected, "{name}");
    }
}

#[test]
fn bounds_of_keys() {
    let bounds = |filter: &str| read(filter, Subject::Entities).unwrap().partition_bounds();
    assert_eq!(bounds("PartitionKey eq 'a' and I eq 1").only(), Some("a"));
    assert_eq!(bounds("'a' eq PartitionKey").only(), Some("a"));
    let range = bounds("(PartitionKey ge 'a' and PartitionKey gt 'a') and PartitionKey le 'c'");
    assert_eq!((range.lower.clone(), range.upper.clone()), (Some(("a".into(), false)), Some(("c".into(), true))));
    assert!(!range.contains("a") && range.contains("b") && range.contains("c") && !range.contains("d"));
    for unbounded in
        ["PartitionKey eq 'a' or I eq 1", "not (PartitionKey eq 'a')", "PartitionKey ne 'a'", "RowKey eq 'a'"]
    {
        assert_eq!(bounds(unbounded), super::super::KeyBounds::default(), "{unbounded}");
    }
    let broken = breaking(id::TABLE_QUERY_AND);
    let mut trace = Trace::new(&broken);
    let filter = crate::table::filter::parse("PartitionKey eq 'a' and I eq 1", Subject::Entities, &mut trace).unwrap();
    assert_eq!(filter.partition_bounds(), super::super::KeyBounds::default());
}
