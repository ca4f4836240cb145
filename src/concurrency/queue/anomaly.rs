//! Anomalies of queues, each found in a pass over what was asked of one queue.

use super::event::{Asked, Event};
use crate::concurrency::proof::{Found, mismatch, shown_steps};
use crate::judge::MismatchKind;
use crate::judge::queue::Message;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tablestakes_reference::rules::id;

/// What lies so near to the end of a message's invisibility is left out.
const MARGIN: Duration = Duration::from_secs(2);

/// Looks for one anomaly; tells the step at which it came to light.
type Find = fn(&[Event], usize) -> Option<Found>;

/// What no queue may do, each with the step at which it came to light.
pub(super) fn find(events: &[Event], audit: usize) -> Vec<Found> {
    let finds: [Find; 7] = [stays_deleted, one_receiver, new_receipt, one_winner, put_once, nothing_lost, count_by_one];
    finds.into_iter().filter_map(|find| find(events, audit)).collect()
}

/// Every message that was got, with what got it.
fn deliveries(events: &[Event]) -> BTreeMap<&str, Vec<(&Event, &Message)>> {
    let mut by_id: BTreeMap<&str, Vec<(&Event, &Message)>> = BTreeMap::new();
    for event in events.iter().filter(|event| matches!(event.asked, Asked::Get { .. })) {
        for message in event.messages() {
            if let Some(id) = &message.id {
                by_id.entry(id).or_default().push((event, message));
            }
        }
    }
    by_id
}

/// How often a message may have been made visible again.
fn releases(events: &[Event], message: &str) -> usize {
    let releases = |event: &&Event| matches!(&event.asked, Asked::Update { id, .. } if id == message);
    events.iter().filter(releases).filter(|event| event.may_be_done()).map(|event| event.times).sum()
}

fn one_receiver(events: &[Event], _: usize) -> Option<Found> {
    deliveries(events).into_iter().find_map(|(id, got)| {
        let first = got.iter().map(|(event, _)| event.span.invoked).min()?;
        let invisible = got.iter().filter_map(|(event, _)| match event.asked {
            Asked::Get { invisible } => Some(invisible),
            _ => None,
        });
        let hidden_until = first + invisible.min()?.saturating_sub(MARGIN);
        let within = |(event, _): &&(&Event, &Message)| event.span.returned.is_some_and(|end| end < hidden_until);
        let count = got.iter().filter(within).count();
        let may_be = 1 + releases(events, id);
        let last = got.iter().map(|(event, _)| event.step).max()?;
        let expected = "a message that is returned to nobody else while it is invisible";
        let actual = format!("message {id} was returned {count} times, and became visible {may_be} times at most");
        let rule = id::QUEUE_CONCURRENCY_ONE_RECEIVER;
        (count > may_be).then(|| (last, mismatch(rule, MismatchKind::TwoWinners, expected, actual)))
    })
}

fn stays_deleted(events: &[Event], _: usize) -> Option<Found> {
    events.iter().filter(|event| event.is_done()).find_map(|event| {
        let Asked::Delete { id, .. } = &event.asked else { return None };
        let returns = |other: &&Event| {
            event.span.is_before(other.span) && other.messages().iter().any(|held| held.id.as_ref() == Some(id))
        };
        let again = events.iter().find(returns)?;
        let expected = "a message that is not returned once its deletion was answered";
        let actual = format!("message {id}, deleted in step {}, returned in step {}", event.step, again.step);
        let rule = id::QUEUE_CONCURRENCY_STAYS_DELETED;
        Some((again.step, mismatch(rule, MismatchKind::RowExtra, expected, actual)))
    })
}

/// The steps that gave each receipt of each message.
fn givers(events: &[Event]) -> BTreeMap<(&str, &str), Vec<&Event>> {
    let mut by_receipt: BTreeMap<_, Vec<&Event>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.is_done()) {
        for receipt in event.receipts() {
            by_receipt.entry(receipt).or_default().push(event);
        }
    }
    by_receipt
}

/// A receipt that is given again is as good as the one before, which was to be refused.
fn new_receipt(events: &[Event], _: usize) -> Option<Found> {
    let given = givers(events).into_values().find(|steps| steps.len() > 1)?;
    let last = given.iter().max_by_key(|event| event.step)?;
    let rule = match last.asked {
        Asked::Update { .. } => id::QUEUE_RECEIPTS_UPDATE_RENEWS,
        _ => id::QUEUE_RECEIPTS_GET_RENEWS,
    };
    let expected = "a receipt of its own for each that takes or updates the message";
    let actual = format!("{} told the same receipt", shown_steps(given.iter().map(|event| event.step)));
    Some((last.step, mismatch(rule, MismatchKind::PropertyValue, expected, actual)))
}

