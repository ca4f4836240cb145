//! One property against another: type, value, spelling, annotation.

use super::row::Level;
use crate::judge::difference::Difference;
use crate::judge::read::entity::Property;
use crate::judge::read::json::Json;
use crate::judge::read::value::{date_time, meaning, type_of};
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::rules::{RuleId, id};

/// Compares two properties of the same name.
pub(super) fn compare(level: Level, expected: &Property, actual: &Property) -> Option<Difference> {
    if expected.name == "Timestamp" && level == Level::Typed {
        return annotation(level, expected, actual);
    }
    if expected.name == "Timestamp" {
        // Facts about Timestamps are compared elsewhere; that it is no null or number is seen there too.
        return None;
    }
    let (held_type, came_type) = (typed(expected), typed(actual));
    if (expected.value == Json::Null) != (actual.value == Json::Null) {
        let rules = [&[id::TABLE_PROJECTION_MISSING_NULL], about(held_type.or(came_type))].concat();
        return Some(Difference::new(MismatchKind::PropertyValue, &rules, shown(expected), shown(actual)));
    }
    if held_type != came_type {
        let rules = [
            about(held_type),
            &[id::TABLE_JSON_ANNOTATIONS, id::TABLE_ATOM_TYPES, id::TABLE_ENTITIES_MERGE_OVERWRITES],
        ]
        .concat();
        return Some(Difference::new(MismatchKind::PropertyType, &rules, shown(expected), shown(actual)));
    }
    let Some(edm_type) = held_type else { return annotation(level, expected, actual) };
    let (held, came) = (meaning(edm_type, &expected.value), meaning(edm_type, &actual.value));
    let same = match (&held, &came) {
        (Some(held), Some(came)) => held == came,
        _ => expected.value == actual.value,
    };
    let spelling = spelled_otherwise(level, edm_type, expected, actual);
    if !same && !spelling {
        let differing = if expected.name == "TableName" {
            vec![id::TABLE_TABLES_NAME_CASE_PRESERVED]
        } else {
            [about(Some(edm_type)), &[id::TABLE_ENTITIES_MERGE_OVERWRITES]].concat()
        };
        return Some(Difference::new(MismatchKind::PropertyValue, &differing, shown(expected), shown(actual)));
    }
    if spelling {
        let rules = [id::TABLE_TYPES_DATETIME_TRAILING_ZEROS, id::TABLE_TYPES_DATE_LIKE_STRING];
        let difference = Difference::new(MismatchKind::PropertyValue, &rules, shown(expected), shown(actual));
        return Some(difference.incidental());
    }
    annotation(level, expected, actual)
}

fn typed(property: &Property) -> Option<&str> {
    type_of(property.annotation.as_deref(), &property.value)
}

/// Whether both are the same instant in other digits. Without metadata an instant is a string.
fn spelled_otherwise(level: Level, edm_type: &str, expected: &Property, actual: &Property) -> bool {
    let is_instant = edm_type == "Edm.DateTime" || level == Level::None && edm_type == "Edm.String";
    let (Some(held), Some(came)) = (expected.value.as_str(), actual.value.as_str()) else { return false };
    is_instant && held != came && date_time(held).is_some() && date_time(held) == date_time(came)
}

/// A superfluous or missing annotation, where the type is the same without it.
fn annotation(level: Level, expected: &Property, actual: &Property) -> Option<Difference> {
    let told = |property: &Property| match &property.annotation {
        None => format!("no annotation of {}", property.name),
        Some(edm_type) => format!("{}@odata.type: {edm_type}", property.name),
    };
    if expected.annotation == actual.annotation {
        return None;
    }
    let rules: &[RuleId] = match level {
        Level::None => &[id::TABLE_JSON_NONE_BARE],
        Level::Typed if expected.name == "Timestamp" => &[id::TABLE_JSON_TIMESTAMP_ANNOTATION],
        Level::Typed => &[id::TABLE_JSON_NO_ANNOTATIONS, id::TABLE_JSON_ANNOTATIONS, id::TABLE_ATOM_TYPES],
    };
    Some(Difference::new(MismatchKind::Annotation, rules, told(expected), told(actual)).incidental())
}

fn shown(property: &Property) -> String {
    let edm_type = typed(property).map(|edm_type| format!(" ({edm_type})")).unwrap_or_default();
    format!("{}: {}{edm_type}", property.name, property.value.shown())
}

/// The rules that speak of values of a type.
fn about(edm_type: Option<&str>) -> &'static [RuleId] {
    match edm_type {
        Some("Edm.Binary") => &[id::TABLE_TYPES_BINARY],
        Some("Edm.Boolean") => &[id::TABLE_TYPES_BOOLEAN],
        Some("Edm.DateTime") => &[id::TABLE_TYPES_DATETIME],
        Some("Edm.Double") => &[
            id::TABLE_TYPES_DOUBLE,
            id::TABLE_TYPES_DOUBLE_DECIMAL_POINT,
            id::TABLE_TYPES_DOUBLE_SPECIAL,
            id::TABLE_TYPES_DOUBLE_ANNOTATED_INTEGER,
        ],
        Some("Edm.Guid") => &[id::TABLE_TYPES_GUID],
        Some("Edm.Int32") => &[id::TABLE_TYPES_INT32],
        Some("Edm.Int64") => &[id::TABLE_TYPES_INT64],
        Some("Edm.String") => &[
            id::TABLE_TYPES_STRING,
            id::TABLE_TYPES_STRING_UNICODE,
            id::TABLE_TYPES_STRING_BLANKS,
            id::TABLE_TYPES_DATE_LIKE_STRING,
        ],
        _ => &[],
    }
}
