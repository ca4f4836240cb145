//! What is odd about a usable baseline: entries that match nothing, have expired, never get their turn, are stale, or know
//! too much.

use super::apply::target_version;
use super::entry::{Entry, Place};
use super::file::Baseline;
use super::review::{Evidence, Reviewed};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::fmt;
use tablestakes_suites::Skill;

/// So many narrow patterns are told of a wide entry.
const NARROW_TOLD: usize = 4;

/// Something odd about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// The entry.
    pub place: Place,
    /// What is odd.
    pub lint: Lint,
}

/// One oddity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lint {
    /// The entry's glob matches no check of the catalogue.
    MatchesNothing {
        /// Its glob.
        check: String,
    },
    /// The rule in its signature is none of this version.
    NoSuchRule {
        /// The signature.
        signature: String,
    },
    /// The entry no longer holds.
    Expired {
        /// Its last day.
        until: Date,
    },
    /// An earlier entry covers everything that this one does.
    Shadowed {
        /// The earlier one.
        by: Place,
    },
    /// The entry is limited to versions of the target, and the target does not tell its own.
    VersionUnknown,
    /// What it is about was asked, and nothing was left for it to explain.
    Stale {
        /// What it is about.
        about: String,
    },
    /// It names no rule, or a rule and not in which respect it is broken, and so covers faults that nobody knows yet.
    Wide {
        /// What it is about.
        about: String,
        /// Patterns of the faults that it explained in the run.
        narrow: Vec<String>,
    },
}

impl Lint {
    /// A word for it in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MatchesNothing { .. } => "matches-nothing",
            Self::NoSuchRule { .. } => "no-such-rule",
            Self::Expired { .. } => "expired",
            Self::Shadowed { .. } => "shadowed",
            Self::VersionUnknown => "version-unknown",
            Self::Stale { .. } => "stale",
            Self::Wide { .. } => "wide",
        }
    }

    /// Whether the entry explains nothing, so that it may go.
    pub fn is_idle(&self) -> bool {
        !matches!(self, Self::Wide { .. })
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.place)?;
        match &self.lint {
            Lint::MatchesNothing { check } => write!(f, "matches nothing: no check is `{check}`"),
            Lint::NoSuchRule { signature } => write!(f, "matches nothing: no rule is named in `{signature}`"),
            Lint::Expired { until } => write!(f, "has expired: it held until {until}"),
            Lint::Shadowed { by } => write!(f, "is shadowed: {by} covers all that it does"),
            Lint::VersionUnknown => {
                write!(f, "is limited to versions of the target, which does not tell its version")
            }
            Lint::Stale { about } => {
                write!(f, "is stale: its checks were judged, and it explains nothing: {about}")
            }
            Lint::Wide { about, narrow } => {
                write!(f, "is wide, and hides faults that nobody knows yet: {about}")?;
                if !narrow.is_empty() {
                    let told: Vec<&str> = narrow.iter().take(NARROW_TOLD).map(String::as_str).collect();
                    write!(f, "; narrow entries say signature = \"{}\"", told.join("\", \""))?;
                }
                match narrow.len().saturating_sub(NARROW_TOLD) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
        }
    }
}

/// Everything odd about a baseline after a run.
pub fn lint(baseline: &Baseline, evidence: &Evidence<'_>, reviewed: &[Reviewed]) -> Vec<Oddity> {
    let today = evidence.started.to_zoned(TimeZone::UTC).date();
    let version_known = evidence.server.and_then(target_version).is_some();
    let mut oddities = Vec::new();
    for (index, entry) in baseline.entries().iter().enumerate() {
        let place = entry.place;
        let mut add = |lint| oddities.push(Oddity { place, lint });
        let review = reviewed.iter().find(|held| held.place == place);
        let skills = Skill::ALL.iter().map(|skill| skill.id());
        if !evidence.catalogue.iter().map(|check| check.id).chain(skills).any(|id| entry.check.is_match(id)) {
            add(Lint::MatchesNothing { check: entry.check().to_owned() });
        }
        if let Some(signature) = entry.signature.as_ref().filter(|held| held.names_a_rule() && held.rule().is_none()) {
            add(Lint::NoSuchRule { signature: signature.to_string() });
        }
        if let Some(until) = entry.until.filter(|_| entry.is_expired(today)) {
            add(Lint::Expired { until });
        }
        if entry.target.is_some() && evidence.server.is_some() && !version_known {
            add(Lint::VersionUnknown);
        }
        let earlier = baseline.entries().iter().take(index);
        let by = earlier.filter(|other| shadows(other, entry)).map(|other| other.place).next();
        match by {
            Some(by) => add(Lint::Shadowed { by }),
            None if review.is_some_and(|held| held.stale) => add(Lint::Stale { about: about(entry) }),
            None => {}
        }
        if !entry.is_narrow() {
            let narrow = review.map(|held| held.explained.iter().map(ToString::to_string).collect());
            add(Lint::Wide { about: about(entry), narrow: narrow.unwrap_or_default() });
        }
    }
    oddities
}

