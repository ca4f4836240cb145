//! Replaying any history: as a whole where several clients take its steps or faults disturb them, in lockstep else.

use super::stage::Stage;
use crate::history::{ReplayError, Replayed, Replayer, WithoutSecrets as _};
use crate::judge::Mismatch;
use tablestakes_reference::history::History;

/// Replays a history on fresh tables, which are deleted as best it can be done. One of a single client without faults is
/// replayed in lockstep with the oracle. One of several clients, or with faults, has no oracle beside it; what was seen is
/// judged when it is through.
///
/// # Errors
/// The tables could not be created. Whatever the target answers to a step is a verdict, not an error.
pub async fn replay(replayer: &Replayer, history: &History) -> Result<Replayed, ReplayError> {
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
