//! What works: the capabilities of a target, each by the rules that make it up.
//!
//! A capability is a row of [`ROWS`]: patterns of rules. What becomes of it follows from what the run says of those rules, so
//! that a new check or rule changes the table without anybody touching it.

use super::document::{CheckDocument, ReportDocument};
use crate::finding::Severity;
use std::collections::{BTreeMap, BTreeSet};
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;

/// A capability: of which service it is, where it belongs, its name, and the rules that make it up, by their ids behind the name
/// of the service; `*` stands for anything.
struct Row {
    service: ServiceName,
    group: &'static str,
    name: &'static str,
    rules: &'static [&'static str],
}

const fn row(group: &'static str, name: &'static str, rules: &'static [&'static str]) -> Row {
    Row { service: ServiceName::Table, group, name, rules }
}

const fn of_queues(group: &'static str, name: &'static str, rules: &'static [&'static str]) -> Row {
    Row { service: ServiceName::Queue, group, name, rules }
}

const fn of_blobs(group: &'static str, name: &'static str, rules: &'static [&'static str]) -> Row {
    Row { service: ServiceName::Blob, group, name, rules }
}

/// The capabilities in the order in which they are shown.
const ROWS: &[Row] = &[
    row("Tables", "create", &["tables.create*", "tables.name-*"]),
    row("Tables", "list and get", &["tables.get*", "tables.list*", "continuation.tables*"]),
    row("Tables", "delete", &["tables.delete*", "tables.missing-table"]),
    row("Entities", "insert", &["entities.insert*", "entities.property-order-insert"]),
    row("Entities", "get by key", &["entities.get*", "address.key-*"]),
    row("Entities", "replace and merge", &["entities.replace*", "entities.merge*", "headers.patch-is-merge"]),
    row("Entities", "insert or replace, insert or merge", &["entities.upsert-*"]),
    row("Entities", "delete", &["entities.delete*"]),
    row("Entities", "conditions on ETags", &["etag.*"]),
    row("Entities", "property types", &["types.*"]),
    row("Entities", "keys of any text", &["keys.*"]),
    row("Entities", "limits", &["limits.*"]),
    row(
        "Queries",
        "comparisons",
        &["query.eq", "query.ne", "query.gt", "query.ge", "query.lt", "query.le", "query.filter*"],
    ),
    row("Queries", "and, or, not", &["query.and", "query.or", "query.not", "query.precedence", "query.parentheses"]),
    row("Queries", "literals", &["query.literal-*"]),
    row("Queries", "order of values", &["query.*-order", "query.promotion", "query.no-demotion"]),
    row(
        "Queries",
        "missing and mismatched properties",
        &["query.missing-property", "query.not-missing", "query.type-mismatch-*", "query.property-*"],
    ),
    row(
        "Queries",
        "odd filters",
        &[
            "query.bare-*",
            "query.null-*",
            "query.two-*",
            "query.syntax-error",
            "query.functions",
            "query.constant-alone",
            "query.condition-compared",
        ],
    ),
    row("Queries", "projection", &["projection.*"]),
    row(
        "Queries",
        "pages",
        &[
            "continuation.top*",
            "continuation.page-size",
            "continuation.no-token-at-end",
            "continuation.resumes",
            "continuation.partition*",
            "continuation.filter-kept",
            "continuation.deleted-next",
            "continuation.look-ahead",
            "continuation.empty-row-token",
            "continuation.early-page",
        ],
    ),
    row("Transactions", "entity group transactions", &["batch.*"]),
    row(
        "Access",
        "Shared Key",
        &[
            "auth.signature",
            "auth.*-signed",
            "auth.date-header",
            "auth.too-*",
            "auth.other-account",
            "auth.required",
            "auth.malformed",
            "auth.before-all",
            "auth.x-ms-date-wins",
        ],
    ),
    row("Access", "Shared Key Lite", &["auth.lite*"]),
    row("Access", "SAS of the account", &["sas.account", "sas.service", "sas.resource-type", "sas.permission"]),
    row(
        "Access",
        "SAS of a table",
        &["sas.table*", "sas.other-table", "sas.entities-only", "sas.upsert-needs-both", "sas.range-*", "sas.batch"],
    ),
    row(
        "Access",
        "SAS: signature, time, protocol, address",
        &["sas.signature", "sas.expired", "sas.not-yet", "sas.protocol", "sas.address", "sas.version"],
    ),
    row("Access", "SAS with a stored policy", &["sas.policy*"]),
    row("Access", "stored policies", &["acl.*"]),
    row("Service", "CORS", &["cors.*"]),
    row("Service", "service properties", &["service.*"]),
    row("Service", "secondary location", &["secondary.*"]),
    row("Forms", "JSON", &["json.*"]),
    row("Forms", "Atom", &["atom.*"]),
    row("Forms", "versions and headers", &["headers.*"]),
    row("Forms", "errors", &["errors.*"]),
    row("Trust", "several clients at once", &["concurrency.*"]),
    row("Trust", "broken connections", &["faults.*"]),
    row("Trust", "restarts", &["durability.*"]),
    of_queues("Queues", "create and delete", &["queues.*", "names.*"]),
    of_queues("Queues", "metadata and number of messages", &["metadata.*"]),
    of_queues("Queues", "list", &["listing.*"]),
    of_queues(
        "Messages",
        "put, get and peek",
        &["messages.put*", "messages.none", "messages.peek*", "messages.count*"],
    ),
    of_queues("Messages", "what is told of them", &["messages.elements*", "messages.times", "messages.dequeue-*"]),
    of_queues(
        "Messages",
        "texts and sizes",
        &["messages.text-*", "messages.size*", "messages.illegal-character", "messages.body-*"],
    ),
    of_queues("Messages", "invisibility", &["visibility.*"]),
    of_queues("Messages", "pop receipts", &["receipts.*"]),
    of_queues("Messages", "update", &["update.*"]),
    of_queues("Messages", "delete and clear", &["messages.delete", "messages.clear"]),
    of_queues("Messages", "expiry", &["messages.ttl*", "messages.expired"]),
    of_queues("Access to queues", "Shared Key and Lite", &["auth.*"]),
    of_queues("Access to queues", "shared access signatures", &["sas.*"]),
    of_queues("Access to queues", "stored policies", &["acl.*"]),
    of_queues("Queue service", "CORS", &["cors.*"]),
    of_queues("Queue service", "properties and statistics", &["service.*"]),
    of_queues("Queue service", "versions, headers, addresses", &["headers.*", "address.*"]),
    of_queues("Queue service", "errors", &["errors.*"]),
    of_queues("Queue service", "several clients at once", &["concurrency.*"]),
    of_blobs("Containers", "create, read and delete", &["containers.*"]),
    of_blobs("Containers", "list", &["listing.container-*", "listing.public", "listing.account-name"]),
    of_blobs("Blobs", "names", &["names.*"]),
    of_blobs("Blobs", "put at once", &["put.*", "writes.*"]),
    of_blobs("Blobs", "put block by block", &["blocks.*", "block-lists.*"]),
    of_blobs("Blobs", "read", &["read.*"]),
    of_blobs("Blobs", "read in parts", &["ranges.*"]),
    of_blobs("Blobs", "properties and metadata", &["properties.*", "metadata.*"]),
    of_blobs("Blobs", "conditional headers", &["conditions.*"]),
    of_blobs("Blobs", "delete", &["delete.*"]),
    of_blobs(
        "Blobs",
        "list",
        &[
            "listing.order",
            "listing.prefix",
            "listing.delimiter*",
            "listing.marker*",
            "listing.max-results",
            "listing.metadata",
            "listing.etags",
            "listing.echo",
            "listing.encoded-names",
            "listing.uncommitted",
            "listing.copy",
        ],
    ),
    of_blobs("Blobs", "copy", &["copy.*"]),
    of_blobs("Blobs", "append blobs", &["append.*"]),
    of_blobs("Blobs", "page blobs", &["pages.*"]),
    of_blobs("Blobs", "leases", &["leases.*"]),
    of_blobs("Blobs", "snapshots", &["snapshots.*"]),
    of_blobs("Blobs", "tags", &["tags.*", "listing.tags"]),
    of_blobs("Blobs", "tiers", &["tiers.*"]),
    of_blobs("Access to blobs", "Shared Key and Lite", &["auth.*"]),
    of_blobs("Access to blobs", "shared access signatures", &["sas.*"]),
    of_blobs("Access to blobs", "stored policies", &["acl.*"]),
    of_blobs("Access to blobs", "what is public", &["public.*"]),
    of_blobs("Blob service", "CORS", &["cors.*"]),
    of_blobs("Blob service", "properties and statistics", &["service.*"]),
    of_blobs("Blob service", "versions, headers, addresses", &["headers.*", "address.*"]),
    of_blobs("Blob service", "errors", &["errors.*"]),
];

