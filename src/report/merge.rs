//! One report of several: the shards of a run, put together as if the run had not been divided.

use super::document::{
    BaselineEntryDocument, CheckDocument, ClassDocument, FindingEntry, ReportDocument, RuleCountsDocument, RunDocument,
    SkillDocument,
};
use super::from_result::operations;
use crate::engine::Latencies;
use crate::finding::{AxisNames, RuleDocument, Severity};
use crate::target::Axes;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Class, Skill, catalogue};

/// Reports cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A part of a run is missing: what is left says less than it seems to.
    #[error("shard {missing} is missing beside {} of {target}", .present.join(", "))]
    Missing {
        /// The shard.
        missing: String,
        /// Those that are there.
        present: Vec<String>,
        /// The target.
        target: String,
    },
    /// Two reports are of the same part of the same run.
    #[error("two reports are of shard {shard} of {target}")]
    Twice {
        /// The shard.
        shard: String,
        /// The target.
        target: String,
    },
    /// A report says that it is of a shard that there cannot be.
    #[error("`{shard}` is no shard")]
    NoShard {
        /// As written.
        shard: String,
    },
}

/// Deals reports to runs: the shards of one run together, each by its place among the reports, in order. A report that is of
/// no shard is a run.
///
/// # Errors
/// A shard is missing or there twice.
pub fn runs(reports: &[ReportDocument]) -> Result<Vec<Vec<usize>>, MergeError> {
    let mut whole: Vec<Vec<usize>> = Vec::new();
    let mut by_address: BTreeMap<(Key<'_>, &str), BTreeMap<u32, usize>> = BTreeMap::new();
    for (place, report) in reports.iter().enumerate() {
        let Some(shard) = &report.run.shard else {
            whole.push(vec![place]);
            continue;
        };
        let (index, of) = shard_of(shard)?;
        let held = by_address.entry((key(report, of), &report.target.given)).or_default();
        if held.insert(index, place).is_some() {
            return Err(MergeError::Twice { shard: shard.clone(), target: report.target.given.clone() });
        }
    }
    // Each machine of a matrix may have started the same server on an address of its own.
    let mut anywhere: BTreeMap<Key<'_>, BTreeMap<u32, usize>> = BTreeMap::new();
    for ((key, _), shards) in by_address {
        if shards.len() == key.of as usize {
            whole.push(shards.into_values().collect());
            continue;
        }
        let held = anywhere.entry(key).or_default();
        for (index, place) in shards {
            if held.insert(index, place).is_some() {
                let report = &reports[place];
                let shard = report.run.shard.clone().unwrap_or_default();
                return Err(MergeError::Twice { shard, target: report.target.given.clone() });
            }
        }
    }
    for (key, shards) in anywhere {
        if let Some(missing) = (1..=key.of).find(|index| !shards.contains_key(index)) {
            let target = shards.values().next().map(|&place| reports[place].target.given.clone()).unwrap_or_default();
            let present = shards.keys().map(|index| format!("{index}/{}", key.of)).collect();
            return Err(MergeError::Missing { missing: format!("{missing}/{}", key.of), present, target });
        }
        whole.push(shards.into_values().collect());
    }
    whole.sort_by_key(|places| places.iter().min().copied());
    Ok(whole)
}

/// What the shards of one run have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'r> {
    tool: &'r str,
    catalogue: &'r str,
    server: Option<&'r str>,
    seed: u64,
    cases: u32,
    profile: &'r str,
    baseline: Option<&'r str>,
    of: u32,
}

fn key(report: &ReportDocument, of: u32) -> Key<'_> {
    Key {
        tool: &report.tool.version,
        catalogue: &report.run.catalogue,
        server: report.target.server.as_deref(),
        seed: report.seed,
        cases: report.run.cases,
        profile: &report.run.profile,
        baseline: report.baseline.as_deref(),
        of,
    }
}

