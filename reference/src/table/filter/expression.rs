//! A filter as written: the syntax tree, and how it is written down again.

use super::parser;
use crate::refusal::Refusal;
use crate::rules::Trace;
use std::fmt;

/// An expression of the filter language, before it is known what the service makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A literal, by its text.
    Literal(String),
    /// A name: a property, or the word `null`.
    Name(String),
    /// A function call.
    Call(String, Vec<Expression>),
    /// `not`, or a minus sign before something that is not a number.
    Not(Box<Expression>),
    /// Arithmetic, which the service does not do; held so that it is refused as what it is.
    Arithmetic(&'static str, Box<Expression>, Box<Expression>),
    /// A comparison.
    Compare(Comparison, Box<Expression>, Box<Expression>),
    /// `and`, of two or more operands.
    And(Vec<Expression>),
    /// `or`, of two or more operands.
    Or(Vec<Expression>),
}

/// The comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `eq`
    Equal,
    /// `ne`
    NotEqual,
    /// `gt`
    Greater,
    /// `ge`
    GreaterOrEqual,
    /// `lt`
    Less,
    /// `le`
    LessOrEqual,
}

impl Comparison {
    /// The operator with this name; names are in lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Self::Equal,
            "ne" => Self::NotEqual,
            "gt" => Self::Greater,
            "ge" => Self::GreaterOrEqual,
            "lt" => Self::Less,
            "le" => Self::LessOrEqual,
            _ => return None,
        })
    }

    /// The operator that says the same with the sides exchanged.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Self::Equal => Self::Equal,
            Self::NotEqual => Self::NotEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
        }
    }

    /// The name that the service gives the operator in its messages.
    pub(super) fn long_name(self) -> &'static str {
        match self {
            Self::Equal => "Equal",
            Self::NotEqual => "NotEqual",
            Self::Greater => "GreaterThan",
            Self::GreaterOrEqual => "GreaterThanOrEqual",
            Self::Less => "LessThan",
            Self::LessOrEqual => "LessThanOrEqual",
        }
    }
}

impl Expression {
    /// Reads a filter by its grammar, before it is known what the service makes of it.
    ///
    /// # Errors
    /// `table.query.syntax-error`.
    pub fn read(text: &str, trace: &mut Trace<'_>) -> Result<Self, Refusal> {
        parser::read(text, trace)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "eq",
            Self::NotEqual => "ne",
            Self::Greater => "gt",
            Self::GreaterOrEqual => "ge",
            Self::Less => "lt",
            Self::LessOrEqual => "le",
        })
    }
}

/// Writes the expression with a pair of parentheses around every operand that is not a single word, so that reading it
/// again gives the same tree whatever the operators' precedence.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let binary = |f: &mut fmt::Formatter<'_>, left: &Self, name: &dyn fmt::Display, right: &Self| {
            write!(f, "{} {name} {}", Operand(left), Operand(right))
        };
        let chain = |f: &mut fmt::Formatter<'_>, operands: &[Self], word: &str| {
            for (place, operand) in operands.iter().enumerate() {
                let word = if place == 0 { "" } else { word };
                write!(f, "{word}{}", Operand(operand))?;
            }
            Ok(())
        };
        match self {
            Self::Literal(text) | Self::Name(text) => f.write_str(text),
            Self::Call(name, arguments) => {
                write!(f, "{name}(")?;
                for (place, argument) in arguments.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    write!(f, "{comma}{argument}")?;
                }
                f.write_str(")")
            }
            Self::Not(operand) => write!(f, "not {}", Operand(operand)),
            Self::Arithmetic(name, left, right) => binary(f, left, name, right),
            Self::Compare(comparison, left, right) => binary(f, left, comparison, right),
            Self::And(operands) => chain(f, operands, " and "),
            Self::Or(operands) => chain(f, operands, " or "),
        }
    }
}

struct Operand<'e>(&'e Expression);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            word @ (Expression::Literal(_) | Expression::Name(_) | Expression::Call(..)) => write!(f, "{word}"),
            composite => write!(f, "({composite})"),
        }
    }
}
