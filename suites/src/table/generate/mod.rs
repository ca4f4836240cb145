//! Generators: histories drawn from a seed, aimed at one capability each.
//!
//! A generator draws abstract choices and folds them over a [`world::World`], which knows which rows exist, so that most
//! steps hit something and at least a third of them must be refused. What must come back is still the reference's to
//! say: the world's opinion only steers.

mod batch;
mod checks;
mod continuation;
mod encoding;
mod filter;
mod keys;
mod lifecycle;
mod mixed;
mod query;
mod rows;
mod trouble;
mod values;
mod world;

pub(super) use checks::checks;
pub(super) use rows::NEVER_ISSUED;
pub use trouble::{Alphabet, alphabet};
