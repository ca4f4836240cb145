//! Authentication: who sends a request, and whether a signature proves it. What it may ask for then is each service's own.

mod identity;
mod refused;
pub(crate) mod sas;
mod shared_key;
mod signed_path;
mod string_to_sign;

pub use identity::Identity;
pub(crate) use refused::coded;
pub(crate) use sas::{Circumstances, SasRules};
pub(crate) use shared_key::{Anonymous, AuthRules, MoreRules, PartRules, authenticate};
pub(crate) use signed_path::signed_path;
pub use string_to_sign::{Dialect, Scheme, string_to_sign, string_to_sign_for};
