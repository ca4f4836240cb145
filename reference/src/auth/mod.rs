//! Authentication: who sends a request, and whether the signature proves it.

mod shared_key;

pub(crate) use shared_key::authenticate;
pub use shared_key::{Scheme, string_to_sign};
