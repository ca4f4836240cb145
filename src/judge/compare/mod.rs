//! Comparing two answers, part by part: status and code, headers, bodies, rows, properties.
//!
//! Each function returns differences; none decides what they mean.

mod answer;
mod batch;
mod body;
mod error;
mod facts;
mod headers;
pub(super) mod listing;
mod property;
mod row;
mod set;

pub(crate) use answer::{Grounds, Outcome, Side, answers, kept_by_target_alone};
pub(crate) use body::kinds_differ;
pub(super) use headers::{By as HeaderBy, Row as HeaderRow};
pub(crate) use set::{has_token, scans};
