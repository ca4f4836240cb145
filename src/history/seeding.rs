//! How rows get there that a history needs before it asks anything.
//!
//! Steps that seed are written as one entity group transaction each, which takes fewest requests. A target that has none is
//! seeded otherwise, so that what is asked behind them can be asked of it too.

use super::shrink::rewrite;
use serde::{Deserialize, Serialize};
use std::fmt;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::table::{Key, Operation, WriteMode};

/// How a target is given the rows that a history needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By entity group transactions, as histories are written.
    #[default]
    Batch,
    /// Row by row, by Insert Entity.
    Insert,
    /// Row by row, by Insert Or Replace Entity.
    Upsert,
}

impl Seeding {
    /// The history with its rows put there in this way. Unless they go by transactions, each row is a step of its own: symbols
    /// count the steps anew, and the ETag of a part is that of its row.
    pub(crate) fn seed(self, history: History) -> History {
        if self == Self::Batch || !history.all_steps().any(|step| step.seeds) {
            return history;
        }
        let mut now = Places::default();
        let mut written = |step: &Step| {
            let rows = self.rows(step);
            let split = rows.is_some();
            let mut steps = rows.unwrap_or_else(|| vec![step.clone()]);
            steps.iter_mut().for_each(|step| rewrite(step, |symbol| now.of(symbol)));
            now.take(steps.len(), split);
            steps
        };
        let steps = history.steps.iter().flat_map(&mut written).collect();
        let branches = history.branches.iter().map(|branch| branch.iter().flat_map(&mut written).collect()).collect();
        History { steps, branches, ..history }
    }

    /// The steps that put the rows of a step there that seeds; none if it does not, or no longer does by a transaction.
    fn rows(self, step: &Step) -> Option<Vec<Step>> {
        let Call::Operation { operation: Operation::Batch { operations } } = &step.call else { return None };
        let row = |operation: &Operation| {
            let operation =
                if self == Self::Upsert { upsert(operation) } else { None }.unwrap_or_else(|| operation.clone());
            Step { call: Call::Operation { operation }, ..step.clone() }
        };
        step.seeds.then(|| operations.iter().map(row).collect())
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Insert => "insert",
            Self::Upsert => "upsert",
        }
    }
}

impl fmt::Display for Seeding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where each step stands once those before it have become several.
#[derive(Default)]
struct Places {
    /// Where the step begins, and whether it has become one for each of its parts.
    of_steps: Vec<(usize, bool)>,
    next: usize,
}

impl Places {
    fn take(&mut self, steps: usize, split: bool) {
        self.of_steps.push((self.next, split));
        self.next += steps;
    }

    fn of(&self, symbol: Symbol) -> Symbol {
        match (symbol, symbol.step().and_then(|step| self.of_steps.get(step)).copied()) {
            (symbol, None) => symbol,
            (Symbol::ETag { part: Some(part), .. }, Some((first, true))) => {
                Symbol::ETag { step: first + part, part: None }
            }
            (symbol, Some((first, _))) => symbol.at_step(first),
        }
    }
}

/// An insert as an upsert under the same key.
fn upsert(operation: &Operation) -> Option<Operation> {
    let Operation::InsertEntity { table, entity, .. } = operation else { return None };
    let key = Key::new(entity.partition.clone()?, entity.row.clone()?);
    Some(Operation::WriteEntity {
        table: table.clone(),
        key,
        entity: entity.clone(),
        mode: WriteMode::Replace,
        if_match: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::table::EntityBody;

    fn insert(row: &str) -> Operation {
        let entity = EntityBody::keyed(&Key::new("p", row));
        Operation::InsertEntity { table: "${table}".into(), entity, prefer: None }
    }

    fn delete(row: &str, tag: &str) -> Operation {
        Operation::DeleteEntity { table: "${table}".into(), key: Key::new("p", row), if_match: Some(tag.into()) }
    }

    /// A row, two rows that are there, a batch that is the question, and what refers to all of them.
    fn history() -> History {
        let question = Operation::Batch { operations: vec![delete("2", "${etag:1.1}"), insert("4")] };
        History::on_one_table([])
            .then(insert("1"))
            .then(Step::seeding(vec![insert("2"), insert("3")]))
            .then(question)
            .then(delete("1", "${etag:0}"))
            .then(delete("3", "${etag:1.1}"))
            .then(delete("4", "${etag:2.1}"))
    }

    #[test]
    fn rows_become_steps_and_symbols_still_mean_the_same() {
        let seeded = Seeding::Insert.seed(history());
        let expected = History::on_one_table([])
            .then(insert("1"))
            .then(Step { seeds: true, ..insert("2").into() })
            .then(Step { seeds: true, ..insert("3").into() })
            .then(Operation::Batch { operations: vec![delete("2", "${etag:2}"), insert("4")] })
            .then(delete("1", "${etag:0}"))
            .then(delete("3", "${etag:2}"))
            .then(delete("4", "${etag:3.1}"));
        assert_eq!(seeded, expected);
        assert_eq!(Seeding::Insert.seed(seeded.clone()), seeded);
        assert_eq!(Seeding::Batch.seed(history()), history());
    }

    #[test]
    fn upserts_write_the_same_rows() {
        let seeded = Seeding::Upsert.seed(history());
        let Call::Operation { operation } = &seeded.steps[1].call else { panic!("{seeded:?}") };
        assert_eq!(operation.name(), "Insert Or Replace Entity");
        // What does not seed stays an insert.
        assert_eq!(seeded.steps[0], insert("1").into());
    }
}
