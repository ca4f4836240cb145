//! What a recorded request target names, as far as the replay must know. A reader of its own, so that the reference's is
//! tried and not trusted.

use std::borrow::Cow;

/// What a request target names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Resource {
    /// The service, and what of it: `properties` or `stats`.
    Service(String),
    /// The collection of tables.
    Tables,
    /// One table in the collection.
    Table(String),
    /// The access policies of a table.
    Policies(String),
    /// The entities of a table.
    Entities(String),
    /// One entity.
    Entity(Place),
    /// Transactions.
    Batch,
    /// Something else.
    Other,
}

/// Table and key of an entity, the table's name in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) partition: String,
    pub(super) row: String,
}

impl Resource {
    /// Reads a target, or an absolute address.
    pub(super) fn read(target: &str) -> Self {
        let target = below_host(target);
        let (path, _) = target.split_once('?').unwrap_or((target, ""));
        let comp = option(target, "comp");
        let path = decoded(path.trim_start_matches('/'));
        let (name, predicate) = match path.split_once('(') {
            Some((name, rest)) => (name, rest.trim_end().strip_suffix(')').unwrap_or(rest)),
            None => (path.trim_end_matches('/'), ""),
        };
        let table = name.to_lowercase();
        match (name, comp.as_deref()) {
            ("", Some(comp)) => Self::Service(comp.to_owned()),
            ("", None) => Self::Other,
            (_, Some("acl")) => Self::Policies(table),
            ("$batch", _) => Self::Batch,
            ("Tables", _) => match literals(predicate).as_slice() {
                [] => Self::Tables,
                [(_, name)] => Self::Table(name.to_lowercase()),
                _ => Self::Other,
            },
            _ if name.contains('/') => Self::Other,
            _ => match literals(predicate).as_slice() {
                [] => Self::Entities(table),
                [(first, left), (_, right)] => {
                    let (partition, row) = if first == "RowKey" { (right, left) } else { (left, right) };
                    Self::Entity(Place { table, partition: partition.clone(), row: row.clone() })
                }
                _ => Self::Other,
            },
        }
    }
}

fn below_host(address: &str) -> &str {
    match address.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |slash| &rest[slash..]),
        None => address,
    }
}

/// The name of the table that a target names, in its own case.
pub(super) fn raw_table(target: &str) -> Option<String> {
    let path = decoded(below_host(target).split('?').next()?.trim_start_matches('/')).into_owned();
    let (name, predicate) = path.split_once('(').unwrap_or((&path, ""));
    if name == "Tables" { literals(predicate).pop().map(|(_, name)| name) } else { Some(name.to_owned()) }
}

/// The value of a query option, decoded.
pub(super) fn option(target: &str, name: &str) -> Option<String> {
    let (_, query) = target.split_once('?')?;
    query.split('&').find_map(|option| {
        let (held, value) = option.split_once('=').unwrap_or((option, ""));
        (decoded(held) == name).then(|| decoded(&value.replace('+', " ")).into_owned())
    })
}

/// Text with its percent-escapes resolved; what is no escape, or no UTF-8, stays.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let octets = text.as_bytes();
    let mut out = Vec::with_capacity(octets.len());
    let mut at = 0;
    while at < octets.len() {
        let escaped = octets.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(octet) if octets[at] == b'%' => {
                out.push(octet);
                at += 3;
            }
            _ => {
                out.push(octets[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The names and quoted values of a key predicate.
fn literals(predicate: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = predicate;
    while let Some((name, value)) = rest.split_once('\'') {
        let mut text = String::new();
        let mut value = value;
        while let Some((before, after)) = value.split_once('\'') {
            text.push_str(before);
            match after.strip_prefix('\'') {
                Some(more) => {
                    text.push('\'');
                    value = more;
                }
                None => {
                    value = after;
                    break;
                }
            }
        }
        found.push((name.trim_matches([',', '=', ' ']).to_owned(), text));
        rest = value;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let place = |table: &str, partition: &str, row: &str| {
            Resource::Entity(Place { table: table.into(), partition: partition.into(), row: row.into() })
        };
        assert_eq!(Resource::read("/T(PartitionKey='a''b',RowKey='')?$select=x"), place("t", "a'b", ""));
        assert_eq!(Resource::read("/T%28RowKey=%27r%27,%20PartitionKey=%27p%27%29"), place("t", "p", "r"));
        assert_eq!(Resource::read("http://a.b:80/T()"), Resource::Entities("t".into()));
        assert_eq!(Resource::read("/T"), Resource::Entities("t".into()));
        assert_eq!(Resource::read("/Tables(%27T%27)"), Resource::Table("t".into()));
        assert_eq!(Resource::read("/Tables?$top=1"), Resource::Tables);
        assert_eq!(Resource::read("/T?comp=acl"), Resource::Policies("t".into()));
        assert_eq!(Resource::read("/?restype=service&comp=stats"), Resource::Service("stats".into()));
        assert_eq!(Resource::read("/$batch"), Resource::Batch);
        assert_eq!(Resource::read("/(retry)"), Resource::Other);
        assert_eq!(option("/T?%24top=1&x=a%2Bb+c", "x").as_deref(), Some("a+b c"));
    }
}
