//! How often each generator reaches each rule, as reviewed text: a generator that no longer reaches a rule, or reaches a
//! new one, changes it.

use crate::bench::{Bench, histories, rules_with_checks};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tablestakes::concurrency::replay;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Source, Suite, catalogue};

const SEED: u64 = 1;
/// As many histories as a run draws that is not told otherwise.
const DRAWN: u32 = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn generators_reach_what_they_reached() {
    let bench = Bench::start(SEED).await;
    let mut text = String::new();
    let mut missed = Vec::new();
    let mut by_any: BTreeMap<RuleId, u32> = BTreeMap::new();
    // Histories of several clients, and those with faults, have no oracle beside them.
    let apart = [Suite::Concurrency, Suite::Faults];
    let generated = catalogue().into_iter().filter(|check| !apart.contains(&check.suite));
    for check in generated.filter(|check| matches!(check.source, Source::Generated(_))) {
        let mut reached: BTreeMap<RuleId, u32> = BTreeMap::new();
        for history in histories(&check, SEED, DRAWN) {
            for rule in replay(bench.replayer(&history), &history).await.unwrap().reached {
                *reached.entry(rule).or_default() += 1;
                *by_any.entry(rule).or_default() += 1;
            }
        }
        missed.extend(check.rules.iter().filter(|rule| !reached.contains_key(rule)).map(|rule| (check.id, *rule)));
        let _ = writeln!(text, "{}: {} rules in {DRAWN} histories", check.id, reached.len());
        for (rule, histories) in reached {
            let _ = writeln!(text, "  {histories:>3}  {rule}");
        }
    }
    let _ = writeln!(text, "reached by any: {} of {} rules", by_any.len(), rules_with_checks().count());
    assert!(missed.is_empty(), "what a generator aims at and never reaches: {missed:?}");
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("reach", text);
    });
}
