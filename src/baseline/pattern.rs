//! Patterns over signatures: what an entry says of the faults that it knows.

use crate::finding::Signature;
use globset::{Glob, GlobMatcher};
use std::fmt;
use tablestakes_reference::rules::RuleId;

/// A signature in which parts may be globs. `*` in the last place stands for all that follows.
#[derive(Debug, Clone)]
pub struct SignaturePattern {
    text: String,
    parts: Vec<GlobMatcher>,
    open: bool,
}

/// The part of a signature in which its rule stands, and that of the kind.
const RULE: usize = 1;
const KIND: usize = 2;

/// The kinds of mismatch of a request that was not refused as it must be.
const NOT_REFUSED_SO: [&str; 3] = ["accepted-invalid", "error-code", "status"];

/// The text is not a pattern over signatures.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPattern {
    /// It has not the parts of a signature.
    #[error("`{0}` is not a pattern over signatures: one reads v1:RULE:KIND:OPERATION:*, and each part may be a glob")]
    Form(String),
    /// A part of it is not a glob.
    #[error("`{part}` in `{text}` is not a glob: {reason}")]
    Glob {
        /// The pattern.
        text: String,
        /// The part.
        part: String,
        /// Why.
        reason: String,
    },
}

impl SignaturePattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// It has not the form of a signature, or a part of it is not a glob.
    pub fn parse(text: &str) -> Result<Self, InvalidPattern> {
        let parts: Vec<&str> = text.split(':').collect();
        let open = parts.len() > RULE && parts.last() == Some(&"*");
        let whole = text.parse::<Signature>().is_ok() || has_wildcard(text) && (open || (6..=8).contains(&parts.len()));
        if parts[0] != "v1" || parts.iter().any(|part| part.is_empty()) || parts.len() > 9 || !whole {
            return Err(InvalidPattern::Form(text.to_owned()));
        }
        let glob = |part: &&str| match Glob::new(part) {
            Ok(glob) => Ok(glob.compile_matcher()),
            Err(error) => Err(InvalidPattern::Glob {
                text: text.to_owned(),
                part: (*part).to_owned(),
                reason: error.kind().to_string(),
            }),
        };
        let closed = &parts[..parts.len() - usize::from(open)];
        let parts = closed.iter().map(glob).collect::<Result<_, _>>()?;
        Ok(Self { text: text.to_owned(), parts, open })
    }

    /// The narrow pattern of a fault: a rule, in which respect it is broken, and in which operation, whatever the axes.
    pub fn of(rule: RuleId, signature: &Signature) -> Result<Self, InvalidPattern> {
        Self::parse(&format!("v1:{rule}:{}:{}:*", signature.kind_name(), signature.operation_name()))
    }

    /// The narrow pattern of a fault of which an experiment says that the target does not enforce a rule. Whether what must be
    /// refused is then granted or refused for another reason depends on what else is wrong with the request: all of that is one
    /// fault.
    pub fn of_unenforced(rule: RuleId, signature: &Signature) -> Result<Self, InvalidPattern> {
        if !NOT_REFUSED_SO.contains(&signature.kind_name()) {
            return Self::of(rule, signature);
        }
        let kinds = NOT_REFUSED_SO.join(",");
        Self::parse(&format!("v1:{rule}:{{{kinds}}}:{}:*", signature.operation_name()))
    }

    /// Whether a signature is one of these. Where an experiment says which rule it comes down to, that one may stand in the
    /// place of the rule.
    pub fn is_match(&self, signature: &Signature, cause: Option<RuleId>) -> bool {
        self.matches(signature, signature.rule_name())
            || cause.is_some_and(|cause| self.matches(signature, cause.as_str()))
    }

    fn matches(&self, signature: &Signature, rule: &str) -> bool {
        let parts: Vec<&str> = signature.as_str().split(':').collect();
        let fits = if self.open { parts.len() >= self.parts.len() } else { parts.len() == self.parts.len() };
        fits && self
            .parts
            .iter()
            .zip(parts)
            .enumerate()
            .all(|(place, (glob, part))| glob.is_match(if place == RULE { rule } else { part }))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The rule that it names.
    pub fn rule(&self) -> Option<RuleId> {
        self.part(RULE).and_then(RuleId::find)
    }

    /// Whether it names one rule.
    pub fn names_a_rule(&self) -> bool {
        self.part(RULE).is_some_and(|part| !has_wildcard(part))
    }

    /// Whether it names in which respect a rule is broken, or each of several.
    pub fn names_a_kind(&self) -> bool {
        self.part(KIND).is_some_and(|part| !part.contains(['*', '?', '[']))
    }

    fn part(&self, place: usize) -> Option<&str> {
        self.text.split(':').nth(place)
    }
}

