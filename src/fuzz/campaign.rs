//! A campaign: workers that draw, replay and digest histories until something ends it.

use super::counted::Counted;
use super::exchange::Exchange;
use super::killer::bury;
use super::mutation::Never;
use super::seeds::Seeds;
use super::settings::Settings;
use super::shelf::{Shelf, ShelfError};
use super::slow::time;
use super::state::{State, Todo, Work};
use super::summary::CampaignDocument;
use super::triage::triage;
use super::view;
use crate::baseline::{Baseline, Shown};
use crate::engine::{self, Gone, Reach, Stop, Subject, TargetInfo, find_gone, find_out_versions};
use crate::finding::{AxisNames, Signature, WriteError};
use crate::history::Replayed;
use crate::judge::{MismatchKind, Undecided};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tablestakes_reference::ServiceName;
use tokio::sync::{RwLock, mpsc, oneshot};

mod document;
mod sharing;

/// How often the summary is written anew.
const SUMMARY: Duration = Duration::from_secs(3);

/// What a campaign is made of.
pub struct Campaign<S> {
    /// What is tested.
    pub subject: Counted<S>,
    /// How it is named.
    pub target: TargetInfo,
    /// What is asked for.
    pub settings: Settings,
    /// Where histories come from.
    pub seeds: Seeds,
    /// Where everything is kept.
    pub shelf: Shelf,
    /// What is known.
    pub baseline: Baseline,
    /// How far it may go.
    pub reach: Arc<Reach>,
    /// What is shared with other campaigns beside the directory.
    pub exchange: Exchange,
    /// The number of this worker: several with one seed draw other histories each.
    pub worker: u32,
    /// Whether it goes on where the directory's last one was.
    pub resume: bool,
}

/// A campaign under way.
pub(super) struct Shared<S> {
    pub(super) subject: Arc<Counted<S>>,
    pub(super) settings: Settings,
    pub(super) shelf: Shelf,
    pub(super) reach: Arc<Reach>,
    /// Whoever replays holds it with others; who starts the target again holds it alone.
    pub(super) gate: RwLock<()>,
    target: Mutex<TargetInfo>,
    seeds: Seeds,
    never: Never,
    baseline: Baseline,
    started: Timestamp,
    clock: Instant,
    earlier: Duration,
    earlier_requests: u64,
    exchange: Exchange,
    state: Mutex<State>,
}

/// Why a campaign was not begun, or its results could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// What is in its directory cannot be read.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// Something could not be written.
    #[error(transparent)]
    Report(#[from] WriteError),
}

/// Runs a campaign to its end; gives its summary, which is also on file.
///
/// # Errors
/// What an earlier campaign left cannot be read, or nothing can be written.
pub async fn run<S: Subject>(campaign: Campaign<S>) -> Result<CampaignDocument, CampaignError> {
    let jobs = campaign.settings.jobs.max(1);
    let shared = Arc::new(Shared::begin(campaign)?);
    match shared.subject.probe(shared.settings.service).await {
        Ok(alive) => {
            shared.target.lock().unwrap_or_else(PoisonError::into_inner).server = alive.server;
            if shared.settings.service == ServiceName::Blob {
                let _ = find_out_versions(&*shared.subject).await;
            }
        }
        Err(failure) => {
            shared.reach.lose(Gone { during: None, failure: failure.to_string() });
        }
    }
    shared.recall()?;
    let (orders, inbox) = mpsc::unbounded_channel();
    let workers: Vec<_> = (0..jobs)
        .map(|_| {
            let (shared, orders) = (Arc::clone(&shared), orders.clone());
            tokio::spawn(async move { work(&shared, &orders).await })
        })
        .collect();
    drop(orders);
    let telling = {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { view::tell(&*shared).await })
    };
    let writing = {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { shared.write_summaries().await })
    };
    let hearing = {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { shared.hear().await })
    };
    follow(&shared, inbox).await;
    for worker in workers {
        if let Err(error) = worker.await {
            shared.state(|state| state.news.push(format!("a worker failed, please report it: {error}")));
        }
    }
    for beside in [&telling, &writing, &hearing] {
        beside.abort();
    }
    // They are told to stop between two writes, and both are waited for: the last summary is written by this task alone.
    drop((telling.await, writing.await, hearing.await));
    view::farewell(&*shared);
    let document = shared.document(true);
    shared.shelf.keep_summary(&document)?;
    match shared.state(|state| state.failed.take()) {
        Some(error) => Err(error.into()),
        None => Ok(document),
    }
}

