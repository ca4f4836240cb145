//! The queue service by its answers: short histories of requests as text, played on a service of their own each. What the
//! intact reference answers is kept as reviewed text; each rule that can be broken must change an answer of some history, in
//! which it takes part.

mod history;
mod signing;

use history::{Played, read};
use std::fmt::Write as _;
use tablestakes_reference::rules::{Broken, RuleId};

const HISTORIES: &str = include_str!("histories.txt");

#[test]
fn answers_are_reviewed() {
    let mut text = String::new();
    for history in read(HISTORIES) {
        let _ = writeln!(text, "== {}\n{}", history.name, history.play(Broken::none()).text);
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("answers", text);
    });
}

#[test]
fn every_broken_rule_changes_an_answer() {
    let histories = read(HISTORIES);
    let intact: Vec<Played> = histories.iter().map(|history| history.play(Broken::none())).collect();
    let mut text = String::new();
    let mut unseen = Vec::new();
    for rule in RuleId::all().filter(|rule| rule.rule().service == "queue" && rule.rule().broken.is_some()) {
        let shows = histories.iter().zip(&intact).find(|(history, intact)| {
            let broken = history.play(Broken::none().and(rule));
            broken.text != intact.text && intact.rules.contains(&rule)
        });
        match shows {
            Some((history, _)) => {
                let _ = writeln!(text, "{rule}: {}", history.name);
            }
            None => unseen.push(rule.as_str()),
        }
    }
    assert!(unseen.is_empty(), "{} broken rules change nothing:\n{}", unseen.len(), unseen.join("\n"));
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("rules", text);
    });
}

/// What stands beside an answer says what else would have been right.
#[test]
fn alternatives_are_told() {
    let histories = read(HISTORIES);
    let of = |name: &str| {
        let history = histories.iter().find(|history| history.name == name).expect("a history of this name");
        history.play(Broken::none()).alternatives
    };
    let stale = of("receipts are renewed by Get");
    assert!(stale.iter().any(|held| (held.status, held.code) == (400, Some("PopReceiptMismatch"))));
    let anonymous = of("requests without credentials");
    assert!([401, 403].iter().all(|status| anonymous.iter().any(|held| held.status == *status && held.same_effect)));
}
