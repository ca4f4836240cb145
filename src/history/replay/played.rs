//! What was played so far, kept so that it can be judged again under another assumption about the target.

use super::target_side::{Came, Sent};
use crate::judge::{Difference, MismatchKind};
use std::time::SystemTime;
use tablestakes_reference::history::Step;
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::model::Adopted;

/// One step that was played.
pub(super) struct Played {
    /// When it was sent.
    pub(super) now: SystemTime,
    /// What the target answered; none for a step that was not sent to it, or that the oracle took no part in.
    pub(super) came: Option<Came>,
    /// What differs and is explained by no rule.
    pub(super) unexplained: Vec<Difference>,
    /// The rules that were found broken here.
    pub(super) found: Vec<RuleId>,
    /// The rules that took part in the oracle's answer, as it is judged in the end.
    pub(super) applied: Vec<RuleId>,
    /// Whether the target's answer could be compared with the oracle's.
    pub(super) judged: bool,
    /// Whether the target's answer is a page that ended before the oracle's did.
    pub(super) early: bool,
    /// Whether it was left out on both sides, since it refers to something that an answer lacks.
    pub(super) skipped: bool,
    /// Whether the target refused it for no known reason, and what it would have done cannot be read back: the oracle leaves it out.
    pub(super) undone: bool,
    /// What the oracle took over from the target behind this step.
    pub(super) adoption: Option<Adoption>,
    /// The texts of the messages that the target chose to return, where they are others than the oracle would have chosen.
    pub(super) chosen: Vec<String>,
}

impl Played {
    /// A step sent at this time, of which nothing is known yet.
    pub(super) fn at(now: SystemTime) -> Self {
        Self {
            now,
            came: None,
            unexplained: Vec::new(),
            found: Vec::new(),
            applied: Vec::new(),
            judged: false,
            early: false,
            skipped: false,
            undone: false,
            adoption: None,
            chosen: Vec::new(),
        }
    }

    /// Whether a difference is one of those that no rule explains here.
    pub(super) fn is_unexplained(&self, found: &Difference) -> bool {
        self.unexplained.iter().any(|held| held.is_same(found))
    }

    /// Whether the target refused it: so that nothing of it was done, as far as a client may rely on what it is told.
    pub(super) fn is_refused(&self) -> bool {
        let mut sent = self.came.iter().flat_map(|came| &came.sent);
        let status = |sent: &Sent| sent.outcome.as_ref().map_or(0, |response| response.status);
        sent.next().is_some_and(|sent| matches!(status(sent), 400..=499 | 501))
    }

    /// What the target answered, if it is one answer.
    pub(super) fn answer(&self) -> Option<&Response> {
        self.came.as_ref()?.sent.first()?.outcome.as_ref().ok()
    }

    /// Whether the answer lacks rows or properties for no known reason: what it would have shown of them was not seen.
    pub(super) fn hides_values(&self) -> bool {
        let hides = |held: &Difference| matches!(held.kind, MismatchKind::RowMissing | MismatchKind::PropertyMissing);
        self.unexplained.iter().any(hides)
    }
}

/// What the oracle takes over behind a step after which the target's state is another.
#[derive(Debug, Clone)]
pub(super) enum Adoption {
    /// Of tables: what is so.
    Rows(Rows),
    /// Of a container, a blob or a queue: what was asked and said. The oracle is asked the same, and takes over what differs.
    Answers(Answers),
}

/// What is so of tables.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// What is so on the target.
    pub(super) changes: Vec<Adopted>,
    /// The reads whose ETags stand for what the step should have returned, with the part of the transaction that they
    /// are of.
    pub(super) tags: Vec<(Option<usize>, Step)>,
}

/// What the target said of a container, a blob or a queue.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers {
    /// What was asked.
    pub(super) reads: Vec<Step>,
    /// What it answered, one answer a read.
    pub(super) said: Vec<Response>,
    /// What it had answered to the step itself.
    pub(super) answer: Option<Response>,
    /// The earlier steps that returned an ETag, and the last of them that returned the present one.
    pub(super) tagged: Vec<usize>,
    pub(super) same_tag: Option<usize>,
    /// The messages that steps returned: the step, which of its messages, and its id.
    pub(super) messages: Vec<(usize, usize, String)>,
}

impl Answers {
    /// Whether the target granted the step.
    pub(super) fn is_granted(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.status < 300)
    }
}
