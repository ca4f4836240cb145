//! The documents of the blob service, on both sides: any octets are read as lists of blocks, tags, policies, properties and batches
//! by the reference, and as an answer by the harness; what the reference takes it tells again, and takes what it tells as the same.

use super::asked::{Asked, CONTAINER, request};
use super::service::now;
use bytes::Bytes;
use tablestakes::judge::BlobReading;
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, BlobService, Operation};
use tablestakes_reference::history::{Content, Wire};
use tablestakes_reference::http::{Headers, Request, Response};

/// A version that has all of these documents.
const VERSION: Version = Version::V2020_12_06;
/// The boundary that batches are said to have.
const BOUNDARY: &str = "b";

/// The first octet decides what the rest is.
pub fn run(octets: &[u8]) {
    let Some((first, rest)) = octets.split_first() else { return };
    let on_blob = |operation| Ask::on_blob(operation, CONTAINER, "a");
    let on_container = |operation| Ask::on_container(operation, CONTAINER);
    match first % 6 {
        0 => block_list(rest),
        1 => again(on_blob(Operation::SetBlobTags), on_blob(Operation::GetBlobTags), rest),
        2 => again(on_container(Operation::SetContainerAcl), on_container(Operation::GetContainerAcl), rest),
        3 => {
            let service = Ask::new(Operation::GetServiceProperties);
            again(Ask::new(Operation::SetServiceProperties), service, rest);
        }
        4 => batch(rest),
        _ => as_answer(rest),
    }
}

/// A service with a blob `a` of two blocks, and a third block that was put since.
fn service() -> Asked<BlobService> {
    let mut service = Asked::blobs(VERSION, now());
    let list = "<BlockList><Latest>MQ==</Latest><Latest>Mg==</Latest></BlockList>";
    put_block("MQ==", &mut service);
    put_block("Mg==", &mut service);
    let commit = Ask { body: Content::text(list), ..Ask::on_blob(Operation::PutBlockList, CONTAINER, "a") };
    assert_eq!(service.ask(commit, now()).response.status, 201);
    put_block("Mw==", &mut service);
    service
}

fn put_block(id: &str, service: &mut Asked<BlobService>) {
    let block = Ask {
        options: vec![("blockid".to_owned(), id.to_owned())],
        body: Content::text(id),
        ..Ask::on_blob(Operation::PutBlock, CONTAINER, "a")
    };
    assert_eq!(service.ask(block, now()).response.status, 201);
}

fn asked(ask: Ask, service: &mut Asked<BlobService>) -> (Response, BlobReading) {
    let request = request(ask, VERSION, Wire::default());
    let answer = service.send(&request, now()).response;
    assert!((200..500).contains(&answer.status), "{}", answer.status);
    let read = BlobReading::of(&request, &answer);
    assert!(!matches!(read, BlobReading::Malformed(_)), "{read:?} in {answer:?}");
    (answer, read)
}

fn carrying(ask: Ask, octets: &[u8]) -> Ask {
    Ask { body: Content::Octets { octets: octets.to_vec() }, ..ask }
}

/// Sets something, and sets it to what is then told of it.
fn again(set: Ask, get: Ask, octets: &[u8]) {
    let mut service = service();
    let (answer, _) = asked(carrying(set.clone(), octets), &mut service);
    let (told, before) = asked(get.clone(), &mut service);
    if answer.status >= 300 {
        return;
    }
    let (answer, read) = asked(carrying(set, &told.body), &mut service);
    assert!(answer.status < 300, "{} is refused: {read:?}", String::from_utf8_lossy(&told.body));
    let (_, after) = asked(get, &mut service);
    assert_eq!(after, before, "{}", String::from_utf8_lossy(&told.body));
}

/// Commits blocks: as many are told, and the content is theirs.
fn block_list(octets: &[u8]) {
    let mut service = service();
    let commit = Ask::on_blob(Operation::PutBlockList, CONTAINER, "a");
    let (answer, _) = asked(carrying(commit, octets), &mut service);
    let list = Ask {
        options: vec![("blocklisttype".to_owned(), "committed".to_owned())],
        ..Ask::on_blob(Operation::GetBlockList, CONTAINER, "a")
    };
    let (_, read) = asked(list, &mut service);
    let BlobReading::Lines(lines) = read else { panic!("{read:?}") };
    let ids: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("BlockList/CommittedBlocks/Block/Name=")).collect();
    if answer.status >= 300 {
        assert_eq!(ids, ["MQ==", "Mg=="], "it was refused");
    }
    let (_, content) = asked(Ask::on_blob(Operation::GetBlob, CONTAINER, "a"), &mut service);
    // The content of each block is its id.
    assert_eq!(content, BlobReading::Content(Bytes::from(ids.concat())));
}

fn batch(octets: &[u8]) {
    let mut service = service();
    let batch = Ask {
        headers: vec![("Content-Type".to_owned(), format!("multipart/mixed; boundary={BOUNDARY}"))],
        ..Ask::new(Operation::Batch)
    };
    let (answer, read) = asked(carrying(batch, octets), &mut service);
    assert!(answer.status >= 400 || matches!(read, BlobReading::Answers(_)), "{read:?}");
}

/// What the harness reads of an answer takes no more room than the answer, but for references to characters.
fn as_answer(body: &[u8]) {
    let headers = Headers::from_iter([("content-type", "application/xml")]);
    let answer = Response { status: 200, headers, body: Bytes::copy_from_slice(body) };
    let target = "/devstoreaccount1/container?restype=container&comp=list".to_owned();
    let asked = Request { method: "GET".to_owned(), target, headers: Headers::new(), body: Bytes::new() };
    if let BlobReading::Names(names, next) = BlobReading::of(&asked, &answer) {
        let held = names.iter().map(String::len).sum::<usize>() + next.map_or(0, |next| next.len());
        assert!(held <= body.len(), "{held} octets in {}", body.len());
    }
}
