//! Anomalies of blobs, each found in a pass over what was asked.

use super::event::{Asked, Condition, Event, Events};
use crate::concurrency::proof::{Found, mismatch, shown_steps};
use crate::judge::MismatchKind;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use std::collections::BTreeMap;
use tablestakes_reference::rules::id;

/// Looks for one anomaly among what was asked of one blob; tells the step at which it came to light. The number is the step at which the
/// look at what is left begins.
type Find = fn(&[&Event], usize) -> Option<Found>;

/// What no service may do, each with the step at which it came to light.
pub(super) fn find(events: &Events) -> Vec<Found> {
    let of_blobs = events.by_place();
    let each: [Find; 5] = [one_version, in_time, one_winner, appends, one_lease];
    let mut found: Vec<_> =
        of_blobs.values().flat_map(|events_of| each.iter().filter_map(|find| find(events_of, events.audit))).collect();
    found.extend(listings(events));
    found
}

fn is_append(event: &&&Event) -> bool {
    matches!(event.asked, Asked::Append { .. })
}

/// The write that a read returned the content of.
fn written<'e>(events: &[&'e Event], read: &Event) -> Option<&'e Event> {
    let content = &read.told.as_ref()?.content;
    events.iter().copied().find(|event| matches!(&event.asked, Asked::Write { content: held, .. } if held == content))
}

