//! The oracle of tablestakes: Azure Storage as the live service behaves.
//!
//! Deterministic and without input or output of its own: no socket, no clock, no randomness. A request, the time
//! and a source of ids go in, an [`Answer`] comes out, together with the [rules](rules) that decided it and the other
//! answers that would have been right.
//!
//! The vocabulary that the whole house speaks lives here as well, because it is the specification that says what
//! can be asked: [operations](table::Operation), [entities](table::Value), [histories](history::History).

pub mod account;
pub mod addressing;
pub mod answer;
pub mod auth;
pub mod blob;
mod content;
pub mod cors;
pub mod datetime;
pub mod history;
pub mod http;
pub mod ids;
pub mod lexical;
mod multipart;
mod octets;
pub mod percent;
pub mod policies;
pub mod profile;
pub mod properties;
pub mod query;
pub mod queue;
pub mod refusal;
pub mod request;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
pub mod service;
mod service_name;
mod settings;
pub mod table;
pub mod throttle;
mod under_way;
mod verdict;
pub mod version;
pub mod xml;

pub use account::{Account, AccountKey};
pub use addressing::{AccountIn, Addressing, Location};
pub use answer::{Alternative, Answer};
pub use datetime::DateTime;
pub use ids::{IdSource, SequentialIds};
pub use profile::Profile;
pub use service::Service;
pub use service_name::ServiceName;
pub use settings::Settings;
pub use throttle::{Limits, Throttle};
pub use version::Version;
