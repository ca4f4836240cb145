//! Histories of a lease: of a blob or of a container, by right ids and wrong ones, with a break period that passes.

use super::{A, B, C, SUITE, Thing};
use crate::blob::steps::{AskExt as _, told, wait};
use crate::check::Check;
use crate::define::generated;
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::history::symbol::Told;

/// The generated checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        generated!(
            BlobLease,
            "blob.leases.generated",
            "A lease of a blob is acquired, renewed, changed, broken and released, by right ids and wrong ones",
            "Each action is right alone, and wrong after another.",
            [
                BLOB_LEASES_PRESENT,
                BLOB_LEASES_MISMATCH,
                BLOB_LEASES_CHANGE,
                BLOB_LEASES_BREAK,
                BLOB_LEASES_BROKEN,
                BLOB_LEASES_ID_MISSING,
                BLOB_LEASES_SHOWN
            ],
            histories(Thing::Blob).prop_map(Drawing::into_steps)
        ),
        generated!(
            BlobLease,
            "blob.leases.container-generated",
            "A lease of a container is acquired, renewed, changed, broken and released, by right ids and wrong ones",
            "Each action is right alone, and wrong after another.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_MISMATCH, BLOB_LEASES_CHANGE, BLOB_LEASES_BREAK, BLOB_LEASES_SHOWN],
            histories(Thing::Container).prop_map(Drawing::into_steps)
        ),
    ]
}

/// Which id a step shows.
#[derive(Debug, Clone, Copy)]
enum Shown {
    /// That of the lease, or the last one that it had.
    Right,
    /// One of these, whoever has it.
    Some(usize),
}

#[derive(Debug, Clone)]
enum Move {
    Acquire { proposed: Option<Shown>, seconds: i64 },
    Renew(Shown),
    Change(Shown, Shown),
    Release(Shown),
    Break(Option<i64>),
    Write(Option<Shown>),
    Read(Option<Shown>),
    Show,
    Pass,
}

fn shown() -> impl Strategy<Value = Shown> {
    prop_oneof![3 => Just(Shown::Right), 2 => (0..3_usize).prop_map(Shown::Some)]
}

fn moves() -> impl Strategy<Value = Move> {
    let seconds = prop_oneof![4 => Just(60_i64), 2 => Just(-1_i64), 1 => Just(14_i64)];
    let period = prop_oneof![
        3 => Just(None),
        2 => Just(Some(0_i64)),
        2 => Just(Some(1_i64)),
        2 => Just(Some(30_i64)),
        1 => Just(Some(61_i64))
    ];
    prop_oneof![
        6 => (proptest::option::weighted(0.8, shown()), seconds)
            .prop_map(|(proposed, seconds)| Move::Acquire { proposed, seconds }),
        3 => shown().prop_map(Move::Renew),
        3 => (shown(), shown()).prop_map(|(of, to)| Move::Change(of, to)),
        2 => shown().prop_map(Move::Release),
        3 => period.prop_map(Move::Break),
        4 => proptest::option::weighted(0.6, shown()).prop_map(Move::Write),
        2 => proptest::option::weighted(0.7, shown()).prop_map(Move::Read),
        2 => Just(Move::Show),
        1 => Just(Move::Pass),
    ]
}

/// How the lease stands, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stands {
    #[default]
    Available,
    Held,
    /// It ends within a second if so.
    Breaking(bool),
    Broken,
}

#[derive(Debug)]
struct World {
    drawing: Drawing,
    thing: Thing,
    /// The id of the lease, or the last one that it had.
    id: Option<String>,
    stands: Stands,
    endless: bool,
    passed: bool,
}

/// Up to sixteen steps, and what is shown then.
fn histories(thing: Thing) -> impl Strategy<Value = Drawing> {
    vec(moves(), 6..17).prop_map(move |moves| {
        let mut drawing = Drawing::default();
        for step in thing.created() {
            drawing.send(step);
        }
        let mut world = World { drawing, thing, id: None, stands: Stands::default(), endless: false, passed: false };
        for step in moves {
            // The last step ends the lease.
            if world.drawing.has_room(3) {
                world.fold(&step);
            }
        }
        world.drawing.send(thing.show());
        for step in thing.ended() {
            world.drawing.send(step);
        }
        world.drawing
    })
}

