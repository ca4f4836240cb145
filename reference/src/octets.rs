//! Octets in histories on file: one base64 text, a third of the size of a list of numbers at most.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

/// For `#[serde(with = "…")]`: writes the text.
///
/// # Errors
///
/// Those of the serializer.
pub(crate) fn serialize<S: Serializer>(octets: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(octets))
}

/// For `#[serde(with = "…")]`: reads the text.
///
/// # Errors
///
/// If it is no base64.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD.decode(text).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use crate::history::Content;
    use crate::table::Value;

    #[test]
    fn octets_come_back_from_their_text() {
        let body = Content::Octets { octets: vec![0, 255, 32] };
        let text = serde_json::to_string(&body).unwrap();
        assert_eq!(text, r#"{"form":"octets","octets":"AP8g"}"#);
        assert_eq!(serde_json::from_str::<Content>(&text).unwrap(), body);
        let value = Value::Binary(vec![1, 2]);
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(text, r#"{"type":"Edm.Binary","value":"AQI="}"#);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(serde_json::from_str::<Value>(r#"{"type":"Edm.Binary","value":"?"}"#).is_err());
    }
}
