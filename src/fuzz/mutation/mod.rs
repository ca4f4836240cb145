//! Changing a history: its steps, what they say, how they are written, and, more rarely, the octets.
//!
//! What a mutation makes still has the form of a history, so it can be shrunk, stored and replayed. Of the octets the
//! oracle is no judge: a step that is changed there is marked [odd](tablestakes_reference::history::RawRequest::odd).

mod authorization;
mod blob;
mod documents;
mod fields;
mod matter;
mod mutate;
mod octets;
mod pool;
mod queries;
mod queue;
mod steps;
mod text;
mod waiting;
mod wire;
mod written;

pub(crate) use mutate::{Mutator, Never, spoken};
