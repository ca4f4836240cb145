//! Metadata and stored access policies.

use crate::fuzz::dice::Dice;

const NAMES: [&str; 8] = ["a", "b", "_c", "d1", "e_f", "a-b", "1a", "g.h"];
/// Of these one at most: in which order a signature has them, clients and services disagree.
const EITHER: [&str; 2] = ["_c", "1a"];
const VALUES: [&str; 7] = ["1", "2", "two words", "a,b;c=d", "%41+\"q\"", "<s>&", "007"];

/// Permissions that a policy may name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    /// Those of the service.
    pub(super) own: &'static str,
    /// Those of another one.
    pub(super) foreign: &'static str,
    /// Some of its own, out of order.
    pub(super) disordered: &'static str,
}

/// Metadata in which no name stands twice, and whose order is the same to everybody.
pub(super) fn metadata(dice: &mut Dice) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for _ in 0..dice.below(4) {
        let (name, value) = (dice.pick(&NAMES).unwrap_or("a"), dice.pick(&VALUES).unwrap_or("1"));
        let meets = |held: &str| held == name || EITHER.contains(&held) && EITHER.contains(&name);
        if !pairs.iter().any(|(held, _)| meets(held)) {
            pairs.push((name.to_owned(), value.to_owned()));
        }
    }
    pairs
}

/// A document of policies, or none.
pub(super) fn policies(letters: Letters, dice: &mut Dice) -> String {
    let policy = |id: &str, permissions: &str| {
        format!(
            "<SignedIdentifier><Id>{id}</Id><AccessPolicy><Start>2050-01-01T00:00:00Z</Start>\
             <Expiry>2051-01-01T00:00:00Z</Expiry><Permission>{permissions}</Permission></AccessPolicy></SignedIdentifier>"
        )
    };
    let inner = match dice.below(8) {
        0 => return String::new(),
        1 => return "<SignedIdentifiers>".to_owned(),
        2 => String::new(),
        3 => policy("a", letters.own).repeat(6),
        4 => policy("a", letters.foreign),
        5 => policy(&"i".repeat(65), letters.own),
        6 => policy("a", letters.disordered),
        _ => policy("a", letters.own),
    };
    format!("<SignedIdentifiers>{inner}</SignedIdentifiers>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_sorted_in_two_ways_do_not_meet() {
        for number in 0..2000 {
            let metadata = metadata(&mut Dice::new(1, number));
            assert!(metadata.iter().filter(|(name, _)| EITHER.contains(&name.as_str())).count() < 2, "{metadata:?}");
        }
    }
}
