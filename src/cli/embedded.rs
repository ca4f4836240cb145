//! The reference as a target: served on a free port of the loopback interface, and asked over real HTTP.

use super::failure::Failure;
use crate::history::Clocks;
use crate::target::{Target, TargetError, Targets};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tablestakes_reference::account::EMULATOR_ACCOUNT;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::server::{Clock, Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Profile, ServiceName, Settings};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The ids that the embedded reference gives are the same in every run.
const SEED: u64 = 1;

/// A running reference: each of its services on a port of its own.
pub(super) struct Embedded {
    services: Vec<Running>,
    clocks: Arc<Clocks>,
}

/// A service that is served.
struct Running {
    service: ServiceName,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Embedded {
    /// Starts these services of a conforming reference that holds nothing.
    ///
    /// # Errors
    /// No port can be listened on.
    pub(super) async fn start(profile: Profile, services: &[ServiceName]) -> Result<Self, Failure> {
        let clocks = Arc::new(Clocks::default());
        let mut running = Vec::with_capacity(services.len());
        for &service in services {
            running.push(Running::start(service, profile, &clocks).await?);
        }
        Ok(Self { services: running, clocks })
    }

    /// The clocks by which it answers.
    pub(super) fn clocks(&self) -> &Arc<Clocks> {
        &self.clocks
    }

    /// How to reach it.
    ///
    /// # Errors
    /// None in practice: the addresses are ones that we wrote.
    pub(super) fn targets(&self) -> Result<Targets, Failure> {
        let mut targets = self.services.iter().map(Running::target);
        let first = targets.next().unwrap_or(Err(Failure::Target(TargetError::Empty)))?;
        targets.try_fold(Targets::one(first), |targets, other| Ok(targets.and(other?)))
    }

    /// Stops it, and waits until it has.
    pub(super) async fn stop(self) {
        for Running { stop, server, .. } in self.services {
            drop(stop);
            // What it ended with no longer matters: the run is over.
            drop(server.await);
        }
    }
}

impl Running {
    async fn start(service: ServiceName, profile: Profile, clocks: &Arc<Clocks>) -> Result<Self, Failure> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listen = |source| Failure::Listen { address: wanted.to_string(), source };
        let listener = TcpListener::bind(wanted).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let clock = Arc::clone(clocks) as Arc<dyn Clock>;
        // So that the checks of versions are run as well. The storage emulator keeps none.
        let versioning = profile == Profile::Cloud;
        let settings = Settings { profile, versioning, ..Settings::default() };
        let shared = match service {
            ServiceName::Queue => Shared::by_clock(clock, QueueService::new(settings), SEED),
            ServiceName::Blob => Shared::by_clock(clock, BlobService::new(settings), SEED),
            ServiceName::Table => Shared::by_clock(clock, TableService::new(settings), SEED),
        };
        let (stop, stopped) = oneshot::channel();
        // The server ends when it is told to, and when whoever started it has gone.
        let shutdown = async move { drop(stopped.await) };
        let server = tokio::spawn(serve(listener, shared, shutdown));
        Ok(Self { service, address, stop, server })
    }

    fn target(&self) -> Result<Target, Failure> {
        Ok(Target::parse_as(&format!("http://{}/{EMULATOR_ACCOUNT}", self.address), self.service)?)
    }
}
