//! Of many rules that a target is known to break, an answer is explained by the one that it breaks.

use super::{beside, scripted};
use crate::history::Learned;
use crate::history::replay::explain::shows_to_one_client;
use tablestakes_reference::rules::{Broken, RuleId, id};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{ServiceName, Settings};

/// What a history that tries a rule blames on a target that breaks it, of which every rule is known to be broken.
async fn blamed(rule: RuleId) -> Vec<RuleId> {
    let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
    let replayer = beside(ServiceName::Table, TableService::new(settings)).await;
    let of_tables = |rule: &RuleId| rule.as_str().starts_with("table.");
    let broken = RuleId::all().filter(|rule| of_tables(rule) && shows_to_one_client(*rule)).collect();
    replayer.learn(Learned { broken, ..Learned::default() });
    for history in scripted(ServiceName::Table).filter(|history| history.rules.contains(&rule)) {
        let replayed = replayer.in_lockstep(&history).await.unwrap();
        let rules: Vec<RuleId> = replayed.mismatches().map(|mismatch| mismatch.rule).collect();
        if !rules.is_empty() {
            return rules;
        }
    }
    Vec::new()
}

#[tokio::test]
async fn an_answer_is_explained_by_the_rule_that_it_breaks() {
    for rule in [
        id::TABLE_KEYS_PERCENT_ONCE,
        id::TABLE_HEADERS_VERSION_ECHO,
        id::TABLE_ETAG_STALE_REPLACE,
        id::TABLE_TYPES_INT64_INVALID,
        id::TABLE_TYPES_NAMES_CASE_SENSITIVE,
    ] {
        assert_eq!(blamed(rule).await, [rule]);
    }
}
