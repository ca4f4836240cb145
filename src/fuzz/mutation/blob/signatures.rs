//! What signatures for blobs are made for.

use super::pool::Pool;
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::authorization::Realm;
use tablestakes_reference::history::SasScope;

/// Letters in the order that signatures have them in. What comes of another order is not the same in all versions.
const PERMISSIONS: [&str; 12] = ["r", "c", "w", "d", "rw", "racwd", "rl", "l", "a", "rwdlac", "racwdl", "t"];
/// What a signature overrides of an answer's headers.
const OVERRIDES: [(&str, &str); 4] =
    [("rscc", "no-store"), ("rscd", "attachment; filename=a"), ("rsct", "text/plain"), ("rsce", "identity")];

impl Realm for Pool {
    fn absent(&self) -> &'static str {
        "/${container}-absent"
    }

    fn letter(&self) -> &'static str {
        "b"
    }

    fn permissions(&self) -> &'static [&'static str] {
        &PERMISSIONS
    }

    fn scope(&self, dice: &mut Dice) -> SasScope {
        let container = self.container(dice);
        if dice.one_in(2) {
            SasScope::Container { container }
        } else {
            SasScope::Blob { container, blob: self.blob(dice) }
        }
    }

    fn further(&self, dice: &mut Dice) -> Vec<(String, String)> {
        if !dice.one_in(5) {
            return Vec::new();
        }
        dice.pick(&OVERRIDES).map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect()
    }
}
