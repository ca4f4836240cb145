//! Sessions as the recorders of different libraries keep them.

use crate::recording::parse;
use crate::recording::replay::{Fate, Reason, replay};

fn session(header: &str, lines: &[&str]) -> Vec<Fate> {
    let text = format!("{{\"session\":\"s\",\"accounts\":[\"acct\"]{header}}}\n{}\n", lines.join("\n"));
    let session = parse(&text, "s").unwrap();
    replay(&session).played.into_iter().map(|played| played.fate).collect()
}

fn exchange(method: &str, target: &str, request: &str, body: &str, status: u16, headers: &str, answer: &str) -> String {
    format!(
        "{{\"seq\":0,\"service\":\"blob\",\"version\":\"2018-03-28\",\"request\":{{\"method\":\"{method}\",\"target\":\"{target}\",\
         \"headers\":{{{request}}},\"body\":{body}}},\"response\":{{\"status\":{status},\"headers\":{{\
         \"server\":\"Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0\",\"x-ms-version\":\"2018-03-28\",\
         \"x-ms-request-id\":\"2f7e7feb-f003-0082-5d8d-839126000000\",\"date\":\"Thu, 20 Jul 2017 23:34:08 GMT\"{headers}}},\
         \"body\":{answer}}}}}"
    )
}

const STAMP: &str = ",\"etag\":\"\\\"0x8D4CFC9F5C3D6E1\\\"\",\"last-modified\":\"Thu, 20 Jul 2017 23:34:08 GMT\"";
const READ: &str = ",\"accept-ranges\":\"bytes\",\"content-type\":\"application/octet-stream\",\"x-ms-blob-type\":\"BlockBlob\",\
                    \"x-ms-creation-time\":\"Thu, 20 Jul 2017 23:34:08 GMT\",\"x-ms-lease-status\":\"unlocked\",\
                    \"x-ms-lease-state\":\"available\",\"x-ms-server-encrypted\":\"true\"";
const MD5_OF_A: &str = "DMF1ucDxtqgxw5niaXcmYQ==";

fn created() -> String {
    exchange("PUT", "/abc?restype=container", "", "null", 201, &STAMP.replace("6E1", "6E0"), "\"\"")
}

fn put(body: &str, more: &str) -> String {
    let headers = format!("{STAMP},\"x-ms-request-server-encrypted\":\"true\"{more}");
    exchange("PUT", "/abc/b", "\"x-ms-blob-type\":\"BlockBlob\"", body, 201, &headers, "\"\"")
}

fn reproduced(fates: &[Fate]) -> bool {
    fates.iter().all(|fate| matches!(fate, Fate::Reproduced))
}

#[test]
fn etags_are_bound() {
    let md5 = format!(",\"content-md5\":\"{MD5_OF_A}\"");
    let get = |condition: &str, status, headers: &str| {
        exchange("GET", "/abc/b", &format!("\"{condition}\":\"0x8D4CFC9F5C3D6E1\""), "null", status, headers, "\"a\"")
    };
    let unchanged = get("if-none-match", 304, ",\"x-ms-error-code\":\"ConditionNotMet\"")
        .replace("\"body\":\"a\"}}", "\"body\":\"\"}}");
    let read = format!("{STAMP}{READ}{md5}");
    let fates = session("", &[&created(), &put("\"a\"", &md5), &get("if-match", 200, &read), &unchanged]);
    assert!(reproduced(&fates), "{fates:?}");
}

#[test]
fn what_differs_is_told() {
    let md5 = format!(",\"content-md5\":\"{MD5_OF_A}\"");
    let headers = format!("{STAMP}{READ}{md5}");
    let get = exchange("GET", "/abc/b", "", "null", 200, &headers, "\"b\"");
    let wrong = get.replace("0x8D4CFC9F5C3D6E1", "8D4");
    let fates = session("", &[&created(), &put("\"a\"", &md5), &get, &wrong]);
    assert!(matches!(fates[2], Fate::Different(_)) && matches!(fates[3], Fate::Different(_)), "{fates:?}");
}

#[test]
fn bodies_that_were_cut_are_compared_by_their_length() {
    let cut = ",\"truncated\":true,\"length\":1000,\"sha256\":\"00\"}";
    let md5 = ",\"content-md5\":\"1B2M2Y8AsgTpgAmY7PhCfg==\"";
    let put = put("\"abc\"", md5).replace("\"body\":\"abc\"}", &format!("\"body\":\"abc\"{cut}"));
    let get = |length: usize| {
        let headers = format!("{STAMP}{READ}{md5}");
        let get = exchange("GET", "/abc/b", "", "null", 200, &headers, "\"abc\"");
        let cut = cut.replace("1000", &length.to_string());
        get.replace("\"body\":\"abc\"}}", &format!("\"body\":\"abc\"{cut}}}"))
    };
    let fates = session("", &[&created(), &put, &get(1000), &get(999)]);
    assert!(reproduced(&fates[..3]) && matches!(fates[3], Fate::Different(_)), "{fates:?}");
}

#[test]
fn what_the_reference_lacks_is_told_by_its_name() {
    let post = exchange("POST", "/?comp=batch", "", "null", 202, "", "\"\"");
    let fates = session("", &[&post]);
    assert!(matches!(fates[0], Fate::Unreplayable(Reason::Feature("batches of blob operations"))), "{fates:?}");
}

#[test]
fn what_was_there_before_is_taken_from_the_answer() {
    let headers =
        format!("{STAMP}{READ},\"content-length\":\"10\",\"content-md5\":\"{MD5_OF_A}\",\"x-ms-meta-a\":\"1\"");
    let head = exchange("HEAD", "/abc/b", "", "null", 200, &headers, "\"\"");
    let fates = session("", &[&head]);
    assert!(reproduced(&fates), "{fates:?}");
}
