//! A blob service that does some requests otherwise, for no reason that a rule tells: the oracle takes over what was done, and the
//! rest of the history is judged.

use super::adopted::{ODD, differs_alone, is_odd, odd, unsuspecting};
use super::{Alter, Altered, beside, says};
use crate::history::Replayed;
use crate::history::replay::Replayer;
use crate::judge::{MismatchKind, Verdict};
use crate::target::Axes;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::blob::{Ask, BlobService, Operation};
use tablestakes_reference::history::{Content, History, Step};
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::id;
use tablestakes_reference::{DateTime, IdSource, ServiceName, Settings};

const LEASE: [&str; 2] = ["11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"];

/// What the service answers to a request without these headers.
fn without(
    names: &[&str],
    blobs: &mut BlobService,
    request: &Request,
    now: DateTime,
    ids: &mut dyn IdSource,
) -> Response {
    let headers = request.headers.iter().filter(|(name, _)| !names.contains(name));
    let headers = Headers::from_iter(headers.map(|(name, value)| (name.to_owned(), value.to_owned())));
    blobs.handle(&Request { headers, ..request.clone() }, now, ids).response
}

fn on(operation: Operation, headers: &[(&str, &str)]) -> Ask {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ask { headers, ..Ask::on_blob(operation, "${container}", "b") }
}

fn put(text: &str, headers: &[(&str, &str)]) -> Ask {
    let ask = on(Operation::PutBlob, headers);
    let kind = ("x-ms-blob-type".to_owned(), "BlockBlob".to_owned());
    Ask { headers: [vec![kind], ask.headers].concat(), body: Content::Text { text: text.to_owned() }, ..ask }
}

fn block(id: &str, text: &str) -> Ask {
    let options = vec![("blockid".to_owned(), id.to_owned())];
    Ask { options, body: Content::Text { text: text.to_owned() }, ..on(Operation::PutBlock, &[]) }
}

fn get() -> Step {
    on(Operation::GetBlob, &[]).into()
}

fn history(steps: Vec<Step>) -> History {
    let rules = vec![id::BLOB_PUT_REPLACES];
    History { rules, service: ServiceName::Blob, fixtures: 1, steps, branches: Vec::new(), versions: false }
}

async fn replayer(alter: Alter<BlobService>) -> Replayer {
    let settings = Settings { identity: Identity::Trusted, ..Settings::default() };
    beside(ServiceName::Blob, Altered { service: BlobService::new(settings), alter }).await
}

async fn replayed(alter: Alter<BlobService>, steps: Vec<Step>) -> Replayed {
    unsuspecting(replayer(alter).await, &history(steps)).await
}

#[tokio::test]
async fn what_was_written_against_a_condition_is_taken_over() {
    let careless: Alter<BlobService> = |blobs, request, now, ids| match is_odd(request) {
        true => without(&["if-match"], blobs, request, now, ids),
        false => blobs.handle(request, now, ids).response,
    };
    let wrong = [("if-match", "\"0x1\"")];
    let steps = vec![
        put("one", &[]).into(),
        put("other", &wrong).into(),
        odd(put("two", &[wrong[0], ("x-ms-meta-Name", "v"), ("x-ms-blob-content-language", "de")])),
        get(),
        on(Operation::GetBlobMetadata, &[]).into(),
        put("late", &[("if-match", "${etag:0}")]).into(),
        put("three", &[("if-match", "${etag:2}")]).into(),
        get(),
    ];
    let replayed = replayed(careless, steps).await;
    differs_alone(&replayed, 2, 8, MismatchKind::AcceptedInvalid);
}

#[tokio::test]
async fn what_was_refused_and_done_is_taken_over() {
    let halfway: Alter<BlobService> = |blobs, request, now, ids| {
        let response = blobs.handle(request, now, ids).response;
        if is_odd(request) { says(409, &[("x-ms-error-code", "Odd")], "").unwrap() } else { response }
    };
    let steps = vec![put("one", &[]).into(), odd(put("two", &[])), get(), put("three", &[]).into(), get()];
    let replayed = replayed(halfway, steps).await;
    differs_alone(&replayed, 1, 5, MismatchKind::RefusedValid);
}