/// What takes longer than one history, done for a worker that waits for it: a future that shrinks belongs to no other thread.
struct Order {
    what: Errand,
    /// Whether the target was gone on the way, and nobody has looked into it.
    done: oneshot::Sender<bool>,
}

enum Errand {
    Triage(Work, Signature, Replayed),
    Bury(Work, Replayed),
    Time(Work, Replayed, usize, Duration),
}

type Orders = mpsc::UnboundedSender<Order>;

/// Does what the workers ask for, until the last of them has ended.
async fn follow<S: Subject>(shared: &Shared<S>, mut inbox: mpsc::UnboundedReceiver<Order>) {
    let mut under_way = FuturesUnordered::new();
    let carry_out = async |Order { what, done }: Order| {
        let gone = match what {
            Errand::Triage(work, signature, replayed) => triage(shared, work, signature, replayed).await,
            Errand::Bury(work, replayed) => {
                bury(shared, work, replayed).await;
                false
            }
            Errand::Time(work, replayed, step, usual) => {
                time(shared, work, replayed, step, usual).await;
                false
            }
        };
        // A worker that failed meanwhile no longer waits.
        let _ = done.send(gone);
    };
    loop {
        tokio::select! {
            order = inbox.recv() => match order {
                Some(order) => under_way.push(carry_out(order)),
                None => break,
            },
            Some(()) = under_way.next(), if !under_way.is_empty() => {}
        }
    }
    while under_way.next().await.is_some() {}
}

async fn ask(orders: &Orders, what: Errand) -> bool {
    let (done, answer) = oneshot::channel();
    orders.send(Order { what, done }).is_ok() && answer.await.unwrap_or(false)
}

async fn work<S: Subject>(shared: &Shared<S>, orders: &Orders) {
    let mut before: Option<(Work, Replayed)> = None;
    while shared.ended().is_none() {
        let Some(work) = shared.state(|state| state.next(&shared.settings, &shared.seeds, &shared.never)) else {
            continue;
        };
        if work.entry.history.steps.is_empty() {
            continue;
        }
        let passage = shared.gate.read().await;
        let answer = shared.subject.replay(work.entry.axes, &work.entry.history, None).await;
        match answer {
            Ok(replayed) => {
                let odd = work.entry.history.steps.iter().any(|step| step.call.is_odd());
                let silent =
                    replayed.mismatches().next().is_some_and(|mismatch| mismatch.kind == MismatchKind::NoAnswer);
                let busy = matches!(replayed.undecided(), Some((_, Undecided::Busy)));
                if (odd || silent || busy) && find_gone(&*shared.subject, shared.settings.service).await.is_some() {
                    drop(passage);
                    ask(orders, Errand::Bury(work, replayed)).await;
                    continue;
                }
                before = Some((work.clone(), replayed.clone()));
                let gone = shared.digest(work, replayed, orders).await;
                drop(passage);
                if gone && let Some((work, replayed)) = before.take() {
                    ask(orders, Errand::Bury(work, replayed)).await;
                }
            }
            Err(unreplayed) => {
                shared.state(|state| {
                    state.histories += 1;
                    state.unreplayed = Some(unreplayed.message);
                });
                if unreplayed.no_answer
                    && let Some(failure) = find_gone(&*shared.subject, shared.settings.service).await
                {
                    drop(passage);
                    // It did not survive what was asked before, although it still answered that.
                    match before.take() {
                        Some((work, replayed)) => drop(ask(orders, Errand::Bury(work, replayed)).await),
                        None => {
                            let failure = format!("it went away before anything was asked: {failure}");
                            shared.reach.lose(Gone { during: None, failure });
                        }
                    }
                }
            }
        }
    }
}

