//! Property values.

use tablestakes_reference::DateTime;
use tablestakes_reference::datetime::Civil;
use tablestakes_reference::table::{Guid, PropertyValue, Value};

fn typed(value: Value) -> PropertyValue {
    PropertyValue::Typed { value }
}

/// An `Edm.String`.
pub(crate) fn text(value: impl Into<String>) -> PropertyValue {
    typed(Value::String(value.into()))
}

/// An `Edm.Int32`.
pub(crate) fn int(value: i32) -> PropertyValue {
    typed(Value::Int32(value))
}

/// An `Edm.Int64`.
pub(crate) fn long(value: i64) -> PropertyValue {
    typed(Value::Int64(value))
}

/// An `Edm.Double`.
pub(crate) fn double(value: f64) -> PropertyValue {
    typed(Value::Double(value))
}

/// An `Edm.Boolean`.
pub(crate) fn boolean(value: bool) -> PropertyValue {
    typed(Value::Boolean(value))
}

/// An `Edm.Binary`.
pub(crate) fn binary(octets: impl Into<Vec<u8>>) -> PropertyValue {
    typed(Value::Binary(octets.into()))
}

/// An `Edm.Guid`, its digits as one number.
pub(crate) fn guid(digits: u128) -> PropertyValue {
    typed(Value::Guid(Guid(digits.to_be_bytes())))
}

/// An `Edm.DateTime`: year, month, day, then hour, minute, second, then ticks of 100 ns. The end of time if there is no
/// such date.
pub(crate) fn datetime(date: (i32, u8, u8), clock: (u8, u8, u8), fraction: u32) -> PropertyValue {
    let ((year, month, day), (hour, minute, second)) = (date, clock);
    let civil = Civil { year, month, day, hour, minute, second, fraction };
    typed(Value::DateTime(DateTime::from_civil(civil).unwrap_or(DateTime::MAX)))
}

/// An `Edm.DateTime` in this spelling.
pub(crate) fn datetime_text(spelling: &str) -> PropertyValue {
    literal("Edm.DateTime", &format!("\"{spelling}\""))
}

/// `null`.
pub(crate) fn null() -> PropertyValue {
    PropertyValue::Null
}

/// This JSON text, said to be of this type.
pub(crate) fn literal(edm_type: &str, json: &str) -> PropertyValue {
    PropertyValue::Literal { edm_type: Some(edm_type.to_owned()), json: json.to_owned() }
}

/// This JSON text without a type.
pub(crate) fn bare(json: &str) -> PropertyValue {
    PropertyValue::Literal { edm_type: None, json: json.to_owned() }
}

/// A string of this many times the same character.
pub(crate) fn repeated(character: char, times: usize) -> String {
    std::iter::repeat_n(character, times).collect()
}
