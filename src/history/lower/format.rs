//! In which format a step is written, and what its requests say about it.

use super::{atom, json};
use crate::target::{Axes, Format};
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::EntityBody;

/// The format of a step: its own level of metadata if it names one, and the run's if not. None for a request that is written
/// out, and for what is not asked of tables. What cannot be written in Atom, or asks in a version without it, is written in JSON.
pub(crate) fn format_of(step: &Step, axes: Axes) -> Option<Format> {
    if matches!(step.call, Call::Raw { .. } | Call::Queue { .. } | Call::Blob { .. } | Call::Wait { .. }) {
        return None;
    }
    if let Some(level) = step.wire.metadata {
        return Some(level.into());
    }
    // A step that names the type of its body means the body that it would have in JSON.
    let typed = step.wire.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let version = step.wire.version.unwrap_or(axes.version);
    Some(match axes.format {
        Format::Atom if !axes.format.is_spoken_in(version) || typed || !atom::can_say(step) => Format::JsonMinimal,
        format => format,
    })
}

/// `Accept` and the data service versions, as clients of the format send them.
pub(super) fn asking(format: Format) -> Vec<(&'static str, String)> {
    let (accept, version) = match format {
        Format::JsonNone => ("application/json;odata=nometadata", "3.0"),
        Format::JsonMinimal => ("application/json;odata=minimalmetadata", "3.0"),
        Format::JsonFull => ("application/json;odata=fullmetadata", "3.0"),
        Format::Atom => ("application/atom+xml,application/xml", "2.0;NetFx"),
    };
    let mut fields = vec![("Accept", accept.to_owned()), ("DataServiceVersion", version.to_owned())];
    if format == Format::Atom {
        fields.push(("MaxDataServiceVersion", version.to_owned()));
    }
    fields
}

/// The media type of bodies.
pub(super) fn content_type(format: Format) -> &'static str {
    if format == Format::Atom { "application/atom+xml" } else { "application/json" }
}

/// The body of an insert or a write.
pub(super) fn entity(format: Format, entity: &EntityBody) -> String {
    if format == Format::Atom { atom::entity(entity) } else { json::entity(entity) }
}

/// The body that creates a table.
pub(super) fn table(format: Format, name: &str) -> String {
    if format == Format::Atom { atom::table(name) } else { json::table(name) }
}
