//! Query options: filters taken apart and joined, projections, page sizes.

use super::pool::Pool;
use super::text;
use crate::fuzz::dice::Dice;
use tablestakes_reference::table::Query;

const OPERATORS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];
const LITERALS: [&str; 12] = [
    "0",
    "-1",
    "2147483647",
    "1L",
    "1.5",
    "true",
    "false",
    "''",
    "guid'58260000-0000-4000-8000-0000000000ff'",
    "datetime'2024-02-29T23:59:59Z'",
    "X'0a0b'",
    "binary'ff'",
];
/// Page sizes: within the limits, at them and beyond.
const TOPS: [&str; 7] = ["1", "2", "3", "1000", "1001", "-1", "x"];

/// Changes one of the options.
pub(super) fn change(query: &mut Query, pool: &Pool, dice: &mut Dice) {
    match dice.below(6) {
        0..=2 => query.filter = Some(filter(query.filter.as_deref(), pool, dice)),
        3 => query.filter = None,
        4 => query.select = if dice.one_in(3) { None } else { Some(selection(pool, dice)) },
        _ => query.top = if dice.one_in(4) { None } else { dice.pick(&TOPS).map(str::to_owned) },
    }
}

/// Some names, separated by commas.
pub(super) fn selection(pool: &Pool, dice: &mut Dice) -> String {
    let names = (0..=dice.below(3)).map(|_| match dice.below(6) {
        // What `*` selects is not recorded.
        0 => "PartitionKey".to_owned(),
        1 => "Timestamp".to_owned(),
        _ => pool.name(dice),
    });
    names.collect::<Vec<_>>().join(",")
}

fn filter(held: Option<&str>, pool: &Pool, dice: &mut Dice) -> String {
    match (held, dice.below(5)) {
        (Some(held), 0) => format!("not ({held})"),
        (Some(held), 1) => format!("({held}) and {}", comparison(pool, dice)),
        (Some(held), 2) => format!("{} or ({held})", comparison(pool, dice)),
        (Some(held), 3) => {
            let from = dice.pick(&OPERATORS).unwrap_or("eq");
            let to = dice.pick(&OPERATORS).unwrap_or("ne");
            held.replacen(&format!(" {from} "), &format!(" {to} "), 1)
        }
        _ => comparison(pool, dice),
    }
}

fn comparison(pool: &Pool, dice: &mut Dice) -> String {
    let operator = dice.pick(&OPERATORS).unwrap_or("eq");
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    match dice.below(4) {
        0 => format!("PartitionKey {operator} {}", quoted(&pool.key(dice).partition)),
        1 => format!("RowKey {operator} {}", quoted(&pool.key(dice).row)),
        2 => {
            // Whether a literal may hold control characters is not known.
            let value: String = text::for_value(dice).chars().filter(|c| !c.is_control()).collect();
            format!("{} {operator} {}", pool.name(dice), quoted(&value))
        }
        _ => format!("{} {operator} {}", pool.name(dice), dice.pick(&LITERALS).unwrap_or("0")),
    }
}
