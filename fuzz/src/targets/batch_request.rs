//! Entity group transactions: whatever the body, the answer can be read, and what is refused in part changes nothing.

use super::service::{Service, request};
use super::vocabulary::{body, part, properties};
use arbitrary::{Arbitrary, Result, Unstructured};
use bytes::Bytes;
use tablestakes::judge::Reading;
use tablestakes::target::Axes;
use tablestakes_reference::history::Step;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::table::{Key, Operation, WriteMode};

/// An odd first octet: the rest is a body with the boundary `b` around parts and `c` around changes. An even one: the rest
/// decides operations, and where the body that the harness makes of them is damaged.
pub fn run(octets: &[u8]) {
    match octets.split_first() {
        Some((first, rest)) if first & 1 == 1 => {
            let headers = [("content-type", "multipart/mixed; boundary=b"), ("x-ms-version", "2019-02-02")];
            attempt(Request {
                method: "POST".to_owned(),
                target: "/devstoreaccount1/$batch".to_owned(),
                headers: Headers::from_iter(headers),
                body: Bytes::copy_from_slice(rest),
            });
        }
        Some((_, rest)) => {
            let _ = written(&mut Unstructured::new(rest)).map(attempt);
        }
        None => {}
    }
}

fn written(u: &mut Unstructured<'_>) -> Result<Request> {
    let partition = part(u)?;
    let mut operations = Vec::new();
    for _ in 0..u.int_in_range(1..=6)? {
        let key = Key::new(partition.clone(), part(u)?);
        let table = "tab".to_owned();
        let if_match = if u.arbitrary()? { Some("*".to_owned()) } else { None };
        operations.push(match u.int_in_range(0..=3)? {
            0 => Operation::InsertEntity { table, entity: body(&key, &properties(u)?), prefer: None },
            1 => Operation::DeleteEntity { table, key, if_match: Some("*".to_owned()) },
            kind => {
                let mode = if kind == 2 { WriteMode::Replace } else { WriteMode::Merge };
                Operation::WriteEntity { table, entity: body(&key, &properties(u)?), key, mode, if_match }
            }
        });
    }
    let mut request = request(&Step::from(Operation::Batch { operations }), Axes::default());
    let mut body = request.body.to_vec();
    for _ in 0..u.int_in_range(0..=3)? {
        let at = u.int_in_range(0..=body.len().saturating_sub(1))?;
        let end = (at + u.int_in_range(0..=4)?).min(body.len());
        body.splice(at..end, <Vec<u8>>::arbitrary(u)?.into_iter().take(8));
    }
    request.body = Bytes::from(body);
    Ok(request)
}

fn attempt(request: Request) {
    let mut service = Service::trusting();
    let there = br#"{"PartitionKey":"a","RowKey":"a","a":1}"#;
    service.send("POST", "/tab", &[("content-type", "application/json"), ("x-ms-version", "2019-02-02")], there);
    let before = service.everything();
    let response = service.ask(&request);
    let changed = service.everything() != before;
    match Reading::of(&response) {
        Reading::Parts(parts) => {
            assert!(response.status == 202 && parts.len() <= 100, "{} parts", parts.len());
            for part in &parts {
                assert!(!matches!(Reading::of(part), Reading::Malformed(_)), "{part:?}");
            }
            assert!(!changed || parts.iter().all(|part| part.status < 400), "refused, and yet done: {parts:?}");
        }
        Reading::Malformed(why) => panic!("{why}"),
        _ => assert!(response.status >= 400 && !changed, "{} without parts", response.status),
    }
}
