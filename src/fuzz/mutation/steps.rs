//! The steps of a history: taken away, doubled, exchanged, put in, joined with those of another history.

use super::matter::Matter;
use crate::fuzz::dice::Dice;
use crate::history::{rewrite, symbols, without_steps};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{History, Step};

/// Changes which steps there are.
pub(super) fn change(history: &mut History, donor: Option<&History>, matter: &dyn Matter, dice: &mut Dice) {
    let count = history.steps.len();
    let at = dice.below(count);
    match dice.below(8) {
        0 if count > 1 => {
            let end = (at + 1 + dice.below(3)).min(count);
            *history = without_steps(history, at..end);
        }
        1 if count > 0 => {
            let doubled = history.steps[at].clone();
            insert(history, at + 1, doubled);
        }
        2 if at + 1 < count => exchange(history, at),
        3 | 4 => {
            if let Some(donor) = donor {
                splice(history, donor, dice);
            }
        }
        _ => {
            let at = dice.below(count + 1);
            insert(history, at, matter.step(at, dice));
        }
    }
}

/// Puts a step in; the symbols of those behind it still mean what they meant.
pub(super) fn insert(history: &mut History, at: usize, step: Step) {
    for later in history.steps.iter_mut().skip(at) {
        rewrite(later, |symbol| moved(symbol, |to| if to >= at { to + 1 } else { to }));
    }
    history.steps.insert(at.min(history.steps.len()), step);
}

/// Exchanges a step with the next one, if that does not refer to it.
fn exchange(history: &mut History, at: usize) {
    if symbols(&history.steps[at + 1]).iter().any(|symbol| symbol.step() == Some(at)) {
        return;
    }
    history.steps.swap(at, at + 1);
    for later in history.steps.iter_mut().skip(at + 2) {
        rewrite(later, |symbol| {
            moved(symbol, |to| match to {
                to if to == at => at + 1,
                to if to == at + 1 => at,
                to => to,
            })
        });
    }
}

/// Some of the first steps of one history, then a stretch of the other. Both work on the same tables.
fn splice(history: &mut History, donor: &History, dice: &mut Dice) {
    let kept = dice.below(history.steps.len() + 1);
    let count = history.steps.len();
    *history = without_steps(history, kept..count);
    let (from, to) = (dice.below(donor.steps.len()), dice.below(donor.steps.len() + 1));
    let mut stretch = without_steps(donor, to.max(from + 1)..donor.steps.len());
    stretch = without_steps(&stretch, 0..from);
    let offset = history.steps.len();
    for mut step in stretch.steps {
        rewrite(&mut step, |symbol| moved(symbol, |to| to + offset));
        history.steps.push(step);
    }
    history.fixtures = history.fixtures.max(donor.fixtures);
    for rule in &donor.rules {
        if !history.rules.contains(rule) {
            history.rules.push(*rule);
        }
    }
}

/// One of these steps that stands before this place.
pub(super) fn before(steps: &[usize], place: usize, dice: &mut Dice) -> Option<usize> {
    let earlier: Vec<usize> = steps.iter().copied().filter(|step| *step < place).collect();
    dice.pick(&earlier)
}

fn moved(symbol: Symbol, to: impl Fn(usize) -> usize) -> Symbol {
    symbol.step().map_or(symbol, |step| symbol.at_step(to(step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::table::{EntityBody, Key, Operation};

    fn delete(tag: usize) -> Operation {
        Operation::DeleteEntity {
            table: "${table}".into(),
            key: Key::new("p", "r"),
            if_match: Some(format!("${{etag:{tag}}}")),
        }
    }

    fn history() -> History {
        let entity = EntityBody::keyed(&Key::new("p", "r"));
        let insert = Operation::InsertEntity { table: "${table}".into(), entity, prefer: None };
        History::on_one_table([]).then(insert.clone()).then(delete(0)).then(insert).then(delete(2))
    }

    #[test]
    fn a_step_put_in_leaves_the_others_their_meaning() {
        let mut longer = history();
        insert(&mut longer, 1, delete(0).into());
        let expected = [delete(0), delete(0)].map(Step::from);
        assert_eq!(longer.steps[1..3], expected);
        assert_eq!(longer.steps[4], Step::from(delete(3)));
    }

    #[test]
    fn exchanged_steps_are_referred_to_where_they_are() {
        let mut other = history();
        exchange(&mut other, 0);
        assert_eq!(other, history(), "the second refers to the first");
        exchange(&mut other, 1);
        assert_eq!(other.steps[2], Step::from(delete(0)));
        assert_eq!(other.steps[3], Step::from(delete(1)));
    }

    #[test]
    fn what_is_spliced_refers_to_itself() {
        for number in 0..200 {
            let mut spliced = history();
            splice(&mut spliced, &history(), &mut Dice::new(1, number));
            for (place, step) in spliced.steps.iter().enumerate() {
                assert!(symbols(step).iter().filter_map(|symbol| symbol.step()).all(|to| to < place));
            }
        }
    }
}
