//! One entity or table entry against another: annotations, and properties by name.

use super::property;
use crate::judge::difference::Difference;
use crate::judge::question::{Question, path_of};
use crate::judge::read::entity::{Property, Row};
use crate::judge::read::json::Json;
use crate::judge::read::value::date_time;
use crate::judge::verdict::MismatchKind;
use std::collections::{HashMap, HashSet, VecDeque};
use tablestakes_reference::rules::{RuleId, id};

/// What an answer tells about types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// `nometadata`: nothing.
    None,
    /// What the values need.
    Typed,
}

impl Level {
    /// The level of an oracle's object with these annotations: at every level but `nometadata` it carries
    /// `odata.metadata`.
    pub(super) fn of(annotations: &[(String, Json)]) -> Self {
        if annotations.is_empty() { Self::None } else { Self::Typed }
    }
}

const SYSTEM: &[&str] = &["PartitionKey", "RowKey", "Timestamp"];

/// Compares two rows.
pub(super) fn compare(question: &Question<'_>, level: Level, expected: &Row, actual: &Row) -> Vec<Difference> {
    let mut differences = properties(level, expected, actual);
    differences.extend(annotations(question, &expected.annotations, &actual.annotations, level));
    for orphan in &actual.orphans {
        let rules = [id::TABLE_JSON_NO_ANNOTATIONS];
        let came = format!("{orphan}@odata.type without {orphan}");
        let held = "annotations of properties that are there";
        differences.push(Difference::new(MismatchKind::Annotation, &rules, held, came).incidental());
    }
    differences
}

fn properties(level: Level, expected: &Row, actual: &Row) -> Vec<Difference> {
    let mut differences = Vec::new();
    // A member may stand there twice: the first is compared with the first.
    let mut came: HashMap<&str, VecDeque<&Property>> = HashMap::new();
    for property in &actual.properties {
        came.entry(&property.name).or_default().push_back(property);
    }
    let mut expected_names = HashSet::new();
    for held in &expected.properties {
        expected_names.insert(held.name.as_str());
        match came.get_mut(held.name.as_str()).and_then(VecDeque::pop_front) {
            None => {
                let shown = format!("{}: {}", held.name, held.value.shown());
                let rules = missing(held);
                let missing = format!("no {}", held.name);
                differences.push(Difference::new(MismatchKind::PropertyMissing, rules, shown, missing));
            }
            Some(came) => differences.extend(property::compare(level, held, came)),
        }
    }
    let mut told = HashSet::new();
    for property in &actual.properties {
        let name = property.name.as_str();
        if expected_names.contains(name) && came.get(name).is_some_and(|more| !more.is_empty()) && told.insert(name) {
            let (held, shown) = (format!("{name} once"), format!("{name} twice"));
            differences.push(Difference::new(MismatchKind::PropertyExtra, &[], held, shown));
        }
    }
    for property in &actual.properties {
        if !expected_names.contains(property.name.as_str()) {
            let shown = format!("{}: {}", property.name, property.value.shown());
            let held = format!("no {}", property.name);
            differences.push(Difference::new(MismatchKind::PropertyExtra, extra(property), held, shown));
        }
    }
    differences
}

fn missing(held: &Property) -> &'static [RuleId] {
    match held.name.as_str() {
        _ if held.value == Json::Null => &[id::TABLE_PROJECTION_MISSING_NULL, id::TABLE_ATOM_SELECTED_NULL],
        "Timestamp" => &[id::TABLE_JSON_TIMESTAMP_MEMBER, id::TABLE_PROJECTION_SELECTED_ONLY],
        _ => &[
            id::TABLE_ENTITIES_INSERT_STORED,
            id::TABLE_ENTITIES_MERGE,
            id::TABLE_ENTITIES_MERGE_NULL_KEEPS,
            id::TABLE_TYPES_STRING_EMPTY,
            id::TABLE_PROJECTION_SELECTED_ONLY,
        ],
    }
}

