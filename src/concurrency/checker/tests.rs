//! The checker against brute force on small timelines, and on large ones that are linearizable by construction or are
//! broken in one place.

use super::{Budget, Checked, check};
use crate::concurrency::testing::{Kind, Planned, World, linear, planned, seeded};
use crate::concurrency::timeline::{Answer, Asked, Cover, Entry, Sight, Timeline};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;
use tablestakes_reference::table::WriteMode;

pub(super) fn budget() -> Budget {
    // Whether a test passes must not depend on how busy the machine is.
    Budget { time: Duration::from_secs(600), situations: 1_000_000 }
}

/// Tries every order, each request on the reference's whole model.
fn by_force(timeline: &Timeline) -> bool {
    fn from<'t>(world: &World, done: &[&'t Entry], left: &[&'t Entry]) -> bool {
        if left.iter().all(|entry| entry.answer == Answer::Unknown) {
            // An ETag that was learned late was the version's own all along.
            let mut world = world.again();
            return done.iter().all(|entry| fits(&mut world, entry));
        }
        (0..left.len()).any(|place| {
            let next = left[place];
            let waits = left.iter().any(|other| other.span.is_before(next.span));
            let mut world = world.clone();
            if waits || !fits(&mut world, next) {
                return false;
            }
            let done = [done, &[next]].concat();
            let rest: Vec<&Entry> =
                left.iter().enumerate().filter(|(at, _)| *at != place).map(|held| *held.1).collect();
            from(&world, &done, &rest)
        })
    }
    from(&World::new(), &[], &timeline.entries.iter().collect::<Vec<_>>())
}

fn fits(world: &mut World, entry: &Entry) -> bool {
    match (&entry.asked, &entry.answer) {
        (Asked::Write { puts, transaction }, Answer::Done(etags)) => world.write(puts, *transaction, etags),
        (Asked::Write { puts, transaction }, Answer::Refused) => !world.write(puts, *transaction, &[]),
        (Asked::Write { puts, transaction }, _) => {
            world.write(puts, *transaction, &[]);
            true
        }
        (_, Answer::Seen(sight)) => world.agrees(sight),
        _ => true,
    }
}

fn assert_explains(timeline: &Timeline, order: &[usize]) {
    let mut world = World::new();
    for (place, &request) in order.iter().enumerate() {
        assert!(fits(&mut world, &timeline.entries[request]), "{request} does not fit at {place}");
        for &later in &order[place + 1..] {
            assert!(!timeline.entries[later].span.is_before(timeline.entries[request].span));
        }
    }
    let left = (0..timeline.entries.len()).filter(|request| !order.contains(request));
    left.for_each(|request| assert_eq!(timeline.entries[request].answer, Answer::Unknown));
}

/// Turns an answer into another that may or may not be explained.
pub(super) fn meddle(timeline: &mut Timeline, place: usize, other: usize) {
    let count = timeline.entries.len();
    let (place, other) = (place % count, other % count);
    let seen = timeline.entries[other].sight().cloned();
    let entry = &mut timeline.entries[place];
    entry.answer = match (&entry.asked, &entry.answer, seen) {
        (Asked::Write { puts, .. }, Answer::Refused, _) => Answer::Done(vec![None; puts.len()]),
        (Asked::Write { .. }, Answer::Done(_), _) => Answer::Refused,
        (Asked::Read { row }, Answer::Seen(_), Some(sight)) => {
            let rows = sight.rows.into_iter().filter(|(seen, _)| seen == row).collect();
            Answer::Seen(Sight { rows, cover: Cover::Row(row.clone()) })
        }
        (Asked::Page(_), Answer::Seen(_), Some(sight)) => Answer::Seen(Sight { rows: sight.rows, cover: Cover::All }),
        (_, answer, _) => answer.clone(),
    };
}

proptest! {
    #![proptest_config(seeded(1500))]

    #[test]
    fn it_agrees_with_brute_force(
        plan in vec(planned(0.8), 1..7),
        meddled in vec((0..100_usize, 0..100_usize), 0..3),
    ) {
        let (mut timeline, _) = linear(&plan);
        for (place, other) in meddled {
            meddle(&mut timeline, place, other);
        }
        let found = check(&timeline, budget());
        prop_assert_eq!(matches!(found, Checked::Linearizable(_)), by_force(&timeline), "{:?}", timeline);
        match &found {
            Checked::Linearizable(order) => assert_explains(&timeline, order),
            Checked::NotLinearizable(witness) => prop_assert!(!witness.explained.contains(&witness.unexplained)),
            Checked::Undecided => prop_assert!(false, "small timelines are decided"),
        }
    }
}