impl<S: Subject> Shared<S> {
    fn begin(campaign: Campaign<S>) -> Result<Self, ShelfError> {
        let Campaign { subject, target, settings, seeds, shelf, baseline, reach, exchange, worker, resume } = campaign;
        let earlier = if resume { shelf.summary()? } else { None };
        let corpus = if resume { shelf.corpus()? } else { Vec::new() };
        let done = earlier.as_ref().map_or(0, |earlier| earlier.histories);
        let began = earlier.as_ref().and_then(|earlier| earlier.started.parse().ok());
        let mut state = State::new(seeds.first(settings.seed, &settings.axes), corpus, worker, done);
        if let Some(earlier) = &earlier {
            state.judged = earlier.judged;
            state.course.clone_from(&earlier.novelty);
        }
        // Whose they are is known when the target has said who it is.
        for document in shelf.findings()? {
            state.recall(&document, None, resume);
        }
        Ok(Self {
            subject: Arc::new(subject),
            never: settings.never(),
            settings,
            shelf,
            reach,
            gate: RwLock::new(()),
            target: Mutex::new(target),
            seeds,
            baseline,
            started: began.unwrap_or_else(Timestamp::now),
            clock: Instant::now(),
            earlier: Duration::from_millis(earlier.as_ref().map_or(0, |earlier| earlier.duration_ms)),
            earlier_requests: earlier.map_or(0, |earlier| earlier.requests),
            exchange,
            state: Mutex::new(state),
        })
    }

    /// Which of the findings that are there the baseline knows.
    fn recall(&self) -> Result<(), ShelfError> {
        for document in self.shelf.findings()? {
            let known = self.explain(&document.signature, &document.axes);
            self.state(|state| {
                if let Some(found) = state.found.get_mut(&document.signature) {
                    found.known = known;
                }
            });
        }
        Ok(())
    }

    /// Takes note of what came of a history, and does what is to be done about it.
    async fn digest(&self, work: Work, replayed: Replayed, orders: &Orders) -> bool {
        let axes = AxisNames::from(work.entry.axes);
        let signature = replayed.mismatches().next().map(|mismatch| Signature::of(mismatch, &axes));
        let since = self.earlier + self.clock.elapsed();
        if let Some((step, usual)) = self.state(|state| state.slow_step(&work, &replayed)) {
            ask(orders, Errand::Time(work.clone(), replayed.clone(), step, usual)).await;
        }
        match self.state(|state| state.note(&work, &replayed, signature, since)) {
            Todo::Nothing => false,
            Todo::Keep(entry) => {
                if let Err(error) = self.shelf.keep_entry(&entry) {
                    self.state(|state| state.failed.get_or_insert(error).to_string());
                }
                self.warn(self.exchange.offer(&entry).await);
                false
            }
            Todo::Look(signature) => ask(orders, Errand::Triage(work, signature, replayed)).await,
        }
    }

    /// The baseline's reason for a finding.
    pub(super) fn explain(&self, signature: &Signature, axes: &AxisNames) -> Option<String> {
        let target = self.target.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = Shown { check: self.settings.check(), signature, cause: None, explained: false, axes };
        self.baseline.applicable(Timestamp::now(), target.server.as_deref()).explain(&shown)
    }

    /// Does something with the state.
    pub(super) fn state<T>(&self, with: impl FnOnce(&mut State) -> T) -> T {
        with(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why it has ended; nothing while it goes on.
    pub(super) fn ended(&self) -> Option<&'static str> {
        match self.reach.stop() {
            Some(Stop::TargetGone) => return Some("gone"),
            Some(Stop::Interrupted) => return Some("interrupted"),
            Some(Stop::OutOfTime) => return Some("time"),
            None => {}
        }
        if self.settings.requests.is_some_and(|most| self.subject.requests() >= most) {
            return Some("requests");
        }
        self.state(|state| {
            let enough = self.settings.findings.is_some_and(|most| state.findings() >= most);
            if state.failed.is_some() { Some("failed") } else { enough.then_some("findings") }
        })
    }

    pub(super) fn engine_settings(&self) -> engine::Settings {
        engine::Settings {
            seed: self.settings.seed,
            cases: 0,
            jobs: self.settings.jobs,
            confirmations: self.settings.confirmations,
            shrink: self.settings.shrink,
            findings_per_check: 0,
            deny: Default::default(),
            assume: std::collections::BTreeSet::new(),
            shrinks_late: false,
        }
    }

    /// Requests sent in this part of the campaign, and how long it has run.
    pub(super) fn pace(&self) -> (u64, Duration) {
        (self.subject.requests(), self.clock.elapsed())
    }

    async fn write_summaries(&self) {
        let mut ticks = tokio::time::interval(SUMMARY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.shelf.keep_summary(&self.document(false)) {
                self.state(|state| state.failed.get_or_insert(error).to_string());
            }
        }
    }
}
