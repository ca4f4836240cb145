//! What is refused: status, code, message and rule.

use super::{breaking, read};
use crate::rules::{Broken, RuleId, Trace, id};
use crate::table::filter::{Subject, parse};

fn first(text: &str, subject: Subject) -> (u16, &'static str, String, RuleId) {
    let refusals = read(text, subject).err().unwrap_or_else(|| panic!("{text} is granted"));
    let first = refusals.into_iter().next().unwrap();
    (first.status, first.code, first.message, first.rule)
}

#[test]
fn messages_as_recorded() {
    for (text, message) in [
        ("aaa bbb ccc", "Syntax error at position 7 in 'aaa bbb ccc'."),
        ("property1 eq 1'invalid'", "Syntax error at position 23 in 'property1 eq 1'invalid''."),
        (
            "I lt null",
            "The operator 'LessThan' is not supported for the 'null' literal; only equality checks are supported.",
        ),
        (
            "I ge null",
            "The operator 'GreaterThanOrEqual' is not supported for the 'null' literal; only equality checks are supported.",
        ),
        ("I eq null", "One of the request inputs is not valid."),
        (
            "(PartitionKey ) and (RowKey ge '000050')",
            "A binary operator with incompatible types was detected. Found operand types 'Edm.String' and 'Edm.Boolean' for \
             operator kind 'And'.",
        ),
    ] {
        let (status, code, actual, _) = first(text, Subject::Entities);
        assert_eq!((status, code, actual.as_str()), (400, "InvalidInput", message), "{text}");
    }
}

#[test]
fn malformed_filters() {
    for text in [
        "I eq",
        "I eq 1 and",
        "or I eq 1",
        "I eq 1 I eq 2",
        "I == 1",
        "(I eq 1",
        "I eq 1)",
        "()",
        "S eq 'open",
        "S eq 'a'b'",
        "I eq 1,",
        "I eq 1 2",
        "'",
        "not",
        "I eq -",
        "a b",
        "I eq guid'x'",
        "I eq datetime'2020-13-01'",
        "I eq X'0'",
        "startswith(a",
        "startswith(a,)",
        "I EQ 1",
        "I\u{0}eq 1",
        "a/",
        "I eq 1;",
        "#",
    ] {
        let (status, code, _, rule) = first(text, Subject::Entities);
        assert_eq!((status, code, rule), (400, "InvalidInput", id::TABLE_QUERY_SYNTAX_ERROR), "{text}");
        let broken = breaking(id::TABLE_QUERY_SYNTAX_ERROR);
        assert!(parse(text, Subject::Entities, &mut Trace::new(&broken)).is_ok(), "{text}");
    }
}

#[test]
fn what_is_not_implemented() {
    for (text, rule) in [
        ("a eq b", id::TABLE_QUERY_TWO_PROPERTIES),
        ("PartitionKey eq RowKey", id::TABLE_QUERY_TWO_PROPERTIES),
        ("1 eq 2", id::TABLE_QUERY_TWO_CONSTANTS),
        ("startswith(PartitionKey,'2021')", id::TABLE_QUERY_FUNCTIONS),
        ("I add 1 eq 2", id::TABLE_QUERY_FUNCTIONS),
        ("length(S) eq 3", id::TABLE_QUERY_FUNCTIONS),
        ("- I eq 3", id::TABLE_QUERY_FUNCTIONS),
        ("a/b eq 3", id::TABLE_QUERY_FUNCTIONS),
        ("not I eq 3", id::TABLE_QUERY_CONDITION_COMPARED),
        ("filter eq not valid", id::TABLE_QUERY_CONDITION_COMPARED),
        ("(I eq 3) eq true", id::TABLE_QUERY_CONDITION_COMPARED),
        ("1", id::TABLE_QUERY_CONSTANT_ALONE),
        ("I eq 3 and 'x'", id::TABLE_QUERY_CONSTANT_ALONE),
    ] {
        let (status, code, message, refused_by) = first(text, Subject::Entities);
        assert_eq!((status, code, refused_by), (501, "NotImplemented", rule), "{text}");
        assert_eq!(message, "The requested operation is not implemented on the specified resource.");
    }
}

