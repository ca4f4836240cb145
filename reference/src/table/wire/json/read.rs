//! Reading the bodies of writes.

use super::annotations::{Annotations, is_annotation};
use super::document::Document;
use super::refused::{Refusals, duplicate, ill_typed, malformed, malformed_badly, needs_value};
use super::{limits, names, value};
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::table::Value;
use std::cmp::Ordering;
use std::collections::HashSet;

/// An entity as a request describes it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntityDocument {
    /// `PartitionKey`, if it is there and not null.
    pub partition: Option<String>,
    /// `RowKey`, if it is there and not null.
    pub row: Option<String>,
    /// The other properties in order, nulls left out.
    pub properties: Vec<(Box<str>, Value)>,
    /// The names of the properties that are null.
    pub nulls: Vec<Box<str>>,
}

/// What came of reading an entity: as much of it as can be understood, and everything that the service refuses in it, each
/// rule once, what it would report first in front.
#[derive(Debug)]
pub struct EntityRead {
    /// The entity; none if the body is no JSON object.
    pub entity: Option<EntityDocument>,
    /// The refusals.
    pub refusals: Vec<Refusal>,
}

impl EntityRead {
    /// The entity, if nothing in it is refused.
    ///
    /// # Errors
    /// The refusals.
    pub fn into_result(self) -> Result<EntityDocument, Vec<Refusal>> {
        match self.entity {
            Some(entity) if self.refusals.is_empty() => Ok(entity),
            _ => Err(self.refusals),
        }
    }
}

impl EntityDocument {
    /// Both keys, where an operation needs them in the body.
    ///
    /// # Errors
    /// `table.keys.required`.
    pub fn keys(&self, trace: &mut Trace<'_>) -> Result<(&str, &str), Refusal> {
        match (&self.partition, &self.row) {
            (Some(partition), Some(row)) => Ok((partition, row)),
            _ if trace.enforce(id::TABLE_KEYS_REQUIRED) => Err(needs_value()),
            (partition, row) => Ok((partition.as_deref().unwrap_or_default(), row.as_deref().unwrap_or_default())),
        }
    }
}

fn document<'b>(body: &'b [u8], trace: &mut Trace<'_>) -> Result<Document<'b>, Vec<Refusal>> {
    Document::read(body).ok_or_else(|| {
        let kept = trace.enforce(id::TABLE_JSON_MALFORMED);
        vec![if kept { malformed() } else { malformed_badly() }]
    })
}

/// Reads an entity.
pub fn read_entity(body: &[u8], trace: &mut Trace<'_>) -> EntityRead {
    let document = match document(body, trace) {
        Ok(document) => document,
        Err(refusals) => return EntityRead { entity: None, refusals },
    };
    let annotations = Annotations::of(&document);
    let mut reader = Reader { entity: EntityDocument::default(), refusals: Refusals::default(), trace };
    reader.entity.properties.reserve(document.0.len());
    let mut seen = HashSet::with_capacity(document.0.len());
    for (place, (name, json)) in document.0.iter().enumerate() {
        if is_annotation(name) || name.starts_with("odata.") && !reader.takes_for_property(name) {
            continue;
        }
        if !seen.insert(name.as_ref()) && !reader.takes_again(name) {
            continue;
        }
        match name.as_ref() {
            "PartitionKey" => reader.entity.partition = reader.key(json),
            "RowKey" => reader.entity.row = reader.key(json),
            "Timestamp" if reader.trace.enforce(id::TABLE_JSON_TIMESTAMP_IGNORED) => {}
            "ETag" if !reader.trace.enforce(id::TABLE_TYPES_ETAG_PROPERTY) => {}
            name => {
                let annotation = annotations.edm_type(name, place, reader.trace);
                reader.property(name, json, annotation);
            }
        }
    }
    reader.whole()
}

struct Reader<'t, 'b> {
    entity: EntityDocument,
    refusals: Refusals,
    trace: &'t mut Trace<'b>,
}

impl Reader<'_, '_> {
    /// Whether a member that begins with `odata.` is stored all the same.
    fn takes_for_property(&mut self, name: &str) -> bool {
        !self.trace.enforce(id::TABLE_JSON_ODATA_MEMBERS_IGNORED) && name == "odata.etag"
    }

