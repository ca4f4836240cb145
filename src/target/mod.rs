//! What is under test: where it is, how to sign for it, how to restart it, and a transport that sends exactly the given
//! bytes.

mod axes;
mod connection_string;
mod endpoint;
mod restart;
mod secret;
mod services;
mod spec;
mod transport;

pub use axes::{AddressStyle, AuthScheme, Axes, Format};
pub use endpoint::{Endpoint, Scheme};
pub(crate) use restart::NO_RESTART;
pub use restart::{AsChild, ByCommand, Restart, RestartError};
pub use secret::Secret;
pub use services::Targets;
pub use spec::{EMULATOR_ACCOUNT, Target, TargetError};
pub(crate) use transport::{Asking, USUAL, header_text};
pub use transport::{Busy, Limits, Rate, Silence, Throttled, Throttling, Transport, TransportFailure};
