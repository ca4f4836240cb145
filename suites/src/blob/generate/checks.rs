//! The generated checks.

use super::{block_lists, conditions, listing, names, ranges};
use crate::check::{Check, Suite};
use crate::define::generated;
use crate::drawing::Drawing;

/// The generated checks of every suite.
pub(in crate::blob) fn checks() -> Vec<Check> {
    [of_names(), of_listings(), of_ranges(), of_block_lists(), of_conditions()].concat()
}

fn of_names() -> Vec<Check> {
    const SUITE: Suite = Suite::Names;
    vec![generated!(
        BlobCore,
        "blob.names.generated",
        "Names from the alphabet of trouble are written in one way, read in another, and listed",
        "Each layer that escapes a name must be undone by one that unescapes it.",
        [BLOB_NAMES_DECODED_ONCE, BLOB_NAMES_PLUS, BLOB_READ_MISSING, BLOB_LISTING_ORDER],
        names::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_listings() -> Vec<Check> {
    const SUITE: Suite = Suite::Listing;
    vec![generated!(
        BlobList,
        "blob.listing.generated",
        "Listings by prefix, delimiter and page while blobs, snapshots and blocks come and go",
        "Markers are places in a list, or name a blob that must still be there.",
        [
            BLOB_LISTING_MARKER,
            BLOB_LISTING_PREFIX,
            BLOB_LISTING_DELIMITER,
            BLOB_LISTING_MAX_RESULTS,
            BLOB_LISTING_UNCOMMITTED
        ],
        listing::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_ranges() -> Vec<Check> {
    const SUITE: Suite = Suite::Ranges;
    vec![generated!(
        BlobRead,
        "blob.ranges.generated",
        "Ranges of blobs of every type, most of them near an edge",
        "Ends are counted once too often, or once too seldom.",
        [BLOB_RANGES_PARTIAL, BLOB_RANGES_CUT, BLOB_RANGES_BEYOND, BLOB_RANGES_OPEN, BLOB_RANGES_MD5],
        ranges::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_block_lists() -> Vec<Check> {
    const SUITE: Suite = Suite::BlockLists;
    vec![generated!(
        BlobBlock,
        "blob.block-lists.generated",
        "Blocks are put, committed, left out and put again, with lists that are good and lists that are not",
        "Each operation is right alone, and wrong after another.",
        [
            BLOB_BLOCK_LISTS_LATEST,
            BLOB_BLOCK_LISTS_COMMITTED,
            BLOB_BLOCK_LISTS_UNCOMMITTED,
            BLOB_BLOCK_LISTS_MISSING_BLOCK,
            BLOB_PUT_DROPS_BLOCKS
        ],
        block_lists::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_conditions() -> Vec<Check> {
    const SUITE: Suite = Suite::Conditions;
    vec![generated!(
        BlobConditions,
        "blob.conditions.generated",
        "Reads and writes of a blob under conditions that hold and that do not",
        "Each operation is right alone, and wrong after another.",
        [
            BLOB_CONDITIONS_IF_MATCH,
            BLOB_CONDITIONS_IF_NONE_MATCH,
            BLOB_CONDITIONS_CREATE_ONCE,
            BLOB_CONDITIONS_MATCH_NOTHING,
            BLOB_CONDITIONS_MODIFIED_SINCE,
            BLOB_CONDITIONS_UNMODIFIED_SINCE
        ],
        conditions::histories().prop_map(Drawing::into_steps)
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::sound::refused_share;
    use crate::soundness::{assert_seeds_decide, assert_symbols_are_bound, generated_histories};

    #[test]
    fn the_same_seed_gives_the_same_histories() {
        assert_seeds_decide(checks);
    }

    #[test]
    fn symbols_are_bound_and_histories_short() {
        for (id, histories) in generated_histories(checks(), 200) {
            for history in histories {
                assert_symbols_are_bound(id, &history);
                assert!(history.steps.len() <= 20, "{id}: {} steps", history.steps.len());
                assert_eq!(history.waits(), 0, "{id} waits");
            }
        }
    }

    #[test]
    fn about_a_third_of_the_steps_is_refused() {
        let shares = [
            // A name is put, read and mistaken; a listing is a walk from page to page.
            ("names", refused_share(&names::histories()), 0.2),
            ("listing", refused_share(&listing::histories()), 0.15),
            // One edge of three is the end of the blob.
            ("ranges", refused_share(&ranges::histories()), 0.15),
            ("block lists", refused_share(&block_lists::histories()), 0.25),
            ("conditions", refused_share(&conditions::histories()), 0.3),
        ];
        eprintln!("{shares:?}");
        for (name, share, least) in shares {
            assert!(share >= least && share < 0.7, "{name}: {share}");
        }
    }
}
