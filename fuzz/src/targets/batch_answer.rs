//! The harness's reader of answers to transactions: any octets are read, and what is well framed is read as it was meant.

use super::vocabulary::text;
use arbitrary::{Arbitrary, Result, Unstructured};
use bytes::Bytes;
use tablestakes::judge::Reading;
use tablestakes_reference::http::{Headers, Response};

/// An odd first octet: the rest is a body with the boundary `b`. An even one: the rest decides the parts of an answer.
pub fn run(octets: &[u8]) {
    match octets.split_first() {
        Some((first, rest)) if first & 1 == 1 => anything(rest),
        Some((_, rest)) => {
            let _ = framed(&mut Unstructured::new(rest));
        }
        None => {}
    }
}

fn answer(content_type: &str, body: Vec<u8>) -> Response {
    Response { status: 202, headers: Headers::from_iter([("content-type", content_type)]), body: Bytes::from(body) }
}

fn anything(body: &[u8]) {
    let length = body.len();
    if let Reading::Parts(parts) = Reading::of(&answer("multipart/mixed; boundary=b", body.to_vec())) {
        let held: usize = parts.iter().map(|part| part.body.len()).sum();
        assert!(held <= length, "parts of {held} octets in {length}");
        for part in &parts {
            let _ = Reading::of(part);
        }
    }
}

fn framed(u: &mut Unstructured<'_>) -> Result<()> {
    let end = if u.arbitrary()? { "\r\n" } else { "\n" };
    let mut statuses = Vec::new();
    let mut body = format!("--b{end}Content-Type: multipart/mixed; boundary=c{end}{end}");
    for _ in 0..u.int_in_range(1..=5)? {
        let status: u16 = u.int_in_range(200..=599)?;
        // A line that begins as a delimiter ends a part wherever it stands, and an answer ends before blank lines.
        let content = text(<&[u8]>::arbitrary(u)?).replace('-', "_").trim().to_owned();
        body += &format!("--c{end}Content-Type: application/http{end}{end}HTTP/1.1 {status} Word{end}");
        body += &format!("Content-Type: text/plain{end}{end}{content}{end}");
        statuses.push((status, content));
    }
    body += &format!("--c--{end}--b--{end}");
    match Reading::of(&answer("multipart/mixed; boundary=\"b\"", body.clone().into_bytes())) {
        Reading::Parts(parts) => {
            let read = parts.iter().map(|part| (part.status, text(&part.body).trim().to_owned())).collect::<Vec<_>>();
            assert_eq!(read, statuses, "{body}");
        }
        other => panic!("{other:?}: {body}"),
    }
    Ok(())
}
