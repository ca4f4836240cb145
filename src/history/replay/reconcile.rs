//! What an oracle cannot know of a queue: at which instant within the exchange the target acted, and which of several messages it
//! chose. An answer is right if it is right for one of these.

use super::experiment::Judging as _;
use super::lockstep::Lockstep;
use crate::judge::{Document, Expected, Mismatch, MismatchKind, Outcome};
use std::sync::Arc;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::Step;
use tablestakes_reference::rules::id;

/// An answer that is right after all.
pub(super) struct Reconciled {
    /// What the oracle answers then.
    pub(super) answers: Arc<Vec<Expected>>,
    /// What is advised and was not done: another order of messages.
    pub(super) advice: Option<Mismatch>,
}

impl Lockstep<'_> {
    /// Finds the instant, or the choice of messages, for which the target's answer to the last step is right, and has the oracle
    /// go on from there. Nothing if there is none.
    pub(super) fn reconcile(&mut self, index: usize, step: &Step) -> Option<Reconciled> {
        if self.history.service != ServiceName::Queue {
            return None;
        }
        let came = self.played[index].came.as_ref()?;
        let duration = came.sent.first()?.duration;
        let texts: Vec<String> = match &came.actual.first()?.as_ref().ok()?.document {
            Document::Messages(messages) => messages.iter().filter_map(|message| message.text.clone()).collect(),
            _ => Vec::new(),
        };
        let sent = self.played[index].now;
        let answered = sent + duration;
        for (instant, chosen) in [(answered, Vec::new()), (sent, texts.clone()), (answered, texts)] {
            let chooses = !chosen.is_empty();
            if !chooses && instant == sent {
                continue;
            }
            (self.played[index].now, self.played[index].chosen) = (instant, chosen);
            let Some(mut replay) = self.past().play(&self.broken) else { break };
            let answers = replay.answers.pop().unwrap_or_default();
            let Outcome::Compared { differences, .. } = self.judge(step, &answers, &self.played[index]) else {
                continue;
            };
            if differences.is_empty() {
                let advice = chooses.then(|| self.another_order(index, step));
                self.oracle = replay.side;
                return Some(Reconciled { answers, advice });
            }
        }
        (self.played[index].now, self.played[index].chosen) = (sent, Vec::new());
        None
    }

    fn another_order(&self, index: usize, step: &Step) -> Mismatch {
        let chosen = self.played[index].chosen.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>();
        Mismatch {
            rule: id::QUEUE_MESSAGES_ORDER,
            kind: MismatchKind::RowOrder,
            operation: step.call.name().to_owned(),
            expected: "the messages in the order in which they became visible".to_owned(),
            actual: chosen.join(", "),
        }
    }
}
