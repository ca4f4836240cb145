//! What applications do with tables, as the service's designers recommend it: keys made for ranges and for the newest first, kinds of
//! rows kept together by transactions, logs of changes, counters, and requests that are sent again when the answer was lost.
//!
//! A request that is sent again is the same request once more: what the first attempt was answered is not used.

mod changes;
mod prefixes;
mod recent;
mod retried;
mod together;

use crate::check::{Check, Suite};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Patterns;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [prefixes::checks(), recent::checks(), together::checks(), changes::checks(), retried::checks()].concat()
}

/// A query for so many rows a page that the filter lets through.
fn top_where(count: usize, filter: impl Into<String>) -> Query {
    Query { filter: Some(filter.into()), top: Some(count.to_string()), ..Query::default() }
}
