//! The history as a whole: what of it is left to chance, and where the parts of a change are.

use super::pool::Pool;
use super::{asks, closing};
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::matter::Matter;
use crate::fuzz::mutation::waiting::waiting_once;
use crate::fuzz::mutation::written;
use crate::target::Format;
use tablestakes_reference::history::symbol::{Piece, Symbol, Told, pieces};
use tablestakes_reference::history::{Call, History, KeyEncoding, Step};

/// In the place of the time of a change: whether two changes fall into one second is not up to a history.
const PAST: &str = "Thu, 01 Jan 2015 00:00:00 GMT";

/// The length of a page blob: what is allowed and more than is read at once, and what is tried in its place.
const LENGTH: &str = "x-ms-blob-content-length";
const ALLOWED: std::ops::RangeInclusive<u64> = (1 << 20) + 1..=8 << 40;
const SMALL: &str = "4096";

impl Matter for Pool {
    fn step(&self, place: usize, dice: &mut Dice) -> Step {
        asks::operation(place, self, dice).into()
    }

    fn change(&self, step: &mut Step, place: usize, dice: &mut Dice) {
        asks::change(step, place, self, dice);
    }

    fn write(&self, step: &mut Step, donor: Option<&Step>, _: Format, dice: &mut Dice) {
        if dice.one_in(6) {
            let ways = [KeyEncoding::Standard, KeyEncoding::Minimal, KeyEncoding::LowerHex, KeyEncoding::Everything];
            step.wire.keys = dice.pick(&ways).unwrap_or_default();
        } else {
            written::change(step, donor, self, dice);
        }
    }

    fn settled(&self, history: History) -> History {
        without_large_pages(without_near_dates(waiting_once(history)))
    }

    fn closed(&self, history: History, dice: &mut Dice) -> History {
        closing::closed(history, dice)
    }
}

fn without_near_dates(history: History) -> History {
    let told = |piece: &Piece<'_>| matches!(piece, Piece::Symbol(Symbol::Told { what: Told::Modified, .. }));
    with_headers(history, PAST, |_, value| pieces(value).iter().any(told))
}

/// The history with page blobs that can be read whole.
fn without_large_pages(history: History) -> History {
    with_headers(history, SMALL, |name, value| {
        name.eq_ignore_ascii_case(LENGTH) && value.parse().is_ok_and(|length: u64| ALLOWED.contains(&length))
    })
}

/// The history with this value in the place of that of some headers.
fn with_headers(mut history: History, instead: &str, of: impl Fn(&str, &str) -> bool) -> History {
    for step in &mut history.steps {
        if let Call::Blob { ask } = &mut step.call {
            for (_, value) in ask.headers.iter_mut().filter(|(name, value)| of(name, value)) {
                instead.clone_into(value);
            }
        }
    }
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::blob::{Ask, Operation};

    #[test]
    fn page_blobs_can_be_read_whole() {
        for (length, expected) in [("512", "512"), ("1099511627776", SMALL), ("9007199254740992", "9007199254740992")] {
            let ask = Ask::on_blob(Operation::PutBlob, "${container}", "a");
            let step = Ask { headers: vec![(LENGTH.into(), length.into())], ..ask.clone() };
            let history = History::on_one_container([]).then(step);
            let settled = Pool::of(&history).settled(history);
            let step = Ask { headers: vec![(LENGTH.into(), expected.into())], ..ask };
            assert_eq!(settled.steps, [Step::from(step)]);
        }
    }

    #[test]
    fn nothing_is_left_to_the_clock() {
        let get = |since: &str| {
            let ask = Ask::on_blob(Operation::GetBlob, "${container}", "a");
            Step::from(Ask { headers: vec![("If-Modified-Since".into(), since.into())], ..ask })
        };
        let wait = |seconds| Step::from(Call::Wait { seconds });
        let history = History::on_one_container([]).then(wait(60)).then(get("${modified:0}")).then(wait(1));
        let settled = Pool::of(&history).settled(history);
        assert_eq!(settled.steps, [wait(2), get(PAST)]);
    }
}
