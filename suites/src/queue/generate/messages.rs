//! Messages that are put, taken, updated and deleted, by receipts that are good and by receipts that are stale.
//!
//! The service promises no order. So receipts are those of messages that were taken alone, and those that Put gave. A history
//! waits once, for two seconds, so that what was hidden for one is visible then; before, nothing is asked that hangs on it.

use super::script::refused;
use super::texts::text;
use crate::drawing::Drawing;
use crate::queue::steps::{AskExt as _, clear, delete, get, metadata, peek, put, update, wait};
use proptest::collection::vec;
use proptest::prelude::*;

/// One step of the generator.
#[derive(Debug, Clone)]
enum Move {
    Put { text: String, hidden: bool },
    Get,
    Peek,
    Count,
    Clear,
    Update { which: usize, text: Option<String>, hidden: bool },
    Delete { which: usize },
    Stale { which: usize, update: bool },
    Gone { which: usize, update: bool },
    Lapse(Lapse),
    Refused(usize),
}

/// What is over in two seconds.
#[derive(Debug, Clone, Copy)]
enum Lapse {
    Taken,
    Put,
    Updated(usize),
    Expired,
}

fn moves() -> impl Strategy<Value = Move> {
    let lapse =
        prop_oneof![Just(Lapse::Taken), Just(Lapse::Put), (0..4_usize).prop_map(Lapse::Updated), Just(Lapse::Expired),];
    prop_oneof![
        5 => (text(), prop::bool::weighted(0.2)).prop_map(|(text, hidden)| Move::Put { text, hidden }),
        5 => Just(Move::Get),
        2 => Just(Move::Peek),
        2 => Just(Move::Count),
        1 => Just(Move::Clear),
        5 => (0..4_usize, proptest::option::of(text()), any::<bool>())
            .prop_map(|(which, text, hidden)| Move::Update { which, text, hidden }),
        2 => (0..4_usize).prop_map(|which| Move::Delete { which }),
        6 => (0..4_usize, any::<bool>()).prop_map(|(which, update)| Move::Stale { which, update }),
        3 => (0..4_usize, any::<bool>()).prop_map(|(which, update)| Move::Gone { which, update }),
        2 => lapse.prop_map(Move::Lapse),
        4 => (0..64_usize).prop_map(Move::Refused),
    ]
}

/// A message, as far as it is known.
#[derive(Debug, Clone)]
struct Held {
    /// The step that told its id.
    told: usize,
    /// The step that gave its present receipt, if that is known.
    receipt: Option<usize>,
    /// The steps that gave receipts that are stale now.
    stale: Vec<usize>,
    visible: bool,
}

impl Held {
    /// Another step gave its receipt.
    fn renew(&mut self, by: Option<usize>) {
        self.stale.extend(self.receipt);
        self.receipt = by;
    }
}

/// A queue in the making.
#[derive(Debug, Default)]
struct World {
    drawn: Drawing,
    messages: Vec<Held>,
    /// Messages that are gone: the step that told the id, and one that gave a receipt.
    gone: Vec<(usize, usize)>,
    waited: bool,
}

/// The one with this number, counted round and round.
fn some<T>(held: &[T], number: usize) -> Option<usize> {
    (!held.is_empty()).then(|| number % held.len())
}

/// Up to fourteen steps, then what is visible and how much there is.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec(moves(), 5..15).prop_map(|moves| {
        let mut world = World::default();
        for step in moves {
            if world.drawn.len() < 17 {
                world.fold(step);
            }
        }
        world.drawn.send(peek());
        world.drawn.send(metadata());
        world.drawn
    })
}

