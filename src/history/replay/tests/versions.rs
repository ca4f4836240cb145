//! Replaying on a service that keeps versions of blobs: what the oracle beside it is told, and ids that agree with nothing.

use super::{Alter, Altered, beside};
use crate::history::Replayed;
use crate::history::replay::Replayer;
use crate::judge::Mismatch;
use bytes::Bytes;
use tablestakes_reference::blob::{Ask, BlobService, Operation};
use tablestakes_reference::history::{Content, History, Step, Wire};
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::{ServiceName, Settings, Version};

/// The id of no version that was ever told.
const OTHER: &str = "2001-01-01T00:00:00.0000000Z";

async fn replayer(alter: Alter<BlobService>) -> Replayer {
    let settings = Settings { versioning: true, ..Settings::default() };
    beside(ServiceName::Blob, Altered { service: BlobService::new(settings), alter }).await
}

async fn faithful() -> Replayer {
    replayer(|service, request, now, ids| service.handle(request, now, ids).response).await
}

fn step(ask: Ask) -> Step {
    Step::from(ask).written(Wire { version: Some(Version::V2019_12_12), ..Wire::default() })
}

fn on(operation: Operation) -> Ask {
    Ask::on_blob(operation, "${container}", "b")
}

fn put() -> Step {
    let headers = vec![("x-ms-blob-type".to_owned(), "BlockBlob".to_owned())];
    step(Ask { headers, body: Content::Text { text: "1".to_owned() }, ..on(Operation::PutBlob) })
}

fn history(rule: RuleId, steps: Vec<Step>, versions: bool) -> History {
    History { steps, versions, ..History::on_one_container([rule]) }
}

fn rules(replayed: &Replayed) -> Vec<RuleId> {
    replayed.mismatches().map(|mismatch: &Mismatch| mismatch.rule).collect()
}

#[tokio::test]
async fn the_oracle_keeps_versions_where_the_target_is_known_to() {
    let deletion =
        |versions| history(id::BLOB_DELETE_PERMANENT, vec![put(), step(on(Operation::DeleteBlob))], versions);
    let replayer = faithful().await;
    let unheard = replayer.in_lockstep(&deletion(false)).await.unwrap();
    assert_eq!(rules(&unheard), [id::BLOB_DELETE_PERMANENT]);
    let of_suite = replayer.in_lockstep(&deletion(true)).await.unwrap();
    assert_eq!(rules(&of_suite), []);
    replayer.keep_versions();
    let heard = replayer.in_lockstep(&deletion(false)).await.unwrap();
    assert_eq!(rules(&heard), []);
    // What was kept tells of versions by itself.
    let again = faithful().await.rejudge(&deletion(false), &heard.steps, heard.prefix.clone()).unwrap();
    assert_eq!(rules(&again), []);
}

#[tokio::test]
async fn a_read_tells_the_id_that_the_write_told() {
    let reading = |operation| history(id::BLOB_VERSIONING_SHOWN, vec![put(), step(on(operation))], true);
    let odd = replayer(|service, request, now, ids| {
        let response = service.handle(request, now, ids).response;
        if request.method == "PUT" { response } else { telling_another(response) }
    });
    let replayed = odd.await.in_lockstep(&reading(Operation::GetBlobProperties)).await.unwrap();
    assert_eq!(rules(&replayed), [id::BLOB_VERSIONING_SHOWN]);
}

#[tokio::test]
async fn a_write_tells_an_id_that_none_told_before() {
    let writing = history(id::BLOB_VERSIONING_TOLD, vec![put(), put()], true);
    let odd = replayer(|service, request, now, ids| telling_another(service.handle(request, now, ids).response));
    let replayed = odd.await.in_lockstep(&writing).await.unwrap();
    assert_eq!(rules(&replayed), [id::BLOB_VERSIONING_TOLD]);
}

#[tokio::test]
async fn a_listing_tells_ids_that_writes_told() {
    let list = step(Ask::on_container(Operation::ListBlobs, "${container}"));
    let listing = history(id::BLOB_VERSIONING_LISTED_ID, vec![put(), list], true);
    let odd = replayer(|service, request, now, ids| {
        let response = service.handle(request, now, ids).response;
        let text = String::from_utf8_lossy(&response.body).into_owned();
        let told = text.split_once("<VersionId>").and_then(|(_, rest)| rest.split_once('<')).map(|(id, _)| id);
        let body = told.map_or(response.body.clone(), |id| Bytes::from(text.replace(id, OTHER)));
        Response { body, ..response }
    });
    let blamed = rules(&odd.await.in_lockstep(&listing).await.unwrap());
    assert!(!blamed.is_empty() && blamed.iter().all(|rule| *rule == id::BLOB_VERSIONING_LISTED_ID), "{blamed:?}");
}

/// The same answer with the id of another version, if it tells one.
fn telling_another(response: Response) -> Response {
    let tell = |(name, value): (&str, &str)| {
        let value = if name.eq_ignore_ascii_case("x-ms-version-id") { OTHER } else { value };
        (name.to_owned(), value.to_owned())
    };
    let headers = Headers::from_iter(response.headers.iter().map(tell));
    Response { headers, ..response }
}
