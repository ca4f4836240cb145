//! What breaks several rules is refused for one of them, and the others are told as alternatives; what raises an open
//! question may be answered in every way that the question accepts.

mod asking;

use asking::{Asked, JSON};
use tablestakes_reference::{Answer, Settings};

/// The answer's own status and code, then those of its alternatives.
fn told(answer: &Answer) -> Vec<String> {
    let body = String::from_utf8_lossy(&answer.response.body).into_owned();
    let code = body.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let own = format!("{} {code}", answer.response.status);
    let others = answer.alternatives.iter().map(|held| format!("{} {}", held.status, held.code.unwrap_or("any")));
    std::iter::once(own).chain(others).collect()
}

fn asked() -> Asked {
    let mut asked = Asked::new(Settings::default());
    let answer = asked.ask("POST", "/Tab", &[JSON], br#"{"PartitionKey":"p","RowKey":"r","A":1}"#);
    assert_eq!(answer.response.status, 201);
    assert_eq!(answer.alternatives, []);
    asked
}

#[test]
fn one_violation_has_no_alternatives() {
    let mut asked = asked();
    let entity = br#"{"PartitionKey":"p","RowKey":"r"}"#;
    assert_eq!(told(&asked.ask("POST", "/Tab", &[JSON], entity)), ["409 EntityAlreadyExists"]);
    assert_eq!(told(&asked.ask("GET", "/Tab(PartitionKey='p',RowKey='x')", &[], b"")), ["404 ResourceNotFound"]);
    assert_eq!(told(&asked.ask("GET", "/Tab()?$filter=aaa%20bbb", &[], b"")), ["400 InvalidInput"]);
}

#[test]
fn violations_of_the_message_and_of_the_state_are_told_together() {
    let mut asked = asked();
    let nested = br#"{"PartitionKey":"p","RowKey":"r","A":{},"1a":1}"#;
    assert_eq!(
        told(&asked.ask("POST", "/Tab", &[JSON], nested)),
        ["400 InvalidInput", "400 PropertyNameInvalid", "409 EntityAlreadyExists"]
    );
    assert_eq!(
        told(&asked.ask("POST", "/Tab", &[], br#"{"PartitionKey":"a/b#","RowKey":"r","A":[]}"#)),
        ["400 InvalidInput", "400 InvalidInput", "400 OutOfRangeInput", "400 OutOfRangeInput"]
    );
    let stale = ("if-match", "W/\"datetime'2001-01-01T00%3A00%3A00Z'\"");
    assert_eq!(
        told(&asked.ask("PUT", "/Tab(PartitionKey='p',RowKey='r')", &[JSON, stale], br#"{"A":{}}"#)),
        ["400 InvalidInput", "412 UpdateConditionNotSatisfied"]
    );
    assert_eq!(
        told(&asked.ask("PUT", "/Tab(PartitionKey='p',RowKey='x')", &[JSON, ("if-match", "*")], br#"{"A":{}}"#)),
        ["400 InvalidInput", "404 ResourceNotFound"]
    );
    assert_eq!(told(&asked.ask("GET", "/X()?$filter=aaa%20bbb", &[], b"")), ["400 InvalidInput", "404 TableNotFound"]);
    assert_eq!(
        told(&asked.ask("POST", "/Tables", &[JSON], br#"{"TableName":"_"}"#)),
        ["400 InvalidResourceName", "400 OutOfRangeInput"]
    );
}

#[test]
fn the_limits_hold_for_what_a_merge_leaves() {
    let mut asked = asked();
    let path = "/Tab(PartitionKey='p',RowKey='r')";
    let properties = |letter: char, count: usize| {
        let members: Vec<_> = (0..count).map(|number| format!("\"{letter}{number}\":1")).collect();
        format!("{{{}}}", members.join(","))
    };
    let any = ("if-match", "*");
    let merge = |asked: &mut Asked, body: String| asked.ask("MERGE", path, &[JSON, any], body.as_bytes());
    assert_eq!(merge(&mut asked, properties('B', 251)).response.status, 204);
    assert_eq!(told(&merge(&mut asked, properties('C', 1))), ["400 TooManyProperties"]);
    assert_eq!(merge(&mut asked, properties('B', 1)).response.status, 204);
    let replaced = asked.ask("PUT", path, &[JSON, any], properties('C', 252).as_bytes());
    assert_eq!(replaced.response.status, 204);
}

#[test]
fn a_path_with_nul_never_reaches_the_service() {
    let mut asked = asked();
    let answer = asked.ask("DELETE", "/Tab(PartitionKey='p',RowKey='%00')", &[("if-match", "*")], b"");
    assert_eq!((answer.response.status, answer.response.body.len()), (400, 324));
    assert_eq!(answer.response.headers.get("connection"), Some("close"));
    assert_eq!(answer.response.headers.get("x-ms-request-id"), None);
}

#[test]
fn a_path_without_a_table_leads_nowhere() {
    let answer = asked().ask("DELETE", "/(retry)", &[], b"");
    assert_eq!(told(&answer), ["404 ResourceNotFound"]);
    assert_eq!(answer.response.headers.get("content-type"), Some("application/json"));
}

#[test]
fn open_questions_allow_refusals_of_what_is_granted() {
    let mut asked = asked();
    let entity = format!(r#"{{"PartitionKey":"p","RowKey":"{}"}}"#, "k".repeat(600));
    let answer = asked.ask("POST", "/Tab", &[JSON], entity.as_bytes());
    assert_eq!(told(&answer)[1..], ["201 any", "204 any", "400 any"]);
    let ordered = asked.ask("GET", "/Tab()?$orderby=A", &[], b"");
    assert_eq!(ordered.response.status, 200);
    assert!(told(&ordered).contains(&"501 NotImplemented".to_owned()));
    assert!(ordered.alternatives.iter().all(|held| held.same_effect));
}

#[test]
fn what_a_transaction_leaves_open_itself_is_not_left_to_its_operations() {
    let mut asked = asked();
    let body = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\n\
                DELETE /devstoreaccount1/Tab(PartitionKey='p',RowKey='r') HTTP/1.1\r\nIf-Match: *\r\n\r\n\r\n--c--\r\n--b--\r\n";
    let headers = [("content-type", "multipart/mixed; boundary=b"), ("if-none-match", "*")];
    let answer = asked.ask("POST", "/$batch", &headers, body.as_bytes());
    assert_eq!(answer.response.status, 202);
    assert!(answer.alternatives.iter().any(|held| held.status == 412), "{:?}", answer.alternatives);
    assert!(answer.parts.iter().all(|part| part.alternatives.is_empty()), "{:?}", answer.parts);
}

#[test]
fn a_transaction_tells_what_its_later_operations_break() {
    let mut asked = asked();
    let part = |method: &str, path: &str, body: &str| {
        format!(
            "--c\r\nContent-Type: application/http\r\n\r\n{method} {path} HTTP/1.1\r\nPrefer: return-no-content\r\n\r\n{body}\r\n"
        )
    };
    let exists = part("POST", "/devstoreaccount1/Tab", r#"{"PartitionKey":"p","RowKey":"r"}"#);
    let misnamed = part("POST", "/devstoreaccount1/Tab", r#"{"PartitionKey":"p","RowKey":"a/b"}"#);
    let body = format!("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n{exists}{misnamed}--c--\r\n--b--\r\n");
    let mixed = ("content-type", "multipart/mixed; boundary=b");
    let answer = asked.ask("POST", "/$batch", &[mixed], body.as_bytes());
    assert_eq!(answer.response.status, 202);
    let [failed] = answer.parts.as_slice() else { panic!("{:?}", answer.parts) };
    let alternatives: Vec<_> = failed.alternatives.iter().map(|held| (held.status, held.code)).collect();
    assert_eq!(alternatives, [(400, Some("OutOfRangeInput"))]);
}
