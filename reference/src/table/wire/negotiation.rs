//! What form an answer takes: JSON or Atom, the metadata level, and whether content is preferred.

use super::address::QueryString;
use crate::http::Headers;
use crate::rules::{Trace, id};
use crate::table::Metadata;
use crate::table::Prefer;
use crate::version::Version;

/// The formats of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `application/json`.
    Json,
    /// `application/atom+xml`, and for errors `application/xml`.
    Atom,
}

impl Format {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Json => Self::Atom,
            Self::Atom => Self::Json,
        }
    }
}

/// What a body holds, as far as its media type tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One entity or table.
    Entry,
    /// A set of them.
    Feed,
    /// An error.
    Error,
}

/// The form that a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// The format of bodies.
    pub format: Format,
    /// The format of errors.
    pub errors: Format,
    /// The level of JSON metadata.
    pub metadata: Metadata,
    /// `Prefer`.
    pub prefer: Option<Prefer>,
}

impl Form {
    /// What the headers and `$format` ask for.
    pub fn of(headers: &Headers, query: &QueryString, version: Version, trace: &mut Trace<'_>) -> Self {
        let parameter = query.get("$format").filter(|_| trace.enforce(id::TABLE_HEADERS_FORMAT_PARAMETER));
        let media_type = parameter.or_else(|| headers.get("accept")).unwrap_or_default();
        let level = media_type.split(';').map(str::trim).find_map(|parameter| parameter.strip_prefix("odata="));
        let metadata = match level.map(str::trim) {
            Some("nometadata") => Metadata::None,
            Some("fullmetadata") => Metadata::Full,
            Some(_) => Metadata::Minimal,
            None if trace.enforce(id::TABLE_HEADERS_ACCEPT_PLAIN_JSON) => Metadata::Minimal,
            None => Metadata::None,
        };
        let (format, errors) = formats(media_type, version, trace);
        let range = id::TABLE_HEADERS_PREFERENCE_APPLIED;
        let prefer = headers.get("prefer").filter(|_| range.holds_for(version)).and_then(|value| match value.trim() {
            "return-content" => Some(Prefer::ReturnContent),
            "return-no-content" => Some(Prefer::ReturnNoContent),
            _ => None,
        });
        Self { format, errors, metadata, prefer }
    }

    /// The media type of a body. Errors in XML had none in old versions.
    pub fn content_type(self, kind: Kind, version: Version, trace: &mut Trace<'_>) -> Option<&'static str> {
        let format = if kind == Kind::Error { self.errors } else { self.format };
        if format == Format::Json {
            return Some(media_type(self.metadata, trace));
        }
        let told = id::TABLE_ATOM_CONTENT_TYPE.holds_for(version) && trace.enforce(id::TABLE_ATOM_CONTENT_TYPE);
        match kind {
            Kind::Error if id::TABLE_ATOM_ERRORS_UNTYPED.holds_for(version) => {
                (!trace.enforce(id::TABLE_ATOM_ERRORS_UNTYPED)).then_some("application/xml;charset=utf-8")
            }
            Kind::Error => Some("application/xml;charset=utf-8"),
            Kind::Entry if told => Some("application/atom+xml;type=entry;charset=utf-8"),
            Kind::Feed if told => Some("application/atom+xml;type=feed;charset=utf-8"),
            Kind::Entry | Kind::Feed => Some("application/atom+xml;charset=utf-8"),
        }
    }
}

/// Whether a media type is one of Atom's.
pub fn is_atom(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default().trim();
    ["application/atom+xml", "application/xml"].iter().any(|atom| name.eq_ignore_ascii_case(atom))
}

/// The formats of bodies and of errors. The first media type in the list that is known counts.
fn formats(accepted: &str, version: Version, trace: &mut Trace<'_>) -> (Format, Format) {
    let served = id::TABLE_ATOM_ACCEPTED.holds_for(version);
    for media_type in accepted.split(',') {
        let name = media_type.split(';').next().unwrap_or_default().trim();
        if name.eq_ignore_ascii_case("application/json") {
            return (Format::Json, Format::Json);
        }
        if is_atom(media_type) && served {
            let format = if trace.enforce(id::TABLE_ATOM_ACCEPTED) { Format::Atom } else { Format::Json };
            return (format, format);
        }
    }
    if served {
        let format = if trace.enforce(id::TABLE_ATOM_DEFAULT) { Format::Atom } else { Format::Json };
        return (format, format);
    }
    // The default of errors outlived that of entities.
    let any = accepted.split(',').any(|media_type| media_type.trim() == "*/*");
    let markup = any && trace.enforce(id::TABLE_ATOM_ERRORS_OUTLIVE);
    (Format::Json, if markup { Format::Atom } else { Format::Json })
}

/// The value of `Preference-Applied`.
pub fn applied(prefer: Prefer) -> &'static str {
    match prefer {
        Prefer::ReturnContent => "return-content",
        Prefer::ReturnNoContent => "return-no-content",
    }
}

/// The media type of JSON bodies at a level (`table.headers.content-type-json`).
fn media_type(metadata: Metadata, trace: &mut Trace<'_>) -> &'static str {
    if !trace.enforce(id::TABLE_HEADERS_CONTENT_TYPE_JSON) {
        return "application/json";
    }
    match metadata {
        Metadata::None => "application/json;odata=nometadata;streaming=true;charset=utf-8",
        Metadata::Minimal => "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
        Metadata::Full => "application/json;odata=fullmetadata;streaming=true;charset=utf-8",
    }
}