fn one_winner(events: &[Event], _: usize) -> Option<Found> {
    let givers = givers(events);
    let mut by_receipt: BTreeMap<(&str, &str), Vec<&Event>> = BTreeMap::new();
    let mut deleted: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.is_done()) {
        match &event.asked {
            Asked::Update { id, receipt } => by_receipt.entry((id, receipt)).or_default().push(event),
            Asked::Delete { id, receipt } => {
                by_receipt.entry((id, receipt)).or_default().push(event);
                deleted.entry(id).or_default().push(event);
            }
            _ => {}
        }
    }
    // Who was given what somebody else was given before used a receipt of their own.
    by_receipt.retain(|receipt, _| givers.get(receipt).is_none_or(|steps| steps.len() < 2));
    let mut several = by_receipt.into_values().chain(deleted.into_values()).filter(|events| events.len() > 1);
    let winners = several.next()?;
    let last = winners.iter().map(|event| event.step).max()?;
    let expected = "one success of all who use a receipt";
    let actual = format!("{} were all granted", shown_steps(winners.iter().map(|event| event.step)));
    Some((last, mismatch(id::QUEUE_CONCURRENCY_ONE_WINNER, MismatchKind::TwoWinners, expected, actual)))
}

fn put_once(events: &[Event], audit: usize) -> Option<Found> {
    let mut sent: BTreeMap<&str, usize> = BTreeMap::new();
    for event in events.iter().filter(|event| event.may_be_done()) {
        if let Asked::Put { text } = &event.asked {
            *sent.entry(text).or_default() += event.times;
        }
    }
    let mut ids: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
    for event in events {
        for message in event.messages() {
            let (Some(text), Some(id)) = (&message.text, &message.id) else { continue };
            let (ids, step) = ids.entry(text).or_default();
            ids.insert(id);
            *step = event.step;
        }
    }
    let rule = id::QUEUE_CONCURRENCY_PUT_ONCE;
    let expected = "a message as often as it was put";
    let twice = ids.iter().find_map(|(text, (ids, step))| {
        let times = *sent.get(text)?;
        let actual = format!("{} messages with the text {text:?}, which was put {times} times", ids.len());
        (ids.len() > times).then(|| (*step, mismatch(rule, MismatchKind::RowExtra, expected, actual)))
    });
    twice.or_else(|| {
        let deletions = events.iter().filter(|event| event.is_done() && matches!(event.asked, Asked::Delete { .. }));
        let most = sent.values().sum::<usize>().saturating_sub(deletions.count());
        let (step, count) = counted(events, audit)?;
        let actual = format!("{count} messages are counted, and there can be {most} at most");
        (count > most).then(|| (step, mismatch(rule, MismatchKind::RowExtra, expected, actual)))
    })
}

fn nothing_lost(events: &[Event], audit: usize) -> Option<Found> {
    if events.iter().any(|event| event.asked == Asked::Clear) {
        return None;
    }
    let put = events.iter().filter(|event| event.is_done() && matches!(event.asked, Asked::Put { .. })).count();
    let may_be_deleted: BTreeSet<&str> = events
        .iter()
        .filter(|event| event.may_be_done())
        .filter_map(|event| match &event.asked {
            Asked::Delete { id, .. } => Some(id.as_str()),
            _ => None,
        })
        .collect();
    let least = put.saturating_sub(may_be_deleted.len());
    let (step, count) = counted(events, audit)?;
    let expected = "every message whose Put was answered and that nobody deleted";
    let actual = format!("{count} messages are counted, and there are {least} at least");
    let rule = id::QUEUE_CONCURRENCY_NOTHING_LOST;
    (count < least).then(|| (step, mismatch(rule, MismatchKind::LostUpdate, expected, actual)))
}

/// How many messages were counted when all was over.
fn counted(events: &[Event], audit: usize) -> Option<(usize, usize)> {
    let mut counts = events.iter().filter(|event| event.step >= audit && event.asked == Asked::Count);
    let last = counts.next_back()?;
    Some((last.step, last.told.as_ref()?.1.count?))
}

