//! What two answers may differ in, and what not.

use super::*;
use tablestakes_reference::http::Headers;

fn answer(status: u16, headers: &[(&'static str, &str)], body: &'static str) -> Response {
    let headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
    Response { status, headers, body: body.into() }
}

fn places(recorded: &Response, reference: &Response) -> Vec<String> {
    let compared = Compared { json_spelling: false, cors_known: true, dropped: &[] };
    compare(recorded, reference, &compared).into_iter().map(|difference| difference.place).collect()
}

const JSON: (&str, &str) = ("content-type", "application/json;odata=minimalmetadata");

#[test]
fn what_no_client_rests_on_is_incidental() {
    let difference = |place: &str, recorded: &str| Difference {
        place: place.into(),
        recorded: recorded.into(),
        reference: "something".into(),
    };
    for (place, recorded) in [
        ("header cache-control", "absent"),
        ("part 2 header content-id", "1"),
        ("header etag", "another form"),
        ("header x-ms-continuation-nextrowkey", "another form"),
        ("body row 12 odata.etag", "x"),
        ("body odata.metadata", "x"),
        ("body row 0 property Timestamp", "x"),
    ] {
        assert!(difference(place, recorded).is_incidental(), "{place}");
    }
    for place in ["status", "header etag", "part 0 status", "body row 1 property Age", "body error code", "body rows"] {
        assert!(!difference(place, "absent").is_incidental(), "{place}");
    }
    assert_eq!(difference("part 3 body row 12 property A", "x").subject(), "property A");
}

#[test]
fn what_a_service_chooses_is_compared_by_its_form() {
    let then = answer(
        200,
        &[JSON, ("etag", "W/\"datetime'2017-11-10T02%3A43%3A36.27Z'\""), ("location", "https://a.b/T(x)")],
        r#"{"odata.metadata":"https://a.table.b/$metadata#T","odata.etag":"W/\"datetime'2017-11-10T02%3A43%3A36Z'\"","Timestamp":"2017-11-10T02:43:36.1Z","b":1,"a":"x"}"#,
    );
    let now = answer(
        200,
        &[("Location", "http://c/T(x)"), ("ETag", "W/\"datetime'2020-01-01T00%3A00%3A00Z'\""), JSON],
        r#"{"odata.metadata":"http://c/$metadata#T","odata.etag":"W/\"datetime'2020-01-01T00%3A00%3A00.5Z'\"","Timestamp":"2020-01-01T00:00:00Z","a":"x","b":1}"#,
    );
    assert!(places(&then, &now).is_empty());
    let wrong = answer(
        200,
        &[JSON, ("etag", "\"0x1\""), ("location", "http://c/T(y)")],
        r#"{"Timestamp":"2020-01-01T00:00:00.10Z","a":"y","b":1.0}"#,
    );
    let expected = [
        "header etag",
        "header location",
        "body odata.metadata",
        "body odata.etag",
        "body property Timestamp",
        "body property b",
        "body property a",
    ];
    assert_eq!(places(&then, &wrong), expected);
}

#[test]
fn errors_are_compared_but_for_ids_and_times() {
    let body = r#"{"odata.error":{"code":"C","message":{"lang":"en-US","value":"0:m\nRequestId:1\nTime:2"}}}"#;
    let other = r#"{"odata.error":{"code":"C","message":{"lang":"en-US","value":"0:m\nRequestId:3\nTime:4"}}}"#;
    assert!(places(&answer(400, &[JSON], body), &answer(400, &[JSON], other)).is_empty());
    let wrong = r#"{"odata.error":{"code":"D","message":{"value":"1:m\nRequestId:3"}}}"#;
    let expected = ["body code", "body message", "body language"];
    assert_eq!(places(&answer(400, &[JSON], body), &answer(400, &[JSON], wrong)), expected);
}

#[test]
fn headers_that_only_one_has_are_told() {
    let then = answer(204, &[("etag", "x"), ("vary", "Origin")], "");
    let now = answer(204, &[("preference-applied", "return-content")], "");
    assert_eq!(places(&then, &now), ["header etag", "header preference-applied", "header vary"]);
    let compared = Compared { json_spelling: false, cors_known: false, dropped: &["etag"] };
    let places: Vec<_> = compare(&then, &now, &compared).into_iter().map(|held| held.place).collect();
    assert_eq!(places, ["header preference-applied"]);
}

#[test]
fn numbers_keep_their_spelling_unless_the_recorder_lost_it() {
    let (then, now) = (answer(200, &[JSON], r#"{"a":3}"#), answer(200, &[JSON], r#"{"a":3.0}"#));
    assert_eq!(places(&then, &now), ["body property a"]);
    let compared = Compared { json_spelling: true, cors_known: true, dropped: &[] };
    assert!(compare(&then, &now, &compared).is_empty());
}

#[test]
fn other_markup_is_compared_as_a_tree() {
    let xml = ("content-type", "application/xml");
    let then = answer(200, &[xml], "\u{feff}<a>\r\n <b>1</b><c/></a>");
    assert!(places(&then, &answer(200, &[xml], "\u{feff}<a><b>1</b><c></c></a>")).is_empty());
    assert_eq!(places(&then, &answer(200, &[xml], "<a><b>1</b><c/></a>")), ["body byte order mark"]);
    assert!(places(&then, &answer(200, &[xml], "\u{feff}<a><c/><b>1</b></a>")).is_empty());
    assert_eq!(places(&then, &answer(200, &[xml], "\u{feff}<a><b>2</b><c/></a>")), ["body"]);
}
