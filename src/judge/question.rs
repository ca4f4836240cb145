//! What was asked, as the judge needs to know it.

use std::borrow::Cow;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::Request;
use tablestakes_reference::table::{EntityBody, Key, Operation};

/// One step, and the request that it became.
#[derive(Clone)]
pub(crate) struct Question<'a> {
    /// The step.
    pub(crate) step: &'a Step,
    /// The request as the target got it.
    pub(crate) request: &'a Request,
    /// The service that it is asked of.
    pub(crate) service: ServiceName,
    /// The target's base path.
    pub(crate) base: Cow<'a, str>,
    /// How the names of the history's tables begin. Other tables may be there too.
    pub(crate) prefix: &'a str,
}

/// What a granted operation does to one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Touch {
    /// Writes it.
    Writes(Cell),
    /// Deletes it.
    Deletes,
    /// Reads it, or nothing of this kind.
    Reads(Option<Cell>),
    /// Nobody knows what it writes.
    Unknown,
}

/// An entity's place: table, as written and in lower case, and key.
pub(crate) type Cell = (String, Key);

impl<'a> Question<'a> {
    /// The path within the account.
    fn path(&self) -> &'a str {
        let path = self.request.target.split('?').next().unwrap_or_default();
        path.strip_prefix(&*self.base).unwrap_or(path)
    }

    /// Whether the answer is about tables, not about entities.
    pub(crate) fn is_about_tables(&self) -> bool {
        let path = self.path();
        path == "/Tables" || path.starts_with("/Tables(")
    }

    /// Whether what is asked lies within a container.
    pub(crate) fn is_within_container(&self) -> bool {
        self.path().len() > 1
    }

    /// What of the blob service is asked: the path, and the snapshot or version if one is named.
    pub(crate) fn resource(&self) -> String {
        let option = |name: &str| self.option(name).map(|value| format!("?{name}={value}")).unwrap_or_default();
        format!("{}{}{}", self.path(), option("snapshot"), option("versionid"))
    }

    /// Whether the answer is about metadata alone.
    pub(crate) fn is_about_metadata(&self) -> bool {
        self.option("comp") == Some("metadata")
    }

    /// Whether the answer is about the properties of the service.
    pub(crate) fn is_about_properties(&self) -> bool {
        self.option("comp") == Some("properties")
    }

    /// Whether the query has this option.
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// The value of a query option, still encoded.
    pub(crate) fn option(&self, name: &str) -> Option<&'a str> {
        let (_, query) = self.request.target.split_once('?')?;
        query.split('&').find_map(|option| {
            let (held, value) = option.split_once('=').unwrap_or((option, ""));
            let is_spelled_out = held.strip_prefix("%24").is_some_and(|rest| name.strip_prefix('$') == Some(rest));
            (held == name || is_spelled_out).then_some(value)
        })
    }

    /// The most rows that a page may have.
    pub(crate) fn most_rows(&self) -> usize {
        self.option("$top").and_then(|top| top.parse().ok()).map_or(1000, |top: usize| top.min(1000))
    }

    /// What the operation does to entities when it is granted.
    pub(crate) fn touch(&self) -> Touch {
        match &self.step.call {
            Call::Operation { operation } => touch(operation),
            Call::Scan { .. } | Call::ScanTables { .. } => Touch::Reads(None),
            Call::Raw { request } if request.method == "GET" => Touch::Reads(None),
            Call::Queue { .. } | Call::Blob { .. } | Call::Wait { .. } => Touch::Reads(None),
            Call::Raw { .. } | Call::Restart => Touch::Unknown,
        }
    }

    /// The same for each operation of a transaction.
    pub(crate) fn part_touches(&self) -> Vec<Touch> {
        match &self.step.call {
            Call::Operation { operation: Operation::Batch { operations } } => operations.iter().map(touch).collect(),
            _ => Vec::new(),
        }
    }

    /// The table whose entities a query returns, in lower case.
    pub(crate) fn queried_table(&self) -> Option<String> {
        match &self.step.call {
            Call::Scan { table, .. } | Call::Operation { operation: Operation::QueryEntities { table, .. } } => {
                Some(table.to_lowercase())
            }
            _ => None,
        }
    }

    /// How many operations a transaction has; none if it is written out.
    pub(crate) fn operations(&self) -> Option<usize> {
        match &self.step.call {
            Call::Operation { operation: Operation::Batch { operations } } => Some(operations.len()),
            _ => None,
        }
    }
}

fn touch(operation: &Operation) -> Touch {
    let cell = |table: &str, key: &Key| (table.to_lowercase(), key.clone());
    match operation {
        Operation::InsertEntity { table, entity, .. } => {
            body_key(entity).map_or(Touch::Unknown, |key| Touch::Writes(cell(table, &key)))
        }
        Operation::WriteEntity { table, key, .. } => Touch::Writes(cell(table, key)),
        Operation::DeleteEntity { .. } => Touch::Deletes,
        Operation::GetEntity { table, key, .. } => Touch::Reads(Some(cell(table, key))),
        _ => Touch::Reads(None),
    }
}

fn body_key(entity: &EntityBody) -> Option<Key> {
    Some(Key::new(entity.partition.as_deref()?, entity.row.as_deref()?))
}

/// The path of an address: what stands behind scheme, host and the target's base path.
pub(crate) fn path_of<'a>(address: &'a str, base: &str) -> Cow<'a, str> {
    let path = match address.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |slash| &rest[slash..]),
        None => address,
    };
    Cow::Borrowed(path.strip_prefix(base).unwrap_or(path))
}

/// The same without a query.
pub(crate) fn resource_of<'a>(address: &'a str, base: &str) -> Cow<'a, str> {
    path_of(address.split('?').next().unwrap_or_default(), base)
}
