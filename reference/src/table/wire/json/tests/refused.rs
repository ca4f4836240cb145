//! Bodies that are refused: code, message and rule, and what becomes of them where the rule is broken.

use super::{read, read_with};
use crate::refusal::Layer;
use crate::rules::{Broken, RuleId, Trace, id};
use crate::table::wire::json::read_entity;

fn rules(body: &str) -> Vec<RuleId> {
    read(body).err().unwrap_or_else(|| panic!("{body} is granted")).iter().map(|refusal| refusal.rule).collect()
}

#[test]
fn malformed_bodies() {
    for body in [
        "",
        " ",
        "x",
        "null",
        "[]",
        "1",
        "\"A\"",
        "{",
        "{}x",
        "{} {}",
        "{\"A\":1,}",
        "{\"A\"}",
        "{A:1}",
        "{'A':1}",
        "{\"A\":01}",
        "{\"A\":+1}",
        "{\"A\":.5}",
        "{\"A\":NaN}",
        "{\"A\":tru}",
        "{\"A\":\"\n\"}",
        "{\"A\":\"\\x\"}",
        "{\"\\ud800\":1}",
    ] {
        let refusals = read(body).unwrap_err();
        let [refusal] = refusals.as_slice() else { panic!("{body}: {refusals:?}") };
        assert_eq!(
            (refusal.status, refusal.code, refusal.rule),
            (400, "InvalidInput", id::TABLE_JSON_MALFORMED),
            "{body}"
        );
        assert_eq!(refusal.message, "An error occurred while processing this request.");
        let broken = Broken::none().and(id::TABLE_JSON_MALFORMED);
        assert_eq!(read_with(body, &broken).unwrap_err()[0].status, 500);
    }
    let broken = Broken::none();
    for octets in [&b"{\"A\":\"\xff\"}"[..], b"{\"\xc3\":1}", b"\xff\xfe{}"] {
        let refusals = read_entity(octets, &mut Trace::new(&broken)).refusals;
        assert_eq!(refusals[0].rule, id::TABLE_JSON_MALFORMED);
    }
}

