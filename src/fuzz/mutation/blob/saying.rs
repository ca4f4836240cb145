//! The headers that operations on blobs have, and what each of them may say.

use tablestakes_reference::blob::Operation;

/// A header.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// What a header says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    /// One of these.
    Of(&'static [&'static str]),
    /// An ETag.
    Tag,
    /// The id of a lease.
    Lease,
    /// The address of a blob.
    Source,
    /// The MD5 of the body, or another.
    Hash,
}

const fn of(name: &'static str, values: &'static [&'static str]) -> Header {
    Header { name, value: Value::Of(values) }
}

/// Distant dates: between near ones a second may pass or not.
const DATES: &[&str] = &["Thu, 01 Jan 2015 00:00:00 GMT", "Thu, 31 Dec 2037 23:59:59 GMT"];
const RANGES: &[&str] = &[
    "bytes=0-0",
    "bytes=0-511",
    "bytes=512-1023",
    "bytes=0-1023",
    "bytes=1-",
    "bytes=0-",
    "bytes=511-512",
    "bytes=100000-",
    "bytes=9-0",
    "bytes=x",
];
const TAG_FILTERS: &[&str] = &["\"a\" = '1'", "\"a\" <> '1'", "a='1' AND b='2'", "\"a\" > '0' OR \"b\" = '2'"];
const NUMBERS: &[&str] = &["0", "1", "7", "9223372036854775807"];

const CONDITIONS: &[Header] = &[
    Header { name: "If-Match", value: Value::Tag },
    Header { name: "If-None-Match", value: Value::Tag },
    of("If-Modified-Since", DATES),
    of("If-Unmodified-Since", DATES),
];
const TAG_CONDITION: &[Header] = &[of("x-ms-if-tags", TAG_FILTERS)];
const LEASE: &[Header] = &[Header { name: "x-ms-lease-id", value: Value::Lease }];
const RANGE: &[Header] = &[
    of("x-ms-range", RANGES),
    of("Range", RANGES),
    of("x-ms-range-get-content-md5", &["true", "false"]),
    of("x-ms-range-get-content-crc64", &["true", "false"]),
];
const TYPE: &[Header] = &[
    of("x-ms-blob-type", &["BlockBlob", "AppendBlob", "PageBlob", "Blob", "blockblob"]),
    of("x-ms-blob-content-length", &["0", "512", "1024", "513", "-1", "x"]),
    of("x-ms-blob-sequence-number", NUMBERS),
];
const CONTENT: &[Header] = &[
    of("x-ms-blob-content-type", &["text/plain", "application/xml", "a/b; c=\"d e\"", "multipart/mixed; boundary=x"]),
    of("x-ms-blob-content-encoding", &["gzip", "identity", "x"]),
    of("x-ms-blob-content-language", &["en", "de-DE, en"]),
    of("x-ms-blob-content-disposition", &["attachment; filename=\"a b.txt\"", "inline"]),
    of("x-ms-blob-cache-control", &["no-cache", "max-age=60, private"]),
    of("x-ms-blob-content-md5", &["AAAAAAAAAAAAAAAAAAAAAA==", "1B2M2Y8AsgTpgAmY7PhCfg==", "x"]),
];
const PLAIN_CONTENT: &[Header] = &[
    of("Content-Type", &["text/plain", "application/octet-stream", "application/json"]),
    of("Content-Encoding", &["gzip", "identity"]),
    of("Content-Language", &["en"]),
    of("Cache-Control", &["no-cache"]),
];
const HASHES: &[Header] =
    &[Header { name: "Content-MD5", value: Value::Hash }, of("x-ms-content-crc64", &["AAAAAAAAAAA=", "x"])];
const TIER: &[Header] = &[
    of("x-ms-access-tier", &["Hot", "Cool", "Cold", "Archive", "Warm", "hot"]),
    of("x-ms-rehydrate-priority", &["Standard", "High"]),
];
const TAGS: &[Header] = &[of("x-ms-tags", &["a=1", "a=1&b=2", "a%20b=c%2Bd", "a=1&a=2", "a", "a=", "=1"])];
const SOURCE: &[Header] = &[
    Header { name: "x-ms-copy-source", value: Value::Source },
    Header { name: "x-ms-source-if-match", value: Value::Tag },
    Header { name: "x-ms-source-if-none-match", value: Value::Tag },
    of("x-ms-source-if-modified-since", DATES),
    of("x-ms-source-if-unmodified-since", DATES),
];
const SOURCE_PART: &[Header] = &[
    of("x-ms-source-range", &["bytes=0-0", "bytes=0-511", "bytes=512-1023", "bytes=1-", "bytes=9-0"]),
    of("x-ms-source-content-md5", &["AAAAAAAAAAAAAAAAAAAAAA==", "1B2M2Y8AsgTpgAmY7PhCfg=="]),
];
const COPYING: &[Header] = &[
    of("x-ms-requires-sync", &["true", "false"]),
    of("x-ms-seal-blob", &["true", "false"]),
    of("x-ms-copy-source-tag-option", &["REPLACE", "COPY"]),
];
const ACTIONS: &[Header] = &[
    of("x-ms-lease-action", &["acquire", "renew", "change", "release", "break"]),
    of("x-ms-lease-duration", &["-1", "60", "15", "14", "61", "0"]),
    of("x-ms-lease-break-period", &["0", "60", "61", "-1"]),
    Header { name: "x-ms-proposed-lease-id", value: Value::Lease },
];
const SIZE: &[Header] = &[
    of("x-ms-blob-content-length", &["0", "512", "1024", "513"]),
    of("x-ms-sequence-number-action", &["increment", "update", "max"]),
    of("x-ms-blob-sequence-number", NUMBERS),
];
const SEQUENCE: &[Header] = &[
    of("x-ms-if-sequence-number-le", NUMBERS),
    of("x-ms-if-sequence-number-lt", NUMBERS),
    of("x-ms-if-sequence-number-eq", NUMBERS),
];
const PAGES: &[Header] = &[of("x-ms-range", RANGES), of("x-ms-page-write", &["update", "clear"])];
const PLACE: &[Header] = &[of("x-ms-blob-condition-appendpos", &["0", "1", "3", "512"])];
const APPENDING: &[Header] = &[of("x-ms-blob-condition-maxsize", &["0", "1", "3", "512", "100000"])];
const DELETING: &[Header] = &[of("x-ms-delete-snapshots", &["include", "only"])];
const PUBLIC: &[Header] = &[of("x-ms-blob-public-access", &["container", "blob", "nobody"])];

/// The headers of an operation, beside metadata.
pub(super) fn headers(operation: Operation) -> Vec<Header> {
    let groups: &[&[Header]] = match operation {
        Operation::GetBlob => &[CONDITIONS, TAG_CONDITION, LEASE, RANGE, RANGE],
        Operation::GetBlobProperties | Operation::GetBlobMetadata => &[CONDITIONS, TAG_CONDITION, LEASE],
        Operation::GetPageRanges => &[CONDITIONS, TAG_CONDITION, LEASE, RANGE],
        Operation::GetBlockList | Operation::GetBlobTags | Operation::SetBlobTags => &[TAG_CONDITION, LEASE],
        Operation::PutBlob => &[CONDITIONS, LEASE, TYPE, CONTENT, PLAIN_CONTENT, HASHES, TIER, TAGS, TAG_CONDITION],
        Operation::PutBlobFromUrl => &[CONDITIONS, LEASE, TYPE, CONTENT, TIER, TAGS, SOURCE],
        Operation::PutBlock => &[LEASE, HASHES],
        Operation::PutBlockFromUrl => &[LEASE, SOURCE, SOURCE_PART],
        Operation::PutBlockList => &[CONDITIONS, LEASE, CONTENT, TIER, TAGS, HASHES],
        Operation::SetBlobProperties => &[CONDITIONS, LEASE, CONTENT, SIZE, TAG_CONDITION],
        Operation::SetBlobMetadata | Operation::SnapshotBlob => &[CONDITIONS, LEASE, TAG_CONDITION],
        Operation::LeaseBlob | Operation::LeaseContainer => &[ACTIONS, ACTIONS, LEASE, LEASE, CONDITIONS],
        Operation::CopyBlob => &[CONDITIONS, LEASE, SOURCE, SOURCE, COPYING, TIER, TAGS],
        Operation::AbortCopyBlob => &[LEASE],
        Operation::DeleteBlob => &[CONDITIONS, LEASE, DELETING, TAG_CONDITION],
        Operation::AppendBlock => &[CONDITIONS, LEASE, HASHES, PLACE, APPENDING],
        Operation::AppendBlockFromUrl => &[CONDITIONS, LEASE, SOURCE, SOURCE_PART, PLACE, APPENDING],
        Operation::SealBlob => &[CONDITIONS, LEASE, PLACE],
        Operation::PutPage => &[CONDITIONS, LEASE, HASHES, SEQUENCE, PAGES, PAGES],
        Operation::PutPageFromUrl => &[CONDITIONS, LEASE, SOURCE, SOURCE_PART, SEQUENCE, PAGES],
        Operation::SetBlobTier => &[LEASE, TIER, TIER],
        Operation::IncrementalCopyBlob => &[CONDITIONS, SOURCE],
        Operation::CreateContainer => &[PUBLIC],
        Operation::SetContainerAcl => &[PUBLIC, LEASE],
        Operation::DeleteContainer | Operation::SetContainerMetadata => &[CONDITIONS, LEASE],
        Operation::GetContainer | Operation::GetContainerMetadata | Operation::GetContainerAcl => &[LEASE],
        _ => &[],
    };
    groups.concat()
}

/// Whether an operation sets metadata.
pub(super) fn takes_metadata(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::PutBlob
            | Operation::PutBlobFromUrl
            | Operation::PutBlockList
            | Operation::SetBlobMetadata
            | Operation::SnapshotBlob
            | Operation::CopyBlob
            | Operation::CreateContainer
            | Operation::SetContainerMetadata
    )
}
