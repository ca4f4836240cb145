//! Writing what a target answers, while a run is under way.

use super::form::{Line, Order, Outcome, Replay, SCHEMA, Step, named, rests_on_more};
use crate::engine::{Alive, Subject, Unreplayed, hand_on};
use crate::finding::{AxisNames, ToolDocument, WriteError, redact};
use crate::history::{Lateness, Replayed};
use crate::target::{Axes, TransportFailure};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// A subject of which every answer is kept.
#[derive(Debug)]
pub struct Recorder<S> {
    subject: S,
    path: PathBuf,
    file: Mutex<File>,
    failed: Mutex<Option<std::io::Error>>,
}

impl<S: Subject> Recorder<S> {
    /// Begins a file, in the place of one that is there.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(subject: S, path: &Path, order: &Order) -> Result<Self, WriteError> {
        let wrong = |source| WriteError::Write { path: path.to_owned(), source };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.map_or(Ok(()), std::fs::create_dir_all).map_err(wrong)?;
        let file = Mutex::new(File::create(path).map_err(wrong)?);
        let recorder = Self { subject, path: path.to_owned(), file, failed: Mutex::default() };
        recorder.keep(&Line::Run { schema: SCHEMA, tool: ToolDocument::this(), order: Box::new(order.clone()) });
        recorder.finish()?;
        Ok(recorder)
    }

    /// Writes a line at once, so that a run that is killed has kept what it heard.
    fn keep(&self, line: &Line) {
        let written = crate::json::line(line).map_err(std::io::Error::from).and_then(|mut text| {
            text.push(b'\n');
            self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&text)
        });
        if let Err(error) = written {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// Whether everything was kept.
    ///
    /// # Errors
    /// The first line that could not be written.
    pub fn finish(&self) -> Result<(), WriteError> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        failed.map_or(Ok(()), |source| Err(WriteError::Write { path: self.path.clone(), source }))
    }
}

impl<S: Subject> Subject for Recorder<S> {
    async fn replay(&self, axes: Axes, history: &History, suspects: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let answer = self.subject.replay(axes, history, suspects).await;
        let (requests, outcome) = match &answer {
            Ok(replayed) => {
                let with_verdict = rests_on_more(history);
                let steps = replayed.steps.iter().map(|record| Step::of(record, with_verdict)).collect();
                (replayed.requests, Outcome::Steps(steps))
            }
            Err(Unreplayed { message, no_answer, requests, .. }) => {
                let message = redact(message).into_owned();
                (*requests, Outcome::Unreplayed { message, no_answer: *no_answer })
            }
        };
        let axes = AxisNames::from(axes);
        let prefix = answer.as_ref().ok().and_then(|replayed| replayed.prefix.clone());
        let (name, history) = named(&axes, history);
        let one_after_the_other = answer.as_ref().is_ok_and(|replayed| replayed.instead.is_some());
        self.keep(&Line::Replay(Replay { name, axes, history, prefix, requests, one_after_the_other, outcome }));
        answer
    }

    async fn probe(&self, service: ServiceName) -> Result<Alive, TransportFailure> {
        let answer = self.subject.probe(service).await;
        if let Ok(Alive { server }) = &answer {
            self.keep(&Line::Alive { server: server.clone() });
        }
        answer
    }

    async fn lateness(&self) -> Lateness {
        let lateness = self.subject.lateness().await;
        self.keep(&Line::Lateness(lateness));
        lateness
    }

    async fn answers_by_host(&self, service: ServiceName) -> bool {
        let answers = self.subject.answers_by_host(service).await;
        self.keep(&Line::ByHost { answers, service });
        answers
    }

    async fn answers_at_secondary(&self, service: ServiceName) -> bool {
        let answers = self.subject.answers_at_secondary(service).await;
        self.keep(&Line::Secondary { answers, service });
        answers
    }

    hand_on!(answers to subject);
    hand_on!(judging to subject);
    hand_on!(restarting to subject);
}
