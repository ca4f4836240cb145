//! The secondary location of an account that is replicated with read access. It may lag behind the primary one by any time, so
//! nothing is read there that was changed.

use super::steps::{StepExt as _, at, bare_request, delete, get, insert, insert_or_replace, int, scan_all};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::RawRequest;

const SUITE: Suite = Suite::Secondary;

fn statistics() -> RawRequest {
    bare_request("GET", "/?restype=service&comp=stats")
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableSecondary,
            "table.secondary.statistics",
            "The secondary location tells how far the replication is",
            "The operation answers an empty document, or none.",
            [TABLE_SECONDARY_STATISTICS],
            [statistics().at_secondary()]
        ),
        check!(
            TableSecondary,
            "table.secondary.statistics-there-alone",
            "The primary location has no statistics of the replication",
            "The operation is there wherever it is asked for.",
            [TABLE_SECONDARY_STATISTICS_THERE_ALONE],
            [statistics(), statistics().at_secondary(), statistics()]
        ),
        check!(
            TableSecondary,
            "table.secondary.reads",
            "What was written is read at the secondary location",
            "The secondary location has a state of its own, or none.",
            [TABLE_SECONDARY_READS],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")).at_secondary(),
                get(at("p", "1")).at_secondary(),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableSecondary,
            "table.secondary.read-only",
            "What is written at the secondary location is refused and not there",
            "The name of the secondary location is another name of the primary one.",
            [TABLE_SECONDARY_READ_ONLY],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "2"), [("A", int(2))]).at_secondary(),
                insert_or_replace(at("p", "1"), [("A", int(3))]).at_secondary(),
                delete(at("p", "1"), "*").at_secondary(),
                scan_all(),
            ]
        ),
        check!(
            TableSecondary,
            "table.secondary.signed-as-primary",
            "A request to the secondary location is signed for the primary one's path",
            "The path is signed as it comes.",
            [TABLE_SECONDARY_SIGNED_AS_PRIMARY],
            [statistics().at_secondary(), get(at("p", "1")).at_secondary()]
        ),
    ]
}
