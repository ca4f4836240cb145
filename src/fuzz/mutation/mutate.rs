//! One mutant of a history: some changes on top of each other, made sound, and closed by steps that look at what is left.

use super::{matter, octets, steps};
use crate::fuzz::dice::Dice;
use crate::history::{symbols, without_steps};
use crate::target::{Axes, Format};
use std::collections::BTreeSet;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::table::Operation;

/// A mutant has no more steps than this, those that look at what is left not counted.
const MOST_STEPS: usize = 16;
/// One mutant in so many is changed below the level of operations.
const OCTETS: u32 = 9;

/// Operations that are never sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Never(pub(crate) BTreeSet<&'static str>);

impl Never {
    fn sends(&self, step: &Step) -> bool {
        let within = match &step.call {
            Call::Operation { operation: Operation::Batch { operations } } => operations.as_slice(),
            _ => &[],
        };
        !self.0.contains(step.call.name()) && !within.iter().any(|operation| self.0.contains(operation.name()))
    }

    /// The history without what is never sent.
    pub(crate) fn without(&self, history: History) -> History {
        dropping(history, |_, step| !self.sends(step))
    }
}

/// Makes mutants.
pub(crate) struct Mutator<'a> {
    /// Another history, of which steps may be taken over.
    pub(crate) donor: Option<&'a History>,
    pub(crate) never: &'a Never,
    pub(crate) axes: Axes,
}

impl Mutator<'_> {
    /// A mutant of this history.
    pub(crate) fn mutant(&self, history: &History, dice: &mut Dice) -> History {
        // What it tried is not what its mutants try: they are told by the rules that answer them.
        let mut mutant = History { rules: Vec::new(), ..history.clone() };
        let changes = 1 + (0..4).take_while(|_| dice.one_in(2)).count();
        for _ in 0..changes {
            self.change(&mut mutant, dice);
            mutant = sound(mutant);
        }
        let matter = matter::of(&mutant);
        let mut mutant = matter.settled(self.never.without(mutant));
        if dice.one_in(OCTETS) && !mutant.steps.is_empty() {
            let at = dice.below(mutant.steps.len());
            if let Some(odd) = octets::change(&mutant.steps[at], self.axes, dice) {
                mutant.steps[at] = odd;
            }
        }
        if mutant.steps.iter().any(|step| step.call.is_odd()) {
            // The octets may hold what stands for another step no more, and be those of what is never sent.
            self.never.without(sound(mutant))
        } else {
            self.never.without(matter.closed(mutant, dice))
        }
    }

    fn change(&self, history: &mut History, dice: &mut Dice) {
        let matter = matter::of(history);
        let at = dice.below(history.steps.len());
        match dice.below(10) {
            0..=3 => steps::change(history, self.donor, &*matter, dice),
            4..=7 => {
                if let Some(step) = history.steps.get_mut(at) {
                    matter.change(step, at, dice);
                }
            }
            _ => {
                let donor = self.donor.and_then(|donor| donor.steps.get(dice.below(donor.steps.len())));
                if let Some(step) = history.steps.get_mut(at) {
                    matter.write(step, donor, self.axes.format, dice);
                }
            }
        }
    }
}

/// The history with no operation in a version that does not speak the format: what comes of that is not recorded. Requests that
/// are written out say their format themselves.
pub(crate) fn spoken(mut history: History, format: Format) -> History {
    let mute = |step: &&mut Step| {
        !matches!(step.call, Call::Raw { .. }) && step.wire.version.is_some_and(|version| !format.is_spoken_in(version))
    };
    history.steps.iter_mut().filter(mute).for_each(|step| step.wire.version = None);
    history
}

/// The history without steps that refer to what is not before them, and not longer than a mutant may be.
fn sound(history: History) -> History {
    let whole =
        dropping(history, |place, step| symbols(step).iter().filter_map(|symbol| symbol.step()).any(|to| to >= place));
    let count = whole.steps.len();
    if count > MOST_STEPS { without_steps(&whole, MOST_STEPS..count) } else { whole }
}

fn dropping(mut history: History, goes: impl Fn(usize, &Step) -> bool) -> History {
    while let Some(place) = history.steps.iter().enumerate().position(|(place, step)| goes(place, step)) {
        history = without_steps(&history, place..place + 1);
    }
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::ServiceName;
    use tablestakes_suites::{Check, Source, catalogue};

    fn scripted(service: ServiceName) -> Vec<History> {
        let of_service = |check: &Check| check.service() == service && check.suite.name() != "limits";
        let histories = catalogue().into_iter().filter(of_service).filter_map(|check| match check.source {
            Source::Scripted(history) => Some(history()),
            _ => None,
        });
        histories.filter(|history| !history.is_judged_whole()).collect()
    }

    /// How many of 4000 mutants are odd, and how many differ from what they were made of.
    fn mutated(service: ServiceName, never: &Never) -> (usize, usize) {
        let seeds = scripted(service);
        let (mut odd, mut changed) = (0, 0);
        for (number, seed) in (0..).zip(seeds.iter().cycle().take(4000)) {
            let donor = &seeds[usize::try_from(number * 7 % 300).unwrap_or(0) % seeds.len()];
            let mutator = Mutator { donor: Some(donor), never, axes: Axes::default() };
            let mutant = mutator.mutant(seed, &mut Dice::new(3, number));
            assert_eq!(mutant, mutator.mutant(seed, &mut Dice::new(3, number)));
            assert_eq!(mutant.service, service);
            for (place, step) in mutant.steps.iter().enumerate() {
                assert!(never.sends(step));
                assert!(symbols(step).iter().filter_map(|symbol| symbol.step()).all(|to| to < place), "{mutant:?}");
            }
            let spoken = spoken(mutant.clone(), Format::Atom);
            let newest = |step: &Step| step.wire.version.is_none_or(|version| Format::Atom.is_spoken_in(version));
            let raw = |step: &Step| matches!(step.call, Call::Raw { .. });
            assert!(spoken.steps.iter().all(|step| raw(step) || newest(step)), "{spoken:?}");
            assert!(mutant.steps.len() <= MOST_STEPS + 12, "{}", mutant.steps.len());
            odd += usize::from(mutant.steps.iter().any(|step| step.call.is_odd()));
            changed += usize::from(mutant != *seed);
            let text = serde_json::to_string(&mutant).unwrap();
            assert_eq!(serde_json::from_str::<History>(&text).unwrap(), mutant);
        }
        (odd, changed)
    }

    #[test]
    fn mutants_are_sound_and_always_the_same() {
        let (odd, changed) = mutated(ServiceName::Table, &Never(BTreeSet::from(["Delete Table"])));
        assert!(changed > 3900 && (200..1000).contains(&odd), "{changed} {odd}");
    }

    #[test]
    fn mutants_of_queues_are_so_too() {
        let (odd, changed) = mutated(ServiceName::Queue, &Never(BTreeSet::from(["Delete Queue"])));
        assert!(changed > 3900 && (200..1000).contains(&odd), "{changed} {odd}");
    }

    #[test]
    fn mutants_of_blobs_are_so_too() {
        let (odd, changed) = mutated(ServiceName::Blob, &Never(BTreeSet::from(["Delete Blob"])));
        assert!(changed > 3900 && (200..1000).contains(&odd), "{changed} {odd}");
    }
}
