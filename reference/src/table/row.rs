//! A stored entity.

use super::value::Value;
use crate::datetime::DateTime;

/// What is stored under a key.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// `Timestamp`, from which the ETag is made.
    pub timestamp: DateTime,
    /// The custom properties in the order in which they are returned. Names are distinct.
    pub properties: Vec<(Box<str>, Value)>,
}

impl Row {
    /// The value of a custom property.
    pub fn property(&self, name: &str) -> Option<&Value> {
        self.properties.iter().find(|(held, _)| &**held == name).map(|(_, value)| value)
    }
}
