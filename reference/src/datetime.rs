//! Points in time as the service counts them: ticks of 100 nanoseconds. Arithmetic only; text forms belong to the wire.

use serde::{Deserialize, Serialize};

/// Ticks in one second.
pub const TICKS_PER_SECOND: i64 = 10_000_000;
const SECONDS_PER_DAY: i64 = 86_400;
const DAYS_TO_UNIX_EPOCH: i64 = 719_162;

/// A point in time, UTC, counted in ticks of 100 ns since 0001-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct DateTime(i64);

/// A point in time by calendar and clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Civil {
    /// 1 to 9999.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// The fraction of the second in ticks, 0 to 9,999,999.
    pub fraction: u32,
}

impl DateTime {
    /// The first instant that an `Edm.DateTime` property may hold, 1601-01-01T00:00:00Z.
    pub const MIN_EDM: Self = Self(504_911_232_000_000_000);
    /// The last instant that can be held, 9999-12-31T23:59:59.9999999Z.
    pub const MAX: Self = Self(3_155_378_975_999_999_999);

    /// From ticks since year 1; clamped to year 1 and the end of year 9999.
    pub fn from_ticks(ticks: i64) -> Self {
        Self(ticks.clamp(0, Self::MAX.0))
    }

    /// Ticks since year 1.
    pub fn ticks(self) -> i64 {
        self.0
    }

    /// From a Unix time, in whole seconds and nanoseconds within the second.
    pub fn from_unix(seconds: i64, nanoseconds: u32) -> Self {
        let seconds = seconds.saturating_add(DAYS_TO_UNIX_EPOCH * SECONDS_PER_DAY);
        Self::from_ticks(seconds.saturating_mul(TICKS_PER_SECOND).saturating_add(i64::from(nanoseconds / 100)))
    }

    /// Whole seconds of Unix time.
    pub fn unix_seconds(self) -> i64 {
        self.0.div_euclid(TICKS_PER_SECOND) - DAYS_TO_UNIX_EPOCH * SECONDS_PER_DAY
    }

    /// From calendar and clock; `None` if there is no such time.
    pub fn from_civil(civil: Civil) -> Option<Self> {
        let Civil { year, month, day, hour, minute, second, fraction } = civil;
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
            return None;
        }
        if hour > 23 || minute > 59 || second > 59 || fraction > 9_999_999 {
            return None;
        }
        let seconds = days_before(year, month, day) * SECONDS_PER_DAY
            + i64::from(hour) * 3600
            + i64::from(minute) * 60
            + i64::from(second);
        Some(Self(seconds * TICKS_PER_SECOND + i64::from(fraction)))
    }

    /// As calendar and clock.
    pub fn civil(self) -> Civil {
        let fraction = u32::try_from(self.0.rem_euclid(TICKS_PER_SECOND)).unwrap_or(0);
        let seconds = self.0.div_euclid(TICKS_PER_SECOND);
        let (days, clock) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
        let (year, month, day) = calendar(days);
        let byte = |number: i64| u8::try_from(number).unwrap_or(0);
        Civil {
            year,
            month,
            day,
            hour: byte(clock / 3600),
            minute: byte(clock / 60 % 60),
            second: byte(clock % 60),
            fraction,
        }
    }

    /// This instant moved by a number of ticks, within the range of the type.
    #[must_use]
    pub fn plus_ticks(self, ticks: i64) -> Self {
        Self::from_ticks(self.0.saturating_add(ticks))
    }
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i32, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 0001-01-01 to this date.
fn days_before(year: i32, month: u8, day: u8) -> i64 {
    let past = i64::from(year) - 1;
    let in_year: i64 = (1..month).map(|month| i64::from(days_in_month(year, month))).sum();
    past * 365 + past / 4 - past / 100 + past / 400 + in_year + i64::from(day) - 1
}

/// The date that lies this many days after 0001-01-01. (Howard Hinnant, "chrono-compatible low-level date algorithms".)
fn calendar(days: i64) -> (i32, u8, u8) {
    let from_march = days + 306;
    let era = from_march.div_euclid(146_097);
    let day_of_era = from_march.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (i32::try_from(year).unwrap_or(0), u8::try_from(month).unwrap_or(0), u8::try_from(day).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn civil(year: i32, month: u8, day: u8) -> Civil {
        Civil { year, month, day, hour: 0, minute: 0, second: 0, fraction: 0 }
    }

    #[test]
    fn known_instants() {
        assert_eq!(DateTime::from_civil(civil(1, 1, 1)).unwrap().ticks(), 0);
        assert_eq!(DateTime::from_civil(civil(1601, 1, 1)).unwrap(), DateTime::MIN_EDM);
        assert_eq!(DateTime::from_civil(civil(1970, 1, 1)).unwrap(), DateTime::from_unix(0, 0));
        assert_eq!(DateTime::from_unix(0, 0).unix_seconds(), 0);
        let last = Civil { year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59, fraction: 9_999_999 };
        assert_eq!(DateTime::from_civil(last).unwrap(), DateTime::MAX);
        assert_eq!(DateTime::MAX.civil(), last);
    }

    #[test]
    fn every_day_survives_the_calendar() {
        for day in (0..3_652_059).step_by(13) {
            let instant = DateTime::from_ticks(day * SECONDS_PER_DAY * TICKS_PER_SECOND + 12_345);
            assert_eq!(DateTime::from_civil(instant.civil()), Some(instant));
        }
    }

    #[test]
    fn impossible_dates_are_refused() {
        assert_eq!(DateTime::from_civil(civil(2023, 2, 29)), None);
        assert_eq!(DateTime::from_civil(civil(0, 1, 1)), None);
        assert_eq!(DateTime::from_civil(civil(2024, 13, 1)), None);
    }
}
