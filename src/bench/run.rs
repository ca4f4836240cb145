//! A run: every point on every target that has its service, one after the other, within the bounds.

use super::budget::{Bounds, Spent};
use super::client::{Client, ServerName};
use super::measure::{Lengths, Measured, measure, usual_length};
use super::miss::Miss;
use super::plan::Plan;
use super::stepping::Limits;
use super::work::Working;
use crate::exit::Exit;
use crate::history::Names;
use crate::target::{Limits as Exchange, Target, Targets, Transport};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use tablestakes_reference::ServiceName;

/// How a run is made.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How long each rate is offered.
    pub time: Duration,
    /// How long clients warm up before.
    pub warm_up: Duration,
    /// When a rate is too much.
    pub limits: Limits,
    /// What may be sent.
    pub bounds: Bounds,
    /// How long one request may take.
    pub request_timeout: Duration,
    /// What operations read is drawn from this.
    pub seed: u64,
}

impl Settings {
    /// How long a point takes about.
    pub fn point(&self) -> Duration {
        usual_length(self.lengths(), self.limits)
    }

    fn lengths(&self) -> Lengths {
        Lengths { warm_up: self.warm_up, step: self.time }
    }
}

/// A target beside others.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Its services.
    pub targets: Targets,
}

/// What is known of a target behind the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubjectOutcome {
    /// What it calls itself.
    pub server: Option<String>,
    /// Why it counts as gone, if it does.
    pub gone: Option<String>,
}

/// What a run came to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The points, as they were measured.
    pub measured: Vec<Measured>,
    /// The targets.
    pub subjects: Vec<SubjectOutcome>,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// How many points were not reached.
    pub left_out: usize,
    /// What was sent.
    pub spent: Spent,
}

impl Outcome {
    /// How the command ends.
    pub fn exit(&self) -> Exit {
        if self.subjects.iter().any(|subject| subject.gone.is_some()) {
            return Exit::TargetUnreachable;
        }
        let is_measured = |measured: &Measured| !measured.steps.is_empty() && measured.left.is_none();
        if self.interrupted || self.left_out > 0 || !self.measured.iter().all(is_measured) {
            Exit::DoesNotConform
        } else {
            Exit::Conforms
        }
    }
}

/// A run.
#[derive(Debug)]
pub struct Bench {
    /// What is measured.
    pub plan: Plan,
    /// How.
    pub settings: Settings,
    /// The targets.
    pub subjects: Vec<Subject>,
    /// Set from outside: what is under way is given up, what was made is deleted, and the run ends.
    pub interrupted: Arc<AtomicBool>,
}

/// A target under way.
struct UnderWay {
    lines: Vec<(Target, Transport)>,
    server: ServerName,
    gone: Option<String>,
}

impl UnderWay {
    fn new(subject: &Subject, timeout: Duration) -> Self {
        let limits = Exchange { time: timeout, ..Exchange::default() };
        let lines = subject.targets.iter().map(|target| (target.clone(), Transport::new(target, limits)));
        Self { lines: lines.collect(), server: ServerName::default(), gone: None }
    }

    fn line(&self, service: ServiceName) -> Option<&(Target, Transport)> {
        self.lines.iter().find(|(target, _)| target.service == service)
    }
}

impl Bench {
    /// Measures all points, and tells of each when it begins and when it is measured.
    pub async fn run(&self, mut tell: impl FnMut(Told<'_>)) -> Outcome {
        let names = Names::new(std::process::id(), SystemTime::now());
        let mut under_way: Vec<UnderWay> =
            self.subjects.iter().map(|subject| UnderWay::new(subject, self.settings.request_timeout)).collect();
        let (mut measured, mut spent) = (Vec::new(), Spent::default());
        let count = self.plan.points.len();
        for (place, (point, subject)) in self.plan.points.iter().enumerate() {
            if self.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let Some(held) = under_way.get_mut(*subject).filter(|held| held.gone.is_none()) else { continue };
            let Some((target, transport)) = held.line(point.workload.service) else { continue };
            tell(Told::Began { place, count, point, subject: *subject });
            let left = u64::try_from(count - place).unwrap_or(u64::MAX);
            let client = Client::new(
                (target, transport),
                names.prefix(),
                self.settings.bounds.share(spent, left),
                Arc::clone(&held.server),
                Arc::clone(&self.interrupted),
            );
            let working = Arc::new(Working::new(client, *point, self.settings.seed));
            let came = measure(working, *subject, self.settings.lengths(), self.settings.limits).await;
            spent += came.spent;
            if let Some(miss @ (Miss::Broken(_) | Miss::TimedOut)) = &came.left {
                // The last that it was asked, alone and with nothing else under way, got no answer.
                held.gone = Some(miss.to_string());
            }
            tell(Told::Measured(&came));
            measured.push(came);
        }
        let subjects =
            under_way.into_iter().map(|held| SubjectOutcome { server: held.server.get().cloned(), gone: held.gone });
        Outcome {
            left_out: count - measured.len(),
            measured,
            subjects: subjects.collect(),
            interrupted: self.interrupted.load(Ordering::Relaxed),
            spent,
        }
    }
}

/// What a run tells while it goes on.
#[derive(Debug, Clone, Copy)]
pub enum Told<'t> {
    /// A point began.
    Began {
        /// Its place among all.
        place: usize,
        /// How many there are.
        count: usize,
        /// Which one.
        point: &'t super::point::Point,
        /// On which target.
        subject: usize,
    },
    /// A point is measured.
    Measured(&'t Measured),
}
