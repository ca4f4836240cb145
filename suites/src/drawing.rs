//! A history in the making, for generators: its steps, and of how many of them the generator knows that they are refused. The
//! generator's opinion only steers: what must come back is the reference's to say.

use tablestakes_reference::history::Step;

/// The most steps that a history has.
const MOST: usize = 20;

/// The steps so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawing {
    steps: Vec<Step>,
    refused: u32,
}

impl Drawing {
    /// Adds a step that is granted, as far as is known; its number.
    pub(crate) fn send(&mut self, step: impl Into<Step>) -> usize {
        self.steps.push(step.into());
        self.steps.len() - 1
    }

    /// Adds a step of which it is known that it is refused and changes nothing.
    pub(crate) fn send_refused(&mut self, step: impl Into<Step>) {
        self.send_if(false, step);
    }

    /// Adds a step that is refused if so; its number.
    pub(crate) fn send_if(&mut self, granted: bool, step: impl Into<Step>) -> usize {
        self.refused += u32::from(!granted);
        self.send(step)
    }

    /// How many steps there are.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is room for so many more.
    pub(crate) fn has_room(&self, more: usize) -> bool {
        self.steps.len() + more <= MOST
    }

    /// The steps.
    pub(crate) fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}

/// What holds for every generator: for tests.
#[cfg(test)]
pub(crate) mod sound {
    use super::Drawing;
    use crate::check::{Check, Source};
    use crate::soundness::{assert_symbols_are_bound, drawn};
    use proptest::strategy::Strategy;

    /// The share of steps that are refused, of all that so many drawings have.
    pub(crate) fn refused_share<S: Strategy<Value = Drawing>>(drawings: &S) -> f64 {
        let tallies = drawn(drawings, 400).into_iter().map(|drawing| (drawing.steps.len(), drawing.refused));
        let (steps, refused) = tallies.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        f64::from(refused) / f64::from(u32::try_from(steps).unwrap())
    }

    /// Asserts that histories are short, in steps and in time, that their symbols are bound, that the same seed gives the same
    /// ones, and that about a third of the steps is refused.
    pub(crate) fn assert_sound<S: Strategy<Value = Drawing>>(check: &Check, drawings: &S) {
        let Source::Generated(strategy) = check.source else { panic!("{} is not generated", check.id) };
        let (first, second) = (drawn(&strategy(), 100), drawn(&strategy(), 100));
        assert!(first == second, "{}", check.id);
        for history in first {
            assert_symbols_are_bound(check.id, &history);
            assert!(history.steps.len() <= 20, "{}: {} steps", check.id, history.steps.len());
            assert!(history.waits() <= 2, "{} waits for {} seconds", check.id, history.waits());
        }
        let share = refused_share(drawings);
        assert!((0.25..0.7).contains(&share), "{}: {share}", check.id);
    }
}
