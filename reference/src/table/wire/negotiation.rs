//! What form an answer takes: the metadata level, and whether content is preferred.

use super::address::QueryString;
use crate::history::Metadata;
use crate::http::Headers;
use crate::rules::{Trace, id};
use crate::table::Prefer;
use crate::version::Version;

/// The form that a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// The level of JSON metadata.
    pub metadata: Metadata,
    /// `Prefer`.
    pub prefer: Option<Prefer>,
}

impl Form {
    /// What the headers and `$format` ask for.
    pub fn of(headers: &Headers, query: &QueryString, version: Version, trace: &mut Trace<'_>) -> Self {
        let format = query.get("$format").filter(|_| trace.enforce(id::TABLE_HEADERS_FORMAT_PARAMETER));
        let media_type = format.or_else(|| headers.get("accept")).unwrap_or_default();
        let level = media_type.split(';').map(str::trim).find_map(|parameter| parameter.strip_prefix("odata="));
        let metadata = match level.map(str::trim) {
            Some("nometadata") => Metadata::None,
            Some("fullmetadata") => Metadata::Full,
            Some(_) => Metadata::Minimal,
            None if trace.enforce(id::TABLE_HEADERS_ACCEPT_PLAIN_JSON) => Metadata::Minimal,
            None => Metadata::None,
        };
        let known = id::TABLE_HEADERS_PREFERENCE_APPLIED.holds_for(version);
        let prefer = headers.get("prefer").filter(|_| known).and_then(|value| match value.trim() {
            "return-content" => Some(Prefer::ReturnContent),
            "return-no-content" => Some(Prefer::ReturnNoContent),
            _ => None,
        });
        Self { metadata, prefer }
    }
}

/// The value of `Preference-Applied`.
pub fn applied(prefer: Prefer) -> &'static str {
    match prefer {
        Prefer::ReturnContent => "return-content",
        Prefer::ReturnNoContent => "return-no-content",
    }
}

/// The media type of JSON bodies at a level (`table.headers.content-type-json`).
pub fn media_type(metadata: Metadata, trace: &mut Trace<'_>) -> &'static str {
    if !trace.enforce(id::TABLE_HEADERS_CONTENT_TYPE_JSON) {
        return "application/json";
    }
    match metadata {
        Metadata::None => "application/json;odata=nometadata;streaming=true;charset=utf-8",
        Metadata::Minimal => "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
        Metadata::Full => "application/json;odata=fullmetadata;streaming=true;charset=utf-8",
    }
}
