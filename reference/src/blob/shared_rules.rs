//! The rules of the blob service for the rooms that all services share.

use crate::auth::{Anonymous, AuthRules, Dialect, MoreRules, PartRules, SasRules};
use crate::cors::CorsRules;
use crate::http::Headers;
use crate::policies::PolicyRules;
use crate::query::QueryRules;
use crate::request::StageRules;
use crate::rules::id;
use crate::throttle::ThrottleRules;
use crate::verdict::VerdictRules;

/// About what comes before the service.
pub(super) const STAGES: StageRules = StageRules {
    controls_in_path: id::BLOB_ADDRESS_CONTROLS_IN_PATH,
    query: QueryRules {
        encoded_names: id::BLOB_ADDRESS_ENCODED_OPTION_NAMES,
        plus_is_blank: id::BLOB_ADDRESS_PLUS_IS_BLANK,
        percent_once: id::BLOB_ADDRESS_PERCENT_ONCE,
    },
    sas: SAS,
    version: id::BLOB_HEADERS_VERSION_UNREADABLE,
    path_account: id::BLOB_ADDRESS_PATH_ACCOUNT,
    emulator_version: id::BLOB_EMULATOR_VERSION,
    emulator_secondary: id::BLOB_EMULATOR_SECONDARY,
    signed_as_primary: id::BLOB_AUTH_SIGNED_AS_PRIMARY,
};

/// About requests beyond the service's limits.
pub(super) const THROTTLE: ThrottleRules =
    ThrottleRules { busy: id::BLOB_ERRORS_SERVER_BUSY, timed_out: id::BLOB_ERRORS_OPERATION_TIMED_OUT };

/// About signed requests.
pub(super) const AUTH: AuthRules = AuthRules {
    dialect: Dialect::QueueOrBlob,
    required: id::BLOB_AUTH_REQUIRED,
    anonymous: Anonymous::NotFound,
    malformed: id::BLOB_AUTH_MALFORMED,
    lite: id::BLOB_AUTH_LITE,
    other_account: id::BLOB_AUTH_OTHER_ACCOUNT,
    signature: id::BLOB_AUTH_SIGNATURE,
    lite_signature: id::BLOB_AUTH_LITE_SIGNATURE,
    path_signed: id::BLOB_AUTH_PATH_SIGNED,
    x_ms_date_wins: id::BLOB_AUTH_X_MS_DATE_WINS,
    date_header: id::BLOB_AUTH_DATE_HEADER,
    too_old: id::BLOB_AUTH_TOO_OLD,
    too_new: id::BLOB_AUTH_TOO_NEW,
    parts: PartRules {
        method: id::BLOB_AUTH_METHOD_SIGNED,
        content_type: id::BLOB_AUTH_CONTENT_TYPE_SIGNED,
        content_md5: id::BLOB_AUTH_CONTENT_MD5_SIGNED,
        date: id::BLOB_AUTH_DATE_SIGNED,
        query: id::BLOB_AUTH_QUERY_SIGNED,
        more: Some(MoreRules {
            headers: id::BLOB_AUTH_HEADERS_SIGNED,
            content_length: id::BLOB_AUTH_CONTENT_LENGTH_SIGNED,
            zero_length: id::BLOB_AUTH_ZERO_LENGTH,
            standard_headers: id::BLOB_AUTH_STANDARD_HEADERS_SIGNED,
        }),
    },
};

/// About shared access signatures.
pub(super) const SAS: SasRules = SasRules {
    letter: 'b',
    version: id::BLOB_SAS_VERSION,
    signature: id::BLOB_SAS_SIGNATURE,
    not_yet: id::BLOB_SAS_NOT_YET,
    expired: id::BLOB_SAS_EXPIRED,
    policy_not_yet: id::BLOB_SAS_POLICY_NOT_YET,
    policy_expired: id::BLOB_SAS_POLICY_EXPIRED,
    policy_unknown: id::BLOB_SAS_POLICY_UNKNOWN,
    policy_repeated: id::BLOB_SAS_POLICY_REPEATED,
    protocol: id::BLOB_SAS_PROTOCOL,
    address: id::BLOB_SAS_ADDRESS,
    service: id::BLOB_SAS_SERVICE,
};

