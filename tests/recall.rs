//! A target that is wrong in many ways at once is told of each, by its cause, and of few others. How that is for many more is measured
//! by the example `recall`.

#[path = "../examples/recall/measure.rs"]
mod measure;

use measure::measure;
use measure::sabotaged::{Asked, Sabotaged};
use tablestakes::baseline::Baseline;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::{RuleId, id};

/// What is broken at once: drawn once and written down, since a rule that is added would have others drawn.
const BROKEN: [[RuleId; 15]; 2] = [
    [
        id::TABLE_BATCH_ATOMIC_DELETE,
        id::TABLE_JSON_NONE_BARE,
        id::TABLE_ERRORS_FORMAT,
        id::TABLE_HEADERS_CONTENT_TYPE_REQUIRED,
        id::TABLE_QUERY_FILTER,
        id::TABLE_TABLES_MISSING_TABLE,
        id::TABLE_CONTINUATION_TOP_TOKEN,
        id::TABLE_ACL_TIMES,
        id::TABLE_HEADERS_NO_DATA_SERVICE_VERSION,
        id::TABLE_ACL_ERROR_CODE,
        id::TABLE_BATCH_ONE_PARTITION,
        id::TABLE_TYPES_INT32_RANGE,
        id::TABLE_HEADERS_CACHE_CONTROL,
        id::TABLE_KEYS_LONGEST,
        id::TABLE_ATOM_MALFORMED,
    ],
    [
        id::TABLE_BATCH_PREFERENCE_APPLIED,
        id::TABLE_ENTITIES_GET,
        id::TABLE_JSON_ETAG_IS_TIMESTAMP,
        id::TABLE_KEYS_EMPTY,
        id::TABLE_LIMITS_BINARY_LARGEST,
        id::TABLE_BATCH_ATOMIC,
        id::TABLE_QUERY_AND,
        id::TABLE_CORS_METHOD,
        id::TABLE_ETAG_FORM,
        id::TABLE_PROJECTION_EMPTY,
        id::TABLE_QUERY_LITERAL_EXPONENT,
        id::TABLE_TYPES_GUID,
        id::TABLE_QUERY_LITERAL_BINARY,
        id::TABLE_AUTH_MALFORMED,
        id::TABLE_JSON_CONTEXT_ENTITY,
    ],
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_faults_nearly_all_are_named() {
    for (seed, broken) in (1..).zip(BROKEN) {
        let measured = measure(ServiceName::Table, broken.to_vec(), seed, 2).await;
        let missed = measured.missed();
        assert!(missed.len() <= 1, "seed {seed}: {missed:?} are not named");
        let intact: Vec<RuleId> = measured.intact().iter().map(|cause| cause.rule).collect();
        assert!(intact.len() <= 1, "seed {seed}: {intact:?} are blamed and kept");
    }
}

/// What an answer may lack.
const FORMS: [RuleId; 7] = [
    id::TABLE_JSON_TIMESTAMP_MEMBER,
    id::TABLE_JSON_ETAG_MEMBER,
    id::TABLE_ENTITIES_GET_ETAG_HEADER,
    id::TABLE_ENTITIES_WRITE_ETAG_HEADER,
    id::TABLE_HEADERS_CONTENT_TYPE_JSON,
    id::TABLE_HEADERS_PREFERENCE_APPLIED,
    id::TABLE_HEADERS_VERSION_ECHO,
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_element_that_answers_lack_is_one_cause_and_hides_nothing() {
    let checks = ["smoke", "tables", "etag", "upsert-merge", "json-metadata", "batch"];
    let checks = checks.iter().map(|suite| format!("table.{suite}.*")).collect();
    let asked = Asked { checks, seed: 1, cases: 2, jobs: 4 };
    for rule in FORMS {
        let result = Sabotaged::start(ServiceName::Table, &[rule], 1).await.certified(&Baseline::none(), &asked).await;
        let causes: Vec<RuleId> = result.causes.iter().map(|cause| cause.rule).collect();
        assert_eq!(causes, [rule]);
        assert!(result.count("fail") <= 5, "{rule}: {} checks fail", result.count("fail"));
        assert!(result.count("pass") > 100, "{rule}: {} checks pass", result.count("pass"));
    }
}
