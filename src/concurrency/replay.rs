//! Replaying any history: as a whole where several clients take its steps or faults disturb them, in lockstep else.

use super::stage::Stage;
use crate::history::{ReplayError, Replayed, Replayer, WithoutSecrets as _};
use crate::judge::{Mismatch, Undecided};
use tablestakes_reference::history::History;

/// A history in which a write timed out is replayed so many times more.
const MOST: u32 = 5;

/// Replays a history on fresh tables, which are deleted as best it can be done. One of a single client without faults is
/// replayed in lockstep with the oracle. One of several clients, or with faults, has no oracle beside it; what was seen is
/// judged when it is through.
///
/// # Errors
/// The tables could not be created. Whatever the target answers to a step is a verdict, not an error.
pub async fn replay(replayer: &Replayer, history: &History) -> Result<Replayed, ReplayError> {
    let mut before = 0;
    for _ in 0..MOST {
        let replayed = once(replayer, history).await;
        if !timed_out(&replayed) {
            return replayed.map(|replayed| Replayed { requests: before + replayed.requests, ..replayed });
        }
        before += replayed.map_or_else(|error| error.requests(), |replayed| replayed.requests);
    }
    let replayed = once(replayer, history).await?;
    Ok(Replayed { requests: before + replayed.requests, ..replayed })
}

/// Whether a history is left undecided by a write that timed out: nobody knows what that did. On tables of its own it begins anew.
fn timed_out(replayed: &Result<Replayed, ReplayError>) -> bool {
    match replayed {
        Ok(replayed) => {
            let is_open = matches!(replayed.undecided(), Some((_, Undecided::TimedOut)));
            is_open && replayed.mismatches().next().is_none()
        }
        Err(error) => matches!(error, ReplayError::Busy { timed_out: true, .. }),
    }
}

async fn once(replayer: &Replayer, history: &History) -> Result<Replayed, ReplayError> {
    if history.is_judged_whole() { whole(replayer, history).await } else { replayer.in_lockstep(history).await }
}

/// Replays a history that is judged whole. Where something is wrong, the same requests are made one after the other as well:
/// if these show it already, and rules explain it, several clients have no part in it.
async fn whole(replayer: &Replayer, history: &History) -> Result<Replayed, ReplayError> {
    let (prefix, learned) = (replayer.prefix(), replayer.learned());
    let stage = Stage {
        target: replayer.target(),
        transport: replayer.transport(),
        axes: replayer.axes(),
        prefix: &prefix,
        learned: &learned.broken,
    };
    let replayed = stage.replay(history).await;
    let replayed = replayed.map(Replayed::without_secrets).map_err(ReplayError::without_secrets)?;
    if replayed.mismatches().next().is_none() {
        return Ok(replayed);
    }
    let control = history.one_after_the_other();
    let told = replayer.in_lockstep(&control).await?;
    let requests = replayed.requests + told.requests;
    let tells = |mismatch: &Mismatch| !mismatch.kind.is_of_form() && told.explained.contains(&mismatch.rule);
    if !told.mismatches().any(tells) {
        return Ok(Replayed { requests, ..replayed });
    }
    Ok(Replayed { requests, unasked: history.rules.clone(), instead: Some(control), ..told })
}
