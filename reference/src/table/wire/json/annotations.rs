//! The type annotations of a body: members called `Name@odata.type`.

use super::document::Document;
use crate::rules::{Trace, id};
use std::collections::HashMap;

const SUFFIX: &str = "@odata.type";

/// The annotations by the names of their properties.
pub(super) struct Annotations<'d>(HashMap<&'d str, Annotation<'d>>);

struct Annotation<'d> {
    /// The place of the member in the body.
    place: usize,
    /// The value as written.
    json: &'d str,
}

/// Whether a member is an annotation rather than a property.
pub(super) fn is_annotation(name: &str) -> bool {
    name.contains("@odata.")
}

impl<'d> Annotations<'d> {
    /// Collects the annotations of a body; of two for the same property the last one counts.
    pub(super) fn of(document: &'d Document<'_>) -> Self {
        let members = document.0.iter().enumerate();
        let annotations = members.filter_map(|(place, (name, json))| {
            name.strip_suffix(SUFFIX).map(|property| (property, Annotation { place, json }))
        });
        Self(annotations.collect())
    }

    /// The type that is annotated for the property whose member stands at this place. One that is not a string or not a
    /// plain name gives a name that no type has.
    pub(super) fn edm_type(&self, property: &str, place: usize, trace: &mut Trace<'_>) -> Option<&'d str> {
        let annotation = self.0.get(property)?;
        if annotation.place > place && !trace.enforce(id::TABLE_TYPES_ANNOTATION_ORDER) {
            return None;
        }
        Some(annotation.json.trim_matches('"'))
    }
}
