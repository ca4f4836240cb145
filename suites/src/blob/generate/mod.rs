//! Generators: histories drawn from a seed, aimed at one capability each.
//!
//! A generator draws abstract choices and folds them over what it knows of the container, so that most steps hit something and
//! about a third of them must be refused. What must come back is still the reference's to say: the generator's opinion
//! only steers.

mod block_lists;
mod checks;
mod conditions;
mod listing;
mod names;
mod ranges;
mod script;

pub(super) use checks::checks;
