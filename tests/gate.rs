//! A gate lets what its baseline knows pass, and nothing else. How that is for all rules is measured by the example `gate`.

#[path = "../examples/gate/bench.rs"]
mod bench;

use bench::{Asked, EMPTY, breakable, certified, is_shown, learned, names, replayed, trying, unknown};
use tablestakes::exit::Exit;
use tablestakes_reference::rules::{RuleId, id};

/// Every so-many-th rule that can be broken is known, and every so-many-th behind it is broken beside these.
const KNOWN: usize = 45;
const FURTHER: usize = 90;

/// Those of the secondary location are not asked here: it does not answer.
fn every(step: usize, from: usize) -> Vec<RuleId> {
    let answers = |rule: &RuleId| rule.rule().topic != "secondary";
    breakable().into_iter().filter(answers).skip(from).step_by(step).collect()
}

fn asked(rules: &[RuleId]) -> Asked {
    Asked { checks: trying(rules), seed: 1, cases: 10, jobs: 1 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_known_passes_and_nothing_else() {
    let (known, mut further) = (every(KNOWN, 3), every(FURTHER, 20));
    // There is an order for what clients see of this one, and so there is if the target breaks what is known.
    further.push(id::TABLE_CONCURRENCY_ETAG_ONCE);
    let tried = asked(&[known.clone(), further.clone()].concat());
    let first = certified(&known, EMPTY, &tried).await;
    assert_eq!(first.exit(), Exit::DoesNotConform);
    let baseline = learned(EMPTY, &first);
    let again = certified(&known, &baseline, &tried).await;
    let told: Vec<&str> = unknown(&again).iter().map(|finding| finding.signature.as_str()).collect();
    assert_eq!(again.exit(), Exit::Conforms, "{told:?}\n{baseline}");
    assert_eq!(learned(&baseline, &again), baseline, "nothing is new");
    for rule in further {
        let broken = [known.as_slice(), &[rule]].concat();
        let result = certified(&broken, &baseline, &asked(&[rule])).await;
        assert_eq!(result.exit(), Exit::DoesNotConform, "{rule}");
        assert!(names(&result, rule), "{rule}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finding_shows_where_its_rule_alone_is_broken() {
    let broken = every(KNOWN, 3);
    let result = certified(&broken, EMPTY, &asked(&broken)).await;
    let mut lost = Vec::new();
    for finding in &result.findings {
        let Some(rule) = result.cause_of(&finding.signature) else { continue };
        assert!(broken.contains(&rule), "{} comes down to {rule}, which is kept", finding.signature);
        if !is_shown(finding, rule, &replayed(&[rule], finding).await) {
            lost.push(finding.signature.as_str());
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// What Azurite is known to break explains these as well, but a target that keeps it is not excused by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_known_and_kept_excuses_nothing() {
    let lines = include_str!("../baselines/azurite-3.37.0.toml").lines();
    let baseline: String = lines.filter(|line| !line.starts_with("target")).flat_map(|line| [line, "\n"]).collect();
    for (rule, checks) in [
        (id::TABLE_QUERY_LITERAL_STRING, ["table.query.*", "table.types.*"]),
        (id::TABLE_CORS_ORIGIN_CASE, ["table.cors.*", "table.service-properties.*"]),
    ] {
        let checks = checks.map(str::to_owned).to_vec();
        let result = certified(&[rule], &baseline, &Asked { checks, seed: 1, cases: 3, jobs: 1 }).await;
        assert_eq!(result.exit(), Exit::DoesNotConform, "{rule}");
        let told: Vec<&str> = unknown(&result).iter().map(|finding| finding.signature.as_str()).collect();
        assert!(names(&result, rule), "{rule}: {told:?}");
        // What a history sets of the account is put back: a smaller one without that step would show it otherwise.
        for finding in unknown(&result) {
            assert!(is_shown(finding, rule, &replayed(&[rule], finding).await), "{}", finding.signature);
        }
    }
}
