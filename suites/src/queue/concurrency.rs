//! Several clients on one queue. Messages that are got are invisible for half a minute, so that nothing has to be waited for: what
//! is to be returned again is made visible by an update.

use super::steps::{delete, get_one, peek, put, update};
use crate::check::{Check, Suite};
use crate::define::{Script, generated, side_by_side};
use crate::steps::StepExt as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::{Ending, Fault, Step};

const SUITE: Suite = Suite::Concurrency;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        generated!(
            QueueConcurrency,
            "queue.concurrency.receivers",
            "Several clients get messages from one queue",
            "Visible messages are looked for before they are made invisible.",
            [QUEUE_CONCURRENCY_ONE_RECEIVER, QUEUE_CONCURRENCY_COUNT_BY_ONE, QUEUE_CONCURRENCY_NOTHING_LOST],
            receiving()
        ),
        generated!(
            QueueConcurrency,
            "queue.concurrency.workers",
            "Clients get messages and delete them while others look",
            "A cache of messages is filled before the deletion reaches it.",
            [QUEUE_CONCURRENCY_STAYS_DELETED, QUEUE_CONCURRENCY_ONE_RECEIVER],
            working()
        ),
        generated!(
            QueueConcurrency,
            "queue.concurrency.senders",
            "Several clients put messages into one queue",
            "The list of messages is read, added to and written back.",
            [QUEUE_CONCURRENCY_NOTHING_LOST, QUEUE_CONCURRENCY_PUT_ONCE],
            sending()
        ),
        generated!(
            QueueConcurrency,
            "queue.concurrency.one-receipt",
            "Several clients update and delete a message by one receipt",
            "A receipt is compared before the lock is taken under which the message changes.",
            [QUEUE_CONCURRENCY_ONE_WINNER],
            competing()
        ),
        generated!(
            QueueConcurrency,
            "queue.concurrency.returned-again",
            "Messages that one client makes visible again are got by others",
            "DequeueCount is read before and written after the message is handed out.",
            [QUEUE_CONCURRENCY_COUNT_BY_ONE, QUEUE_CONCURRENCY_ONE_RECEIVER],
            releasing()
        ),
    ]
}

/// The checks of what may happen to requests and answers on their way.
pub(super) fn faults() -> Vec<Check> {
    const SUITE: Suite = Suite::Faults;
    vec![generated!(
        QueueConcurrency,
        "queue.faults.workers",
        "Puts, gets and deletions whose connections end, sent again",
        "What is done for a client that went away is done in part, or twice.",
        [
            QUEUE_CONCURRENCY_NOTHING_LOST,
            QUEUE_CONCURRENCY_PUT_ONCE,
            QUEUE_CONCURRENCY_STAYS_DELETED,
            QUEUE_CONCURRENCY_ONE_RECEIVER
        ],
        disturbed()
    )]
}

/// Messages `a0` to `aN`.
fn messages(count: usize) -> Vec<Step> {
    (0..count).map(|number| put(format!("a{number}")).into()).collect()
}

fn receiving() -> BoxedStrategy<Script> {
    (2_usize..6, 2_usize..5, 2_usize..4)
        .prop_map(|(count, clients, each)| {
            let branch = || (0..each).map(|_| Step::from(get_one())).collect();
            side_by_side(messages(count), (0..clients).map(|_| branch()).collect())
        })
        .boxed()
}

fn working() -> BoxedStrategy<Script> {
    (2_usize..5, 1_usize..3, 2_usize..8)
        .prop_map(|(count, workers, looks)| {
            let before = messages(count);
            let mut at = before.len();
            let mut branches = Vec::new();
            for _ in 0..workers {
                let mut branch = Vec::new();
                for _ in 0..2 {
                    branch.push(Step::from(get_one()));
                    branch.push(delete(at, at).into());
                    at += 2;
                }
                branches.push(branch);
            }
            branches.push((0..looks).map(|_| Step::from(peek())).collect());
            side_by_side(before, branches)
        })
        .boxed()
}

fn sending() -> BoxedStrategy<Script> {
    (2_usize..5, 2_usize..5)
        .prop_map(|(clients, each)| {
            let branch = |client: usize| (0..each).map(|number| put(format!("c{client}-{number}")).into()).collect();
            side_by_side(Vec::new(), (0..clients).map(branch).collect())
        })
        .boxed()
}

fn competing() -> BoxedStrategy<Script> {
    let deed = || select(vec![true, false]);
    vec(deed(), 2..5)
        .prop_map(|deletes| {
            let before = vec![put("a").into(), get_one().into()];
            let branch = |deletes: bool| {
                let step: Step = if deletes { delete(1, 1).into() } else { update(1, 1, 30, None).into() };
                vec![step]
            };
            side_by_side(before, deletes.into_iter().map(branch).collect())
        })
        .boxed()
}

fn releasing() -> BoxedStrategy<Script> {
    (2_usize..4, 2_usize..5)
        .prop_map(|(clients, each)| {
            let before = messages(1);
            let mut at = before.len();
            let mut branches = Vec::new();
            for _ in 0..clients {
                let mut branch = Vec::new();
                for _ in 0..each {
                    branch.push(Step::from(get_one()));
                    branch.push(update(at, at, 0, None).into());
                    at += 2;
                }
                branches.push(branch);
            }
            side_by_side(before, branches)
        })
        .boxed()
}

fn fault() -> BoxedStrategy<Option<Fault>> {
    let ending = || select(vec![Ending::Closed, Ending::Reset]);
    let fault = prop_oneof![
        2 => (0_u16..1000, ending()).prop_map(|(at, ending)| Fault::CutRequest { at, ending }),
        3 => (0_u16..5, ending()).prop_map(|(milliseconds, ending)| Fault::CutBeforeAnswer { milliseconds, ending }),
        2 => (0_u32..200, ending()).prop_map(|(after, ending)| Fault::CutAnswer { after, ending }),
        1 => Just(Fault::Twice),
    ];
    proptest::option::weighted(0.5, fault).boxed()
}

/// A client that puts, gets and deletes, and sends a put again that was disturbed: it cannot know whether it is there.
fn disturbed() -> BoxedStrategy<Script> {
    vec((fault(), fault(), fault()), 2..5)
        .prop_map(|rounds| {
            let mut steps: Vec<Step> = Vec::new();
            for (number, (of_put, of_get, of_delete)) in rounds.into_iter().enumerate() {
                let text = format!("a{number}");
                steps.push(put(text.clone()).befallen_by(of_put));
                if of_put.is_some() {
                    steps.push(put(text).into());
                }
                let at = steps.len();
                steps.push(get_one().befallen_by(of_get));
                steps.push(delete(at, at).befallen_by(of_delete));
                if of_delete.is_some() {
                    steps.push(delete(at, at).into());
                }
            }
            Script::from(steps)
        })
        .boxed()
}