/// What becomes of a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// Most rules of it are met, and none is broken.
    Works,
    /// A rule of it is broken.
    Differs,
    /// What it consists of is refused, and no check that tries it passes.
    Missing,
    /// Half of its rules or more were not tried by any judged check, and none is broken.
    NotReached,
}

impl Status {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Differs => "differs",
            Self::Missing => "missing",
            Self::NotReached => "not reached",
        }
    }

    /// What stands before the words, for those who do not tell colours apart.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Works => "✓",
            Self::Differs => "≠",
            Self::Missing => "✗",
            Self::NotReached => "–",
        }
    }

    /// The tone in which a page shows it.
    pub fn tone(self) -> &'static str {
        match self {
            Self::Works => "passes",
            Self::Differs => "known",
            Self::Missing => "fails",
            Self::NotReached => "skip",
        }
    }
}

/// What a run says of a capability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Capability {
    /// Where it belongs.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What becomes of it.
    pub status: Status,
    /// Binding rules that are met.
    pub met: usize,
    /// Binding rules that are broken.
    pub violated: usize,
    /// Binding rules that no judged check tried.
    pub not_reached: usize,
    /// The rule of the first cause that breaks it.
    pub cause: Option<String>,
}

impl Capability {
    /// `12 of 14 rules met, 2 broken`.
    pub fn in_words(&self) -> String {
        let all = self.met + self.violated + self.not_reached;
        let mut text = format!("{} of {all} rules met", self.met);
        if self.violated > 0 {
            text += &format!(", {} broken", self.violated);
        }
        if self.not_reached > 0 {
            text += &format!(", {} not reached", self.not_reached);
        }
        text
    }
}

