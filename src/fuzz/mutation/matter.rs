//! What changes with the service that a history asks: which steps it can be given, and what of a step can be another.

use super::pool::Pool;
use super::{blob, fields, queue, wire};
use crate::fuzz::audit;
use crate::fuzz::dice::Dice;
use crate::target::Format;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::table::Query;

/// What a history is about, and what can be done to it.
pub(super) trait Matter {
    /// A new step at this place.
    fn step(&self, place: usize, dice: &mut Dice) -> Step;

    /// Changes one thing that a step says. `place` is its place in the history.
    fn change(&self, step: &mut Step, place: usize, dice: &mut Dice);

    /// Changes how a step is written; `donor` is a step of another history, whose headers may be taken over.
    fn write(&self, step: &mut Step, donor: Option<&Step>, format: Format, dice: &mut Dice);

    /// The history without what would leave its answers to chance.
    fn settled(&self, history: History) -> History {
        history
    }

    /// The history with closing steps, which look at what is left.
    fn closed(&self, history: History, dice: &mut Dice) -> History;
}

/// What this history is about.
pub(super) fn of(history: &History) -> Box<dyn Matter> {
    match history.service {
        ServiceName::Queue => Box::new(queue::Pool::of(history)),
        ServiceName::Blob => Box::new(blob::Pool::of(history)),
        ServiceName::Table => Box::new(Pool::of(history)),
    }
}

impl Matter for Pool {
    fn step(&self, place: usize, dice: &mut Dice) -> Step {
        if dice.one_in(6) {
            Call::Scan { table: self.table(dice), query: Query::default() }.into()
        } else {
            fields::operation(place, self, dice).into()
        }
    }

    fn change(&self, step: &mut Step, place: usize, dice: &mut Dice) {
        fields::change(step, place, self, dice);
    }

    fn write(&self, step: &mut Step, donor: Option<&Step>, format: Format, dice: &mut Dice) {
        wire::change(step, donor, format, self, dice);
    }

    fn closed(&self, history: History, dice: &mut Dice) -> History {
        audit::closed(history, dice)
    }
}
