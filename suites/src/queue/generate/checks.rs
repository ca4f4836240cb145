//! The generated checks: each generator, and the rules that it is aimed at.

use super::script::Drawn;
use super::{listing, messages, names, texts};
use crate::check::{Check, Suite};
use crate::define::generated;

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
        names::histories().prop_map(Drawn::into_steps)
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
        messages::histories().prop_map(Drawn::into_steps)
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
        texts::histories().prop_map(Drawn::into_steps)
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
        listing::histories().prop_map(Drawn::into_steps)
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Source;
    use crate::soundness::assert_symbols_are_bound;
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    use tablestakes_reference::history::History;

    fn drawn<S: Strategy>(strategy: &S, count: usize) -> Vec<S::Value> {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
    }

    fn generated_histories(count: usize) -> impl Iterator<Item = (&'static str, Vec<History>)> {
        checks().into_iter().filter_map(move |check| match check.source {
            Source::Generated(strategy) => Some((check.id, drawn(&strategy(), count))),
            Source::Scripted(_) | Source::Crowd { .. } => None,
        })
    }

    #[test]
    fn the_same_seed_gives_the_same_histories() {
        for ((id, first), (_, second)) in generated_histories(20).zip(generated_histories(20)) {
            assert!(first == second, "{id}");
            assert!(first.windows(2).any(|pair| pair[0] != pair[1]), "{id} draws the same again and again");
        }
    }

    #[test]
    fn symbols_are_bound_and_histories_short_in_steps_and_in_time() {
        for (id, histories) in generated_histories(200) {
            for history in histories {
                assert_symbols_are_bound(id, &history);
                assert!(history.steps.len() <= 20, "{id}: {} steps", history.steps.len());
                assert!(history.waits() <= 2, "{id} waits for {} seconds", history.waits());
            }
        }
    }

    #[test]
    fn about_a_third_of_the_steps_is_refused() {
        let share = |drawn: Vec<Drawn>| {
            let tallies = drawn.iter().map(Drawn::tally);
            let (steps, refused) = tallies.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            f64::from(refused) / f64::from(steps)
        };
        let shares = [
            ("names", share(drawn(&names::histories(), 400)), 0.3),
            ("messages", share(drawn(&messages::histories(), 400)), 0.3),
            // A text is put, seen and taken; a listing is a walk from page to page.
            ("texts", share(drawn(&texts::histories(), 400)), 0.25),
            ("listing", share(drawn(&listing::histories(), 400)), 0.15),
        ];
        eprintln!("{shares:?}");
        for (name, share, least) in shares {
            assert!(share >= least && share < 0.7, "{name}: {share}");
        }
    }
}
