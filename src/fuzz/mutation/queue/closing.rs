//! Closing steps: what did a history leave in its queues that it should not have, and what can be reached from elsewhere?
//!
//! Nothing is judged here. The steps are asked of the oracle as well, and a leftover shows as a difference.

use super::pool::{fixture, last_message};
use crate::fuzz::dice::Dice;
use tablestakes_reference::history::{Auth, History, Sas, SasScope, Step, Wire};
use tablestakes_reference::queue::Ask;

/// The history with closing steps: a look at each of its queues, and now and then one from elsewhere.
pub(super) fn closed(mut history: History, dice: &mut Dice) -> History {
    if dice.one_in(3) {
        let step = from_elsewhere(&history, dice);
        history.steps.push(step);
    }
    for number in 0..usize::from(history.fixtures) {
        history.steps.push(peek(fixture(number)));
        history.steps.push(Ask::GetMetadata { queue: fixture(number) }.into());
    }
    if dice.one_in(3) {
        let prefix = Some(fixture(0));
        history.steps.push(Ask::ListQueues { prefix, marker: None, max_results: None, metadata: true }.into());
    }
    history
}

fn peek(queue: String) -> Step {
    Ask::PeekMessages { queue, count: Some("32".to_owned()) }.into()
}

/// A look under another account or by a signature for another queue; and a message that is asked for where it is not.
fn from_elsewhere(history: &History, dice: &mut Dice) -> Step {
    let elsewhere = if history.fixtures > 1 { fixture(1) } else { "${queue}-absent".to_owned() };
    match (dice.below(3), last_message(&history.steps)) {
        (0, _) => {
            let wire = Wire { account: Some("otheraccount".to_owned()), ..Wire::default() };
            peek(fixture(0)).written(wire)
        }
        (1, Some((message, receipt))) => {
            Ask::DeleteMessage { queue: elsewhere, message, receipt: Some(receipt) }.into()
        }
        _ => {
            let sas = Sas::new(SasScope::Queue { queue: "${queue}-absent".to_owned() }, "raup");
            peek(fixture(0)).written(Wire { auth: Auth::Sas { sas: Box::new(sas) }, ..Wire::default() })
        }
    }
}
