//! The list of all checks of the queue service.

use super::{
    acl, auth, concurrency, cors, encoding, errors, expiry, generate, headers, limits, listing, messages, metadata,
    names, patterns, queues, receipts, sas, secondary, service_properties, smoke, versions, visibility,
};
use crate::check::Check;

/// Every check of the queue service in the order in which they run: smoke first, and within a suite what is scripted before
/// what is generated.
pub fn checks() -> Vec<Check> {
    let mut checks = [
        smoke::checks(),
        queues::checks(),
        names::checks(),
        metadata::checks(),
        messages::checks(),
        visibility::checks(),
        receipts::checks(),
        expiry::checks(),
        listing::checks(),
        encoding::checks(),
        limits::checks(),
        errors::checks(),
        headers::checks(),
        versions::checks(),
        acl::checks(),
        auth::checks(),
        sas::checks(),
        service_properties::checks(),
        secondary::checks(),
        cors::checks(),
        generate::checks(),
        patterns::checks(),
        concurrency::checks(),
        concurrency::faults(),
    ]
    .concat();
    checks.sort_by_key(|check| check.suite);
    checks
}
