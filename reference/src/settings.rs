//! What a service is told when it is set up: the same for every service.

use crate::account::{Account, EMULATOR_ACCOUNT};
use crate::addressing::Addressing;
use crate::auth::Identity;
use crate::profile::Profile;
use crate::rules::Broken;
use std::net::Ipv4Addr;

/// What a service is told when it is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Its account.
    pub account: Account,
    /// How it is addressed.
    pub addressing: Addressing,
    /// `http` or `https`: the scheme of the addresses in answers.
    pub scheme: &'static str,
    /// Whether requests must prove where they come from.
    pub identity: Identity,
    /// The most things on a page; as many as the live service puts there, if it is not said.
    pub page_size: Option<usize>,
    /// How long the deletion of a table, of a queue or of a container takes, in ticks (`table.tables.being-deleted`,
    /// `queue.queues.being-deleted`, `blob.containers.being-deleted`).
    pub deletion_takes: i64,
    /// The address that requests come from, for signatures that are bound to one.
    pub client: Ipv4Addr,
    /// Whose behaviour is the measure.
    pub profile: Profile,
    /// The rules that it breaks.
    pub broken: Broken,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            account: Account::emulator(),
            addressing: Addressing::by_path(EMULATOR_ACCOUNT),
            scheme: "http",
            identity: Identity::Verified,
            page_size: None,
            deletion_takes: 0,
            client: Ipv4Addr::LOCALHOST,
            profile: Profile::Cloud,
            broken: Broken::none(),
        }
    }
}
