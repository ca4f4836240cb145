//! Which keys a filter can be true for, so that a query need not look at all of them.

use super::expression::Comparison;
use super::predicate::{Predicate, Property, Test};
use crate::table::{Value, utf16_cmp};
use std::cmp::Ordering;

/// A range of keys: everything outside is known not to match. The default is everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyBounds {
    /// The least key, and whether it belongs to the range.
    pub lower: Option<(String, bool)>,
    /// The greatest key, and whether it belongs to the range.
    pub upper: Option<(String, bool)>,
}

impl KeyBounds {
    /// The one key of the range, if it holds only one.
    pub fn only(&self) -> Option<&str> {
        match (&self.lower, &self.upper) {
            (Some((lower, true)), Some((upper, true))) if lower == upper => Some(lower),
            _ => None,
        }
    }

    /// Whether a key lies in the range.
    pub fn contains(&self, key: &str) -> bool {
        let above = self.lower.as_ref().is_none_or(|(lower, included)| match utf16_cmp(key, lower) {
            Ordering::Less => false,
            Ordering::Equal => *included,
            Ordering::Greater => true,
        });
        above
            && self.upper.as_ref().is_none_or(|(upper, included)| match utf16_cmp(key, upper) {
                Ordering::Less => true,
                Ordering::Equal => *included,
                Ordering::Greater => false,
            })
    }

    /// The range that a predicate leaves of a key. Looks at comparisons under `and` only.
    pub(super) fn of(predicate: &Predicate, key: &Property) -> Self {
        match predicate {
            Predicate::Test(Test { property, comparison, literal: Value::String(value), .. }) if property == key => {
                let end = |included| Some((value.clone(), included));
                match comparison {
                    Comparison::Equal => Self { lower: end(true), upper: end(true) },
                    Comparison::Greater => Self { lower: end(false), upper: None },
                    Comparison::GreaterOrEqual => Self { lower: end(true), upper: None },
                    Comparison::Less => Self { lower: None, upper: end(false) },
                    Comparison::LessOrEqual => Self { lower: None, upper: end(true) },
                    Comparison::NotEqual => Self::default(),
                }
            }
            Predicate::And { operands, .. } => {
                operands.iter().map(|operand| Self::of(operand, key)).fold(Self::default(), Self::intersect)
            }
            _ => Self::default(),
        }
    }

    fn intersect(self, other: Self) -> Self {
        let tighter = |left: Option<(String, bool)>, right: Option<(String, bool)>, keep: Ordering| match (left, right)
        {
            (Some(left), Some(right)) => Some(match utf16_cmp(&left.0, &right.0) {
                Ordering::Equal => (left.0, left.1 && right.1),
                order if order == keep => left,
                _ => right,
            }),
            (left, right) => left.or(right),
        };
        Self {
            lower: tighter(self.lower, other.lower, Ordering::Greater),
            upper: tighter(self.upper, other.upper, Ordering::Less),
        }
    }
}
