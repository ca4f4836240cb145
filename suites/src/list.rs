//! What holds for the checks of every service. For tests.

use crate::check::{Source, Suite, catalogue};
use crate::exceptions::UNCHECKED;
use crate::soundness::assert_symbols_are_bound;
use std::collections::BTreeSet;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{Level, RuleId};

fn scripted() -> impl Iterator<Item = (&'static str, History)> {
    catalogue().into_iter().filter_map(|check| match check.source {
        Source::Scripted(history) => Some((check.id, history())),
        Source::Generated(_) | Source::Crowd { .. } => None,
    })
}

#[test]
fn ids_are_distinct_and_name_their_suite() {
    let mut seen = BTreeSet::new();
    for check in catalogue() {
        let slug = check.id.strip_prefix(&format!("{}.{}.", check.service(), check.suite)).unwrap_or_default();
        let is_slug = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!slug.is_empty() && slug.chars().all(is_slug), "{}", check.id);
        assert!(seen.insert(check.id), "{} is there twice", check.id);
        assert!(check.title.len() <= 120 && !check.why.is_empty(), "{}", check.id);
    }
}

#[test]
fn every_suite_has_checks_and_smoke_comes_first() {
    let suites: BTreeSet<Suite> = catalogue().iter().map(|check| check.suite).collect();
    assert_eq!(suites.into_iter().collect::<Vec<_>>(), Suite::ALL);
    assert!(catalogue().is_sorted_by_key(|check| check.suite));
}

#[test]
fn every_binding_or_advised_rule_is_named_by_a_check() {
    let named: BTreeSet<RuleId> = catalogue().iter().flat_map(|check| check.rules.iter().copied()).collect();
    let excepted: BTreeSet<RuleId> = UNCHECKED.iter().map(|(rule, _)| *rule).collect();
    let strict = RuleId::all().filter(|id| matches!(id.rule().level, Level::Must | Level::Should));
    let missing: BTreeSet<RuleId> = strict.filter(|id| !named.contains(id)).collect();
    assert_eq!(missing, excepted);
}

#[test]
fn no_check_names_an_open_question_or_a_rule_twice() {
    for check in catalogue() {
        let distinct: BTreeSet<RuleId> = check.rules.iter().copied().collect();
        assert_eq!(distinct.len(), check.rules.len(), "{}", check.id);
        assert!(distinct.iter().all(|id| id.rule().level != Level::Open), "{}", check.id);
    }
}

#[test]
fn histories_are_short_and_carry_the_rules_of_their_check() {
    for (id, history) in scripted() {
        assert!((1..=36).contains(&history.steps.len()), "{id} has {} steps", history.steps.len());
        let check = catalogue().into_iter().find(|check| check.id == id).unwrap();
        assert_eq!(history.rules, check.rules, "{id}");
    }
}

#[test]
fn symbols_refer_to_earlier_steps_and_to_tables_that_are_there() {
    for (id, history) in scripted() {
        assert_symbols_are_bound(id, &history);
    }
}