#[test]
fn tables_have_a_name_only() {
    let (status, code, message, _) = first("name eq 'does not exist'", Subject::Tables);
    assert_eq!((status, code), (500, "InternalError"));
    assert_eq!(message, "Server encountered an internal error. Please try again after some time.");
    // What is not implemented is found before a property that tables lack.
    assert_eq!(first("filter eq not valid", Subject::Tables).0, 501);
    assert_eq!(first("TableName", Subject::Tables).3, id::TABLE_QUERY_BARE_KEY);
}

#[test]
fn every_violation_is_told_once() {
    let refusals = read("startswith(a,'b') and 1 eq 2 and 3 eq 4 and I lt null", Subject::Entities).unwrap_err();
    let rules: Vec<_> = refusals.iter().map(|refusal| refusal.rule).collect();
    assert_eq!(rules, [id::TABLE_QUERY_NULL_ORDER, id::TABLE_QUERY_FUNCTIONS, id::TABLE_QUERY_TWO_CONSTANTS]);
}

/// Each rule turns a grant into a refusal, or the reverse, when it is broken.
#[test]
fn broken_rules_show() {
    let granted = |text: &str, broken: &Broken| parse(text, Subject::Entities, &mut Trace::new(broken)).is_ok();
    let eleven = ["I eq 1"; 11].join(" or ");
    for (rule, text) in [
        (id::TABLE_QUERY_FILTER_EMPTY, ""),
        (id::TABLE_QUERY_LITERAL_FIRST, "1 eq I"),
        (id::TABLE_QUERY_LITERAL_INT64, "I eq 1L"),
        (id::TABLE_QUERY_LITERAL_NEGATIVE, "I eq -1"),
        (id::TABLE_QUERY_LITERAL_DOUBLE_SUFFIX, "D eq 1D"),
        (id::TABLE_QUERY_LITERAL_BOOLEAN, "I eq true"),
        (id::TABLE_QUERY_LITERAL_BOOLEAN_CASE, "I eq True"),
        (id::TABLE_QUERY_LITERAL_BINARY, "I eq X'01'"),
        (id::TABLE_QUERY_LITERAL_BACKSLASH, r"S eq 'a\'"),
        (id::TABLE_QUERY_BARE_BOOLEAN, "B"),
        (id::TABLE_QUERY_BARE_KEY, "RowKey"),
        (id::TABLE_QUERY_KEY_TYPE, "PartitionKey eq 5"),
        (id::TABLE_QUERY_NULL_EQUALITY, "I eq null"),
        (id::TABLE_QUERY_NULL_ORDER, "I gt null"),
        (id::TABLE_QUERY_TWO_PROPERTIES, "a eq b"),
        (id::TABLE_QUERY_TWO_CONSTANTS, "1 eq 1"),
        (id::TABLE_QUERY_FUNCTIONS, "startswith(PartitionKey,'p')"),
        (id::TABLE_QUERY_CONSTANT_ALONE, "1"),
        (id::TABLE_QUERY_CONDITION_COMPARED, "I eq (B eq true)"),
        (id::TABLE_QUERY_BLANKS, "I  eq 1"),
        (id::TABLE_QUERY_BLANKS, "I\teq 1"),
        (id::TABLE_QUERY_PROPERTY_UNDERSCORE, "_u eq 1"),
        (id::TABLE_QUERY_MANY_COMPARISONS, eleven.as_str()),
    ] {
        assert_ne!(granted(text, &breaking(rule)), granted(text, &Broken::none()), "{rule}: {text}");
    }
}

#[test]
fn no_depth_exhausts_the_stack() {
    for count in [150, 100_000] {
        for (open, close) in [
            ("(", ")"),
            ("not (", ")"),
            ("not ", ""),
            ("-", ""),
            ("f(", ")"),
            ("a eq ", ""),
            ("a and ", ""),
            ("(a or ", ")"),
        ] {
            let text = format!("{}B{}", open.repeat(count), close.repeat(count));
            let _ = read(&text, Subject::Entities);
        }
        let _ = read(&format!("B{}", " eq 1".repeat(count)), Subject::Entities);
    }
    assert!(read(&format!("{}I eq 3{}", "(".repeat(150), ")".repeat(150)), Subject::Entities).is_ok());
}