impl World {
    fn id(&self, shown: Shown) -> String {
        match (shown, &self.id) {
            (Shown::Right, Some(id)) => id.clone(),
            (Shown::Right, None) => A.to_owned(),
            (Shown::Some(number), _) => [A, B, C][number % 3].to_owned(),
        }
    }

    fn is_own(&self, id: &str) -> bool {
        self.id.as_deref() == Some(id)
    }

    fn is_locked(&self) -> bool {
        matches!(self.stands, Stands::Held | Stands::Breaking(_))
    }

    fn fold(&mut self, step: &Move) {
        let thing = self.thing;
        match step {
            Move::Acquire { proposed, seconds } => self.acquire(*proposed, *seconds),
            Move::Renew(shown) => {
                let id = self.id(*shown);
                let granted = self.is_own(&id) && self.stands == Stands::Held;
                self.drawing.send_if(granted, thing.renew(&id));
            }
            Move::Change(of, to) => {
                let (of, to) = (self.id(*of), self.id(*to));
                let granted = self.stands == Stands::Held && (self.is_own(&of) || self.is_own(&to));
                self.drawing.send_if(granted, thing.change(&of, &to));
                if granted {
                    self.id = Some(to);
                }
            }
            Move::Release(shown) => {
                let id = self.id(*shown);
                let granted = self.is_own(&id);
                self.drawing.send_if(granted, thing.release(&id));
                if granted {
                    (self.id, self.stands) = (None, Stands::Available);
                }
            }
            Move::Break(period) => self.break_it(*period),
            Move::Write(shown) => self.ask(*shown, thing.write(), thing == Thing::Blob),
            Move::Read(shown) => self.ask(*shown, thing.show(), false),
            Move::Show => drop(self.drawing.send(thing.listed())),
            Move::Pass if !self.passed && self.stands == Stands::Breaking(true) => {
                self.passed = true;
                self.drawing.send(wait(2));
                self.stands = Stands::Broken;
                self.drawing.send(thing.show());
            }
            Move::Pass => drop(self.drawing.send(thing.read())),
        }
    }

    fn acquire(&mut self, proposed: Option<Shown>, seconds: i64) {
        let proposed = proposed.map(|shown| self.id(shown));
        let again = self.stands == Stands::Held && proposed.as_deref().is_some_and(|id| self.is_own(id));
        // What ends within a second may have ended.
        if self.stands == Stands::Breaking(true) {
            return;
        }
        let granted = seconds != 14 && (again || !self.is_locked());
        let ask = match &proposed {
            Some(id) => self.thing.acquire_as(id, seconds),
            None => self.thing.acquire(seconds),
        };
        let step = self.drawing.send_if(granted, ask);
        if granted {
            self.id = Some(proposed.unwrap_or_else(|| told(step, Told::Lease)));
            (self.stands, self.endless) = (Stands::Held, seconds == -1);
        }
    }

    fn break_it(&mut self, period: Option<i64>) {
        let ask = period.map_or_else(|| self.thing.break_it(), |seconds| self.thing.break_in(seconds));
        if period == Some(61) || self.stands == Stands::Available {
            return self.drawing.send_refused(ask);
        }
        self.drawing.send(ask);
        self.stands = match (self.stands, period) {
            (Stands::Broken, _) | (_, Some(0)) => Stands::Broken,
            (Stands::Held, None) if self.endless => Stands::Broken,
            (Stands::Breaking(true), _) | (_, Some(1)) => Stands::Breaking(true),
            _ => Stands::Breaking(false),
        };
        if self.stands == Stands::Breaking(true) && !self.passed {
            self.fold(&Move::Pass);
        } else if self.stands == Stands::Breaking(true) {
            // Nothing may hang on how fast the next steps are.
            self.drawing.send(self.thing.break_in(0));
            self.stands = Stands::Broken;
        }
    }

    fn ask(&mut self, shown: Option<Shown>, ask: tablestakes_reference::blob::Ask, guarded: bool) {
        let id = shown.map(|shown| self.id(shown));
        let granted = match &id {
            Some(id) => self.is_locked() && self.is_own(id),
            None => !(guarded && self.is_locked()),
        };
        self.drawing.send_if(
            granted,
            match id {
                Some(id) => ask.leased(id),
                None => ask,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::sound::assert_sound;

    #[test]
    fn histories_are_sound() {
        let checks = checks();
        assert_sound(&checks[0], &histories(Thing::Blob));
        assert_sound(&checks[1], &histories(Thing::Container));
    }
}
