//! What the operations of a change set may not be together.

use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::Key;
use crate::version::Version;

/// A refusal with 400 InvalidInput.
pub(super) fn invalid(rule: RuleId, message: &str) -> Refusal {
    Refusal { status: 400, code: "InvalidInput", message: message.to_owned(), rule, layer: Layer::Entities }
}

/// What the operations so far have named.
#[derive(Debug, Default)]
pub(super) struct Seen {
    table: Option<String>,
    keys: Vec<Key>,
}

impl Seen {
    /// Why an operation may not stand behind those before it.
    pub(super) fn refuses(&mut self, table: &str, key: &Key, version: Version, trace: &mut Trace<'_>) -> Vec<Refusal> {
        let other_table = self.table.as_ref().is_some_and(|held| !held.eq_ignore_ascii_case(table));
        if other_table {
            return vec![invalid(id::TABLE_OPEN_BATCH_TABLES, "One of the request inputs is not valid.")];
        }
        let other_partition = self.keys.first().is_some_and(|held| held.partition != key.partition);
        if other_partition && trace.enforce(id::TABLE_BATCH_ONE_PARTITION) {
            let message = "All commands in a batch must operate on same entity group.";
            let code = "CommandsInBatchActOnDifferentPartitions";
            return vec![Refusal { code, ..invalid(id::TABLE_BATCH_ONE_PARTITION, message) }];
        }
        if self.keys.contains(key) && trace.enforce(id::TABLE_BATCH_DUPLICATE) {
            let rule = id::TABLE_BATCH_DUPLICATE;
            let message = "The batch request contains multiple changes with same row key. An entity can appear only once \
                           in a batch request.";
            let named = Refusal { code: "InvalidDuplicateRow", ..invalid(rule, message) };
            let older = invalid(rule, "One of the request inputs is not valid.");
            // The code is newer than the service, and nobody recorded whether old versions still have the older one.
            return if rule.holds_for(version) { vec![named] } else { vec![older, named] };
        }
        self.table = Some(table.to_owned());
        self.keys.push(key.clone());
        Vec::new()
    }
}
