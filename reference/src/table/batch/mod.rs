//! Entity group transactions.
//!
//! [`request`] takes the multipart body apart, [`transaction`] does what is in it, all or nothing, [`response`] writes
//! the parts of the answer, [`throttled`] refuses one that is too much for its partition.

mod request;
mod response;
mod seen;
mod throttled;
mod transaction;

pub(super) use throttled::{demanded, refused_whole};
pub(super) use transaction::handle;
