//! Replaying histories: writing a step as one exact HTTP request, sending it, handing it to the oracle, judging both.

mod bindings;
mod clock;
mod kept;
mod lower;
mod names;
mod record;
mod replay;
mod seeding;
mod shrink;

pub(crate) use bindings::Bindings;
pub use clock::Clocks;
pub(crate) use kept::WithoutSecrets;
pub use lower::written;
pub(crate) use lower::{Lowering, Page, authorized, format_of, redacted, written_out};
pub(crate) use names::prefix_in;
pub use names::{Names, OwnName};
pub use record::{Exchange, Replayed, StepRecord, Taken};
pub use replay::{Lateness, Learned, NotReady, ReplayError, Replayer, Replayers, Restarting};
pub(crate) use replay::{created_by, creating, deleting, waits};
pub use seeding::Seeding;
pub use shrink::{ShrinkBudget, Shrunk, shrink};
pub(crate) use shrink::{rewrite, symbols, without_steps};
