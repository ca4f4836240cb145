//! What the service makes of an expression: a predicate, or a refusal.

use super::compare::Held;
use super::expression::{Comparison, Expression};
use super::predicate::{Predicate, Property, Test};
use super::refused::{
    incompatible, invalid_input, not_boolean, not_implemented, null_order, syntax_error, unheld_literal,
    unknown_table_property,
};
use super::{Subject, literal};
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::{Value, emulator};

/// The largest number of comparisons that a reference understands which breaks `table.query.many-comparisons`.
const FEW_COMPARISONS: usize = 10;

/// The same for `table.query.more-comparisons`.
const MORE_COMPARISONS: usize = 50;

/// The functions of filters in OData version 3.
const FUNCTIONS: [&str; 22] = [
    "substringof",
    "endswith",
    "startswith",
    "length",
    "indexof",
    "replace",
    "substring",
    "tolower",
    "toupper",
    "trim",
    "concat",
    "day",
    "hour",
    "minute",
    "month",
    "second",
    "year",
    "round",
    "floor",
    "ceiling",
    "isof",
    "cast",
];

/// Turns an expression into a predicate.
///
/// # Errors
/// Everything in it that the service refuses, each rule once, what it would report first in front: what is found while the
/// text is read, then what is not done, then a property that tables lack.
pub(super) fn understand(
    expression: &Expression,
    text: &str,
    subject: Subject,
    trace: &mut Trace<'_>,
) -> Result<Predicate, Vec<Refusal>> {
    let mut reader = Reader { text, subject, trace, refusals: Vec::new(), comparisons: 0 };
    let predicate = reader.condition(expression);
    if reader.comparisons > FEW_COMPARISONS && !reader.trace.enforce(id::TABLE_QUERY_MANY_COMPARISONS) {
        reader.refusals.push(invalid_input(id::TABLE_QUERY_MANY_COMPARISONS));
    }
    if reader.comparisons > MORE_COMPARISONS && !reader.trace.enforce(id::TABLE_QUERY_MORE_COMPARISONS) {
        reader.refusals.push(invalid_input(id::TABLE_QUERY_MORE_COMPARISONS));
    }
    let mut refusals = reader.refusals;
    refusals.sort_by_key(|refusal| (refusal.layer != Layer::Reader, refusal.status == 500));
    match predicate {
        Some(predicate) if refusals.is_empty() => Ok(predicate),
        _ => Err(refusals),
    }
}

struct Reader<'r, 'b> {
    text: &'r str,
    subject: Subject,
    trace: &'r mut Trace<'b>,
    refusals: Vec<Refusal>,
    comparisons: usize,
}

/// One side of a comparison.
enum Side {
    Property(Property),
    Literal(Value),
    Null,
}

impl Reader<'_, '_> {
    fn refuse<T>(&mut self, refusal: Refusal) -> Option<T> {
        if !self.refusals.iter().any(|held| held.rule == refusal.rule) {
            self.refusals.push(refusal);
        }
        None
    }

    /// Refuses what the service does not do; a broken reference does something else instead.
    fn refuse_or<T>(&mut self, rule: RuleId, instead: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.trace.enforce(rule) { self.refuse(not_implemented(rule)) } else { Some(instead(self)) }
    }

    /// Every operand is read, so that every refusal is known.
    fn conditions(&mut self, operands: &[Expression]) -> Option<Vec<Predicate>> {
        let read: Vec<_> = operands.iter().map(|operand| self.condition(operand)).collect();
        read.into_iter().collect()
    }

    /// An expression where a condition is wanted.
    fn condition(&mut self, expression: &Expression) -> Option<Predicate> {
        match expression {
            Expression::And(operands) => {
                let kept = self.trace.enforce(id::TABLE_QUERY_AND);
                self.conditions(operands).map(|operands| Predicate::And { operands, kept })
            }
            Expression::Or(operands) => {
                let kept = self.trace.enforce(id::TABLE_QUERY_OR);
                self.conditions(operands).map(|operands| Predicate::Or { operands, kept })
            }
            Expression::Not(operand) => {
                let kept = self.trace.enforce(id::TABLE_QUERY_NOT);
                self.condition(operand).map(|operand| Predicate::Not { operand: Box::new(operand), kept })
            }
            Expression::Compare(comparison, left, right) => self.comparison(*comparison, left, right),
            Expression::Call(name, arguments) => self.call(name, arguments),
            Expression::Name(_) | Expression::Literal(_) | Expression::Arithmetic(..) => match self.side(expression)? {
                Side::Literal(Value::Boolean(value)) => Some(Predicate::Constant(value)),
                Side::Literal(_) | Side::Null => {
                    self.refuse_or(id::TABLE_QUERY_CONSTANT_ALONE, |_| Predicate::Constant(true))
                }
                Side::Property(property) => self.bare(property),
            },
        }
    }