fn extra(property: &Property) -> &'static [RuleId] {
    if SYSTEM.contains(&property.name.as_str()) {
        &[id::TABLE_PROJECTION_DROPS_KEYS, id::TABLE_PROJECTION_SELECTED_ONLY]
    } else if property.value == Json::Null || property.value == Json::String(String::new()) {
        &[id::TABLE_TYPES_NULL_NOT_STORED, id::TABLE_PROJECTION_SELECTED_ONLY, id::TABLE_ENTITIES_REPLACE]
    } else {
        &[id::TABLE_PROJECTION_SELECTED_ONLY, id::TABLE_ENTITIES_REPLACE, id::TABLE_JSON_ODATA_MEMBERS_IGNORED]
    }
}

/// Compares the `odata.` members of two objects.
pub(super) fn annotations(
    question: &Question<'_>,
    expected: &[(String, Json)],
    actual: &[(String, Json)],
    level: Level,
) -> Vec<Difference> {
    let shown = |name: &str, value: Option<&Json>| match value {
        None => format!("no {name}"),
        Some(value) => format!("{name}: {}", value.shown()),
    };
    let find = |list: &'_ [(String, Json)], name: &str| {
        list.iter().find(|(held, _)| held == name).map(|(_, value)| value.clone())
    };
    let mut differences = Vec::new();
    for (name, held) in expected {
        let came = find(actual, name);
        if came.as_ref().is_some_and(|came| agree(question, name, held, came)) {
            continue;
        }
        let rules = annotation_rules(question, name);
        let difference =
            Difference::new(MismatchKind::Annotation, rules, shown(name, Some(held)), shown(name, came.as_ref()));
        // Without the ETag of a row nobody can write it conditionally; the others are for readers of metadata.
        differences.push(if name == "odata.etag" { difference } else { difference.incidental() });
    }
    for (name, came) in actual.iter().filter(|(name, _)| find(expected, name).is_none()) {
        let rules: &[RuleId] = if level == Level::None {
            &[id::TABLE_JSON_NONE_BARE]
        } else {
            &[id::TABLE_JSON_FULL_ENTITY, id::TABLE_JSON_ODATA_MEMBERS_IGNORED]
        };
        let (held, came) = (shown(name, None), shown(name, Some(came)));
        differences.push(Difference::new(MismatchKind::Annotation, rules, held, came).incidental());
    }
    differences
}

fn annotation_rules(question: &Question<'_>, name: &str) -> &'static [RuleId] {
    match name {
        "odata.etag" => &[id::TABLE_JSON_ETAG_MEMBER, id::TABLE_ATOM_ETAG, id::TABLE_PROJECTION_KEEPS_ETAG],
        "odata.metadata" if question.is_about_tables() => &[id::TABLE_JSON_CONTEXT_TABLE],
        "odata.metadata" => &[id::TABLE_JSON_CONTEXT_ENTITY, id::TABLE_JSON_CONTEXT_SET, id::TABLE_PROJECTION_CONTEXT],
        _ if name.starts_with("atom.") => &[id::TABLE_ATOM_FEED, id::TABLE_ATOM_ENTRY],
        _ if question.is_about_tables() => &[id::TABLE_JSON_FULL_TABLE, id::TABLE_ATOM_ENTRY],
        _ => &[id::TABLE_JSON_FULL_ENTITY, id::TABLE_ATOM_ENTRY],
    }
}

fn agree(question: &Question<'_>, name: &str, held: &Json, came: &Json) -> bool {
    let (Some(held), Some(came)) = (held.as_str(), came.as_str()) else { return held == came };
    match name {
        // Facts about ETags are compared elsewhere.
        "odata.etag" => true,
        // The time of the answer.
        "atom.updated" => date_time(held).is_some() == date_time(came).is_some(),
        "odata.metadata" | "odata.id" | "odata.editLink" | "atom.id" | "atom.self" => {
            path_of(held, &question.base).trim_start_matches('/')
                == path_of(came, &question.base).trim_start_matches('/')
        }
        _ => held == came,
    }
}
