//! The reference certifies inside `cargo test`, as any emulator written in Rust may.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use tablestakes::cargo_tests::Server;
use tablestakes_reference::Settings;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::TableService;
use tokio::runtime::Runtime;

/// The reference on a port of its own; it ends with its runtime.
struct Reference {
    address: String,
    _runtime: Runtime,
}

impl Reference {
    fn start() -> Self {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
        let shared = Shared::new(TableService::new(Settings::default()), 1);
        runtime.spawn(serve(listener, shared, std::future::pending()));
        Self { address, _runtime: runtime }
    }
}

impl Server for Reference {
    fn target(&self) -> String {
        self.address.clone()
    }
}

tablestakes::cargo_tests! { start: Reference::start }
