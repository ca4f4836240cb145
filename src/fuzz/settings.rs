//! What a campaign is asked to do.

use super::mutation::Never;
use crate::history::ShrinkBudget;
use crate::nearest::proposal;
use crate::target::Axes;
use std::collections::BTreeSet;
use tablestakes_reference::ServiceName;
use tablestakes_reference::blob;
use tablestakes_reference::rules::{RuleId, id};

/// How a campaign is made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The service that is asked.
    pub service: ServiceName,
    /// What every history is drawn from.
    pub seed: u64,
    /// Start no further history after this many requests.
    pub requests: Option<u64>,
    /// Start no further history after this many new findings.
    pub findings: Option<usize>,
    /// Histories that are under way at once; at least 1.
    pub jobs: usize,
    /// The combinations of axes that histories are drawn for. Never empty.
    pub axes: Vec<Axes>,
    /// Operations that are never sent, by the names that reports have.
    pub exclude: BTreeSet<&'static str>,
    /// How often a failure is replayed to confirm it.
    pub confirmations: u32,
    /// What making one failing history smaller may cost.
    pub shrink: ShrinkBudget,
}

impl Settings {
    /// What baselines and findings know the campaign by.
    pub(super) fn check(&self) -> &'static str {
        match self.service {
            ServiceName::Table => "table.fuzz",
            ServiceName::Queue => "queue.fuzz",
            ServiceName::Blob => "blob.fuzz",
        }
    }

    /// The rule about requests of which nobody knows what comes of them.
    pub(super) fn odd_request(&self) -> RuleId {
        match self.service {
            ServiceName::Queue => id::QUEUE_OPEN_ODD_REQUEST,
            ServiceName::Blob => id::BLOB_OPEN_ODD_REQUEST,
            ServiceName::Table => id::TABLE_OPEN_ODD_REQUEST,
        }
    }

    /// The rule about how long answers take.
    pub(super) fn answer_time(&self) -> RuleId {
        match self.service {
            ServiceName::Queue => id::QUEUE_OPEN_ANSWER_TIME,
            ServiceName::Blob => id::BLOB_OPEN_ANSWER_TIME,
            ServiceName::Table => id::TABLE_OPEN_ANSWER_TIME,
        }
    }

    pub(super) fn never(&self) -> Never {
        Never(self.exclude.clone())
    }
}

/// There is no such operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no operation `{name}`")]
pub struct UnknownOperation {
    /// As written.
    pub name: String,
    /// The nearest names, as a sentence.
    pub proposal: String,
}

/// The documentation's names of operations on tables and queues; those on blobs are all asked in one way.
const OPERATIONS: [&str; 28] = [
    "Query Tables",
    "Get Table",
    "Create Table",
    "Delete Table",
    "Query Entities",
    "Get Entity",
    "Insert Entity",
    "Update Entity",
    "Merge Entity",
    "Insert Or Replace Entity",
    "Insert Or Merge Entity",
    "Delete Entity",
    "Entity Group Transaction",
    "List Queues",
    "Get Queue Service Properties",
    "Create Queue",
    "Delete Queue",
    "Get Queue Metadata",
    "Set Queue Metadata",
    "Get Queue ACL",
    "Set Queue ACL",
    "Put Message",
    "Get Messages",
    "Peek Messages",
    "Clear Messages",
    "Update Message",
    "Delete Message",
    "Raw request",
];

/// The operations with these names, which may be written as in signatures: `delete-table`.
///
/// # Errors
/// The first name that is none.
pub fn operations<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<BTreeSet<&'static str>, UnknownOperation> {
    let slug = |name: &str| name.to_lowercase().replace(' ', "-");
    let all = || OPERATIONS.into_iter().chain(blob::Operation::ALL.iter().map(|operation| operation.name()));
    let find = |name: &str| all().find(|held| slug(held) == slug(name));
    let slugs: Vec<String> = all().map(slug).collect();
    names
        .into_iter()
        .map(|name| {
            find(name).ok_or_else(|| UnknownOperation {
                name: name.to_owned(),
                proposal: proposal(&slug(name), slugs.iter().map(String::as_str)),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_named_as_in_reports_and_signatures() {
        let named = operations(["delete-table", "Get Entity", "put-block-list"]).unwrap();
        assert_eq!(named, BTreeSet::from(["Delete Table", "Get Entity", "Put Block List"]));
        let unknown = operations(["delete-tabel"]).unwrap_err();
        assert!(unknown.proposal.contains("delete-table"), "{}", unknown.proposal);
    }
}
