//! What queries ask: options, continuation, selection.

use super::{Command, Message, Misunderstood, invalid};
use crate::refusal::{self, Refusal};
use crate::rules::{Trace, id};
use crate::table::filter::{self, Filter, Subject};
use crate::table::model::Place;
use crate::table::wire::json::Selection;
use crate::table::wire::token;

impl Message<'_> {
    pub(super) fn query_tables(&self, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let (top, filter) = self.options(Subject::Tables, trace)?;
        let from = self.query.get("NextTableName").map(|token| {
            let text = token::read(token);
            text.split('\u{1}').next().unwrap_or_default().to_owned()
        });
        let filter = filter.filter(|_| trace.enforce(id::TABLE_TABLES_LIST_FILTER));
        Ok(Command::QueryTables { filter, top, from })
    }

    pub(super) fn query_entities(&self, table: String, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let row = self.query.get("NextRowKey");
        let row_refused = row == Some("") && trace.enforce(id::TABLE_CONTINUATION_EMPTY_ROW_TOKEN);
        let (top, filter) = match self.options(Subject::Entities, trace) {
            Ok(options) if !row_refused => options,
            options => {
                let mut refusals = options.err().unwrap_or_default();
                if row_refused {
                    refusal::add(&mut refusals, [invalid(id::TABLE_CONTINUATION_EMPTY_ROW_TOKEN)]);
                }
                return Err(Misunderstood::from(refusals).with(Command::about(table)));
            }
        };
        let row = row.filter(|row| !row.is_empty()).map(token::read);
        let partition = self.query.get("NextPartitionKey").map(token::read);
        let from = partition.map(|partition| Place { partition, row });
        Ok(Command::QueryEntities { table, filter, select: self.select(trace), top, from })
    }

    /// `$top` and `$filter`, in the order in which the service looks at them.
    fn options(
        &self,
        subject: Subject,
        trace: &mut Trace<'_>,
    ) -> Result<(Option<usize>, Option<Filter>), Vec<Refusal>> {
        let mut refusals = Vec::new();
        let top = self.top(trace).unwrap_or_else(|refusal| {
            refusals.push(refusal);
            None
        });
        let filter = match self.query.get("$filter").map(|text| filter::parse(text, subject, trace)) {
            Some(Err(refused)) => {
                refusals.extend(refused);
                None
            }
            Some(Ok(filter)) => Some(filter),
            None => None,
        };
        if refusals.is_empty() { Ok((top, filter)) } else { Err(refusals) }
    }

    fn top(&self, trace: &mut Trace<'_>) -> Result<Option<usize>, Refusal> {
        let Some(text) = self.query.get("$top") else { return Ok(None) };
        match text.trim().parse::<i64>() {
            Ok(0) if !trace.enforce(id::TABLE_CONTINUATION_TOP_ZERO) => Err(invalid(id::TABLE_CONTINUATION_TOP_ZERO)),
            Ok(top @ 0..=1000) => Ok(usize::try_from(top).ok()),
            Ok(top) => {
                let (rule, instead) = if top < 0 {
                    (id::TABLE_CONTINUATION_TOP_NEGATIVE, None)
                } else {
                    (id::TABLE_CONTINUATION_TOP_TOO_LARGE, Some(1000))
                };
                if trace.enforce(rule) { Err(invalid(rule)) } else { Ok(instead) }
            }
            Err(_) => {
                trace.raise(id::TABLE_OPEN_TOP_NOT_A_NUMBER);
                Err(invalid(id::TABLE_OPEN_TOP_NOT_A_NUMBER))
            }
        }
    }

    pub(super) fn select(&self, trace: &mut Trace<'_>) -> Option<Selection> {
        let text = self.query.get("$select")?;
        if !trace.enforce(id::TABLE_PROJECTION_SELECTED_ONLY) {
            return None;
        }
        let trims = trace.enforce(id::TABLE_PROJECTION_MANY);
        let name = |name: &str| if trims { name.trim().to_owned() } else { name.to_owned() };
        let mut names: Vec<String> = text.split(',').map(name).filter(|name| !name.is_empty()).collect();
        if names.iter().any(|name| name == "*") {
            names.clear();
        } else if names.is_empty() && !trace.enforce(id::TABLE_PROJECTION_EMPTY) {
            // A name that no entity can have: nothing is selected.
            names.push("\0".to_owned());
        }
        Some(Selection { text: text.to_owned(), names })
    }
}
