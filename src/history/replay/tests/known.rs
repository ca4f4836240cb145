//! Of many rules that a target is known to break, an answer is explained by the one that it breaks.

use crate::history::replay::explain::shows_to_one_client;
use crate::history::{Learned, Names, Replayer};
use crate::target::{Axes, Limits, Target, Transport};
use std::sync::Arc;
use std::time::SystemTime;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{Broken, RuleId, id};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{ServiceName, Settings};
use tablestakes_suites::catalogue;
use tablestakes_suites::check::Source;
use tokio::net::TcpListener;

/// What a history that tries a rule blames on a target that breaks it, of which every rule is known to be broken.
async fn blamed(rule: RuleId) -> Vec<RuleId> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
    tokio::spawn(serve(listener, Shared::new(TableService::new(settings), 1), std::future::pending()));
    let target = Target::parse(&address).unwrap();
    let transport = Transport::new(&target, Limits::default());
    let names = Arc::new(Names::new(1, SystemTime::now()));
    let replayer = Replayer::new(target, transport, Axes::default(), names);
    let of_tables = |rule: &RuleId| rule.as_str().starts_with("table.");
    let broken = RuleId::all().filter(|rule| of_tables(rule) && shows_to_one_client(*rule)).collect();
    replayer.learn(Learned { broken, ..Learned::default() });
    let scripted = catalogue().into_iter().filter_map(|check| match check.source {
        Source::Scripted(history) => Some(history()),
        _ => None,
    });
    let tries = |history: &History| {
        history.service == ServiceName::Table && history.branches.is_empty() && history.rules.contains(&rule)
    };
    for history in scripted.filter(tries) {
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
