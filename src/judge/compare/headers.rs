//! Headers: which the oracle has, which the target has, and what they say.

use super::answer::Side;
use crate::judge::blob;
use crate::judge::difference::Difference;
use crate::judge::question::{Question, path_of, resource_of};
use crate::judge::read::document::Document;
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::{RuleId, id};

/// Where a header stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the answer itself.
    Whole,
    /// In a part of the answer to a transaction.
    Part,
}

/// How two values are compared.
#[derive(Clone, Copy)]
pub(in crate::judge) enum By {
    /// By being there.
    Presence,
    /// Letter by letter.
    Exact,
    /// Without regard to case.
    Text,
    /// As HTTP dates, whatever they say.
    Date,
    /// As numbers of seconds, of which one or two pass on the way.
    Near,
    /// By being there, and letter by letter where the request itself says it.
    Given,
    /// By the path of an address.
    Path,
    /// By the path of an address, and not by its query: it names a snapshot, or holds a signature.
    Resource,
    /// By media type, and metadata level or kind.
    Media,
}

/// One header that rules speak of.
pub(in crate::judge) struct Row {
    pub(in crate::judge) name: &'static str,
    pub(in crate::judge) by: By,
    /// Missing or different.
    pub(in crate::judge) missing: &'static [RuleId],
    /// There, although the oracle has none.
    pub(in crate::judge) extra: &'static [RuleId],
    /// Whether it counts in every history when it is missing.
    pub(in crate::judge) strict: bool,
}

/// What whole seconds, the time on the way and a busy server may make of a span.
const NEAR: u64 = 2;