/// What an entry is about, for people.
fn about(entry: &Entry) -> String {
    let Entry { signature, rule, cause, .. } = entry;
    let parts = [
        signature.as_ref().map(ToString::to_string),
        rule.map(|rule| rule.to_string()),
        cause.map(|rule| format!("all that comes down to {rule}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { format!("everything in {}", entry.check()) } else { parts.join(", ") }
}

/// Whether one entry covers everything that another does, and gets its turn first. Of two globs only the same one, or one
/// without wildcards in the other, counts as covered.
fn shadows(wide: &Entry, narrow: &Entry) -> bool {
    fn limits<T: PartialEq>(wide: &Option<T>, narrow: &Option<T>) -> bool {
        wide.is_none() || wide == narrow
    }
    wide.is_narrow() == narrow.is_narrow()
        && (wide.check() == narrow.check() || narrow.names_one_check() && wide.check.is_match(narrow.check()))
        && limits(&wide.rule, &narrow.rule)
        && limits(&wide.cause, &narrow.cause)
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
    use super::super::review::review;
    use super::*;
    use crate::engine::testing;
    use crate::finding::{AxisNames, CheckResult, Outcome, Severity, Signature, SkipReason};
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::time::Duration;
    use tablestakes_suites::{Check, Suite};

    const NARROW: &str = "v1:table.etag.stale-replace:status:get-entity:2019-02-02:json-minimal";

    fn catalogue() -> Vec<Check> {
        vec![
            testing::check("table.keys.x", Suite::Keys, testing::scripted),
            testing::check("table.batch.y", Suite::Batch, testing::scripted),
        ]
    }

    fn result(check: &Check, outcome: Outcome, findings: &[&str]) -> CheckResult {
        let failing = |text: &&str| (text.parse::<Signature>().unwrap(), Severity::Failure);
        CheckResult {
            check: check.clone(),
            axes: AxisNames::from(crate::target::Axes::default()),
            outcome,
            histories: 1,
            requests: 1,
            duration: Duration::ZERO,
            findings: findings.iter().map(failing).collect(),
            met: Vec::new(),
        }
    }

    fn lints_after(entries: &str, checks: &[CheckResult]) -> Vec<(usize, Lint)> {
        let baseline = Baseline::parse(Path::new("b"), &format!("schema = 1\n{entries}")).unwrap();
        let (catalogue, roots) = (catalogue(), BTreeMap::new());
        let evidence = Evidence {
            catalogue: &catalogue,
            checks,
            findings: &[],
            roots: &roots,
            started: "2026-06-01T00:00:00Z".parse().unwrap(),
            server: Some("nginx"),
        };
        let oddities = lint(&baseline, &evidence, &review(&baseline, &evidence));
        oddities.into_iter().map(|oddity| (oddity.place.entry, oddity.lint)).collect()
    }

    fn lints(entries: &str) -> Vec<(usize, Lint)> {
        lints_after(entries, &[]).into_iter().filter(|(_, lint)| lint.is_idle()).collect()
    }

    #[test]
    fn each_oddity_is_told() {
        let found = lints(
            "[[entry]]\ncheck = \"table.queue.*\"\nreason = \"r\"\n\
             [[entry]]\ncheck = \"table.keys.*\"\nreason = \"r\"\n\
             [[entry]]\ncheck = \"table.keys.x\"\nreason = \"r\"\nuntil = \"2026-01-01\"\n\
             [[entry]]\ncheck = \"table.batch.y\"\nreason = \"r\"\ntarget = \">1\"\n\
             [[entry]]\ncheck = \"table.batch.y\"\nreason = \"r\"\nsignature = \"v1:table.nope:status:*\"\n",
        );
        assert_eq!(
            found,
            [
                (1, Lint::MatchesNothing { check: "table.queue.*".into() }),
                (3, Lint::Expired { until: jiff::civil::date(2026, 1, 1) }),
                (3, Lint::Shadowed { by: Place { entry: 2, line: 5 } }),
                (4, Lint::VersionUnknown),
                (5, Lint::NoSuchRule { signature: "v1:table.nope:status:*".into() }),
            ]
        );
    }

    #[test]
    fn a_narrower_entry_gets_its_turn_first() {
        let wide = "[[entry]]\ncheck = \"table.*\"\nreason = \"b\"\n";
        assert!(lints(&format!("[[entry]]\ncheck = \"table.keys.x\"\nreason = \"a\"\n{wide}")).is_empty());
        let narrow = format!("[[entry]]\ncheck = \"table.*\"\nreason = \"a\"\nsignature = {NARROW:?}\n");
        assert!(lints(&format!("{wide}{narrow}")).is_empty());
        assert_eq!(lints(&format!("{narrow}{narrow}")).len(), 1);
    }

    #[test]
    fn a_wide_entry_is_told_with_what_would_do() {
        let [x, y] = &catalogue()[..] else { panic!("two checks") };
        let checks = [result(x, Outcome::Fail, &[NARROW]), result(y, Outcome::Pass { cut_short: 0 }, &[])];
        let rule = "[[entry]]\ncheck = \"table.*\"\nreason = \"a\"\nrule = \"table.etag.stale-replace\"\n";
        let narrow = vec!["v1:table.etag.stale-replace:status:get-entity:*".to_owned()];
        let about = "table.etag.stale-replace".to_owned();
        assert_eq!(lints_after(rule, &checks), [(1, Lint::Wide { about: about.clone(), narrow })]);
        // What a narrow entry explains is left to it, and then nothing is left.
        let both = format!("{rule}[[entry]]\ncheck = \"table.*\"\nreason = \"a\"\nsignature = {NARROW:?}\n");
        let wide = Lint::Wide { about: about.clone(), narrow: Vec::new() };
        assert_eq!(lints_after(&both, &checks), [(1, Lint::Stale { about }), (1, wide)]);
    }

    #[test]
    fn what_was_asked_and_explains_nothing_is_stale() {
        let [x, y] = &catalogue()[..] else { panic!("two checks") };
        let entry = format!("[[entry]]\ncheck = \"table.*\"\nreason = \"a\"\nsignature = {NARROW:?}\n");
        let passed = |check| result(check, Outcome::Pass { cut_short: 0 }, &[]);
        let stale = [(1, Lint::Stale { about: NARROW.into() })];
        assert_eq!(lints_after(&entry, &[passed(x), passed(y)]), stale);
        assert!(lints_after(&entry, &[passed(x)]).is_empty(), "a check that tries the rule was not selected");
        let skipped = result(y, Outcome::Skip(SkipReason::OutOfTime), &[]);
        assert!(lints_after(&entry, &[passed(x), skipped]).is_empty(), "a check was not judged");
        let unsuited = result(y, Outcome::Skip(SkipReason::JsonAlone), &[]);
        assert_eq!(lints_after(&entry, &[passed(x), unsuited]), stale);
        let blocked = Outcome::Blocked { by: vec![NARROW.parse().unwrap()], why: None, lacks: None, known: true };
        assert!(lints_after(&entry, &[passed(x), result(y, blocked, &[])]).is_empty(), "it explains what blocks");
        let failed = result(y, Outcome::Known(vec!["a".into()]), &[NARROW]);
        assert!(lints_after(&entry, &[passed(x), failed]).is_empty());
    }
}
