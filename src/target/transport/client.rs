//! One exchange: chooses the way it travels, and bounds it. What signatures it carries is known from then on.

use super::faulty;
use super::limits::Limits;
use super::pooled::{self, Pool};
use super::rate::Rate;
use super::raw;
use super::silence::Silence;
use super::stream::Connector;
use crate::history::TransportFailure;
use crate::secrets::of_this_process;
use crate::target::Target;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes_reference::history::Fault;
use tablestakes_reference::http::{Request, Response};

/// Exchanges with one target. Clones share their connections.
#[derive(Clone)]
pub struct Transport {
    shared: Arc<Shared>,
}

struct Shared {
    connector: Connector,
    pool: Pool,
    limits: Limits,
    silence: Silence,
    rate: Option<Rate>,
}

impl Transport {
    /// A transport to this target. Connects when something is sent.
    pub fn new(target: &Target, limits: Limits) -> Self {
        let connector = Connector::new(&target.endpoint);
        let (pool, silence, rate) = (Pool::default(), Silence::default(), None);
        Self { shared: Arc::new(Shared { connector, pool, limits, silence, rate }) }
    }

    /// A transport to the same target that asks no faster than this, with those that are made from it together.
    #[must_use]
    pub fn at_rate(&self, rate: Rate) -> Self {
        let Shared { connector, limits, silence, .. } = &*self.shared;
        let (connector, limits, silence) = (connector.clone(), *limits, silence.clone());
        Self { shared: Arc::new(Shared { connector, pool: Pool::default(), limits, silence, rate: Some(rate) }) }
    }

    /// Waits until the next request may be sent.
    pub(crate) async fn turn(&self) {
        if let Some(rate) = &self.shared.rate {
            rate.turn().await;
        }
    }

    /// A transport to the same target that shares no connection with this one.
    #[must_use]
    pub fn apart(&self) -> Self {
        let Shared { connector, limits, silence, rate, .. } = &*self.shared;
        let (connector, limits, silence, rate) = (connector.clone(), *limits, silence.clone(), rate.clone());
        Self { shared: Arc::new(Shared { connector, pool: Pool::default(), limits, silence, rate }) }
    }

    /// How long was waited for answers that did not come, on this transport and those that were made from it.
    pub fn silence(&self) -> &Silence {
        &self.shared.silence
    }

    /// Ends the connections that are kept.
    pub fn forget_connections(&self) {
        self.shared.pool.clear();
    }

    /// Waits for its turn, sends one request, exactly as it stands, and reads the answer. Must run within a tokio runtime.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub async fn send(&self, request: &Request) -> Result<(Response, Duration), TransportFailure> {
        self.turn().await;
        self.send_at_once(request).await
    }

    /// The same for whoever has waited for a turn.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub(crate) async fn send_at_once(&self, request: &Request) -> Result<(Response, Duration), TransportFailure> {
        let Shared { connector, pool, limits, silence, .. } = &*self.shared;
        of_this_process().note_request(request);
        let exchange = async {
            match pooled::expressible(request) {
                Some(message) => pool.exchange(connector, limits, message).await,
                None => raw::exchange(connector, limits, request).await,
            }
        };
        within(limits, silence, exchange).await
    }

    /// Sends one request that this befalls, on connections of its own, at once.
    ///
    /// # Errors
    /// No whole answer came within the limits: [`TransportFailure::Fault`] where the fault is why.
    pub async fn send_into(&self, request: &Request, fault: Fault) -> Result<(Response, Duration), TransportFailure> {
        let Shared { connector, limits, silence, .. } = &*self.shared;
        of_this_process().note_request(request);
        within(limits, silence, faulty::exchange(connector, limits, request, fault)).await
    }
}

/// What comes of an exchange in the time that it may take.
async fn within(
    limits: &Limits,
    silence: &Silence,
    exchange: impl Future<Output = Result<Response, TransportFailure>>,
) -> Result<(Response, Duration), TransportFailure> {
    let started = Instant::now();
    let waiting = silence.wait(limits.time);
    let response = tokio::time::timeout(limits.time, exchange).await;
    let response = response.map_err(|_| TransportFailure::TimedOut(limits.time))?;
    waiting.over();
    let response = response?;
    Ok((response, started.elapsed()))
}
