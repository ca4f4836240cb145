//! The rules of the queue service for the rooms that all services share.

use crate::auth::{Anonymous, AuthRules, Dialect, MoreRules, PartRules, SasRules};
use crate::cors::CorsRules;
use crate::http::Headers;
use crate::policies::PolicyRules;
use crate::query::QueryRules;
use crate::request::StageRules;
use crate::rules::id;
use crate::throttle::ThrottleRules;
use crate::verdict::VerdictRules;

/// About the query.
pub const QUERY: QueryRules = QueryRules {
    encoded_names: id::QUEUE_ADDRESS_ENCODED_OPTION_NAMES,
    plus_is_blank: id::QUEUE_ADDRESS_PLUS_IS_BLANK,
    percent_once: id::QUEUE_ADDRESS_PERCENT_ONCE,
};

/// About what comes before the service.
pub(super) const STAGES: StageRules = StageRules {
    controls_in_path: id::QUEUE_ADDRESS_CONTROLS_IN_PATH,
    query: QUERY,
    sas: SAS,
    version: id::QUEUE_HEADERS_VERSION_UNREADABLE,
    path_account: id::QUEUE_ADDRESS_PATH_ACCOUNT,
    emulator_version: id::QUEUE_EMULATOR_VERSION,
    emulator_secondary: id::QUEUE_EMULATOR_SECONDARY,
    signed_as_primary: id::QUEUE_AUTH_SIGNED_AS_PRIMARY,
};

/// About requests beyond the service's limits.
pub(super) const THROTTLE: ThrottleRules =
    ThrottleRules { busy: id::QUEUE_ERRORS_SERVER_BUSY, timed_out: id::QUEUE_ERRORS_OPERATION_TIMED_OUT };

/// About signed requests.
pub(super) const AUTH: AuthRules = AuthRules {
    dialect: Dialect::QueueOrBlob,
    required: id::QUEUE_AUTH_REQUIRED,
    anonymous: Anonymous::NotFound,
    malformed: id::QUEUE_AUTH_MALFORMED,
    lite: id::QUEUE_AUTH_LITE,
    other_account: id::QUEUE_AUTH_OTHER_ACCOUNT,
    signature: id::QUEUE_AUTH_SIGNATURE,
    lite_signature: id::QUEUE_AUTH_LITE_SIGNATURE,
    path_signed: id::QUEUE_AUTH_PATH_SIGNED,
    x_ms_date_wins: id::QUEUE_AUTH_X_MS_DATE_WINS,
    date_header: id::QUEUE_AUTH_DATE_HEADER,
    too_old: id::QUEUE_AUTH_TOO_OLD,
    too_new: id::QUEUE_AUTH_TOO_NEW,
    parts: PartRules {
        method: id::QUEUE_AUTH_METHOD_SIGNED,
        content_type: id::QUEUE_AUTH_CONTENT_TYPE_SIGNED,
        content_md5: id::QUEUE_AUTH_CONTENT_MD5_SIGNED,
        date: id::QUEUE_AUTH_DATE_SIGNED,
        query: id::QUEUE_AUTH_QUERY_SIGNED,
        more: Some(MoreRules {
            headers: id::QUEUE_AUTH_HEADERS_SIGNED,
            content_length: id::QUEUE_AUTH_CONTENT_LENGTH_SIGNED,
            zero_length: id::QUEUE_AUTH_ZERO_LENGTH,
            standard_headers: id::QUEUE_AUTH_STANDARD_HEADERS_SIGNED,
        }),
    },
};

/// About shared access signatures.
pub(super) const SAS: SasRules = SasRules {
    letter: 'q',
    version: id::QUEUE_SAS_VERSION,
    signature: id::QUEUE_SAS_SIGNATURE,
    not_yet: id::QUEUE_SAS_NOT_YET,
    expired: id::QUEUE_SAS_EXPIRED,
    policy_not_yet: id::QUEUE_SAS_POLICY_NOT_YET,
    policy_expired: id::QUEUE_SAS_POLICY_EXPIRED,
    policy_unknown: id::QUEUE_SAS_POLICY_UNKNOWN,
    policy_repeated: id::QUEUE_SAS_POLICY_REPEATED,
    protocol: id::QUEUE_SAS_PROTOCOL,
    address: id::QUEUE_SAS_ADDRESS,
    service: id::QUEUE_SAS_SERVICE,
};

