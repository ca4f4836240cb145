//! Authentication: who sends a request, whether a signature proves it, and what it may ask for then.

mod access;
mod refused;
pub(crate) mod sas;
mod shared_key;

pub(crate) use access::Access;
pub(crate) use sas::Circumstances;
pub(crate) use shared_key::authenticate;
pub use shared_key::{Scheme, string_to_sign};
