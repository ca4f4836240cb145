//! Which rule a difference breaks.
//!
//! The strongest evidence is an experiment: an oracle that breaks one rule and then answers as the target does
//! explains the target. Where no single rule does, the rule that refused a request, and a table of which rules speak
//! of which header, annotation and type, decide.

use super::difference::Difference;
use super::verdict::{Mismatch, MismatchKind};
use tablestakes_reference::rules::{RuleId, id};

/// The rules that a service has all its operations.
pub(crate) const IMPLEMENTED: [RuleId; 3] =
    [id::TABLE_ERRORS_IMPLEMENTED, id::QUEUE_ERRORS_IMPLEMENTED, id::BLOB_ERRORS_IMPLEMENTED];

/// What is known about a step that differs.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'a> {
    /// What was asked.
    pub(crate) operation: &'a str,
    /// The rules that the history tries, the one it aims at first.
    pub(crate) declared: &'a [RuleId],
    /// The rules that took part in the oracle's answer, in order.
    pub(crate) applied: &'a [RuleId],
    /// The rules that took part in any answer so far, this one included.
    pub(crate) seen: &'a [RuleId],
    /// The rule whose breach explains the target's answer.
    pub(crate) explained_by: Option<RuleId>,
    /// Whether the target is known to refuse the operation as not implemented whatever it is asked for.
    pub(crate) is_lacking: bool,
}

/// A mismatch for each difference, in their order.
pub(crate) fn blame(differences: Vec<Difference>, evidence: Evidence<'_>) -> Vec<Mismatch> {
    let mut told = Vec::with_capacity(differences.len());
    for (place, difference) in differences.into_iter().enumerate() {
        let operation = evidence.operation.to_owned();
        if let Some(rule) = unimplemented(&difference, evidence) {
            // What the oracle answers makes no difference to that.
            let Difference { expected, actual, .. } = difference;
            let kind = MismatchKind::RefusedValid;
            return vec![Mismatch { rule, kind, operation, expected, actual }];
        }
        let explained_by = evidence.explained_by.filter(|_| place == 0);
        let Some(rule) = rule(&difference, Evidence { explained_by, ..evidence }) else { continue };
        let Difference { kind, expected, actual, .. } = difference;
        told.push(Mismatch { rule, kind, operation, expected, actual });
    }
    told
}

/// The rule that operations are implemented, if that is what a difference comes to.
fn unimplemented(difference: &Difference, evidence: Evidence<'_>) -> Option<RuleId> {
    let Evidence { declared, applied, is_lacking, .. } = evidence;
    if !difference.is_not_implemented() {
        return None;
    }
    let service = applied.iter().chain(declared).next()?.rule().service;
    let rule = IMPLEMENTED.into_iter().find(|rule| rule.rule().service == service)?;
    (is_lacking || declared.contains(&rule)).then_some(rule)
}

fn rule(difference: &Difference, evidence: Evidence<'_>) -> Option<RuleId> {
    let Evidence { declared, applied, seen, explained_by, .. } = evidence;
    let speaks = |rule: &RuleId| difference.rules.contains(rule);
    let is_applied = |rule: &RuleId| applied.contains(rule);
    let is_seen = |rule: &RuleId| seen.contains(rule);
    let refuses =
        matches!(difference.kind, MismatchKind::AcceptedInvalid | MismatchKind::Status | MismatchKind::ErrorCode);
    let is_done_otherwise = matches!(difference.kind, MismatchKind::RefusedValid | MismatchKind::Status);
    // Wrong rows are seen in a read, and mostly come of the write that the history is about.
    let of_rows = matches!(difference.kind, MismatchKind::RowMissing | MismatchKind::RowExtra);
    // Who is turned away without having asked for anything wrong was not recognised.
    let is_turned_away = difference.kind == MismatchKind::RefusedValid
        && ["401", "403 Auth"].iter().any(|status| difference.actual.starts_with(status));
    let mut choices = [
        explained_by.filter(|rule| declared.contains(rule)),
        // The first rule of a wrong refusal or grant is the one that refused on the oracle.
        difference.rules.first().copied().filter(|_| refuses),
        declared.iter().copied().find(|rule| speaks(rule) && is_applied(rule)),
        declared.iter().copied().find(|rule| speaks(rule) && is_seen(rule)),
        explained_by,
        declared.iter().copied().find(|rule| is_seen(rule) && !is_of_form(*rule)).filter(|_| of_rows),
        difference.rules.iter().copied().find(is_applied),
        difference.rules.first().copied(),
        declared.iter().copied().find(|rule| is_turned_away && is_applied(rule) && is_of_access(*rule)),
        applied.iter().copied().rev().find(|rule| is_turned_away && is_of_access(*rule)),
        declared.iter().copied().find(is_applied),
        applied.iter().copied().rev().find(|rule| says_what_is_done(*rule)).filter(|_| is_done_otherwise),
        declared.iter().copied().find(is_seen),
        declared.first().copied(),
        applied.last().copied(),
        RuleId::all().next(),
    ]
    .into_iter();
    choices.find_map(|choice| choice)
}

/// Whether a rule is about how requests and answers are written, which leaves the rows as they are.
fn is_of_form(rule: RuleId) -> bool {
    matches!(rule.rule().topic, "headers" | "json" | "errors")
}

/// Whether a rule is about who may ask.
fn is_of_access(rule: RuleId) -> bool {
    matches!(rule.rule().topic, "auth" | "sas" | "acl" | "public")
}