fn shard_of(text: &str) -> Result<(u32, u32), MergeError> {
    let read = || {
        let (index, of) = text.split_once('/')?;
        let (index, of) = (index.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&index).then_some((index, of))
    };
    read().ok_or_else(|| MergeError::NoShard { shard: text.to_owned() })
}

/// The report of a run of which these are the shards, and for each of its findings the place of the shard that made it.
///
/// What depends on nothing but the run's seed and the target is as it would be had the run not been divided. Requests are
/// those that the report rests on: where two shards came upon the same finding, one of them made it in vain. Absent if there
/// are no shards.
pub fn merged(shards: &[&ReportDocument]) -> Option<(ReportDocument, Vec<usize>)> {
    let first = *shards.first()?;
    let places = Places::new();
    let mut checks: Vec<CheckDocument> = shards.iter().flat_map(|shard| shard.checks.clone()).collect();
    checks.sort_by_cached_key(|check| places.of(&check.id, &check.axes));
    let (findings, made_by): (Vec<FindingEntry>, Vec<usize>) = findings(shards, &places).into_iter().unzip();
    let began = shards.iter().map(|shard| shard.started.as_str()).min().unwrap_or_default();
    let skills = skills(shards);
    let late_requests = shards.iter().map(|shard| shard.run.late_requests).max().unwrap_or_default();
    let requests = 1
        + late_requests
        + skills.iter().map(|skill| skill.requests).sum::<u64>()
        + checks.iter().map(|check| check.requests).sum::<u64>()
        + findings.iter().map(|finding| finding.requests).sum::<u64>();
    let mut target = first.target.clone();
    if let Some(gone) = shards.iter().map(|shard| &shard.target).find(|target| target.gone.is_some()) {
        (target.gone, target.gone_during) = (gone.gone.clone(), gone.gone_during.clone());
    }
    let mut document = ReportDocument {
        target,
        started: began.to_owned(),
        duration_ms: duration(shards, began),
        requests,
        run: RunDocument {
            shard: None,
            skills,
            late_requests,
            late_ms: shards.iter().filter_map(|shard| shard.run.late_ms).max(),
            throttled: shards.iter().map(|shard| shard.run.throttled).sum(),
            throttled_ms: shards.iter().map(|shard| shard.run.throttled_ms).sum(),
            seeding: shards.iter().filter_map(|shard| shard.run.seeding).max(),
            ..first.run.clone()
        },
        rules: rules(shards, &findings),
        classes: classes(shards, &checks, &findings),
        baseline_entries: baseline_entries(shards),
        denied: denied(shards, &checks, &findings),
        operations: times(shards),
        checks,
        findings,
        ..first.clone()
    };
    document.causes = document.causes_of_findings();
    document.summary = document.count_outcomes();
    document.exit = document.exit_of_checks() as u8;
    Some((document, made_by))
}

/// The skills that some shard asked for. The target lacks what one of them did not find.
fn skills(shards: &[&ReportDocument]) -> Vec<SkillDocument> {
    let mut skills: Vec<SkillDocument> = Vec::new();
    for skill in shards.iter().flat_map(|shard| &shard.run.skills) {
        match skills.iter_mut().find(|held| held.name == skill.name) {
            Some(held) if held.has => *held = skill.clone(),
            Some(_) => {}
            None => skills.push(skill.clone()),
        }
    }
    skills.sort_by_key(|skill| Skill::find(&skill.name));
    skills
}

