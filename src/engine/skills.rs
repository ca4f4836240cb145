//! Asking a target for the skills that the checks of a run need, before any of them is run.
//!
//! A target that does any form of a skill has it, however wrongly. One that lacks it is told of once, by a finding like any
//! other, and is not asked what needs the skill.

use super::Events;
use super::aggregate::blocked_for_want;
use super::case::{CheckRun, Failure, lose_if_gone};
use super::reach::Reach;
use super::selection::Unit;
use super::skill::{Lack, Needs, axes_of, follows, needed_by, needed_on, shows};
use super::subject::{Subject, spent};
use crate::finding::{AxisNames, CheckResult, Finding, Signature};
use crate::history::{Lateness, Replayed, Seeding};
use crate::judge::MismatchKind;
use crate::target::Axes;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::table::one_row;
use tablestakes_suites::{Check, Skill};

/// What a target can do, as far as a run needs to know.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Skills {
    /// The skills that it was asked for, and how many requests each took.
    pub asked: Vec<(Skill, u64)>,
    /// Those of them that it lacks.
    pub lacking: Vec<Lack>,
    /// How rows are put there that histories need; absent where none do.
    pub seeding: Option<Seeding>,
    /// How late reads give what was written.
    pub late: Lateness,
    /// Whether it keeps versions of blobs.
    pub keeps_versions: bool,
    /// What each check needs.
    needed: BTreeMap<&'static str, Needs>,
}

/// A skill that a target lacks, as a check that failed.
pub(super) struct Lacking {
    pub(super) skill: Skill,
    pub(super) unit: Unit,
    pub(super) run: CheckRun,
}

impl Skills {
    /// What shows that a skill is lacking has another signature now.
    pub(super) fn tell_otherwise(&mut self, was: &Signature, told: &Signature) {
        let shown = self.lacking.iter_mut().filter_map(|lack| lack.by.as_mut());
        shown.filter(|by| **by == *was).for_each(|by| by.clone_from(told));
    }

    /// What the checks of a selection need.
    pub(super) fn needed_by(units: &[Unit]) -> Self {
        let checks: BTreeMap<&'static str, &Check> = units.iter().map(|unit| (unit.check.id, &unit.check)).collect();
        let needed = checks.into_iter().map(|(id, check)| (id, needed_by(check))).collect();
        Self { needed, ..Self::default() }
    }

    /// Whether a unit needs a skill.
    fn is_needed(&self, unit: &Unit, skill: Skill) -> bool {
        needed_on(unit.check.service(), unit.axes).contains(&skill)
            || self.needed.get(unit.check.id).is_some_and(|held| held.skills.contains(&skill))
    }

    /// The first skill that a unit needs, itself or for another, and that the target lacks.
    fn lacked_by(&self, unit: &Unit) -> Option<&Lack> {
        let needs = |skill: Skill| {
            let with_it = |other: &Skill| other.rests_on() == Some(skill) && self.is_needed(unit, *other);
            self.is_needed(unit, skill) || Skill::ALL.iter().any(with_it)
        };
        self.lacking.iter().find(|lack| needs(lack.skill))
    }

    /// The skill whose lack a failure comes of, and the finding that shows that it is lacking.
    pub(super) fn behind(&self, failure: &Failure, axes: Axes) -> Option<&Lack> {
        let service = failure.history.service;
        let mut lacking = self.lacking.iter().filter(|lack| lack.skill.service() == service);
        lacking.find(|lack| comes_of(lack.skill, failure, axes))
    }

    /// The result of a check that needs what the target lacks.
    pub(super) fn blocked(&self, unit: &Unit, findings: &[Finding]) -> Option<CheckResult> {
        let outcome = blocked_for_want(self.lacked_by(unit)?, findings);
        Some(CheckResult {
            check: unit.check.clone(),
            axes: AxisNames::from(unit.axes),
            outcome,
            histories: 0,
            requests: 0,
            duration: Duration::ZERO,
            findings: Vec::new(),
            met: Vec::new(),
        })
    }
}

