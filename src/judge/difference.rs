//! One difference between an answer and what the oracle allows, before a rule is blamed for it.

use super::verdict::{Mismatch, MismatchKind};
use tablestakes_reference::rules::RuleId;

/// The place of a difference that is in a transaction's one failing part; see [`Difference::within`].
pub(crate) const FAILING_PART: &str = "the part that fails";

/// What is said of a refusal that has no error code.
pub(crate) const WITHOUT_CODE: &str = "without an error code";

/// Whether an answer says that the server does not have the operation, by its status.
pub(crate) fn says_not_implemented(shown: &str) -> bool {
    ["405", "501"].iter().any(|status| shown.starts_with(status))
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// In which respect.
    pub(crate) kind: MismatchKind,
    /// The rules of the catalogue that speak of it, the most telling first.
    pub(crate) rules: Vec<RuleId>,
    /// Whether it is about what comes with an answer rather than about what is answered: see [the module](super).
    pub(crate) incidental: bool,
    /// What the oracle answers.
    pub(crate) expected: String,
    /// What the target answered.
    pub(crate) actual: String,
}

impl Difference {
    /// A difference that always counts.
    pub(crate) fn new(
        kind: MismatchKind,
        rules: &[RuleId],
        expected: impl Into<String>,
        actual: impl Into<String>,
    ) -> Self {
        let (expected, actual) = (cut(expected.into()), cut(actual.into()));
        Self { kind, rules: rules.to_vec(), incidental: false, expected, actual }
    }

    /// The same, counting only where one of its rules is tried.
    pub(crate) fn incidental(mut self) -> Self {
        self.incidental = true;
        self
    }

    /// The same, said of something: `row ("p", "r"): …`.
    pub(crate) fn within(mut self, place: &str) -> Self {
        self.expected = cut(format!("{place}: {}", self.expected));
        self.actual = cut(format!("{place}: {}", self.actual));
        self
    }

    /// Whether another is the same, whatever was expected instead.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.actual == other.actual
    }

    /// Whether the answer as a whole is another, so that nothing else of it could be compared.
    pub(crate) fn is_outright(&self) -> bool {
        self.kind.is_outright() && !self.incidental
    }

    /// Whether the target says that it does not have the operation, and the oracle does not.
    pub(crate) fn is_not_implemented(&self) -> bool {
        says_not_implemented(&self.actual) && !says_not_implemented(&self.expected)
    }

    /// Whether the right answer was refused in the right way, and without a code that says so.
    pub(crate) fn is_of_form_of_refusal(&self) -> bool {
        self.kind == MismatchKind::ErrorCode && self.actual.contains(WITHOUT_CODE)
    }

    /// The mismatch that it is where this rule is known to be broken.
    pub(crate) fn breaking(&self, rule: RuleId, operation: &str) -> Mismatch {
        Mismatch {
            rule,
            kind: self.kind,
            operation: operation.to_owned(),
            expected: self.expected.clone(),
            actual: self.actual.clone(),
        }
    }
}

/// What a target sends may be long, and stands in every report.
fn cut(text: String) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()),
    }
}
