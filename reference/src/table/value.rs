//! Keys and property values as plain data. No text forms: those belong to the wire.

use crate::datetime::DateTime;
pub use crate::ids::Guid;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The key of an entity within its table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// `PartitionKey`.
    pub partition: String,
    /// `RowKey`.
    pub row: String,
}

impl Key {
    /// A key of these two parts.
    pub fn new(partition: impl Into<String>, row: impl Into<String>) -> Self {
        Self { partition: partition.into(), row: row.into() }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        utf16_cmp(&self.partition, &other.partition).then_with(|| utf16_cmp(&self.row, &other.row))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares two strings by their UTF-16 code units, the order in which the service keeps keys.
///
/// It differs from the order of UTF-8 octets only where, at the first difference, one string has a supplementary
/// character (a surrogate pair, from 0xD800) and the other one of U+E000 to U+FFFF.
pub fn utf16_cmp(left: &str, right: &str) -> Ordering {
    let Some(place) = left.bytes().zip(right.bytes()).position(|(l, r)| l != r) else {
        return left.len().cmp(&right.len());
    };
    let lead = |text: &str| {
        let start = (0..=place).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.as_bytes()[start]
    };
    let (left_lead, right_lead) = (lead(left), lead(right));
    match (left_lead >= 0xF0, right_lead >= 0xF0) {
        (true, false) if right_lead >= 0xEE => Ordering::Less,
        (false, true) if left_lead >= 0xEE => Ordering::Greater,
        _ => left.as_bytes()[place].cmp(&right.as_bytes()[place]),
    }
}

/// A property value: one of the eight EDM types that the service holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", deny_unknown_fields)]
pub enum Value {
    /// `Edm.Binary`; in files as base64.
    #[serde(rename = "Edm.Binary", with = "crate::octets")]
    Binary(Vec<u8>),
    /// `Edm.Boolean`.
    #[serde(rename = "Edm.Boolean")]
    Boolean(bool),
    /// `Edm.DateTime`.
    #[serde(rename = "Edm.DateTime")]
    DateTime(DateTime),
    /// `Edm.Double`. Held in files by its bits, so that NaN, infinities and negative zero survive.
    #[serde(rename = "Edm.Double", with = "double_bits")]
    Double(f64),
    /// `Edm.Guid`.
    #[serde(rename = "Edm.Guid")]
    Guid(Guid),
    /// `Edm.Int32`.
    #[serde(rename = "Edm.Int32")]
    Int32(i32),
    /// `Edm.Int64`.
    #[serde(rename = "Edm.Int64")]
    Int64(i64),
    /// `Edm.String`.
    #[serde(rename = "Edm.String")]
    String(String),
}

impl Value {
    /// The name of the type, `Edm.…`.
    pub fn edm_type(&self) -> &'static str {
        match self {
            Self::Binary(_) => "Edm.Binary",
            Self::Boolean(_) => "Edm.Boolean",
            Self::DateTime(_) => "Edm.DateTime",
            Self::Double(_) => "Edm.Double",
            Self::Guid(_) => "Edm.Guid",
            Self::Int32(_) => "Edm.Int32",
            Self::Int64(_) => "Edm.Int64",
            Self::String(_) => "Edm.String",
        }
    }
}

/// Same type and same value; doubles by their bits, but every NaN is the same NaN.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Binary(left), Self::Binary(right)) => left == right,
            (Self::Boolean(left), Self::Boolean(right)) => left == right,
            (Self::DateTime(left), Self::DateTime(right)) => left == right,
            (Self::Double(left), Self::Double(right)) => {
                left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
            }
            (Self::Guid(left), Self::Guid(right)) => left == right,
            (Self::Int32(left), Self::Int32(right)) => left == right,
            (Self::Int64(left), Self::Int64(right)) => left == right,
            (Self::String(left), Self::String(right)) => left == right,
            _ => false,
        }
    }
}

mod double_bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x} = {value}", value.to_bits()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bits = text.split_once(' ').map_or(text.as_str(), |(bits, _)| bits);
        u64::from_str_radix(bits, 16).map(f64::from_bits).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_order_is_the_order_of_code_units() {
        let samples = [
            "",
            "a",
            "A",
            "aa",
            "é",
            "\u{7ff}",
            "\u{d7ff}",
            "\u{e000}",
            "\u{fffd}",
            "\u{ffff}",
            "😀",
            "😀a",
            "\u{10ffff}",
            "a😀",
            "a\u{ff0b}",
        ];
        for left in samples {
            for right in samples {
                let units = left.encode_utf16().cmp(right.encode_utf16());
                assert_eq!(utf16_cmp(left, right), units, "{left:?} {right:?}");
            }
        }
    }
}