/// Whether a glob stands for more than itself.
pub(super) fn has_wildcard(glob: &str) -> bool {
    glob.contains(['*', '?', '[', '{'])
}

impl PartialEq for SignaturePattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for SignaturePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURE: &str = "v1:table.etag.stale-replace:accepted-invalid:update-entity:2019-02-02:json-minimal";

    fn matches(pattern: &str) -> bool {
        SignaturePattern::parse(pattern).unwrap().is_match(&SIGNATURE.parse().unwrap(), None)
    }

    #[test]
    fn each_part_may_be_a_glob() {
        assert!(matches(SIGNATURE));
        assert!(matches("v1:table.etag.stale-replace:accepted-invalid:*"));
        assert!(matches("v1:table.etag.*:accepted-*:update-entity:*"));
        assert!(matches("v1:table.etag.stale-replace:accepted-invalid:update-entity:*:json-minimal"));
        assert!(!matches("v1:table.etag.stale-replace:status:*"));
        assert!(!matches("v1:table.etag.stale-replace:accepted-invalid:merge-entity:*"));
        assert!(!matches("v1:table.etag.stale-replace:accepted-invalid:update-entity:*:atom"));
    }

    #[test]
    fn a_glob_ends_with_its_part() {
        assert!(!matches("v1:table.*:update-entity:*"));
        assert!(!matches("v1:*:update-entity:2019-02-02:json-minimal:*"));
        assert!(matches(&format!("{SIGNATURE}:*")));
    }

    #[test]
    fn the_cause_may_stand_for_the_rule() {
        let cause = RuleId::find("table.etag.stale-delete").unwrap();
        let pattern = SignaturePattern::parse("v1:table.etag.stale-delete:accepted-invalid:*").unwrap();
        let signature = SIGNATURE.parse().unwrap();
        assert!(!pattern.is_match(&signature, None));
        assert!(pattern.is_match(&signature, Some(cause)));
        let narrow = SignaturePattern::of(cause, &signature).unwrap();
        assert_eq!(narrow.as_str(), "v1:table.etag.stale-delete:accepted-invalid:update-entity:*");
        assert!(narrow.names_a_rule() && narrow.names_a_kind() && narrow.rule() == Some(cause));
        let unenforced = SignaturePattern::of_unenforced(cause, &signature).unwrap();
        assert_eq!(
            unenforced.as_str(),
            "v1:table.etag.stale-delete:{accepted-invalid,error-code,status}:update-entity:*"
        );
        assert!(unenforced.is_match(&signature, Some(cause)) && unenforced.names_a_kind());
        assert!(!SignaturePattern::parse("v1:*").unwrap().names_a_rule());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "*", "v1", "v2:*", "v1:a:b", "v1:a:b::*", "v1:a:b*", "v1:a:b:c:d:e:f"] {
            assert!(matches!(SignaturePattern::parse(text), Err(InvalidPattern::Form(_))), "{text}");
        }
        assert!(matches!(SignaturePattern::parse("v1:a:[:*"), Err(InvalidPattern::Glob { .. })));
    }
}
