//! Requests that are refused whatever there is, for generators.

use crate::queue::everything::{NO_MESSAGE, NO_RECEIPT};
use crate::queue::steps::{
    AskExt as _, absent, clear, create, create_with, delete_queue, get, list, metadata, peek, put, queue, set_metadata,
    update,
};
use tablestakes_reference::queue::Ask;

/// How many requests [`refused`] knows.
pub(super) const REFUSED: usize = 17;

/// A request that is refused whatever the queue holds, for one reason; counted round and round.
pub(super) fn refused(number: usize) -> Ask {
    let of_none = || update(0, 0, 0, None).of_message(NO_MESSAGE).by_receipt(NO_RECEIPT);
    match number % REFUSED {
        0 => get().of_messages(33),
        1 => get().of_messages(0),
        2 => peek().of_messages(100),
        3 => get().invisible_for(604_801),
        4 => put("never").invisible_for(60).living_for(60),
        5 => put("never").invisible_for(604_801).living_for(700_000),
        6 => put("never").on(absent()),
        7 => get().on(absent()),
        8 => clear().on(absent()),
        9 => metadata().on(absent()),
        10 => delete_queue(absent()),
        11 => create_with(queue(), &[("never", "1")]),
        12 => create(format!("{}_x", queue())),
        13 => set_metadata(&[("never-so", "1")]),
        14 => list(queue()).at_marker("garbage"),
        15 => of_none(),
        _ => of_none().by_receipt("invalid"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_refused_request_is_another() {
        let all: BTreeSet<String> = (0..REFUSED).map(|number| format!("{:?}", refused(number))).collect();
        assert_eq!(all.len(), REFUSED);
        assert_eq!(refused(REFUSED), refused(0));
    }
}
