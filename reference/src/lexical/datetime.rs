//! Instants as text: ISO 8601 in, and in UTC out.

use crate::datetime::{Civil, DateTime, TICKS_PER_SECOND};

/// A DateTime as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The instant, in UTC.
    pub instant: DateTime,
    /// The zone that it was written in.
    pub zone: Zone,
}

/// The zone designator of a DateTime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// None, which means UTC.
    Absent,
    /// `Z`.
    Utc,
    /// Minutes east of UTC.
    Offset(i16),
}

impl Zone {
    /// Minutes east of UTC.
    pub fn minutes(self) -> i64 {
        match self {
            Self::Absent | Self::Utc => 0,
            Self::Offset(minutes) => i64::from(minutes),
        }
    }
}

/// Reads an instant; see [`read_with_zone`].
pub fn read(text: &str) -> Option<DateTime> {
    read_with_zone(text).map(|written| written.instant)
}

/// Reads `YYYY-MM-DD`, with `Thh:mm`, `Thh:mm:ss` or `Thh:mm:ss.f…` and a zone behind it or not. Of the fraction, seven
/// digits count; the others are dropped. Years from 1 to 9999: the narrower range of properties is a rule, not a form.
pub fn read_with_zone(text: &str) -> Option<Written> {
    let mut cursor = Cursor(text.as_bytes());
    let (year, month, day) = (cursor.number(4)?, cursor.after(b'-')?.number(2)?, cursor.after(b'-')?.number(2)?);
    let (mut hour, mut minute, mut second, mut fraction) = (0, 0, 0, 0);
    if cursor.take(b'T') {
        (hour, minute) = (cursor.number(2)?, cursor.after(b':')?.number(2)?);
        if cursor.take(b':') {
            second = cursor.number(2)?;
            if cursor.take(b'.') {
                fraction = cursor.fraction()?;
            }
        }
    }
    let zone = cursor.zone()?;
    if !cursor.0.is_empty() {
        return None;
    }
    let octet = |number: u32| u8::try_from(number).ok();
    let local = DateTime::from_civil(Civil {
        year: i32::try_from(year).ok()?,
        month: octet(month)?,
        day: octet(day)?,
        hour: octet(hour)?,
        minute: octet(minute)?,
        second: octet(second)?,
        fraction,
    })?;
    let ticks = local.ticks() - zone.minutes() * 60 * TICKS_PER_SECOND;
    let instant = DateTime::from_ticks(ticks);
    (instant.ticks() == ticks).then_some(Written { instant, zone })
}

/// What is left of a text.
struct Cursor<'t>(&'t [u8]);

impl Cursor<'_> {
    fn take(&mut self, octet: u8) -> bool {
        let rest = self.0.strip_prefix(&[octet]);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn after(&mut self, octet: u8) -> Option<&mut Self> {
        self.take(octet).then_some(self)
    }

    fn number(&mut self, digits: usize) -> Option<u32> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        number.iter().try_fold(0, |sum, octet| octet.is_ascii_digit().then(|| sum * 10 + u32::from(octet - b'0')))
    }

    fn fraction(&mut self) -> Option<u32> {
        let digits = self.0.iter().take_while(|octet| octet.is_ascii_digit()).count();
        let (fraction, rest) = self.0.split_at(digits);
        self.0 = rest;
        let seven = fraction.iter().map(|octet| u32::from(octet - b'0')).chain(std::iter::repeat(0)).take(7);
        (digits > 0).then(|| seven.fold(0, |sum, digit| sum * 10 + digit))
    }

    fn zone(&mut self) -> Option<Zone> {
        let sign = match self.0 {
            [] => return Some(Zone::Absent),
            [b'Z'] => {
                self.0 = &[];
                return Some(Zone::Utc);
            }
            [b'+', ..] => 1,
            [b'-', ..] => -1,
            _ => return None,
        };
        self.0 = self.0.get(1..)?;
        let (hours, minutes) = (self.number(2)?, self.after(b':')?.number(2)?);
        let total = i16::try_from(hours * 60 + minutes).ok()?;
        (minutes < 60 && total <= 14 * 60).then_some(Zone::Offset(sign * total))
    }
}

/// The instant as the service writes it in entities: `1970-10-04T00:00:00Z`, `2017-11-10T02:43:36.2754988Z`, no trailing
/// zeros in the fraction (`table.types.datetime-trailing-zeros`).
pub fn written(instant: DateTime) -> String {
    let mut text = String::with_capacity(28);
    write(&mut text, instant);
    text
}

/// Appends [`written`].
pub fn write(out: &mut String, instant: DateTime) {
    out.push_str(Form::of(instant).without_trailing_zeros().as_str());
}

