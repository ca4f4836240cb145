//! Comparing lists of messages, listings of queues and the metadata of one.

use super::document::{Listing, Message, Queue};
use super::times;
use crate::judge::compare::{Side, listing};
use crate::judge::difference::Difference;
use crate::judge::question::Question;
use crate::judge::read::error::shown_text;
use crate::judge::read::listing::Frame;
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::rules::{RuleId, id};

/// Differences beyond this number say nothing new.
const MOST: usize = 8;
const METADATA: &str = "x-ms-meta-";

/// Compares two lists of messages. They have no order: each is compared with one of the same text.
pub(in crate::judge) fn message_lists(
    (expected, held): (&Side, &[Message]),
    (actual, came): (&Side, &[Message]),
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut left: Vec<&Message> = came.iter().collect();
    let mut pairs = Vec::new();
    let mut missing = Vec::new();
    for message in held {
        match left.iter().position(|other| other.text == message.text) {
            Some(place) => pairs.push((message, left.remove(place))),
            None => missing.push(message),
        }
    }
    // As many with other texts are the same messages with wrong texts.
    if missing.len() == left.len() {
        for (message, other) in missing.drain(..).zip(left.drain(..)) {
            let (held, came) = (shown_message(message), shown_message(other));
            differences.push(Difference::new(MismatchKind::PropertyValue, &[], held, came));
            pairs.push((message, other));
        }
    }
    let of_count = |kind, message: &Message, found: bool| {
        let (is, is_not) =
            (shown_message(message), format!("{} messages in all", if found { held } else { came }.len()));
        let (held, came) = if found { (is_not, is) } else { (is, is_not) };
        Difference::new(kind, &[], held, came)
    };
    if missing.is_empty()
        && left.is_empty()
        && !held.iter().map(|held| &held.text).eq(came.iter().map(|came| &came.text))
    {
        let texts = |messages: &[Message]| messages.iter().map(shown_message).collect::<Vec<_>>().join(", ");
        let rules = [id::QUEUE_MESSAGES_ORDER];
        differences.push(Difference::new(MismatchKind::RowOrder, &rules, texts(held), texts(came)).incidental());
    }
    differences.extend(missing.iter().map(|message| of_count(MismatchKind::RowMissing, message, false)));
    differences.extend(left.iter().map(|message| of_count(MismatchKind::RowExtra, message, true)));
    for (message, other) in pairs {
        one(message, other, (expected.headers.get("date"), actual.headers.get("date")), &mut differences);
    }
    differences.truncate(MOST);
    differences
}

fn one(held: &Message, came: &Message, dates: (Option<&str>, Option<&str>), differences: &mut Vec<Difference>) {
    for name in &held.elements {
        if !came.elements.contains(name) {
            let rules = [id::QUEUE_MESSAGES_PUT_BODY, id::QUEUE_MESSAGES_ELEMENTS, id::QUEUE_MESSAGES_PEEK_ELEMENTS];
            let shown = format!("the element {name}");
            differences.push(Difference::new(MismatchKind::PropertyMissing, &rules, shown, format!("no {name}")));
        }
    }
    for name in &came.elements {
        if !held.elements.contains(name) {
            let rules = [id::QUEUE_MESSAGES_PEEK_ELEMENTS];
            let shown = format!("the element {name}");
            differences.push(Difference::new(MismatchKind::PropertyExtra, &rules, format!("no {name}"), shown));
        }
    }
    let both = |message: &Message, other: &Message| -> Vec<String> {
        message.elements.iter().filter(|name| other.elements.contains(name)).cloned().collect()
    };
    let (order, other_order) = (both(held, came), both(came, held));
    if order != other_order {
        let rules = [id::QUEUE_MESSAGES_ELEMENTS, id::QUEUE_MESSAGES_ELEMENTS_BEFORE];
        let (held, came) = (order.join(", "), other_order.join(", "));
        differences.push(Difference::new(MismatchKind::Annotation, &rules, held, came).incidental());
    }
    if let (Some(count), Some(other)) = (&held.dequeued, &came.dequeued)
        && count != other
    {
        let shown = |count: &str| format!("DequeueCount {}", shown_text(count));
        let rules = [id::QUEUE_MESSAGES_DEQUEUE_COUNT, id::QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT];
        differences.push(Difference::new(MismatchKind::PropertyValue, &rules, shown(count), shown(other)));
    }
    let unreadable = (times::unreadable(held), times::unreadable(came));
    // An oracle that writes them otherwise says nothing of what the target writes as it should.
    if unreadable.0.is_some() != unreadable.1.is_some() {
        let rules = [id::QUEUE_MESSAGES_TIMES];
        let shown = |held: &Option<(&str, String)>| match held {
            Some((name, text)) => format!("{name} {}", shown_text(text)),
            None => "an HTTP date in whole seconds".to_owned(),
        };
        let (held, came) = (shown(&unreadable.0), shown(&unreadable.1));
        differences.push(Difference::new(MismatchKind::PropertyValue, &rules, held, came));
    }
    let (spans, others) = (times::spans(held, dates.0), times::spans(came, dates.1));
    for (name, span) in spans {
        let other = others.iter().find(|(other, _)| *other == name).map(|(_, other)| *other);
        if let Some(other) = other.filter(|other| !times::are_near(span, *other)) {
            let (held, came) = (format!("{name} {}", times::shown(span)), format!("{name} {}", times::shown(other)));
            differences.push(Difference::new(MismatchKind::PropertyValue, &[], held, came));
        }
    }
}

/// A message in a few words.
fn shown_message(message: &Message) -> String {
    match &message.text {
        Some(text) => format!("a message with the text {}", shown_text(text)),
        None => "a message".to_owned(),
    }
}

