//! What an answer proves: which error it is, what was created, and under which name.

use super::address::{Place, Resource};
use crate::judge::Document;
use tablestakes_reference::http::Response;

pub(super) fn error_code(response: &Response) -> Option<String> {
    match Document::read(response) {
        Document::Error(error) => error.code,
        _ => None,
    }
}

pub(super) fn answers_missing_table(response: &Response) -> bool {
    crate::judge::parts(response).iter().any(|part| error_code(part).as_deref() == Some("TableNotFound"))
}

/// The table that an answer says was created: by its address, or by its entry.
pub(super) fn created(response: &Response) -> Option<String> {
    let location = response.headers.get("location").and_then(table_in_address);
    location.or_else(|| match Document::read(response) {
        Document::Entity(row) => row.text("TableName").map(str::to_owned),
        _ => None,
    })
}

pub(super) fn table_of(resource: &Resource) -> Option<&str> {
    match resource {
        Resource::Entities(table) | Resource::Policies(table) => Some(table),
        Resource::Entity(place) => Some(&place.table),
        _ => None,
    }
}

/// The entity that an answer says was inserted: by its address, or by the entity that is sent back.
pub(super) fn inserted(response: &Response, resource: &Resource) -> Option<Place> {
    if let Some(location) = response.headers.get("location") {
        return match Resource::read(location) {
            Resource::Entity(place) => Some(place),
            _ => None,
        };
    }
    match (Document::read(response), resource) {
        (Document::Entity(row), Resource::Entities(table)) => {
            let key = row.key()?;
            Some(Place { table: table.clone(), partition: key.partition, row: key.row })
        }
        _ => None,
    }
}

/// The name in `…/Tables('NAME')`.
pub(super) fn table_in_address(address: &str) -> Option<String> {
    let (_, rest) = address.rsplit_once("Tables('")?;
    rest.strip_suffix("')").map(str::to_owned)
}

/// The name that the body of a creation holds, in either format.
pub(super) fn name_in_body(body: &str) -> Option<String> {
    let (_, rest) = body.split_once("TableName")?;
    let name = rest.trim_start_matches(['"', ':', ' ', '>']);
    let end = name.find(|character: char| !character.is_ascii_alphanumeric())?;
    Some(name[..end].to_owned())
}
