//! The places of a history that can be made simpler.

use tablestakes_reference::blob;
use tablestakes_reference::history::{Call, History, RawRequest};
use tablestakes_reference::table::{EntityBody, Operation, PropertyValue, Query};

/// Every operation, those within transactions too.
fn operations(history: &mut History) -> Vec<&mut Operation> {
    let mut found = Vec::new();
    for step in history.all_steps_mut() {
        match &mut step.call {
            Call::Operation { operation: Operation::Batch { operations } } => found.extend(operations),
            Call::Operation { operation } => found.push(operation),
            _ => {}
        }
    }
    found
}

/// Every body of an insert or a write.
pub(super) fn bodies(history: &mut History) -> Vec<&mut EntityBody> {
    let bodies = operations(history).into_iter().filter_map(|operation| match operation {
        Operation::InsertEntity { entity, .. } | Operation::WriteEntity { entity, .. } => Some(entity),
        _ => None,
    });
    bodies.collect()
}

/// Every value in a body.
pub(super) fn values(history: &mut History) -> Vec<&mut PropertyValue> {
    let bodies = bodies(history).into_iter();
    bodies.flat_map(|body| body.properties.iter_mut().map(|property| &mut property.value)).collect()
}

/// Every set of query options.
pub(super) fn queries(history: &mut History) -> Vec<&mut Query> {
    let mut found = Vec::new();
    for step in history.all_steps_mut() {
        match &mut step.call {
            Call::Scan { query, .. } | Call::ScanTables { query } => found.push(query),
            Call::Operation {
                operation: Operation::QueryEntities { query, .. } | Operation::QueryTables { query, .. },
            } => found.push(query),
            _ => {}
        }
    }
    found
}

/// `$select` of every read of one entity.
pub(super) fn selections(history: &mut History) -> Vec<&mut Option<String>> {
    let reads = operations(history).into_iter().filter_map(|operation| match operation {
        Operation::GetEntity { select, .. } => Some(select),
        _ => None,
    });
    reads.collect()
}

/// Every request that is written out.
pub(super) fn raw_requests(history: &mut History) -> Vec<&mut RawRequest> {
    let raw = history.all_steps_mut().filter_map(|step| match &mut step.call {
        Call::Raw { request } => Some(request),
        _ => None,
    });
    raw.collect()
}

/// Everything that is asked of the blob service.
pub(super) fn blob_asks(history: &mut History) -> Vec<&mut blob::Ask> {
    let asks = history.all_steps_mut().filter_map(|step| match &mut step.call {
        Call::Blob { ask } => Some(ask),
        _ => None,
    });
    asks.collect()
}

/// The names of blobs.
pub(super) fn blob_names(history: &mut History) -> Vec<&mut String> {
    blob_asks(history).into_iter().filter_map(|ask| ask.blob.as_mut()).collect()
}

/// Every partition key and every row key, in addresses and bodies.
pub(super) fn keys(history: &mut History) -> Vec<&mut String> {
    let mut found = Vec::new();
    for operation in operations(history) {
        match operation {
            Operation::GetEntity { key, .. } | Operation::DeleteEntity { key, .. } => {
                found.extend([&mut key.partition, &mut key.row]);
            }
            Operation::InsertEntity { entity, .. } => {
                found.extend(entity.partition.iter_mut().chain(entity.row.iter_mut()));
            }
            Operation::WriteEntity { key, entity, .. } => {
                found.extend([&mut key.partition, &mut key.row]);
                found.extend(entity.partition.iter_mut().chain(entity.row.iter_mut()));
            }
            _ => {}
        }
    }
    found
}

/// The names of the properties in bodies.
pub(super) fn property_names(history: &mut History) -> Vec<&mut String> {
    let bodies = bodies(history).into_iter();
    bodies.flat_map(|body| body.properties.iter_mut().map(|property| &mut property.name)).collect()
}
