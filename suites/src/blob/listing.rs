//! Listing containers and blobs.

mod asked;
mod blobs;
mod containers;
mod paging;

use crate::check::Check;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Symbol;

use super::steps::{AskExt as _, put};

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [blobs::checks(), paging::checks(), asked::checks(), containers::checks()].concat()
}

/// Blobs of these names, then these questions.
fn of(names: &[&str], asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script: Vec<Step> = names.iter().map(|name| put(name, "x").into()).collect();
    script.extend(asks.into_iter().map(Step::from));
    script
}

/// From where a step said that its listing goes on.
fn then(step: usize, ask: Ask) -> Ask {
    ask.at_marker(Symbol::Marker(step).to_string())
}
