//! The generated checks: each generator, and the rules that it is aimed at.

use super::{listing, messages, names, texts};
use crate::check::{Check, Suite};
use crate::define::generated;
use crate::drawing::Drawing;

/// The generated checks.
pub(crate) fn checks() -> Vec<Check> {
    [of_names(), of_messages(), of_texts(), of_listings()].concat()
}

fn of_names() -> Vec<Check> {
    const SUITE: Suite = Suite::Names;
    vec![generated!(
        QueueCore,
        "queue.names.generated",
        "Names that are allowed and names that are not, created and listed",
        "A pattern for the whole name is right for the names that somebody thought of.",
        [QUEUE_NAMES_CHARACTERS, QUEUE_NAMES_DASHES, QUEUE_NAMES_UPPER_CASE, QUEUE_LISTING_ORDER],
        names::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_messages() -> Vec<Check> {
    const SUITE: Suite = Suite::Messages;
    vec![generated!(
        QueueMessages,
        "queue.messages.generated",
        "Messages are put, taken, updated and deleted, by good receipts and by stale ones",
        "Each operation is right alone, and wrong after another.",
        [
            QUEUE_RECEIPTS_UPDATE_RENEWS,
            QUEUE_RECEIPTS_GET_RENEWS,
            QUEUE_VISIBILITY_UPDATE,
            QUEUE_MESSAGES_DELETE,
            QUEUE_UPDATE_TEXT
        ],
        messages::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_texts() -> Vec<Check> {
    const SUITE: Suite = Suite::Encoding;
    vec![generated!(
        QueueMessages,
        "queue.encoding.generated",
        "Texts from the alphabet of trouble and from all of Unicode, written in each way",
        "Each layer that escapes text must be undone by one that unescapes it.",
        [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_TEXT_UNICODE, QUEUE_MESSAGES_TEXT_WHITE_SPACE],
        texts::histories().prop_map(Drawing::into_steps)
    )]
}

fn of_listings() -> Vec<Check> {
    const SUITE: Suite = Suite::Listing;
    vec![generated!(
        QueueCore,
        "queue.listing.generated",
        "Listings by prefix and page while queues come and go",
        "Markers are places in a list, or name a queue that must still be there.",
        [QUEUE_LISTING_MARKER, QUEUE_LISTING_PREFIX, QUEUE_LISTING_MAX_RESULTS, QUEUE_LISTING_LAST_PAGE],
        listing::histories().prop_map(Drawing::into_steps)
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
    fn symbols_are_bound_and_histories_short_in_steps_and_in_time() {
        for (id, histories) in generated_histories(checks(), 200) {
            for history in histories {
                assert_symbols_are_bound(id, &history);
                assert!(history.steps.len() <= 20, "{id}: {} steps", history.steps.len());
                assert!(history.waits() <= 2, "{id} waits for {} seconds", history.waits());
            }
        }
    }

    #[test]
    fn about_a_third_of_the_steps_is_refused() {
        let shares = [
            ("names", refused_share(&names::histories()), 0.3),
            ("messages", refused_share(&messages::histories()), 0.3),
            // A text is put, seen and taken; a listing is a walk from page to page.
            ("texts", refused_share(&texts::histories()), 0.25),
            ("listing", refused_share(&listing::histories()), 0.15),
        ];
        eprintln!("{shares:?}");
        for (name, share, least) in shares {
            assert!(share >= least && share < 0.7, "{name}: {share}");
        }
    }
}
