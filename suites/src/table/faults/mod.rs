//! Faults between client and server: connections that end where they should not, requests that come twice or late.
//!
//! A client that was told nothing does what clients do: it looks, and sends the same again. So a value may be written by two
//! steps of a history, which are the same request.

mod checks;
mod connections;
mod drawn;
mod transactions;
mod writes;

pub(crate) use checks::checks;
