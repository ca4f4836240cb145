//! Trying rows, with the three values of the service's logic.

use super::compare::Held;
use super::expression::Comparison;
use super::predicate::{Predicate, Property, Test};
use crate::rules::{Trace, id};
use crate::table::{Row, Value};

/// What a predicate is applied to.
pub(super) enum Candidate<'s> {
    Entity { partition: &'s str, row_key: &'s str, row: &'s Row },
    Table { name: &'s str },
}

/// The value of a predicate; unknown where it rests on a property that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    fn of(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Predicate {
    /// The value of the predicate for a candidate.
    pub(super) fn evaluate(&self, candidate: &Candidate<'_>, trace: &mut Trace<'_>) -> Truth {
        match self {
            Self::Constant(value) => Truth::of(*value),
            Self::Bare(property) => match candidate.value(property, trace) {
                Some(Held::Value(Value::Boolean(value))) => Truth::of(*value),
                Some(_) => Truth::of(!trace.enforce(id::TABLE_QUERY_BARE_OTHER)),
                None => Truth::Unknown,
            },
            Self::Test(test) => match candidate.value(&test.property, trace) {
                Some(held) => Truth::of(test.holds_for(held, trace)),
                None => missing(test.comparison, trace),
            },
            Self::CompareProperties(comparison, left, right) => {
                let literal = candidate.value(right, trace).map(Held::to_value);
                match (candidate.value(left, trace), literal) {
                    (Some(held), Some(literal)) => {
                        let test = Test::new(*comparison, left.clone(), literal, trace);
                        Truth::of(test.holds_for(held, trace))
                    }
                    _ => missing(*comparison, trace),
                }
            }
            Self::Absent(property, absent) => Truth::of(candidate.value(property, trace).is_none() == *absent),
            Self::StartsWith(property, prefix) => match candidate.value(property, trace).map(Held::to_value) {
                Some(Value::String(text)) => Truth::of(text.starts_with(prefix.as_str())),
                _ => Truth::Unknown,
            },
            Self::Not { operand, kept } => match operand.evaluate(candidate, trace) {
                value if !kept => value,
                Truth::True => Truth::False,
                Truth::False => Truth::True,
                Truth::Unknown if trace.enforce(id::TABLE_QUERY_NOT_MISSING) => Truth::True,
                Truth::Unknown => Truth::Unknown,
            },
            Self::And { operands, kept } => several(operands, Truth::of(!kept), candidate, trace),
            Self::Or { operands, kept } => several(operands, Truth::of(*kept), candidate, trace),
        }
    }
}

/// The deciding value if an operand has it, else unknown if an operand is, else the other value.
fn several(operands: &[Predicate], deciding: Truth, candidate: &Candidate<'_>, trace: &mut Trace<'_>) -> Truth {
    let mut outcome = if deciding == Truth::True { Truth::False } else { Truth::True };
    for operand in operands {
        match operand.evaluate(candidate, trace) {
            value if value == deciding => return deciding,
            Truth::Unknown => outcome = Truth::Unknown,
            Truth::True | Truth::False => {}
        }
    }
    outcome
}

/// A comparison with a property that is not there.
fn missing(comparison: Comparison, trace: &mut Trace<'_>) -> Truth {
    let kept = trace.enforce(id::TABLE_QUERY_MISSING_PROPERTY);
    if comparison == Comparison::NotEqual && !kept { Truth::True } else { Truth::Unknown }
}

impl<'s> Candidate<'s> {
    fn value(&self, property: &Property, trace: &mut Trace<'_>) -> Option<Held<'s>> {
        match (property, self) {
            (Property::PartitionKey, Self::Entity { partition, .. }) => Some(Held::Text(partition)),
            (Property::RowKey, Self::Entity { row_key, .. }) => Some(Held::Text(row_key)),
            (Property::TableName, Self::Table { name }) => Some(Held::Text(name)),
            (Property::Timestamp, Self::Entity { row, .. }) => Some(Held::Instant(row.timestamp)),
            (Property::Custom(name), Self::Entity { row, .. }) => {
                let same = row.property(name).map(Held::Value);
                same.or_else(|| self.value_without_case(name).filter(|_| !trace.enforce(id::TABLE_QUERY_PROPERTY_CASE)))
            }
            _ => None,
        }
    }

    /// The value of the property whose name differs in case only: what a broken reference takes.
    fn value_without_case(&self, name: &str) -> Option<Held<'s>> {
        let Self::Entity { partition, row_key, row } = self else { return None };
        let custom = row.properties.iter().find(|(held, _)| held.eq_ignore_ascii_case(name));
        match custom {
            Some((_, value)) => Some(Held::Value(value)),
            None if name.eq_ignore_ascii_case("PartitionKey") => Some(Held::Text(partition)),
            None if name.eq_ignore_ascii_case("RowKey") => Some(Held::Text(row_key)),
            None if name.eq_ignore_ascii_case("Timestamp") => Some(Held::Instant(row.timestamp)),
            None => None,
        }
    }
}

impl Held<'_> {
    fn to_value(self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.to_owned()),
            Self::Instant(instant) => Value::DateTime(instant),
            Self::Value(value) => value.clone(),
        }
    }
}
