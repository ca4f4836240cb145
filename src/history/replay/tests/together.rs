//! Of a target that breaks two rules no other is blamed, where each of them hides the other from a look at one alone.

use super::{beside, scripted};
use std::collections::BTreeSet;
use tablestakes_reference::history::{Call, History};
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::{Broken, RuleId, id};
use tablestakes_reference::{ServiceName, Settings};

/// What the histories that try the first of these rules blame on a queue service that breaks both.
async fn blamed(first: RuleId, second: RuleId) -> BTreeSet<RuleId> {
    let settings = Settings { broken: Broken::none().and(first).and(second), ..Settings::default() };
    let replayer = beside(ServiceName::Queue, QueueService::new(settings)).await;
    let mut blamed = BTreeSet::new();
    // The clock of a served queue is the machine's.
    let waits = |history: &History| history.steps.iter().any(|step| matches!(step.call, Call::Wait { .. }));
    for history in scripted(ServiceName::Queue).filter(|history| history.rules.contains(&first) && !waits(history)) {
        let replayed = replayer.in_lockstep(&history).await.unwrap();
        blamed.extend(replayed.mismatches().map(|mismatch| mismatch.rule));
    }
    blamed
}

#[tokio::test]
async fn nothing_there_is_told_in_another_way_and_what_should_be_there_is_not() {
    let (first, second) = (id::QUEUE_VISIBILITY_RETURNS, id::QUEUE_MESSAGES_NONE);
    assert_eq!(blamed(first, second).await, BTreeSet::from([first, second]));
}

#[tokio::test]
async fn the_wrong_thing_is_told_first_and_with_another_code() {
    let (first, second) = (id::QUEUE_MESSAGES_BODY_FIRST, id::QUEUE_QUEUES_MISSING);
    assert_eq!(blamed(first, second).await, BTreeSet::from([first, second]));
}

#[tokio::test]
async fn times_that_can_be_read_are_not_made_up_for_by_some_that_cannot() {
    let (first, second) = (id::QUEUE_MESSAGES_TTL_DEFAULT, id::QUEUE_VISIBILITY_DEFAULT);
    assert_eq!(blamed(first, second).await, BTreeSet::from([first, second]));
}
