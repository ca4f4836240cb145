//! What a filter asks, in the form in which rows are tried: names resolved, literals read, rules that do not depend on a
//! row decided.

use super::expression::Comparison;
use crate::table::Value;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Predicate {
    /// The same for every row.
    Constant(bool),
    /// A property by itself.
    Bare(Property),
    /// A property compared with a literal.
    Test(Test),
    /// Two properties compared. Only a broken reference does this.
    CompareProperties(Comparison, Property, Property),
    /// Whether a property is absent, or present. Only a broken reference does this.
    Absent(Property, bool),
    /// Whether a property begins with a text. Only a broken reference does this.
    StartsWith(Property, String),
    /// The operand negated; a broken reference leaves it as it is.
    Not { operand: Box<Predicate>, kept: bool },
    /// All operands; a broken reference asks for any.
    And { operands: Vec<Predicate>, kept: bool },
    /// Any operand; a broken reference asks for all.
    Or { operands: Vec<Predicate>, kept: bool },
}

/// A property compared with a literal.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Test {
    pub(super) property: Property,
    pub(super) comparison: Comparison,
    pub(super) literal: Value,
    /// Whether it holds where the property is less than the literal, equal, and greater.
    pub(super) holds: [bool; 3],
    pub(super) manner: Manner,
}

/// How values of one type are put in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// As the service does.
    Ordinary,
    /// A broken reference's own order, or equality: see `compare.rs`.
    Broken,
    /// A broken reference finds that no row satisfies the comparison.
    Never,
}

/// A property by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Property {
    PartitionKey,
    RowKey,
    Timestamp,
    TableName,
    Custom(Box<str>),
}

impl Property {
    /// The type that the property has in every row; custom ones may have any.
    pub(super) fn edm_type(&self) -> Option<&'static str> {
        match self {
            Self::PartitionKey | Self::RowKey | Self::TableName => Some("Edm.String"),
            Self::Timestamp => Some("Edm.DateTime"),
            Self::Custom(_) => None,
        }
    }
}
