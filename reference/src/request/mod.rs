//! The way of a request until the service itself has it, the same for all services: listener, version, address. Each stage
//! takes what the one before made of the request, and makes more of it, or refuses it. What follows (who asks, what that
//! one may, what is asked) is each service's own, by the rules of [`crate::auth`].

pub(crate) mod emulator;
pub mod listener;
mod stages;

pub(crate) use stages::{Heard, StageRules};
