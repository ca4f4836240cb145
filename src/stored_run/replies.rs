//! A stored run in the place of its target.

use super::form::{Name, Order, Outcome, Replay, named, rests_on_more};
use super::read::{Index, Lines, StoredRunError};
use crate::engine::{Alive, Subject, Unreplayed, hand_on};
use crate::finding::AxisNames;
use crate::history::{Lateness, Names, Replayed, Replayer, Replayers, StepRecord};
use crate::judge::{Undecided, Verdict};
use crate::target::{Axes, Limits, NO_RESTART, Transport, TransportFailure};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// A run that was kept, to be asked again what its target was asked.
pub struct StoredRun {
    lines: Mutex<Lines>,
    index: Index,
    replayers: Replayers,
    /// How many replays of each history were given back.
    given: Mutex<HashMap<Name, usize>>,
}

impl StoredRun {
    /// Opens a file that [`Recorder`](super::Recorder) wrote.
    ///
    /// # Errors
    /// It cannot be read, or is something else.
    pub fn open(path: &Path) -> Result<Self, StoredRunError> {
        let mut lines = Lines::open(path)?;
        let index = lines.index()?;
        let targets = index.order.targets().ok_or_else(|| StoredRunError::Malformed {
            path: path.to_owned(),
            line: 1,
            reason: "its target has no address".to_owned(),
        })?;
        // Connects when something is sent, which nothing is.
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let replayers = Replayers::of_each(&targets, |target| {
            let transport = Transport::new(target, Limits::default());
            let replayer = Replayer::new(target.clone(), transport, Axes::default(), Arc::clone(&names));
            replayer.with_profile(index.order.request.profile)
        });
        Ok(Self { lines: Mutex::new(lines), index, replayers, given: Mutex::default() })
    }

    /// What was asked for.
    pub fn order(&self) -> &Order {
        &self.index.order
    }

    /// The next replay of a history; the last one again where it was replayed less often than is asked for now.
    fn next(&self, axes: Axes, history: &History) -> Option<Result<Replay, StoredRunError>> {
        let (name, _) = named(&AxisNames::from(axes), history);
        let places = self.index.replays.get(&name)?;
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let count = given.entry(name).or_default();
        let at = places.get(*count).or(places.last())?;
        *count += 1;
        Some(self.lines.lock().unwrap_or_else(PoisonError::into_inner).replay_at(*at))
    }
}

fn unreplayed(message: String) -> Unreplayed {
    Unreplayed { message, no_answer: false, refused: false, requests: 0 }
}

impl Subject for StoredRun {
    async fn replay(&self, axes: Axes, history: &History, suspects: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let absent = || "the stored run does not hold this history: the check is newer than it, or was changed, or the run had ended";
        let replay = self.next(axes, history).ok_or_else(|| unreplayed(absent().to_owned()))?;
        let Replay { prefix, requests, outcome, one_after_the_other, .. } =
            replay.map_err(|error| unreplayed(error.to_string()))?;
        let kept: Vec<StepRecord> = match outcome {
            Outcome::Unreplayed { message, .. } => return Err(Unreplayed { requests, ..unreplayed(message) }),
            Outcome::Steps(steps) => steps.iter().map(super::form::Step::record).collect(),
        };
        if one_after_the_other {
            let control = history.one_after_the_other();
            let judged = self
                .replayers
                .of(history.service)
                .with_axes(axes)
                .suspecting(suspects)
                .rejudge(&control, &kept, prefix);
            let judged = judged.map_err(|error| Unreplayed { requests, ..unreplayed(error.to_string()) })?;
            return Ok(Replayed { requests, unasked: history.rules.clone(), instead: Some(control), ..judged });
        }
        if rests_on_more(history) {
            return Ok(Replayed { steps: kept, prefix, requests, ..Replayed::default() });
        }
        let judged =
            self.replayers.of(history.service).with_axes(axes).suspecting(suspects).rejudge(history, &kept, prefix);
        let judged = judged.map_err(|error| Unreplayed { requests, ..unreplayed(error.to_string()) })?;
        let mut replayed = Replayed { requests, ..judged };
        let asked = replayed.steps.len();
        if asked < history.steps.len() && replayed.steps.iter().all(|step| step.verdict == Verdict::Allowed) {
            let why = format!("the run stopped behind step {asked}, whose answer was not allowed then");
            let verdict = Verdict::Undecided(Undecided::Unfit { why });
            replayed.steps.push(StepRecord {
                index: asked,
                exchanges: Vec::new(),
                verdict,
                taken: None,
                read_back: Vec::new(),
            });
        }
        Ok(replayed)
    }

    async fn probe(&self, _: ServiceName) -> Result<Alive, TransportFailure> {
        Ok(Alive { server: self.index.server.clone() })
    }

    hand_on!(judging to replayers);

    fn can_restart(&self) -> bool {
        false
    }

    async fn restart(&self) -> Result<(), String> {
        Err(NO_RESTART.to_owned())
    }

    async fn lateness(&self) -> Lateness {
        self.index.lateness
    }

    async fn answers_by_host(&self, service: ServiceName) -> bool {
        self.index.by_host.contains(&service)
    }

    async fn answers_at_secondary(&self, service: ServiceName) -> bool {
        self.index.secondary.contains(&service)
    }
}
