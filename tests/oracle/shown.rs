//! What an oracle in the target's place shows: nearly every rule that can be broken shows in the history of a check that names it,
//! without a request. The engine tells by it which rules a target keeps.

use crate::bench::{Bench, histories, rules_with_checks};
use tablestakes::target::Axes;
use tablestakes_reference::rules::id;
use tablestakes_suites::{Check, Source, catalogue};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_rule_shows_without_a_request() {
    let bench = Bench::start(1).await;
    let checks = catalogue();
    let scripted = |check: &&Check| matches!(check.source, Source::Scripted(_));
    let (mut hidden, mut asked) = (Vec::new(), 0);
    // What a restart loses shows only where something restarts.
    for rule in
        rules_with_checks().filter(|rule| rule.rule().broken.is_some() && *rule != id::TABLE_DURABILITY_ACKNOWLEDGED)
    {
        let naming: Vec<&Check> = checks.iter().filter(scripted).filter(|check| check.rules.contains(&rule)).collect();
        let mut histories = naming.iter().flat_map(|check| histories(check, 1, 1)).peekable();
        if histories.peek().is_none() {
            continue;
        }
        asked += 1;
        if !histories.any(|history| bench.replayers.shows(Axes::default(), &history, rule)) {
            hidden.push(rule.as_str());
        }
    }
    assert!(asked > 0 && hidden.is_empty(), "{} of {asked} do not show: {hidden:#?}", hidden.len());
}
