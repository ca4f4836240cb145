//! What replays histories: a target, the oracle beside it, and how its requests are written.

use super::error::ReplayError;
use super::kept::Kept;
use super::learned::Learned;
use super::lockstep::Lockstep;
use super::oracle::{Oracle, Oracles};
use super::reference::References;
use super::restart::Restarting;
use super::target_side::{Refusal, Source, TargetSide};
use crate::at_length::at_length;
use crate::history::lower::Page;
use crate::history::{Clocks, Names, Replayed, StepRecord, WithoutSecrets as _};
use crate::judge::Mismatch;
use crate::target::{AddressStyle, Axes, Busy, Target, Throttling, Transport, TransportFailure};
use futures_util::FutureExt as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tablestakes_reference::blob;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Call, Content, History, RawRequest, Step, Wire};
use tablestakes_reference::http::Response;
use tablestakes_reference::queue::Ask;
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::table::{Operation, Query};
use tablestakes_reference::{Location, Profile, ServiceName};

/// Replays histories on one target. Clones share connections and names.
#[derive(Clone)]
pub struct Replayer {
    /// The target as it was given.
    given: Arc<Target>,
    /// The target as requests address it.
    pub(super) target: Arc<Target>,
    pub(super) transport: Transport,
    pub(super) axes: Axes,
    pub(super) broken: Arc<Broken>,
    pub(super) names: Arc<Names>,
    oracles: Arc<dyn Oracles>,
    restarting: Option<Restarting>,
    /// How long settings and deletions of tables take to take effect.
    pub(super) settle: Option<Duration>,
    /// What is known of the target already.
    learned: Arc<RwLock<Arc<Learned>>>,
    /// Whether the target was found to keep versions of blobs.
    keeps_versions: Arc<AtomicBool>,
    /// The rules that differences are blamed on; any if there are none.
    pub(super) suspects: Option<Arc<[RuleId]>>,
    /// The clocks of a target in this process, which jump where histories wait.
    pub(super) clocks: Option<Arc<Clocks>>,
}

impl Replayer {
    /// A replayer whose oracle has the target's account, and is addressed as the target is.
    pub fn new(target: Target, transport: Transport, axes: Axes, names: Arc<Names>) -> Self {
        let oracles = Arc::new(References::for_target(&target, Profile::Cloud));
        Self::with_oracles(target, transport, axes, Broken::none(), names, oracles)
    }

    pub(super) fn with_oracles(
        target: Target,
        transport: Transport,
        axes: Axes,
        broken: Broken,
        names: Arc<Names>,
        oracles: Arc<dyn Oracles>,
    ) -> Self {
        let given = Arc::new(target);
        let broken = Arc::new(broken);
        Self {
            target: Arc::clone(&given),
            given,
            transport,
            axes,
            broken,
            names,
            oracles,
            restarting: None,
            settle: None,
            learned: Arc::default(),
            keeps_versions: Arc::default(),
            suspects: None,
            clocks: None,
        }
        .with_axes(axes)
    }

    /// The same replayer, whose target can be restarted.
    #[must_use]
    pub fn with_restarting(&self, restarting: Restarting) -> Self {
        Self { restarting: Some(restarting), ..self.clone() }
    }

    /// The same replayer, on whose target settings and deletions of tables take this long: it waits for them.
    #[must_use]
    pub fn with_settle(&self, settle: Option<Duration>) -> Self {
        Self { settle, ..self.clone() }
    }

    /// The same replayer, which puts up with a target that is too busy.
    #[must_use]
    pub fn putting_up_with(&self, throttling: &Throttling) -> Self {
        Self { transport: self.transport.putting_up_with(throttling.clone()), ..self.clone() }
    }

    /// The same replayer, on whose target time jumps where a history waits.
    #[must_use]
    pub fn with_clocks(&self, clocks: Arc<Clocks>) -> Self {
        Self { clocks: Some(clocks), ..self.clone() }
    }

    /// The same replayer, which looks for what explains a difference among these rules, if there are any, and those that the
    /// target is known to break.
    #[must_use]
    pub fn suspecting(&self, rules: Option<&[RuleId]>) -> Self {
        Self { suspects: rules.map(Arc::from), ..self.clone() }
    }

    /// Hears what is known of the target. Clones share it.
    pub fn learn(&self, learned: Learned) {
        *self.learned.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(learned);
    }

