//! A run that is kept whole: every answer that the target gave, in a file from which the run can be judged again without it.
//!
//! A [`Recorder`] stands between the engine and the target and writes what comes of each history; a [`StoredRun`] takes the
//! target's place and gives it back, judged by the oracle and the judge of today. Neither knows a check.

mod form;
mod read;
mod recorder;
mod replies;

pub use form::{Order, OtherService};
pub use read::StoredRunError;
pub use recorder::Recorder;
pub use replies::StoredRun;
