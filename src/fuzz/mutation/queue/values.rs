//! Texts and numbers.

use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::documents::Letters;
use crate::fuzz::mutation::text;
use tablestakes_reference::history::symbol::literal;

/// Numbers of messages: within the limits, at them and beyond, and none.
const COUNTS: [&str; 9] = ["1", "2", "5", "31", "32", "33", "0", "-1", "x"];
/// Times of invisibility. Short ones would leave an answer to the speed of the target.
const VISIBILITIES: [&str; 9] = ["0", "60", "3600", "604799", "604800", "604801", "-1", "x", "1.5"];
const LIVES: [&str; 10] = ["-1", "60", "61", "3600", "604800", "604801", "2147483647", "0", "-2", "x"];
/// Permissions of policies: those of queues, those of others, and some that are out of order.
pub(super) const LETTERS: Letters = Letters { own: "raup", foreign: "rwdl", disordered: "pa" };

/// The text of a message, whose return somebody has recorded: no carriage return, and not white space alone. Now and then one that
/// is too large, or holds what XML does not allow.
pub(super) fn text(dice: &mut Dice) -> String {
    match dice.below(16) {
        0 => "x".repeat(dice.pick(&[65_535, 65_536, 65_537]).unwrap_or(65_536)),
        1 => "a\u{1}".to_owned(),
        2..=5 => dice.pick(&["a", "b", "aGVsbG8=", "<a>&amp;</a>", " a ", "é😀"]).unwrap_or("a").to_owned(),
        _ => {
            let allowed = |c: &char| (*c >= ' ' || "\t\n".contains(*c)) && !('\u{fffe}'..='\u{ffff}').contains(c);
            let mut kept: String = text::for_value(dice).chars().filter(allowed).collect();
            if kept.trim_matches([' ', '\t', '\n']).is_empty() {
                kept.push('x');
            }
            literal(&kept)
        }
    }
}

/// A number of messages; nothing for the default.
pub(super) fn count(dice: &mut Dice) -> Option<String> {
    one_of(&COUNTS, dice)
}

/// A time of invisibility; nothing for the default.
pub(super) fn visibility(dice: &mut Dice) -> Option<String> {
    one_of(&VISIBILITIES, dice)
}

/// A time to live; nothing for the default.
pub(super) fn time_to_live(dice: &mut Dice) -> Option<String> {
    one_of(&LIVES, dice)
}

fn one_of(texts: &[&str], dice: &mut Dice) -> Option<String> {
    if dice.one_in(4) { None } else { dice.pick(texts).map(str::to_owned) }
}
