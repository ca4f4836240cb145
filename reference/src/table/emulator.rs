//! What the storage emulator does otherwise than the service (`table.emulator.*`). Each difference is looked for at the place
//! where the service decides, and holds with the emulator's profile alone.

use super::Value;
use crate::datetime::{Civil, DateTime, TICKS_PER_SECOND};
pub(super) use crate::profile::NEWEST;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// The first size of a key that is refused, in UTF-16 code units: 512 bytes.
const TOO_LONG_KEY: usize = 256;

fn refusal(code: &'static str, message: &str, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status: 400, code, message: message.to_owned(), rule, layer }
}

/// The refusal of a version that the emulator does not know.
pub(crate) fn version_refusal(version: Version, trace: &mut Trace<'_>) -> Option<Refusal> {
    let rule = id::TABLE_EMULATOR_VERSION;
    let message = "The REST version is not supported by the storage emulator.";
    (version > NEWEST && trace.emulates(rule))
        .then(|| refusal("VersionNotSupportedByEmulator", message, rule, Layer::FrontEnd))
}

/// The refusal of a key that the emulator cannot hold.
pub(crate) fn key_refusal(key: &str, trace: &mut Trace<'_>) -> Option<Refusal> {
    let rule = id::TABLE_EMULATOR_KEY_SIZE;
    let message = "The property value exceeds the maximum allowed size.";
    (key.encode_utf16().count() >= TOO_LONG_KEY && trace.emulates(rule))
        .then(|| refusal("PropertyValueTooLarge", message, rule, Layer::Entities))
}

/// The refusal of a comparison that the emulator does not make.
pub(crate) fn filter_refusal(orders: bool, literal: &Value, trace: &mut Trace<'_>) -> Option<Refusal> {
    let rule = id::TABLE_EMULATOR_FILTER_ORDER;
    let unordered = matches!(literal, Value::Guid(_) | Value::Binary(_));
    let message = "One of the request inputs is not valid.";
    (orders && unordered && trace.emulates(rule)).then(|| refusal("InvalidInput", message, rule, Layer::Entities))
}

/// A value as the emulator stores it.
pub(crate) fn stored(value: Value, trace: &mut Trace<'_>) -> Value {
    let Value::DateTime(instant) = value else { return value };
    let first = Civil { year: 1753, month: 1, day: 1, hour: 0, minute: 0, second: 0, fraction: 0 };
    let first = DateTime::from_civil(first).unwrap_or_default();
    Value::DateTime(if instant < first && trace.emulates(id::TABLE_EMULATOR_DATE_RANGE) {
        first
    } else if trace.emulates(id::TABLE_EMULATOR_DATE_PRECISION) {
        rounded(instant)
    } else {
        instant
    })
}

/// To the 300th part of a second, which is written with three digits.
fn rounded(instant: DateTime) -> DateTime {
    let fraction = instant.ticks().rem_euclid(TICKS_PER_SECOND);
    let parts = (fraction * 300 + TICKS_PER_SECOND / 2) / TICKS_PER_SECOND;
    let milliseconds = (parts * 10 + 1) / 3;
    instant.plus_ticks(milliseconds * (TICKS_PER_SECOND / 1000) - fraction)
}

/// Whether what was written is at the secondary location at once.
pub(crate) fn replicates_at_once(trace: &mut Trace<'_>) -> bool {
    trace.emulates(id::TABLE_EMULATOR_SECONDARY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    fn instant(year: i32, fraction: u32) -> DateTime {
        DateTime::from_civil(Civil { year, month: 1, day: 1, hour: 0, minute: 0, second: 0, fraction }).unwrap()
    }

    #[test]
    fn dates_are_those_of_its_database() {
        let broken = Broken::none();
        let kept = |value| match stored(Value::DateTime(value), &mut Trace::new(&broken).emulating(true)) {
            Value::DateTime(kept) => kept,
            _ => unreachable!("a date stays one"),
        };
        assert_eq!(kept(instant(1700, 5)), instant(1753, 0));
        for (sent, expected) in [(0, 0), (10_000, 0), (20_000, 30_000), (60_000, 70_000), (90_000, 100_000)] {
            assert_eq!(kept(instant(2020, sent)), instant(2020, expected), "{sent}");
        }
        assert_eq!(kept(instant(2020, 9_999_999)).ticks(), instant(2020, 0).ticks() + TICKS_PER_SECOND);
        let cloud = stored(Value::DateTime(instant(1700, 5)), &mut Trace::new(&broken));
        assert_eq!(cloud, Value::DateTime(instant(1700, 5)));
    }

    #[test]
    fn nothing_differs_for_the_cloud() {
        let broken = Broken::none();
        let key = "k".repeat(256);
        for (emulates, refused) in [(true, true), (false, false)] {
            let trace = || Trace::new(&broken).emulating(emulates);
            assert_eq!(key_refusal(&key, &mut trace()).is_some(), refused);
            assert_eq!(version_refusal(Version::V2020_12_06, &mut trace()).is_some(), refused);
            assert_eq!(filter_refusal(true, &Value::Binary(vec![1]), &mut trace()).is_some(), refused);
            assert_eq!(replicates_at_once(&mut trace()), refused);
        }
        let mut trace = Trace::new(&broken).emulating(true);
        assert!(
            key_refusal(&key[1..], &mut trace).is_none()
                && filter_refusal(false, &Value::Binary(vec![1]), &mut trace).is_none()
        );
    }
}
