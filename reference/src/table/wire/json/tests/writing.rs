//! How values are written in answers.

use super::value;
use crate::datetime::DateTime;
use crate::rules::{Broken, Trace, id};
use crate::table::Metadata;
use crate::table::wire::json::{write_property, write_string};
use crate::table::wire::lexical::{datetime, guid};
use crate::table::{Guid, Value};
use proptest::prelude::*;

fn written_with(value: &Value, metadata: Metadata, broken: &Broken) -> String {
    let mut out = Vec::new();
    write_property(&mut out, "A", value, metadata, &mut Trace::new(broken));
    String::from_utf8(out).unwrap()
}

fn written(value: &Value, metadata: Metadata) -> String {
    written_with(value, metadata, &Broken::none())
}

fn every_type() -> [(Value, &'static str, &'static str); 10] {
    [
        (Value::Binary(b"binary".to_vec()), "Edm.Binary", r#""YmluYXJ5""#),
        (Value::Boolean(true), "", "true"),
        (Value::DateTime(datetime::read("1973-10-04").unwrap()), "Edm.DateTime", r#""1973-10-04T00:00:00Z""#),
        (Value::Double(3.0), "", "3.0"),
        (Value::Double(f64::NAN), "Edm.Double", r#""NaN""#),
        (Value::Double(f64::NEG_INFINITY), "Edm.Double", r#""-Infinity""#),
        (
            Value::Guid(guid::read("c9da6455-213d-42c9-9a79-3e9149a57833").unwrap()),
            "Edm.Guid",
            r#""c9da6455-213d-42c9-9a79-3e9149a57833""#,
        ),
        (Value::Int32(-5), "", "-5"),
        (Value::Int64(5), "Edm.Int64", r#""5""#),
        (Value::String("it's".into()), "", r#""it's""#),
    ]
}

#[test]
fn annotations_by_level() {
    for (value, annotation, text) in every_type() {
        assert_eq!(written(&value, Metadata::None), format!(r#""A":{text}"#));
        let annotated = match annotation {
            "" => format!(r#""A":{text}"#),
            annotation => format!(r#""A@odata.type":"{annotation}","A":{text}"#),
        };
        for metadata in [Metadata::Minimal, Metadata::Full] {
            assert_eq!(written(&value, metadata), annotated);
        }
    }
}

#[test]
fn broken_rules_show() {
    for (rule, value) in [
        (id::TABLE_JSON_ANNOTATIONS, Value::Int64(5)),
        (id::TABLE_JSON_NO_ANNOTATIONS, Value::Int32(5)),
        (id::TABLE_TYPES_DATETIME_TRAILING_ZEROS, Value::DateTime(DateTime::MIN_EDM)),
        (id::TABLE_TYPES_DOUBLE_DECIMAL_POINT, Value::Double(3.0)),
        (id::TABLE_TYPES_DOUBLE_SPECIAL, Value::Double(f64::NAN)),
    ] {
        let broken = Broken::none().and(rule);
        assert_ne!(written_with(&value, Metadata::Minimal, &broken), written(&value, Metadata::Minimal), "{rule}");
    }
}

#[test]
fn strings_are_ascii() {
    let mut out = Vec::new();
    write_string(&mut out, "a'<>&/\"\\\n\r\t\u{8}\u{c}\u{1}\u{7f}\u{80}é啊😀 and more than a stride of text");
    let expected = r#""a'<>&/\"\\\n\r\t\b\f\u0001"#.to_owned()
        + "\u{7f}"
        + r#"\u0080\u00e9\u554a\ud83d\ude00 and more than a stride of text""#;
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Value::Binary),
        any::<bool>().prop_map(Value::Boolean),
        (DateTime::MIN_EDM.ticks()..=DateTime::MAX.ticks())
            .prop_map(|ticks| Value::DateTime(DateTime::from_ticks(ticks))),
        any::<u64>().prop_map(|bits| Value::Double(f64::from_bits(bits))),
        any::<[u8; 16]>().prop_map(|octets| Value::Guid(Guid(octets))),
        any::<i32>().prop_map(Value::Int32),
        any::<i64>().prop_map(Value::Int64),
        any::<String>().prop_map(Value::String),
        "[ -~\"\\\\é😀]{0,60}".prop_map(Value::String),
    ]
}

proptest! {
    #[test]
    fn written_values_are_read_back(held in any_value()) {
        for metadata in [Metadata::Minimal, Metadata::Full] {
            prop_assert_eq!(value(&written(&held, metadata)), held.clone());
        }
    }
}