    /// What is known of the target.
    pub(crate) fn learned(&self) -> Arc<Learned> {
        Arc::clone(&self.learned.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Hears that the target keeps versions of blobs. Clones share it.
    pub fn keep_versions(&self) {
        self.keeps_versions.store(true, Ordering::Relaxed);
    }

    /// An oracle for a history that breaks these rules. It keeps versions where the target does, or the history is about that.
    pub(super) fn fresh_oracle(&self, history: &History, broken: &Broken) -> Box<dyn Oracle> {
        self.oracles.fresh(broken, history.versions || self.keeps_versions.load(Ordering::Relaxed))
    }

    /// How the target is restarted, if somebody said it.
    pub(crate) fn restarting(&self) -> Option<&Restarting> {
        self.restarting.as_ref()
    }

    pub(super) fn forget_connections(&self) {
        self.transport.forget_connections();
    }

    /// The same replayer with an oracle that answers so.
    #[must_use]
    pub fn with_profile(&self, profile: Profile) -> Self {
        Self { oracles: Arc::new(References::for_target(&self.given, profile)), ..self.clone() }
    }

    /// The same replayer with other axes.
    #[must_use]
    pub fn with_axes(&self, axes: Axes) -> Self {
        let by_host = || self.given.by_host().map(Arc::new);
        let target = match axes.address {
            AddressStyle::AsGiven => None,
            AddressStyle::ByHost => by_host(),
        };
        Self { target: target.unwrap_or_else(|| Arc::clone(&self.given)), axes, ..self.clone() }
    }

    /// The target, as requests address it.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The connections to it.
    pub(crate) fn transport(&self) -> &Transport {
        &self.transport
    }

    /// What steps leave open.
    pub(crate) fn axes(&self) -> Axes {
        self.axes
    }

    /// How the names of another history's tables begin.
    pub(crate) fn prefix(&self) -> String {
        self.names.prefix()
    }

    /// Sends one step that belongs to no history; nothing is judged.
    ///
    /// # Errors
    /// No whole answer came, or the step refers to something of a history.
    pub async fn ask(&self, step: impl Into<Step>) -> Result<Response, TransportFailure> {
        self.take(&step.into()).await
    }

    async fn take(&self, step: &Step) -> Result<Response, TransportFailure> {
        let mut side = TargetSide::new(&self.target, Source::Wire(&self.transport), self.axes, "");
        let request = side
            .lower(step, &Page::default(), SystemTime::now())
            .map_err(|unbound| TransportFailure::Connect(unbound.to_string()))?;
        let outcome = side.send_to(step.wire.location, request, Refusal::SentAgain).await.outcome;
        outcome.map(Response::without_secrets).map_err(TransportFailure::without_secrets)
    }

    /// Sends one harmless request, a listing of one table or queue, to see whether the target still lives.
    ///
    /// # Errors
    /// No whole answer came, or for long none but that the target is too busy.
    pub async fn probe(&self) -> Result<Response, TransportFailure> {
        let answer = self.take(&self.listing_one()).await?;
        // Whatever was asked of it meanwhile: such a target does not live.
        match Busy::of(&answer).and(self.transport.throttling()).and_then(Throttling::always) {
            Some(time) => Err(TransportFailure::Busy(time)),
            None => Ok(answer),
        }
    }

    fn listing_one(&self) -> Step {
        match self.given.service {
            ServiceName::Queue => {
                let max_results = Some("1".to_owned());
                Step::from(Ask::ListQueues { prefix: None, marker: None, max_results, metadata: false })
            }
            ServiceName::Blob => {
                let options = vec![("maxresults".to_owned(), "1".to_owned())];
                Step::from(blob::Ask { options, ..blob::Ask::new(blob::Operation::ListContainers) })
            }
            ServiceName::Table => {
                let query = Query { top: Some("1".to_owned()), ..Query::default() };
                Step::from(Operation::QueryTables { query, next_table: None })
            }
        }
    }

    /// Whether the target has a secondary location: whether it grants there what is granted nowhere else, or else a read.
    pub async fn answers_at_secondary(&self) -> bool {
        let statistics = RawRequest {
            method: "GET".to_owned(),
            target: "/?restype=service&comp=stats".to_owned(),
            headers: Vec::new(),
            body: Content::None,
            odd: false,
        };
        for step in [Step::from(statistics), self.listing_one()] {
            let step = step.written(Wire { location: Location::Secondary, ..Wire::default() });
            match self.take(&step).await {
                Ok(answer) if answer.status < 300 => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        false
    }

    /// Creates the history's tables, runs its steps in lockstep on the target and on a fresh oracle, judges each, goes on as
    /// long as it can be judged, and deletes the tables as best it can. For histories of one client
    /// without faults; [`concurrency::replay`](crate::concurrency::replay) takes any.
    ///
    /// # Errors
    /// The tables could not be created. Whatever the target answers to a step is a verdict, not an error.
    pub async fn in_lockstep(&self, history: &History) -> Result<Replayed, ReplayError> {
        let replayed = Lockstep::new(self, history, Source::Wire(&self.transport), self.prefix()).replay().await;
        replayed.map(Replayed::without_secrets).map_err(ReplayError::without_secrets)
    }

    /// Judges again what an earlier replay of the history kept, with the oracle and the judge as they are now. Nothing is
    /// sent: each step takes the exchanges that were kept of it, one after the other. It ends with the last step of which
    /// there are any. How the names of the history's tables began is read from the requests if it is not known.
    ///
    /// # Errors
    /// The oracle does not create the history's tables.
    pub fn rejudge(
        &self,
        history: &History,
        kept: &[StepRecord],
        prefix: Option<String>,
    ) -> Result<Replayed, ReplayError> {
        let (told, kept, prefix) = self.told(history, kept, prefix);
        let rejudging = Lockstep::new(self, &told, Source::Kept(kept), prefix).rejudge();
        // Nothing in it waits: what is kept is there.
        let ended = at_length(|| std::pin::pin!(rejudging).now_or_never());
        ended.unwrap_or(Ok(Replayed::default()))
    }

    /// The same with other axes; nothing if it cannot be judged again.
    pub fn judge_again(&self, axes: Axes, history: &History, replayed: &Replayed) -> Option<Replayed> {
        self.with_axes(axes).rejudge(history, &replayed.steps, replayed.prefix.clone()).ok()
    }

    /// The rules of these that alone explain a mismatch of what an earlier replay of the history kept, beside those that are broken in
    /// any case; none if that cannot be told. Nothing is sent.
    pub fn explanations(
        &self,
        axes: Axes,
        history: &History,
        replayed: &Replayed,
        mismatch: &Mismatch,
        beside: &[RuleId],
        rules: &[RuleId],
    ) -> Vec<RuleId> {
        let breaking =
            |rules: &[RuleId]| rules.iter().fold(Broken::clone(&self.broken), |broken, rule| broken.and(*rule));
        // An oracle that breaks what was found agrees with what that explains: nothing is to be found out on the way.
        let found = Arc::new(breaking(&replayed.explained));
        let player = Self { broken: found, suspects: Some(Arc::default()), ..self.with_axes(axes) };
        let (told, kept, prefix) = player.told(history, &replayed.steps, replayed.prefix.clone());
        let beside = breaking(beside);
        let explaining =
            Lockstep::new(&player, &told, Source::Kept(kept), prefix).explanations(mismatch, &beside, rules);
        let ended = at_length(|| std::pin::pin!(explaining).now_or_never());
        ended.and_then(Result::ok).unwrap_or_default()
    }

    /// Replays a history on an oracle in the target's place that breaks these rules; nothing is sent. None of histories that it
    /// cannot play: those of several clients, with faults, or with a restart.
    pub fn replay_breaking(&self, axes: Axes, history: &History, rules: &[RuleId]) -> Option<Replayed> {
        if history.is_judged_whole() || history.steps.iter().any(|step| matches!(step.call, Call::Restart)) {
            return None;
        }
        // What is known of the real target has no part in it.
        let player = Self { learned: Arc::default(), ..self.with_axes(axes) };
        let broken = rules.iter().fold(Broken::clone(&player.broken), |broken, rule| broken.and(*rule));
        let source = Source::Oracle(player.fresh_oracle(history, &broken), SystemTime::now());
        let playing = Lockstep::new(&player, history, source, player.prefix()).rejudge();
        at_length(|| std::pin::pin!(playing).now_or_never())?.ok()
    }

    /// Whether a history shows that a rule is broken: on a target that breaks it and nothing else, a step of it differs. False
    /// for histories that cannot be replayed so.
    pub fn shows(&self, axes: Axes, history: &History, rule: RuleId) -> bool {
        let replayed = self.suspecting(Some(&[])).replay_breaking(axes, history, &[rule]);
        replayed.is_some_and(|replayed| replayed.mismatches().next().is_some())
    }

    /// What was told of a history, as far as it was kept. Where an answer told the id of a version, versions were kept.
    fn told(&self, history: &History, kept: &[StepRecord], prefix: Option<String>) -> (History, Kept, String) {
        let last = kept.iter().map(|step| step.index + 1).max().unwrap_or_default();
        let mut told = history.clone();
        told.steps.truncate(last);
        let answers = kept.iter().flat_map(|step| &step.exchanges).filter_map(|exchange| exchange.actual.as_ref().ok());
        told.versions |= answers.into_iter().any(|answer| answer.headers.get(Told::Version.header()).is_some());
        let kept = Kept::of(kept);
        let prefix = prefix.or_else(|| kept.prefix()).unwrap_or_else(|| self.prefix());
        (told, kept, prefix)
    }
}
