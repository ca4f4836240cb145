//! What a service is told when it is set up: the same for every service.

use crate::account::{Account, EMULATOR_ACCOUNT};
use crate::addressing::Addressing;
use crate::auth::Identity;
use crate::datetime::DateTime;
use crate::http::{Request, Response};
use crate::profile::Profile;
use crate::rules::Broken;
use crate::throttle::{Demand, Excess, Place, Throttle};
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
    /// Whether versions of blobs are kept, which is off in a fresh account (`blob.versioning.kept`).
    pub versioning: bool,
    /// The address that requests come from, for signatures that are bound to one.
    pub client: Ipv4Addr,
    /// Whose behaviour is the measure.
    pub profile: Profile,
    /// What it refuses as too much; nothing, unless somebody sets limits.
    pub throttle: Option<Throttle>,
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
            versioning: false,
            client: Ipv4Addr::LOCALHOST,
            profile: Profile::Cloud,
            throttle: None,
            broken: Broken::none(),
        }
    }
}

impl Settings {
    /// The limit that a request is beyond, which is about so many things in a place; nothing where it is within all.
    pub(crate) fn excess(&self, request: &Request, place: Option<(Place, u64)>, now: DateTime) -> Option<Excess> {
        let demand = Demand { octets: request.body.len(), place };
        self.throttle.as_ref()?.admit(demand, now).err()
    }

    /// Counts what goes out.
    pub(crate) fn count(&self, response: &Response, now: DateTime) {
        if let Some(throttle) = &self.throttle {
            throttle.sent(response.body.len(), now);
        }
    }
}
