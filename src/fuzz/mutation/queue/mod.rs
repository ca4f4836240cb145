//! Changing histories of queues.
//!
//! Which of several messages are returned, and in which order, a service need not promise. So a mutant refers to messages of steps
//! that return one at most, waits once at most, and leaves carriage returns and other open questions of texts alone.

mod closing;
mod fields;
mod matter;
mod pool;
mod signatures;
mod values;

pub(super) use pool::Pool;