impl World {
    fn fold(&mut self, step: Move) {
        match step {
            Move::Put { text, hidden } => self.put(text, hidden),
            Move::Get => self.take(30),
            Move::Peek => drop(self.drawn.send(peek())),
            Move::Count => drop(self.drawn.send(metadata())),
            Move::Clear => {
                self.drawn.send(clear());
                let all = std::mem::take(&mut self.messages);
                self.gone.extend(all.into_iter().filter_map(|held| Some((held.told, held.receipt?))));
            }
            Move::Update { which, text, hidden } => self.update(which, text.as_deref(), hidden),
            Move::Delete { which } => {
                let Some((number, receipt)) = self.claimed(which) else { return };
                let held = self.messages.remove(number);
                self.drawn.send(delete(held.told, receipt));
                self.gone.push((held.told, receipt));
            }
            Move::Stale { which, update: updates } => {
                let stale: Vec<(usize, usize)> =
                    self.messages.iter().flat_map(|held| held.stale.iter().map(|step| (held.told, *step))).collect();
                match some(&stale, which) {
                    Some(number) => self.refuse(stale[number], updates),
                    None => self.drawn.send_refused(refused(which)),
                }
            }
            Move::Gone { which, update: updates } => match some(&self.gone, which) {
                Some(number) => self.refuse(self.gone[number], updates),
                None => self.drawn.send_refused(refused(which + 4)),
            },
            Move::Lapse(lapse) if !self.waited => self.lapse(lapse),
            Move::Lapse(_) => drop(self.drawn.send(peek())),
            Move::Refused(number) => self.drawn.send_refused(refused(number)),
        }
    }

    fn put(&mut self, text: String, hidden: bool) {
        // Three messages are enough to be mistaken for each other.
        if self.messages.len() >= 3 {
            return self.take(60);
        }
        let ask = put(text);
        let step = self.drawn.send(if hidden { ask.invisible_for(60) } else { ask });
        self.messages.push(Held { told: step, receipt: Some(step), stale: Vec::new(), visible: !hidden });
    }

    fn take(&mut self, seconds: u32) {
        let step = self.drawn.send(get().invisible_for(seconds));
        let mut taken: Vec<&mut Held> = self.messages.iter_mut().filter(|held| held.visible).collect();
        let alone = taken.len() == 1;
        for held in &mut taken {
            held.renew(alone.then_some(step));
            held.visible = false;
        }
    }

    /// A message whose receipt is known, and the step that gave it.
    fn claimed(&self, which: usize) -> Option<(usize, usize)> {
        let known: Vec<(usize, usize)> = self
            .messages
            .iter()
            .enumerate()
            .filter_map(|(number, held)| held.receipt.map(|receipt| (number, receipt)))
            .collect();
        some(&known, which).map(|number| known[number])
    }

    fn update(&mut self, which: usize, text: Option<&str>, hidden: bool) {
        let Some((number, receipt)) = self.claimed(which) else { return self.drawn.send_refused(refused(which)) };
        let held = &mut self.messages[number];
        let step = self.drawn.send(update(held.told, receipt, if hidden { 60 } else { 0 }, text));
        held.renew(Some(step));
        held.visible = !hidden;
    }

    fn refuse(&mut self, (told, receipt): (usize, usize), updates: bool) {
        if updates {
            self.drawn.send_refused(update(told, receipt, 0, Some("never")));
        } else {
            self.drawn.send_refused(delete(told, receipt));
        }
    }

    fn lapse(&mut self, lapse: Lapse) {
        self.waited = true;
        let visible: Vec<bool> = self.messages.iter().map(|held| held.visible).collect();
        match lapse {
            Lapse::Taken => {
                self.take(1);
                self.messages.iter_mut().zip(visible).for_each(|(held, was)| held.visible |= was);
            }
            Lapse::Put => {
                let step = self.drawn.send(put("later").invisible_for(1));
                self.messages.push(Held { told: step, receipt: Some(step), stale: Vec::new(), visible: true });
            }
            Lapse::Updated(which) => {
                let Some((number, receipt)) = self.claimed(which) else {
                    return self.drawn.send_refused(refused(which));
                };
                let held = &mut self.messages[number];
                let step = self.drawn.send(update(held.told, receipt, 1, Some("updated")));
                held.renew(Some(step));
                held.visible = true;
            }
            Lapse::Expired => {
                let step = self.drawn.send(put("short-lived").living_for(1));
                self.gone.push((step, step));
            }
        }
        self.drawn.send(wait(2));
    }
}
