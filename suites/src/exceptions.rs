//! Rules that no check names, and why.

use tablestakes_reference::rules::{RuleId, id};

const TOO_LARGE: &str = "asking takes a body of 64 to 256 MiB in every run; the histories beside the reference show it";

const VERSIONING: &str =
    "versions are a setting of the account that no request turns on; the histories beside the reference show it";

/// Each MUST and SHOULD that no check names, with the reason. A test keeps the list exact.
pub const UNCHECKED: &[(RuleId, &str)] = &[
    (id::BLOB_BLOCKS_SIZE, TOO_LARGE),
    (id::BLOB_PUT_SIZE, TOO_LARGE),
    (id::BLOB_PUT_SIZE_BEFORE, TOO_LARGE),
    (id::BLOB_VERSIONING_BESIDE_SNAPSHOT, VERSIONING),
    (id::BLOB_VERSIONING_BY_METADATA, VERSIONING),
    (id::BLOB_VERSIONING_BY_SNAPSHOT, VERSIONING),
    (id::BLOB_VERSIONING_CURRENT_SHOWN, VERSIONING),
    (id::BLOB_VERSIONING_DELETE_CURRENT, VERSIONING),
    (id::BLOB_VERSIONING_DELETE_KEEPS, VERSIONING),
    (id::BLOB_VERSIONING_DELETE_ONE, VERSIONING),
    (id::BLOB_VERSIONING_DELETE_TOLD, VERSIONING),
    (id::BLOB_VERSIONING_DELETE_WITH_SNAPSHOTS, VERSIONING),
    (id::BLOB_VERSIONING_KEPT, VERSIONING),
    (id::BLOB_VERSIONING_LISTED, VERSIONING),
    (id::BLOB_VERSIONING_LISTED_DELETED, VERSIONING),
    (id::BLOB_VERSIONING_LISTED_ID, VERSIONING),
    (id::BLOB_VERSIONING_NO_LEASE, VERSIONING),
    (id::BLOB_VERSIONING_READ, VERSIONING),
    (id::BLOB_VERSIONING_READ_ONLY, VERSIONING),
    (id::BLOB_VERSIONING_SHOWN, VERSIONING),
    (id::BLOB_VERSIONING_TOLD, VERSIONING),
    (id::BLOB_VERSIONING_UNKNOWN, VERSIONING),
];
