//! What is odd about a usable baseline: entries that match nothing, have expired or never get their turn.

use super::apply::target_version;
use super::entry::Entry;
use super::file::Baseline;
use jiff::civil::Date;
use std::fmt;

/// One oddity. Entries count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lint {
    /// The entry's glob matches no check of the catalogue.
    MatchesNothing {
        /// The entry.
        entry: usize,
        /// Its glob.
        check: String,
    },
    /// The entry no longer holds.
    Expired {
        /// The entry.
        entry: usize,
        /// Its last day.
        until: Date,
    },
    /// An earlier entry covers everything that this one does.
    Shadowed {
        /// The entry.
        entry: usize,
        /// The earlier one.
        by: usize,
    },
    /// The entry is limited to versions of the target, and the target does not tell its own.
    VersionUnknown {
        /// The entry.
        entry: usize,
    },
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MatchesNothing { entry, check } => write!(f, "entry {entry} matches nothing: no check is `{check}`"),
            Self::Expired { entry, until } => write!(f, "entry {entry} has expired: it held until {until}"),
            Self::Shadowed { entry, by } => write!(f, "entry {entry} is shadowed: entry {by} covers all that it does"),
            Self::VersionUnknown { entry } => {
                write!(f, "entry {entry} is limited to versions of the target, which does not tell its version")
            }
        }
    }
}

/// Everything odd about a baseline. `server` is the `Server` header of the target, if it has answered.
pub fn lint<'c>(
    baseline: &Baseline,
    checks: impl IntoIterator<Item = &'c str>,
    today: Date,
    server: Option<&str>,
) -> Vec<Lint> {
    let checks: Vec<&str> = checks.into_iter().collect();
    let version_known = server.and_then(target_version).is_some();
    let mut lints = Vec::new();
    for (place, entry) in baseline.entries().iter().enumerate() {
        let number = place + 1;
        if !checks.iter().any(|check| entry.check.is_match(check)) {
            lints.push(Lint::MatchesNothing { entry: number, check: entry.check().to_owned() });
        }
        if let Some(until) = entry.until.filter(|_| entry.is_expired(today)) {
            lints.push(Lint::Expired { entry: number, until });
        }
        if entry.target.is_some() && server.is_some() && !version_known {
            lints.push(Lint::VersionUnknown { entry: number });
        }
        let earlier = baseline.entries().iter().take(place);
        if let Some(by) = earlier.enumerate().find(|(_, other)| shadows(other, entry)).map(|(by, _)| by + 1) {
            lints.push(Lint::Shadowed { entry: number, by });
        }
    }
    lints
}

/// Whether one entry covers everything that another does. Of two globs only the same one, or one without wildcards in
/// the other, counts as covered.
fn shadows(wide: &Entry, narrow: &Entry) -> bool {
    fn limits<T: PartialEq>(wide: &Option<T>, narrow: &Option<T>) -> bool {
        wide.is_none() || wide == narrow
    }
    (wide.check() == narrow.check() || narrow.names_one_check() && wide.check.is_match(narrow.check()))
        && limits(&wide.rule, &narrow.rule)
        && limits(&wide.signature, &narrow.signature)
        && limits(&wide.axes.version, &narrow.axes.version)
        && limits(&wide.axes.format, &narrow.axes.format)
        && limits(&wide.axes.auth, &narrow.axes.auth)
        && limits(&wide.axes.address, &narrow.axes.address)
        && limits(&wide.target, &narrow.target)
        && wide.until.is_none_or(|wide| narrow.until.is_some_and(|narrow| narrow <= wide))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn lints(entries: &str) -> Vec<Lint> {
        let baseline = Baseline::parse(Path::new("b"), &format!("schema = 1\n{entries}")).unwrap();
        lint(&baseline, ["table.keys.x", "table.batch.y"], jiff::civil::date(2026, 6, 1), Some("nginx"))
    }

    #[test]
    fn each_oddity_is_told() {
        let found = lints(
            "[[entry]]\ncheck = \"table.queue.*\"\nreason = \"r\"\n\
             [[entry]]\ncheck = \"table.keys.*\"\nreason = \"r\"\n\
             [[entry]]\ncheck = \"table.keys.x\"\nreason = \"r\"\nuntil = \"2026-01-01\"\n\
             [[entry]]\ncheck = \"table.batch.y\"\nreason = \"r\"\ntarget = \">1\"\n",
        );
        assert_eq!(
            found,
            [
                Lint::MatchesNothing { entry: 1, check: "table.queue.*".into() },
                Lint::Expired { entry: 3, until: jiff::civil::date(2026, 1, 1) },
                Lint::Shadowed { entry: 3, by: 2 },
                Lint::VersionUnknown { entry: 4 },
            ]
        );
    }

    #[test]
    fn a_narrower_entry_first_is_fine() {
        assert!(
            lints(
                "[[entry]]\ncheck = \"table.keys.x\"\nreason = \"a\"\n[[entry]]\ncheck = \"table.*\"\nreason = \"b\"\n"
            )
            .is_empty()
        );
    }
}
