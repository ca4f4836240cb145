//! `tablestakes serve` as a child process.

use crate::Tool;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A served reference; ends with the value.
pub(crate) struct Served {
    child: Child,
    /// The address of its table service.
    pub(crate) target: String,
    /// The address of its queue service.
    pub(crate) queues: String,
    /// The address of its blob service.
    pub(crate) blobs: String,
}

impl Served {
    pub(crate) fn start(tool: &Tool, arguments: &[&str]) -> Self {
        let ready = tool.path("ready");
        let mut child = tool
            .command()
            .args(["serve", "--table-port", "0", "--queue-port", "0", "--blob-port", "0", "--ready-file", "ready"])
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let announced = announced(&mut child, &ready);
        let mut lines = announced.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        let (target, queues, blobs) = (next(), next(), next());
        Self { child, target, queues, blobs }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.target.split('/').nth(2).unwrap().parse().unwrap()
    }
}

/// What a child writes into its ready file as soon as it listens.
pub(crate) fn announced(child: &mut Child, ready: &Path) -> String {
    let started = Instant::now();
    loop {
        if let Ok(text) = std::fs::read_to_string(ready) {
            return text.trim().to_owned();
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        assert!(started.elapsed() < Duration::from_secs(30), "it does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