/// Compares two pages of a listing, the queues of others left out; and whether the target's ended early.
pub(in crate::judge) fn listings(question: &Question<'_>, held: &Listing, came: &Listing) -> (Vec<Difference>, bool) {
    let mut differences = Vec::new();
    let asked = question.option("prefix").unwrap_or_default();
    // Where others are not asked for, they may not be there.
    let alone = asked.starts_with(question.prefix);
    let own = |queue: &&Queue| alone || queue.name.starts_with(question.prefix);
    let (queues, others): (Vec<&Queue>, Vec<&Queue>) =
        (held.queues.iter().filter(own).collect(), came.queues.iter().filter(own).collect());
    let names = |queues: &[&Queue]| queues.iter().map(|queue| queue.name.clone()).collect::<Vec<String>>();
    let (expected, actual) = (names(&queues), names(&others));
    let early = listing::is_early(&expected, (&actual, &came.frame));
    if expected != actual && !early {
        let rules: &[RuleId] = &[id::QUEUE_LISTING_ORDER, id::QUEUE_LISTING_PREFIX];
        let kind = listing::kind_of(expected.len(), actual.len());
        differences.push(Difference::new(kind, rules, shown_names(&expected), shown_names(&actual)));
    }
    for (queue, other) in queues.iter().zip(&others).filter(|(queue, other)| queue.name == other.name) {
        of_queue(queue, other, &mut differences);
    }
    let (held, came) = (&held.frame, &came.frame);
    if alone && !early {
        let rules = [id::QUEUE_LISTING_LAST_PAGE, id::QUEUE_LISTING_MAX_RESULTS];
        let has_other_form = held.goes_on() && form(held) != form(came);
        let form = (&[id::QUEUE_LISTING_MARKER_FORM][..], has_other_form);
        differences.extend(listing::next_page(held, came, &rules, form));
    }
    let echo = |frame: &Frame| frame.echoed.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ");
    if echo(held) != echo(came) {
        differences.push(listing::echo(id::QUEUE_LISTING_ECHO, echo(held), echo(came)));
    }
    let rules = [id::QUEUE_LISTING_SERVICE_ENDPOINT, id::QUEUE_LISTING_ACCOUNT_NAME];
    differences.extend(listing::attributes(held, came, &rules));
    (differences, early)
}

/// What a marker looks like: which of its parts there are.
fn form(frame: &Frame) -> usize {
    frame.next.as_deref().unwrap_or_default().matches('/').count()
}

fn of_queue(held: &Queue, came: &Queue, differences: &mut Vec<Difference>) {
    if held.metadata != came.metadata {
        let shown = |queue: &Queue| match &queue.metadata {
            None => format!("{}: no Metadata", queue.name),
            Some(pairs) => format!("{}: metadata {}", queue.name, shown_pairs(pairs)),
        };
        let rules = [id::QUEUE_LISTING_METADATA, id::QUEUE_LISTING_METADATA_ASKED, id::QUEUE_LISTING_INVALID_NAME];
        differences.push(Difference::new(MismatchKind::PropertyValue, &rules, shown(held), shown(came)));
    }
    if held.has_url != came.has_url {
        let rules = [id::QUEUE_LISTING_SERVICE_ENDPOINT, id::QUEUE_LISTING_ACCOUNT_NAME];
        let shown = |queue: &Queue| if queue.has_url { "a queue with its Url" } else { "a queue without a Url" };
        differences.push(Difference::new(MismatchKind::Annotation, &rules, shown(held), shown(came)).incidental());
    }
}

fn shown_names(names: &[String]) -> String {
    if names.is_empty() { "no queue".to_owned() } else { names.join(", ") }
}

fn shown_pairs(pairs: &[(String, String)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name}={}", shown_text(value))).collect::<Vec<_>>().join(", ")
}

/// Compares the metadata that two answers carry in headers. Names have no case there.
pub(in crate::judge) fn metadata(expected: &Side, actual: &Side) -> Option<Difference> {
    let of = |side: &Side| {
        let own = side.headers.iter().filter_map(|(name, value)| {
            let name = name.to_ascii_lowercase();
            Some((name.strip_prefix(METADATA)?.to_owned(), value.to_owned()))
        });
        let mut pairs: Vec<(String, String)> = own.collect();
        pairs.sort();
        pairs
    };
    let (held, came) = (of(expected), of(actual));
    let shown = |pairs: &[(String, String)]| match pairs {
        [] => "no metadata".to_owned(),
        pairs => format!("metadata {}", shown_pairs(pairs)),
    };
    let rules = [
        id::QUEUE_METADATA_GET,
        id::QUEUE_METADATA_SET,
        id::BLOB_METADATA_REPLACED,
        id::BLOB_CONTAINERS_METADATA_REPLACED,
        id::BLOB_COPY_METADATA,
        id::BLOB_PUT_REPLACES,
        id::BLOB_METADATA_SHOWN,
    ];
    (held != came).then(|| Difference::new(MismatchKind::PropertyValue, &rules, shown(&held), shown(&came)))
}

/// Compares when two answers to an update say that the message becomes visible: by their own time each.
pub(in crate::judge) fn next_visible(expected: &Side, actual: &Side) -> Option<Difference> {
    let span = |side: &Side| times::told(side.headers.get("x-ms-time-next-visible")?, side.headers.get("date")?);
    let (held, came) = (span(expected)?, span(actual)?);
    let shown = |span| format!("x-ms-time-next-visible {}", times::shown(span));
    let rules = [id::QUEUE_UPDATE_TIME_TOLD];
    (!times::are_near(held, came)).then(|| Difference::new(MismatchKind::Header, &rules, shown(held), shown(came)))
}
