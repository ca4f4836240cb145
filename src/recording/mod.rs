//! Recordings of live traffic: exchanges that someone had with a service, read from files and replayed on the reference.
//!
//! [`import`] reads five formats into one [`Session`], [`write`] writes the native one, [`replay`] plays a session on a
//! fresh reference and says of every exchange whether it was reproduced, [`compare`] tells two answers apart. Nothing here opens a socket, and nothing here
//! knows a session by its name.

mod causes;
mod compare;
mod error;
mod import;
mod path_style;
mod replay;
mod session;
mod write;

pub use error::RecordingError;
pub use import::{Found, LARGEST, find, parse, read};
pub use replay::{Fate, Follower, Played, Replayed, replay};
pub use session::{Body, Exchange, Losses, Service, Session};
pub use write::Recorder;

pub use causes::{Cause, Causes, Impact};
pub use compare::Difference;
