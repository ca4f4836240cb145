//! Deleting a table: at once, or for as long as the service is told that it takes.

mod asking;

use asking::{Asked, JSON};
use tablestakes_reference::{Answer, Settings};

const TABLE: &[u8] = br#"{"TableName":"tAB"}"#;
const ENTITY: &[u8] = br#"{"PartitionKey":"p","RowKey":"r"}"#;

/// A service whose table was just deleted.
fn deleted(seconds: i64) -> Asked {
    let mut service = Asked::new(Settings { deletion_takes: seconds * 10_000_000, ..Settings::default() });
    assert_eq!(service.ask("POST", "/Tab", &[JSON], ENTITY).response.status, 201);
    assert_eq!(service.ask("DELETE", "/Tables('Tab')", &[], b"").response.status, 204);
    service
}

fn told(answer: &Answer) -> String {
    let body = String::from_utf8_lossy(&answer.response.body);
    let code = ["TableBeingDeleted", "TableNotFound", "ResourceNotFound"].into_iter().find(|code| body.contains(code));
    format!("{} {}", answer.response.status, code.unwrap_or_default())
}

/// Whether another service may say that the table is being deleted, and whether all stays the same if it does.
fn allowed(answer: &Answer) -> Option<bool> {
    let held = answer.alternatives.iter().find(|held| held.code == Some("TableBeingDeleted"))?;
    assert_eq!(held.status, 409);
    Some(held.same_effect)
}

#[test]
fn a_deletion_takes_its_time() {
    let mut service = deleted(40);
    service.wait(39);
    let listed = service.ask("GET", "/Tables", &[], b"").response;
    assert!(!String::from_utf8_lossy(&listed.body).contains("Tab\""));
    for (method, path, body) in [
        ("POST", "/Tables", TABLE),
        ("POST", "/tab", ENTITY),
        ("GET", "/Tab()", b""),
        ("PUT", "/Tab(PartitionKey='p',RowKey='r')", b"{}"),
        ("GET", "/Tab?comp=acl", b""),
        ("PUT", "/Tab?comp=acl", b""),
    ] {
        let headers: &[_] = if body.is_empty() { &[] } else { &[JSON] };
        assert_eq!(told(&service.ask(method, path, headers, body)), "409 TableBeingDeleted", "{method} {path}");
    }
    for method in ["GET", "DELETE"] {
        let answer = service.ask(method, "/Tables('Tab')", &[], b"");
        assert_eq!((told(&answer).as_str(), allowed(&answer)), ("404 ResourceNotFound", Some(true)));
    }
    service.wait(1);
    assert_eq!(told(&service.ask("GET", "/Tab()", &[], b"")), "404 TableNotFound");
    assert_eq!(service.ask("POST", "/Tables", &[JSON], TABLE).response.status, 201);
    assert_eq!(service.ask("GET", "/Tab()", &[], b"").response.status, 200);
}

#[test]
fn transactions_wait_as_well() {
    let body = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\
                Content-Transfer-Encoding: binary\r\n\r\nPOST /Tab HTTP/1.1\r\nContent-Type: application/json\r\n\r\n\
                {\"PartitionKey\":\"p\",\"RowKey\":\"r\"}\r\n--c--\r\n--b--\r\n";
    let ask = |seconds| {
        let headers = [("content-type", "multipart/mixed; boundary=b")];
        deleted(seconds).ask("POST", "/$batch", &headers, body.as_bytes())
    };
    assert_eq!(told(&ask(40)), "202 TableBeingDeleted");
    let at_once = ask(0);
    assert_eq!(told(&at_once), "202 TableNotFound");
    assert!(at_once.parts[0].alternatives.iter().any(|held| held.code == Some("TableBeingDeleted")));
}

#[test]
fn where_it_takes_none_others_may_take_some() {
    let mut service = deleted(0);
    let missing = service.ask("GET", "/Tab()", &[], b"");
    assert_eq!((told(&missing).as_str(), allowed(&missing)), ("404 TableNotFound", Some(true)));
    let policies = service.ask("GET", "/Tab?comp=acl", &[], b"");
    assert_eq!((told(&policies).as_str(), allowed(&policies)), ("404 TableNotFound", Some(true)));
    // Then the table is not there, and nobody knows what follows.
    let created = service.ask("POST", "/Tables", &[JSON], TABLE);
    assert_eq!((created.response.status, allowed(&created)), (201, Some(false)));
    let again = service.ask("POST", "/Tables", &[JSON], TABLE);
    assert_eq!((again.response.status, allowed(&again)), (409, None));
}

#[test]
fn what_was_deleted_long_ago_is_gone_everywhere() {
    let mut service = deleted(0);
    service.wait(600);
    let created = service.ask("POST", "/Tables", &[JSON], TABLE);
    assert_eq!((created.response.status, allowed(&created)), (201, None));
    assert_eq!(allowed(&service.ask("GET", "/Other()", &[], b"")), None);
}
