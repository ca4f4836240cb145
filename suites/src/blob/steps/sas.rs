//! Shared access signatures for blobs.

use super::container;
use tablestakes_reference::history::{Sas, SasScope};

/// Letters in the order in which signatures must have them: those of the account, and those of containers and blobs.
const OF_ACCOUNT: &str = "rwdxylacuptfi";
const OF_RESOURCE: &str = "racwdxyltmeop";

/// These letters in that order; letters that it does not have are last.
fn ordered(letters: &str, order: &str) -> String {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_by_key(|letter| order.find(*letter).unwrap_or(usize::MAX));
    letters.into_iter().collect()
}

/// A shared access signature for the blobs of the history's first container with these permissions, for an hour.
pub(crate) fn container_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Container { container: container() }, &ordered(permissions, OF_RESOURCE))
}

/// A shared access signature for one blob of the history's first container.
pub(crate) fn blob_sas(name: &str, permissions: &str) -> Sas {
    Sas::new(SasScope::Blob { container: container(), blob: name.to_owned() }, &ordered(permissions, OF_RESOURCE))
}

/// A shared access signature of the account for the blob service with these permissions, for an hour.
pub(crate) fn account_sas(permissions: &str) -> Sas {
    Sas::new(
        SasScope::Account { services: "b".to_owned(), resource_types: "sco".to_owned() },
        &ordered(permissions, OF_ACCOUNT),
    )
}
