//! What the reference does not have: asked for, it is told by its name.

use super::place::{Place, Target};
use crate::recording::session::Exchange;

/// The feature that an exchange asks for and the reference lacks.
pub(super) fn lacking(exchange: &Exchange, target: &Target) -> Option<&'static str> {
    let header = |name: &str| exchange.request_headers.get(name);
    let container = matches!(target.place, Place::Container(_) | Place::Service);
    let named = match target.comp() {
        "batch" => "batches of blob operations",
        "userdelegationkey" => "user delegation keys",
        "expiry" => "expiry of blobs",
        "query" => "queries of the content of blobs",
        "undelete" if container => "deleted containers",
        "rename" => "renaming of containers",
        "list"
            if container
                && target.option("include").is_some_and(|held| held.contains("deleted"))
                && target.place == Place::Service =>
        {
            "deleted containers"
        }
        _ if target.option("deletetype").is_some() => "permanent deletion of snapshots",
        _ if header("x-ms-previous-snapshot-url").is_some() => "snapshots of managed disks",
        _ => return None,
    };
    Some(named)
}
