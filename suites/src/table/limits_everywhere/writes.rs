//! Every write of something, alone and within a batch.

use crate::define::steps;
use crate::table::steps::{
    StepExt as _, at, batch, binary, insert, insert_or_merge, insert_or_replace, int, merge, scan_all, seed, update,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{Operation, PropertyValue};

/// The writes that take properties, each on a row of its own: the last two change rows that are there, made by [`there`].
fn writes(value: &PropertyValue) -> [Operation; 5] {
    let held = |_: &str| [("V", value.clone())];
    [
        insert(at("p", "insert"), held("")),
        insert_or_replace(at("p", "replace"), held("")),
        insert_or_merge(at("p", "merge"), held("")),
        update(at("p", "update"), "*", held("")),
        merge(at("p", "change"), "*", held("")),
    ]
}

/// The rows that an update and a merge need.
pub(super) fn there() -> Step {
    seed(["update", "change"].map(|row| insert(at("p", row), [("A", int(1))])))
}

/// Every write with this value, then what is there.
pub(super) fn each_write(value: &PropertyValue) -> Vec<Step> {
    let mut script = steps![there()];
    script.extend(writes(value).map(Step::from));
    script.push(Step::from(scan_all()));
    script
}

/// Every write with this value as the second of two operations of a batch, then what is there.
pub(super) fn each_write_in_batch(value: &PropertyValue) -> Vec<Step> {
    let mut script = steps![there()];
    for (place, write) in writes(value).into_iter().enumerate() {
        script.push(Step::from(batch([insert_or_replace(at("p", format!("beside-{place}")), []), write])));
    }
    script.push(Step::from(scan_all()));
    script
}

/// Every write of a property of this name.
pub(super) fn writes_of_name(name: &str) -> [Operation; 5] {
    [
        insert(at("p", "insert"), [(name, int(1))]),
        insert_or_replace(at("p", "replace"), [(name, int(1))]),
        insert_or_merge(at("p", "merge"), [(name, int(1))]),
        update(at("p", "update"), "*", [(name, int(1))]),
        merge(at("p", "change"), "*", [(name, int(1))]),
    ]
}

/// [`there`], then these operations one by one, one after the other in batches of two, and what is left.
pub(super) fn alone_and_in_batches(operations: [Operation; 5]) -> Vec<Step> {
    let mut script = steps![there()];
    script.extend(operations.clone().map(Step::from));
    for (place, operation) in operations.into_iter().enumerate() {
        script.push(Step::from(batch([insert_or_replace(at("p", format!("beside-{place}")), []), operation])));
    }
    script.push(scan_all().metadata(Metadata::None));
    script
}

/// Properties of 64 KiB each under these names.
pub(super) fn large<'n>(names: &'n [&'n str]) -> impl Iterator<Item = (&'n str, PropertyValue)> {
    names.iter().map(|name| (*name, binary(vec![0; 65_536])))
}
