//! A queue service that does some requests otherwise, for no reason that a rule tells: the oracle takes over what can be seen of
//! that, and the rest of the history is judged.

use super::adopted::{differs_alone, is_odd, odd, unsuspecting};
use super::{Alter, Altered, beside, says};
use crate::history::Replayed;
use crate::judge::{MismatchKind, Verdict};
use tablestakes_reference::auth::Identity;
use tablestakes_reference::history::{History, Step};
use tablestakes_reference::http::{Request, Response};
use tablestakes_reference::queue::{Ask, QueueService};
use tablestakes_reference::rules::id;
use tablestakes_reference::{DateTime, IdSource, ServiceName, Settings};

/// What the service answers to a request for something else.
fn instead(
    target: &str,
    queues: &mut QueueService,
    request: &Request,
    now: DateTime,
    ids: &mut dyn IdSource,
) -> Response {
    queues.handle(&Request { target: target.to_owned(), ..request.clone() }, now, ids).response
}

fn queue() -> String {
    "${queue}".to_owned()
}

fn put(text: &str, visibility: Option<&str>, time_to_live: Option<&str>) -> Ask {
    let (visibility, time_to_live) = (visibility.map(str::to_owned), time_to_live.map(str::to_owned));
    Ask::PutMessage { queue: queue(), text: text.to_owned(), visibility, time_to_live }
}

fn peek() -> Step {
    Ask::PeekMessages { queue: queue(), count: Some("32".to_owned()) }.into()
}

fn get() -> Step {
    Ask::GetMessages { queue: queue(), count: Some("32".to_owned()), visibility: Some("60".to_owned()) }.into()
}

fn metadata() -> Step {
    Ask::GetMetadata { queue: queue() }.into()
}

fn delete(message: usize, receipt: &str) -> Ask {
    Ask::DeleteMessage { queue: queue(), message: format!("${{message:{message}}}"), receipt: Some(receipt.to_owned()) }
}

async fn replayed(alter: Alter<QueueService>, steps: Vec<Step>) -> Replayed {
    let settings = Settings { identity: Identity::Trusted, ..Settings::default() };
    let replayer = beside(ServiceName::Queue, Altered { service: QueueService::new(settings), alter }).await;
    let rules = vec![id::QUEUE_MESSAGES_DELETE];
    let history =
        History { rules, service: ServiceName::Queue, fixtures: 1, steps, branches: Vec::new(), versions: false };
    unsuspecting(replayer, &history).await
}

/// Puts a message although it should live no time at all.
fn lives_all_the_same(queues: &mut QueueService, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Response {
    let target = request.target.replace("messagettl=0", "messagettl=900");
    if is_odd(request) {
        instead(&target, queues, request, now, ids)
    } else {
        queues.handle(request, now, ids).response
    }
}

#[tokio::test]
async fn a_message_that_was_put_is_seen() {
    let short = |text| put(text, None, Some("0"));
    let steps = vec![
        put("a", None, None).into(),
        short("b").into(),
        odd(short("c")),
        peek(),
        metadata(),
        delete(0, "${receipt:0}").into(),
        get(),
        delete(6, "${receipt:6}").into(),
        metadata(),
    ];
    let replayed = replayed(lives_all_the_same, steps).await;
    differs_alone(&replayed, 2, 9, MismatchKind::AcceptedInvalid);
}

#[tokio::test]
async fn a_message_that_is_invisible_for_nobody_knows_how_long_is_not_taken_over() {
    let careless: Alter<QueueService> = |queues, request, now, ids| {
        let target = request.target.replace("visibilitytimeout=-2", "visibilitytimeout=600");
        if is_odd(request) {
            instead(&target, queues, request, now, ids)
        } else {
            queues.handle(request, now, ids).response
        }
    };
    let steps = vec![
        put("a", Some("-2"), None).into(),
        put("b", None, None).into(),
        odd(put("c", Some("-2"), None)),
        metadata(),
    ];
    let replayed = replayed(careless, steps).await;
    assert_eq!(replayed.steps.len(), 3, "nobody knows when it becomes visible: {:#?}", replayed.steps.last());
}

#[tokio::test]
async fn a_message_that_was_deleted_without_its_receipt_is_gone() {
    let careless: Alter<QueueService> = |queues, request, now, ids| match is_odd(request) {
        true => {
            let path = request.target.split("/messages").next().unwrap_or_default();
            instead(&format!("{path}/messages"), queues, request, now, ids);
            says(204, &[], "").unwrap()
        }
        false => queues.handle(request, now, ids).response,
    };
    let stale = || delete(0, "${receipt:0}");
    let steps = vec![put("a", None, None).into(), get(), stale().into(), odd(stale()), metadata(), peek()];
    let replayed = replayed(careless, steps).await;
    differs_alone(&replayed, 3, 6, MismatchKind::AcceptedInvalid);
}

#[tokio::test]
async fn what_failed_was_done_or_not() {
    let done: Alter<QueueService> = |queues, request, now, ids| {
        let response = queues.handle(request, now, ids).response;
        if is_odd(request) { says(500, &[], "").unwrap() } else { response }
    };
    let not_done: Alter<QueueService> = |queues, request, now, ids| match is_odd(request) {
        true => says(500, &[], "").unwrap(),
        false => queues.handle(request, now, ids).response,
    };
    for alter in [done, not_done] {
        let steps = vec![put("a", None, None).into(), odd(put("b", None, None)), peek(), metadata(), get(), metadata()];
        let replayed = replayed(alter, steps).await;
        let differ: Vec<bool> = replayed.steps.iter().map(|step| step.verdict != Verdict::Allowed).collect();
        assert_eq!(differ, [false, true, false, false, false, false], "{:#?}", replayed.steps);
    }
}

#[tokio::test]
async fn what_cannot_be_seen_is_not_taken_over() {
    // Puts a message that it should refuse, and loses one that nobody can see.
    let forgetful: Alter<QueueService> = |queues, request, now, ids| {
        if is_odd(request) {
            let path = request.target.split('?').next().unwrap_or_default();
            let clear = Request { method: "DELETE".into(), target: path.to_owned(), ..request.clone() };
            queues.handle(&clear, now, ids);
        }
        lives_all_the_same(queues, request, now, ids)
    };
    let short = |text| put(text, None, Some("0"));
    let steps = vec![put("a", Some("600"), None).into(), short("b").into(), odd(short("c")), peek()];
    let replayed = replayed(forgetful, steps).await;
    assert_eq!(replayed.steps.len(), 3, "{:#?}", replayed.steps.last());
}
