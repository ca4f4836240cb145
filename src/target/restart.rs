//! Stopping the target and starting it again, by commands of the user.

use futures_util::future::BoxFuture;
use std::io::{Read as _, Seek as _};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

/// What is told where a target is to be restarted and nobody said how.
pub(crate) const NO_RESTART: &str = "nobody said how to restart the target: --restart-cmd or --start-cmd";

/// How much of what a command wrote is told.
const TOLD: u64 = 2000;

/// Stops the target and starts it again.
pub trait Restart: Send + Sync {
    /// Stops it at once, where that can be done alone; says whether it is stopped now.
    fn stop(&self) -> BoxFuture<'_, bool> {
        Box::pin(std::future::ready(false))
    }

    /// Starts it, and stops it before where that cannot be done alone. Whether it answers yet is for the caller to find out.
    ///
    /// # Errors
    /// It was not stopped, or not started.
    fn start(&self) -> BoxFuture<'_, Result<(), RestartError>>;

    /// Looks whether it has ended by itself.
    ///
    /// # Errors
    /// It has.
    fn check(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The target was not started.
#[derive(Debug, thiserror::Error)]
pub enum RestartError {
    /// The shell cannot be run.
    #[error("`{command}` cannot be run: {source}")]
    Run {
        /// The command.
        command: String,
        /// Why.
        source: std::io::Error,
    },
    /// The command says that it failed.
    #[error("`{command}` ended with {status}{told}")]
    Failed {
        /// The command.
        command: String,
        /// Its status.
        status: String,
        /// What it wrote last, behind a colon.
        told: String,
    },
    /// The command does not end.
    #[error("`{command}` did not end within {} s: it is to end when the target is started", .limit.as_secs())]
    TooSlow {
        /// The command.
        command: String,
        /// How long was waited.
        limit: Duration,
    },
}

/// A command that restarts a target which runs on its own.
#[derive(Debug)]
pub struct ByCommand {
    /// For `sh -c`. It ends when what ran before has ended, and the target is starting.
    pub command: String,
    /// How long it may take.
    pub limit: Duration,
}

impl Restart for ByCommand {
    fn start(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        Box::pin(async {
            let command = || self.command.clone();
            let mut output = Output::new().map_err(|source| RestartError::Run { command: command(), source })?;
            let run = |source| RestartError::Run { command: command(), source };
            let mut child = output.shell(&self.command).map_err(run)?;
            match tokio::time::timeout(self.limit, child.wait()).await {
                Err(_) => {
                    kill(&mut child).await;
                    Err(RestartError::TooSlow { command: command(), limit: self.limit })
                }
                Ok(Err(source)) => Err(run(source)),
                Ok(Ok(status)) if status.success() => Ok(()),
                Ok(Ok(status)) => {
                    Err(RestartError::Failed { command: command(), status: status.to_string(), told: output.told() })
                }
            }
        })
    }
}

/// A target that is a child of ours: it is killed and started again.
#[derive(Debug)]
pub struct AsChild {
    command: String,
    running: Mutex<Option<(Child, Output)>>,
}

impl AsChild {
    /// A target that `sh -c` starts with this command. It does not run yet.
    pub fn new(command: String) -> Self {
        Self { command, running: Mutex::new(None) }
    }
}

impl Restart for AsChild {
    fn stop(&self) -> BoxFuture<'_, bool> {
        Box::pin(async {
            let Some((mut child, _)) = self.running.lock().await.take() else { return false };
            kill(&mut child).await;
            true
        })
    }

    fn start(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        Box::pin(async {
            let started = Output::new().and_then(|output| Ok((output.shell(&self.command)?, output)));
            let started = started.map_err(|source| RestartError::Run { command: self.command.clone(), source })?;
            *self.running.lock().await = Some(started);
            Ok(())
        })
    }

    fn check(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        Box::pin(async {
            let mut running = self.running.lock().await;
            let Some((child, output)) = running.as_mut() else { return Ok(()) };
            match child.try_wait() {
                Ok(Some(status)) => Err(RestartError::Failed {
                    command: self.command.clone(),
                    status: status.to_string(),
                    told: output.told(),
                }),
                Ok(None) => Ok(()),
                Err(source) => Err(RestartError::Run { command: self.command.clone(), source }),
            }
        })
    }
}

/// What a command writes: a file, since what the command leaves running may hold it open for ever.
#[derive(Debug)]
struct Output(std::fs::File);

impl Output {
    fn new() -> std::io::Result<Self> {
        tempfile::tempfile().map(Self)
    }

    /// Runs a command, with everything that it starts in a group of its own.
    fn shell(&self, command: &str) -> std::io::Result<Child> {
        let (told, wrong) = (self.0.try_clone()?, self.0.try_clone()?);
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).stdin(Stdio::null()).stdout(Stdio::from(told)).stderr(Stdio::from(wrong));
        #[cfg(unix)]
        shell.process_group(0);
        shell.kill_on_drop(true).spawn()
    }

    /// The last of it, behind a colon.
    fn told(&mut self) -> String {
        let length = self.0.metadata().map_or(0, |metadata| metadata.len());
        let mut octets = Vec::new();
        let from = std::io::SeekFrom::Start(length.saturating_sub(TOLD));
        let read = self.0.seek(from).and_then(|_| (&mut self.0).take(TOLD).read_to_end(&mut octets));
        let text = String::from_utf8_lossy(&octets);
        match (read, text.trim()) {
            (Err(_), _) | (_, "") => String::new(),
            (Ok(_), text) => format!(": {text}"),
        }
    }
}

/// Ends a command and all that it started, at once, and waits until it has ended.
async fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
        // That it has ended by itself is as good.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill().await;
}
