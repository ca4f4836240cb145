//! Each anomaly is found where it is, and nothing is found where an order explains what was seen.

use super::{Anomaly, AnomalyKind, anomalies};
use crate::concurrency::testing::{linear, planned, seeded};
use crate::concurrency::timeline::{Answer, Asked, Cover, Entry, Properties, Put, Seen, Sight, Span, Timeline};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;
use tablestakes_reference::DateTime;
use tablestakes_reference::table::model::{Condition, Write};
use tablestakes_reference::table::{Value, WriteMode};

/// A timeline put together entry by entry; times in nanoseconds.
#[derive(Default)]
struct Story(Timeline);

fn properties(held: &[(&str, &str)]) -> Properties {
    held.iter().map(|(name, value)| (Box::from(*name), Value::String((*value).to_owned()))).collect()
}

fn insert(row: &str, value: &str) -> Put {
    Put { row: row.to_owned(), write: Write::Insert(properties(&[("A", value)])) }
}

fn write(row: &str, mode: WriteMode, held: &[(&str, &str)], tag: Option<&str>) -> Put {
    let condition = tag.map(|tag| Condition::Tag(tag.to_owned()));
    let write = Write::Write { mode, properties: properties(held), nulls: Vec::new(), condition };
    Put { row: row.to_owned(), write }
}

fn replace(row: &str, value: &str) -> Put {
    write(row, WriteMode::Replace, &[("A", value)], None)
}

fn done(etags: &[&str]) -> Answer {
    Answer::Done(etags.iter().map(|etag| Some((*etag).to_owned())).collect())
}

fn row(held: &[(&str, &str)], ticks: i64) -> Seen {
    Seen { etag: None, timestamp: Some(DateTime::from_ticks(ticks)), properties: properties(held) }
}

impl Story {
    fn entry(mut self, client: usize, (from, to): (u64, u64), asked: Asked, answer: Answer) -> Self {
        let returned = answer.is_told().then_some(Duration::from_nanos(to));
        let span = Span { invoked: Duration::from_nanos(from), returned };
        let step = self.0.entries.len();
        self.0.entries.push(Entry { client, step, span, asked, answer });
        self
    }

    fn wrote(self, client: usize, span: (u64, u64), put: Put, answer: Answer) -> Self {
        self.entry(client, span, Asked::Write { puts: vec![put], transaction: false }, answer)
    }

    fn transaction(self, client: usize, span: (u64, u64), puts: Vec<Put>, answer: Answer) -> Self {
        self.entry(client, span, Asked::Write { puts, transaction: true }, answer)
    }

    fn page(self, client: usize, span: (u64, u64), rows: &[(&str, Seen)], cover: Cover) -> Self {
        let rows = rows.iter().map(|(row, seen)| ((*row).to_owned(), seen.clone())).collect();
        self.entry(client, span, Asked::Page(0), Answer::Seen(Sight { rows, cover }))
    }

    fn next_page(mut self, span: (u64, u64), rows: &[(&str, Seen)], cover: Cover) -> Self {
        let (client, step) = self.0.entries.last().map(|entry| (entry.client, entry.step)).unwrap();
        self = self.page(client, span, rows, cover);
        let last = self.0.entries.last_mut().unwrap();
        (last.step, last.asked) = (step, Asked::Page(1));
        self
    }

    /// What is found; the audit is what begins at 1000 or later.
    fn found(&self) -> Vec<Anomaly> {
        let entries = &self.0.entries;
        let audit = entries.iter().position(|entry| entry.span.invoked >= Duration::from_nanos(1000));
        anomalies(&self.0, audit.unwrap_or(entries.len()))
    }

    #[track_caller]
    fn assert_first(&self, kind: AnomalyKind) {
        let found = self.found();
        assert_eq!(found.first().map(|anomaly| anomaly.kind), Some(kind), "{found:?}");
    }

    #[track_caller]
    fn assert_none(&self) {
        assert_eq!(self.found(), []);
    }
}

fn begun() -> Story {
    Story::default().wrote(0, (0, 10), insert("r", "v0"), done(&["e0"]))
}

#[test]
fn two_versions_with_one_etag() {
    begun().wrote(1, (20, 30), replace("r", "v1"), done(&["e0"])).assert_first(AnomalyKind::EtagTwice);
    // Two rows may share one.
    begun().wrote(1, (20, 30), replace("s", "v1"), done(&["e0"])).assert_none();
    // What was deleted in between is another entity.
    let delete = Put { row: "r".to_owned(), write: Write::Delete(Condition::Exists) };
    let gone = begun().wrote(1, (20, 30), delete, Answer::Done(vec![None]));
    gone.wrote(1, (40, 50), insert("r", "v1"), done(&["e0"])).assert_first(AnomalyKind::EtagAgain);
}

