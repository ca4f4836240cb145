//! Tables of questions: the same said to several operations.

use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// Each of these, with this said to it.
pub(super) fn each(asks: impl IntoIterator<Item = Ask>, said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    asks.into_iter().map(|ask| Step::from(said(ask))).collect()
}

/// Each of these, as it is.
pub(super) fn all(asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    each(asks, |ask| ask)
}
