//! Where the reference takes a request for one of its own, what its answers say of that, and what is signed.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use bytes::Bytes;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::auth::{Scheme, string_to_sign};
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Account, Addressing, DateTime, SequentialIds, Settings};

const HOST: &str = "127.0.0.1:9";

fn service(addressing: Addressing, identity: Identity) -> impl FnMut(&Request) -> Response {
    let mut service = TableService::new(Settings { addressing, identity, ..Settings::default() });
    let mut ids = SequentialIds::default();
    move |request| service.handle(request, DateTime::from_unix(784_111_777, 0), &mut ids).response
}

fn request(method: &str, target: &str, body: &str) -> Request {
    let headers = Headers::from_iter([
        ("Host", HOST),
        ("x-ms-version", "2019-02-02"),
        ("x-ms-date", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("Accept", "application/json;odata=fullmetadata"),
        ("Content-Type", "application/json"),
    ]);
    let body = Bytes::copy_from_slice(body.as_bytes());
    Request { method: method.to_owned(), target: target.to_owned(), headers, body }
}

fn text(response: &Response) -> &str {
    std::str::from_utf8(&response.body).unwrap()
}

#[test]
fn answers_name_the_address_that_was_asked() {
    for base in ["/table/devstoreaccount1", "/devstoreaccount1.table", "/a%20b/x", ""] {
        let mut ask = service(Addressing::of("127.0.0.1", base, "devstoreaccount1"), Identity::Trusted);
        let made = ask(&request("POST", &format!("{base}/Tables"), r#"{"TableName":"Tab"}"#));
        assert_eq!(made.status, 201, "{base}: {}", text(&made));
        assert_eq!(made.headers.get("location").unwrap(), format!("http://{HOST}{base}/Tables('Tab')"));
        assert!(text(&made).contains(&format!("\"odata.metadata\":\"http://{HOST}{base}/$metadata#Tables/@Element\"")));
        let made = ask(&request("POST", &format!("{base}/Tab"), r#"{"PartitionKey":"p","RowKey":"1"}"#));
        let address = format!("http://{HOST}{base}/Tab(PartitionKey='p',RowKey='1')");
        assert_eq!(made.headers.get("location"), Some(address.as_str()), "{}", text(&made));
        assert!(text(&made).contains(&format!("\"odata.id\":\"{address}\"")), "{}", text(&made));
        for inner in [format!("http://{HOST}{base}/Tab"), format!("{base}/Tab")] {
            let row = inner.len();
            let entity = format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"{row}\"}}");
            let body = format!(
                "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\
                 Content-Transfer-Encoding: binary\r\n\r\nPOST {inner} HTTP/1.1\r\nContent-Type: application/json\r\n\
                 Prefer: return-no-content\r\n\r\n{entity}\r\n--c--\r\n--b--\r\n"
            );
            let mut batch = request("POST", &format!("{base}/$batch"), &body);
            batch.headers.remove("Content-Type");
            batch.headers.push("Content-Type", "multipart/mixed; boundary=b");
            let done = ask(&batch);
            let address = format!("http://{HOST}{base}/Tab(PartitionKey='p',RowKey='{row}')");
            assert!(text(&done).contains(&format!("Location: {address}")), "{inner}: {}", text(&done));
        }
    }
}

#[test]
fn no_other_place_is_the_accounts() {
    let mut ask = service(Addressing::of("h", "/t/devstoreaccount1", "devstoreaccount1"), Identity::Trusted);
    for path in ["/Tables", "/devstoreaccount1/Tables", "/t/other/Tables", "/t/Tables", "/t/devstoreaccount12/Tables"] {
        assert_eq!(ask(&request("GET", path, "")).status, 404, "{path}");
    }
    assert_eq!(ask(&request("GET", "/t/devstoreaccount1/Tables", "")).status, 200);
}

/// The status of a request that is signed for this path.
fn signed_for(addressing: Addressing, target: &str, path: &str) -> u16 {
    let mut request = request("GET", target, "");
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let account = Account::emulator();
    let text = string_to_sign(Scheme::SharedKey, &account.name, &request, path, query);
    request.headers.push("Authorization", format!("SharedKey {}:{}", account.name, account.key.sign(&text)));
    service(addressing, Identity::Verified)(&request).status
}

#[test]
fn the_path_is_signed_as_sent_and_at_the_secondary_location_as_at_the_primary_one() {
    let deep = || Addressing::of("h", "/t/devstoreaccount1", "devstoreaccount1");
    assert_eq!(signed_for(deep(), "/t/devstoreaccount1/Tables", "/t/devstoreaccount1/Tables"), 200);
    assert_eq!(signed_for(deep(), "/t/devstoreaccount1/Tables", "/devstoreaccount1/Tables"), 403);
    let secondary = "/t/devstoreaccount1-secondary/?restype=service&comp=stats";
    assert_eq!(signed_for(deep(), secondary, "/t/devstoreaccount1/"), 200);
    assert_eq!(signed_for(deep(), secondary, "/t/devstoreaccount1-secondary/"), 403);
    let told = || Addressing::of("h", "/a", "devstoreaccount1").with_secondary(HOST, "/b");
    assert_eq!(signed_for(told(), "/b/?restype=service&comp=stats", "/a/"), 200);
    assert_eq!(signed_for(told(), "/a/?restype=service&comp=stats", "/a/"), 400);
}
