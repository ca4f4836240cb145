//! Replaying on a table service with a fault that no broken rule copies exactly: what the history tries is blamed all the same.

use super::{Altered, beside, says};
use std::collections::BTreeSet;
use tablestakes_reference::rules::{Broken, RuleId, id};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{ServiceName, Settings};
use tablestakes_suites::catalogue;
use tablestakes_suites::check::Source;

type Alter = super::Alter<TableService>;

/// What a scripted check blames on a table service that breaks these rules and is altered beside.
async fn blamed(check: &str, broken: Broken, alter: Alter) -> BTreeSet<RuleId> {
    let check = catalogue().into_iter().find(|held| held.id == check).unwrap();
    let Source::Scripted(history) = check.source else { panic!("{} draws its histories", check.id) };
    let altered = Altered { service: TableService::new(Settings { broken, ..Settings::default() }), alter };
    let replayed = beside(ServiceName::Table, altered).await.in_lockstep(&history()).await.unwrap();
    replayed.mismatches().map(|mismatch| mismatch.rule).collect()
}

#[tokio::test]
async fn an_answer_that_is_merely_allowed_explains_less_than_one_that_is_given() {
    // Answers in another version, and repeats the code of an error in a header.
    let elsewhere: Alter = |tables, request, now, ids| {
        let mut response = tables.handle(request, now, ids).response;
        response.headers.remove("x-ms-version");
        response.headers.push("x-ms-version", "2020-06-12");
        if response.status == 412 {
            response.headers.push("x-ms-error-code", "UpdateConditionNotSatisfied");
        }
        response
    };
    for check in ["table.etag.update-malformed", "table.etag.merge-malformed", "table.etag.delete-malformed"] {
        let blamed = blamed(check, Broken::none().and(id::TABLE_ETAG_MALFORMED), elsewhere).await;
        assert!(blamed.contains(&id::TABLE_ETAG_MALFORMED), "{check}: {blamed:?}");
        assert!(!blamed.contains(&id::TABLE_ETAG_STAR), "{check}: {blamed:?}");
    }
}

#[tokio::test]
async fn a_token_of_a_partition_alone_that_is_passed_over_does_not_count_rows() {
    let passed_over: Alter = |tables, request, now, ids| {
        let mut request = request.clone();
        if request.target.contains("NextPartitionKey=") && !request.target.contains("NextRowKey=") {
            request.target.truncate(request.target.find('?').unwrap_or(request.target.len()));
        }
        tables.handle(&request, now, ids).response
    };
    let blamed = blamed("table.continuation.partition-alone", Broken::none(), passed_over).await;
    assert_eq!(blamed, BTreeSet::from([id::TABLE_CONTINUATION_PARTITION_ONLY]));
}

#[tokio::test]
async fn a_filter_that_is_refused_for_want_of_blanks_is_blamed_on_these() {
    let needs_blanks: Alter = |tables, request, now, ids| {
        let joined = ["%29or", "%29and", "or%28", "and%28"].iter().any(|joined| request.target.contains(joined));
        match joined {
            true => says(400, &[], "").unwrap(),
            false => tables.handle(request, now, ids).response,
        }
    };
    let blamed = blamed("table.query.parentheses-without-blanks", Broken::none(), needs_blanks).await;
    assert_eq!(blamed, BTreeSet::from([id::TABLE_QUERY_BLANKS]));
}
