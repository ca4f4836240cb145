//! What somebody who is authenticated may do.

use super::model::{KeyRange, Write, missing};
use super::wire::command::Command;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

/// What a request may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everything: it comes from the owner of the account's key.
    Owner,
    /// What an account SAS allows.
    Account {
        /// `sp`.
        permissions: String,
        /// `srt`.
        resource_types: String,
    },
    /// What a SAS for a table allows.
    Table {
        /// `sp`, or what the stored access policy permits.
        permissions: String,
        /// The rule that demands the permissions.
        permitted_by: RuleId,
        /// The table.
        table: String,
        /// The keys.
        range: KeyRange,
    },
}

/// The resource types of what lists tables: the documentation has said either.
const EITHER: &str = "sc";

/// What a command needs: one of these resource types, and one of these sets of permissions.
struct Need(&'static str, &'static [&'static str]);

impl Need {
    fn of(command: &Command, trace: &mut Trace<'_>) -> Self {
        match command {
            Command::QueryTables { .. } => Self(EITHER, &["l"]),
            Command::GetTable(_) => Self(EITHER, &["l", "r"]),
            Command::CreateTable(_) => Self("c", &["c", "w"]),
            Command::DeleteTable(_) => Self("c", &["d"]),
            Command::QueryEntities { .. } | Command::GetEntity { .. } => Self("o", &["r"]),
            Command::Write { write: Write::Insert(_), .. } => Self("o", &["a"]),
            Command::Write { write: Write::Write { condition: None, .. }, .. } => {
                if trace.enforce(id::TABLE_SAS_UPSERT_NEEDS_BOTH) { Self("o", &["au"]) } else { Self("o", &["a", "u"]) }
            }
            Command::Write { write: Write::Write { .. }, .. } => Self("o", &["u"]),
            Command::Write { write: Write::Delete(_), .. } => Self("o", &["d"]),
            Command::Batch => Self("o", &[""]),
        }
    }

    fn is_met_by(&self, permissions: &str) -> bool {
        self.1.iter().any(|needed| needed.chars().all(|letter| permissions.contains(letter)))
    }

    /// What forbids a command to an account SAS.
    fn refusals(&self, permissions: &str, resource_types: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        if !self.0.chars().any(|kind| resource_types.contains(kind)) && trace.enforce(id::TABLE_SAS_RESOURCE_TYPE) {
            refusals.push(without_resource_type());
        }
        if !self.is_met_by(permissions) {
            let rule = self.rule(permissions, id::TABLE_SAS_PERMISSION);
            refusals.extend(trace.enforce(rule).then(|| without_permission(rule)));
        }
        refusals
    }

    /// The rule that demands the permissions: `rule`, but for those of an upsert that has some of them.
    fn rule(&self, permissions: &str, rule: RuleId) -> RuleId {
        let partly = self.1 == ["au"] && permissions.contains(['a', 'u']);
        if partly { id::TABLE_SAS_UPSERT_NEEDS_BOTH } else { rule }
    }
}

const OPERATION: &str = "This request is not authorized to perform this operation";

fn refusal(code: &'static str, message: String, rule: RuleId) -> Refusal {
    Refusal { status: 403, code, message, rule, layer: Layer::Entities }
}

fn without_permission(rule: RuleId) -> Refusal {
    refusal("AuthorizationPermissionMismatch", format!("{OPERATION} using this permission."), rule)
}

fn without_resource_type() -> Refusal {
    let message = format!("{OPERATION} using this resource type.");
    refusal("AuthorizationResourceTypeMismatch", message, id::TABLE_SAS_RESOURCE_TYPE)
}

fn not_authorized(rule: RuleId) -> Refusal {
    refusal("AuthorizationFailure", format!("{OPERATION}."), rule)
}

impl Access {
    /// The keys that may be seen (`table.sas.range-query`).
    pub(crate) fn range(&self, trace: &mut Trace<'_>) -> Option<&KeyRange> {
        match self {
            Self::Table { range, .. } if *range != KeyRange::default() => {
                trace.enforce(id::TABLE_SAS_RANGE_QUERY).then_some(range)
            }
            _ => None,
        }
    }

    /// What may forbid a request that cannot be understood, so that nobody knows which permission it needs.
    pub(crate) fn possible_refusals(&self) -> Vec<Refusal> {
        match self {
            Self::Owner => Vec::new(),
            Self::Account { .. } => vec![without_permission(id::TABLE_SAS_PERMISSION), without_resource_type()],
            Self::Table { permitted_by, .. } => {
                vec![without_permission(*permitted_by), not_authorized(id::TABLE_SAS_RANGE_WRITE)]
            }
        }
    }

    /// Everything that forbids what is asked of the front end: policies of tables, properties and statistics.
    pub(crate) fn front_end_refusals(&self, method: &str, comp: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
        match self {
            Self::Owner => Vec::new(),
            Self::Account { .. } if comp == "acl" => {
                trace.raise(id::TABLE_OPEN_ACL_BY_ACCOUNT_SAS);
                Vec::new()
            }
            Self::Account { permissions, resource_types } => {
                let need = if method == "PUT" { Need("s", &["w"]) } else { Need("s", &["r"]) };
                need.refusals(permissions, resource_types, trace)
            }
            Self::Table { .. } => {
                let rule = id::TABLE_SAS_ENTITIES_ONLY;
                trace.enforce(rule).then(|| not_authorized(rule)).into_iter().collect()
            }
        }
    }

    /// Everything that forbids a command.
    pub(crate) fn refusals(&self, command: &Command, in_batch: bool, trace: &mut Trace<'_>) -> Vec<Refusal> {
        match self {
            Self::Owner => Vec::new(),
            Self::Account { permissions, resource_types } => {
                let need = Need::of(command, trace);
                if need.0 == EITHER && !EITHER.chars().all(|kind| resource_types.contains(kind)) {
                    trace.raise(id::TABLE_OPEN_SAS_LISTS_TABLES);
                }
                need.refusals(permissions, resource_types, trace)
            }
            Self::Table { permissions, permitted_by, table, range } => {
                let mut refusals = Vec::new();
                if in_batch && !trace.enforce(id::TABLE_SAS_BATCH) {
                    refusals.push(not_authorized(id::TABLE_SAS_BATCH));
                }
                let Some(named) = command.table() else {
                    let rule = id::TABLE_SAS_ENTITIES_ONLY;
                    let forbidden = !matches!(command, Command::Batch) && trace.enforce(rule);
                    refusals.extend(forbidden.then(|| not_authorized(rule)));
                    return refusals;
                };
                if !named.eq_ignore_ascii_case(table) && trace.enforce(id::TABLE_SAS_OTHER_TABLE) {
                    refusals.push(not_authorized(id::TABLE_SAS_OTHER_TABLE));
                }
                let need = Need::of(command, trace);
                if !need.is_met_by(permissions) {
                    let rule = need.rule(permissions, *permitted_by);
                    refusals.extend(trace.enforce(rule).then(|| without_permission(rule)));
                }
                match command {
                    Command::GetEntity { key, .. } if !range.contains_key(key) => {
                        let rule = id::TABLE_SAS_RANGE_POINT;
                        refusals.extend(trace.enforce(rule).then(|| missing(rule)));
                    }
                    Command::Write { key, .. } if !range.contains_key(key) => {
                        let rule = id::TABLE_SAS_RANGE_WRITE;
                        refusals.extend(trace.enforce(rule).then(|| not_authorized(rule)));
                    }
                    _ => {}
                }
                refusals
            }
        }
    }
}
