//! Writes of one row that something befalls, looked at and sent again.

use super::drawn::{self, cut_request, lost_answer};
use crate::define::Script;
use crate::table::concurrency::clients::{Deed, PARTITION, Writing, operation};
use crate::table::steps::StepExt as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::Fault;

const ROW: &str = "r";

/// A write, and what its client does about it.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    deed: Kind,
    fault: Fault,
    /// Whether it looks before it sends again.
    looks: bool,
    /// What befalls the second attempt.
    again: Option<Fault>,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Plain(Deed),
    /// Under the ETag that the client knows.
    Update,
    Delete,
}

fn attempts(fault: impl Strategy<Value = Fault>, kinds: Vec<Kind>) -> impl Strategy<Value = Vec<Attempt>> {
    let again = proptest::option::weighted(0.2, lost_answer());
    let attempt = (select(kinds), fault, any::<bool>(), again).prop_map(|(deed, fault, looks, again)| Attempt {
        deed,
        fault,
        looks,
        again,
    });
    vec(attempt, 1..4)
}

fn all_kinds() -> Vec<Kind> {
    let deeds = [Deed::Insert, Deed::Replace, Deed::Merge, Deed::UpdateAny, Deed::DeleteAny];
    deeds.map(Kind::Plain).into_iter().chain([Kind::Update, Kind::Delete]).collect()
}

fn script(attempts: Vec<Attempt>, there: bool) -> Script {
    let mut writing = Writing::default();
    let mut known = there.then(|| writing.deed(ROW, Deed::Replace));
    for Attempt { deed, fault, looks, again } in attempts {
        let deed = match (deed, known) {
            (Kind::Plain(deed), _) => deed,
            (Kind::Update, Some(etag)) => Deed::Update(etag),
            (Kind::Delete, Some(etag)) => Deed::Delete(etag),
            (Kind::Update | Kind::Delete, None) => Deed::Insert,
        };
        let write = operation(PARTITION, ROW, deed, writing.next(), 0);
        writing.step(write.clone().befallen(fault));
        if looks {
            writing.deed(ROW, Deed::Read);
        }
        if let Some(fault) = again {
            writing.step(write.clone().befallen(fault));
        }
        writing.step(write);
        // Reads tell the ETag that is there now, if there is one.
        known = Some(writing.deed(ROW, Deed::Read));
    }
    writing.script()
}

/// Requests that never come in whole.
pub(super) fn cut() -> impl Strategy<Value = Script> {
    (attempts(cut_request(), all_kinds()), any::<bool>()).prop_map(|(mut attempts, there)| {
        // What is sent again would hide what should not be there.
        attempts.iter_mut().for_each(|attempt| attempt.looks = true);
        script(attempts, there)
    })
}

/// Answers that never reach their client, of the writes whose second attempt is refused where the first was done.
pub(super) fn sent_again() -> impl Strategy<Value = Script> {
    let kinds = vec![Kind::Plain(Deed::Insert), Kind::Plain(Deed::DeleteAny), Kind::Update, Kind::Delete];
    (attempts(lost_answer(), kinds), any::<bool>()).prop_map(|(attempts, there)| script(attempts, there))
}

/// Requests that come in twice.
pub(super) fn twice() -> impl Strategy<Value = Script> {
    (attempts(Just(Fault::Twice), all_kinds()), any::<bool>()).prop_map(|(attempts, there)| script(attempts, there))
}

/// Anything befalls anything.
pub(super) fn befallen() -> impl Strategy<Value = Script> {
    (attempts(drawn::any(), all_kinds()), any::<bool>()).prop_map(|(attempts, there)| script(attempts, there))
}
