//! Replaying on a service that answers some requests in a way of its own, beside the real oracle.

use super::{Altered, beside, says};
use crate::history::Replayed;
use crate::judge::{Mismatch, MismatchKind};
use bytes::Bytes;
use serde_json::json;
use tablestakes_reference::history::{Call, History, Step, Wire};
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::queue::{Ask, QueueService};
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::{ServiceName, Settings};

type Alter = super::Alter<QueueService>;

async fn replayed(alter: Alter, rule: RuleId, asks: Vec<Ask>) -> Replayed {
    replayed_steps(alter, rule, asks.into_iter().map(|ask| Step::from(Call::Queue { ask })).collect()).await
}

async fn replayed_steps(alter: Alter, rule: RuleId, steps: Vec<Step>) -> Replayed {
    let service = ServiceName::Queue;
    let history = History { rules: vec![rule], service, fixtures: 1, steps, branches: Vec::new(), versions: false };
    let altered = Altered { service: QueueService::new(Settings::default()), alter };
    beside(service, altered).await.in_lockstep(&history).await.unwrap()
}

fn queue() -> String {
    "${queue}".to_owned()
}

fn put(text: &str, visibility: Option<&str>) -> Ask {
    let visibility = visibility.map(str::to_owned);
    Ask::PutMessage { queue: queue(), text: text.to_owned(), visibility, time_to_live: None }
}

fn peek(count: &str) -> Ask {
    Ask::PeekMessages { queue: queue(), count: Some(count.to_owned()) }
}

#[tokio::test]
async fn what_a_later_step_keeps_is_not_broken_throughout() {
    // Says nothing of why it refuses with 400, and all else as it should be.
    let curt: Alter = |queues, request, now, ids| {
        let response = queues.handle(request, now, ids).response;
        let body = if response.status == 400 { Bytes::new() } else { response.body.clone() };
        Response { body, ..response }
    };
    let absent = Ask::GetMetadata { queue: "${queue}-absent".to_owned() };
    let replayed = replayed(curt, id::QUEUE_ERRORS_BODY, vec![peek("0"), peek("0"), absent]).await;
    let differ: Vec<bool> = replayed.steps.iter().map(|step| !step.mismatches().is_empty()).collect();
    assert_eq!(differ, [true, true, false], "{:#?}", replayed.steps);
    assert!(replayed.explained.is_empty(), "{:?}", replayed.explained);
    let lacks = |mismatch: &Mismatch| (mismatch.rule, mismatch.actual.as_str()) == (id::QUEUE_ERRORS_BODY, "no body");
    assert!(replayed.mismatches().all(lacks));
}

#[tokio::test]
async fn what_is_refused_in_one_wrong_way_is_not_granted_between() {
    // Takes what is signed wrongly for what lacks a permission.
    let strict: Alter = |queues, request, now, ids| {
        let response = queues.handle(request, now, ids).response;
        let says = |text: &str| text.replace("AuthenticationFailed", "AuthorizationPermissionMismatch");
        let headers = response.headers.iter().map(|(name, value)| (name.to_owned(), says(value))).collect();
        match response.status {
            403 => Response { headers, body: says(std::str::from_utf8(&response.body).unwrap()).into(), ..response },
            _ => response,
        }
    };
    let forged = |ask: Ask, permissions: &str| {
        let scope = json!({ "kind": "account", "services": "q", "resource_types": "sco" });
        let sas = json!({ "scope": scope, "permissions": permissions, "expires": 3600, "forged": true });
        let wire: Wire = serde_json::from_value(json!({ "auth": { "scheme": "sas", "sas": sas } })).unwrap();
        Step::from(ask).written(wire)
    };
    let rule = id::QUEUE_SAS_SIGNATURE;
    let steps = vec![forged(put("a", None), "l"), forged(put("b", None), "rwdlacup"), Step::from(peek("1"))];
    let replayed = replayed_steps(strict, rule, steps).await;
    let of_rule = replayed.mismatches().filter(|mismatch| mismatch.rule == rule);
    let told: Vec<MismatchKind> = of_rule.map(|mismatch| mismatch.kind).collect();
    assert_eq!(told, [MismatchKind::ErrorCode; 2], "{:#?}", replayed.steps);
    assert!(!replayed.explained.contains(&rule), "{:?}", replayed.explained);
}

