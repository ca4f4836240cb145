//! Sessions that were made up, played on the reference.

use super::*;
use crate::recording::session::{Authorization, Body, Exchange, Losses, Service};
use tablestakes_reference::http::Headers;

const KIND: &str = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8";

fn headers(fields: &[(&'static str, &str)]) -> Headers {
    fields.iter().map(|(name, value)| (*name, *value)).collect()
}

/// An exchange whose answer has the headers of every answer.
fn exchange(
    asked: (&str, &str),
    sent: &[(&'static str, &str)],
    body: Option<&'static str>,
    status: u16,
    got: &[(&'static str, &str)],
    answer: &'static str,
) -> Exchange {
    let mut request_headers =
        headers(&[("x-ms-version", "2019-02-02"), ("accept", "application/json;odata=minimalmetadata")]);
    sent.iter().for_each(|(name, value)| request_headers.push(*name, *value));
    let mut response_headers = headers(&[
        ("cache-control", "no-cache"),
        ("x-content-type-options", "nosniff"),
        ("x-ms-version", "2019-02-02"),
        ("server", "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"),
        ("date", "Tue, 07 Sep 2021 16:24:20 GMT"),
    ]);
    got.iter().for_each(|(name, value)| response_headers.push(*name, *value));
    let framing = if answer.is_empty() { ("content-length", "0") } else { ("content-type", KIND) };
    response_headers.push(framing.0, framing.1);
    Exchange {
        number: 0,
        service: Service::Table,
        account: "acct".into(),
        secondary: false,
        authorization: Authorization::Key,
        method: asked.0.into(),
        target: asked.1.into(),
        request_headers,
        request_body: body.map_or(Body::Lost, |body| Body::Whole(body.into())),
        status,
        response_headers,
        response_body: Body::Whole(answer.into()),
    }
}

fn create(body: Option<&'static str>) -> Exchange {
    let address = "https://acct.table.core.windows.net/Tables('Tab')";
    let got = [("location", address), ("dataserviceid", address), ("preference-applied", "return-no-content")];
    exchange(
        ("POST", "/Tables"),
        &[("prefer", "return-no-content"), ("content-type", "application/json")],
        body,
        204,
        &got,
        "",
    )
}

const TAG: &str = "W/\"datetime'2021-09-07T16%3A24%3A20.1234567Z'\"";

fn insert(body: Option<&'static str>) -> Exchange {
    let address = "https://acct.table.core.windows.net/Tab(PartitionKey='p',RowKey='r')";
    let got =
        [("location", address), ("dataserviceid", address), ("preference-applied", "return-no-content"), ("etag", TAG)];
    exchange(
        ("POST", "/Tab"),
        &[("prefer", "return-no-content"), ("content-type", "application/json")],
        body,
        204,
        &got,
        "",
    )
}

const TABLE: Option<&str> = Some("{\"TableName\":\"Tab\"}");
const ENTITY: Option<&str> = Some("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"a\":1}");
const PLACE: &str = "/Tab(PartitionKey='p',RowKey='r')";

fn get() -> Exchange {
    let answer = r#"{"odata.metadata":"https://acct.table.core.windows.net/$metadata#Tab/@Element","odata.etag":"W/\"datetime'2021-09-07T16%3A24%3A20.1234567Z'\"","PartitionKey":"p","RowKey":"r","Timestamp":"2021-09-07T16:24:20.1234567Z","a":1}"#;
    exchange(("GET", PLACE), &[], Some(""), 200, &[("etag", TAG)], answer)
}

fn fates(losses: Losses, exchanges: Vec<Exchange>) -> Vec<String> {
    let session = Session { name: "made up".into(), losses, exchanges };
    let shown = |played: Played| match played.fate {
        Fate::Reproduced => "reproduced".to_owned(),
        Fate::Unreplayable(reason) => format!("{reason:?}"),
        Fate::Different(differences) => format!("{differences:?}"),
    };
    replay(&session).played.into_iter().map(shown).collect()
}

fn all(exchanges: Vec<Exchange>) -> Vec<String> {
    fates(Losses::default(), exchanges)
}

#[test]
fn tags_are_bound() {
    let update = exchange(
        ("PUT", PLACE),
        &[("if-match", TAG), ("content-type", "application/json")],
        ENTITY,
        204,
        &[("etag", TAG)],
        "",
    );
    assert_eq!(all(vec![create(TABLE), insert(ENTITY), get(), update]), ["reproduced"; 4]);
}

#[test]
fn a_wrong_answer_is_told() {
    let mut wrong = get();
    wrong.status = 404;
    assert!(all(vec![create(TABLE), insert(ENTITY), wrong])[2].contains("status"));
    assert!(
        all(vec![create(TABLE), insert(Some("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"a\":2}")), get()])[2]
            .contains("property a")
    );
}

#[test]
fn a_lost_body_is_replaced_by_what_the_answer_proves() {
    assert_eq!(all(vec![create(None), insert(None), get()]), ["reproduced"; 3]);
    let drop = || exchange(("DELETE", PLACE), &[("if-match", TAG)], Some(""), 204, &[], "");
    assert_eq!(all(vec![create(TABLE), insert(None), drop()])[2], "reproduced");
    let mut bare = insert(None);
    bare.response_headers.remove("location");
    assert_eq!(all(vec![create(TABLE), bare])[1], "RequestBody");
    let mut wrong = insert(None);
    wrong.response_headers.remove("dataserviceid");
    assert!(all(vec![create(None), wrong])[1].contains("dataserviceid"));
}

#[test]
fn what_was_left_behind_is_replayable_where_an_answer_shows_it() {
    assert_eq!(all(vec![get()]), ["reproduced"]);
    let drop = exchange(("DELETE", PLACE), &[("if-match", TAG)], Some(""), 204, &[], "");
    assert_eq!(all(vec![drop, get()])[0], "reproduced");
    let selected =
        exchange(("GET", "/Tab(PartitionKey='p',RowKey='r')?$select=a"), &[], Some(""), 200, &[], "{\"a\":1}");
    assert_eq!(all(vec![selected]), ["LeftBehind"]);
    let mut wrong = get();
    wrong.response_headers.remove("etag");
    assert!(all(vec![wrong])[0].contains("etag"));
}

#[test]
fn headers_that_the_answer_proves_are_added() {
    let losses = Losses { request_headers: true, ..Losses::default() };
    let bare = |mut exchange: Exchange| {
        exchange.request_headers = Headers::new();
        exchange
    };
    let drop = exchange(("DELETE", PLACE), &[], Some(""), 204, &[], "");
    let played = fates(losses, [create(TABLE), insert(ENTITY), get(), drop].into_iter().map(bare).collect());
    assert_eq!(played, ["reproduced"; 4]);
}

#[test]
fn other_services_and_credentials_are_told() {
    let mut other = get();
    other.service = Service::Other;
    let mut refused = get();
    refused.status = 403;
    assert_eq!(all(vec![other, refused]), ["Service(Other)", "Credentials"]);
}