const TABLE: &[Row] = &[
    Row {
        name: "etag",
        by: By::Presence,
        missing: &[id::TABLE_ENTITIES_GET_ETAG_HEADER, id::TABLE_ENTITIES_WRITE_ETAG_HEADER, id::TABLE_BATCH_ETAGS],
        extra: &[id::TABLE_ENTITIES_DELETE_NO_ETAG, id::QUEUE_HEADERS_NO_ETAG],
        strict: true,
    },
    Row {
        name: "location",
        by: By::Path,
        missing: &[
            id::TABLE_ENTITIES_INSERT_LOCATION,
            id::TABLE_TABLES_CREATE_LOCATION,
            id::TABLE_BATCH_INSERT_LOCATION,
            id::TABLE_KEYS_LOCATION,
        ],
        extra: &[id::TABLE_ENTITIES_WRITE_NO_LOCATION],
        strict: false,
    },
    Row {
        name: "dataserviceid",
        by: By::Path,
        missing: &[
            id::TABLE_ENTITIES_INSERT_LOCATION,
            id::TABLE_TABLES_CREATE_LOCATION,
            id::TABLE_BATCH_INSERT_LOCATION,
            id::TABLE_KEYS_LOCATION,
        ],
        extra: &[id::TABLE_ENTITIES_WRITE_NO_LOCATION],
        strict: false,
    },
    Row {
        name: "preference-applied",
        by: By::Text,
        missing: &[
            id::TABLE_HEADERS_PREFERENCE_APPLIED,
            id::TABLE_HEADERS_PREFERENCE_APPLIED_ON_CONFLICT,
            id::TABLE_BATCH_PREFERENCE_APPLIED,
        ],
        extra: &[id::TABLE_HEADERS_PREFERENCE_APPLIED, id::TABLE_BATCH_PREFERENCE_APPLIED],
        strict: false,
    },
    Row {
        name: "content-type",
        by: By::Media,
        missing: &[
            id::TABLE_HEADERS_CONTENT_TYPE_JSON,
            id::TABLE_ATOM_CONTENT_TYPE,
            id::TABLE_ATOM_ERRORS,
            id::QUEUE_HEADERS_CONTENT_TYPE,
        ],
        extra: &[id::TABLE_HEADERS_NO_CONTENT_TYPE_WHEN_EMPTY, id::TABLE_ATOM_ERRORS_UNTYPED],
        strict: false,
    },
    Row {
        name: "cache-control",
        by: By::Text,
        missing: &[id::TABLE_HEADERS_CACHE_CONTROL, id::QUEUE_HEADERS_CACHE_CONTROL],
        extra: &[id::TABLE_ACL_BARE, id::QUEUE_HEADERS_NO_CACHE_CONTROL],
        strict: false,
    },
    Row {
        name: "x-content-type-options",
        by: By::Text,
        missing: &[id::TABLE_HEADERS_NOSNIFF],
        extra: &[id::TABLE_ACL_BARE],
        strict: false,
    },
    Row {
        name: "x-ms-version",
        by: By::Text,
        missing: &[id::TABLE_HEADERS_VERSION_ECHO, id::QUEUE_HEADERS_VERSION_ECHO],
        extra: &[],
        strict: false,
    },
    Row {
        name: "x-ms-request-id",
        by: By::Presence,
        missing: &[id::TABLE_HEADERS_REQUEST_ID, id::QUEUE_HEADERS_REQUEST_ID],
        extra: &[],
        strict: false,
    },
    Row {
        name: "x-ms-error-code",
        by: By::Presence,
        missing: &[id::TABLE_ACL_ERROR_CODE, id::QUEUE_ERRORS_CODE_HEADER],
        extra: &[id::TABLE_HEADERS_NO_ERROR_CODE_HEADER, id::QUEUE_ERRORS_NO_CODE_HEADER],
        strict: false,
    },
    Row {
        name: "dataserviceversion",
        by: By::Text,
        missing: &[id::TABLE_BATCH_PART_VERSION],
        extra: &[id::TABLE_HEADERS_NO_DATA_SERVICE_VERSION],
        strict: false,
    },
    Row {
        name: "content-id",
        by: By::Text,
        missing: &[id::TABLE_BATCH_CONTENT_ID, id::TABLE_BATCH_PARTS_IN_ORDER],
        extra: &[id::TABLE_BATCH_CONTENT_ID_MIME],
        strict: false,
    },
    Row {
        name: "access-control-allow-origin",
        by: By::Text,
        missing: &[
            id::TABLE_CORS_ACTUAL,
            id::TABLE_CORS_PREFLIGHT,
            id::TABLE_CORS_ANY_ORIGIN,
            id::TABLE_CORS_FIRST_RULE,
            id::QUEUE_CORS_ACTUAL,
            id::QUEUE_CORS_PREFLIGHT,
            id::QUEUE_CORS_ANY_ORIGIN,
            id::QUEUE_CORS_FIRST_RULE,
        ],
        extra: &[id::TABLE_CORS_ACTUAL_OTHERS, id::QUEUE_CORS_ACTUAL_OTHERS],
        strict: false,
    },
    Row {
        name: "access-control-allow-methods",
        by: By::Presence,
        missing: &[id::TABLE_CORS_PREFLIGHT, id::QUEUE_CORS_PREFLIGHT],
        extra: &[],
        strict: false,
    },
    Row {
        name: "access-control-allow-headers",
        by: By::Presence,
        missing: &[id::TABLE_CORS_PREFLIGHT, id::QUEUE_CORS_PREFLIGHT],
        extra: &[],
        strict: false,
    },
    Row {
        name: "access-control-max-age",
        by: By::Text,
        missing: &[id::TABLE_CORS_MAX_AGE, id::QUEUE_CORS_MAX_AGE],
        extra: &[],
        strict: false,
    },
    Row {
        name: "access-control-allow-credentials",
        by: By::Text,
        missing: &[id::TABLE_CORS_CREDENTIALS, id::QUEUE_CORS_CREDENTIALS],
        extra: &[id::TABLE_CORS_ANY_ORIGIN, id::QUEUE_CORS_ANY_ORIGIN],
        strict: false,
    },
    Row {
        name: "access-control-expose-headers",
        by: By::Text,
        missing: &[id::TABLE_CORS_EXPOSED, id::QUEUE_CORS_EXPOSED],
        extra: &[],
        strict: false,
    },
    Row {
        name: "vary",
        by: By::Presence,
        missing: &[id::TABLE_CORS_VARY, id::QUEUE_CORS_VARY],
        extra: &[],
        strict: false,
    },
    Row {
        name: "x-ms-client-request-id",
        by: By::Text,
        missing: &[id::QUEUE_HEADERS_CLIENT_REQUEST_ID],
        extra: &[id::QUEUE_HEADERS_NO_CLIENT_REQUEST_ID],
        strict: false,
    },
    Row {
        name: "x-ms-approximate-messages-count",
        by: By::Text,
        missing: &[id::QUEUE_METADATA_COUNT, id::QUEUE_METADATA_COUNT_INVISIBLE, id::QUEUE_METADATA_COUNT_EXPIRED],
        extra: &[],
        strict: true,
    },
    Row { name: "x-ms-popreceipt", by: By::Presence, missing: &[id::QUEUE_UPDATE_ANSWER], extra: &[], strict: true },
    Row {
        name: "x-ms-time-next-visible",
        by: By::Presence,
        missing: &[id::QUEUE_UPDATE_ANSWER],
        extra: &[],
        strict: false,
    },
];