    fn bare(&mut self, property: Property) -> Option<Predicate> {
        match property.edm_type() {
            None if self.trace.enforce(id::TABLE_QUERY_BARE_BOOLEAN) => Some(Predicate::Bare(property)),
            None => self.refuse(invalid_input(id::TABLE_QUERY_BARE_BOOLEAN)),
            Some(edm_type) if self.trace.enforce(id::TABLE_QUERY_BARE_KEY) => self.refuse(not_boolean(edm_type)),
            Some(_) => Some(Predicate::Constant(false)),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expression]) -> Option<Predicate> {
        let kept = self.trace.enforce(id::TABLE_QUERY_FUNCTIONS);
        if let ("startswith", [property, prefix], false) = (name, arguments, kept)
            && let (Side::Property(property), Side::Literal(Value::String(prefix))) =
                (self.side(property)?, self.side(prefix)?)
        {
            return Some(Predicate::StartsWith(property, prefix));
        }
        self.unsupported(name)
    }

    /// The refusal of a call.
    fn unsupported<T>(&mut self, name: &str) -> Option<T> {
        let rule = if FUNCTIONS.contains(&name) {
            id::TABLE_QUERY_FUNCTIONS
        } else {
            self.trace.raise(id::TABLE_OPEN_UNKNOWN_FUNCTIONS);
            id::TABLE_OPEN_UNKNOWN_FUNCTIONS
        };
        self.refuse(not_implemented(rule))
    }

    fn comparison(&mut self, comparison: Comparison, left: &Expression, right: &Expression) -> Option<Predicate> {
        self.comparisons += 1;
        let compares_conditions = [left, right].into_iter().any(|side| {
            matches!(side, Expression::Not(_) | Expression::Compare(..) | Expression::And(_) | Expression::Or(_))
        });
        if compares_conditions {
            // What else is wrong within the conditions counts too.
            let _ = (self.either(left), self.either(right));
            return self.refuse_or(id::TABLE_QUERY_CONDITION_COMPARED, |_| Predicate::Constant(true));
        }
        let (left, right) = (self.side(left), self.side(right));
        match (left?, right?) {
            (Side::Property(property), Side::Literal(literal)) => self.test(comparison, property, literal),
            (Side::Literal(literal), Side::Property(property)) => {
                if self.trace.enforce(id::TABLE_QUERY_LITERAL_FIRST) {
                    self.test(comparison.mirrored(), property, literal)
                } else {
                    self.refuse(invalid_input(id::TABLE_QUERY_LITERAL_FIRST))
                }
            }
            (Side::Property(left), Side::Property(right)) => self
                .refuse_or(id::TABLE_QUERY_TWO_PROPERTIES, |_| Predicate::CompareProperties(comparison, left, right)),
            (Side::Literal(left), Side::Literal(right)) => self.refuse_or(id::TABLE_QUERY_TWO_CONSTANTS, |reader| {
                let test = Test::new(comparison, Property::Custom("".into()), right, reader.trace);
                Predicate::Constant(test.holds_for(Held::Value(&left), reader.trace))
            }),
            (Side::Null, other) | (other, Side::Null) => self.null(comparison, other),
        }
    }

    /// Reads an expression for what is wrong with it.
    fn either(&mut self, expression: &Expression) {
        match expression {
            Expression::Not(_) | Expression::Compare(..) | Expression::And(_) | Expression::Or(_) => {
                self.condition(expression);
            }
            _ => {
                self.side(expression);
            }
        }
    }