/// About stored access policies.
pub(super) const POLICIES: PolicyRules = PolicyRules {
    malformed: id::QUEUE_ACL_MALFORMED,
    too_many: id::QUEUE_ACL_TOO_MANY,
    without_id: id::QUEUE_ACL_WITHOUT_ID,
    long_id: id::QUEUE_ACL_LONG_ID,
    times: id::QUEUE_ACL_TIMES,
    empty_policy: id::QUEUE_ACL_EMPTY_POLICY,
    letters: Some(("raup", id::QUEUE_ACL_PERMISSION_LETTERS, id::QUEUE_ACL_PERMISSION_ORDER)),
};

/// About CORS.
pub(super) const CORS: CorsRules = CorsRules {
    preflight_anonymous: id::QUEUE_CORS_PREFLIGHT_ANONYMOUS,
    preflight_malformed: id::QUEUE_CORS_PREFLIGHT_MALFORMED,
    preflight: id::QUEUE_CORS_PREFLIGHT,
    preflight_refused: id::QUEUE_CORS_PREFLIGHT_REFUSED,
    first_rule: id::QUEUE_CORS_FIRST_RULE,
    method: id::QUEUE_CORS_METHOD,
    origin_case: id::QUEUE_CORS_ORIGIN_CASE,
    subdomains: id::QUEUE_CORS_SUBDOMAINS,
    headers: id::QUEUE_CORS_HEADERS,
    header_prefix: id::QUEUE_CORS_HEADER_PREFIX,
    max_age: id::QUEUE_CORS_MAX_AGE,
    any_origin: id::QUEUE_CORS_ANY_ORIGIN,
    credentials: id::QUEUE_CORS_CREDENTIALS,
    actual: id::QUEUE_CORS_ACTUAL,
    actual_others: id::QUEUE_CORS_ACTUAL_OTHERS,
    exposed: id::QUEUE_CORS_EXPOSED,
    vary: id::QUEUE_CORS_VARY,
    reading: &["GET", "HEAD"],
    refusals_recorded: true,
    every_header,
};

/// The documents whose type is left out where headers are named: what the front end writes, and refusals.
const TYPE_UNNAMED: [&[u8]; 3] = [b"<StorageServiceProperties", b"<SignedIdentifiers", b"<Error>"];

/// What `*` stands for, in the order that was recorded.
fn every_header(headers: &Headers, body: &[u8]) -> Vec<String> {
    let mut names = [
        "x-ms-request-id",
        "x-ms-client-request-id",
        "Server",
        "x-ms-version",
        "x-ms-error-code",
        "x-ms-approximate-messages-count",
    ]
    .map(str::to_owned)
    .to_vec();
    let unnamed = TYPE_UNNAMED.iter().any(|root| memchr::memmem::find(&body[..body.len().min(128)], root).is_some());
    names.extend((!unnamed).then(|| "Content-Type".to_owned()));
    names.push("Cache-Control".to_owned());
    names.retain(|name| headers.get(name).is_some());
    names.extend(headers.iter().map(|(name, _)| name).filter(|name| name.starts_with("x-ms-meta-")).map(str::to_owned));
    names.extend(["Content-Length", "Date", "Transfer-Encoding"].map(str::to_owned));
    names
}

/// About what else would have been right.
pub(super) const VERDICT: VerdictRules = VerdictRules {
    auth_required: id::QUEUE_AUTH_REQUIRED,
    auth_malformed: id::QUEUE_AUTH_MALFORMED,
    policy_repeated: id::QUEUE_SAS_POLICY_REPEATED,
    fresh_policy: id::QUEUE_SAS_POLICY,
    emulator_version: id::QUEUE_EMULATOR_VERSION,
    refused_by_any_code: &[
        id::QUEUE_SAS_PROTOCOL,
        id::QUEUE_SAS_ADDRESS,
        id::QUEUE_SAS_POLICY_UNKNOWN,
        id::QUEUE_SAS_POLICY_PERMISSION,
        id::QUEUE_SAS_OTHER_QUEUE,
        id::QUEUE_SAS_NO_POLICIES,
        id::QUEUE_CORS_PREFLIGHT_REFUSED,
        id::QUEUE_CORS_PREFLIGHT_MALFORMED,
        id::QUEUE_MESSAGES_BODY_MALFORMED,
        id::QUEUE_MESSAGES_TTL_LIMIT,
        id::QUEUE_MESSAGES_TTL_LEAST,
        id::QUEUE_UPDATE_VISIBILITY_REQUIRED,
        id::QUEUE_RECEIPTS_REQUIRED,
        id::QUEUE_NAMES_DASHES,
    ],
};
