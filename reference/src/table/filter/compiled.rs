//! A filter, ready to be applied.

use super::bounds::KeyBounds;
use super::evaluate::{Candidate, Truth};
use super::predicate::{Predicate, Property};
use super::{meaning, parser, refused};
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::table::Row;

/// What is filtered: decides which names are properties, and of which type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Entities: `PartitionKey` and `RowKey` are strings, `Timestamp` a DateTime, everything else of any type.
    Entities,
    /// Tables: `TableName` is a string, and there is nothing else.
    Tables,
}

/// A filter, ready to be applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    pub(super) predicate: Predicate,
    /// Whether the bounds of keys can be trusted: not if the reference is told to misread filters.
    bounded: bool,
}

impl Filter {
    /// The filter that everything satisfies.
    pub const ALL: Self = Self { predicate: Predicate::Constant(true), bounded: false };

    /// Whether an entity satisfies the filter.
    pub fn matches(&self, partition: &str, row_key: &str, row: &Row, trace: &mut Trace<'_>) -> bool {
        self.holds(&Candidate::Entity { partition, row_key, row }, trace)
    }

    /// Whether a table of this name satisfies the filter.
    pub fn matches_table(&self, name: &str, trace: &mut Trace<'_>) -> bool {
        self.holds(&Candidate::Table { name }, trace)
    }

    fn holds(&self, candidate: &Candidate<'_>, trace: &mut Trace<'_>) -> bool {
        self.predicate.evaluate(candidate, trace) == Truth::True
    }

    /// The partition keys outside of which the filter is true for no entity.
    pub fn partition_bounds(&self) -> KeyBounds {
        if self.bounded { KeyBounds::of(&self.predicate, &Property::PartitionKey) } else { KeyBounds::default() }
    }

    /// Whether the filter names one partition.
    pub fn names_partition(&self) -> bool {
        KeyBounds::of(&self.predicate, &Property::PartitionKey).only().is_some()
    }

    /// Whether the filter names one entity.
    pub fn names_entity(&self) -> bool {
        self.names_partition() && KeyBounds::of(&self.predicate, &Property::RowKey).only().is_some()
    }

    /// The row keys outside of which the filter is true for no entity.
    pub fn row_bounds(&self) -> KeyBounds {
        if self.bounded { KeyBounds::of(&self.predicate, &Property::RowKey) } else { KeyBounds::default() }
    }
}

/// Reads a filter.
///
/// # Errors
/// What the service refuses in the filter, what it would report first in front (`table.query.*`).
pub fn parse(text: &str, subject: Subject, trace: &mut Trace<'_>) -> Result<Filter, Vec<Refusal>> {
    if text.trim().is_empty() {
        return if trace.enforce(id::TABLE_QUERY_FILTER_EMPTY) {
            Ok(Filter::ALL)
        } else {
            Err(vec![refused::invalid_input(id::TABLE_QUERY_FILTER_EMPTY)])
        };
    }
    let rule = match subject {
        Subject::Entities => id::TABLE_QUERY_FILTER,
        Subject::Tables => id::TABLE_TABLES_LIST_FILTER,
    };
    if !trace.enforce(rule) {
        return Ok(Filter::ALL);
    }
    let predicate = parser::read(text, trace)
        .map_err(|refusal| vec![refusal])
        .and_then(|expression| meaning::understand(&expression, text, subject, trace));
    match predicate {
        Ok(predicate) => Ok(Filter { predicate, bounded: trace.is_intact() }),
        Err(refusals) => {
            let malformed = refusals.iter().any(|refusal| refusal.rule == id::TABLE_QUERY_SYNTAX_ERROR);
            if malformed && !trace.enforce(id::TABLE_QUERY_SYNTAX_ERROR) { Ok(Filter::ALL) } else { Err(refusals) }
        }
    }
}