/// The capabilities of a report's target, those alone that some selected check is about.
pub(super) fn capabilities(document: &ReportDocument) -> Vec<Capability> {
    let mut tried: BTreeMap<&str, Vec<&CheckDocument>> = BTreeMap::new();
    for check in &document.checks {
        for rule in &check.rules {
            tried.entry(rule).or_default().push(check);
        }
    }
    let fail = || document.findings.iter().filter(|finding| finding.severity == Severity::Failure);
    let broken: BTreeSet<&str> = fail().map(|finding| finding.rule.as_str()).collect();
    let refused: BTreeSet<&str> = fail()
        .filter(|finding| matches!(finding.kind.as_str(), "refused-valid" | "no-answer" | "server-error"))
        .map(|finding| finding.rule.as_str())
        .collect();
    let of_row = |row: &Row| {
        let mut capability = Capability {
            group: row.group,
            name: row.name,
            status: Status::NotReached,
            met: 0,
            violated: 0,
            not_reached: 0,
            cause: None,
        };
        let (mut passes, mut refuses) = (false, false);
        for (&rule, checks) in tried.iter().filter(|(rule, _)| row.has(rule) && is_binding(rule)) {
            passes |= checks.iter().any(|check| matches!(check.outcome.as_str(), "pass" | "fixed"));
            refuses |= refused.contains(rule);
            match (broken.contains(rule), checks.iter().any(|check| check.is_judged())) {
                (true, _) => capability.violated += 1,
                (false, true) => capability.met += 1,
                (false, false) => capability.not_reached += 1,
            }
        }
        let breaks = |finding: &&super::document::FindingEntry| row.has(&finding.rule);
        let causes: BTreeSet<&str> = fail().filter(breaks).map(|finding| finding.root()).collect();
        let first = document.causes.iter().find(|cause| causes.contains(cause.rule.as_str()));
        capability.cause = first.map(|cause| cause.rule.clone());
        capability.status = match (capability.met, capability.violated) {
            // What was mostly not asked is not known to work.
            (met, 0) if met <= capability.not_reached => Status::NotReached,
            (_, 0) => Status::Works,
            _ if refuses && !passes => Status::Missing,
            _ => Status::Differs,
        };
        capability
    };
    let is_asked = |held: &Capability| held.met + held.violated + held.not_reached > 0;
    ROWS.iter().map(of_row).filter(is_asked).collect()
}

impl Row {
    fn has(&self, rule: &str) -> bool {
        let own = rule.strip_prefix(self.service.name()).and_then(|rest| rest.strip_prefix('.'));
        let Some(rule) = own else { return false };
        self.rules.iter().any(|pattern| match pattern.split_once('*') {
            None => *pattern == rule,
            Some((begin, end)) => {
                rule.len() >= begin.len() + end.len() && rule.starts_with(begin) && rule.ends_with(end)
            }
        })
    }
}

fn is_binding(rule: &str) -> bool {
    RuleId::find(rule).is_some_and(|rule| rule.rule().is_binding())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_binding_rule_and_every_pattern_a_rule() {
        for row in ROWS {
            let rules = || RuleId::all().map(RuleId::rule).filter(|rule| row.has(rule.id));
            assert!(rules().any(|rule| rule.is_binding()), "{}", row.name);
            for pattern in row.rules {
                let alone = Row { rules: std::slice::from_ref(pattern), ..*row };
                assert!(RuleId::all().any(|rule| alone.has(rule.rule().id)), "{pattern} of {}", row.name);
            }
        }
    }

    #[test]
    fn patterns_have_one_gap() {
        let row = row("", "", &["query.*-order", "tables.create*"]);
        assert!(row.has("table.query.guid-order") && row.has("table.tables.create-location"));
        assert!(!row.has("table.query.order") && !row.has("table.tables.delete"));
    }
}
