//! Comparing a property with a literal.

use super::expression::Comparison;
use super::predicate::{Manner, Property, Test};
use crate::datetime::DateTime;
use crate::rules::{RuleId, Trace, id};
use crate::table::wire::lexical::{binary, datetime, double, guid};
use crate::table::{Value, utf16_cmp};
use std::cmp::Ordering;

/// The value of a property in a row, borrowed from where it is held.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held<'r> {
    /// A key, or the name of a table.
    Text(&'r str),
    /// `Timestamp`.
    Instant(DateTime),
    /// A custom property.
    Value(&'r Value),
}

impl Test {
    /// A comparison, with every rule decided that its operator and its literal bring in.
    pub(super) fn new(comparison: Comparison, property: Property, literal: Value, trace: &mut Trace<'_>) -> Self {
        let (rule, kept, broken) = outcomes(comparison);
        let operator_kept = trace.enforce(rule);
        let ordering = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let order_kept = !ordering || order_rule(&literal).is_none_or(|rule| trace.enforce(rule));
        let empty = matches!(&literal, Value::String(text) if text.is_empty());
        let timestamp = property == Property::Timestamp;
        let manner = if empty && !trace.enforce(id::TABLE_QUERY_EMPTY_STRING)
            || timestamp && !trace.enforce(id::TABLE_QUERY_TIMESTAMP)
        {
            Manner::Never
        } else if !order_kept || comparison == Comparison::Equal && !operator_kept {
            Manner::Broken
        } else {
            Manner::Ordinary
        };
        let holds = if operator_kept { kept } else { broken };
        Self { property, comparison, literal, holds, manner }
    }

    /// Whether the comparison holds for a value.
    pub(super) fn holds_for(&self, held: Held<'_>, trace: &mut Trace<'_>) -> bool {
        if self.manner == Manner::Never {
            return false;
        }
        let relation = match held {
            Held::Text(text) => match &self.literal {
                Value::String(literal) => Relation::Ordered(self.order_of_texts(text, literal)),
                _ => Relation::OtherType,
            },
            Held::Instant(instant) => match &self.literal {
                Value::DateTime(literal) => Relation::Ordered(instant.cmp(literal)),
                _ => Relation::OtherType,
            },
            Held::Value(value) => self.relation(value, trace),
        };
        match relation {
            Relation::Ordered(order) => self.holds[usize::from(order as i8 >= 0) + usize::from(order as i8 > 0)],
            Relation::Unordered => self.comparison == Comparison::NotEqual,
            Relation::OtherType => self.other_type(held, trace),
        }
    }

    fn relation(&self, value: &Value, trace: &mut Trace<'_>) -> Relation {
        use Value::{Binary, Boolean, DateTime, Double, Guid, Int32, Int64, String};
        let kept = self.manner == Manner::Ordinary;
        Relation::Ordered(match (value, &self.literal) {
            (String(left), String(right)) => self.order_of_texts(left, right),
            (Binary(left), Binary(right)) if kept => left.cmp(right),
            (Binary(left), Binary(right)) => left.len().cmp(&right.len()).then_with(|| left.cmp(right)),
            (Guid(left), Guid(right)) if kept => left.0.cmp(&right.0),
            (Guid(left), Guid(right)) => left.0.iter().rev().cmp(right.0.iter().rev()),
            (Boolean(left), Boolean(right)) if kept => left.cmp(right),
            (Boolean(left), Boolean(right)) => right.cmp(left),
            (DateTime(left), DateTime(right)) => left.cmp(right),
            (Int32(left), Int32(right)) => left.cmp(right),
            (Int64(left), Int64(right)) => left.cmp(right),
            (Double(left), Double(right)) => return Relation::of_doubles(*left, *right),
            (Int64(_) | Double(_), Int32(_)) | (Double(_), Int64(_)) => {
                let kept = trace.enforce(id::TABLE_QUERY_PROMOTION);
                return if kept { Relation::of_numbers(value, &self.literal) } else { Relation::OtherType };
            }
            (Int32(_), Int64(_) | Double(_)) | (Int64(_), Double(_)) => {
                let kept = trace.enforce(id::TABLE_QUERY_NO_DEMOTION);
                return if kept { Relation::OtherType } else { Relation::of_numbers(value, &self.literal) };
            }
            _ => return Relation::OtherType,
        })
    }

    fn order_of_texts(&self, left: &str, right: &str) -> Ordering {
        match self.manner {
            Manner::Ordinary | Manner::Never => utf16_cmp(left, right),
            Manner::Broken if self.comparison == Comparison::Equal => left.to_lowercase().cmp(&right.to_lowercase()),
            Manner::Broken => left.to_lowercase().cmp(&right.to_lowercase()).then_with(|| utf16_cmp(left, right)),
        }
    }

    /// What the comparison gives where property and literal are of different types.
    fn other_type(&self, held: Held<'_>, trace: &mut Trace<'_>) -> bool {
        match self.comparison {
            Comparison::Equal | Comparison::Greater | Comparison::GreaterOrEqual => {
                let kept = trace.enforce(id::TABLE_QUERY_TYPE_MISMATCH_EQ);
                !kept && self.comparison == Comparison::Equal && held.plain() == Held::Value(&self.literal).plain()
            }
            Comparison::NotEqual | Comparison::Less | Comparison::LessOrEqual => {
                trace.enforce(id::TABLE_QUERY_TYPE_MISMATCH_NE)
            }
        }
    }
}

/// The rule of an operator, and for what orders it holds: as the rule says, and where the rule is broken.
fn outcomes(comparison: Comparison) -> (RuleId, [bool; 3], [bool; 3]) {
    match comparison {
        // Where its rule is broken, `eq` differs in what it takes for equal.
        Comparison::Equal => (id::TABLE_QUERY_EQ, [false, true, false], [false, true, false]),
        Comparison::NotEqual => (id::TABLE_QUERY_NE, [true, false, true], [false, false, false]),
        Comparison::Greater => (id::TABLE_QUERY_GT, [false, false, true], [false, true, true]),
        Comparison::GreaterOrEqual => (id::TABLE_QUERY_GE, [false, true, true], [false, false, true]),
        Comparison::Less => (id::TABLE_QUERY_LT, [true, false, false], [true, true, false]),
        Comparison::LessOrEqual => (id::TABLE_QUERY_LE, [true, true, false], [true, false, false]),
    }
}

/// The rule that says how values of a literal's type are ordered.
fn order_rule(literal: &Value) -> Option<RuleId> {
    match literal {
        Value::String(_) => Some(id::TABLE_QUERY_STRING_ORDER),
        Value::Binary(_) => Some(id::TABLE_QUERY_BINARY_ORDER),
        Value::Guid(_) => Some(id::TABLE_QUERY_GUID_ORDER),
        Value::Boolean(_) => Some(id::TABLE_QUERY_BOOLEAN_ORDER),
        Value::DateTime(_) | Value::Double(_) | Value::Int32(_) | Value::Int64(_) => None,
    }
}

/// How a property stands to a literal.
enum Relation {
    /// They cannot be compared.
    OtherType,
    /// They are numbers of which one is not a number.
    Unordered,
    Ordered(Ordering),
}

impl Relation {
    fn of_doubles(left: f64, right: f64) -> Self {
        left.partial_cmp(&right).map_or(Self::Unordered, Self::Ordered)
    }

    /// Two numbers compared by their number: integers exactly, and as doubles if one of them is a double.
    fn of_numbers(left: &Value, right: &Value) -> Self {
        match (integer(left), integer(right)) {
            (Some(left), Some(right)) => Self::Ordered(left.cmp(&right)),
            _ => Self::of_doubles(double(left), double(right)),
        }
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Int32(number) => Some(i64::from(*number)),
        Value::Int64(number) => Some(*number),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "an Int64 is promoted to a Double, as the service does")]
fn double(value: &Value) -> f64 {
    match value {
        Value::Double(number) => *number,
        other => integer(other).map_or(f64::NAN, |number| number as f64),
    }
}

impl Held<'_> {
    /// The value as plain text, the way a store without types would hold it.
    fn plain(self) -> String {
        match self {
            Self::Text(text) => text.to_owned(),
            Self::Instant(instant) => datetime::written(instant),
            Self::Value(value) => match value {
                Value::Binary(octets) => binary::written_in_hexadecimal(octets),
                Value::Boolean(value) => value.to_string(),
                Value::DateTime(value) => datetime::written(*value),
                Value::Double(value) => double::written(*value),
                Value::Guid(value) => guid::written(*value),
                Value::Int32(value) => value.to_string(),
                Value::Int64(value) => value.to_string(),
                Value::String(value) => value.clone(),
            },
        }
    }
}
