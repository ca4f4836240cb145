//! `tablestakes replay --reference` on recordings: how much of them does the reference reproduce?

use super::failure::Failure;
use super::output::{json, print};
use crate::exit::Exit;
use crate::recording::{self, Difference, Fate};
use crate::report::{ToolDocument, printable};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is printed with `--json`.
#[derive(Serialize)]
struct Document {
    schema: u32,
    tool: ToolDocument,
    sessions: usize,
    exchanges: usize,
    reproduced: usize,
    /// Of these, how many are reproduced in their form alone, because their content was taken from the answer.
    content_from_answer: usize,
    different: usize,
    unreplayable: usize,
    /// Of the replayable exchanges, in percent.
    share: f64,
    /// How many exchanges are not replayable, by reason.
    reasons: BTreeMap<String, usize>,
    differences: Vec<DifferenceDocument>,
}

#[derive(Serialize)]
struct DifferenceDocument {
    session: String,
    exchange: usize,
    asked: String,
    what: Vec<Difference>,
    file: String,
}

/// Replays every recording; ends well if each replayable exchange is reproduced, or at least this share of them.
pub(super) fn run(files: &[PathBuf], as_json: bool, at_least: Option<f64>) -> Result<Exit, Failure> {
    let mut document = Document {
        schema: 1,
        tool: ToolDocument::this(),
        sessions: 0,
        exchanges: 0,
        reproduced: 0,
        content_from_answer: 0,
        different: 0,
        unreplayable: 0,
        share: 0.0,
        reasons: BTreeMap::new(),
        differences: Vec::new(),
    };
    for file in files {
        let session = recording::read(file)?;
        let replayed = recording::replay(&session);
        document.sessions += 1;
        document.exchanges += replayed.played.len();
        for played in replayed.played {
            match played.fate {
                Fate::Reproduced => {
                    document.reproduced += 1;
                    document.content_from_answer += usize::from(played.content_from_answer);
                }
                Fate::Unreplayable(reason) => {
                    document.unreplayable += 1;
                    *document.reasons.entry(reason.to_string()).or_default() += 1;
                }
                Fate::Different(what) => {
                    document.different += 1;
                    document.differences.push(DifferenceDocument {
                        session: replayed.session.clone(),
                        exchange: played.number,
                        asked: played.asked,
                        what,
                        file: file.display().to_string(),
                    });
                }
            }
        }
    }
    document.share = share(document.reproduced, document.different);
    let enough = at_least.map_or(document.different == 0, |at_least| document.share >= at_least);
    print(&if as_json { json(&document) } else { text(&document) });
    Ok(if enough { Exit::Conforms } else { Exit::DoesNotConform })
}

/// The share of the replayable exchanges, in percent, cut after the second digit.
fn share(reproduced: usize, different: usize) -> f64 {
    let replayable = reproduced + different;
    if replayable == 0 {
        return 100.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of exchanges is far below 2^52")]
    let share = (reproduced * 10_000 / replayable) as f64 / 100.0;
    share
}

fn text(document: &Document) -> String {
    let mut text = String::new();
    for difference in &document.differences {
        let DifferenceDocument { session, exchange, asked, what, .. } = difference;
        text.push_str(&format!("{} exchange {exchange}: {}\n", printable(session), printable(asked)));
        for Difference { place, recorded, reference } in what {
            let (recorded, reference) = (printable(recorded), printable(reference));
            text.push_str(&format!("  {}: recorded {recorded}, the reference answers {reference}\n", printable(place)));
        }
    }
    if !document.reasons.is_empty() {
        text.push_str("not replayable:\n");
    }
    for (reason, count) in &document.reasons {
        text.push_str(&format!("{count:>8}  {reason}\n"));
    }
    let Document { sessions, exchanges, reproduced, content_from_answer, different, unreplayable, share, .. } =
        document;
    text.push_str(&format!(
        "{sessions} sessions, {exchanges} exchanges: {reproduced} reproduced ({content_from_answer} of them in their form \
         alone), {different} different, {unreplayable} not replayable; {share:.2} % of the replayable\n"
    ));
    text
}
