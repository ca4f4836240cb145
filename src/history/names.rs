//! Names of tables: which run and which history a table belongs to, so that nothing else is ever touched.
//!
//! `ts`, the time and the run's id, a number, and four check characters, then whatever the history adds. A name is
//! taken for one of ours only if its check characters are right, so a table called `tsunamis` is safe.

use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const MARK: &str = "ts";
const TIME: usize = 7;
const RUN: usize = 4;
const NUMBER: usize = 5;
const CHECK: usize = 4;
const PREFIX: usize = MARK.len() + TIME + RUN + NUMBER + CHECK;

/// Makes the table names of one run.
#[derive(Debug)]
pub struct Names {
    run: String,
    next: AtomicU64,
}

/// What the name of one of our tables tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnName {
    /// When the run began, to the second.
    pub started: SystemTime,
    /// The run.
    pub run: String,
}

impl Names {
    /// Names for a run that begins now. `id` tells runs apart that begin in the same second.
    pub fn new(id: u32, now: SystemTime) -> Self {
        let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let run = format!("{}{}", base36(seconds, TIME), base36(u64::from(id), RUN));
        Self { run, next: AtomicU64::new(0) }
    }

    /// The beginning of the names of one history's tables, another one at every call.
    pub fn prefix(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("{MARK}{}{}", self.run, base36(number, NUMBER));
        let check = check(&name);
        name + &check
    }

    /// What a table's name tells, if it is one that [`Names`] made, in this run or in another.
    pub fn recognise(table: &str) -> Option<OwnName> {
        // Services may list names in lower case, and compare them without case.
        let prefix = table.get(..PREFIX)?.to_ascii_lowercase();
        if !prefix.is_ascii()
            || !prefix.starts_with(MARK)
            || check(&prefix[..PREFIX - CHECK]) != prefix[PREFIX - CHECK..]
        {
            return None;
        }
        let (time, rest) = prefix[MARK.len()..].split_at(TIME);
        let seconds = u64::from_str_radix(time, 36).ok()?;
        let started = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))?;
        Some(OwnName { started, run: rest[..RUN].to_owned() })
    }
}

/// The name of table `number` of the history with this prefix.
pub(crate) fn table(prefix: &str, number: u8) -> String {
    format!("{prefix}t{number}")
}

/// The name of queue `number` of the history with this prefix.
pub(crate) fn queue(prefix: &str, number: u8) -> String {
    format!("{prefix}q{number}")
}

/// The name of container `number` of the history with this prefix.
pub(crate) fn container(prefix: &str, number: u8) -> String {
    format!("{prefix}c{number}")
}

/// The first prefix that [`Names`] made and that stands somewhere in a text.
pub(crate) fn prefix_in(text: &[u8]) -> Option<String> {
    memchr::memmem::find_iter(text, MARK).find_map(|at| {
        let prefix = std::str::from_utf8(text.get(at..at + PREFIX)?).ok()?;
        Names::recognise(prefix).map(|_| prefix.to_owned())
    })
}

fn check(name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    let number = digest.iter().take(6).fold(0, |number, octet| number << 8 | u64::from(*octet));
    base36(number, CHECK)
}

/// The last digits of a number in base 36, in lower case.
fn base36(mut number: u64, digits: usize) -> String {
    let mut text = vec!['0'; digits];
    for digit in text.iter_mut().rev() {
        *digit = char::from_digit(u32::try_from(number % 36).unwrap_or_default(), 36).unwrap_or('0');
        number /= 36;
    }
    text.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_table_names_and_recognised() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000);
        let names = Names::new(7, now);
        let prefix = names.prefix();
        let name = table(&prefix, 255);
        assert!(name.len() < 40 && name.bytes().all(|octet| octet.is_ascii_lowercase() || octet.is_ascii_digit()));
        for name in [name.clone(), name.to_uppercase(), format!("{prefix}_x")] {
            assert_eq!(Names::recognise(&name), Some(OwnName { started: now, run: "0007".into() }), "{name}");
        }
        assert_ne!(names.prefix(), prefix);
    }

    #[test]
    fn prefixes_are_found_in_texts() {
        let prefix = Names::new(7, SystemTime::UNIX_EPOCH).prefix();
        for text in [format!("/acct/{prefix}t0()?tsts"), format!("tsts{prefix}"), prefix.clone()] {
            assert_eq!(prefix_in(text.as_bytes()), Some(prefix.clone()), "{text}");
        }
        for text in ["", "ts", &prefix[1..], "tsunamiwarningcentersofthepacificocean"] {
            assert_eq!(prefix_in(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_tables_of_others_are_not() {
        for name in [
            "tsunamis",
            "",
            "ts",
            "tsunamiwarningcentersofthepacificocean",
            "ts0tov4tf0a00\u{e9}\u{2026}\u{2026}\u{2026}\u{2026}\u{2026}",
            "t\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ] {
            assert_eq!(Names::recognise(name), None, "{name}");
        }
    }
}
