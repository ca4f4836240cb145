//! Every check of the blob service.

use super::{
    acl, anonymous, append_blobs, auth, batches, block_blobs, block_lists, concurrency, conditions, containers, copy,
    copy_source_encoding, cors, deletion, encoding, errors, generate, hashes, headers, immutability, lease_conditions,
    leases, limits, listing, metadata, names, page_blobs, patterns, properties, ranges, reading, sas, secondary,
    service_properties, smoke, snapshots, tags, tags_query, tiers, versioning, versions,
};
use crate::check::Check;

/// The checks of the blob service, in the order of their suites.
pub fn checks() -> Vec<Check> {
    let mut checks = [
        smoke::checks(),
        containers::checks(),
        names::checks(),
        metadata::checks(),
        block_blobs::checks(),
        block_lists::checks(),
        reading::checks(),
        ranges::checks(),
        hashes::checks(),
        properties::checks(),
        conditions::checks(),
        deletion::checks(),
        copy::checks(),
        append_blobs::checks(),
        page_blobs::checks(),
        leases::checks(),
        lease_conditions::checks(),
        snapshots::checks(),
        tags::checks(),
        tiers::checks(),
        listing::checks(),
        versioning::checks(),
        encoding::checks(),
        limits::checks(),
        errors::checks(),
        headers::checks(),
        versions::checks(),
        acl::checks(),
        anonymous::checks(),
        auth::checks(),
        sas::checks(),
        service_properties::checks(),
        secondary::checks(),
        cors::checks(),
        generate::checks(),
        patterns::checks(),
        batches::checks(),
        concurrency::checks(),
        copy_source_encoding::checks(),
        immutability::checks(),
        tags_query::checks(),
        concurrency::faults(),
    ]
    .concat();
    checks.sort_by_key(|check| check.suite);
    checks
}
