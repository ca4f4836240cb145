//! Properties of the service, as queues have them: what is refused, and how the document is written.

use super::model::Model;
use super::wire::invalid_document;
use crate::properties::{Form, MOST_RULES, days_out_of_range};
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;

/// The document of the properties.
pub(super) fn document(model: &Model, version: Version, trace: &mut Trace<'_>) -> String {
    let sections = id::QUEUE_SERVICE_SECTIONS_KEPT.holds_for(version);
    let literal_first = trace.enforce(id::QUEUE_SERVICE_HEADER_LISTS);
    model.properties.written_as(sections, Form { short_empty: true, literal_first })
}

/// Sets properties.
///
/// # Errors
/// The document is not one of properties, or says what cannot be.
pub(super) fn set(model: &mut Model, document: &[u8], version: Version, trace: &mut Trace<'_>) -> Result<(), Detailed> {
    let (kept, validated) = (id::QUEUE_SERVICE_SECTIONS_KEPT, id::QUEUE_SERVICE_PROPERTIES_VALIDATED);
    let keeps = kept.holds_for(version) && trace.enforce(kept);
    let Some(changed) = model.properties.changed(document, keeps) else {
        if !trace.enforce(validated) {
            return Ok(());
        }
        let place = days_out_of_range(document);
        let reason = "Retention days must be greater than 0 and less than or equal to 365 days.";
        let reason = if place.is_some() { reason } else { "" };
        return Err(invalid_document(document, place, reason, validated));
    };
    let rule = id::QUEUE_SERVICE_CORS_LIMIT;
    if changed.cors.len() > MOST_RULES && trace.enforce(rule) {
        return Err(invalid_document(document, None, "", rule));
    }
    if trace.enforce(id::QUEUE_SERVICE_PROPERTIES_STORED) {
        model.properties = changed;
    }
    Ok(())
}