#[test]
fn two_winners_of_one_condition() {
    let under = |value, tag| write("r", WriteMode::Replace, &[("A", value)], Some(tag));
    let story = begun().wrote(0, (20, 50), under("v1", "e0"), done(&["e1"]));
    story.wrote(1, (30, 60), under("v2", "e0"), done(&["e2"])).assert_first(AnomalyKind::TwoWinners);
    begun()
        .wrote(0, (20, 50), under("v1", "e0"), done(&["e1"]))
        .wrote(1, (30, 60), under("v2", "e0"), Answer::Refused)
        .assert_none();
}

#[test]
fn a_condition_that_was_surely_gone() {
    let late = write("r", WriteMode::Merge, &[("B", "v2")], Some("e0"));
    let overwritten = || begun().wrote(0, (20, 30), replace("r", "v1"), done(&["e1"]));
    overwritten().wrote(1, (40, 50), late.clone(), done(&["e2"])).assert_first(AnomalyKind::TwoWinners);
    // If it began before the other was over, it may have come first.
    overwritten().wrote(1, (25, 50), late, done(&["e2"])).assert_none();
}

#[test]
fn two_inserts_of_one_row() {
    begun().wrote(1, (5, 30), insert("r", "v1"), done(&["e1"])).assert_first(AnomalyKind::InsertedTwice);
    let delete = Put { row: "r".to_owned(), write: Write::Delete(Condition::Exists) };
    let between = begun().wrote(1, (5, 30), delete.clone(), Answer::Unknown);
    between.wrote(2, (6, 30), insert("r", "v1"), done(&["e1"])).assert_none();
    let behind = begun().wrote(1, (20, 30), insert("r", "v1"), done(&["e1"]));
    behind.wrote(0, (40, 50), delete, Answer::Done(vec![None])).assert_first(AnomalyKind::InsertedTwice);
}

#[test]
fn what_was_merged_and_is_gone() {
    let merge = |name, value| write("r", WriteMode::Merge, &[(name, value)], None);
    let merged = || {
        begun().wrote(0, (20, 50), merge("B", "v1"), done(&["e1"])).wrote(1, (30, 60), merge("C", "v2"), done(&["e2"]))
    };
    let without = row(&[("A", "v0"), ("C", "v2")], 9);
    merged().page(2, (1000, 1010), &[("r", without)], Cover::All).assert_first(AnomalyKind::LostUpdate);
    let with = row(&[("A", "v0"), ("B", "v1"), ("C", "v2")], 9);
    merged().page(2, (1000, 1010), &[("r", with)], Cover::All).assert_none();
    merged().page(2, (1000, 1010), &[], Cover::All).assert_first(AnomalyKind::LostUpdate);
}

#[test]
fn reads_that_come_too_late_for_what_they_show() {
    let overwritten = || begun().wrote(0, (20, 30), replace("r", "v1"), done(&["e1"]));
    let (old, new) = (row(&[("A", "v0")], 1), row(&[("A", "v1")], 2));
    let page = |client, span, seen: &Seen| overwritten().page(client, span, &[("r", seen.clone())], Cover::All);
    page(0, (40, 50), &old).assert_first(AnomalyKind::StaleOwnRead);
    page(1, (40, 50), &old).assert_first(AnomalyKind::StaleRead);
    page(1, (25, 50), &old).assert_none();
    page(1, (40, 50), &new).assert_none();
    // What is late the first time and there in the end is stale, not lost.
    let late = page(2, (60, 70), &old).page(3, (1000, 1010), &[("r", new)], Cover::All);
    late.assert_first(AnomalyKind::StaleRead);
}

#[test]
fn a_row_that_a_deletion_may_have_removed_is_not_missed() {
    let delete = Put { row: "r".to_owned(), write: Write::Delete(Condition::Exists) };
    begun().wrote(1, (20, 30), delete, Answer::Unknown).page(2, (1000, 1010), &[], Cover::All).assert_none();
}

fn transacted(answer: Answer) -> Story {
    let puts = vec![replace("r", "v1"), replace("s", "v1s")];
    begun().wrote(0, (11, 12), insert("s", "v0s"), done(&["f0"])).transaction(0, (20, 90), puts, answer)
}

#[test]
fn a_transaction_seen_in_part() {
    let torn = [("r", row(&[("A", "v1")], 5)), ("s", row(&[("A", "v0s")], 1))];
    transacted(done(&["e1", "f1"])).page(1, (40, 50), &torn, Cover::All).assert_first(AnomalyKind::TornRead);
    transacted(Answer::Unknown).page(1, (40, 50), &torn, Cover::All).assert_first(AnomalyKind::TornRead);
    transacted(Answer::Unknown).page(1, (1000, 1010), &torn, Cover::All).assert_first(AnomalyKind::HalfLeft);
    transacted(done(&["e1", "f1"])).page(1, (1000, 1010), &torn, Cover::All).assert_first(AnomalyKind::HalfApplied);
    let whole = [("r", row(&[("A", "v1")], 5)), ("s", row(&[("A", "v1s")], 5))];
    transacted(done(&["e1", "f1"])).page(1, (40, 50), &whole, Cover::All).assert_none();
    let before = [("r", row(&[("A", "v0")], 1)), ("s", row(&[("A", "v0s")], 1))];
    transacted(done(&["e1", "f1"])).page(1, (40, 50), &before, Cover::All).assert_none();
}