#[tokio::test]
async fn what_failed_was_done_or_not() {
    let done: Alter<BlobService> = |blobs, request, now, ids| {
        let response = blobs.handle(request, now, ids).response;
        if is_odd(request) { says(500, &[], "").unwrap() } else { response }
    };
    let not_done: Alter<BlobService> = |blobs, request, now, ids| match is_odd(request) {
        true => says(500, &[], "").unwrap(),
        false => blobs.handle(request, now, ids).response,
    };
    let all = || vec![("blocklisttype".to_owned(), "all".to_owned())];
    let list = || Step::from(Ask { options: all(), ..on(Operation::GetBlockList, &[]) });
    for alter in [done, not_done] {
        let steps = vec![block("AAAA", "one").into(), odd(block("BBBB", "two")), list(), put("x", &[]).into(), get()];
        let replayed = replayed(alter, steps).await;
        assert_eq!(replayed.steps.len(), 5, "{:#?}", replayed.steps.last());
        let differ: Vec<bool> = replayed.steps.iter().map(|step| step.verdict != Verdict::Allowed).collect();
        assert_eq!(differ, [false, true, false, false, false], "{:#?}", replayed.steps);
    }
}

#[tokio::test]
async fn a_lease_that_was_taken_twice_is_the_second_one() {
    let careless: Alter<BlobService> = |blobs, request, now, ids| {
        if is_odd(request) {
            let headers = [("x-ms-lease-action", "break"), ("x-ms-lease-break-period", "0")];
            let ended = request.headers.iter().filter(|(name, _)| !name.starts_with("x-ms-lease"));
            let ended = ended.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let own = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let breaking = Request { headers: Headers::from_iter(ended.chain(own)), ..request.clone() };
            without(&[ODD], blobs, &breaking, now, ids);
        }
        blobs.handle(request, now, ids).response
    };
    let lease = |action: &str, more: &[(&str, &str)]| {
        on(Operation::LeaseBlob, &[&[("x-ms-lease-action", action)], more].concat())
    };
    let acquire = |id: usize| lease("acquire", &[("x-ms-lease-duration", "-1"), ("x-ms-proposed-lease-id", LEASE[id])]);
    let renew = |id: usize| lease("renew", &[("x-ms-lease-id", LEASE[id])]);
    let steps = vec![
        put("one", &[]).into(),
        acquire(0).into(),
        acquire(1).into(),
        odd(acquire(1)),
        renew(0).into(),
        renew(1).into(),
        put("two", &[("x-ms-lease-id", LEASE[1])]).into(),
        get(),
    ];
    let replayed = replayed(careless, steps).await;
    differs_alone(&replayed, 3, 8, MismatchKind::AcceptedInvalid);
}

#[tokio::test]
async fn an_etag_that_an_answer_lacks_is_read() {
    let silent: Alter<BlobService> = |blobs, request, now, ids| {
        let mut response = blobs.handle(request, now, ids).response;
        if is_odd(request) {
            response.headers.remove("etag");
        }
        response
    };
    let steps = vec![put("one", &[]).into(), odd(put("two", &[])), put("three", &[("if-match", "${etag:1}")]).into()];
    let replayed = replayed(silent, steps).await;
    assert_eq!(replayed.steps.len(), 3);
    assert_eq!(replayed.steps[2].verdict, Verdict::Allowed);
}

#[tokio::test]
async fn what_cannot_be_read_ends_the_history() {
    // Does what it should refuse, and nobody may look at it.
    let secretive: Alter<BlobService> = |blobs, request, now, ids| match (is_odd(request), request.method.as_str()) {
        (true, _) => without(&["if-match"], blobs, request, now, ids),
        (false, "HEAD") => says(501, &[], "").unwrap(),
        (false, _) => blobs.handle(request, now, ids).response,
    };
    let wrong = [("if-match", "\"0x1\"")];
    let steps = vec![put("one", &[]).into(), put("other", &wrong).into(), odd(put("two", &wrong)), get()];
    let replayed = replayed(secretive, steps).await;
    assert_eq!(replayed.steps.len(), 3, "{:#?}", replayed.steps);
}

#[tokio::test]
async fn what_was_left_undone_is_not_explained_by_what_has_nothing_to_do_with_it() {
    let failing: Alter<BlobService> = |blobs, request, now, ids| match is_odd(request) {
        true => says(500, &[], "").unwrap(),
        false => blobs.handle(request, now, ids).response,
    };
    let history = history(vec![put("one", &[]).into(), odd(put("two", &[])), get()]);
    let replayer = replayer(failing).await;
    let replayed = replayer.in_lockstep(&history).await.unwrap();
    let mismatch = replayed.mismatches().next().unwrap();
    let rules = [id::BLOB_HEADERS_VERSION_ECHO, id::BLOB_PUT_REPLACES, id::BLOB_WRITES_NEW_ETAG];
    let explained = replayer.explanations(Axes::default(), &history, &replayed, mismatch, &[], &rules);
    assert_eq!(explained, []);
}
