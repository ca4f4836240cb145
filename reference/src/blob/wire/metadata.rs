//! Metadata in the headers of a request.

use crate::blob::model::Metadata;
use crate::blob::refuse::refusal;
use crate::http::Headers;
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;

/// What the names of the headers begin with.
pub const PREFIX: &str = "x-ms-meta-";
/// The most octets of all names and values.
const MOST: usize = 8192;

/// The metadata that headers hold. Values of one name are put together in their order.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(headers: &Headers, version: Version, trace: &mut Trace<'_>) -> Result<Metadata, Vec<Detailed>> {
    let mut metadata: Metadata = Vec::new();
    let mut refusals = Vec::new();
    for (header, value) in headers.iter() {
        let Some(name) = header.get(..PREFIX.len()).filter(|start| start.eq_ignore_ascii_case(PREFIX)) else {
            continue;
        };
        let name = &header[name.len()..];
        if name.is_empty() {
            let rule = id::BLOB_METADATA_EMPTY_NAME;
            if trace.enforce(rule) {
                let message = "The key for one of the metadata key-value pairs is empty.";
                refusals.push(refusal(400, "EmptyMetadataKey", message, rule).into());
            }
            continue;
        }
        let rule = id::BLOB_METADATA_NAME_CHARACTERS;
        if rule.holds_for(version) && !is_identifier(name) && trace.enforce(rule) {
            let message = "The metadata specified is invalid. It has characters that are not permitted.";
            refusals.push(refusal(400, "InvalidMetadata", message, rule).into());
        }
        match metadata.iter_mut().find(|(held, _)| held.eq_ignore_ascii_case(name)) {
            Some((_, held)) => {
                trace.raise(id::BLOB_OPEN_METADATA_TWICE);
                held.push(',');
                held.push_str(value);
            }
            None => metadata.push((name.to_owned(), value.to_owned())),
        }
    }
    let size: usize = metadata.iter().map(|(name, value)| name.len() + value.len()).sum();
    let rule = id::BLOB_METADATA_SIZE;
    if size > MOST && trace.enforce(rule) {
        let message = "The metadata specified exceeds the maximum permissible limit.";
        refusals.push(refusal(400, "MetadataTooLarge", message, rule).into());
    }
    if refusals.is_empty() { Ok(metadata) } else { Err(refusals) }
}

/// Whether a name is an identifier of C#.
pub fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    first && characters.all(|c| c.is_alphanumeric() || c == '_')
}