fn count_by_one(events: &[Event], _: usize) -> Option<Found> {
    let unknown = events.iter().filter(|event| event.told.is_none() && matches!(event.asked, Asked::Get { .. }));
    let unknown: usize = unknown.map(|event| event.times).sum::<usize>()
        + events.iter().filter(|event| event.times > 1 && matches!(event.asked, Asked::Get { .. })).count();
    deliveries(events).into_iter().find_map(|(id, got)| {
        let counts: Vec<usize> =
            got.iter().filter_map(|(_, message)| message.dequeued.as_ref()?.parse().ok()).collect();
        let distinct: BTreeSet<usize> = counts.iter().copied().collect();
        let last = got.iter().map(|(event, _)| event.step).max()?;
        let most = got.len() + unknown;
        let is_wrong = distinct.len() < counts.len() || counts.iter().any(|count| *count == 0 || *count > most);
        let told: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let expected = "a DequeueCount that goes up by one each time that the message is returned";
        let actual = format!("message {id} was returned with the counts {}", told.join(", "));
        let rule = id::QUEUE_CONCURRENCY_COUNT_BY_ONE;
        is_wrong.then(|| (last, mismatch(rule, MismatchKind::PropertyValue, expected, actual)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::event::Told;
    use super::*;
    use crate::concurrency::timeline::Span;

    fn event(step: usize, asked: Asked, told: Option<(u16, Told)>) -> Event {
        let at = |milliseconds: usize| Duration::from_millis(milliseconds as u64);
        let span = Span { invoked: at(step * 10), returned: told.as_ref().map(|_| at(step * 10 + 5)) };
        Event { queue: "q".into(), step, span, asked, told, times: 1 }
    }

    fn put(step: usize, text: &str) -> Event {
        event(step, Asked::Put { text: text.into() }, Some((201, Told::default())))
    }

    fn got(step: usize, held: &[(&str, &str, usize)]) -> Event {
        let message = |(id, text, count): &(&str, &str, usize)| Message {
            id: Some((*id).into()),
            text: Some((*text).into()),
            dequeued: Some(count.to_string()),
            ..Message::default()
        };
        let told = Told { messages: held.iter().map(message).collect(), ..Told::default() };
        event(step, Asked::Get { invisible: Duration::from_secs(30) }, Some((200, told)))
    }

    fn delete(step: usize, id: &str, status: Option<u16>) -> Event {
        let asked = Asked::Delete { id: id.into(), receipt: "r".into() };
        event(step, asked, status.map(|status| (status, Told::default())))
    }

    fn update(step: usize, id: &str, status: Option<u16>) -> Event {
        let asked = Asked::Update { id: id.into(), receipt: "r".into() };
        event(step, asked, status.map(|status| (status, Told::default())))
    }

    fn count(step: usize, count: usize) -> Event {
        event(step, Asked::Count, Some((200, Told { count: Some(count), ..Told::default() })))
    }

    fn rules(events: &[Event]) -> Vec<&'static str> {
        find(events, 90).into_iter().map(|(_, mismatch)| mismatch.rule.as_str()).collect()
    }

    #[test]
    fn what_a_queue_may_do_is_no_anomaly() {
        let good = [
            put(1, "a"),
            got(2, &[("1", "a", 1)]),
            update(3, "1", Some(204)),
            got(4, &[("1", "a", 2)]),
            delete(5, "1", None),
            put(6, "b"),
            count(90, 1),
        ];
        assert_eq!(rules(&good), [""; 0]);
        let not_deleted = [put(1, "a"), got(2, &[("1", "a", 1)]), delete(3, "1", None), count(90, 1)];
        assert_eq!(rules(&not_deleted), [""; 0]);
        // The copy of the request was carried out first, and its answer was heard by nobody.
        let twice = Event { times: 2, ..delete(3, "1", Some(404)) };
        assert_eq!(rules(&[put(1, "a"), got(2, &[("1", "a", 1)]), twice, count(90, 0)]), [""; 0]);
    }

    #[test]
    fn a_receipt_that_is_told_twice_is_another_fault_than_two_winners() {
        let updated = |step: usize, receipt: &str, next: &str| {
            let asked = Asked::Update { id: "1".into(), receipt: receipt.into() };
            event(step, asked, Some((204, Told { receipt: Some(next.into()), ..Told::default() })))
        };
        let before = [put(1, "a"), got(2, &[("1", "a", 1)])];
        let chain = |receipts: [&str; 4]| {
            let [first, second, third, fourth] = receipts;
            let updates = [updated(3, first, second), updated(4, second, third), updated(5, third, fourth)];
            rules(&[before.as_slice(), &updates].concat())
        };
        assert_eq!(chain(["r", "s", "t", "u"]), [""; 0]);
        assert_eq!(chain(["r", "s", "r", "t"]), ["queue.concurrency.one-winner"]);
        assert_eq!(chain(["r", "s", "t", "s"]), ["queue.receipts.update-renews"]);
        assert_eq!(chain(["r", "s", "s", "t"]), ["queue.receipts.update-renews"]);
    }

    #[test]
    fn each_anomaly_is_found() {
        let twice = [put(1, "a"), got(2, &[("1", "a", 1)]), got(3, &[("1", "a", 2)]), count(90, 1)];
        assert_eq!(rules(&twice), ["queue.concurrency.one-receiver"]);
        let back = [put(1, "a"), got(2, &[("1", "a", 1)]), delete(3, "1", Some(204)), got(5, &[("1", "a", 2)])];
        assert_eq!(rules(&back)[0], "queue.concurrency.stays-deleted");
        let winners = [put(1, "a"), update(3, "1", Some(204)), delete(4, "1", Some(204)), count(90, 0)];
        assert_eq!(rules(&winners), ["queue.concurrency.one-winner"]);
        let doubled = [put(1, "a"), got(2, &[("1", "a", 1), ("2", "a", 1)])];
        assert_eq!(rules(&doubled), ["queue.concurrency.put-once"]);
        assert_eq!(rules(&[put(1, "a"), count(90, 2)]), ["queue.concurrency.put-once"]);
        assert_eq!(rules(&[put(1, "a"), put(2, "b"), count(90, 1)]), ["queue.concurrency.nothing-lost"]);
        let same = [put(1, "a"), got(2, &[("1", "a", 1)]), update(3, "1", Some(204)), got(4, &[("1", "a", 1)])];
        assert_eq!(rules(&same), ["queue.concurrency.count-by-one"]);
    }
}
