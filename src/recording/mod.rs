//! Recordings of live traffic: exchanges that someone had with a service, read from files and replayed on the reference.
//!
//! [`import`] reads four formats into one [`Session`], [`replay`] plays a session on a fresh reference and says of every
//! exchange whether it was reproduced, [`compare`] tells two answers apart. Nothing here opens a socket, and nothing here
//! knows a session by its name.

mod compare;
mod error;
mod import;
mod replay;
mod session;

pub use error::RecordingError;
pub use import::{Found, find, read};
pub use replay::{Fate, Played, Replayed, replay};
pub use session::{Body, Exchange, Losses, Service, Session};

pub use compare::Difference;
