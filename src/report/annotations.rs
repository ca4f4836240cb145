//! Annotations of a GitHub job: workflow commands that the runner reads from what a step prints.
//!
//! A step shows ten of each level. The root causes that matter most therefore come first, and one annotation counts the rest.

use super::by_cause::by_cause;
use super::document::ReportDocument;
use super::words::{allowed, cut, kind, next_command, verdict};
use crate::finding::printable;
use std::fmt::Write as _;

/// So many of one level does a step show.
const MOST: usize = 10;
/// The most characters of one annotation.
const LONGEST: usize = 600;

/// The commands, one a line.
pub fn annotations(document: &ReportDocument) -> String {
    let mut text = String::new();
    let groups = by_cause(document);
    let failing: Vec<_> = groups.iter().filter(|group| group.fails()).collect();
    let shown = if failing.len() > MOST { MOST - 1 } else { MOST };
    for group in failing.iter().take(shown) {
        let Some(finding) = group.findings.first() else { continue };
        let told = format!(
            "{}: {}\n{}: {}. Answered: {}. Allowed: {}.\nIt {}; the finding is {}",
            group.cause.impact,
            group.rule.statement,
            finding.operation,
            kind(&finding.kind),
            finding.actual,
            allowed(&finding.expected),
            group.what_it_does(),
            finding.file
        );
        command(&mut text, "error", &group.cause.rule, &told);
    }
    if failing.len() > shown {
        command(&mut text, "error", "tablestakes", &format!("{} more root causes", failing.len() - shown));
    }
    for denied in document.denied.iter().take(MOST) {
        command(&mut text, "warning", "tablestakes: denied", denied);
    }
    let told = format!("{}\nnext: {}", verdict(document), next_command(document));
    command(&mut text, "notice", &format!("tablestakes: {}", document.target.given), &told);
    text
}

fn command(text: &mut String, level: &str, title: &str, message: &str) {
    let message = cut(&printable(message), LONGEST);
    let _ = writeln!(text, "::{level} title={}::{}", property(&printable(title)), data(&message));
}

/// Data as the runner reads them: nothing in them begins another command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_says_is_no_command() {
        let mut text = String::new();
        command(&mut text, "error", "a:b,c", "50%\n::stop-commands::x");
        assert_eq!(text.lines().count(), 1);
        assert!(text.starts_with("::error title=a%3Ab%2Cc::50%25%0A"), "{text}");
    }
}
