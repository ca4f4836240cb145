//! What is caught, and as what.

use super::bench::*;
use crate::judge::compare::Outcome;
use crate::judge::exchange::{Expected, ScanEnd, scan};
use crate::judge::{MismatchKind as Kind, Undecided};
use bytes::Bytes;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::table::{Operation, Query};
use tablestakes_reference::{Alternative, Answer};

#[test]
fn a_wrong_index_is_caught_where_there_are_several_operations() {
    let mut bench = Bench::batch(2);
    let expected = failed_batch("b", "1:The specified entity already exists.", "");
    assert_eq!(bench.kind(&expected, &failed_batch("b", "0:x", "")), Some(Kind::BatchParts));
    assert_eq!(bench.kind(&expected, &failed_batch("b", "x", "")), Some(Kind::BatchParts));
}

#[test]
fn granted_and_refused_are_told_apart() {
    let mut bench = Bench::put();
    let written = format!("204|etag: {ETAG}");
    assert_eq!(bench.kind(&written, &refusal(404, "ResourceNotFound", "x")), Some(Kind::RefusedValid));
    assert_eq!(bench.kind(&refusal(404, "ResourceNotFound", "x"), &written), Some(Kind::AcceptedInvalid));
    assert_eq!(bench.kind(&refusal(404, "A", "x"), &refusal(400, "A", "x")), Some(Kind::Status));
    assert_eq!(bench.kind(&refusal(404, "A", "x"), "404"), Some(Kind::ErrorCode));
    assert_eq!(bench.kind(&written, "204"), Some(Kind::ETag));
}

#[test]
fn alternatives_are_allowed_or_part_the_ways() {
    let rule = RuleId::all().next().unwrap();
    let alternative = |same_effect| vec![Alternative { status: 400, code: Some("InvalidInput"), rule, same_effect }];
    let (expected, actual) = (response(&refusal(404, "A", "x")), response(&refusal(400, "InvalidInput", "y")));
    let mut bench = Bench::get();
    assert_eq!(bench.outcome(&expected, alternative(true), &actual), Outcome::same());
    let parted = Outcome::Undecided(Undecided::StatesDiverged { rule });
    assert_eq!(bench.outcome(&expected, alternative(false), &actual), parted);
    let other = response(&refusal(400, "OutOfRangeInput", "y"));
    assert_eq!(first_kind(bench.outcome(&expected, alternative(true), &other)), Some(Kind::Status));
    let busy = response("503");
    assert_eq!(bench.outcome(&expected, Vec::new(), &busy), Outcome::Undecided(Undecided::Busy));
}

#[test]
fn what_comes_with_an_answer_is_told_behind_what_it_holds() {
    let mut bench = Bench::get();
    let expected = entity(",\"A\":1").replacen('|', "|cache-control: no-cache|", 1);
    assert_eq!(bench.kind(&expected, &entity(",\"A\":1")), Some(Kind::Header));
    assert_eq!(bench.kind(&expected, &entity(",\"A\":2")), Some(Kind::PropertyValue));
}

#[test]
fn a_header_counts_where_a_rule_that_speaks_of_it_took_part() {
    let expected = response(&entity("").replacen('|', "|cache-control: no-cache|x-ms-version: 2019-02-02|", 1));
    let actual = response(&entity(""));
    let kind = |rules: &[RuleId]| {
        let outcome = Bench::get().outcome_by(rules.to_vec(), &expected, Vec::new(), &actual);
        first_kind(outcome)
    };
    assert_eq!(kind(&[]), None);
    assert_eq!(kind(&[id::TABLE_HEADERS_NOSNIFF]), None);
    assert_eq!(kind(&[id::TABLE_HEADERS_CACHE_CONTROL]), Some(Kind::Header));
    assert_eq!(kind(&[id::TABLE_HEADERS_VERSION_ECHO]), Some(Kind::Header));
}