/// Each is refused with its code and rule; where the rule is broken, it is not.
#[test]
fn each_by_its_rule() {
    let wide = "n".repeat(256);
    let long_name = format!(r#"{{"{wide}":1}}"#);
    let large_text = format!(r#"{{"A":"{}"}}"#, "s".repeat(65_536));
    let large_binary = format!(r#"{{"A":"{}","A@odata.type":"Edm.Binary"}}"#, "AAAA".repeat(131_073 / 3));
    let many = (0..253).map(|n| format!(r#""p{n}":1"#)).collect::<Vec<_>>().join(",");
    let many = format!("{{{many}}}");
    for (rule, code, body) in [
        (id::TABLE_TYPES_INT32_RANGE, "InvalidInput", r#"{"A":2147483648,"A@odata.type":"Edm.Int32"}"#),
        (id::TABLE_TYPES_INT64_RANGE, "InvalidInput", r#"{"A":"9223372036854775808","A@odata.type":"Edm.Int64"}"#),
        (id::TABLE_TYPES_INT64_INVALID, "InvalidInput", r#"{"A":"1.5","A@odata.type":"Edm.Int64"}"#),
        (id::TABLE_TYPES_INT64_INVALID, "InvalidInput", r#"{"A":"","A@odata.type":"Edm.Int64"}"#),
        (id::TABLE_TYPES_GUID_INVALID, "InvalidInput", r#"{"A":"not-a-guid","A@odata.type":"Edm.Guid"}"#),
        (id::TABLE_TYPES_BINARY_INVALID, "InvalidInput", r#"{"A":"no base64!","A@odata.type":"Edm.Binary"}"#),
        (id::TABLE_TYPES_DATETIME_INVALID, "InvalidInput", r#"{"A":"","A@odata.type":"Edm.DateTime"}"#),
        (
            id::TABLE_TYPES_DATETIME_INVALID,
            "InvalidInput",
            r#"{"A":"2023-02-30T00:00:00Z","A@odata.type":"Edm.DateTime"}"#,
        ),
        (
            id::TABLE_TYPES_DATETIME_RANGE,
            "OutOfRangeInput",
            r#"{"A":"1600-12-31T23:59:59.999Z","A@odata.type":"Edm.DateTime"}"#,
        ),
        (id::TABLE_JSON_NESTED, "InvalidInput", r#"{"A":{"B":1}}"#),
        (id::TABLE_JSON_NESTED, "InvalidInput", r#"{"A":[1]}"#),
        (id::TABLE_JSON_DUPLICATE_PROPERTY, "DuplicatePropertiesSpecified", r#"{"A":1,"A":2}"#),
        (id::TABLE_JSON_DUPLICATE_PROPERTY, "DuplicatePropertiesSpecified", r#"{"RowKey":"a","RowKey":"b"}"#),
        (id::TABLE_KEYS_STRING, "InvalidInput", r#"{"PartitionKey":5}"#),
        (id::TABLE_LIMITS_NAME_INVALID, "PropertyNameInvalid", r#"{"1a":1}"#),
        (id::TABLE_LIMITS_NAME_CHARACTERS, "PropertyNameInvalid", r#"{"a-b":1}"#),
        (id::TABLE_LIMITS_NAME_TOO_LONG, "PropertyNameTooLong", &long_name),
        (id::TABLE_LIMITS_STRING_TOO_LARGE, "PropertyValueTooLarge", &large_text),
        (id::TABLE_LIMITS_BINARY_TOO_LARGE, "PropertyValueTooLarge", &large_binary),
        (id::TABLE_LIMITS_TOO_MANY_PROPERTIES, "TooManyProperties", &many),
    ] {
        let refusals = read(body).err().unwrap_or_else(|| panic!("{rule}: {body} is granted"));
        let told: Vec<_> = refusals.iter().map(|refusal| (refusal.status, refusal.code, refusal.rule)).collect();
        assert_eq!(told, [(400, code, rule)], "{rule}");
        assert!(read_with(body, &Broken::none().and(rule)).is_ok(), "{rule}");
    }
}

/// What must be granted is not where the rule is broken.
#[test]
fn limits_that_are_drawn_too_tight() {
    let name = format!(r#"{{"{}":1}}"#, "n".repeat(255));
    let text = format!(r#"{{"A":"{}"}}"#, "s".repeat(32_768));
    let octets = format!(r#"{{"A":"{}","A@odata.type":"Edm.Binary"}}"#, "AAAA".repeat(21_845));
    let many = (0..252).map(|n| format!(r#""p{n}":1"#)).collect::<Vec<_>>().join(",");
    let many = format!("{{{many}}}");
    for (rule, body) in [
        (id::TABLE_LIMITS_NAME_LONGEST, &*name),
        (id::TABLE_LIMITS_STRING_LARGEST, &text),
        (id::TABLE_LIMITS_BINARY_LARGEST, &octets),
        (id::TABLE_LIMITS_PROPERTIES, &many),
        (id::TABLE_TYPES_NAMES_UNICODE, r#"{"é":1}"#),
        (id::TABLE_TYPES_DOUBLE_TEXT, r#"{"A":"1.5","A@odata.type":"Edm.Double"}"#),
    ] {
        assert!(read(body).is_ok(), "{rule}");
        let refusals = read_with(body, &Broken::none().and(rule)).unwrap_err();
        assert_eq!(refusals.iter().map(|refusal| refusal.rule).collect::<Vec<_>>(), [rule]);
    }
}

#[test]
fn open_questions() {
    for (rule, body) in [
        (id::TABLE_OPEN_UNPAIRED_SURROGATES, r#"{"A":"\ud800"}"#),
        (id::TABLE_OPEN_UNPAIRED_SURROGATES, r#"{"PartitionKey":"\udc00x"}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":2147483648}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":1e400}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":5,"A@odata.type":"Edm.Int64"}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":5,"A@odata.type":"Edm.String"}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":"12","A@odata.type":"Edm.Int32"}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":"12","A@odata.type":"Edm.Decimal"}"#),
        (id::TABLE_OPEN_JSON_FORMS, r#"{"A":true,"A@odata.type":5}"#),
    ] {
        assert_eq!(rules(body), [rule], "{body}");
    }
}

#[test]
fn what_the_service_reports_first_is_in_front() {
    // What is found while reading, then the size of the whole, then the size of a value.
    let large = format!(
        r#"{{"A":"{}","A@odata.type":"Edm.Binary","B":"x","B@odata.type":"Edm.Guid"}}"#,
        "AAAA".repeat((1 << 20) / 3 + 1)
    );
    let expected = [id::TABLE_TYPES_GUID_INVALID, id::TABLE_LIMITS_ENTITY_TOO_LARGE, id::TABLE_LIMITS_BINARY_TOO_LARGE];
    assert_eq!(rules(&large), expected);
}

#[test]
fn the_range_of_dates_is_told_by_name_and_value() {
    let refusals =
        read(r#"{"DateTimeProp":"1600-12-31T23:59:59.999Z","DateTimeProp@odata.type":"Edm.DateTime"}"#).unwrap_err();
    let message = "The 'DateTimeProp' parameter of value '12/31/1600 23:59:59' is out of range.";
    assert_eq!((refusals[0].message.as_str(), refusals[0].layer), (message, Layer::Reader));
}

#[test]
fn neither_depth_nor_number_of_members_is_trouble() {
    let deep = format!(r#"{{"A":{}1{}}}"#, "[".repeat(500_000), "]".repeat(500_000));
    assert_eq!(rules(&deep), [id::TABLE_JSON_NESTED]);
    let same = format!("{{{}\"A\":1}}", "\"A\":1,".repeat(200_000));
    assert_eq!(rules(&same), [id::TABLE_JSON_DUPLICATE_PROPERTY]);
    let twice: String = (0..200_000).map(|n| format!("\"p{}\":1,", n % 100_000)).collect();
    let broken = Broken::none().and(id::TABLE_JSON_DUPLICATE_PROPERTY).and(id::TABLE_LIMITS_TOO_MANY_PROPERTIES);
    let _ = read_with(&format!("{{{twice}\"A\":1}}"), &broken);
}
