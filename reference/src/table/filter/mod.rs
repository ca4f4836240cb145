//! `$filter`: the language that the service understands, its evaluation, and what it refuses.
//!
//! [`parse`] reads a text into a [`Filter`]: `lexer` makes tokens, `parser` an [`Expression`] by the grammar of the OData 3
//! URI conventions, `meaning` turns that into a predicate and refuses what the service does not do with it, `evaluate`
//! applies it to rows with three-valued logic, `bounds` says which keys it can be true for at all.

mod bounds;
mod compare;
mod compiled;
mod evaluate;
mod expression;
mod lexer;
mod literal;
mod meaning;
mod parser;
mod predicate;
mod refused;
#[cfg(test)]
mod tests;

pub use bounds::KeyBounds;
pub use compiled::{Filter, Subject, parse};
pub use expression::{Comparison, Expression};