/// About stored access policies.
pub(super) const POLICIES: PolicyRules = PolicyRules {
    malformed: id::BLOB_ACL_MALFORMED,
    too_many: id::BLOB_ACL_TOO_MANY,
    without_id: id::BLOB_ACL_WITHOUT_ID,
    long_id: id::BLOB_ACL_LONG_ID,
    times: id::BLOB_ACL_TIMES,
    empty_policy: id::BLOB_ACL_EMPTY_POLICY,
    letters: None,
};

/// About CORS.
pub(super) const CORS: CorsRules = CorsRules {
    preflight_anonymous: id::BLOB_CORS_PREFLIGHT_ANONYMOUS,
    preflight_malformed: id::BLOB_CORS_PREFLIGHT_MALFORMED,
    preflight: id::BLOB_CORS_PREFLIGHT,
    preflight_refused: id::BLOB_CORS_PREFLIGHT_REFUSED,
    first_rule: id::BLOB_CORS_FIRST_RULE,
    method: id::BLOB_CORS_METHOD,
    origin_case: id::BLOB_CORS_ORIGIN_CASE,
    subdomains: id::BLOB_CORS_SUBDOMAINS,
    headers: id::BLOB_CORS_HEADERS,
    header_prefix: id::BLOB_CORS_HEADER_PREFIX,
    max_age: id::BLOB_CORS_MAX_AGE,
    any_origin: id::BLOB_CORS_ANY_ORIGIN,
    credentials: id::BLOB_CORS_CREDENTIALS,
    actual: id::BLOB_CORS_ACTUAL,
    actual_others: id::BLOB_CORS_ACTUAL_OTHERS,
    exposed: id::BLOB_CORS_EXPOSED,
    vary: id::BLOB_CORS_VARY,
    reading: &["GET", "HEAD"],
    refusals_recorded: true,
    every_header,
};

/// What comes in the order that was recorded; what is not in it comes behind.
const FIRST: [&str; 4] = ["x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version"];
/// What comes last.
const LAST: [&str; 3] = ["Content-Length", "Date", "Transfer-Encoding"];

/// What `*` stands for: the headers of the answer, in the order that was recorded.
fn every_header(headers: &Headers, _body: &[u8]) -> Vec<String> {
    let there = |name: &str| headers.get(name).is_some();
    let mut names: Vec<String> = FIRST.iter().filter(|name| there(name)).map(|name| (*name).to_owned()).collect();
    let ends = |name: &str| FIRST.iter().chain(&LAST).any(|held| held.eq_ignore_ascii_case(name));
    names.extend(headers.iter().map(|(name, _)| name).filter(|name| !ends(name)).map(str::to_owned));
    names.extend(LAST.map(str::to_owned));
    names
}

/// About what else would have been right.
pub(super) const VERDICT: VerdictRules = VerdictRules {
    auth_required: id::BLOB_AUTH_REQUIRED,
    auth_malformed: id::BLOB_AUTH_MALFORMED,
    policy_repeated: id::BLOB_SAS_POLICY_REPEATED,
    fresh_policy: id::BLOB_SAS_POLICY,
    emulator_version: id::BLOB_EMULATOR_VERSION,
    refused_by_any_code: &[
        id::BLOB_SAS_PROTOCOL,
        id::BLOB_SAS_ADDRESS,
        id::BLOB_SAS_POLICY_UNKNOWN,
        id::BLOB_SAS_POLICY_PERMISSION,
        id::BLOB_SAS_OTHER_RESOURCE,
        id::BLOB_SAS_NO_POLICIES,
        id::BLOB_CORS_PREFLIGHT_REFUSED,
        id::BLOB_CORS_PREFLIGHT_MALFORMED,
        id::BLOB_TAGS_LIMITS,
    ],
};
