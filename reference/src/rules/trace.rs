//! Which rules decided an answer, and which of them are switched off.

use super::{CATALOGUE, RuleId};

const WORDS: usize = CATALOGUE.len().div_ceil(64);

/// The rules that the reference has been told to break.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Broken {
    rules: [u64; WORDS],
    /// Whether more is to be broken later.
    expectant: bool,
}

impl Broken {
    /// Nothing is broken: the conforming reference.
    pub fn none() -> Self {
        Self::default()
    }

    /// Breaks one more rule.
    #[must_use]
    pub fn and(mut self, rule: RuleId) -> Self {
        self.rules[rule.place() / 64] |= 1 << (rule.place() % 64);
        self
    }

    /// Keeps a rule after all.
    #[must_use]
    pub fn without(mut self, rule: RuleId) -> Self {
        self.rules[rule.place() / 64] &= !(1 << (rule.place() % 64));
        self
    }

    /// The same of a reference that may be told later to break more: it keeps what only one that breaks a rule has a use for.
    #[must_use]
    pub fn expectant(self) -> Self {
        Self { expectant: true, ..self }
    }

    /// The rules that one of the two breaks and the other keeps.
    #[must_use]
    pub fn unlike(&self, other: &Self) -> Self {
        Self { rules: std::array::from_fn(|word| self.rules[word] ^ other.rules[word]), expectant: false }
    }

    /// Whether both have a rule.
    pub fn meets(&self, other: &Self) -> bool {
        self.rules.iter().zip(&other.rules).any(|(one, other)| one & other != 0)
    }

    /// Whether the rule is broken.
    pub fn contains(&self, rule: RuleId) -> bool {
        self.rules[rule.place() / 64] & (1 << (rule.place() % 64)) != 0
    }
}

impl FromIterator<RuleId> for Broken {
    fn from_iter<I: IntoIterator<Item = RuleId>>(rules: I) -> Self {
        rules.into_iter().fold(Self::none(), Self::and)
    }
}

/// The rules that took part in one answer, in the order in which they were asked.
///
/// This is the one decision point of every rule: what enforces a rule asks [`Trace::enforce`] and does what the
/// rule's `broken` line says if the answer is no.
#[derive(Debug, Clone)]
pub struct Trace<'b> {
    broken: &'b Broken,
    seen: [u64; WORDS],
    order: Vec<RuleId>,
    raised: Vec<RuleId>,
    emulates: bool,
}

impl<'b> Trace<'b> {
    /// An empty trace of a reference that breaks these rules.
    pub fn new(broken: &'b Broken) -> Self {
        Self { broken, seen: [0; WORDS], order: Vec::with_capacity(24), raised: Vec::new(), emulates: false }
    }

    /// The same, of a reference that answers as the storage emulator does.
    #[must_use]
    pub fn emulating(mut self, emulates: bool) -> Self {
        self.emulates = emulates;
        self
    }

    /// Whether the reference answers as the storage emulator does, which this rule tells; notes it if so.
    #[inline]
    pub fn emulates(&mut self, rule: RuleId) -> bool {
        if self.emulates {
            self.note(rule);
        }
        self.emulates
    }

    /// Notes that the rule takes part in this answer; false if the reference has been told to break it.
    #[inline]
    pub fn enforce(&mut self, rule: RuleId) -> bool {
        self.note(rule);
        !self.broken.contains(rule)
    }

    /// Notes that the request raises this open question: every answer that the question accepts is allowed.
    pub fn raise(&mut self, question: RuleId) {
        self.note(question);
        if !self.raised.contains(&question) {
            self.raised.push(question);
        }
    }

    /// The open questions that were raised since the last time they were asked for.
    pub fn take_raised(&mut self) -> Vec<RuleId> {
        std::mem::take(&mut self.raised)
    }

    #[inline]
    fn note(&mut self, rule: RuleId) {
        let (word, bit) = (rule.place() / 64, 1 << (rule.place() % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.order.push(rule);
        }
    }

    /// Whether the reference keeps every rule.
    pub fn is_intact(&self) -> bool {
        *self.broken == Broken::none()
    }

    /// The rules asked so far, each once.
    pub fn into_rules(self) -> Vec<RuleId> {
        self.order
    }
}
