//! Which entries of a baseline hold for a run, and what they explain.

use super::entry::{Entry, Shown};
use super::file::Baseline;
use crate::finding::AxisNames;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use semver::Version;
use tablestakes_reference::rules::RuleId;

/// The entries that hold for a run: not expired, and for the target's version. Narrow ones come before wide ones.
#[derive(Debug, Clone)]
pub struct Applicable<'b> {
    entries: Vec<&'b Entry>,
}

impl Baseline {
    /// The entries that hold at this time for a target with this `Server` header.
    pub fn applicable(&self, now: Timestamp, server: Option<&str>) -> Applicable<'_> {
        let today = now.to_zoned(TimeZone::UTC).date();
        let version = server.and_then(target_version);
        let holds = |entry: &&Entry| !entry.is_expired(today) && entry.holds_for(version.as_ref());
        let mut entries: Vec<&Entry> = self.entries().iter().filter(holds).collect();
        entries.sort_by_key(|entry| !entry.is_narrow());
        Applicable { entries }
    }
}

impl<'b> Applicable<'b> {
    /// The entries.
    pub(super) fn entries(&self) -> &[&'b Entry] {
        &self.entries
    }

    /// The first entry that covers a finding of a check: a narrow one, if there is one.
    pub(super) fn entry(&self, shown: &Shown<'_>) -> Option<&'b Entry> {
        self.entries.iter().copied().find(|entry| entry.covers(shown))
    }

    /// The reason of the first entry that covers a finding of a check.
    pub fn explain(&self, shown: &Shown<'_>) -> Option<String> {
        self.entry(shown).map(Entry::explanation)
    }

    /// The rules that the target is known to break: those that entries are about.
    pub fn broken(&self) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = Vec::new();
        for rule in self.entries.iter().filter_map(|entry| entry.about()) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The reason of the first entry that is about a rule.
    pub fn reason(&self, rule: RuleId) -> Option<String> {
        self.entries.iter().find(|entry| entry.about() == Some(rule)).map(|entry| entry.explanation())
    }

    /// The reason of the first entry that expects this very check to fail.
    ///
    /// An entry for a pattern of checks expects nothing of any single one: it explains those that fail.
    pub fn expects(&self, check: &str, axes: &AxisNames) -> Option<String> {
        let expects =
            |entry: &&&Entry| entry.names_one_check() && entry.check.is_match(check) && entry.axes.admits(axes);
        self.entries.iter().find(expects).map(|entry| entry.explanation())
    }
}

/// The version that a `Server` header tells: that of its first product which has one.
pub(super) fn target_version(server: &str) -> Option<Version> {
    server.split_whitespace().find_map(|product| {
        let numbers = product.split_once('/')?.1;
        let mut parts = numbers.splitn(3, '.').map(str::to_owned).collect::<Vec<_>>();
        parts.resize(3, "0".to_owned());
        Version::parse(&parts.join(".")).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const SIGNATURE: &str = "v1:table.a.b:status:get-entity:2019-02-02:json-minimal";

    fn axes() -> AxisNames {
        AxisNames::from(crate::target::Axes::default())
    }

    fn explained(entry: &str, server: Option<&str>) -> bool {
        let text = format!("schema = 1\n[[entry]]\ncheck = \"table.keys.*\"\nreason = \"r\"\n{entry}");
        let baseline = Baseline::parse(Path::new("b"), &text).unwrap();
        let now = "2026-06-01T12:00:00Z".parse().unwrap();
        let (signature, axes) = (SIGNATURE.parse().unwrap(), axes());
        let shown = Shown { check: "table.keys.x", signature: &signature, cause: None, explained: false, axes: &axes };
        baseline.applicable(now, server).explain(&shown).is_some()
    }

    #[test]
    fn an_entry_covers_what_it_names() {
        assert!(explained("", None));
        assert!(explained(&format!("signature = {SIGNATURE:?}"), None));
        assert!(!explained("signature = \"v1:table.a.b:header:get-entity:2019-02-02:json-minimal\"", None));
        assert!(explained("axes = { format = \"json-minimal\" }", None));
        assert!(!explained("axes = { version = \"2015-12-11\" }", None));
    }

    #[test]
    fn an_entry_ends_with_its_last_day() {
        assert!(explained("until = \"2026-06-01\"", None));
        assert!(!explained("until = \"2026-05-31\"", None));
    }

    #[test]
    fn a_range_needs_a_version_in_it() {
        assert!(explained("target = \">=3.30, <4\"", Some("Azurite-Table/3.37.0")));
        assert!(!explained("target = \">=3.30, <4\"", Some("Azurite-Table/4.0.1")));
        assert!(!explained("target = \">=3.30, <4\"", Some("Emulator")));
        assert!(!explained("target = \">=3.30, <4\"", None));
    }

    #[test]
    fn versions_are_read_from_server_headers() {
        assert_eq!(target_version("Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"), Some(Version::new(1, 0, 0)));
        assert_eq!(target_version("Azurite-Table/3.37.0"), Some(Version::new(3, 37, 0)));
        assert_eq!(target_version("nginx"), None);
    }

    #[test]
    fn only_an_entry_for_one_check_expects_it_to_fail() {
        let text = "schema = 1\n[[entry]]\ncheck = \"table.keys.x\"\nreason = \"one\"\n\
                    [[entry]]\ncheck = \"table.*\"\nreason = \"many\"\n";
        let baseline = Baseline::parse(Path::new("b"), text).unwrap();
        let applicable = baseline.applicable(Timestamp::UNIX_EPOCH, None);
        assert_eq!(applicable.expects("table.keys.x", &axes()).as_deref(), Some("one"));
        assert_eq!(applicable.expects("table.keys.y", &axes()), None);
    }
}