#[test]
fn a_transaction_seen_in_part_by_two_reads() {
    let read = |story: Story, client, span, key: &str, value| {
        let rows = [(key.to_owned(), row(&[("A", value)], 1))].into();
        let sight = Sight { rows, cover: Cover::Row(key.to_owned()) };
        story.entry(client, span, Asked::Read { row: key.to_owned() }, Answer::Seen(sight))
    };
    let one = read(transacted(done(&["e1", "f1"])), 1, (30, 40), "r", "v1");
    read(one, 1, (50, 60), "s", "v0s").assert_first(AnomalyKind::TornRead);
    let other = read(transacted(done(&["e1", "f1"])), 1, (30, 40), "s", "v0s");
    read(other, 1, (50, 60), "r", "v1").assert_none();
}

#[test]
fn a_refused_transaction_that_was_seen() {
    let seen = [("r", row(&[("A", "v1")], 5)), ("s", row(&[("A", "v0s")], 1))];
    transacted(Answer::Refused).page(1, (40, 50), &seen, Cover::All).assert_first(AnomalyKind::DirtyRead);
    transacted(Answer::Refused).page(1, (1000, 1010), &seen, Cover::All).assert_first(AnomalyKind::HalfApplied);
}

#[test]
fn a_request_that_was_cut_short_leaves_nothing() {
    let cut = || begun().wrote(1, (20, 30), replace("r", "v1"), Answer::CutShort);
    let page = |story: Story, span, value| story.page(2, span, &[("r", row(&[("A", value)], 1))], Cover::All);
    page(cut(), (40, 50), "v0").assert_none();
    page(cut(), (40, 50), "v1").assert_first(AnomalyKind::Incomplete);
    // What was sent again may be there from then on.
    let again = |answer| cut().wrote(1, (60, 70), replace("r", "v1"), answer);
    page(again(done(&["e2"])), (65, 80), "v1").assert_none();
    page(again(done(&["e2"])), (80, 90), "v1").assert_none();
    page(again(Answer::Unknown), (65, 80), "v1").assert_none();
    page(again(Answer::Refused), (80, 90), "v1").assert_first(AnomalyKind::Incomplete);
}

#[test]
fn what_came_in_twice_may_be_done_late() {
    let twice = begun()
        .wrote(1, (20, 30), replace("r", "v1"), done(&["e1"]))
        .wrote(1, (20, 30), replace("r", "v1"), Answer::Unknown)
        .wrote(2, (40, 50), replace("r", "v2"), done(&["e2"]));
    twice.page(3, (60, 70), &[("r", row(&[("A", "v1")], 9))], Cover::All).assert_none();
}

#[test]
fn a_timestamp_that_goes_back() {
    let page = |story: Story, span, ticks| story.page(1, span, &[("r", row(&[("A", "v0")], ticks))], Cover::All);
    page(page(begun(), (20, 30), 5), (40, 50), 4).assert_first(AnomalyKind::TimestampBack);
    page(page(begun(), (20, 30), 5), (40, 50), 5).assert_none();
    page(page(begun(), (20, 50), 5), (40, 60), 4).assert_none();
}

#[test]
fn rows_that_stay_are_on_one_page() {
    let seen = |value| row(&[("A", value)], 1);
    let two = || begun().wrote(0, (11, 12), insert("s", "w0"), done(&["f0"]));
    let first = || two().page(1, (20, 30), &[("r", seen("v0"))], Cover::UpTo("r".to_owned()));
    first().next_page((40, 50), &[("s", seen("w0"))], Cover::Last).assert_none();
    first().next_page((40, 50), &[], Cover::Last).assert_first(AnomalyKind::RowSkipped);
    first()
        .next_page((40, 50), &[("r", seen("v0")), ("s", seen("w0"))], Cover::Last)
        .assert_first(AnomalyKind::RowRepeated);
    // Given up before its end, it lacks nothing.
    first().next_page((40, 50), &[], Cover::Shown).assert_none();
    // A row that went meanwhile may be missing.
    let delete = Put { row: "s".to_owned(), write: Write::Delete(Condition::Exists) };
    let gone = first().next_page((40, 50), &[], Cover::Last).wrote(0, (25, 35), delete, Answer::Done(vec![None]));
    gone.assert_none();
}

proptest! {
    #![proptest_config(seeded(300))]

    #[test]
    fn what_an_order_explains_is_no_anomaly(plan in vec(planned(0.9), 1..60), audit in 0..60_usize) {
        let (timeline, _) = linear(&plan);
        prop_assert_eq!(anomalies(&timeline, audit), []);
    }
}
