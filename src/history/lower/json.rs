//! Entities and table names as JSON, in the forms that current clients write.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;
use tablestakes_reference::DateTime;
use tablestakes_reference::table::{EntityBody, Guid, PropertyValue, Value};

/// The body that creates a table.
pub(super) fn table(name: &str) -> String {
    format!("{{\"TableName\":{}}}", string(name))
}

/// The body of an insert or a write.
pub(super) fn entity(body: &EntityBody) -> String {
    let mut members = Vec::new();
    for (name, value) in [("PartitionKey", &body.partition), ("RowKey", &body.row)] {
        if let Some(value) = value {
            members.push(format!("\"{name}\":{}", string(value)));
        }
    }
    for property in &body.properties {
        let (annotation, value) = written(&property.value);
        if let Some(edm_type) = annotation {
            members.push(format!("{}:{}", string(&format!("{}@odata.type", property.name)), string(&edm_type)));
        }
        members.push(format!("{}:{value}", string(&property.name)));
    }
    format!("{{{}}}", members.join(","))
}

/// The annotation that a value needs, and its JSON text.
fn written(value: &PropertyValue) -> (Option<String>, String) {
    match value {
        PropertyValue::Null => (None, "null".to_owned()),
        PropertyValue::Literal { edm_type, json } => (edm_type.clone(), json.clone()),
        PropertyValue::Typed { value } => {
            let (annotated, text) = typed(value);
            (annotated.then(|| value.edm_type().to_owned()), text)
        }
    }
}

fn typed(value: &Value) -> (bool, String) {
    match value {
        Value::Binary(octets) => (true, string(&STANDARD.encode(octets))),
        Value::Boolean(value) => (false, value.to_string()),
        Value::DateTime(instant) => (true, string(&date_time(*instant))),
        Value::Double(value) if value.is_finite() => (false, format!("{value:?}")),
        Value::Double(value) if value.is_nan() => (true, string("NaN")),
        Value::Double(value) => (true, string(if *value > 0.0 { "Infinity" } else { "-Infinity" })),
        Value::Guid(guid) => (true, string(&guid_text(*guid))),
        Value::Int32(value) => (false, value.to_string()),
        Value::Int64(value) => (true, string(&value.to_string())),
        Value::String(text) => (false, string(text)),
    }
}

pub(super) fn date_time(instant: DateTime) -> String {
    let civil = instant.civil();
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:07}Z",
        civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.fraction
    )
}

pub(super) fn guid_text(guid: Guid) -> String {
    let mut text = String::with_capacity(36);
    for (place, octet) in guid.0.iter().enumerate() {
        if matches!(place, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        let _ = write!(text, "{octet:02x}");
    }
    text
}

/// A JSON string. Only what JSON requires is escaped.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::datetime::Civil;

    #[test]
    fn every_type_is_written_as_clients_do() {
        let instant = Civil { year: 1601, month: 2, day: 3, hour: 4, minute: 5, second: 6, fraction: 70 };
        let values = [
            Value::Binary(vec![0, 255]),
            Value::Boolean(true),
            Value::DateTime(DateTime::from_civil(instant).unwrap()),
            Value::Double(3.0),
            Value::Double(-0.0),
            Value::Double(1e300),
            Value::Double(f64::NAN),
            Value::Double(f64::NEG_INFINITY),
            Value::Guid(Guid([0xab; 16])),
            Value::Int32(-1),
            Value::Int64(i64::MIN),
            Value::String("a\"\\\n\u{1}é😀/".into()),
        ];
        let texts: Vec<String> = values
            .into_iter()
            .map(|value| {
                let (annotation, text) = written(&value.into());
                format!("{}{text}", annotation.map(|edm_type| edm_type + " ").unwrap_or_default())
            })
            .collect();
        assert_eq!(
            texts,
            [
                "Edm.Binary \"AP8=\"",
                "true",
                "Edm.DateTime \"1601-02-03T04:05:06.0000070Z\"",
                "3.0",
                "-0.0",
                "1e300",
                "Edm.Double \"NaN\"",
                "Edm.Double \"-Infinity\"",
                "Edm.Guid \"abababab-abab-abab-abab-abababababab\"",
                "-1",
                "Edm.Int64 \"-9223372036854775808\"",
                "\"a\\\"\\\\\\n\\u0001é😀/\"",
            ]
        );
    }

    #[test]
    fn literals_and_nulls_stand_as_written() {
        let body = EntityBody { partition: Some("p".into()), ..EntityBody::default() }
            .with("n", PropertyValue::Null)
            .with("x", PropertyValue::Literal { edm_type: Some("Edm.Int64".into()), json: "1e5".into() });
        assert_eq!(entity(&body), r#"{"PartitionKey":"p","n":null,"x@odata.type":"Edm.Int64","x":1e5}"#);
        assert_eq!(entity(&EntityBody::default()), "{}");
    }
}
