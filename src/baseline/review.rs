//! What a run shows of each entry: what it explained, and whether it is stale.

use super::apply::Applicable;
use super::entry::{Entry, Place, Shown};
use super::file::Baseline;
use super::pattern::SignaturePattern;
use crate::finding::{CheckResult, Finding, Outcome, Signature, SkipReason};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::Check;

/// What a run came to, as far as a baseline is concerned.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'r> {
    /// Every check that there is, selected or not.
    pub catalogue: &'r [Check],
    /// Every selected check.
    pub checks: &'r [CheckResult],
    /// Every finding.
    pub findings: &'r [Finding],
    /// The rule that each finding comes down to.
    pub roots: &'r BTreeMap<Signature, RuleId>,
    /// When the run began.
    pub started: Timestamp,
    /// The `Server` header of the target, if it has answered.
    pub server: Option<&'r str>,
}

/// An entry after a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Reviewed {
    /// The entry.
    pub place: Place,
    /// The faults that it explained, and no narrower entry did.
    pub explained: Vec<SignaturePattern>,
    /// Whether everything was selected that could show what it is about.
    pub all_selected: bool,
    /// Whether it explained nothing, although every check was judged that could show what it is about.
    pub stale: bool,
}

impl Evidence<'_> {
    /// Every finding as each check shows it that fails by it, meets it or is blocked by it.
    pub(super) fn shown(&self) -> impl Iterator<Item = Shown<'_>> {
        self.checks.iter().flat_map(|check| {
            let blocked_by: &[Signature] = match &check.outcome {
                Outcome::Blocked { by, .. } => by,
                _ => &[],
            };
            let own = check.findings.iter().map(|(signature, _)| signature);
            own.chain(&check.met).chain(blocked_by).map(|signature| Shown {
                check: check.check.id,
                signature,
                cause: self.roots.get(signature).copied(),
                explained: self.findings.iter().any(|held| held.signature == *signature && held.explained),
                axes: &check.axes,
            })
        })
    }
}

/// What a run shows of the entries that hold for it, in their order.
pub fn review(baseline: &Baseline, evidence: &Evidence<'_>) -> Vec<Reviewed> {
    let applicable = baseline.applicable(evidence.started, evidence.server);
    let mut explained = explained(&applicable, evidence);
    let mut reviewed: Vec<Reviewed> = applicable
        .entries()
        .iter()
        .map(|entry| {
            let explained = explained.remove(&entry.place).unwrap_or_default();
            let relevant = relevant(entry, evidence.catalogue);
            let ran = |id: &&str| evidence.checks.iter().any(|check| check.check.id == *id);
            let all_selected = !relevant.is_empty() && relevant.iter().all(ran);
            let stale = explained.is_empty() && all_selected && were_judged(entry, &relevant, evidence.checks);
            Reviewed { place: entry.place, explained, all_selected, stale }
        })
        .collect();
    reviewed.sort_by_key(|held| held.place);
    reviewed
}

/// The faults that each entry explains, where no narrower one does.
fn explained(applicable: &Applicable<'_>, evidence: &Evidence<'_>) -> BTreeMap<Place, Vec<SignaturePattern>> {
    let mut explained: BTreeMap<Place, Vec<SignaturePattern>> = BTreeMap::new();
    for shown in evidence.shown() {
        let Some(entry) = applicable.entry(&shown) else { continue };
        let Some(narrow) = narrow(&shown) else { continue };
        let held = explained.entry(entry.place).or_default();
        if !held.contains(&narrow) {
            held.push(narrow);
        }
    }
    explained
}

/// The narrow pattern for a finding: the rule that it comes down to, the kind and the operation.
pub(super) fn narrow(shown: &Shown<'_>) -> Option<SignaturePattern> {
    let rule = shown.cause.or(shown.signature.rule())?;
    let pattern = if shown.explained { SignaturePattern::of_unenforced } else { SignaturePattern::of };
    pattern(rule, shown.signature).ok()
}

/// The checks that would show what an entry is about: of those that it names the ones that try its rule; all where none does.
fn relevant<'c>(entry: &Entry, catalogue: &'c [Check]) -> BTreeSet<&'c str> {
    let named = || catalogue.iter().filter(|check| entry.check.is_match(check.id));
    let tries = |check: &&Check| entry.about().is_some_and(|rule| check.rules.contains(&rule));
    let trying: BTreeSet<&str> = named().filter(tries).map(|check| check.id).collect();
    if trying.is_empty() { named().map(|check| check.id).collect() } else { trying }
}

/// Whether each of these checks was judged with the axes that the entry is about, and at least one was.
fn were_judged(entry: &Entry, relevant: &BTreeSet<&str>, checks: &[CheckResult]) -> bool {
    let ran: Vec<&CheckResult> =
        checks.iter().filter(|check| relevant.contains(check.check.id) && entry.axes.admits(&check.axes)).collect();
    ran.iter().any(|check| check.outcome.is_judged())
        && ran.iter().all(|check| match &check.outcome {
            Outcome::Skip(reason) => is_unsuited(reason),
            outcome => outcome.is_judged(),
        })
}

/// Whether a check was skipped because it has nothing to ask on the axes of the run.
fn is_unsuited(reason: &SkipReason) -> bool {
    match reason {
        SkipReason::VersionOutside { .. }
        | SkipReason::FormatEnded { .. }
        | SkipReason::ProfileEnded { .. }
        | SkipReason::JsonAlone
        | SkipReason::NoSuchAuth { .. }
        | SkipReason::AuthAlone
        | SkipReason::NotByHost => true,
        SkipReason::NoSecondary
        | SkipReason::Lacks { .. }
        | SkipReason::Diverged { .. }
        | SkipReason::OutOfTime
        | SkipReason::NoRestart
        | SkipReason::LongWait { .. }
        | SkipReason::NoService { .. }
        | SkipReason::NotDurable => false,
    }
}
