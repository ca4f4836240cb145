//! Closing steps: what did a history leave in its containers that it should not have, and what can be reached from elsewhere?
//!
//! Nothing is judged here. The steps are asked of the oracle as well, and a leftover shows as a difference.

use super::pool::{Pool, fixture};
use crate::fuzz::dice::Dice;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::{Auth, History, Sas, SasScope, Step, Wire};

/// Of the last blobs that were named, so many are read again.
const READ_AGAIN: usize = 2;

/// The history with closing steps: a listing of each of its containers, the last blobs once more, and now and then a look from
/// elsewhere.
pub(super) fn closed(mut history: History, dice: &mut Dice) -> History {
    let pool = Pool::of(&history);
    let blobs: Vec<String> = pool.last_blobs(READ_AGAIN).into_iter().map(str::to_owned).collect();
    for blob in &blobs {
        history.steps.push(get(fixture(0), blob).into());
        if dice.one_in(3) {
            history.steps.push(Ask { operation: Operation::GetBlobProperties, ..get(fixture(0), blob) }.into());
        }
        if dice.one_in(6) {
            let list = Ask { operation: Operation::GetBlockList, ..get(fixture(0), blob) };
            history.steps.push(Ask { options: vec![("blocklisttype".into(), "all".into())], ..list }.into());
        }
    }
    if dice.one_in(3)
        && let Some(blob) = dice.any(&blobs)
    {
        history.steps.push(from_elsewhere(&history, blob, dice));
    }
    for number in 0..usize::from(history.fixtures) {
        let include = ("include".to_owned(), "snapshots,metadata,uncommittedblobs,copy".to_owned());
        let list = Ask::on_container(Operation::ListBlobs, fixture(number));
        history.steps.push(Ask { options: vec![include], ..list }.into());
        if dice.one_in(4) {
            history.steps.push(Ask::on_container(Operation::GetContainer, fixture(number)).into());
        }
    }
    history
}

fn get(container: String, blob: &str) -> Ask {
    Ask::on_blob(Operation::GetBlob, container, blob)
}

/// The same blob under another container or account, by a signature for something else, or by nobody.
fn from_elsewhere(history: &History, blob: &str, dice: &mut Dice) -> Step {
    let step = Step::from(get(fixture(0), blob));
    let by = |scope| {
        let sas = Box::new(Sas::new(scope, "racwdl"));
        step.clone().written(Wire { auth: Auth::Sas { sas }, ..Wire::default() })
    };
    let container = "${container}-absent".to_owned();
    match dice.below(5) {
        0 if history.fixtures > 1 => get(fixture(1), blob).into(),
        1 => step.written(Wire { account: Some("otheraccount".to_owned()), ..Wire::default() }),
        2 => by(SasScope::Container { container }),
        3 => by(SasScope::Blob { container: fixture(0), blob: format!("{blob}x") }),
        _ => step.written(Wire { auth: Auth::Anonymous, ..Wire::default() }),
    }
}