/// Appends [`written`] with its colons percent-encoded, as ETags hold it.
pub fn write_escaped(out: &mut String, instant: DateTime) {
    let form = Form::of(instant).without_trailing_zeros();
    for (place, part) in form.as_str().split(':').enumerate() {
        out.push_str(if place > 0 { "%3A" } else { "" });
        out.push_str(part);
    }
}

/// The instant with all seven digits of its fraction, as in error messages and access policies.
pub fn written_full(instant: DateTime) -> String {
    Form::of(instant).as_str().to_owned()
}

/// The instant as messages of the service show it, `MM/dd/yyyy HH:mm:ss`.
pub fn written_in_message(instant: DateTime) -> String {
    let Civil { year, month, day, hour, minute, second, .. } = instant.civil();
    format!("{month:02}/{day:02}/{year:04} {hour:02}:{minute:02}:{second:02}")
}

/// `YYYY-MM-DDThh:mm:ss.fffffffZ` on the stack.
pub(crate) struct Form {
    text: [u8; 28],
    length: usize,
}

impl Form {
    /// The form with all digits of the fraction.
    pub(crate) fn of(instant: DateTime) -> Self {
        let Civil { year, month, day, hour, minute, second, fraction } = instant.civil();
        let mut text = *b"0000-00-00T00:00:00.0000000Z";
        let clock = [month, day, hour, minute, second].map(u32::from);
        let fields =
            [(year.unsigned_abs(), 4), (clock[0], 2), (clock[1], 2), (clock[2], 2), (clock[3], 2), (clock[4], 2)];
        let mut place = 0;
        for (number, width) in fields.into_iter().chain([(fraction, 7)]) {
            let mut rest = number;
            for slot in text[place..place + width].iter_mut().rev() {
                *slot += u8::try_from(rest % 10).unwrap_or(0);
                rest /= 10;
            }
            place += width + 1;
        }
        Self { text, length: 28 }
    }

    /// The same instant with as few digits as it needs.
    #[must_use]
    pub(crate) fn without_trailing_zeros(mut self) -> Self {
        let zeros = self.text[20..27].iter().rev().take_while(|digit| **digit == b'0').count();
        // The point goes with the last digit.
        self.length = if zeros == 7 { 20 } else { 28 - zeros };
        self.text[self.length - 1] = b'Z';
        self
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same(text: &str) {
        assert_eq!(written(read(text).unwrap()), text);
    }

    #[test]
    fn trailing_zeros_of_the_fraction_are_cut() {
        for text in [
            "1970-10-04T00:00:00Z",
            "2017-11-10T02:46:55.7383596Z",
            "2012-11-10T03:04:05.2Z",
            "2021-04-01T01:01:01.0000001Z",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.9999999Z",
        ] {
            same(text);
        }
        let written_of = |text| written(read(text).unwrap());
        assert_eq!(written_of("2012-11-10T03:04:05.200Z"), "2012-11-10T03:04:05.2Z");
        assert_eq!(written_of("2021-04-01T01:01:01.000000001Z"), "2021-04-01T01:01:01Z");
        assert_eq!(written_of("2021-04-01T01:01:01.99999999Z"), "2021-04-01T01:01:01.9999999Z");
        let noon = read("2021-04-01T12:00Z").unwrap();
        assert_eq!(written_full(noon), "2021-04-01T12:00:00.0000000Z");
        assert_eq!(written_in_message(noon), "04/01/2021 12:00:00");
    }

    #[test]
    fn zones_are_converted() {
        let noon = read_with_zone("2021-04-01T12:00:00Z").unwrap();
        assert_eq!(noon.zone, Zone::Utc);
        for (text, zone) in [
            ("2021-04-01T12:00:00", Zone::Absent),
            ("2021-04-01T13:30:00+01:30", Zone::Offset(90)),
            ("2021-03-31T22:00:00-14:00", Zone::Offset(-840)),
        ] {
            assert_eq!(read_with_zone(text), Some(Written { instant: noon.instant, zone }));
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "yesterday",
            "2023-02-30T00:00:00Z",
            "2023-02-03 00:00:00Z",
            "2023-2-3",
            "2023-02-03T00:00:00.Z",
            "2023-02-03T00:00:00Z ",
            "2023-02-03T24:00:00Z",
            "2023-02-03T00:60:00Z",
            "2023-02-03T00:00:00+15:00",
            "2023-02-03T00:00:00+1",
            "0000-01-01",
            "10000-01-01",
            "0001-01-01T00:00:00+01:00",
            "２０２３-01-01",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn written_text_is_read_back(ticks in 0..=DateTime::MAX.ticks()) {
            let instant = DateTime::from_ticks(ticks);
            prop_assert_eq!(read(&written(instant)), Some(instant));
            prop_assert_eq!(read(&written_full(instant)), Some(instant));
        }

        #[test]
        fn no_text_panics(text in "[0-9TZ:.+-]{0,40}|.{0,12}") {
            let _ = read(&text);
        }
    }
}