/// Where checks stand in a run: suite by suite, in the order of the catalogue, and by axes. What the catalogue does not have
/// comes last.
struct Places(HashMap<&'static str, usize>);

type Place = (usize, Option<Axes>, String, AxisNames);

impl Places {
    fn new() -> Self {
        let mut checks = catalogue();
        checks.sort_by_key(|check| check.suite);
        Self(checks.iter().enumerate().map(|(place, check)| (check.id, place)).collect())
    }

    fn of(&self, check: &str, axes: &AxisNames) -> Place {
        let place = self.0.get(check).copied().unwrap_or(usize::MAX);
        (place, axes.axes(), check.to_owned(), axes.clone())
    }
}

/// Each finding once, by the check that comes first, with its shard: a run that is not divided makes it there.
fn findings(shards: &[&ReportDocument], places: &Places) -> Vec<(FindingEntry, usize)> {
    let mut all: Vec<(Place, usize, usize)> = Vec::new();
    for (shard, report) in shards.iter().enumerate() {
        for (number, finding) in report.findings.iter().enumerate() {
            all.push((places.of(&finding.check, &finding.axes), shard, number));
        }
    }
    all.sort();
    let mut seen = BTreeSet::new();
    let found = all.into_iter().map(|(_, shard, number)| (&shards[shard].findings[number], shard));
    found
        .filter(|(finding, _)| seen.insert(finding.signature.as_str()))
        .map(|(finding, shard)| (finding.clone(), shard))
        .collect()
}

fn rules(shards: &[&ReportDocument], findings: &[FindingEntry]) -> Vec<RuleDocument> {
    let broken: BTreeSet<&str> = findings.iter().flat_map(|finding| [finding.rule.as_str(), finding.root()]).collect();
    let rules = shards.iter().flat_map(|shard| &shard.rules).filter(|rule| broken.contains(rule.id.as_str()));
    rules.map(|rule| (rule.id.as_str(), rule.clone())).collect::<BTreeMap<_, _>>().into_values().collect()
}

fn classes(shards: &[&ReportDocument], checks: &[CheckDocument], findings: &[FindingEntry]) -> Vec<ClassDocument> {
    let mut classes: Vec<ClassDocument> = Vec::new();
    for class in shards.iter().flat_map(|shard| &shard.classes) {
        match classes.iter_mut().find(|held| held.name == class.name) {
            None => classes.push(class.clone()),
            Some(held) => {
                held.passed += class.passed;
                held.failed += class.failed;
                held.blocked += class.blocked;
                held.skipped += class.skipped;
                held.unjudged += class.unjudged;
                held.checks += class.checks;
            }
        }
    }
    for class in &mut classes {
        class.rules = rule_counts(&class.name, checks, findings);
        class.met = class.counts_as_met();
    }
    classes.sort_by_key(|class| Class::ALL.iter().position(|known| known.name() == class.name).unwrap_or(usize::MAX));
    classes
}

/// How the binding rules fare that the checks of a class try: a rule that one shard tries may be broken by what another found.
fn rule_counts(class: &str, checks: &[CheckDocument], findings: &[FindingEntry]) -> RuleCountsDocument {
    let mut tried: BTreeMap<&str, bool> = BTreeMap::new();
    let is_binding = |rule: &str| RuleId::find(rule).is_some_and(|rule| rule.rule().is_binding());
    for check in checks.iter().filter(|check| check.class == class) {
        for rule in check.rules.iter().filter(|rule| is_binding(rule)) {
            tried.entry(rule).or_insert(false);
        }
    }
    for check in checks.iter().filter(|check| check.is_judged()) {
        for rule in &check.rules {
            if let Some(judged) = tried.get_mut(rule.as_str()) {
                *judged = true;
            }
        }
    }
    let fail = findings.iter().filter(|finding| finding.severity == Severity::Failure);
    let broken: BTreeSet<&str> = fail.map(|finding| finding.rule.as_str()).collect();
    let mut counts = RuleCountsDocument::default();
    for (rule, judged) in tried {
        match (broken.contains(rule), judged) {
            (true, _) => counts.violated += 1,
            (false, true) => counts.met += 1,
            (false, false) => counts.not_reached += 1,
        }
    }
    counts
}

/// What was denied, each once, in the order in which the whole run tells it.
fn denied(shards: &[&ReportDocument], checks: &[CheckDocument], findings: &[FindingEntry]) -> Vec<String> {
    let names: Vec<String> = checks.iter().map(CheckDocument::full_name).collect();
    let mut seen = BTreeSet::new();
    let mut denied: Vec<&String> =
        shards.iter().flat_map(|shard| &shard.denied).filter(|denied| seen.insert(denied.as_str())).collect();
    denied.sort_by_key(|denied| {
        let (what, told) = denied.split_once(": ").unwrap_or((denied.as_str(), ""));
        let what = ["fixed", "stale", "flaky"].iter().position(|known| *known == what);
        let check = names.iter().position(|name| told.starts_with(name.as_str()));
        let finding = findings.iter().position(|finding| told.starts_with(&finding.signature));
        (what, check, finding)
    });
    denied.into_iter().cloned().collect()
}

/// What is odd about the baseline's entries, each once. That one is stale no shard can tell.
fn baseline_entries(shards: &[&ReportDocument]) -> Vec<BaselineEntryDocument> {
    let mut entries: Vec<BaselineEntryDocument> = Vec::new();
    for entry in shards.iter().flat_map(|shard| &shard.baseline_entries) {
        if !entries.iter().any(|held| held.entry == entry.entry && held.what == entry.what) {
            entries.push(entry.clone());
        }
    }
    entries.sort_by_key(|entry| entry.entry);
    entries
}

fn times(shards: &[&ReportDocument]) -> Vec<super::OperationDocument> {
    let mut latencies = Latencies::default();
    for operation in shards.iter().flat_map(|shard| &shard.operations) {
        for (&microseconds, &answers) in &operation.histogram {
            latencies.count(&operation.name, microseconds, answers);
        }
    }
    operations(&latencies)
}

/// From when the first shard began to when the last ended.
fn duration(shards: &[&ReportDocument], began: &str) -> u64 {
    let instant = |text: &str| text.parse::<Timestamp>().map(Timestamp::as_millisecond).unwrap_or_default();
    let ends = shards.iter().map(|shard| {
        let start = u64::try_from(instant(&shard.started).saturating_sub(instant(began))).unwrap_or_default();
        start.saturating_add(shard.duration_ms)
    });
    ends.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(shard: Option<&str>, given: &str) -> ReportDocument {
        let text = serde_json::json!({
            "schema": 1, "tool": { "name": "tablestakes", "version": "1" }, "seed": 1, "baseline": null,
            "target": { "given": given, "server": null, "gone_during": null, "gone": null },
            "started": "2026-01-01T00:00:00Z", "duration_ms": 5, "requests": 1, "exit": 2,
            "run": { "cases": 1, "jobs": 1, "shard": shard, "profile": "cloud", "catalogue": "" },
            "checks": [], "findings": [], "classes": [], "summary": {},
        });
        serde_json::from_value(text).unwrap()
    }

    #[test]
    fn shards_are_put_together_by_address_or_by_all_else() {
        let reports = [
            report(Some("2/2"), "a"),
            report(None, "a"),
            report(Some("1/2"), "a"),
            report(Some("1/2"), "b"),
            report(Some("2/2"), "c"),
        ];
        assert_eq!(runs(&reports).unwrap(), [vec![2, 0], vec![1], vec![3, 4]]);
    }

    #[test]
    fn a_run_of_which_a_part_is_missing_is_none() {
        let missing = runs(&[report(Some("1/3"), "a"), report(Some("3/3"), "b")]).unwrap_err();
        assert_eq!(missing.to_string(), "shard 2/3 is missing beside 1/3, 3/3 of a");
        let twice = runs(&[report(Some("1/2"), "a"), report(Some("1/2"), "a")]).unwrap_err();
        assert_eq!(twice.to_string(), "two reports are of shard 1/2 of a");
        assert!(runs(&[report(Some("3/2"), "a")]).is_err());
        assert!(runs(&[report(Some("1/2"), "a"), report(Some("1/2"), "b"), report(Some("2/2"), "c")]).is_err());
    }
}
