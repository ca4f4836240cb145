//! Texts from the alphabet of trouble, and texts that a careless implementation takes for another.

use crate::fuzz::dice::Dice;
use std::sync::LazyLock;
use tablestakes_suites::table::{Alphabet, alphabet};

static ALPHABET: LazyLock<Alphabet> = LazyLock::new(alphabet);

/// A text for a key: one to three pieces, now and then plain or long.
pub(super) fn for_key(dice: &mut Dice) -> String {
    if dice.one_in(12) {
        let (piece, most) = dice.pick(&[("k", 512), ("é", 512), ("😀", 256), ("%", 512)]).unwrap_or(("k", 512));
        // Of longer keys nobody knows (`table.open.key-length`).
        return piece.repeat(dice.below(most + 1));
    }
    (0..=dice.below(3)).filter_map(|_| dice.pick(&ALPHABET.anywhere)).collect()
}

/// A text for a value: what may stand in keys, and what may not.
pub(super) fn for_value(dice: &mut Dice) -> String {
    let pieces = (0..=dice.below(3)).filter_map(|_| {
        if dice.one_in(3) { dice.pick(ALPHABET.only_in_values) } else { dice.pick(&ALPHABET.anywhere) }
    });
    pieces.collect()
}

/// The name of a property.
pub(super) fn property_name(dice: &mut Dice) -> String {
    dice.pick(ALPHABET.property_names).unwrap_or("A").to_owned()
}

/// The name of a queue or a container beside those that a history is given, of which this one is the first.
pub(super) fn further(first: &str, dice: &mut Dice) -> String {
    format!("{first}-{}", dice.pick(&["x", "y", "x1", "0", "X", "a--b", "a_b"]).unwrap_or("x"))
}

/// The text with a small change: case, blanks, encoding, one character more or less.
pub(super) fn nudged(text: &str, dice: &mut Dice) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = dice.below(characters.len());
    match dice.below(9) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => format!("{text} "),
        3 => text.replace('%', "%25"),
        4 => text.replace("%25", "%"),
        5 => text.replace('\'', "''"),
        6 => text.replace('+', " "),
        7 => characters.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, c)| c).collect(),
        _ => {
            let piece = dice.pick(&ALPHABET.anywhere).unwrap_or("'");
            let (before, after) = characters.split_at(at);
            before.iter().chain(&piece.chars().collect::<Vec<_>>()).chain(after).collect()
        }
    }
}
