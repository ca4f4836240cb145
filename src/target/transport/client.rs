//! One exchange: chooses the way it travels, and bounds it. What signatures it carries is known from then on.

use super::faulty;
use super::limits::Limits;
use super::pooled::{self, Pool};
use super::raw;
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
}

impl Transport {
    /// A transport to this target. Connects when something is sent.
    pub fn new(target: &Target, limits: Limits) -> Self {
        let connector = Connector::new(&target.endpoint);
        Self { shared: Arc::new(Shared { connector, pool: Pool::default(), limits }) }
    }

    /// A transport to the same target that shares no connection with this one.
    #[must_use]
    pub fn apart(&self) -> Self {
        let Shared { connector, limits, .. } = &*self.shared;
        Self { shared: Arc::new(Shared { connector: connector.clone(), pool: Pool::default(), limits: *limits }) }
    }

    /// Ends the connections that are kept.
    pub fn forget_connections(&self) {
        self.shared.pool.clear();
    }

    /// Sends one request, exactly as it stands, and reads the answer. Must run within a tokio runtime.
    ///
    /// # Errors
    /// No whole answer came within the limits. The connection is then given up.
    pub async fn send(&self, request: &Request) -> Result<(Response, Duration), TransportFailure> {
        let Shared { connector, pool, limits } = &*self.shared;
        of_this_process().note_request(request);
        let exchange = async {
            match pooled::expressible(request) {
                Some(message) => pool.exchange(connector, limits, message).await,
                None => raw::exchange(connector, limits, request).await,
            }
        };
        within(limits, exchange).await
    }

    /// Sends one request that this befalls, on connections of its own.
    ///
    /// # Errors
    /// No whole answer came within the limits: [`TransportFailure::Fault`] where the fault is why.
    pub async fn send_into(&self, request: &Request, fault: Fault) -> Result<(Response, Duration), TransportFailure> {
        let Shared { connector, limits, .. } = &*self.shared;
        of_this_process().note_request(request);
        within(limits, faulty::exchange(connector, limits, request, fault)).await
    }
}

/// What comes of an exchange in the time that it may take.
async fn within(
    limits: &Limits,
    exchange: impl Future<Output = Result<Response, TransportFailure>>,
) -> Result<(Response, Duration), TransportFailure> {
    let started = Instant::now();
    let response = tokio::time::timeout(limits.time, exchange).await;
    let response = response.map_err(|_| TransportFailure::TimedOut(limits.time))??;
    Ok((response, started.elapsed()))
}
