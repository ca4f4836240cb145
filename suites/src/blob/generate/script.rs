//! Requests that are refused whatever there is, for generators.

use crate::blob::steps::{
    AskExt as _, block_list, copy, create, delete, delete_container, further, get, get_block_list, get_container,
    get_metadata, head, list, put, put_block, put_block_list, set_container_metadata, set_metadata, set_properties,
};
use tablestakes_reference::blob::Ask;

/// How many requests [`refused`] knows.
pub(super) const REFUSED: usize = 16;

/// A request that is refused whatever the container holds, for one reason; counted round and round. No blob is called `never`.
pub(super) fn refused(number: usize) -> Ask {
    match number % REFUSED {
        0 => get("never"),
        1 => head("never"),
        2 => get_metadata("never"),
        3 => set_metadata("never"),
        4 => set_properties("never"),
        5 => delete("never"),
        6 => get_block_list("never", "all"),
        7 => copy("never", "never"),
        8 => put("never", "x").on(further("n")),
        9 => list().on(further("n")),
        10 => delete_container(further("n")),
        11 => get_container().on(further("n")),
        12 => set_container_metadata().with_metadata(&[("never-so", "1")]),
        13 => create(further("N")),
        14 => put_block("never", "", "x").leaving_out_options(),
        _ => put_block_list("never", block_list(&[("Latest", "never")])),
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