proptest! {
    #![proptest_config(seeded(60))]

    #[test]
    fn what_was_done_in_an_order_is_linearizable(plan in vec(planned(0.97), 50..200)) {
        let (timeline, order) = linear(&plan);
        let kept: Vec<usize> = order.into_iter().filter(|&at| timeline.entries[at].answer != Answer::Unknown).collect();
        let found = check(&timeline, budget());
        let Checked::Linearizable(found) = found else { panic!("{found:?}, though {kept:?} explains it") };
        assert_explains(&timeline, &found);
    }

    #[test]
    fn one_stale_read_among_many_is_found(plan in vec(planned(1.0), 50..200), place in 0..1000_usize) {
        let (mut timeline, order) = linear(&plan);
        let reads: Vec<usize> = (0..order.len()).filter(|&at| stale_for(&timeline, &order, at).is_some()).collect();
        prop_assume!(!reads.is_empty());
        let read = reads[place % reads.len()];
        let stale = stale_for(&timeline, &order, read).unwrap();
        timeline.entries[order[read]].answer = Answer::Seen(stale);
        let found = check(&timeline, budget());
        prop_assert!(matches!(found, Checked::NotLinearizable(_)), "{found:?}");
    }
}

/// What the read at this place of the order would have seen long ago: something that was surely overwritten since. It was seen
/// before the overwriting began: what only overlaps it might have been written behind it.
fn stale_for(timeline: &Timeline, order: &[usize], place: usize) -> Option<Sight> {
    let read = &timeline.entries[order[place]];
    let (Asked::Read { row }, Answer::Seen(_)) = (&read.asked, &read.answer) else { return None };
    order[..place].iter().enumerate().find_map(|(at, &earlier)| {
        let earlier = &timeline.entries[earlier];
        let Answer::Seen(sight) = &earlier.answer else { return None };
        let seen = sight.rows.get(row)?;
        let overwrites =
            |entry: &Entry| matches!(entry.answer, Answer::Done(_)) && entry.puts().iter().any(|put| put.row == *row);
        let gone = order[at + 1..place].iter().any(|&write| {
            let write = &timeline.entries[write];
            overwrites(write) && earlier.span.is_before(write.span) && write.span.is_before(read.span)
        });
        let only = Sight { rows: [(row.clone(), seen.clone())].into(), cover: Cover::Row(row.clone()) };
        gone.then_some(only)
    })
}

fn step(kind: Kind, row: usize) -> Planned {
    Planned { kind, row, before: 0, after: 0, told: true, took_effect: true }
}

#[test]
fn the_witness_names_the_request_that_has_no_place() {
    let plan = [
        step(Kind::Insert, 0),
        step(Kind::UpdateCurrent(WriteMode::Replace), 0),
        step(Kind::Read, 0),
        step(Kind::Page, 0),
    ];
    let (mut timeline, _) = linear(&plan);
    let first = Answer::Seen({
        let (before, _) = linear(&[step(Kind::Insert, 0), step(Kind::Read, 0)]);
        before.entries[1].sight().unwrap().clone()
    });
    timeline.entries[2].answer = first;
    let Checked::NotLinearizable(witness) = check(&timeline, budget()) else { panic!("it is not") };
    assert_eq!((witness.explained, witness.unexplained), (vec![0, 1], 2));
}

#[test]
fn a_write_without_an_answer_may_take_effect_late_or_never() {
    let lost = |took_effect| Planned { told: false, took_effect, ..step(Kind::Insert, 0) };
    for took_effect in [false, true] {
        let (timeline, _) = linear(&[lost(took_effect), step(Kind::Page, 0), step(Kind::Page, 0)]);
        assert!(matches!(check(&timeline, budget()), Checked::Linearizable(_)));
    }
    // Late: the first page does not show it yet.
    let (mut late, _) = linear(&[lost(true), step(Kind::Page, 0), step(Kind::Page, 0)]);
    late.entries[1].answer = Answer::Seen(Sight { cover: Cover::All, ..Sight::default() });
    assert!(matches!(check(&late, budget()), Checked::Linearizable(_)));
    // But not back and forth.
    let seen = late.entries[2].answer.clone();
    late.entries[2].answer = std::mem::replace(&mut late.entries[1].answer, seen);
    assert!(matches!(check(&late, budget()), Checked::NotLinearizable(_)));
}

#[test]
fn a_spent_budget_decides_nothing() {
    let plan = vec![Planned { before: 2900, after: 2900, ..step(Kind::Upsert(WriteMode::Replace), 0) }; 8];
    let (timeline, _) = linear(&plan);
    assert_eq!(check(&timeline, Budget { situations: 1, ..budget() }), Checked::Undecided);
}
