//! What differs, by cause: one line a rule, with how often, what it says, and what a client loses by it.

use super::compare::Difference;
use super::replay::Played;
use serde::Serialize;
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;

/// More causes than these are not told apart: the rest is counted together.
const MOST: usize = 10_000;

/// What a client loses, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// Something is granted that credentials do not allow.
    AccessGranted,
    /// A write is done that a condition or a transaction must prevent.
    DataLost,
    /// A granted answer says something else.
    WrongResult,
    /// What works with one side is refused by the other.
    WrongRefusal,
    /// Headers, annotations, or how an error is told.
    Form,
}

impl Impact {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::AccessGranted => "access granted",
            Self::DataLost => "data lost or damaged",
            Self::WrongResult => "wrong result",
            Self::WrongRefusal => "wrong refusal",
            Self::Form => "form",
        }
    }

    /// What a difference means in an exchange with these statuses, where the target's or recorded one is the first.
    fn of(difference: &Difference, rule: Option<RuleId>) -> Self {
        if difference.is_incidental() {
            return Self::Form;
        }
        let is_granted = |status: &str| status.parse::<u16>().ok().map(|status| status < 300);
        let both = (is_granted(&difference.recorded), is_granted(&difference.reference));
        match (difference.subject(), both) {
            ("status", (Some(true), Some(false))) => match rule.map(|rule| rule.rule().topic) {
                Some("auth" | "sas" | "acl") => Self::AccessGranted,
                Some("etag" | "batch") => Self::DataLost,
                _ => Self::WrongResult,
            },
            ("status", (Some(false), Some(true))) => Self::WrongRefusal,
            ("status", (Some(false), Some(false))) => Self::Form,
            (subject, _) if subject.contains("error") || subject.contains("code") => Self::Form,
            _ => Self::WrongResult,
        }
    }
}

/// One cause, and how often it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The rule; absent where no rule explains what differs.
    pub rule: Option<String>,
    /// What the rule says, or what differs.
    pub statement: String,
    /// What a client loses.
    pub impact: Impact,
    /// Exchanges in which it was seen.
    pub exchanges: usize,
    /// The number of the first of them.
    pub first: usize,
    /// What was asked there.
    pub asked: String,
    /// What differs there.
    pub difference: Difference,
}

/// Causes, each counted once an exchange.
#[derive(Debug, Clone, Default)]
pub struct Causes {
    by_name: BTreeMap<String, Cause>,
    others: usize,
}

impl Causes {
    /// Takes note of what differs in an exchange; gives the names of the causes that were not seen before.
    pub fn note(&mut self, played: &Played, differences: &[Difference]) -> Vec<&Cause> {
        // Where one side grants what the other refuses, all else follows from that; where something counts, what comes with it
        // in passing may as well.
        let status = differences.iter().position(|held| held.place == "status");
        let counts = differences.iter().any(|held| !held.is_incidental());
        let here = |place: &usize| !counts || differences.get(*place).is_some_and(|held| !held.is_incidental());
        let places: Vec<usize> =
            status.map_or_else(|| (0..differences.len()).filter(here).collect(), |place| vec![place]);
        let mut here: Vec<String> = Vec::new();
        let mut new: Vec<String> = Vec::new();
        for place in places {
            let Some(difference) = differences.get(place) else { continue };
            let rule = played.causes.get(place).copied().flatten();
            let method = played.asked.split(' ').next().unwrap_or_default();
            let name = rule.map_or_else(|| format!("{} of {method}", difference.subject()), |rule| rule.to_string());
            if here.contains(&name) {
                continue;
            }
            here.push(name.clone());
            if let Some(cause) = self.by_name.get_mut(&name) {
                cause.exchanges += 1;
                cause.impact = cause.impact.min(Impact::of(difference, rule));
            } else if self.by_name.len() >= MOST {
                self.others += 1;
            } else {
                let statement = rule.map_or_else(|| name.clone(), |rule| rule.rule().statement.to_owned());
                let impact = Impact::of(difference, rule);
                let (rule, asked) = (rule.map(|rule| rule.to_string()), played.asked.clone());
                let (first, difference) = (played.number, difference.clone());
                let cause = Cause { rule, statement, impact, exchanges: 1, first, asked, difference };
                self.by_name.insert(name.clone(), cause);
                new.push(name);
            }
        }
        new.iter().filter_map(|name| self.by_name.get(name)).collect()
    }

    /// The causes, by what a client loses and then by how often.
    pub fn in_order(&self) -> Vec<&Cause> {
        let mut causes: Vec<&Cause> = self.by_name.values().collect();
        causes.sort_by_key(|cause| (cause.impact, std::cmp::Reverse(cause.exchanges)));
        causes
    }
}