/// Whether a rule is about what an operation does, rather than how it is addressed, signed and written. In which order rows come
/// is no reason to refuse them.
fn says_what_is_done(rule: RuleId) -> bool {
    let topic = rule.rule().topic;
    matches!(topic, "tables" | "entities" | "query" | "projection" | "continuation" | "batch" | "keys")
        && rule != id::TABLE_KEYS_ORDER_ASCENDING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blamed(kind: MismatchKind, rules: &[RuleId], explained_by: Option<RuleId>) -> RuleId {
        let evidence = Evidence {
            operation: "Get Entity",
            declared: &[id::TABLE_ENTITIES_GET, id::TABLE_TYPES_INT64],
            applied: &[id::TABLE_KEYS_PERCENT_ONCE, id::TABLE_TYPES_INT64],
            seen: &[id::TABLE_KEYS_PERCENT_ONCE, id::TABLE_TYPES_INT64],
            explained_by,
            is_lacking: false,
        };
        blame(vec![Difference::new(kind, rules, "", "")], evidence)[0].rule
    }

    #[test]
    fn what_explains_the_answer_is_blamed_first() {
        let spoken = [id::TABLE_TYPES_STRING, id::TABLE_TYPES_INT64];
        let value = MismatchKind::PropertyValue;
        assert_eq!(blamed(value, &spoken, Some(id::TABLE_ENTITIES_GET)), id::TABLE_ENTITIES_GET);
        assert_eq!(blamed(value, &spoken, None), id::TABLE_TYPES_INT64);
        assert_eq!(blamed(value, &spoken[..1], Some(id::TABLE_KEYS_EMPTY)), id::TABLE_KEYS_EMPTY);
        assert_eq!(blamed(value, &spoken[..1], None), id::TABLE_TYPES_STRING);
        assert_eq!(blamed(value, &[], None), id::TABLE_TYPES_INT64);
    }

    #[test]
    fn a_wrong_row_is_blamed_on_what_the_history_is_about() {
        let spoken = [id::TABLE_QUERY_ALL];
        assert_eq!(blamed(MismatchKind::RowMissing, &spoken, None), id::TABLE_TYPES_INT64);
        assert_eq!(blamed(MismatchKind::Header, &spoken, None), id::TABLE_QUERY_ALL);
    }

    #[test]
    fn a_wrong_row_is_not_blamed_on_a_rule_about_headers() {
        let rules = [id::TABLE_HEADERS_VERSION_ECHO, id::TABLE_TABLES_LIST];
        let evidence = Evidence {
            operation: "Query Tables",
            declared: &rules[..1],
            applied: &rules,
            seen: &rules,
            explained_by: None,
            is_lacking: false,
        };
        let missing = Difference::new(MismatchKind::RowMissing, &rules[1..], "", "");
        assert_eq!(blame(vec![missing], evidence)[0].rule, id::TABLE_TABLES_LIST);
    }

    #[test]
    fn a_wrong_refusal_is_not_blamed_on_a_rule_of_another_step() {
        let evidence = Evidence {
            operation: "Query Entities",
            declared: &[id::TABLE_ENTITIES_MERGE_OVERWRITES],
            applied: &[
                id::TABLE_AUTH_SIGNATURE,
                id::TABLE_QUERY_FILTER,
                id::TABLE_KEYS_ORDER_ASCENDING,
                id::TABLE_HEADERS_VERSION_ECHO,
            ],
            seen: &[id::TABLE_ENTITIES_MERGE_OVERWRITES],
            explained_by: None,
            is_lacking: false,
        };
        let refused = Difference::new(MismatchKind::RefusedValid, &[], "", "");
        assert_eq!(blame(vec![refused], evidence)[0].rule, id::TABLE_QUERY_FILTER);
    }

    #[test]
    fn an_operation_that_is_not_there_is_told_of_once() {
        let refused =
            |kind, expected| Difference::new(kind, &[id::BLOB_CONDITIONS_IF_MATCH], expected, "501 APINotImplemented");
        let differences = vec![
            refused(MismatchKind::Status, "412 ConditionNotMet"),
            refused(MismatchKind::ErrorCode, "412 ConditionNotMet"),
        ];
        let applied = [id::BLOB_CONDITIONS_IF_MATCH];
        let told = |declared: &[RuleId], is_lacking| {
            let evidence = Evidence {
                operation: "Put Blob From URL",
                declared,
                applied: &applied,
                seen: &applied,
                explained_by: None,
                is_lacking,
            };
            blame(differences.clone(), evidence).iter().map(|held| (held.rule, held.kind)).collect::<Vec<_>>()
        };
        let once = vec![(id::BLOB_ERRORS_IMPLEMENTED, MismatchKind::RefusedValid)];
        assert_eq!(told(&applied, true), once);
        assert_eq!(told(&[id::BLOB_ERRORS_IMPLEMENTED], false), once);
        assert_eq!(told(&applied, false).len(), 2);
        assert_eq!(told(&applied, false)[0].0, id::BLOB_CONDITIONS_IF_MATCH);
    }

    #[test]
    fn a_wrong_grant_breaks_the_rule_that_refuses() {
        let granted = MismatchKind::AcceptedInvalid;
        assert_eq!(blamed(granted, &[id::TABLE_KEYS_REQUIRED], Some(id::TABLE_KEYS_EMPTY)), id::TABLE_KEYS_REQUIRED);
    }
}
