//! Facts that hold for the oracle and not for the target.

use crate::judge::difference::Difference;
use crate::judge::memory::{Fact, Facts};
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::rules::{RuleId, id};

struct Row {
    fact: Fact,
    kind: MismatchKind,
    rules: &'static [RuleId],
    incidental: bool,
    statement: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        fact: Fact::TagWeak,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_WEAK, id::TABLE_ETAG_FORM],
        incidental: false,
        statement: "a weak entity tag, W/\"…\"",
    },
    Row {
        fact: Fact::TagForm,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_FORM],
        incidental: true,
        statement: "W/\"datetime'…'\" around a percent-encoded instant",
    },
    Row {
        fact: Fact::TagIsTimestamp,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_JSON_ETAG_IS_TIMESTAMP],
        incidental: true,
        statement: "an ETag around the entity's Timestamp",
    },
    Row {
        fact: Fact::TagAgrees,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_STABLE, id::TABLE_JSON_ETAG_IS_TIMESTAMP, id::TABLE_JSON_ETAG_MEMBER],
        incidental: false,
        statement: "the same ETag in the header and in the body",
    },
    Row {
        fact: Fact::TagChanged,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_CHANGES, id::TABLE_ETAG_DISTINCT, id::TABLE_ETAG_RECREATED],
        incidental: false,
        statement: "an ETag that the entity has not had before",
    },
    Row {
        fact: Fact::TagKept,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_STABLE, id::TABLE_BATCH_ATOMIC_DELETE, id::TABLE_BATCH_ATOMIC],
        incidental: false,
        statement: "the ETag that the entity had before",
    },
    Row {
        fact: Fact::TimestampReadable,
        kind: MismatchKind::PropertyValue,
        rules: &[id::TABLE_JSON_TIMESTAMP_MEMBER],
        incidental: false,
        statement: "a Timestamp that is an instant in UTC",
    },
    Row {
        fact: Fact::TimestampForward,
        kind: MismatchKind::ETag,
        rules: &[id::TABLE_ETAG_CHANGES, id::TABLE_ETAG_STABLE],
        incidental: false,
        statement: "a Timestamp that is not before the one that was there",
    },
    Row {
        fact: Fact::RequestIdForm,
        kind: MismatchKind::Header,
        rules: &[id::TABLE_HEADERS_REQUEST_ID, id::QUEUE_HEADERS_REQUEST_ID, id::BLOB_HEADERS_REQUEST_ID],
        incidental: true,
        statement: "x-ms-request-id: a GUID",
    },
    Row {
        fact: Fact::RequestIdNew,
        kind: MismatchKind::Header,
        rules: &[id::TABLE_HEADERS_REQUEST_ID, id::QUEUE_HEADERS_REQUEST_ID, id::BLOB_HEADERS_REQUEST_ID],
        incidental: true,
        statement: "x-ms-request-id: one that no other answer has",
    },
    Row {
        fact: Fact::Mark,
        kind: MismatchKind::Annotation,
        rules: &[id::QUEUE_HEADERS_BYTE_ORDER_MARK, id::BLOB_HEADERS_BYTE_ORDER_MARK],
        incidental: true,
        statement: "a byte order mark before the document",
    },
    Row {
        fact: Fact::TagQuoted,
        kind: MismatchKind::ETag,
        rules: &[id::BLOB_HEADERS_ETAG_QUOTED],
        incidental: true,
        statement: "an ETag in quotes",
    },
    Row {
        fact: Fact::ResourceTagKept,
        kind: MismatchKind::ETag,
        rules: &[id::BLOB_LEASES_KEEP_ETAG, id::BLOB_TIERS_SET, id::BLOB_HEADERS_ETAG],
        incidental: false,
        statement: "the ETag that it had before",
    },
    Row {
        fact: Fact::ResourceTagNew,
        kind: MismatchKind::ETag,
        rules: &[id::BLOB_WRITES_NEW_ETAG, id::BLOB_CONTAINERS_NEW_ETAG],
        incidental: false,
        statement: "an ETag that it has not had before",
    },
    Row {
        fact: Fact::VersionKept,
        kind: MismatchKind::Header,
        rules: &[id::BLOB_VERSIONING_SHOWN, id::BLOB_VERSIONING_READ],
        incidental: false,
        statement: "the x-ms-version-id that was told of it before",
    },
    Row {
        fact: Fact::VersionNew,
        kind: MismatchKind::Header,
        rules: &[id::BLOB_VERSIONING_TOLD, id::BLOB_VERSIONING_BY_METADATA, id::BLOB_VERSIONING_BY_SNAPSHOT],
        incidental: false,
        statement: "an x-ms-version-id that was not told before",
    },
    Row {
        fact: Fact::VersionsKnown,
        kind: MismatchKind::PropertyValue,
        rules: &[id::BLOB_VERSIONING_LISTED_ID],
        incidental: false,
        statement: "a VersionId that was told of a blob before",
    },
    Row {
        fact: Fact::MessageIdForm,
        kind: MismatchKind::PropertyValue,
        rules: &[],
        incidental: true,
        statement: "a MessageId that is a GUID",
    },
    Row {
        fact: Fact::MessageTimesKept,
        kind: MismatchKind::PropertyValue,
        rules: &[id::QUEUE_UPDATE_KEEPS_TIMES],
        incidental: false,
        statement: "the InsertionTime and ExpirationTime that the message had before",
    },
    Row {
        fact: Fact::MessageKnown,
        kind: MismatchKind::PropertyValue,
        rules: &[],
        incidental: false,
        statement: "the MessageId that was told when a message was put",
    },
];

/// The facts that the oracle's answer keeps and the target's does not.
pub(super) fn compare(expected: &Facts, actual: &Facts) -> Vec<Difference> {
    let broken = TABLE.iter().filter_map(|row| {
        let (held, _) = expected.get(row.fact)?;
        let (came, shown) = actual.get(row.fact)?;
        if !held || came {
            return None;
        }
        let difference = Difference::new(row.kind, row.rules, row.statement, shown);
        Some(if row.incidental { difference.incidental() } else { difference })
    });
    broken.collect()
}