/// What was found out of a skill.
enum Found {
    /// The target did one of its forms.
    Has,
    /// It did none; what it answered to each, the plainest first.
    Lacks(Vec<(History, Replayed)>),
    /// It did not answer.
    Unknown,
}

/// Finds out whether a target keeps versions of blobs, and has the subject hear it.
pub(crate) async fn find_out_versions<S: Subject>(subject: &S) -> bool {
    for history in Skill::Versions.forms() {
        let replayed = subject.replay(Axes::default(), &history, None).await;
        if replayed.ok().and_then(|replayed| shows(Skill::Versions, &replayed)) == Some(true) {
            subject.keep_versions();
            return true;
        }
    }
    false
}

/// Asks a target for skills.
pub(super) struct Asking<'r, S> {
    pub(super) subject: &'r S,
    pub(super) assumed: &'r BTreeSet<Skill>,
    pub(super) reach: &'r Reach,
    pub(super) events: &'r Events,
    pub(super) requests: u64,
}

impl<S: Subject> Asking<'_, S> {
    /// Asks for every skill that one of these units needs, and how rows can be put there. What the target lacks is told with
    /// the replay that shows it.
    pub(super) async fn ask(&mut self, units: &[Unit], skills: &mut Skills) -> Vec<Lacking> {
        let mut shown: Vec<Lacking> = Vec::new();
        let is_seeded = skills.needed.values().any(|needs| needs.seeds);
        let asks_blobs = units.iter().any(|unit| unit.check.service() == ServiceName::Blob);
        skills.keeps_versions = asks_blobs && self.assumed.contains(&Skill::Versions);
        if skills.keeps_versions {
            self.subject.keep_versions();
        }
        for &skill in Skill::ALL {
            let needing: Vec<&Unit> = units.iter().filter(|unit| skills.is_needed(unit, skill)).collect();
            let rests = skill.rests_on().is_some_and(|other| shown.iter().any(|held| held.skill == other));
            // A preflight is answered also where no rule can be set.
            let in_spite = rests && matches!(skill, Skill::Cors | Skill::QueueCors | Skill::BlobCors);
            if rests && !in_spite || self.assumed.contains(&skill) || self.reach.stop().is_some() {
                continue;
            }
            // How every blob is judged depends on whether versions of it are kept.
            let in_any_case = is_seeded && skill == Skill::Batch || asks_blobs && skill == Skill::Versions;
            let Some(axes) = axes_of(skill, &needing).or(in_any_case.then(Axes::default)) else { continue };
            let before = self.requests;
            let found = self.find(skill, axes).await;
            if skill == Skill::Versions && matches!(found, Found::Has) {
                skills.keeps_versions = true;
                self.subject.keep_versions();
            }
            let lacks = match found {
                Found::Lacks(forms) => Some(forms),
                Found::Has | Found::Unknown => None,
            };
            if skill == Skill::Batch && is_seeded {
                skills.seeding = Some(if lacks.is_some() { self.seeding().await } else { Seeding::Batch });
            }
            // Where rows alone need it, they are put there otherwise, and nothing is said of it.
            let Some(like) = needing.first() else { continue };
            skills.asked.push((skill, self.requests - before));
            let behind = skill.rests_on().filter(|_| in_spite);
            let lacking = lacks.map(|forms| match skill.is_setting() {
                true => Lacking { skill, unit: (*like).clone(), run: CheckRun::default() },
                false => Self::failed((skill, behind), axes, like, forms),
            });
            shown.extend(lacking.filter(|held| !in_spite || !held.run.failures.is_empty()));
        }
        if is_seeded && skills.seeding.is_none() {
            skills.seeding = Some(Seeding::Batch);
        }
        shown
    }

    /// Asks a target for a skill by each form, the plainest first, until it does one.
    async fn find(&mut self, skill: Skill, axes: Axes) -> Found {
        let mut forms = Vec::new();
        for history in skill.forms() {
            let Some(replayed) = self.replay(skill, axes, &history).await else { return Found::Unknown };
            match shows(skill, &replayed) {
                Some(true) => return Found::Has,
                Some(false) => forms.push((history, replayed)),
                None => return Found::Unknown,
            }
        }
        if forms.is_empty() { Found::Unknown } else { Found::Lacks(forms) }
    }

    /// How a target without transactions is given rows. Where it takes none, it is told of by what needs them.
    async fn seeding(&mut self) -> Seeding {
        for (upserted, seeding) in [(false, Seeding::Insert), (true, Seeding::Upsert)] {
            let replayed = self.replay(Skill::Batch, Axes::default(), &one_row(upserted)).await;
            if replayed.and_then(|replayed| shows(Skill::Batch, &replayed)) == Some(true) {
                return seeding;
            }
        }
        Seeding::Batch
    }

    async fn replay(&mut self, skill: Skill, axes: Axes, history: &History) -> Option<Replayed> {
        let answer = self.subject.replay(axes, history, None).await;
        let (requests, no_answer) = spent(&answer);
        self.requests += requests;
        if no_answer {
            self.requests += 1;
            lose_if_gone(self.subject, skill.id(), self.reach, self.events).await;
        }
        answer.ok()
    }

    /// The skill as a check that failed, in the place of one that needs it: by what the plainest form shows best, and by each other
    /// operation that is refused as well. Where it rests on another that is lacking, what follows from that is left out.
    fn failed(
        (skill, behind): (Skill, Option<Skill>),
        axes: Axes,
        like: &Unit,
        forms: Vec<(History, Replayed)>,
    ) -> Lacking {
        let check = Check { id: skill.id(), ..like.check.clone() };
        let names = AxisNames::from(axes);
        let mut run = CheckRun::default();
        let mut of_plainest = None;
        for (history, replayed) in forms {
            run.note_failures(&names, None, &history, replayed);
            of_plainest.get_or_insert(run.failures.len());
        }
        let others = run.failures.split_off(of_plainest.unwrap_or_default());
        if let Some(behind) = behind {
            run.failures.retain(|failure| !comes_of(behind, failure, axes));
        }
        let binds = |rule: Option<RuleId>| rule.is_some_and(|rule| rule.rule().is_binding());
        run.failures.retain(|failure| binds(failure.signature.rule()));
        // Of all that differs the rule of the skill says most, and an answer that is another as a whole more than its form.
        let tells = |failure: &Failure| {
            let rule = failure.signature.rule();
            let topic = |rule: RuleId| rule.rule().topic;
            let of_form = !failure.signature.kind().is_some_and(MismatchKind::is_outright);
            (rule != Some(skill.rule()), rule.map(topic) != Some(topic(skill.rule())), of_form)
        };
        run.failures.sort_by_key(tells);
        let first = run.failures.first().map(|failure| failure.signature.clone());
        let refuses = |failure: &Failure| {
            let rule = failure.signature.rule();
            let outright = failure.signature.kind().is_some_and(MismatchKind::is_outright);
            outright && rule == Some(skill.rule()) && first.as_ref().is_some_and(|first| first.rule() == rule)
        };
        run.failures.extend(others);
        let mut told = BTreeSet::new();
        run.failures.retain(|failure| {
            let is_first = first.as_ref() == Some(&failure.signature);
            (is_first || refuses(failure)) && told.insert(failure.signature.operation_name().to_owned())
        });
        Lacking { skill, unit: Unit { check, axes, ..like.clone() }, run }
    }
}

/// Whether a failure is what becomes of a skill that is lacking.
fn comes_of(skill: Skill, failure: &Failure, axes: Axes) -> bool {
    let Some((place, mismatch)) = Failure::of(&failure.signature, &failure.replayed, &AxisNames::from(axes)) else {
        return false;
    };
    let index = failure.replayed.steps.get(place).map(|step| step.index);
    let step = index.and_then(|index| failure.history.all_steps().nth(index));
    step.is_some_and(|step| follows(skill, step, axes, &mismatch))
}

#[cfg(test)]
mod tests;
