//! One entry of a baseline: what it covers, and why.

use super::pattern::{SignaturePattern, has_wildcard};
use crate::finding::{AxisNames, Signature};
use globset::{Glob, GlobMatcher};
use jiff::civil::Date;
use semver::{Version, VersionReq};
use serde::Deserialize;
use tablestakes_reference::rules::RuleId;

/// An entry as read.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Where it stands in the file.
    pub place: Place,
    /// The checks that it covers.
    pub check: GlobMatcher,
    /// The rule that is blamed, or that the fault comes down to; any if absent.
    pub rule: Option<RuleId>,
    /// The rule that the fault comes down to; any if absent.
    pub cause: Option<RuleId>,
    /// The signatures; any if absent.
    pub signature: Option<SignaturePattern>,
    /// The axes; any if absent.
    pub axes: AxisFilter,
    /// The versions of the target; any if absent.
    pub target: Option<VersionReq>,
    /// Why the target does so, or why it is left so.
    pub reason: String,
    /// Where it is discussed.
    pub issue: Option<String>,
    /// The last day on which the entry holds.
    pub until: Option<Date>,
}

/// Where an entry stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Its number among the entries, from 1.
    pub entry: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} (entry {})", self.line, self.entry)
    }
}

/// A finding as a check shows it.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'s> {
    /// The check.
    pub check: &'s str,
    /// The finding.
    pub signature: &'s Signature,
    /// The rule that it comes down to, where that is known.
    pub cause: Option<RuleId>,
    /// Whether an experiment says so: an oracle that breaks the rule answers as the target did.
    pub explained: bool,
    /// The axes of the check.
    pub axes: &'s AxisNames,
}

/// The axes that an entry is limited to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisFilter {
    /// `x-ms-version`.
    pub version: Option<String>,
    /// The format.
    pub format: Option<String>,
    /// How requests are authorized.
    pub auth: Option<String>,
    /// How requests name the account.
    pub address: Option<String>,
}

/// An entry as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    check: String,
    rule: Option<String>,
    cause: Option<String>,
    signature: Option<String>,
    #[serde(default)]
    axes: AxisFilter,
    target: Option<String>,
    #[serde(default)]
    reason: String,
    issue: Option<String>,
    until: Option<String>,
}

impl Written {
    /// Reads what is written, or says what is wrong with it.
    pub(super) fn read(self, place: Place) -> Result<Entry, String> {
        let check = Glob::new(&self.check)
            .map_err(|error| format!("check `{}` is not a glob: {}", self.check, error.kind()))?
            .compile_matcher();
        if self.reason.trim().is_empty() {
            return Err("it has no reason: say why the target does so".to_owned());
        }
        let find = |id: String| RuleId::find(&id).ok_or_else(|| unknown_rule(&id));
        let rule = self.rule.map(find).transpose()?;
        let cause = self.cause.map(find).transpose()?;
        let signature = self.signature.map(|text| SignaturePattern::parse(&text).map_err(|error| error.to_string()));
        let target = self.target.map(|text| {
            VersionReq::parse(&text).map_err(|error| format!("target `{text}` is not a range of versions: {error}"))
        });
        let until = self
            .until
            .map(|text| text.parse::<Date>().map_err(|_| format!("until `{text}` is not a date such as 2027-01-31")));
        Ok(Entry {
            place,
            check,
            rule,
            cause,
            signature: signature.transpose()?,
            axes: self.axes,
            target: target.transpose()?,
            reason: self.reason,
            issue: self.issue,
            until: until.transpose()?,
        })
    }
}

fn unknown_rule(id: &str) -> String {
    let proposal = crate::nearest::proposal(id, RuleId::all().map(RuleId::as_str));
    format!("there is no rule `{id}` {proposal}").trim_end().to_owned()
}

impl Entry {
    /// The glob over checks, as written.
    pub fn check(&self) -> &str {
        self.check.glob().glob()
    }

    /// Whether it names one check rather than a pattern of them.
    pub fn names_one_check(&self) -> bool {
        !has_wildcard(self.check())
    }

    /// Whether it names the faults that it knows: a rule, and in which respect it is broken. What is wide covers every other
    /// fault of its rule or of its checks as well.
    pub fn is_narrow(&self) -> bool {
        let kind = self.signature.as_ref().is_some_and(SignaturePattern::names_a_kind);
        let rule = self.signature.as_ref().is_some_and(SignaturePattern::names_a_rule);
        kind && (rule || self.rule.or(self.cause).is_some())
    }

    /// The rule that it is about, if it is about one.
    pub fn about(&self) -> Option<RuleId> {
        self.rule.or(self.cause).or_else(|| self.signature.as_ref().and_then(SignaturePattern::rule))
    }

    /// Whether it covers a finding of this check.
    pub fn covers(&self, shown: &Shown<'_>) -> bool {
        let Shown { check, signature, cause, axes, .. } = *shown;
        self.check.is_match(check)
            && self.axes.admits(axes)
            && self.signature.as_ref().is_none_or(|wanted| wanted.is_match(signature, cause))
            && self.rule.is_none_or(|rule| signature.rule() == Some(rule) || cause == Some(rule))
            && self.cause.is_none_or(|rule| cause.or(signature.rule()) == Some(rule))
    }

    /// Its reason, and where it is discussed.
    pub fn explanation(&self) -> String {
        match &self.issue {
            Some(issue) => format!("{} ({issue})", self.reason),
            None => self.reason.clone(),
        }
    }

    /// Whether it has expired on this day.
    pub fn is_expired(&self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }

    /// Whether it holds for a target of this version. An entry with a range does not hold for a target whose version is not
    /// known.
    pub fn holds_for(&self, target: Option<&Version>) -> bool {
        self.target.as_ref().is_none_or(|range| target.is_some_and(|version| range.matches(version)))
    }
}

impl AxisFilter {
    /// Whether the axes are among those that the entry is limited to.
    pub fn admits(&self, axes: &AxisNames) -> bool {
        self.version.as_ref().is_none_or(|version| *version == axes.version)
            && self.format.as_ref().is_none_or(|format| *format == axes.format)
            && self.auth.as_ref().is_none_or(|auth| *auth == axes.auth)
            && self.address.as_ref().is_none_or(|address| *address == axes.address)
    }
}
