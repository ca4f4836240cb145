//! Campaigns: histories are drawn, changed and replayed on a running server for as long as is asked for, and what is not
//! allowed becomes a finding.
//!
//! Nothing is judged here and nothing is sent here: histories are replayed by an engine's
//! [`Subject`](crate::engine::Subject) and judged as in every other run. What this room adds is what to send next (the
//! mutations, and a corpus steered by what is new about the answers), and what becomes of what was found (confirmed,
//! shrunk, told apart, stored at once).

mod audit;
mod campaign;
mod corpus;
mod counted;
mod dice;
mod exchange;
mod killer;
mod mutation;
mod novelty;
mod place;
mod pulse;
mod seeds;
mod settings;
mod shelf;
mod slow;
mod state;
mod summary;
mod triage;
mod view;

pub use campaign::{Campaign, CampaignError, run};
pub use counted::Counted;
pub use exchange::{Exchange, ExchangeError};
pub use pulse::{Slowness, slowness};
pub use seeds::{SeedError, Seeds};
pub use settings::{Settings, UnknownOperation, operations};
pub use shelf::{Shelf, ShelfError};
pub use summary::{CampaignDocument, FoundDocument};
