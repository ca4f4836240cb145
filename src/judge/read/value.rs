//! Property values: the type that a JSON value has, by annotation or by its form, and its meaning.

use super::json::Json;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tablestakes_reference::DateTime;
use tablestakes_reference::datetime::{Civil, TICKS_PER_SECOND};
use tablestakes_reference::table::{Guid, Value};

/// The type of a value that carries this annotation, or none; `None` for null and for what no type is written as.
pub(crate) fn type_of<'a>(annotation: Option<&'a str>, json: &Json) -> Option<&'a str> {
    match (annotation, json) {
        (_, Json::Null) => None,
        (Some(annotation), _) => Some(annotation),
        (None, Json::Boolean(_)) => Some("Edm.Boolean"),
        (None, Json::String(_)) => Some("Edm.String"),
        (None, Json::Number(text)) if text.contains(['.', 'e', 'E']) => Some("Edm.Double"),
        (None, Json::Number(_)) => Some("Edm.Int32"),
        (None, Json::Array(_) | Json::Object(_)) => None,
    }
}

/// The value that a JSON value stands for as this type; `None` if it is none of that type.
pub(crate) fn meaning(edm_type: &str, json: &Json) -> Option<Value> {
    match (edm_type, json) {
        ("Edm.Binary", Json::String(text)) => STANDARD.decode(text).ok().map(Value::Binary),
        ("Edm.Boolean", Json::Boolean(value)) => Some(Value::Boolean(*value)),
        ("Edm.DateTime", Json::String(text)) => date_time(text).map(Value::DateTime),
        ("Edm.Double", Json::Number(text)) => text.parse().ok().map(Value::Double),
        ("Edm.Double", Json::String(text)) => match text.as_str() {
            "NaN" => Some(Value::Double(f64::NAN)),
            "Infinity" => Some(Value::Double(f64::INFINITY)),
            "-Infinity" => Some(Value::Double(f64::NEG_INFINITY)),
            _ => None,
        },
        ("Edm.Guid", Json::String(text)) => guid(text).map(Value::Guid),
        ("Edm.Int32", Json::Number(text)) => text.parse().ok().map(Value::Int32),
        ("Edm.Int64", Json::String(text)) => text.parse().ok().map(Value::Int64),
        ("Edm.String", Json::String(text)) => Some(Value::String(text.clone())),
        _ => None,
    }
}

/// An ISO 8601 instant, with `Z`, an offset, or neither, which means UTC. Digits beyond ticks are cut.
pub(crate) fn date_time(text: &str) -> Option<DateTime> {
    let (date, time) = text.split_once('T')?;
    let mut date = date.splitn(3, '-').map(|part| number(part, if part.len() == 4 { 4 } else { 2 }));
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone);
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    let mut clock = clock.splitn(3, ':').map(|part| number(part, 2));
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let fraction = match fraction {
        None => 0,
        Some(digits) if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            let ticks: String = digits.chars().chain("0000000".chars()).take(7).collect();
            ticks.parse().ok()?
        }
        Some(_) => return None,
    };
    let byte = |number: u32| u8::try_from(number).ok();
    let civil = Civil {
        year: i32::try_from(year).ok()?,
        month: byte(month)?,
        day: byte(day)?,
        hour: byte(hour)?,
        minute: byte(minute)?,
        second: byte(second)?,
        fraction,
    };
    Some(DateTime::from_civil(civil)?.plus_ticks(-offset(zone)? * TICKS_PER_SECOND))
}

/// Seconds east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    Some(sign * (i64::from(number(hours, 2)?) * 3600 + i64::from(number(minutes, 2)?) * 60))
}

fn number(digits: &str, length: usize) -> Option<u32> {
    (digits.len() == length && digits.bytes().all(|digit| digit.is_ascii_digit())).then(|| digits.parse().ok())?
}

fn guid(text: &str) -> Option<Guid> {
    let groups: Vec<&str> = text.split('-').collect();
    if groups.iter().map(|group| group.len()).ne([8, 4, 4, 4, 12]) {
        return None;
    }
    let digits = groups.concat();
    let mut octets = [0; 16];
    for (place, octet) in octets.iter_mut().enumerate() {
        *octet = u8::from_str_radix(digits.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(Guid(octets))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Json {
        Json::String(text.into())
    }

    #[test]
    fn instants_are_read_to_the_tick() {
        let seconds = |text: &str| date_time(text).unwrap().unix_seconds();
        assert_eq!(seconds("1970-01-01T00:00:00Z"), 0);
        assert_eq!(seconds("1970-01-01T01:00:00+01:00"), 0);
        assert_eq!(seconds("1970-01-01T00:00:00"), 0);
        assert_eq!(date_time("1970-01-01T00:00:00.5Z"), date_time("1970-01-01T00:00:00.5000000Z"));
        assert_ne!(date_time("1970-01-01T00:00:00.0000001Z"), date_time("1970-01-01T00:00:00Z"));
        for text in ["", "1970-01-01", "1970-1-1T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:00:00.Z", "xT-"] {
            assert_eq!(date_time(text), None, "{text}");
        }
    }

    #[test]
    fn the_form_of_a_number_gives_its_type() {
        let number = |text: &str| Json::Number(text.into());
        assert_eq!(type_of(None, &number("3")), Some("Edm.Int32"));
        assert_eq!(type_of(None, &number("3.0")), Some("Edm.Double"));
        assert_eq!(type_of(None, &number("3E1")), Some("Edm.Double"));
        assert_eq!(type_of(Some("Edm.Double"), &number("3")), Some("Edm.Double"));
        assert_eq!(type_of(Some("Edm.Double"), &Json::Null), None);
    }

    #[test]
    fn a_value_that_is_none_of_its_type_has_no_meaning() {
        assert_eq!(meaning("Edm.Int64", &Json::Number("1".into())), None);
        assert_eq!(meaning("Edm.Int32", &Json::Number("2147483648".into())), None);
        assert_eq!(meaning("Edm.Guid", &string("5826aa20-0000-0000-0000-00000000000g")), None);
        assert_eq!(meaning("Edm.Guid", &string("5826aa20-0000-0000-0000-0000000é0000")), None);
        assert_eq!(meaning("Edm.Binary", &string("a")), None);
        assert_eq!(meaning("Edm.Odd", &string("a")), None);
        assert_eq!(meaning("Edm.Binary", &string("AP8=")), Some(Value::Binary(vec![0, 255])));
        assert_eq!(meaning("Edm.Double", &string("-Infinity")), Some(Value::Double(f64::NEG_INFINITY)));
    }
}
