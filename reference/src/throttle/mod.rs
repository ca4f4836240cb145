//! How much a service does in a second, and what it refuses beyond that: limits as they are written, buckets that fill with the
//! time that is handed in, and what a request takes out of them. A limit belongs to an account, whichever services share it.

mod bucket;
mod excess;
mod limits;
mod state;

pub use limits::{Limits, LimitsError};
pub use state::Throttle;

pub(crate) use excess::{Excess, ThrottleRules};
pub(crate) use state::{Demand, Place};