#[test]
fn etags_must_change_with_writes_and_stay_without() {
    let tag = |second: u8| format!("W/\"datetime'2026-11-21T06%3A00%3A0{second}.1Z'\"");
    let written = |second| format!("204|etag: {}", tag(second));
    let read = |second: u8| {
        entity("").replace("%3A00.1Z", &format!("%3A0{second}.1Z")).replace(":00.1Z", &format!(":0{second}.1Z"))
    };
    let mut bench = Bench::put();
    assert_eq!(bench.kind(&written(1), &written(5)), None);
    assert_eq!(bench.kind(&written(2), &written(5)), Some(Kind::ETag), "the same ETag again");
    let get = Bench::get();
    (bench.step, bench.request) = (get.step, get.request);
    assert_eq!(bench.kind(&read(2), &read(6)), Some(Kind::ETag), "not the ETag of the write");
    let mut bench = Bench::get();
    assert_eq!(bench.kind(&read(2), &read(6)), None);
    assert_eq!(bench.kind(&read(2), &read(7)), Some(Kind::ETag), "another ETag without a write");
    let disagreeing = read(6).replacen("%3A06.1Z", "%3A07.1Z", 1);
    assert_eq!(Bench::get().kind(&read(2), &disagreeing), Some(Kind::ETag), "header and body disagree");
    let strong = read(6).replace("etag: W/", "etag: ").replace("\"W/\\", "\"\\");
    assert_eq!(Bench::get().kind(&read(2), &strong), Some(Kind::ETag), "a strong tag");
}

#[test]
fn values_types_and_properties_are_compared() {
    let typed = |edm_type: &str, value: &str| entity(&format!(",\"a@odata.type\":\"{edm_type}\",\"a\":\"{value}\""));
    let plain = |value: &str| entity(&format!(",\"a\":{value}"));
    for (expected, actual, kind) in [
        (plain("\"x\""), plain("\"X\""), Kind::PropertyValue),
        (plain("1"), plain("\"1\""), Kind::PropertyType),
        (plain("null"), entity(""), Kind::PropertyMissing),
        (entity(""), plain("null"), Kind::PropertyExtra),
        (plain("1"), plain("1,\"a\":1"), Kind::PropertyExtra),
        (typed("Edm.Int64", "5"), plain("\"5\""), Kind::PropertyType),
        (typed("Edm.Int64", "9223372036854775807"), typed("Edm.Int64", "9223372036854775808"), Kind::PropertyValue),
        (
            typed("Edm.DateTime", "2020-01-01T00:00:00Z"),
            typed("Edm.DateTime", "2020-01-01T00:00:00.0000001Z"),
            Kind::PropertyValue,
        ),
        (
            typed("Edm.DateTime", "2020-01-01T00:00:00Z"),
            typed("Edm.DateTime", "2020-01-01T00:00:00.000Z"),
            Kind::PropertyValue,
        ),
        (plain("1"), typed("Edm.Int32", "1").replace("\"1\"", "1"), Kind::Annotation),
        (typed("Edm.Double", "NaN"), plain("\"NaN\""), Kind::PropertyType),
        (plain("1"), plain("1}"), Kind::Malformed),
    ] {
        assert_eq!(Bench::get().kind(&expected, &actual), Some(kind), "{actual}");
    }
}

#[test]
fn rows_are_compared_by_key_and_order() {
    for (expected, actual, kind) in [
        (rows("abc", false), rows("ac", false), Kind::RowMissing),
        (rows("ac", false), rows("abc", false), Kind::RowExtra),
        (rows("abc", false), rows("abbc", false), Kind::RowExtra),
        (rows("abc", false), rows("acb", false), Kind::RowOrder),
        (rows("abc", false), rows("abc", true), Kind::Continuation),
        (rows("ab", true), rows("ab", false), Kind::Continuation),
        (rows("ab", true), rows("abc", true), Kind::RowExtra),
        (rows("", false), refusal(404, "ResourceNotFound", "x"), Kind::RefusedValid),
        (rows("a", false), entity(""), Kind::Malformed),
    ] {
        assert_eq!(Bench::query("/t()").kind(&expected, &actual), Some(kind), "{actual}");
    }
    assert_eq!(Bench::query("/t()?$top=1").kind(&rows("a", true), &rows("ab", true)), Some(Kind::RowExtra));
}

