//! The target of a run, over the network.

use crate::concurrency::replay;
use crate::engine::{Alive, Subject, Unreplayed, hand_on};
use crate::history::{Lateness, Names, NotReady, ReplayError, Replayed, Replayer, Restarting};
use crate::target::{AddressStyle, Axes, Limits, Rate, Silence, Target, Transport, TransportFailure};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes_reference::Profile;
use tablestakes_reference::history::History;
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::Operation;

/// No answer of the service has a longer body: a page ends with 1,000 entities or 4 MiB.
const LONGEST_BODY: usize = 8 << 20;

/// A target over the network, the oracle beside it.
pub struct Live {
    replayer: Replayer,
    silence: Silence,
}

impl Live {
    /// A target whose requests may take this long, and an oracle with this profile. It is asked no faster than so many times a
    /// second. Connects when something is sent.
    pub fn new(target: &Target, request_timeout: Duration, rate: Option<NonZeroU32>, profile: Profile) -> Self {
        let limits = Limits { time: request_timeout, body: LONGEST_BODY, ..Limits::default() };
        let transport = Transport::new(target, limits);
        let transport = rate.map_or_else(|| transport.clone(), |rate| transport.at_rate(Rate::of(rate)));
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let silence = transport.silence().clone();
        let replayer = Replayer::new(target.clone(), transport, Axes::default(), names).with_profile(profile);
        Self { replayer, silence }
    }

    /// How long it was waited for in vain.
    pub(crate) fn silence(&self) -> Silence {
        self.silence.clone()
    }

    /// The same target, whose settings and deletions of tables take effect so late.
    pub(crate) fn settling(self, settle: Option<Duration>) -> Self {
        Self { replayer: self.replayer.with_settle(settle), ..self }
    }

    /// The same target, restarted in this way.
    #[must_use]
    pub fn restarting(self, restarting: Restarting) -> Self {
        Self { replayer: self.replayer.with_restarting(restarting), ..self }
    }

    /// Starts the target, and waits until it answers.
    ///
    /// # Errors
    /// It was not started, or does not answer in time.
    pub(crate) async fn start(&self, restarting: &Restarting) -> Result<(), NotReady> {
        self.replayer.start(restarting).await
    }

    /// Sends one operation that refers to no table of a history; nothing is judged.
    ///
    /// # Errors
    /// No whole answer came.
    pub(crate) async fn ask(&self, operation: Operation) -> Result<Response, TransportFailure> {
        self.replayer.ask(operation).await
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
        let replayer = self.replayer.with_axes(axes).suspecting(suspects);
        replay(&replayer, history).await.map_err(unreplayed)
    }

    async fn probe(&self) -> Result<Alive, TransportFailure> {
        let answer = self.replayer.probe().await?;
        Ok(Alive { server: answer.headers.get("server").map(str::to_owned) })
    }

    hand_on!(judging to replayer);

    async fn lateness(&self) -> Lateness {
        self.replayer.lateness().await
    }

    async fn answers_by_host(&self) -> bool {
        let axes = Axes { address: AddressStyle::ByHost, ..Axes::default() };
        self.replayer.with_axes(axes).probe().await.is_ok_and(|answer| answer.status < 300)
    }

    async fn answers_at_secondary(&self) -> bool {
        self.replayer.answers_at_secondary().await
    }

    fn can_restart(&self) -> bool {
        self.replayer.restarting().is_some()
    }

    async fn restart(&self) -> Result<(), String> {
        self.replayer.restart().await
    }
}
