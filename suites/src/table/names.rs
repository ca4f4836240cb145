//! Names of tables: which are allowed, and what is said of the others.

use super::steps::{create_table, delete_table, get_table, list_tables, repeated, table};
use crate::check::{Check, Suite};
use crate::define::check;

const SUITE: Suite = Suite::Names;

/// How long the name of a history's table is. Were it otherwise, the check of lengths would stay true but miss the limit.
const TABLE_NAME: usize = 24;

/// The name of the history's table, made longer to this many characters.
fn padded(length: usize) -> String {
    format!("{}{}", table(0), repeated('x', length - TABLE_NAME))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.names.forbidden-characters",
            "A name with a character other than letters and digits is refused",
            "The name becomes a file or a collection, and whatever that admits is admitted.",
            [TABLE_TABLES_NAME_CHARACTERS],
            [create_table("${table}_x"), create_table("${table}-x"), create_table("${table}é"), list_tables(),]
        ),
        check!(
            TableCore,
            "table.names.first-a-letter",
            "A name begins with a letter",
            "A pattern for the whole name forgets its first character.",
            [TABLE_TABLES_NAME_CHARACTERS],
            [create_table("1${table}"), get_table("1${table}")]
        ),
        check!(
            TableCore,
            "table.names.too-short",
            "A name of one or two characters is refused for its length",
            "Length and characters are refused with different codes.",
            [TABLE_TABLES_NAME_TOO_SHORT],
            [create_table("t"), create_table("tt")]
        ),
        check!(
            TableCore,
            "table.names.too-long",
            "A name of 64 characters is refused for its length",
            "Length and characters are refused with different codes.",
            [TABLE_TABLES_NAME_TOO_LONG],
            [create_table(repeated('t', 64)), create_table(repeated('t', 65))]
        ),
        check!(
            TableCore,
            "table.names.longest",
            "Names of 62 and 63 characters are allowed, 64 are not",
            "Names of files and buckets have other limits.",
            [TABLE_TABLES_NAME_TOO_LONG],
            [
                create_table(padded(62)),
                create_table(padded(63)),
                create_table(padded(64)),
                get_table(padded(63)),
                delete_table(padded(62)),
                delete_table(padded(63)),
            ]
        ),
        check!(
            TableCore,
            "table.names.reserved",
            "The name `tables` is taken",
            "It would stand where the list of tables stands.",
            [TABLE_TABLES_NAME_RESERVED],
            [create_table("tables"), list_tables()]
        ),
        check!(
            TableCore,
            "table.names.delete-does-not-validate",
            "Deleting a table by an impossible name answers 404",
            "One function validates names for both, and then deletion answers 400.",
            [TABLE_TABLES_DELETE_NAME_NOT_VALIDATED],
            [delete_table("not_a_name"), delete_table("1nvalid"), delete_table("tt"), delete_table(repeated('t', 64))]
        ),
    ]
}
