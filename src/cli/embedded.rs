//! The reference as a target: served on a free port of the loopback interface, and asked over real HTTP.

use super::failure::Failure;
use crate::target::Target;
use std::net::{Ipv4Addr, SocketAddr};
use tablestakes_reference::Profile;
use tablestakes_reference::account::EMULATOR_ACCOUNT;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Settings, TableService};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The ids that the embedded reference gives are the same in every run.
const SEED: u64 = 1;

/// A running reference.
pub(super) struct Embedded {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Embedded {
    /// Starts a conforming reference that holds nothing.
    ///
    /// # Errors
    /// No port can be listened on.
    pub(super) async fn start(profile: Profile) -> Result<Self, Failure> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listen = |source| Failure::Listen { address: wanted.to_string(), source };
        let listener = TcpListener::bind(wanted).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let shared = Shared::new(TableService::new(Settings { profile, ..Settings::default() }), SEED);
        let (stop, stopped) = oneshot::channel();
        // The server ends when it is told to, and when whoever started it has gone.
        let shutdown = async move { drop(stopped.await) };
        let server = tokio::spawn(serve(listener, shared, shutdown));
        Ok(Self { address, stop, server })
    }

    /// How to reach it.
    ///
    /// # Errors
    /// None in practice: the address is one that we wrote.
    pub(super) fn target(&self) -> Result<Target, Failure> {
        Ok(Target::parse(&format!("http://{}/{EMULATOR_ACCOUNT}", self.address))?)
    }

    /// Stops it, and waits until it has.
    pub(super) async fn stop(self) {
        let Self { stop, server, .. } = self;
        drop(stop);
        // What it ended with no longer matters: the run is over.
        drop(server.await);
    }
}