    /// Whether a member counts whose name was there before.
    fn takes_again(&mut self, name: &str) -> bool {
        if self.trace.enforce(id::TABLE_JSON_DUPLICATE_PROPERTY) {
            self.refusals.push(duplicate());
            return false;
        }
        // Bodies of very many members are refused anyway; comparing them all would take too long.
        let few = self.entity.properties.len() <= limits::MOST_PROPERTIES;
        if few {
            self.entity.properties.retain(|(held, _)| **held != *name);
        }
        few
    }

    /// A key; one that is refused is there all the same, and not missing.
    fn key(&mut self, json: &str) -> Option<String> {
        match json.as_bytes().first() {
            Some(b'n') => None,
            Some(b'"') => Some(self.kept(|trace| value::unquoted(json, trace)).unwrap_or_default()),
            _ if self.trace.enforce(id::TABLE_KEYS_STRING) => {
                self.refusals.push(ill_typed(id::TABLE_KEYS_STRING));
                Some(String::new())
            }
            _ => Some(json.to_owned()),
        }
    }

    fn property(&mut self, name: &str, json: &str, annotation: Option<&str>) {
        // Only a broken reference gets here with a member of OData.
        if !name.starts_with("odata.") {
            self.refusals.extend(names::check(name, self.trace));
        }
        match self.kept(|trace| value::read(name, json, annotation, trace)) {
            None => {}
            Some(None) => self.entity.nulls.push(name.into()),
            Some(Some(value)) => {
                let empty = matches!(&value, Value::String(text) if text.is_empty());
                if empty && !self.trace.enforce(id::TABLE_TYPES_STRING_EMPTY) {
                    return;
                }
                self.refusals.extend(limits::check_value(&value, self.trace));
                self.entity.properties.push((name.into(), value));
            }
        }
    }

    fn kept<T>(&mut self, read: impl FnOnce(&mut Trace<'_>) -> Result<T, Refusal>) -> Option<T> {
        read(self.trace).map_err(|refusal| self.refusals.push(refusal)).ok()
    }

    /// What the entity as a whole must satisfy.
    fn whole(mut self) -> EntityRead {
        let properties = &mut self.entity.properties;
        if properties.len() <= limits::MOST_PROPERTIES
            && differ_in_case_only(properties)
            && !self.trace.enforce(id::TABLE_TYPES_NAMES_CASE_SENSITIVE)
        {
            fold_names(properties);
        }
        let EntityDocument { partition, row, properties, .. } = &self.entity;
        let (partition, row) = (partition.as_deref().unwrap_or_default(), row.as_deref().unwrap_or_default());
        let refusals = limits::check_entity(partition, row, properties, self.trace);
        self.refusals.extend_of_whole(refusals);
        EntityRead { refusals: self.refusals.in_order(), entity: Some(self.entity) }
    }
}

/// Whether two names would be the same one if case did not matter.
fn differ_in_case_only(properties: &[(Box<str>, Value)]) -> bool {
    let mut names: Vec<&str> = properties.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable_by(|left, right| compare_without_case(left, right));
    names.windows(2).any(|pair| matches!(pair, [left, right] if left.eq_ignore_ascii_case(right)))
}

fn compare_without_case(left: &str, right: &str) -> Ordering {
    let lower = |octet: u8| octet.to_ascii_lowercase();
    left.bytes().map(lower).cmp(right.bytes().map(lower))
}

fn fold_names(properties: &mut Vec<(Box<str>, Value)>) {
    let mut folded: Vec<(Box<str>, Value)> = Vec::with_capacity(properties.len());
    for (name, value) in properties.drain(..) {
        match folded.iter_mut().find(|(held, _)| held.eq_ignore_ascii_case(&name)) {
            Some(held) => *held = (name, value),
            None => folded.push((name, value)),
        }
    }
    *properties = folded;
}

/// Reads the name of the table that a creation asks for; `None` if the body does not name one.
///
/// # Errors
/// `table.json.malformed`.
pub fn read_table_name(body: &[u8], trace: &mut Trace<'_>) -> Result<Option<String>, Vec<Refusal>> {
    let document = document(body, trace)?;
    let named = document.0.iter().find(|(name, _)| name == "TableName");
    Ok(named.and_then(|(_, json)| serde_json::from_str(json).ok()))
}
