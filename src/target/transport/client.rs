//! One exchange: chooses the way it travels, and bounds it. What signatures it carries is known from then on.

use super::failure::TransportFailure;
use super::limits::Limits;
use super::pooled::{self, Pool};
use super::rate::Rate;
use super::silence::Silence;
use super::stream::Connector;
use super::throttling::{Asking, Throttling};
use super::{faulty, raw};
use crate::secrets::of_this_process;
use crate::target::Target;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tablestakes_reference::Location;
use tablestakes_reference::history::Fault;
use tablestakes_reference::http::{Request, Response};

/// Exchanges with one target. Clones share their connections.
#[derive(Clone)]
pub struct Transport {
    shared: Arc<Shared>,
}

struct Shared {
    primary: Line,
    /// Where it is not reached as the primary location is.
    secondary: Option<Line>,
    limits: Limits,
    silence: Silence,
    /// How many whole answers came.
    answers: Arc<AtomicU64>,
    rate: Option<Rate>,
    throttling: Option<Throttling>,
}

/// Connections to one place.
struct Line {
    connector: Connector,
    pool: Pool,
}

impl Line {
    fn to(connector: Connector) -> Self {
        Self { connector, pool: Pool::default() }
    }

    fn apart(&self) -> Self {
        Self::to(self.connector.clone())
    }
}

impl Shared {
    /// The same with connections of its own.
    fn apart(&self) -> Self {
        let Self { primary, secondary, limits, silence, answers, rate, throttling } = self;
        let (primary, secondary) = (primary.apart(), secondary.as_ref().map(Line::apart));
        let (silence, answers, rate) = (silence.clone(), Arc::clone(answers), rate.clone());
        Self { primary, secondary, limits: *limits, silence, answers, rate, throttling: throttling.clone() }
    }
}

impl Transport {
    /// A transport to this target. Connects when something is sent.
    pub fn new(target: &Target, limits: Limits) -> Self {
        let primary = Line::to(Connector::new(&target.endpoint));
        let elsewhere = target.secondary.as_ref().filter(|secondary| !secondary.is_beside(&target.endpoint));
        let secondary = elsewhere.map(|endpoint| Line::to(Connector::new(endpoint)));
        let (silence, answers) = (Silence::default(), Arc::default());
        Self { shared: Arc::new(Shared { primary, secondary, limits, silence, answers, rate: None, throttling: None }) }
    }

    /// A transport to another service of the same account, which is waited for, and asked as fast, together with this one.
    #[must_use]
    pub fn beside(&self, target: &Target) -> Self {
        let Shared { primary, secondary, limits, answers, .. } =
            Arc::into_inner(Self::new(target, self.shared.limits).shared).unwrap_or_else(|| self.shared.apart());
        let Shared { silence, rate, throttling, .. } = self.shared.apart();
        Self { shared: Arc::new(Shared { primary, secondary, limits, silence, answers, rate, throttling }) }
    }

    /// A transport to the same target that asks no faster than this, with those that are made from it together.
    #[must_use]
    pub fn at_rate(&self, rate: Rate) -> Self {
        Self { shared: Arc::new(Shared { rate: Some(rate), ..self.shared.apart() }) }
    }

    /// A transport to the same target that puts up with its being too busy, with those that are made from it together.
    #[must_use]
    pub fn putting_up_with(&self, throttling: Throttling) -> Self {
        Self { shared: Arc::new(Shared { throttling: Some(throttling), ..self.shared.apart() }) }
    }

    /// What is known of how busy the target is, if this transport puts up with that.
    pub(crate) fn throttling(&self) -> Option<&Throttling> {
        self.shared.throttling.as_ref()
    }

    /// Waits until the next request may be sent.
    pub(crate) async fn turn(&self) {
        if let Some(throttling) = &self.shared.throttling {
            throttling.turn().await;
        }
        if let Some(rate) = &self.shared.rate {
            rate.turn().await;
        }
    }

