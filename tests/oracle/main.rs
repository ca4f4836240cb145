//! The suites against the reference itself: it conforms, every rule that it can break is noticed, the generators reach what
//! they reached before, and its answers are those that were reviewed.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod answers;
mod bench;
mod conforming;
mod reach;
mod sabotage;
mod shown;
