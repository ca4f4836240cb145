//! `report.html`: the report as a page for people. One file that loads nothing and runs nothing.
//!
//! What a target answers is hostile input: templates escape it, control characters are spelled out, and a policy in the
//! page's head forbids scripts, frames, forms and every request. The number of things shown in full is capped, so that the
//! page of a target that fails everywhere can still be read; the page says what it leaves out, and where that stands.

mod answer;
mod finding;
mod group;
mod latency;
mod matrix;
mod overview;
mod report;
mod style;
mod targets;

pub(super) use report::page;
pub(super) use style::{STYLE, policy};
pub use targets::{TargetReport, targets_page};
