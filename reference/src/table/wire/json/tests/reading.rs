//! Bodies that are granted.

use super::{properties, read, read_with, value};
use crate::rules::{Broken, Trace, id};
use crate::table::Value;
use crate::table::wire::json::{read_entity, read_table_name};
use crate::table::wire::lexical::{datetime, guid};
use proptest::prelude::*;

#[test]
fn every_type() {
    for (members, expected) in [
        (r#""A":"text""#, Value::String("text".into())),
        (r#""A":"\ud83d\ude00\u0000\n\/""#, Value::String("😀\0\n/".into())),
        (r#""A":"5","A@odata.type":"Edm.String""#, Value::String("5".into())),
        (r#""A":"2020-01-01T01:03:00.0000000Z""#, Value::String("2020-01-01T01:03:00.0000000Z".into())),
        (r#""A":true"#, Value::Boolean(true)),
        (r#""A@odata.type":"Edm.Boolean","A":false"#, Value::Boolean(false)),
        (r#""A":-2147483648"#, Value::Int32(i32::MIN)),
        (r#""A":123,"A@odata.type":"Edm.Int32""#, Value::Int32(123)),
        (r#""A@odata.type":"Edm.Int64","A":"-9223372036854775808""#, Value::Int64(i64::MIN)),
        (r#""A":"39","A@odata.type":"Edm.Int64""#, Value::Int64(39)),
        (r#""A":3.0"#, Value::Double(3.0)),
        (r#""A":1e2"#, Value::Double(100.0)),
        (r#""A":-0.0"#, Value::Double(-0.0)),
        (r#""A":5,"A@odata.type":"Edm.Double""#, Value::Double(5.0)),
        (r#""A":"200.23","A@odata.type":"Edm.Double""#, Value::Double(200.23)),
        (r#""A":"NaN","A@odata.type":"Edm.Double""#, Value::Double(f64::NAN)),
        (r#""A":"-Infinity","A@odata.type":"Edm.Double""#, Value::Double(f64::NEG_INFINITY)),
        (r#""A":"YmluYXJ5","A@odata.type":"Edm.Binary""#, Value::Binary(b"binary".to_vec())),
        (r#""A":"","A@odata.type":"Edm.Binary""#, Value::Binary(vec![])),
        (
            r#""A":"c9da6455-213d-42c9-9a79-3e9149a57833","A@odata.type":"Edm.Guid""#,
            Value::Guid(guid::read("c9da6455-213d-42c9-9a79-3e9149a57833").unwrap()),
        ),
        (
            r#""A":"1973-10-04T01:00:00+01:00","A@odata.type":"Edm.DateTime""#,
            Value::DateTime(datetime::read("1973-10-04T00:00:00Z").unwrap()),
        ),
    ] {
        assert_eq!(value(members), expected, "{members}");
    }
}

#[test]
fn order_keys_and_what_is_left_out() {
    let entity = read(
        r#"{"odata.etag":"W/\"x\"","odata.metadata":"m","Z":1,"RowKey":"r","PartitionKey":"p","PartitionKey@odata.type":"Edm.String",
            "Timestamp@odata.type":"Edm.DateTime","Timestamp":"0001-01-01T00:00:00","A":null,"B":"","ETag":"e","b":2,"啊":3}"#,
    )
    .unwrap();
    assert_eq!((entity.partition.as_deref(), entity.row.as_deref()), (Some("p"), Some("r")));
    let names: Vec<_> = entity.properties.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["Z", "B", "ETag", "b", "啊"]);
    assert_eq!(entity.nulls, ["A".into()]);
}

#[test]
fn keys_may_be_absent() {
    let broken = Broken::none();
    for body in ["{}", r#"{"PartitionKey":"p"}"#, r#"{"PartitionKey":"p","RowKey":null}"#] {
        let refusal = read(body).unwrap().keys(&mut Trace::new(&broken)).unwrap_err();
        assert_eq!((refusal.code, refusal.rule), ("PropertiesNeedValue", id::TABLE_KEYS_REQUIRED));
    }
    assert_eq!(read(r#"{"PartitionKey":"","RowKey":""}"#).unwrap().keys(&mut Trace::new(&broken)), Ok(("", "")));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(properties("\u{feff}{\"A\":1}"), [("A".into(), Value::Int32(1))]);
}

/// Each rule changes what is read when it is broken, as its `broken` line says.
#[test]
fn broken_rules_show() {
    let int64 = r#"{"A":"9007199254740993","A@odata.type":"Edm.Int64"}"#;
    let instant = r#"{"A":"2020-01-01T00:00:00.1234567+01:00","A@odata.type":"Edm.DateTime"}"#;
    for (rule, body) in [
        (id::TABLE_TYPES_STRING, r#"{"A":"a\tb"}"#),
        (id::TABLE_TYPES_STRING_UNICODE, r#"{"A":"😀"}"#),
        (id::TABLE_TYPES_STRING_EMPTY, r#"{"A":""}"#),
        (id::TABLE_TYPES_STRING_BLANKS, r#"{"A":" a"}"#),
        (id::TABLE_TYPES_DATE_LIKE_STRING, r#"{"A":"2020-01-01T00:00:00Z"}"#),
        (id::TABLE_TYPES_BOOLEAN, r#"{"A":true}"#),
        (id::TABLE_TYPES_INT32, r#"{"A":1}"#),
        (id::TABLE_TYPES_INT64, int64),
        (id::TABLE_TYPES_DOUBLE, r#"{"A":0.1}"#),
        (id::TABLE_TYPES_DOUBLE_ANNOTATED_INTEGER, r#"{"A":1,"A@odata.type":"Edm.Double"}"#),
        (id::TABLE_TYPES_DATETIME, instant),
        (id::TABLE_TYPES_DATETIME_OFFSET, instant),
        (id::TABLE_TYPES_GUID, r#"{"A":"c9da6455-213d-42c9-9a79-3e9149a57833","A@odata.type":"Edm.Guid"}"#),
        (id::TABLE_TYPES_BINARY, r#"{"A":"YmluYXJ5","A@odata.type":"Edm.Binary"}"#),
        (id::TABLE_TYPES_NULL_NOT_STORED, r#"{"A":null}"#),
        (id::TABLE_TYPES_ANNOTATION_ORDER, r#"{"A":"1","A@odata.type":"Edm.Int64"}"#),
        (id::TABLE_TYPES_NAMES_CASE_SENSITIVE, r#"{"A":1,"a":2}"#),
        (id::TABLE_TYPES_ETAG_PROPERTY, r#"{"ETag":"x"}"#),
        (id::TABLE_JSON_ODATA_MEMBERS_IGNORED, r#"{"odata.etag":"x"}"#),
        (id::TABLE_JSON_TIMESTAMP_IGNORED, r#"{"Timestamp":"x"}"#),
    ] {
        assert_ne!(read_with(body, &Broken::none().and(rule)), read(body), "{rule}: {body}");
    }
}

/// A rule that says nothing about a body takes no part in it.
#[test]
fn only_rules_that_matter_are_noted() {
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    let body = br#"{"PartitionKey":"p","RowKey":"r","A":1,"B":"x","L@odata.type":"Edm.Int64","L":"1"}"#;
    read_entity(body, &mut trace).into_result().unwrap();
    assert_eq!(trace.into_rules(), [id::TABLE_TYPES_INT32, id::TABLE_TYPES_STRING, id::TABLE_TYPES_INT64]);
}

#[test]
fn names_of_tables() {
    let broken = Broken::none();
    let name = |body: &str| read_table_name(body.as_bytes(), &mut Trace::new(&broken));
    assert_eq!(name(r#"{"odata.type":"x","TableName":"t\u0061b"}"#), Ok(Some("tab".into())));
    assert_eq!(name("{}"), Ok(None));
    assert_eq!(name(r#"{"TableName":5}"#), Ok(None));
    assert!(name("").is_err() && name("[]").is_err() && name("x").is_err());
}

proptest! {
    #[test]
    fn no_octets_panic(octets in prop::collection::vec(any::<u8>(), 0..60)) {
        let broken = Broken::none();
        let _ = read_entity(&octets, &mut Trace::new(&broken));
    }

    #[test]
    fn no_members_panic(text in r#"\{("(A|a|PartitionKey|odata\.etag|A@odata\.type|é)":("Edm\.[DGIB][a-z0-9]{2,5}"|"[-0-9TZ:.]{0,22}"|-?[0-9.eE]{1,9}|null|true|\[\]|\{\}|"\\ud[89a-f]00"),?){0,6}\}"#) {
        let _ = read(&text);
    }
}