    fn null(&mut self, comparison: Comparison, other: Side) -> Option<Predicate> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let rule = if equality { id::TABLE_QUERY_NULL_EQUALITY } else { id::TABLE_QUERY_NULL_ORDER };
        match other {
            _ if self.trace.enforce(rule) => {
                self.refuse(if equality { invalid_input(rule) } else { null_order(comparison) })
            }
            Side::Property(property) if equality => Some(Predicate::Absent(property, comparison == Comparison::Equal)),
            _ => Some(Predicate::Constant(false)),
        }
    }

    /// A property compared with a literal; the properties of the system have types.
    fn test(&mut self, comparison: Comparison, property: Property, literal: Value) -> Option<Predicate> {
        let orders = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if let Some(refusal) = emulator::filter_refusal(orders, &literal, self.trace) {
            return self.refuse(refusal);
        }
        match property.edm_type() {
            Some(edm_type) if edm_type != literal.edm_type() => {
                if self.trace.enforce(id::TABLE_QUERY_KEY_TYPE) {
                    self.refuse(incompatible(edm_type, literal.edm_type(), comparison))
                } else {
                    Some(Predicate::Constant(false))
                }
            }
            _ => Some(Predicate::Test(Test::new(comparison, property, literal, self.trace))),
        }
    }

    /// An expression where a value is wanted.
    fn side(&mut self, expression: &Expression) -> Option<Side> {
        match expression {
            Expression::Name(name) => self.name(name),
            Expression::Literal(text) => match literal::read(text, self.trace) {
                Ok(value) => Some(Side::Literal(value)),
                Err(id::TABLE_QUERY_SYNTAX_ERROR) => self.refuse(syntax_error(self.text, self.text.len())),
                Err(rule) => self.refuse(unheld_literal(self.text, rule)),
            },
            Expression::Call(name, _) => self.unsupported(name),
            Expression::Arithmetic(..) => {
                self.trace.enforce(id::TABLE_QUERY_FUNCTIONS);
                self.refuse(not_implemented(id::TABLE_QUERY_FUNCTIONS))
            }
            Expression::Not(_) | Expression::Compare(..) | Expression::And(_) | Expression::Or(_) => {
                self.refuse(not_implemented(id::TABLE_QUERY_CONDITION_COMPARED))
            }
        }
    }

    fn name(&mut self, name: &str) -> Option<Side> {
        if name.eq_ignore_ascii_case("true") || name.eq_ignore_ascii_case("false") {
            return self.boolean(name);
        }
        match (name, self.subject) {
            ("null", _) => Some(Side::Null),
            ("NaN", _) => Some(Side::Literal(Value::Double(f64::NAN))),
            ("INF", _) => Some(Side::Literal(Value::Double(f64::INFINITY))),
            (path, _) if path.contains('/') => {
                self.trace.enforce(id::TABLE_QUERY_FUNCTIONS);
                self.refuse(not_implemented(id::TABLE_QUERY_FUNCTIONS))
            }
            ("TableName", Subject::Tables) => Some(Side::Property(Property::TableName)),
            (name, Subject::Tables) => {
                if self.trace.enforce(id::TABLE_TABLES_LIST_FILTER_UNKNOWN_PROPERTY) {
                    // Reading goes on: what else is wrong with the filter is reported before this.
                    let _: Option<Side> = self.refuse(unknown_table_property());
                }
                Some(Side::Property(Property::Custom(name.into())))
            }
            ("PartitionKey", Subject::Entities) => Some(Side::Property(Property::PartitionKey)),
            ("RowKey", Subject::Entities) => Some(Side::Property(Property::RowKey)),
            ("Timestamp", Subject::Entities) => Some(Side::Property(Property::Timestamp)),
            (name, Subject::Entities) => {
                if name.starts_with('_') && !self.trace.enforce(id::TABLE_QUERY_PROPERTY_UNDERSCORE) {
                    return self.refuse(invalid_input(id::TABLE_QUERY_PROPERTY_UNDERSCORE));
                }
                Some(Side::Property(Property::Custom(name.into())))
            }
        }
    }

    fn boolean(&mut self, name: &str) -> Option<Side> {
        let capitals = name.bytes().any(|octet| octet.is_ascii_uppercase());
        let rule = if capitals { id::TABLE_QUERY_LITERAL_BOOLEAN_CASE } else { id::TABLE_QUERY_LITERAL_BOOLEAN };
        if !self.trace.enforce(rule) {
            return self.refuse(invalid_input(rule));
        }
        Some(Side::Literal(Value::Boolean(name.eq_ignore_ascii_case("true"))))
    }
}
