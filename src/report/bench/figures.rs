//! Figures as people read them: rates, times, sizes.

/// A rate with three digits.
pub(super) fn rate(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.2} M", value / 1e6),
        value if value >= 1e5 => format!("{:.0} k", value / 1e3),
        value if value >= 1e4 => format!("{:.1} k", value / 1e3),
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// Throughput in its unit: octets as MiB.
pub(super) fn throughput(unit: &str, per_second: f64) -> String {
    format!("{} {}/s", rate(shown(unit, per_second)), unit_shown(unit))
}

/// The number that is shown for so many of a unit.
pub(super) fn shown(unit: &str, value: f64) -> f64 {
    if unit == "octets" { value / f64::from(1 << 20) } else { value }
}

/// What is shown for a unit.
pub(super) fn unit_shown(unit: &str) -> &str {
    if unit == "octets" { "MiB" } else { unit }
}

/// A time with three digits and a unit.
pub(super) fn time(microseconds: u64) -> String {
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        1_000..10_000 => format!("{:.2} ms", microseconds as f64 / 1e3),
        10_000..100_000 => format!("{:.1} ms", microseconds as f64 / 1e3),
        100_000..1_000_000 => format!("{:.0} ms", microseconds as f64 / 1e3),
        _ => format!("{:.2} s", microseconds as f64 / 1e6),
    }
}

/// A value of what is varied.
pub(super) fn value(axis: &str, value: u64) -> String {
    match (axis, value) {
        ("size", value) if value >= 1 << 20 && value.is_multiple_of(1 << 20) => format!("{} MiB", value >> 20),
        ("size", value) if value >= 1 << 10 && value.is_multiple_of(1 << 10) => format!("{} KiB", value >> 10),
        (_, value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        let rates = [1.234, 12.34, 123.4, 1234.0, 12_345.0, 123_456.0, 1_234_567.0].map(rate);
        assert_eq!(rates, ["1.23", "12.3", "123", "1234", "12.3 k", "123 k", "1.23 M"]);
        assert_eq!(throughput("octets", 2_097_152.0), "2.00 MiB/s");
        assert_eq!(throughput("entities", 2000.0), "2000 entities/s");
        assert_eq!(
            [999, 1_234, 56_789, 500_000, 2_500_000].map(time),
            ["999 µs", "1.23 ms", "56.8 ms", "500 ms", "2.50 s"]
        );
        assert_eq!([value("size", 65_536), value("size", 256), value("clients", 1024)], ["64 KiB", "256", "1024"]);
    }
}
