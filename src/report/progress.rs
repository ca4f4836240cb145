//! A progress bar on standard error; where that is no terminal, one line for each check that does not pass.

use super::reporter::Reporter;
use crate::engine::{CheckRef, Event};
use crate::finding::{ErrorReason, Outcome, WriteError, printable};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::Write as _;
use std::time::Duration;

/// Shows how far a run is.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    findings: usize,
    endless: bool,
}

impl Progress {
    /// A bar that appears with the run.
    pub fn new() -> Self {
        Self { bar: ProgressBar::no_length(), findings: 0, endless: false }
    }

    /// The same, for a run that ends with its time and not with its histories.
    pub fn endless() -> Self {
        Self { endless: true, ..Self::new() }
    }

    fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            drop(writeln!(std::io::stderr().lock(), "{text}"));
        } else {
            self.bar.println(text);
        }
    }

    fn finished(&self, check: &CheckRef, outcome: &Outcome) {
        match outcome {
            // That the target is gone, or the run interrupted, is told once and not for every check.
            Outcome::Pass { .. }
            | Outcome::Skip(_)
            | Outcome::Known(_)
            | Outcome::Blocked { known: true, .. }
            | Outcome::Error(ErrorReason::TargetGone | ErrorReason::Interrupted) => {}
            Outcome::Fail | Outcome::Fixed(_) | Outcome::Blocked { .. } | Outcome::Error(_) => {
                let reason = outcome.reason().map(|reason| format!(": {}", printable(&reason))).unwrap_or_default();
                self.line(&format!("{:<5} {} [{}]{reason}", outcome.name(), check.id, check.axes));
            }
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

/// How much time is left, while there is something to go by: behind the last history failures are confirmed and made smaller, of
/// which nobody knows how long it takes.
fn left(state: &ProgressState, text: &mut dyn Write) {
    let seconds = state.eta().as_secs();
    if seconds > 0 && state.len().is_some_and(|all| state.pos() < all) {
        let _ = write!(text, ", {} left", HumanDuration(state.eta()));
    }
}

impl Reporter for Progress {
    fn event(&mut self, event: &Event) {
        match event {
            Event::RunStarted(run) => {
                let template = if self.endless {
                    "{spinner} {pos} histories in {elapsed}  {wide_msg}"
                } else {
                    self.bar.set_length(run.histories);
                    "{bar:30} {pos}/{len} histories{left}  {wide_msg}"
                };
                if let Ok(style) = ProgressStyle::with_template(template) {
                    self.bar.set_style(style.with_key("left", left));
                }
                self.bar.enable_steady_tick(Duration::from_millis(200));
            }
            Event::CheckStarted(check) => self.bar.set_message(match self.findings {
                0 => check.id.to_owned(),
                findings => format!("{} ({findings} findings)", check.id),
            }),
            Event::CaseReplayed { .. } => self.bar.inc(1),
            Event::FindingConfirmed { signature, .. } => self.bar.set_message(format!("shrinking {signature}")),
            Event::FindingMade(_) => self.findings += 1,
            Event::FindingShrunk { .. } | Event::FindingRetold { .. } => {}
            Event::CheckFinished { check, outcome, .. } => self.finished(check, outcome),
            Event::TargetGone(gone) => self.line(&match &gone.during {
                Some(check) => format!("target gone during {check}: {}", printable(&gone.failure)),
                None => format!("the target cannot be reached: {}", printable(&gone.failure)),
            }),
            Event::RunFinished(_) => self.bar.finish_and_clear(),
        }
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        self.bar.finish_and_clear();
        Ok(())
    }
}
