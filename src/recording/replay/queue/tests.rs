//! Sessions as the recorders of different libraries keep them.

use crate::recording::parse;
use crate::recording::replay::{Fate, Reason, replay};

fn session(header: &str, lines: &[&str]) -> Vec<Fate> {
    let text = format!("{{\"session\":\"s\",\"accounts\":[\"acct\"]{header}}}\n{}\n", lines.join("\n"));
    let session = parse(&text, "s").unwrap();
    replay(&session).played.into_iter().map(|played| played.fate).collect()
}

fn exchange(request: &str, status: u16, headers: &str, body: &str) -> String {
    let body = body.replace('"', "\\\"");
    format!(
        "{{\"seq\":0,\"service\":\"queue\",\"version\":\"2018-03-28\",\"request\":{{{request}}},\"response\":{{\"status\":{status},\
         \"headers\":{{\"server\":\"Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0\",\"x-ms-version\":\"2018-03-28\",\
         \"x-ms-request-id\":\"2f7e7feb-f003-0082-5d8d-839126000000\",\"date\":\"Thu, 20 Jul 2017 23:34:08 GMT\"{headers}}},\
         \"body\":\"{body}\"}}}}"
    )
}

const XML: &str = "\u{feff}<?xml version='1.0' encoding='utf-8'?>";
const DOCUMENT: &str = ",\"content-type\":\"application/xml\"";
const CREATE: &str = "\"method\":\"PUT\",\"target\":\"/queue\",\"headers\":{},\"body\":null";

fn created() -> String {
    exchange(CREATE, 201, "", "")
}

fn list(inner: &str) -> String {
    format!("{XML}<QueueMessagesList>{inner}</QueueMessagesList>")
}

fn message(id: &str, more: &str) -> String {
    format!(
        "<QueueMessage><MessageId>{id}</MessageId><InsertionTime>Thu, 20 Jul 2017 23:34:08 GMT</InsertionTime>\
         <ExpirationTime>Thu, 27 Jul 2017 23:34:08 GMT</ExpirationTime>{more}</QueueMessage>"
    )
}

const ID: &str = "386338d3-6cb0-47bf-817f-287fa17fdaf7";
const RECEIPT: &str = "<PopReceipt>AgAAAAMAAAAAAAAAIUrLrrAB0wE=</PopReceipt><TimeNextVisible>Thu, 20 Jul 2017 23:34:08 \
                       GMT</TimeNextVisible>";

fn reproduced(fates: &[Fate]) -> bool {
    fates.iter().all(|fate| matches!(fate, Fate::Reproduced))
}

#[test]
fn ids_and_receipts_are_bound() {
    let put = "\"method\":\"POST\",\"target\":\"/queue/messages\",\"headers\":{},\
               \"body\":\"<QueueMessage><MessageText>a</MessageText></QueueMessage>\"";
    let delete = format!(
        "\"method\":\"DELETE\",\"target\":\"/queue/messages/{ID}?popreceipt=AgAAAAMAAAAAAAAAIUrLrrAB0wE%3D\",\"headers\":{{}},\
         \"body\":null"
    );
    let fates = session(
        "",
        &[&created(), &exchange(put, 201, DOCUMENT, &list(&message(ID, RECEIPT))), &exchange(&delete, 204, "", "")],
    );
    assert!(reproduced(&fates), "{fates:?}");
}

#[test]
fn what_differs_is_told() {
    let peek = "\"method\":\"GET\",\"target\":\"/queue/messages?peekonly=true\",\"headers\":{},\"body\":null";
    let headers = format!("{DOCUMENT},\"cache-control\":\"no-cache\"");
    let more = "<DequeueCount>0</DequeueCount><MessageText>a</MessageText>";
    let fates = session("", &[&created(), &exchange(peek, 200, &headers, &list(&message(ID, more)))]);
    assert!(matches!(fates[1], Fate::Different(_)), "{fates:?}");
}

#[test]
fn what_was_there_before_is_not_judged() {
    let get = "\"method\":\"GET\",\"target\":\"/queue/messages\",\"headers\":{},\"body\":null";
    let headers = format!("{DOCUMENT},\"cache-control\":\"no-cache\"");
    let more = format!("{RECEIPT}<DequeueCount>1</DequeueCount><MessageText>a</MessageText>");
    let fates = session("", &[&exchange(get, 200, &headers, &list(&message(ID, &more)))]);
    assert!(matches!(fates[0], Fate::Unreplayable(Reason::LeftBehind)), "{fates:?}");
}

#[test]
fn dropped_options_and_bodies_are_taken_from_the_answer() {
    let header = ",\"query_strings_filtered\":true,\"request_headers_missing\":true,\"request_bodies_filtered\":true";
    let put = "\"method\":\"POST\",\"target\":\"/queue/messages\",\"headers\":{},\"body\":null";
    let get = "\"method\":\"GET\",\"target\":\"/queue/messages\",\"headers\":{},\"body\":null";
    let metadata = "\"method\":\"GET\",\"target\":\"/queue\",\"headers\":{},\"body\":null";
    let headers = format!("{DOCUMENT},\"cache-control\":\"no-cache\"");
    let peeked = "<DequeueCount>0</DequeueCount><MessageText>a</MessageText>";
    let counted = ",\"cache-control\":\"no-cache\",\"x-ms-approximate-messages-count\":\"1\",\"x-ms-meta-a\":\"b\"";
    let fates = session(
        header,
        &[
            &created(),
            &exchange(put, 201, DOCUMENT, &list(&message(ID, RECEIPT))),
            &exchange(get, 200, &headers, &list(&message(ID, peeked))),
            &exchange(metadata, 200, counted, ""),
        ],
    );
    assert!(reproduced(&fates), "{fates:?}");
}

#[test]
fn credentials_and_pace_are_not_judged() {
    let body = |code: &str| format!("{XML}<Error><Code>{code}</Code><Message>m</Message></Error>");
    let fates = session(
        "",
        &[
            &exchange(CREATE, 409, DOCUMENT, &body("QueueBeingDeleted")),
            &exchange(CREATE, 403, DOCUMENT, &body("AuthorizationFailure")),
        ],
    );
    assert!(matches!(fates[0], Fate::Unreplayable(Reason::Pace)), "{fates:?}");
    assert!(matches!(fates[1], Fate::Unreplayable(Reason::Credentials)), "{fates:?}");
}
