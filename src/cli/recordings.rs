//! `tablestakes replay --reference` on recordings: how much of them does the reference reproduce?

use super::failure::Failure;
use super::output::{json, print};
use crate::exit::Exit;
use crate::finding::{ToolDocument, printable};
use crate::recording::{self, Cause, Causes, Difference, Fate};
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
    /// Of these, how many differ in headers and annotations alone, on which no client rests.
    incidental: usize,
    unreplayable: usize,
    /// Of the replayable exchanges, in percent.
    share: f64,
    /// How many exchanges are not replayable, by reason.
    reasons: BTreeMap<String, usize>,
    differences: Vec<DifferenceDocument>,
    /// What differs, a member for each rule.
    causes: Vec<Cause>,
}

#[derive(Serialize)]
struct DifferenceDocument {
    session: String,
    exchange: usize,
    asked: String,
    what: Vec<Difference>,
    file: String,
}

/// Replays every recording; ends well if each replayable exchange is reproduced but for what no client rests on, or at least this
/// share of them wholly. Tells the causes, and with `differences` every exchange that differs.
pub(super) fn run(files: &[PathBuf], as_json: bool, differences: bool, at_least: Option<f64>) -> Result<Exit, Failure> {
    let mut document = Document {
        schema: 1,
        tool: ToolDocument::this(),
        sessions: 0,
        exchanges: 0,
        reproduced: 0,
        content_from_answer: 0,
        different: 0,
        incidental: 0,
        unreplayable: 0,
        share: 0.0,
        reasons: BTreeMap::new(),
        differences: Vec::new(),
        causes: Vec::new(),
    };
    let mut causes = Causes::default();
    for file in files {
        let session = recording::read(file)?;
        let replayed = recording::replay(&session);
        document.sessions += 1;
        document.exchanges += replayed.played.len();
        for played in replayed.played {
            if let Fate::Different(what) = &played.fate {
                causes.note(&played, what);
            }
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
                    document.incidental += usize::from(what.iter().all(Difference::is_incidental));
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
    let enough = at_least.map_or(document.different == document.incidental, |at_least| document.share >= at_least);
    document.causes = causes.in_order().into_iter().cloned().collect();
    print(&if as_json { json(&document) } else { text(&document, &causes, differences) });
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

fn text(document: &Document, causes: &Causes, differences: bool) -> String {
    let mut text = String::new();
    for difference in document.differences.iter().filter(|_| differences) {
        let DifferenceDocument { session, exchange, asked, what, .. } = difference;
        text.push_str(&format!("{} exchange {exchange}: {}\n", printable(session), printable(asked)));
        for Difference { place, recorded, reference } in what {
            let (recorded, reference) = (printable(recorded), printable(reference));
            text.push_str(&format!("  {}: recorded {recorded}, the reference answers {reference}\n", printable(place)));
        }
    }
    text.push_str(&super::causes::text(causes, ("recorded", "the reference answers")));
    if !document.reasons.is_empty() {
        text.push_str("not replayable:\n");
    }
    for (reason, count) in &document.reasons {
        text.push_str(&format!("{count:>8}  {reason}\n"));
    }
    let Document {
        sessions,
        exchanges,
        reproduced,
        content_from_answer,
        different,
        incidental,
        unreplayable,
        share,
        ..
    } = document;
    text.push_str(&format!(
        "{sessions} sessions, {exchanges} exchanges: {reproduced} reproduced ({content_from_answer} of them in their form \
         alone), {different} different ({incidental} of them but in headers and annotations), {unreplayable} not replayable; {share:.2} % of the replayable\n"
    ));
    text
}
