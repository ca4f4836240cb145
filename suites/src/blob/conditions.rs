//! Conditional headers: each alone and together with others, on every operation that documents it.

mod combined;
mod containers;
mod creating;
mod reads;
mod tags;
mod writes;

use crate::check::Check;
use tablestakes_reference::blob::Ask;

/// An ETag of the right form that no blob has.
const UNKNOWN: &str = "\"0x8D2C9167D53FC2C\"";
/// Before everything that a run writes.
const PAST: &str = "Thu, 01 Jan 2015 00:00:00 GMT";
/// Behind everything that a run writes.
const FUTURE: &str = "Thu, 31 Dec 2037 23:59:59 GMT";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [reads::checks(), writes::checks(), creating::checks(), combined::checks(), tags::checks(), containers::checks()]
        .concat()
}

/// Conditions on dates, and what is there once a step has written it.
trait Dated: Sized {
    /// With `If-Modified-Since`.
    fn modified_since(self, date: &str) -> Self;

    /// With `If-Unmodified-Since`.
    fn unmodified_since(self, date: &str) -> Self;

    /// With `x-ms-if-tags`.
    fn if_tags(self, filter: &str) -> Self;
}

impl Dated for Ask {
    fn modified_since(mut self, date: &str) -> Self {
        self.headers.push(("If-Modified-Since".to_owned(), date.to_owned()));
        self
    }

    fn unmodified_since(mut self, date: &str) -> Self {
        self.headers.push(("If-Unmodified-Since".to_owned(), date.to_owned()));
        self
    }

    fn if_tags(mut self, filter: &str) -> Self {
        self.headers.push(("x-ms-if-tags".to_owned(), filter.to_owned()));
        self
    }
}
