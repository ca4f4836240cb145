//! The judge's verdict on a step that was played, against any oracle's answers.

use super::experiment::Judging;
use super::lockstep::Lockstep;
use super::oracle_side::question;
use super::played::Played;
use crate::judge::{Difference, Expected, Outcome, kept_by_target_alone, one, scan};
use tablestakes_reference::history::{Call, Step};

impl Judging for Lockstep<'_> {
    fn judge(&self, step: &Step, answers: &[Expected], played: &Played) -> Outcome {
        let Some(came) = &played.came else { return Outcome::same() };
        let (Some(sent), Some(actual), Some(expected)) = (came.sent.first(), came.actual.first(), answers.first())
        else {
            return Outcome::same();
        };
        let question = question(step, &sent.request, &self.replayer.target, &self.actual.bindings);
        match step.call {
            Call::Scan { .. } | Call::ScanTables { .. } => scan(&question, answers, &came.actual, came.end),
            Call::Operation { .. }
            | Call::Queue { .. }
            | Call::Blob { .. }
            | Call::Raw { .. }
            | Call::Wait { .. }
            | Call::Restart => one(&question, expected, actual),
        }
    }

    fn kept_by_target_alone(&self, step: &Step, answers: &[Expected], played: &Played) -> Vec<Difference> {
        let came = played.came.as_ref();
        let first = came.and_then(|came| Some((came.sent.first()?, came.actual.first()?)));
        let (Some((sent, actual)), Some(expected)) = (first, answers.first()) else { return Vec::new() };
        let question = question(step, &sent.request, &self.replayer.target, &self.actual.bindings);
        kept_by_target_alone(&question, expected, actual)
    }
}