    /// Whether to send a request again to which this came: after a wait, where the target was too busy for it.
    pub(crate) async fn again(
        &self,
        asking: &mut Asking,
        request: &Request,
        outcome: &Result<(Response, Duration), TransportFailure>,
    ) -> bool {
        match (&self.shared.throttling, outcome) {
            (Some(throttling), Ok((response, _))) => throttling.again(asking, request, response).await,
            _ => false,
        }
    }

    /// A transport to the same target that shares no connection with this one.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { shared: Arc::new(self.shared.apart()) }
    }

    /// How long was waited for answers that did not come, on this transport and those that were made from it.
    pub fn silence(&self) -> &Silence {
        &self.shared.silence
    }

    /// How many whole answers of this target have come, on this transport and those that were made from it.
    pub fn answers(&self) -> u64 {
        self.shared.answers.load(Ordering::Relaxed)
    }

    /// Ends the connections that are kept.
    pub fn forget_connections(&self) {
        self.shared.primary.pool.clear();
        self.shared.secondary.iter().for_each(|line| line.pool.clear());
    }

    /// Sends one request to the primary location: see [`Transport::send_to`].
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub async fn send(&self, request: &Request) -> Result<(Response, Duration), TransportFailure> {
        self.send_to(Location::Primary, request).await
    }

    /// Waits for its turn, sends one request, exactly as it stands, and reads the answer; does so again where the target is too busy
    /// for it and this transport puts up with that. Must run within a tokio runtime.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub async fn send_to(
        &self,
        location: Location,
        request: &Request,
    ) -> Result<(Response, Duration), TransportFailure> {
        let mut asking = Asking::begin();
        loop {
            self.turn().await;
            let outcome = self.send_at_once_to(location, request).await;
            if !self.again(&mut asking, request, &outcome).await {
                return outcome;
            }
        }
    }

    /// The same of a request that is not sent again.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub(crate) async fn send_once_to(
        &self,
        location: Location,
        request: &Request,
    ) -> Result<(Response, Duration), TransportFailure> {
        self.turn().await;
        self.send_at_once_to(location, request).await
    }

    /// The same for whoever has waited for a turn.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub(crate) async fn send_at_once_to(
        &self,
        location: Location,
        request: &Request,
    ) -> Result<(Response, Duration), TransportFailure> {
        let Shared { primary, secondary, limits, .. } = &*self.shared;
        let Line { connector, pool } = secondary.as_ref().filter(|_| !location.is_primary()).unwrap_or(primary);
        of_this_process().note_request(request);
        let exchange = async {
            match pooled::expressible(request) {
                Some(message) => pool.exchange(connector, limits, message).await,
                None => raw::exchange(connector, limits, request).await,
            }
        };
        self.within(exchange).await
    }

    /// Sends one request to the primary location that this befalls, on connections of its own, at once.
    ///
    /// # Errors
    /// No whole answer came within the limits: [`TransportFailure::Fault`] where the fault is why.
    pub async fn send_into(&self, request: &Request, fault: Fault) -> Result<(Response, Duration), TransportFailure> {
        let Shared { primary: Line { connector, .. }, limits, .. } = &*self.shared;
        of_this_process().note_request(request);
        self.within(faulty::exchange(connector, limits, request, fault)).await
    }

    /// What comes of an exchange in the time that it may take.
    async fn within(
        &self,
        exchange: impl Future<Output = Result<Response, TransportFailure>>,
    ) -> Result<(Response, Duration), TransportFailure> {
        let Shared { limits, silence, answers, .. } = &*self.shared;
        let started = Instant::now();
        let waiting = silence.wait(limits.time);
        let response = tokio::time::timeout(limits.time, exchange).await;
        let response = response.map_err(|_| TransportFailure::TimedOut(limits.time))?;
        waiting.over();
        let response = response?;
        answers.fetch_add(1, Ordering::Relaxed);
        Ok((response, started.elapsed()))
    }
}
