//! The rule book: the catalogue as a page to read, with the checks that try each rule and the targets known to break it.

use crate::baseline::Baseline;
use std::fmt::Write as _;
use tablestakes_reference::rules::{Level, Rule, RuleId};
use tablestakes_suites::{Check, catalogue};

/// How the page begins.
const HEAD: &str = "\
# The rule book

What a conforming service does, rule by rule, how that is known, which checks try it, and which targets are known to do
otherwise. This page is written by `tablestakes list rule-book --baseline FILE…`; the rules themselves stand under
`reference/rules`. MUST binds where the evidence is recorded, tested or documented; everything else advises, and fails nobody.
An open question accepts every answer that is named.
";

/// The page, with what these baselines say of their targets. Each comes with the name of its target.
pub fn rule_book(baselines: &[(String, Baseline)]) -> String {
    let checks = catalogue();
    let mut text = HEAD.to_owned();
    let mut topic = ("", "");
    for id in RuleId::all() {
        let rule = id.rule();
        if topic != (rule.service, rule.topic) {
            topic = (rule.service, rule.topic);
            let _ = write!(text, "\n## {} · {}\n", rule.service, rule.topic);
        }
        entry(&mut text, id, rule, &checks, baselines);
    }
    text
}

fn entry(text: &mut String, id: RuleId, rule: &Rule, checks: &[Check], baselines: &[(String, Baseline)]) {
    let _ = write!(text, "\n### {}\n\n{}\n\n", rule.id, plain(rule.statement));
    let _ = write!(text, "- {} · {} · ", rule.level, rule.evidence);
    match rule.versions {
        "all" => text.push_str("all versions"),
        range => drop(write!(text, "versions {range}")),
    }
    if let Some(profile) = rule.profile {
        let _ = write!(text, " · {profile} alone");
    }
    let _ = writeln!(text, "\n- Evidence: {}", plain(&rule.sources.join("; ")));
    if rule.level == Level::Open {
        let _ = writeln!(text, "- Accepted: {}", plain(&rule.accepts.join("; ")));
    }
    let trying: Vec<String> =
        checks.iter().filter(|check| check.rules.contains(&id)).map(|check| format!("`{}`", check.id)).collect();
    if !trying.is_empty() {
        let _ = writeln!(text, "- Checks: {}", trying.join(", "));
    }
    for (target, baseline) in baselines {
        let mut reasons: Vec<&str> = baseline.reasons(id).collect();
        reasons.dedup();
        for reason in reasons {
            let _ = writeln!(text, "- {target} differs: {}", plain(reason));
        }
    }
}

/// Text that Markdown takes for nothing but text.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_[]<>#$".contains(character) {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// `UPDATE_RULE_BOOK=1 cargo test rule_book` writes it anew.
    #[test]
    fn the_published_rule_book_is_current() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let baseline = Baseline::read(&root.join("baselines/azurite-3.37.0.toml")).unwrap();
        let text = rule_book(&[("azurite-3.37.0".to_owned(), baseline)]);
        let path = root.join("docs/rules.md");
        if std::env::var_os("UPDATE_RULE_BOOK").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(published == text, "docs/rules.md is out of date: UPDATE_RULE_BOOK=1 cargo test rule_book");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(plain("a_b `c` $filter"), "a\\_b \\`c\\` \\$filter");
    }
}
