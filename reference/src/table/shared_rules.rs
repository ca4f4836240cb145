//! The rules of the table service for the rooms that all services share.

use crate::auth::{Anonymous, AuthRules, Dialect, PartRules, SasRules};
use crate::cors::CorsRules;
use crate::http::Headers;
use crate::policies::PolicyRules;
use crate::query::QueryRules;
use crate::rules::id;
use crate::throttle::ThrottleRules;

/// About the spelling of queries.
pub const QUERY: QueryRules = QueryRules {
    encoded_names: id::TABLE_QUERY_ENCODED_OPTION_NAMES,
    plus_is_blank: id::TABLE_QUERY_PLUS_IS_BLANK,
    percent_once: id::TABLE_QUERY_PERCENT_ONCE,
};

/// About requests beyond the service's limits.
pub(super) const THROTTLE: ThrottleRules =
    ThrottleRules { busy: id::TABLE_LIMITS_SERVER_BUSY, timed_out: id::TABLE_LIMITS_OPERATION_TIMED_OUT };

/// About signed requests.
pub(crate) const AUTH: AuthRules = AuthRules {
    dialect: Dialect::Table,
    required: id::TABLE_AUTH_REQUIRED,
    anonymous: Anonymous::Unauthorized,
    malformed: id::TABLE_AUTH_MALFORMED,
    lite: id::TABLE_AUTH_LITE,
    other_account: id::TABLE_AUTH_OTHER_ACCOUNT,
    signature: id::TABLE_AUTH_SIGNATURE,
    lite_signature: id::TABLE_AUTH_LITE_SIGNATURE,
    path_signed: id::TABLE_AUTH_PATH_SIGNED,
    x_ms_date_wins: id::TABLE_AUTH_X_MS_DATE_WINS,
    date_header: id::TABLE_AUTH_DATE_HEADER,
    too_old: id::TABLE_AUTH_TOO_OLD,
    too_new: id::TABLE_AUTH_TOO_NEW,
    parts: PartRules {
        method: id::TABLE_AUTH_METHOD_SIGNED,
        content_type: id::TABLE_AUTH_CONTENT_TYPE_SIGNED,
        content_md5: id::TABLE_AUTH_CONTENT_MD5_SIGNED,
        date: id::TABLE_AUTH_DATE_SIGNED,
        query: id::TABLE_AUTH_COMP_SIGNED,
        more: None,
    },
};

/// About shared access signatures.
pub(crate) const SAS: SasRules = SasRules {
    letter: 't',
    version: id::TABLE_SAS_VERSION,
    signature: id::TABLE_SAS_SIGNATURE,
    not_yet: id::TABLE_SAS_NOT_YET,
    expired: id::TABLE_SAS_EXPIRED,
    policy_not_yet: id::TABLE_SAS_POLICY_NOT_YET,
    policy_expired: id::TABLE_SAS_POLICY_EXPIRED,
    policy_unknown: id::TABLE_SAS_POLICY_UNKNOWN,
    policy_repeated: id::TABLE_SAS_POLICY_REPEATED,
    protocol: id::TABLE_SAS_PROTOCOL,
    address: id::TABLE_SAS_ADDRESS,
    service: id::TABLE_SAS_SERVICE,
};

/// About stored access policies.
pub(crate) const POLICIES: PolicyRules = PolicyRules {
    malformed: id::TABLE_ACL_MALFORMED,
    too_many: id::TABLE_ACL_TOO_MANY,
    without_id: id::TABLE_ACL_WITHOUT_ID,
    long_id: id::TABLE_ACL_LONG_ID,
    times: id::TABLE_ACL_TIMES,
    empty_policy: id::TABLE_ACL_EMPTY_POLICY,
    letters: None,
};

/// About CORS.
pub(crate) const CORS: CorsRules = CorsRules {
    preflight_anonymous: id::TABLE_CORS_PREFLIGHT_ANONYMOUS,
    preflight_malformed: id::TABLE_CORS_PREFLIGHT_MALFORMED,
    preflight: id::TABLE_CORS_PREFLIGHT,
    preflight_refused: id::TABLE_CORS_PREFLIGHT_REFUSED,
    first_rule: id::TABLE_CORS_FIRST_RULE,
    method: id::TABLE_CORS_METHOD,
    origin_case: id::TABLE_CORS_ORIGIN_CASE,
    subdomains: id::TABLE_CORS_SUBDOMAINS,
    headers: id::TABLE_CORS_HEADERS,
    header_prefix: id::TABLE_CORS_HEADER_PREFIX,
    max_age: id::TABLE_CORS_MAX_AGE,
    any_origin: id::TABLE_CORS_ANY_ORIGIN,
    credentials: id::TABLE_CORS_CREDENTIALS,
    actual: id::TABLE_CORS_ACTUAL,
    actual_others: id::TABLE_CORS_ACTUAL_OTHERS,
    exposed: id::TABLE_CORS_EXPOSED,
    vary: id::TABLE_CORS_VARY,
    reading: &["GET"],
    refusals_recorded: false,
    every_header,
};

fn every_header(headers: &Headers, _body: &[u8]) -> Vec<String> {
    let there = |names: &[&'static str]| -> Vec<&'static str> {
        names.iter().copied().filter(|name| headers.get(name).is_some()).collect()
    };
    let mut names = there(&["x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version"]);
    names.extend(there(&["X-Content-Type-Options", "Cache-Control", "ETag"]));
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.extend(
        headers.iter().map(|(name, _)| name).filter(|name| name.starts_with("x-ms-continuation-")).map(str::to_owned),
    );
    if headers.get("X-Content-Type-Options").is_some() {
        names.extend(there(&["Content-Type"]).into_iter().map(str::to_owned));
    }
    names.extend(["Content-Length", "Date", "Transfer-Encoding"].map(str::to_owned));
    names
}
