//! `Edm.Double` as text: what the .NET Framework's round-trip format gives, with a decimal point for integral values.

use std::io::Write as _;

/// `NaN`.
pub const NAN: &str = "NaN";
/// `Infinity`.
pub const INFINITY: &str = "Infinity";
/// `-Infinity`.
pub const NEGATIVE_INFINITY: &str = "-Infinity";

/// The name of a value that is not finite.
pub fn special(value: f64) -> Option<&'static str> {
    match value {
        _ if value.is_nan() => Some(NAN),
        f64::INFINITY => Some(INFINITY),
        f64::NEG_INFINITY => Some(NEGATIVE_INFINITY),
        _ => None,
    }
}

/// Reads a decimal number with an optional exponent, or the name of a value that is not finite. A number beyond the
/// largest finite one is refused.
pub fn read(text: &str) -> Option<f64> {
    match text {
        NAN => Some(f64::NAN),
        INFINITY => Some(f64::INFINITY),
        NEGATIVE_INFINITY => Some(f64::NEG_INFINITY),
        _ if text.bytes().all(|octet| octet.is_ascii_digit() || b"+-.eE".contains(&octet)) => {
            text.parse().ok().filter(|value: &f64| value.is_finite())
        }
        _ => None,
    }
}

/// Writes a value: 15 significant digits if they are enough to read it back, else 17; an exponent where the point would
/// stand behind the digits or more than four zeros before them; `.0` where there is neither point nor exponent.
pub fn write(out: &mut Vec<u8>, value: f64) {
    if let Some(name) = special(value) {
        out.extend_from_slice(name.as_bytes());
        return;
    }
    if value == 0.0 {
        out.extend_from_slice(if value.is_sign_negative() { b"-0.0" } else { b"0.0" });
        return;
    }
    let mut scratch = Scratch::default();
    let mut precision = 15;
    let mut number = scratch.decimal(value, 14);
    if number.is_none_or(|number| number.value != value) {
        precision = 17;
        number = scratch.decimal(value, 16);
    }
    let Some(Decimal { exponent, .. }) = number else { return };
    let digits = scratch.digits();
    if value < 0.0 {
        out.push(b'-');
    }
    let scale = exponent + 1;
    if scale > precision || scale < -3 {
        write_scientific(out, digits, exponent);
    } else {
        write_plain(out, digits, scale);
    }
}

/// The text of a value.
pub fn written(value: f64) -> String {
    let mut out = Vec::with_capacity(24);
    write(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

fn write_scientific(out: &mut Vec<u8>, digits: &[u8], exponent: i32) {
    let (first, rest) = digits.split_at(1.min(digits.len()));
    out.extend_from_slice(first);
    if !rest.is_empty() {
        out.push(b'.');
        out.extend_from_slice(rest);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    // Writing to a vector cannot fail.
    let _ = write!(out, "E{sign}{:02}", exponent.unsigned_abs());
}

/// `scale` digits stand before the point; a negative one means zeros behind it.
fn write_plain(out: &mut Vec<u8>, digits: &[u8], scale: i32) {
    let before = usize::try_from(scale).unwrap_or(0);
    let whole = digits.get(..before).unwrap_or(digits);
    out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
    out.extend(std::iter::repeat_n(b'0', before.saturating_sub(digits.len())));
    out.push(b'.');
    out.extend(std::iter::repeat_n(b'0', usize::try_from(-scale).unwrap_or(0)));
    let rest = digits.get(before..).unwrap_or_default();
    out.extend_from_slice(if rest.is_empty() { b"0" } else { rest });
}

/// A number in scientific notation, `d.ddd…e±x`, written on the stack.
#[derive(Default)]
struct Scratch {
    text: [u8; 32],
    digits: [u8; 17],
    count: usize,
}

/// What a scratch holds: the number's exponent, and the value that its digits stand for.
#[derive(Clone, Copy)]
struct Decimal {
    exponent: i32,
    value: f64,
}

impl Scratch {
    /// Rounds the value to one digit before the point and `places` behind it.
    fn decimal(&mut self, value: f64, places: usize) -> Option<Decimal> {
        let mut rest = self.text.as_mut_slice();
        write!(rest, "{value:.places$e}").ok()?;
        let length = 32 - rest.len();
        let text = std::str::from_utf8(self.text.get(..length)?).ok()?;
        let (mantissa, exponent) = text.split_once('e')?;
        self.count = 0;
        for (slot, digit) in self.digits.iter_mut().zip(mantissa.bytes().filter(u8::is_ascii_digit)) {
            *slot = digit;
            self.count += 1;
        }
        Some(Decimal { exponent: exponent.parse().ok()?, value: text.parse().ok()? })
    }

    /// The digits without trailing zeros.
    fn digits(&self) -> &[u8] {
        let digits = self.digits.get(..self.count).unwrap_or_default();
        let kept = digits.iter().rposition(|digit| *digit != b'0').map_or(1, |place| place + 1);
        digits.get(..kept).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[expect(clippy::excessive_precision, reason = "as clients sent them")]
    #[test]
    fn values_as_recorded() {
        for (value, text) in [
            (3.0, "3.0"),
            (5.0, "5.0"),
            (8_589_934_592.0, "8589934592.0"),
            (4.81516, "4.81516"),
            (123_456_789_012_345.12, "123456789012345.12"),
            (f64::MAX, "1.7976931348623157E+308"),
            (5e-324, "4.94065645841247E-324"),
            (1.234_567_890_123_46e24, "1.23456789012346E+24"),
            (3.029_999_999_999_999_8, "3.03"),
            (20.100_000_000_000_001, "20.1"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
            (0.000_01, "1E-05"),
            (-0.000_123_4, "-0.0001234"),
            (1e14, "100000000000000.0"),
            (1e15, "1E+15"),
            (1e100, "1E+100"),
            (-2.5, "-2.5"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(written(value), text);
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "x", "1e400", "-1e400", "inf", "nan", "infinity", "0x10", "1,5", " 1", "INF"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn written_text_is_read_back(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            let read = read(&written(value)).unwrap();
            prop_assert!(read.to_bits() == value.to_bits() || read.is_nan() && value.is_nan(), "{value:e} {read:e}");
        }

        #[test]
        fn short_decimals_keep_their_digits(whole in 0..100_000_u32, cents in 1..100_u32) {
            let text = format!("{whole}.{cents:02}");
            let short = text.trim_end_matches('0');
            prop_assert_eq!(written(text.parse().unwrap()), short);
        }
    }
}
