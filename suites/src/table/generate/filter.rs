//! Filters as typed trees over the properties that the query generator stores, and their text.
//!
//! The printer is the suites' own; the reference reads the text with a grammar of its own.

use proptest::prelude::*;
use proptest::sample::select;
use std::fmt;
use tablestakes_reference::table::Value;

/// A filter.
#[derive(Debug, Clone)]
pub(crate) enum Filter {
    /// A property compared with a literal.
    Compare {
        /// The property.
        property: &'static str,
        /// The operator, as it stands between property and literal.
        operator: Operator,
        /// The literal.
        literal: Value,
        /// Whether the literal is written first, and the operator turned round.
        swapped: bool,
    },
    /// A property by itself.
    Bare(&'static str),
    /// `not`.
    Not(Box<Filter>),
    /// `and`.
    And(Box<Filter>, Box<Filter>),
    /// `or`.
    Or(Box<Filter>, Box<Filter>),
    /// Parentheses that precedence does not ask for.
    Grouped(Box<Filter>),
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `eq`.
    Equal,
    /// `ne`.
    NotEqual,
    /// `lt`.
    Less,
    /// `le`.
    LessOrEqual,
    /// `gt`.
    Greater,
    /// `ge`.
    GreaterOrEqual,
}

impl Operator {
    /// All six.
    pub(crate) const ALL: [Self; 6] =
        [Self::Equal, Self::NotEqual, Self::Less, Self::LessOrEqual, Self::Greater, Self::GreaterOrEqual];

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Equal => "eq",
            Self::NotEqual => "ne",
            Self::Less => "lt",
            Self::LessOrEqual => "le",
            Self::Greater => "gt",
            Self::GreaterOrEqual => "ge",
        }
    }

    /// The operator that says the same with its operands swapped.
    fn swapped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare { property, operator, literal, swapped: false } => {
                write!(f, "{property} {} {}", operator.word(), Literal(literal))
            }
            Self::Compare { property, operator, literal, swapped: true } => {
                write!(f, "{} {} {property}", Literal(literal), operator.swapped().word())
            }
            Self::Bare(property) => f.write_str(property),
            Self::Not(inner) if matches!(**inner, Self::Bare(_) | Self::Grouped(_)) => write!(f, "not {inner}"),
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::And(left, right) => write!(f, "{} and {}", Below(left), Below(right)),
            Self::Or(left, right) => write!(f, "{left} or {right}"),
            Self::Grouped(inner) => write!(f, "({inner})"),
        }
    }
}

/// An operand of `and`: an `or` needs parentheses there.
struct Below<'f>(&'f Filter);

impl fmt::Display for Below<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Filter::Or(..) => write!(f, "({})", self.0),
            other => write!(f, "{other}"),
        }
    }
}

/// A value as the filter language writes it.
pub(crate) struct Literal<'v>(pub(crate) &'v Value);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Binary(octets) => {
                f.write_str("X'")?;
                octets.iter().try_for_each(|octet| write!(f, "{octet:02x}"))?;
                f.write_str("'")
            }
            Value::Boolean(value) => write!(f, "{value}"),
            Value::DateTime(instant) => {
                let civil = instant.civil();
                write!(
                    f,
                    "datetime'{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:07}Z'",
                    civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.fraction
                )
            }
            Value::Double(value) => write!(f, "{value:?}"),
            Value::Guid(guid) => {
                let digits = format!("{:032x}", u128::from_be_bytes(guid.0));
                let (a, b, c, d, e) = (&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]);
                write!(f, "guid'{a}-{b}-{c}-{d}-{e}'")
            }
            Value::Int32(value) => write!(f, "{value}"),
            Value::Int64(value) => write!(f, "{value}L"),
            Value::String(text) => write!(f, "'{}'", text.replace('\'', "''")),
        }
    }
}

/// Filters of up to four levels whose leaves are drawn from these.
pub(crate) fn filters(leaf: impl Strategy<Value = Filter> + 'static) -> impl Strategy<Value = Filter> {
    leaf.prop_recursive(4, 10, 2, |inner| {
        prop_oneof![
            2 => inner.clone().prop_map(|inner| Filter::Not(Box::new(inner))),
            4 => (inner.clone(), inner.clone()).prop_map(|(left, right)| Filter::And(Box::new(left), Box::new(right))),
            4 => (inner.clone(), inner.clone()).prop_map(|(left, right)| Filter::Or(Box::new(left), Box::new(right))),
            1 => inner.prop_map(|inner| Filter::Grouped(Box::new(inner))),
        ]
    })
}

/// Any operator.
pub(crate) fn operator() -> impl Strategy<Value = Operator> {
    select(Operator::ALL.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag() -> Box<Filter> {
        Box::new(Filter::Bare("Flag"))
    }

    #[test]
    fn parentheses_stand_where_precedence_asks_for_them() {
        let or = Filter::Or(flag(), flag());
        assert_eq!(Filter::And(Box::new(or.clone()), flag()).to_string(), "(Flag or Flag) and Flag");
        assert_eq!(Filter::Or(Box::new(Filter::And(flag(), flag())), flag()).to_string(), "Flag and Flag or Flag");
        assert_eq!(Filter::Not(Box::new(or.clone())).to_string(), "not (Flag or Flag)");
        assert_eq!(Filter::Not(Box::new(Filter::Grouped(Box::new(or)))).to_string(), "not (Flag or Flag)");
    }

    #[test]
    fn a_swapped_comparison_says_the_same() {
        let filter =
            |swapped| Filter::Compare { property: "Int", operator: Operator::Less, literal: Value::Int32(-1), swapped };
        assert_eq!(filter(false).to_string(), "Int lt -1");
        assert_eq!(filter(true).to_string(), "-1 gt Int");
    }

    #[test]
    fn literals_have_the_form_of_their_type() {
        let texts = [
            (Value::Int64(3), "3L"),
            (Value::Double(3.0), "3.0"),
            (Value::Binary(vec![1, 255]), "X'01ff'"),
            (Value::Guid(tablestakes_reference::table::Guid([0x11; 16])), "guid'11111111-1111-1111-1111-111111111111'"),
            (Value::String("it's".into()), "'it''s'"),
            (Value::DateTime(tablestakes_reference::DateTime::MIN_EDM), "datetime'1601-01-01T00:00:00.0000000Z'"),
        ];
        for (value, text) in texts {
            assert_eq!(Literal(&value).to_string(), text);
        }
    }
}
