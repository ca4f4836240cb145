//! Changing histories of blobs.
//!
//! Conditions on dates name the distant past or the distant future: whether two writes fall into one second is left to chance. What
//! is copied is copied within the account, and what a service has beside a history's own containers is not listed.

mod asks;
mod bodies;
mod closing;
mod headers;
mod matter;
mod options;
mod pool;
mod saying;
mod signatures;

pub(super) use pool::Pool;