#[tokio::test]
async fn a_history_goes_on_behind_a_write_that_is_refused() {
    // Knows nothing of messages that are invisible at first.
    let plain: Alter = |queues, request, now, ids| match request.target.contains("visibilitytimeout") {
        true => Response { status: 409, headers: Headers::new(), body: Bytes::new() },
        false => queues.handle(request, now, ids).response,
    };
    let asks = vec![put("a", Some("0")), put("b", None), peek("32"), put("c", Some("0")), peek("0")];
    let replayed = replayed(plain, id::QUEUE_MESSAGES_COUNT_RANGE, asks).await;
    let kinds: Vec<Option<MismatchKind>> =
        replayed.steps.iter().map(|step| step.mismatches().first().map(|mismatch| mismatch.kind)).collect();
    let refused = Some(MismatchKind::RefusedValid);
    assert_eq!(kinds, [refused, None, None, refused, None], "{:#?}", replayed.steps);
    assert!(replayed.unasked.is_empty(), "{:?}", replayed.unasked);
}

#[tokio::test]
async fn what_is_to_be_granted_is_refused_with_any_code() {
    let own: Alter = |queues, request, now, ids| {
        let none: &[u8] = b"<MessageText></MessageText>";
        match request.body.windows(none.len()).any(|octets| octets == none) {
            true => says(400, &[("x-ms-error-code", "NothingToSay")], "").unwrap(),
            false => queues.handle(request, now, ids).response,
        }
    };
    let replayed = replayed(own, id::QUEUE_MESSAGES_TEXT_EMPTY, vec![put("", None), put("a", None), peek("1")]).await;
    let told: Vec<_> = replayed.mismatches().map(|mismatch| (mismatch.rule, mismatch.kind)).collect();
    assert_eq!(told, [(id::QUEUE_MESSAGES_TEXT_EMPTY, MismatchKind::RefusedValid)]);
    assert_eq!(replayed.explained, [id::QUEUE_MESSAGES_TEXT_EMPTY]);
}

#[tokio::test]
async fn how_a_marker_is_written_does_not_tell_that_a_page_was_to_be_longer() {
    // Numbers its pages.
    let numbering: Alter = |queues, request, now, ids| {
        let response = queues.handle(request, now, ids).response;
        let text = String::from_utf8_lossy(&response.body).into_owned();
        match text.split_once("<NextMarker>").and_then(|(page, rest)| Some((page, rest.split_once("</NextMarker>")?.1)))
        {
            Some((page, rest)) => {
                Response { body: format!("{page}<NextMarker>7</NextMarker>{rest}").into(), ..response }
            }
            None => response,
        }
    };
    let create = |end: &str| Ask::CreateQueue { queue: format!("${{queue}}-{end}"), metadata: Vec::new() };
    let page = |marker: Option<&str>| Ask::ListQueues {
        prefix: Some("${queue}-".to_owned()),
        marker: marker.map(str::to_owned),
        max_results: Some("1".to_owned()),
        metadata: false,
    };
    let asks = vec![create("a"), create("b"), page(None), page(Some("${marker:2}"))];
    let replayed = replayed(numbering, id::QUEUE_LISTING_MARKER, asks).await;
    assert!(!replayed.explained.contains(&id::QUEUE_LISTING_MAX_RESULTS), "{:#?}", replayed.steps);
    assert!(replayed.steps.iter().all(|step| !step.exchanges.is_empty()), "the second page was asked for");
}
