//! The target of a run, over the network: one service of an account, or several.

use crate::concurrency::replay;
use crate::engine::{Alive, Subject, Unreplayed, hand_on};
use crate::history::{Clocks, Lateness, Names, NotReady, ReplayError, Replayed, Replayer, Replayers, Restarting};
use crate::target::{
    AddressStyle, Axes, Limits, Rate, Silence, Targets, Throttled, Throttling, Transport, TransportFailure, USUAL,
};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::{History, Step};
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::{Profile, ServiceName};

/// No answer of the service has a longer body: a page ends with 1,000 entities or 4 MiB.
const LONGEST_BODY: usize = 8 << 20;

/// A target over the network, the oracle beside it.
pub struct Live {
    replayers: Replayers,
    silence: Silence,
    throttling: Throttling,
}

impl Live {
    /// Services whose requests may take this long, and oracles with this profile. They are asked no faster than so many times a
    /// second, all together. Connects when something is sent.
    pub fn new(targets: &Targets, request_timeout: Duration, rate: Option<NonZeroU32>, profile: Profile) -> Self {
        let limits = Limits { time: request_timeout, body: LONGEST_BODY, ..Limits::default() };
        let first = targets.first();
        let transport = Transport::new(first, limits);
        let transport = rate.map_or_else(|| transport.clone(), |rate| transport.at_rate(Rate::of(rate)));
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let silence = transport.silence().clone();
        let replayers = Replayers::of_each(targets, |target| {
            let own = if target == first { transport.clone() } else { transport.beside(target) };
            Replayer::new(target.clone(), own, Axes::default(), Arc::clone(&names)).with_profile(profile)
        });
        Self { replayers, silence, throttling: Throttling::new(USUAL, 0) }.asked_so()
    }

    /// The same target, which may be too busy for so long. The seed decides how the waits for it differ.
    pub(crate) fn putting_up_with(self, busy: Duration, seed: u64) -> Self {
        Self { throttling: Throttling::new(busy, seed), ..self }.asked_so()
    }

    fn asked_so(self) -> Self {
        Self { replayers: self.replayers.each(|replayer| replayer.putting_up_with(&self.throttling)), ..self }
    }

    /// How long it was waited for in vain.
    pub(crate) fn silence(&self) -> Silence {
        self.silence.clone()
    }

    /// The same target, whose settings and deletions take effect so late.
    pub(crate) fn settling(self, settle: Option<Duration>) -> Self {
        Self { replayers: self.replayers.each(|replayer| replayer.with_settle(settle)), ..self }
    }

    /// The same target, whose time jumps where a history waits.
    #[must_use]
    pub fn by_clocks(self, clocks: &Arc<Clocks>) -> Self {
        Self { replayers: self.replayers.each(|replayer| replayer.with_clocks(Arc::clone(clocks))), ..self }
    }

    /// The same target, restarted in this way.
    #[must_use]
    pub fn restarting(self, restarting: Restarting) -> Self {
        Self { replayers: self.replayers.each(|replayer| replayer.with_restarting(restarting.clone())), ..self }
    }

    /// Starts the target, and waits until it answers.
    ///
    /// # Errors
    /// It was not started, or does not answer in time.
    pub(crate) async fn start(&self, restarting: &Restarting) -> Result<(), NotReady> {
        self.replayers.first().start(restarting).await
    }

    /// Sends one step that refers to nothing of a history to a service; nothing is judged.
    ///
    /// # Errors
    /// No whole answer came.
    pub(crate) async fn ask(&self, service: ServiceName, step: impl Into<Step>) -> Result<Response, TransportFailure> {
        self.replayers.of(service).ask(step).await
    }
}

impl Subject for Live {
    async fn replay(&self, axes: Axes, history: &History, suspects: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let unreplayed = |error: ReplayError| Unreplayed {
            no_answer: error.is_no_answer(),
            refused: error.is_refusal(),
            requests: error.requests(),
            message: error.to_string(),
        };
        let replayer = self.replayers.of(history.service).with_axes(axes).suspecting(suspects);
        replay(&replayer, history).await.map_err(unreplayed)
    }

    async fn probe(&self, service: ServiceName) -> Result<Alive, TransportFailure> {
        let answer = self.replayers.of(service).probe().await?;
        Ok(Alive { server: answer.headers.get("server").map(str::to_owned) })
    }

    fn answers(&self, service: ServiceName) -> u64 {
        self.replayers.answers(service)
    }

    fn throttled(&self) -> Throttled {
        self.throttling.throttled()
    }

    hand_on!(judging to replayers);

    async fn lateness(&self) -> Lateness {
        self.replayers.of(ServiceName::Table).lateness().await
    }

    async fn answers_by_host(&self, service: ServiceName) -> bool {
        let axes = Axes { address: AddressStyle::ByHost, ..Axes::default() };
        self.replayers.of(service).with_axes(axes).probe().await.is_ok_and(|answer| answer.status < 300)
    }

    async fn answers_at_secondary(&self, service: ServiceName) -> bool {
        self.replayers.of(service).answers_at_secondary().await
    }

    fn can_restart(&self) -> bool {
        self.replayers.first().restarting().is_some()
    }

    async fn restart(&self) -> Result<(), String> {
        self.replayers.first().restart().await
    }
}
