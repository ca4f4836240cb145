//! Limits as they are written: `partition=500/s,account=5000/s,ingress=10MB/s`.

use std::str::FromStr;

/// What a service does in a second at most; what has no limit is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Requests to all services of the account.
    pub account: Option<u64>,
    /// Octets in the bodies of requests.
    pub ingress: Option<u64>,
    /// Octets in the bodies of answers.
    pub egress: Option<u64>,
    /// Entities in one partition of a table.
    pub partition: Option<u64>,
    /// Requests to one queue and its messages.
    pub queue: Option<u64>,
    /// Requests to one blob.
    pub blob: Option<u64>,
    /// One in so many requests beyond a limit is answered with 500 OperationTimedOut instead.
    pub timed_out: Option<u64>,
}

/// Text that is no limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// A part is not `NAME=VALUE`.
    #[error("`{0}` is not a limit such as partition=500/s")]
    NoLimit(String),
    /// There is no limit of this name.
    #[error("`{0}` is none of account, partition, queue, blob, ingress, egress, timed-out")]
    Unknown(String),
    /// A limit is given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// The value of a limit on requests cannot be read.
    #[error("`{0}={1}`: so many a second is written 500/s, and is at least 1/s")]
    Count(String, String),
    /// The value of a limit on octets cannot be read.
    #[error("`{0}={1}`: so many octets a second is written 10MB/s, 512KiB/s or 100B/s, and is at least 1B/s")]
    Octets(String, String),
    /// The share of what times out cannot be read.
    #[error("`{0}={1}`: one in four is written 1/4")]
    Share(String, String),
}

/// Units of octets, the longest names first.
const UNITS: [(&str, u64); 7] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("B", 1),
];

impl FromStr for Limits {
    type Err = LimitsError;

    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let mut limits = Self::default();
        for part in text.split(',') {
            let no_limit = || LimitsError::NoLimit(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(no_limit)?;
            let of = |error: fn(String, String) -> LimitsError| error(name.to_owned(), value.to_owned());
            let (limit, read) = match name {
                "account" => (&mut limits.account, count(value).ok_or_else(|| of(LimitsError::Count))),
                "partition" => (&mut limits.partition, count(value).ok_or_else(|| of(LimitsError::Count))),
                "queue" => (&mut limits.queue, count(value).ok_or_else(|| of(LimitsError::Count))),
                "blob" => (&mut limits.blob, count(value).ok_or_else(|| of(LimitsError::Count))),
                "ingress" => (&mut limits.ingress, octets(value).ok_or_else(|| of(LimitsError::Octets))),
                "egress" => (&mut limits.egress, octets(value).ok_or_else(|| of(LimitsError::Octets))),
                "timed-out" => (&mut limits.timed_out, share(value).ok_or_else(|| of(LimitsError::Share))),
                _ => return Err(LimitsError::Unknown(name.to_owned())),
            };
            if limit.replace(read?).is_some() {
                return Err(LimitsError::Twice(name.to_owned()));
            }
        }
        Ok(limits)
    }
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number > 0)
}

fn count(value: &str) -> Option<u64> {
    number(value.strip_suffix("/s")?)
}

fn octets(value: &str) -> Option<u64> {
    let value = value.strip_suffix("/s")?;
    let in_unit = |(unit, size): &(&str, u64)| {
        let at = value.len().checked_sub(unit.len())?;
        let (amount, named) = (value.get(..at)?, value.get(at..)?);
        number(amount).filter(|_| named.eq_ignore_ascii_case(unit))?.checked_mul(*size)
    };
    UNITS.iter().find_map(in_unit)
}

fn share(value: &str) -> Option<u64> {
    number(value.strip_prefix("1/")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let read = |text: &str| text.parse::<Limits>();
        let limits = read("partition=500/s,account=5000/s,ingress=10MB/s,egress=1MiB/s,timed-out=1/4").unwrap();
        let expected = Limits {
            partition: Some(500),
            account: Some(5000),
            ingress: Some(10_000_000),
            egress: Some(1 << 20),
            timed_out: Some(4),
            ..Limits::default()
        };
        assert_eq!(limits, expected);
        assert_eq!(read("queue=1/s,blob=2/s").map(|limits| (limits.queue, limits.blob)), Ok((Some(1), Some(2))));
        assert_eq!(read("ingress=7b/s").map(|limits| limits.ingress), Ok(Some(7)));
        assert_eq!(read("egress=3KB/s").map(|limits| limits.egress), Ok(Some(3000)));
    }

    #[test]
    fn what_is_no_limit_says_why() {
        for (text, expected) in [
            ("", "not a limit"),
            ("partition", "not a limit"),
            ("container=1/s", "none of account"),
            ("account=1/s,account=2/s", "twice"),
            ("account=0/s", "at least 1/s"),
            ("account=5", "500/s"),
            ("account=+5/s", "500/s"),
            ("account=1MB/s", "500/s"),
            ("ingress=10/s", "10MB/s"),
            ("ingress=\u{e9}B/s", "10MB/s"),
            ("egress=99999999999GB/s", "10MB/s"),
            ("timed-out=4", "1/4"),
            ("timed-out=1/0", "1/4"),
        ] {
            let error = text.parse::<Limits>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
