//! Metadata in the headers of a request.

use crate::http::Headers;
use crate::queue::operation::Metadata;
use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// What the names of the headers begin with.
pub(super) const PREFIX: &str = "x-ms-meta-";

/// The metadata that headers hold. Values of one name are put together in their order.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(headers: &Headers, version: Version, trace: &mut Trace<'_>) -> Result<Metadata, Vec<Detailed>> {
    let mut metadata: Metadata = Vec::new();
    let mut refusals = Vec::new();
    for (header, value) in headers.iter() {
        let Some(name) = header.get(..PREFIX.len()).filter(|start| start.eq_ignore_ascii_case(PREFIX)) else {
            continue;
        };
        let name = &header[name.len()..];
        if name.is_empty() {
            if trace.enforce(id::QUEUE_METADATA_EMPTY_NAME) {
                let message = "The key for one of the metadata key-value pairs is empty.";
                let refused = refusal("EmptyMetadataKey", message, id::QUEUE_METADATA_EMPTY_NAME);
                refusals.push(refused.with("MetadataValue", value));
            }
            continue;
        }
        let rule = id::QUEUE_METADATA_NAME_CHARACTERS;
        if rule.holds_for(version) && !is_identifier(name) && trace.enforce(rule) {
            let message = "The metadata specified is invalid. It has characters that are not permitted.";
            refusals.push(refusal("InvalidMetadata", message, rule));
        }
        match metadata.iter_mut().find(|(held, _)| held.eq_ignore_ascii_case(name)) {
            Some((_, held)) => {
                trace.raise(id::QUEUE_OPEN_METADATA_TWICE);
                held.push(',');
                held.push_str(value);
            }
            None => metadata.push((name.to_owned(), value.to_owned())),
        }
    }
    if refusals.is_empty() { Ok(metadata) } else { Err(refusals) }
}

/// Whether a name is an identifier of C#.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    first && characters.all(|c| c.is_alphanumeric() || c == '_')
}

fn refusal(code: &'static str, message: &str, rule: RuleId) -> Detailed {
    Refusal { status: 400, code, message: message.to_owned(), rule, layer: Layer::Entities }.into()
}