/// The reads that returned something.
fn reads<'e>(events: &'e [&'e Event]) -> impl Iterator<Item = &'e Event> {
    events.iter().copied().filter(|event| event.asked == Asked::Read && event.is_done())
}

fn one_version(events: &[&Event], _: usize) -> Option<Found> {
    if events.iter().any(|event| is_append(&event)) {
        return None;
    }
    let expected = "content, hash, ETag and metadata of one write";
    let torn = |read: &Event, actual: String| {
        let rule = id::BLOB_CONCURRENCY_ONE_VERSION;
        Some((read.step, mismatch(rule, MismatchKind::TornRead, expected, actual)))
    };
    reads(events).find_map(|read| {
        let told = read.told.as_ref()?;
        let shown = format!("\"{}\"", told.content.get(..told.content.len().min(40))?.escape_ascii());
        let Some(write) = written(events, read) else {
            return torn(read, format!("{} octets that nobody wrote so: {shown}", told.content.len()));
        };
        let Asked::Write { metadata, .. } = &write.asked else { return None };
        if *metadata != told.metadata {
            return torn(
                read,
                format!("the content {shown} with the metadata {:?}, written with {metadata:?}", told.metadata),
            );
        }
        if let Some(md5) = told.md5.as_ref().filter(|md5| **md5 != STANDARD.encode(Md5::digest(&told.content))) {
            return torn(read, format!("the content {shown} with Content-MD5 {md5}, which is another's"));
        }
        let tag = write.told.as_ref().filter(|_| write.is_done() && write.times == 1)?.etag.as_ref();
        match (tag, &told.etag) {
            (Some(tag), Some(other)) if tag != other => {
                torn(read, format!("the content {shown} with the ETag {other}, which was written with {tag}"))
            }
            _ => None,
        }
    })
}

/// A read returns what was written last, or what is being written.
fn in_time(events: &[&Event], audit: usize) -> Option<Found> {
    if events.iter().any(|event| is_append(&event)) {
        return None;
    }
    let changes: Vec<&Event> =
        events.iter().copied().filter(|event| matches!(event.asked, Asked::Write { .. } | Asked::Delete)).collect();
    let all_reads = events.iter().copied().filter(|event| event.asked == Asked::Read);
    let is_answer = |read: &&Event| read.told.as_ref().is_some_and(|told| matches!(told.status, 200 | 404));
    all_reads.filter(is_answer).find_map(|read| {
        let is_absent = read.told.as_ref().is_some_and(|told| told.status == 404);
        // Whatever may have made the blob what was read; before all changes there was none.
        let sources: Vec<Option<&Event>> = if is_absent {
            let deletions = changes.iter().filter(|event| event.asked == Asked::Delete && event.may_be_done());
            std::iter::once(None).chain(deletions.map(|event| Some(*event))).collect()
        } else {
            written(events, read).map(Some).into_iter().collect()
        };
        let is_between = |source: &Option<&Event>, change: &&&Event| {
            let after = source.is_none_or(|source| source.step != change.step && source.span.is_before(change.span));
            change.is_done() && after && change.span.is_before(read.span)
        };
        let missed = sources.iter().map(|source| changes.iter().find(|change| is_between(source, change)));
        let missed: Option<Vec<&&Event>> = missed.collect();
        let overwritten = missed.filter(|missed| !missed.is_empty())?.into_iter().max_by_key(|event| event.step)?;
        // Whoever reads it later shows that it was done; a deletion that is seen late was late as well.
        let seen_later = reads(events).any(|other| {
            other.step != read.step && written(events, other).is_some_and(|write| write.step == overwritten.step)
        });
        let is_over = read.step >= audit;
        let nothing_left = || !events.iter().any(|event| event.step >= audit && event.is_done());
        let older_left = || final_source(events, audit).is_some_and(|last| last.span.is_before(overwritten.span));
        let (rule, kind) = if is_over || !seen_later && (nothing_left() || older_left()) {
            (id::BLOB_CONCURRENCY_NOTHING_LOST, MismatchKind::LostUpdate)
        } else {
            (id::BLOB_CONCURRENCY_NO_STALE_READS, MismatchKind::StaleRead)
        };
        let expected = "what was written last before the read began, or later";
        let actual = format!("what step {} had replaced, and answered, before", overwritten.step);
        Some((read.step, mismatch(rule, kind, expected, actual)))
    })
}

/// The write whose content is there when everything is over.
fn final_source<'e>(events: &'e [&'e Event], audit: usize) -> Option<&'e Event> {
    let last = reads(events).find(|event| event.step >= audit)?;
    written(events, last)
}

fn one_winner(events: &[&Event], _: usize) -> Option<Found> {
    let may_be_deleted = events.iter().any(|event| event.asked == Asked::Delete && event.may_be_done());
    let mut winners: BTreeMap<&Condition, Vec<usize>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.is_done()) {
        if let Asked::Write { condition: Some(condition), .. } = &event.asked
            && !(may_be_deleted && *condition == Condition::IsNone)
        {
            winners.entry(condition).or_default().push(event.step);
        }
    }
    let steps = winners.into_values().find(|steps| steps.len() > 1)?;
    let expected = "one success of all who write under one condition";
    let actual = format!("{} were all granted", shown_steps(steps.iter().copied()));
    let rule = id::BLOB_CONCURRENCY_ONE_WINNER;
    Some((*steps.last()?, mismatch(rule, MismatchKind::TwoWinners, expected, actual)))
}

fn appends(events: &[&Event], audit: usize) -> Option<Found> {
    let read = reads(events).find(|event| event.step >= audit)?;
    let content = &read.told.as_ref()?.content;
    let rule = id::BLOB_CONCURRENCY_APPENDS;
    events.iter().filter(is_append).find_map(|event| {
        let Asked::Append { content: block } = &event.asked else { return None };
        let count = memchr::memmem::find_iter(content, block).count();
        let shown = block.escape_ascii();
        let expected = "every block that was appended, once, where its answer says";
        let least = usize::from(event.is_done());
        let most = if event.may_be_done() { event.times } else { 0 };
        if count < least || count > most {
            let kind = if count < least { MismatchKind::LostUpdate } else { MismatchKind::RowExtra };
            let actual = format!("the block \"{shown}\" {count} times");
            return Some((read.step, mismatch(rule, kind, expected, actual)));
        }
        let offset = event.told.as_ref().filter(|_| event.is_done() && event.times == 1)?.offset?;
        if content.get(offset..).is_some_and(|rest| rest.starts_with(block)) {
            return None;
        }
        let actual = format!("not the block \"{shown}\" at octet {offset}");
        Some((read.step, mismatch(rule, MismatchKind::LostUpdate, expected, actual)))
    })
}

fn one_lease(events: &[&Event], _: usize) -> Option<Found> {
    if events.iter().any(|event| event.asked == Asked::EndLease && event.may_be_done()) {
        return None;
    }
    let holders: Vec<usize> = events
        .iter()
        .filter(|event| event.asked == Asked::Acquire && event.is_done())
        .map(|event| event.step)
        .collect();
    let last = *holders.last().filter(|_| holders.len() > 1)?;
    let actual = format!("{} acquired it all", shown_steps(holders));
    let rule = id::BLOB_CONCURRENCY_ONE_LEASE;
    Some((last, mismatch(rule, MismatchKind::TwoWinners, "one holder of a lease", actual)))
}

fn listings(events: &Events) -> Option<Found> {
    let rule = id::BLOB_CONCURRENCY_LISTINGS;
    let places = events.by_place();
    let listings = events.all.iter().filter(|event| event.asked == Asked::List && event.is_done());
    listings.into_iter().find_map(|listing| {
        let names = &listing.told.as_ref()?.names;
        places.iter().find_map(|(place, of_blob)| {
            let (container, name) = place.split_once('/')?;
            if container != listing.place {
                return None;
            }
            let writes = |event: &&&Event| matches!(event.asked, Asked::Write { .. });
            let deletes = |event: &&&Event| event.asked == Asked::Delete;
            let before = |event: &&&Event| event.is_done() && event.span.is_before(listing.span);
            let may_come = |event: &&&Event| event.may_be_done() && !listing.span.is_before(event.span);
            let written = of_blob.iter().any(|event| writes(&event) && before(&event));
            let deleted = of_blob.iter().any(|event| deletes(&event) && before(&event));
            let may_be_written = of_blob.iter().any(|event| writes(&event) && may_come(&event));
            let may_be_deleted = of_blob.iter().any(|event| deletes(&event) && may_come(&event));
            if written && !may_be_deleted && !names.contains(name) {
                let actual = format!("{name} is missing, which was written before");
                let expected = "every blob that was there before";
                return Some((listing.step, mismatch(rule, MismatchKind::RowMissing, expected, actual)));
            }
            let written_after = || {
                let gone = of_blob.iter().find(|event| deletes(event) && before(event));
                gone.is_some_and(|gone| {
                    of_blob
                        .iter()
                        .any(|event| writes(&event) && event.may_be_done() && !event.span.is_before(gone.span))
                })
            };
            if deleted && !(may_be_written && written_after()) && names.contains(name) {
                let actual = format!("{name}, whose deletion was answered before");
                let expected = "no blob that was deleted before";
                return Some((listing.step, mismatch(rule, MismatchKind::RowExtra, expected, actual)));
            }
            None
        })
    })
}

#[cfg(test)]
mod tests;
