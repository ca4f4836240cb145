//! The list of all checks of the table service.

use super::{
    acl, atom, auth, batch, concurrency, continuation, continuation_forms, cors, encoding, errors, etag, expanded,
    faults, generate, headers, json_metadata, keys, limits, limits_everywhere, names, patterns, projection,
    projection_forms, properties, query, restart, sas, secondary, smoke, table_lifecycle, tables, types, upsert_merge,
    versions,
};
use crate::check::Check;

/// Every check of the table service in the order in which they run: smoke first, and within a suite what is scripted
/// before what is generated.
pub fn checks() -> Vec<Check> {
    let mut checks = [
        smoke::checks(),
        tables::checks(),
        table_lifecycle::checks(),
        names::checks(),
        keys::checks(),
        encoding::checks(),
        expanded::checks(),
        types::checks(),
        limits::checks(),
        limits_everywhere::checks(),
        query::checks(),
        projection::checks(),
        projection_forms::checks(),
        continuation::checks(),
        continuation_forms::checks(),
        upsert_merge::checks(),
        etag::checks(),
        batch::checks(),
        errors::checks(),
        headers::checks(),
        versions::checks(),
        json_metadata::checks(),
        atom::checks(),
        acl::checks(),
        auth::checks(),
        sas::checks(),
        generate::checks(),
        patterns::checks(),
        properties::checks(),
        secondary::checks(),
        cors::checks(),
        concurrency::checks(),
        faults::checks(),
        restart::checks(),
    ]
    .concat();
    checks.sort_by_key(|check| check.suite);
    checks
}
