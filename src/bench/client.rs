//! Sends steps to one target: signed, over kept connections, counted against the bound, never tried again.

use super::budget::{Bounds, Meter, Spent};
use super::miss::{Miss, granted};
use crate::history::written;
use crate::target::{Axes, Target, Transport};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};
use tablestakes_reference::history::Step;
use tablestakes_reference::http::Response;

/// What a target calls itself, once it has answered.
pub(super) type ServerName = Arc<OnceLock<String>>;

/// One service of a target during one point.
pub(super) struct Client {
    target: Target,
    transport: Transport,
    /// The beginning of the names of what is made.
    prefix: String,
    meter: Meter,
    server: ServerName,
    interrupted: Arc<AtomicBool>,
}

/// The requests of one operation, as far as it got.
pub(super) type Requests = Vec<(&'static str, Duration)>;

impl Client {
    /// A client that has sent nothing yet.
    pub(super) fn new(
        (target, transport): (&Target, &Transport),
        prefix: String,
        bounds: Bounds,
        server: ServerName,
        interrupted: Arc<AtomicBool>,
    ) -> Self {
        let (target, transport, meter) = (target.clone(), transport.clone(), Meter::new(bounds));
        Self { target, transport, prefix, meter, server, interrupted }
    }

    /// Sends one step and notes how long it took; its answer if it was granted.
    pub(super) async fn ask(&self, step: impl Into<Step>, requests: &mut Requests) -> Result<Response, Miss> {
        if !self.meter.take() {
            return Err(Miss::Bound);
        }
        self.send(&step.into(), requests).await
    }

    /// The same beyond the bound: what was made is deleted in any case.
    pub(super) async fn clean_up(&self, step: impl Into<Step>) -> Result<Response, Miss> {
        self.meter.count();
        self.send(&step.into(), &mut Requests::new()).await
    }

    async fn send(&self, step: &Step, requests: &mut Requests) -> Result<Response, Miss> {
        let request = written(step, &self.target, Axes::default(), &self.prefix, SystemTime::now());
        // Nothing that is asked here refers to earlier answers by a symbol.
        let Some(request) = request else { return Err(Miss::Wrong) };
        self.meter.moved(request.body.len());
        let sent = Instant::now();
        let answer = self.transport.send(&request).await;
        requests.push((step.call.name(), sent.elapsed()));
        let (response, _) = answer.map_err(|failure| Miss::from(&failure))?;
        self.meter.moved(response.body.len());
        if let Some(server) = response.headers.get("server").filter(|_| self.server.get().is_none()) {
            drop(self.server.set(server.to_owned()));
        }
        granted(&response).map(|()| response)
    }

    /// Whether the run was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// How many operations that take so many requests and octets the bound leaves.
    pub(super) fn operations_left(&self, requests: u64, octets: u64) -> u64 {
        self.meter.operations_left(requests, octets)
    }

    /// What was sent.
    pub(super) fn spent(&self) -> Spent {
        self.meter.spent()
    }
}
