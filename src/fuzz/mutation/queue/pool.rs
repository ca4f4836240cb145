//! What a history of queues is about: its queues, and the steps that return messages, receipts and markers.

use super::values;
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::steps::before;
use crate::fuzz::mutation::text;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::queue::Ask;

/// An id that no message has, and a receipt of the right form that was never given.
const NO_MESSAGE: &str = "00000000-0000-4000-8000-000000000000";
const NO_RECEIPT: &str = "AgAAAAMAAAAAAAAADgkZwbAB0wE=";

/// The queues of a history, and what its steps return.
#[derive(Debug, Clone, Default)]
pub(in crate::fuzz::mutation) struct Pool {
    fixtures: u8,
    queues: Vec<String>,
    texts: Vec<String>,
    messages: Vec<usize>,
    updates: Vec<usize>,
    pages: Vec<usize>,
}

impl Pool {
    /// What this history is about.
    pub(in crate::fuzz::mutation) fn of(history: &History) -> Self {
        let mut pool = Self { fixtures: history.fixtures, ..Self::default() };
        for (place, step) in history.steps.iter().enumerate() {
            if let Call::Queue { ask } = &step.call {
                pool.note(place, ask);
            }
        }
        pool
    }

    fn note(&mut self, place: usize, ask: &Ask) {
        match ask {
            Ask::PutMessage { text, .. } => {
                self.messages.push(place);
                self.texts.push(text.clone());
            }
            Ask::GetMessages { .. } => self.messages.push(place),
            Ask::UpdateMessage { text, .. } => {
                self.updates.push(place);
                self.texts.extend(text.clone());
            }
            Ask::ListQueues { .. } => self.pages.push(place),
            Ask::CreateQueue { queue, .. } => self.queues.push(queue.clone()),
            _ => {}
        }
    }

    /// The name of a queue: mostly one of the history's own, seldom one that is not there.
    pub(super) fn queue(&self, dice: &mut Dice) -> String {
        match dice.below(10) {
            0 => "${queue}-absent".to_owned(),
            1 => dice.any(&self.queues).cloned().unwrap_or_else(|| "${queue}-x".to_owned()),
            _ => fixture(dice.below(usize::from(self.fixtures.max(1)))),
        }
    }

    /// The name of a queue that the history creates itself.
    pub(super) fn further(dice: &mut Dice) -> String {
        text::further("${queue}", dice)
    }

    /// The text of a message: now and then one of the history's.
    pub(super) fn text(&self, dice: &mut Dice) -> String {
        let held = dice.any(&self.texts).cloned().filter(|_| dice.one_in(4));
        held.unwrap_or_else(|| values::text(dice))
    }

    /// The id of a message: mostly of one that a step before this place returned; and that step.
    pub(super) fn message(&self, place: usize, dice: &mut Dice) -> (String, Option<usize>) {
        match before(&self.messages, place, dice).filter(|_| !dice.one_in(12)) {
            Some(step) => (Symbol::Message { step, part: 0 }.to_string(), Some(step)),
            None => (dice.pick(&[NO_MESSAGE, "no-id"]).unwrap_or(NO_MESSAGE).to_owned(), None),
        }
    }

    /// A receipt: mostly that of the step that returned the message, or of the last update.
    pub(super) fn receipt(&self, of: Option<usize>, place: usize, dice: &mut Dice) -> Option<String> {
        let by = |step| Some(Symbol::Receipt { step, part: 0 }.to_string());
        match dice.below(12) {
            0 => None,
            1 => dice.pick(&["invalid", NO_RECEIPT, "AAAA"]).map(str::to_owned),
            2..=4 => before(&self.updates, place, dice).or(of).and_then(by),
            5 => before(&self.messages, place, dice).and_then(by),
            _ => {
                of.or_else(|| before(&self.messages, place, dice)).and_then(by).or_else(|| Some(NO_RECEIPT.to_owned()))
            }
        }
    }

    /// Where a listing goes on: mostly where a page before this place said.
    pub(super) fn marker(&self, place: usize, dice: &mut Dice) -> String {
        match before(&self.pages, place, dice).filter(|_| !dice.one_in(4)) {
            Some(step) => Symbol::Marker(step).to_string(),
            None => "garbage".to_owned(),
        }
    }
}

/// The name of one of the queues that a history is given.
pub(super) fn fixture(number: usize) -> String {
    Symbol::Queue(u8::try_from(number).unwrap_or(0)).to_string()
}

/// A message that a history's last steps returned, if one did: its id and its first receipt.
pub(super) fn last_message(steps: &[Step]) -> Option<(String, String)> {
    let told = |step: &Step| matches!(step.call, Call::Queue { ask: Ask::PutMessage { .. } });
    let step = steps.iter().rposition(told)?;
    Some((Symbol::Message { step, part: 0 }.to_string(), Symbol::Receipt { step, part: 0 }.to_string()))
}