/// Compares the headers that rules speak of which took part in the oracle's answer. The others are free: nobody has recorded
/// or documented what such an answer carries of them (`Freedom::OtherHeaders`).
pub(super) fn compare(
    question: &Question<'_>,
    place: Place,
    applied: &[RuleId],
    expected: &Side,
    actual: &Side,
) -> Vec<Difference> {
    // Freedom::ListenerPage: what its body is called is as free as the body.
    let page = matches!(expected.document, Document::Other(_));
    let rows = match question.service {
        ServiceName::Blob => blob::HEADERS,
        ServiceName::Table | ServiceName::Queue => &[TABLE],
    };
    let rows = rows.iter().copied().flatten().filter(|row| !page || row.name != "content-type");
    rows.filter_map(|row| one(question, place, (row, applied), expected, actual)).collect()
}

fn one(
    question: &Question<'_>,
    place: Place,
    (row, applied): (&Row, &[RuleId]),
    expected: &Side,
    actual: &Side,
) -> Option<Difference> {
    let shown = |value: Option<&str>| match value {
        None => format!("no {}", row.name),
        Some(value) => format!("{}: {value}", row.name),
    };
    let (held, came) = (expected.headers.get(row.name), actual.headers.get(row.name));
    let rules = match (held, came) {
        (None, None) => return None,
        // A part may be an answer with fewer headers; only what is promised is compared.
        (None, Some(_)) if row.extra.is_empty() || place == Place::Part && row.name == "dataserviceversion" => {
            return None;
        }
        (None, Some(_)) => row.extra,
        (Some(_), None) => row.missing,
        (Some(held), Some(came)) if agree(question, row.by, held, came) => return None,
        (Some(_), Some(_)) => row.missing,
    };
    let is_own = |rule: &RuleId| rule.rule().service == question.service.name() && applied.contains(rule);
    let rules: Vec<RuleId> = rules.iter().copied().filter(is_own).collect();
    if rules.is_empty() {
        return None;
    }
    let strict = row.strict && held.is_some();
    let difference = Difference::new(MismatchKind::Header, &rules, shown(held), shown(came));
    let difference =
        if row.name == "etag" { Difference { kind: MismatchKind::ETag, ..difference } } else { difference };
    Some(if strict { difference } else { difference.incidental() })
}

fn agree(question: &Question<'_>, by: By, held: &str, came: &str) -> bool {
    match by {
        By::Presence => true,
        By::Exact => held == came,
        By::Date => is_date(held) == is_date(came),
        By::Near => match (held.parse::<i64>(), came.parse::<i64>()) {
            (Ok(held), Ok(came)) => held.abs_diff(came) <= NEAR,
            (held, came) => held.is_ok() == came.is_ok(),
        },
        By::Given => {
            let is_given =
                |value: &str| question.request.headers.iter().any(|(_, sent)| sent.eq_ignore_ascii_case(value));
            !is_given(held) || held.eq_ignore_ascii_case(came)
        }
        By::Text => held.trim().eq_ignore_ascii_case(came.trim()),
        By::Path => path_of(held, &question.base) == path_of(came, &question.base),
        By::Resource => resource_of(held, &question.base) == resource_of(came, &question.base),
        By::Media => media(held) == media(came),
    }
}

/// Whether it is an HTTP date in the one form that is written.
fn is_date(value: &str) -> bool {
    httpdate::parse_http_date(value).is_ok_and(|time| httpdate::fmt_http_date(time) == value)
}

/// The media type, and of its parameters the metadata level, or whether it is an entry or a feed.
fn media(value: &str) -> (String, Option<String>) {
    let mut parts = value.split(';').map(|part| part.trim().to_ascii_lowercase());
    let media = parts.next().unwrap_or_default();
    let level = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        ["odata", "type"].contains(&name.trim()).then(|| value.trim().to_owned())
    });
    (media, level)
}
