//! The history as a whole: what of it is left to chance, and where the parts of a change are.

use super::pool::Pool;
use super::{closing, fields};
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::matter::Matter;
use crate::fuzz::mutation::waiting::waiting_once;
use crate::fuzz::mutation::written;
use crate::history::symbols;
use crate::target::Format;
use std::collections::BTreeSet;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::queue::Ask;

impl Matter for Pool {
    fn step(&self, place: usize, dice: &mut Dice) -> Step {
        fields::operation(place, self, dice).into()
    }

    fn change(&self, step: &mut Step, place: usize, dice: &mut Dice) {
        fields::change(step, place, self, dice);
    }

    fn write(&self, step: &mut Step, donor: Option<&Step>, _: Format, dice: &mut Dice) {
        written::change(step, donor, self, dice);
    }

    fn settled(&self, history: History) -> History {
        referred_to_one_by_one(waiting_once(history))
    }

    fn closed(&self, history: History, dice: &mut Dice) -> History {
        closing::closed(history, dice)
    }
}

/// The history in which a Get whose message later steps name returns one message.
fn referred_to_one_by_one(mut history: History) -> History {
    let named = |step: &Step| {
        let messages = symbols(step).into_iter().filter_map(|symbol| match symbol {
            Symbol::Message { step, .. } | Symbol::Receipt { step, .. } => Some(step),
            _ => None,
        });
        messages.collect::<Vec<usize>>()
    };
    let named: BTreeSet<usize> = history.steps.iter().flat_map(named).collect();
    for place in named {
        if let Some(Step { call: Call::Queue { ask: Ask::GetMessages { count, .. } }, .. }) =
            history.steps.get_mut(place)
        {
            *count = None;
        }
    }
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::ServiceName;

    fn get(count: Option<&str>) -> Step {
        let (queue, count) = ("${queue}".to_owned(), count.map(str::to_owned));
        Ask::GetMessages { queue, count, visibility: None }.into()
    }

    fn delete(of: usize) -> Step {
        let (message, receipt) = (format!("${{message:{of}}}"), Some(format!("${{receipt:{of}}}")));
        Ask::DeleteMessage { queue: "${queue}".into(), message, receipt }.into()
    }

    #[test]
    fn nothing_is_left_to_the_order_of_messages_or_to_long_waits() {
        let wait = |seconds| Step::from(Call::Wait { seconds });
        let steps = vec![wait(60), get(Some("32")), wait(1), get(Some("32")), delete(1)];
        let history = History {
            service: ServiceName::Queue,
            rules: Vec::new(),
            fixtures: 1,
            steps,
            branches: Vec::new(),
            versions: false,
        };
        let settled = Pool::of(&history).settled(history);
        assert_eq!(settled.steps, [wait(2), get(None), get(Some("32")), delete(1)]);
    }
}
