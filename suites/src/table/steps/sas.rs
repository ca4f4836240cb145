//! Shared access signatures for tables.

use tablestakes_reference::history::{Sas, SasScope};

/// A SAS of the account for the table service, with every resource type and these permissions, for an hour.
pub(crate) fn account_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Account { services: "t".to_owned(), resource_types: "sco".to_owned() }, permissions)
}

/// A SAS for the history's first table with these permissions, for an hour.
pub(crate) fn table_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Table { table: super::table(0), from: None, to: None }, permissions)
}
