//! What signatures for queues are made for.

use super::pool::Pool;
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::authorization::Realm;
use tablestakes_reference::history::SasScope;

const PERMISSIONS: [&str; 9] = ["r", "a", "u", "p", "raup", "ra", "up", "rwdlacup", "wdl"];

impl Realm for Pool {
    fn absent(&self) -> &'static str {
        "/${queue}-absent"
    }

    fn letter(&self) -> &'static str {
        "q"
    }

    fn permissions(&self) -> &'static [&'static str] {
        &PERMISSIONS
    }

    fn scope(&self, dice: &mut Dice) -> SasScope {
        SasScope::Queue { queue: self.queue(dice) }
    }
}
