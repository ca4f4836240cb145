//! Bodies as a whole: what is read from them, what is refused, and values that come back as they were written.

mod reading;
mod refused;
mod writing;

use super::{EntityDocument, read_entity};
use crate::refusal::Refusal;
use crate::rules::{Broken, Trace};
use crate::table::Value;

fn read_with(body: &str, broken: &Broken) -> Result<EntityDocument, Vec<Refusal>> {
    read_entity(body.as_bytes(), &mut Trace::new(broken)).into_result()
}

fn read(body: &str) -> Result<EntityDocument, Vec<Refusal>> {
    read_with(body, &Broken::none())
}

fn properties(body: &str) -> Vec<(Box<str>, Value)> {
    read(body).unwrap_or_else(|refusals| panic!("{body}: {refusals:?}")).properties
}

/// The value of the only property of a body, given its members.
fn value(members: &str) -> Value {
    let mut properties = properties(&format!("{{{members}}}"));
    assert_eq!(properties.len(), 1, "{members}");
    properties.remove(0).1
}