#[test]
fn a_scan_is_judged_by_all_its_rows() {
    let kind = |expected: &[&str], actual: &[&str], end| {
        let step = Step::from(Call::Scan { table: "t".into(), query: Query::default() });
        let mut bench = Bench::new(step, "/t()?$top=2");
        let page = |names: &str, last: bool| response(&rows(names, !last));
        let pages = |all: &[&str]| -> Vec<Response> {
            all.iter().enumerate().map(|(at, names)| page(names, at + 1 == all.len())).collect()
        };
        let mut held = Vec::new();
        let mut came = Vec::new();
        for response in pages(expected) {
            let (side, _) = bench.sides(&response, &response);
            let (rules, alternatives, parts) = (Vec::new(), Vec::new(), Vec::new());
            held.push(Expected { answer: Answer { response, rules, refused_by: None, alternatives, parts }, side });
        }
        for response in pages(actual) {
            came.push(Ok(bench.sides(&response, &response).1));
        }
        first_kind(scan(&bench.question(), &held, &came, end))
    };
    let whole = ScanEnd::Whole;
    assert_eq!(kind(&["ab", "c"], &["ab", "c"], whole), None);
    assert_eq!(kind(&["ab", "c"], &["a", "", "b", "c", ""], whole), None);
    assert_eq!(kind(&["ab", "c"], &["ab"], whole), Some(Kind::RowMissing));
    assert_eq!(kind(&["ab", "c"], &["ab", "bc"], whole), Some(Kind::RowExtra));
    assert_eq!(kind(&["ab", "c"], &["ab", "cd"], whole), Some(Kind::RowExtra));
    assert_eq!(kind(&["ab", "c"], &["ac", "b"], whole), Some(Kind::RowOrder));
    assert_eq!(kind(&["ab", "c"], &["abc"], whole), Some(Kind::RowExtra));
    assert_eq!(kind(&["ab", "c"], &["ab", "c"], ScanEnd::Endless), Some(Kind::Continuation));
}

#[test]
fn properties_that_the_history_did_not_set_are_the_accounts_own() {
    let told = |value: &str| format!("200|content-type: application/xml||<a><b>{value}</b></a>");
    let mut bench = Bench::new(Operation::GetTable { table: "t".into() }, "/?restype=service&comp=properties");
    assert_eq!(bench.kind(&told("1"), &told("2")), None);
    bench.request.method = "PUT".to_owned();
    assert_eq!(bench.kind("202", "202"), None);
    bench.request.method = "GET".to_owned();
    assert_eq!(bench.kind(&told("1"), &told("2")), Some(Kind::PropertyValue));
}

#[test]
fn the_rows_of_a_scan_that_may_be_refused_are_not_missed() {
    let mut bench = Bench::new(Step::from(Call::Scan { table: "t".into(), query: Query::default() }), "/t()");
    let response = response(&rows("ab", false));
    let (held, came) = bench.sides(&response, &super::bench::response(&refusal(415, "AtomFormatNotSupported", "x")));
    let kind = |alternatives: Vec<Alternative>| {
        let (rules, parts) = (Vec::new(), Vec::new());
        let answer = Answer { response: response.clone(), rules, refused_by: None, alternatives, parts };
        let held = Expected { answer, side: held.clone() };
        first_kind(scan(&bench.question(), &[held], &[Ok(came.clone())], ScanEnd::Whole))
    };
    let rule = id::TABLE_OPEN_ACCEPT_ABSENT;
    assert_eq!(kind(vec![Alternative { status: 415, code: None, rule, same_effect: true }]), None);
    assert_eq!(kind(Vec::new()), Some(Kind::RefusedValid));
}

#[test]
fn whatever_comes_is_a_verdict_in_linear_time() {
    let expected = [entity(""), rows("abc", false), refusal(404, "A", "x"), failed_batch("b", "1:x", ""), "204".into()];
    let long = "[".repeat(1 << 20);
    let kinds = [JSON, "content-type: multipart/mixed; boundary=b", "content-type: application/xml", "x: y"];
    for expected in &expected {
        for kind in kinds {
            for body in ["", "{", "\u{feff}{}", "--b", "<error>", "null", &long] {
                for status in [200, 202, 204, 400, 404, 500] {
                    let text = format!("{status}|{kind}||{body}");
                    let (held, mut came) = (response(expected), response(&text));
                    let _ = Bench::get().outcome(&held, Vec::new(), &came);
                    came.body = Bytes::from_static(b"\xff\xfe\x00");
                    let _ = Bench::get().outcome(&held, Vec::new(), &came);
                }
            }
        }
    }
}
