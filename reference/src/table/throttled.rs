//! In which partition a request is, and with how many entities: what a limit on partitions counts. A query may read many
//! partitions and is in none.

use super::batch;
use super::wire::command::{Command, Message};
use crate::rules::{Broken, Trace};
use crate::settings::Settings;
use crate::throttle::Place;

/// Where a message is, if partitions have a limit, and how many entities it is about. `base_path` is what paths begin with.
pub(super) fn demanded(settings: &Settings, message: &Message<'_>, base_path: &str) -> Option<(Place, u64)> {
    if !settings.throttle.as_ref()?.limits_partitions() {
        return None;
    }
    // What is looked at here is read again when it is answered.
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    match message.understand(&mut trace).ok()? {
        Command::Batch => batch::demanded(message, base_path, &mut trace),
        command => place(command).map(|place| (place, 1)),
    }
}

/// Whether a message is a transaction.
pub(super) fn is_transaction(message: &Message<'_>) -> bool {
    let broken = Broken::none();
    matches!(message.understand(&mut Trace::new(&broken)), Ok(Command::Batch))
}

/// The partition of what is asked of one entity.
pub(super) fn place(command: Command) -> Option<Place> {
    match command {
        Command::GetEntity { table, key, .. } | Command::Write { table, key, .. } => {
            Some(Place::Partition { table: table.to_ascii_lowercase(), key: key.partition })
        }
        _ => None,
    }
}
