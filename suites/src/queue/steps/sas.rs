//! Shared access signatures for queues.

use super::queue;
use tablestakes_reference::history::{Sas, SasScope};

/// A shared access signature for the history's first queue with these permissions, for an hour.
pub(crate) fn queue_sas(permissions: &str) -> Sas {
    queue_sas_for(queue(), permissions)
}

/// The same for another queue.
pub(crate) fn queue_sas_for(queue: impl Into<String>, permissions: &str) -> Sas {
    Sas::new(SasScope::Queue { queue: queue.into() }, permissions)
}

/// A shared access signature of the account for the queue service with these permissions, for an hour.
pub(crate) fn account_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Account { services: "q".to_owned(), resource_types: "sco".to_owned() }, permissions)
}
