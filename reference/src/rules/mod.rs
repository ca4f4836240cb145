//! The rule catalogue: what a conforming service does, one rule a behaviour, as data.
//!
//! The rules themselves stand in `reference/rules/**/*.toml`; the build turns them into [`CATALOGUE`] and one
//! constant each in [`id`]. Code that enforces a rule asks [`Trace::enforce`], the single place where a rule can
//! be switched off (sabotage) and where its use is noted.

mod trace;

pub use trace::{Broken, Trace};

use crate::version::VersionRange;
use serde::{Serialize, Serializer};
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// One behaviour of the service.
#[derive(Debug, Serialize)]
pub struct Rule {
    /// `service.topic.slug`.
    pub id: &'static str,
    /// The service: `table`, `queue` or `blob`.
    pub service: &'static str,
    /// The topic, the name of the file that the rule stands in.
    pub topic: &'static str,
    /// What the service does, in one sentence.
    pub statement: &'static str,
    /// How much a conforming implementation owes it.
    pub level: Level,
    /// How we know.
    pub evidence: Evidence,
    /// The range of `x-ms-version` that it holds for, as written: see [`VersionRange`].
    pub versions: &'static str,
    /// The same range, read.
    #[serde(skip)]
    pub range: VersionRange,
    /// Where to read it.
    pub sources: &'static [&'static str],
    /// What the reference does instead when the rule is switched off. Absent for rules of level MAY and open questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<&'static str>,
    /// For an open question: the answers that are all accepted.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub accepts: &'static [&'static str],
    /// Why no request from outside can tell whether the rule is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unobservable: Option<&'static str>,
    /// The profile that alone has the rule: what the storage emulator does otherwise than the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'static str>,
}

impl Rule {
    /// Whether a failure of this rule makes a target non-conforming; the others advise.
    pub fn is_binding(&self) -> bool {
        self.level == Level::Must && self.evidence.is_strong()
    }
}

/// The requirement level of a rule, in the sense of RFC 2119; `open` is a question that nobody has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Conforming implementations do it.
    Must,
    /// Reported as advice.
    Should,
    /// Both are right.
    May,
    /// Nobody knows: every answer in [`Rule::accepts`] is accepted.
    Open,
}

/// How we know that a rule holds, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Seen in recorded traffic of the live service.
    Recorded,
    /// Asserted by client tests that run against the live service.
    Tested,
    /// Written in the service's documentation.
    Documented,
    /// Reported in a public thread.
    Observed,
    /// Our conclusion.
    Inferred,
}

impl Evidence {
    /// Recorded, tested and documented evidence can fail a target; the rest advises.
    pub fn is_strong(self) -> bool {
        self <= Self::Documented
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::May => "MAY",
            Self::Open => "OPEN",
        })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Recorded => "recorded",
            Self::Tested => "tested",
            Self::Documented => "documented",
            Self::Observed => "observed",
            Self::Inferred => "inferred",
        })
    }
}

/// A rule of the catalogue, by its place in it. Made only by [`id`] and [`RuleId::find`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u16);

impl RuleId {
    /// The rule with this id, if the catalogue has it.
    pub fn find(id: &str) -> Option<Self> {
        let place = CATALOGUE.iter().position(|rule| rule.id == id)?;
        u16::try_from(place).ok().map(Self)
    }

    /// Every rule, in catalogue order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CATALOGUE.len()).filter_map(|place| u16::try_from(place).ok().map(Self))
    }

    /// The rule itself.
    pub fn rule(self) -> &'static Rule {
        &CATALOGUE[self.place()]
    }

    /// Its id, `service.topic.slug`.
    pub fn as_str(self) -> &'static str {
        self.rule().id
    }

    /// Whether the rule holds for a version.
    pub fn holds_for(self, version: crate::Version) -> bool {
        self.rule().range.contains(version)
    }

    fn place(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> serde::Deserialize<'de> for RuleId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::find(&id).ok_or_else(|| serde::de::Error::custom(format!("the catalogue has no rule `{id}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_readable_version_range() {
        for rule in &CATALOGUE {
            assert_eq!(rule.versions.parse(), Ok(rule.range), "{}: {}", rule.id, rule.versions);
        }
    }

    #[test]
    fn ids_are_found_again() {
        for id in RuleId::all() {
            assert_eq!(RuleId::find(id.as_str()), Some(id));
        }
    }
}
