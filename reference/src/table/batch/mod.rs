//! Entity group transactions.
//!
//! [`request`] takes the multipart body apart, [`transaction`] does what is in it, all or nothing, [`response`] writes
//! the parts of the answer.

mod request;
mod response;
mod seen;
mod transaction;

pub(super) use transaction::handle;
