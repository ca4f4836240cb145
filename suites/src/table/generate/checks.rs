//! The generated checks: each generator, and the rules that it is aimed at.

use super::world::World;
use super::{batch, continuation, encoding, keys, lifecycle, mixed, query};
use crate::check::{Check, Suite};
use crate::define::generated;

/// The generated checks.
pub(crate) fn checks() -> Vec<Check> {
    [of_tables(), of_keys(), of_encoding(), of_query(), of_continuation(), of_batch(), of_everything()].concat()
}

fn of_tables() -> Vec<Check> {
    const SUITE: Suite = Suite::TableLifecycle;
    vec![generated!(
        TableCore,
        "table.table-lifecycle.generated",
        "Tables come and go under names that resemble each other, with rows in them",
        "The list of tables, their rows and their names in other spellings are kept apart, and fall apart.",
        [
            TABLE_TABLES_NAME_CASE_INSENSITIVE,
            TABLE_TABLES_DELETE_DROPS_ENTITIES,
            TABLE_TABLES_DELETE_ONLY_NAMED,
            TABLE_TABLES_MISSING_TABLE
        ],
        lifecycle::scripts()
    )]
}

fn of_keys() -> Vec<Check> {
    const SUITE: Suite = Suite::Keys;
    vec![generated!(
        TableCore,
        "table.keys.generated",
        "Keys from the alphabet of trouble through every operation, written in every way",
        "Each layer that decodes, compares or stores a key has its own idea of it.",
        [TABLE_KEYS_PERCENT_ONCE, TABLE_KEYS_QUOTE_DOUBLED, TABLE_ADDRESS_KEY_SPELLING, TABLE_ENTITIES_ISOLATION],
        keys::worlds().prop_map(World::into_steps)
    )]
}

fn of_encoding() -> Vec<Check> {
    const SUITE: Suite = Suite::Encoding;
    vec![generated!(
        TableCore,
        "table.encoding.generated",
        "Text from the alphabet of trouble as values, names and literals",
        "Each layer that escapes text must be undone by one that unescapes it.",
        [TABLE_TYPES_STRING, TABLE_TYPES_STRING_UNICODE, TABLE_QUERY_LITERAL_STRING, TABLE_QUERY_PERCENT_ONCE],
        encoding::worlds().prop_map(World::into_steps)
    )]
}

fn of_query() -> Vec<Check> {
    const SUITE: Suite = Suite::Query;
    vec![generated!(
        TableQuery,
        "table.query.generated",
        "Filters of every type, operator and nesting over known rows",
        "Filters are translated into another query language, whose logic and types differ.",
        [TABLE_QUERY_FILTER, TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_NOT_MISSING, TABLE_QUERY_TYPE_MISMATCH_NE],
        query::worlds().prop_map(World::into_steps)
    )]
}

fn of_continuation() -> Vec<Check> {
    const SUITE: Suite = Suite::Continuation;
    vec![generated!(
        TableQuery,
        "table.continuation.generated",
        "Paging under every page size while rows come and go",
        "Tokens are offsets, or name a row that must still be there.",
        [TABLE_CONTINUATION_RESUMES, TABLE_CONTINUATION_DELETED_NEXT, TABLE_CONTINUATION_PARTITIONS],
        continuation::worlds().prop_map(World::into_steps)
    )]
}

fn of_batch() -> Vec<Check> {
    const SUITE: Suite = Suite::Batch;
    vec![generated!(
        TableBatch,
        "table.batch.generated",
        "Batches with one flaw at every position, and what they leave behind",
        "Undoing is written by hand for each kind of write.",
        [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_INDEX, TABLE_BATCH_DUPLICATE, TABLE_BATCH_PARTS_IN_ORDER],
        batch::worlds().prop_map(World::into_steps)
    )]
}

fn of_everything() -> Vec<Check> {
    const SUITE: Suite = Suite::Mixed;
    vec![generated!(
        TableCore,
        "table.mixed.generated",
        "Everything at once on few keys",
        "Each operation is right alone, and wrong after another.",
        [TABLE_ERRORS_NOTHING_LEFT, TABLE_ENTITIES_ISOLATION, TABLE_BATCH_ATOMIC, TABLE_QUERY_ALL],
        mixed::worlds().prop_map(World::into_steps)
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soundness::{assert_seeds_decide, assert_symbols_are_bound, drawn, generated_histories};
    use proptest::strategy::Strategy;

    /// The share of steps that are refused, of all that were drawn.
    fn refused_share(strategy: impl Strategy<Value = World>) -> f64 {
        let tallies = drawn(&strategy, 400).into_iter().map(|world| world.tally());
        let (steps, refused) = tallies.fold((0, 0), |(steps, refused), tally| (steps + tally.0, refused + tally.1));
        f64::from(refused) / f64::from(steps)
    }

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
            }
        }
    }

    #[test]
    fn a_third_of_the_steps_is_refused() {
        let shares = [
            ("keys", refused_share(keys::worlds())),
            ("encoding", refused_share(encoding::worlds())),
            ("query", refused_share(query::worlds())),
            ("batch", refused_share(batch::worlds())),
            ("mixed", refused_share(mixed::worlds())),
            ("continuation", refused_share(continuation::worlds())),
        ];
        eprintln!("{shares:?}");
        for (name, share) in shares {
            // Paging is a walk from page to page: there are fewer places for what is refused.
            let least = if name == "continuation" { 0.15 } else { 1.0 / 3.0 };
            assert!(share >= least, "{name}: {share}");
        }
    }

    #[test]
    fn the_alphabet_of_trouble_occurs() {
        for wanted in ["table.keys.generated", "table.encoding.generated"] {
            let (_, histories) = generated_histories(checks(), 300).find(|(id, _)| *id == wanted).unwrap();
            let text = histories.iter().map(|history| format!("{:?}", history.steps)).collect::<String>();
            for piece in ["%25", "%41", "\\u{301}", "''", "+", "😀", "世界", "__proto__", "\"\""] {
                assert!(text.contains(piece), "{wanted} never draws {piece}");
            }
        }
    }
}
