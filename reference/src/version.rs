//! Protocol versions: the values of `x-ms-version`, ordered.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A version of the storage protocol, the date in `x-ms-version`.
///
/// Any well-formed date can be held; [`Version::is_known`] says whether the service has published it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    year: u16,
    month: u8,
    day: u8,
}

macro_rules! versions {
    ($($name:ident = $year:literal, $month:literal, $day:literal;)*) => {
        impl Version {
            $(#[doc = concat!("Version ", stringify!($year), "-", stringify!($month), "-", stringify!($day), ".")]
            pub const $name: Self = Self { year: $year, month: $month, day: $day };)*

            /// Every published version, oldest first.
            pub const KNOWN: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

versions! {
    V2009_04_14 = 2009, 4, 14;
    V2009_07_17 = 2009, 7, 17;
    V2009_09_19 = 2009, 9, 19;
    V2011_08_18 = 2011, 8, 18;
    V2012_02_12 = 2012, 2, 12;
    V2013_08_15 = 2013, 8, 15;
    V2014_02_14 = 2014, 2, 14;
    V2015_02_21 = 2015, 2, 21;
    V2015_04_05 = 2015, 4, 5;
    V2015_07_08 = 2015, 7, 8;
    V2015_12_11 = 2015, 12, 11;
    V2016_05_31 = 2016, 5, 31;
    V2017_04_17 = 2017, 4, 17;
    V2017_07_29 = 2017, 7, 29;
    V2017_11_09 = 2017, 11, 9;
    V2018_03_28 = 2018, 3, 28;
    V2018_11_09 = 2018, 11, 9;
    V2019_02_02 = 2019, 2, 2;
    V2019_07_07 = 2019, 7, 7;
    V2019_10_10 = 2019, 10, 10;
    V2019_12_12 = 2019, 12, 12;
    V2020_02_10 = 2020, 2, 10;
    V2020_04_08 = 2020, 4, 8;
    V2020_06_12 = 2020, 6, 12;
    V2020_08_04 = 2020, 8, 4;
    V2020_10_02 = 2020, 10, 2;
    V2020_12_06 = 2020, 12, 6;
    V2021_02_12 = 2021, 2, 12;
    V2021_04_10 = 2021, 4, 10;
    V2021_06_08 = 2021, 6, 8;
    V2021_08_06 = 2021, 8, 6;
    V2021_10_04 = 2021, 10, 4;
    V2021_12_02 = 2021, 12, 2;
    V2022_11_02 = 2022, 11, 2;
    V2023_01_03 = 2023, 1, 3;
    V2023_05_03 = 2023, 5, 3;
    V2023_08_03 = 2023, 8, 3;
    V2023_11_03 = 2023, 11, 3;
    V2024_02_04 = 2024, 2, 4;
    V2024_05_04 = 2024, 5, 4;
    V2024_08_04 = 2024, 8, 4;
    V2024_11_04 = 2024, 11, 4;
    V2025_01_05 = 2025, 1, 5;
    V2025_05_05 = 2025, 5, 5;
    V2025_07_05 = 2025, 7, 5;
    V2025_11_05 = 2025, 11, 5;
    V2026_02_06 = 2026, 2, 6;
    V2026_04_06 = 2026, 4, 6;
    V2026_06_06 = 2026, 6, 6;
}

impl Version {
    /// The version that current table clients send, and that a run uses unless told otherwise.
    pub const DEFAULT: Self = Self::V2019_02_02;

    /// Whether the service has published this version.
    pub fn is_known(self) -> bool {
        Self::KNOWN.binary_search(&self).is_ok()
    }
}

/// The text is not a date of the form `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a version: versions are dates such as 2019-02-02")]
pub struct InvalidVersion(String);

impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let invalid = || InvalidVersion(text.to_owned());
        let digits = |from: usize, to: usize| -> Result<u16, InvalidVersion> {
            let part = text.get(from..to).ok_or_else(invalid)?;
            if part.bytes().all(|byte| byte.is_ascii_digit()) {
                part.parse().map_err(|_| invalid())
            } else {
                Err(invalid())
            }
        };
        if text.len() != 10 || text.as_bytes()[4] != b'-' || text.as_bytes()[7] != b'-' {
            return Err(invalid());
        }
        let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(invalid());
        }
        Ok(Self {
            year,
            month: u8::try_from(month).map_err(|_| invalid())?,
            day: u8::try_from(day).map_err(|_| invalid())?,
        })
    }
}

impl TryFrom<String> for Version {
    type Error = InvalidVersion;

    fn try_from(text: String) -> Result<Self, InvalidVersion> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A range of versions, both ends inclusive: `all`, `FROM..`, `..TO` or `FROM..TO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionRange {
    from: Option<Version>,
    to: Option<Version>,
}

impl VersionRange {
    /// Every version.
    pub const ALL: Self = Self { from: None, to: None };

    /// From one date to another, as year, month and day.
    pub(crate) const fn between(from: Option<(u16, u8, u8)>, to: Option<(u16, u8, u8)>) -> Self {
        const fn version(date: Option<(u16, u8, u8)>) -> Option<Version> {
            match date {
                Some((year, month, day)) => Some(Version { year, month, day }),
                None => None,
            }
        }
        Self { from: version(from), to: version(to) }
    }

    /// Whether the version lies in the range.
    pub fn contains(self, version: Version) -> bool {
        self.from.is_none_or(|from| from <= version) && self.to.is_none_or(|to| version <= to)
    }
}

impl FromStr for VersionRange {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        if text == "all" {
            return Ok(Self::ALL);
        }
        let (from, to) = text.split_once("..").ok_or_else(|| InvalidVersion(text.to_owned()))?;
        let end = |part: &str| if part.is_empty() { Ok(None) } else { part.parse().map(Some) };
        Ok(Self { from: end(from)?, to: end(to)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_versions_are_in_order_and_survive_text() {
        assert!(Version::KNOWN.is_sorted());
        for version in Version::KNOWN {
            assert_eq!(version.to_string().parse(), Ok(*version));
        }
    }

    #[test]
    fn malformed_versions_are_refused() {
        for text in ["", "2019", "2019-2-2", "12.0.0b1", "2019-13-01", "+019-02-02", "2019-02-0é"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        let range: VersionRange = "2011-08-18..2013-08-15".parse().unwrap();
        assert!(range.contains(Version::V2011_08_18) && range.contains(Version::V2013_08_15));
        assert!(!range.contains(Version::V2009_09_19) && !range.contains(Version::V2014_02_14));
    }
}
