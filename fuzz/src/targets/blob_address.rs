//! Request targets of the blob service: any request is answered; and a blob of any name that the harness writes into an address is
//! read by every other way to write it, and listed under its name.

use super::asked::{Asked, CONTAINER, request};
use super::service::now;
use super::vocabulary::text;
use bytes::Bytes;
use tablestakes::judge::BlobReading;
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, BlobService, Operation};
use tablestakes_reference::history::{Content, KeyEncoding, Wire};
use tablestakes_reference::http::{Headers, Request};

const METHODS: [&str; 8] = ["GET", "PUT", "HEAD", "DELETE", "POST", "OPTIONS", "MERGE", ""];
/// The ways to write a name. What stands in an address as it is, is read as it is.
const WAYS: [KeyEncoding; 4] =
    [KeyEncoding::Standard, KeyEncoding::Minimal, KeyEncoding::LowerHex, KeyEncoding::Everything];
/// The longest name, in UTF-16 code units.
const LONGEST: usize = 1024;

/// The first octet decides a method and a way to write; the rest is a request target, and the name of a blob.
pub fn run(octets: &[u8]) {
    let Some((first, rest)) = octets.split_first() else { return };
    let rest = text(rest);
    let mut service = Asked::blobs(Version::DEFAULT, now());
    let target = format!("/devstoreaccount1/{CONTAINER}/{rest}");
    for target in [rest.to_string(), target] {
        let method = METHODS[usize::from(*first) % METHODS.len()].to_owned();
        let headers = Headers::from_iter([("x-ms-version", "2019-02-02"), ("x-ms-blob-type", "BlockBlob")]);
        let asked = Request { method, target, headers, body: Bytes::new() };
        let answer = service.send(&asked, now()).response;
        assert!((200..500).contains(&answer.status), "{}: {}", asked.target, answer.status);
        let read = BlobReading::of(&asked, &answer);
        assert!(!matches!(read, BlobReading::Malformed(_)), "{}: {read:?}", asked.target);
    }
    // A backslash is a slash to the service, and control characters are refused before it.
    let is_name = !rest.is_empty() && !rest.contains(|c: char| c == '\\' || c.is_control());
    if is_name && rest.encode_utf16().count() <= LONGEST {
        named(&rest, WAYS[usize::from(*first) / METHODS.len() % WAYS.len()]);
    }
}

fn named(name: &str, way: KeyEncoding) {
    let mut service = Asked::blobs(Version::DEFAULT, now());
    let on_blob = |operation, way| {
        let ask = Ask { body: Content::None, ..Ask::on_blob(operation, CONTAINER, name) };
        (ask, Wire { keys: way, ..Wire::default() })
    };
    let (put, wire) = on_blob(Operation::PutBlob, way);
    let headers = vec![("x-ms-blob-type".to_owned(), "BlockBlob".to_owned())];
    let put = Ask { headers, body: Content::text("content"), ..put };
    let put = service.send(&request(put, Version::DEFAULT, wire), now());
    assert_eq!(put.response.status, 201, "{name:?}");
    for way in WAYS {
        let (get, wire) = on_blob(Operation::GetBlob, way);
        let get = request(get, Version::DEFAULT, wire);
        let answer = service.send(&get, now()).response;
        let read = BlobReading::of(&get, &answer);
        assert_eq!(read, BlobReading::Content(Bytes::from_static(b"content")), "{name:?} as {}", get.target);
    }
    listed(name, &mut service);
}

/// Whether a name may stand in XML, and is read from it as it was: white space around it may be that of the document.
fn stands_in_xml(name: &str) -> bool {
    !name.contains(|c| ('\u{fffe}'..='\u{ffff}').contains(&c)) && name.trim() == name
}

fn listed(name: &str, service: &mut Asked<BlobService>) {
    if !stands_in_xml(name) {
        return;
    }
    let list = request(Ask::on_container(Operation::ListBlobs, CONTAINER), Version::DEFAULT, Wire::default());
    let answer = service.send(&list, now()).response;
    let BlobReading::Names(names, next) = BlobReading::of(&list, &answer) else { panic!("{answer:?}") };
    assert_eq!((names.as_slice(), next.unwrap_or_default().as_str()), (&[name.to_owned()][..], ""));
}
