//! How the target is restarted: options that commands share.

use super::duration::duration;
use super::failure::Failure;
use super::target::Named;
use crate::engine::Restarts;
use crate::history::Restarting;
use crate::live::Live;
use crate::target::{AsChild, ByCommand, Restart as _};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;

/// How the target is restarted.
#[derive(Debug, Args)]
pub(super) struct Commands {
    /// A command, run by `sh -c`, that stops the target at once and starts it again. It ends when what ran before has ended
    /// and the target is starting.
    #[arg(long, value_name = "CMD", group = "restarting")]
    restart_cmd: Option<String>,
    /// A command, run by `sh -c`, that is the target: it is started before the run, killed and started again where that is
    /// asked for, and killed when the run is over.
    #[arg(long, value_name = "CMD", group = "restarting")]
    start_cmd: Option<String>,
    /// How long the target may take until it answers after it was started.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    ready_timeout: Duration,
}

/// How the target is restarted, and what may be expected of it then.
#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    commands: Commands,
    /// The target claims to keep what it acknowledged when it is killed.
    #[arg(long, requires = "restarting")]
    durable: bool,
}

/// A target that is a child of ours. It is killed when this is stopped or dropped.
pub(super) struct Started(Option<Arc<AsChild>>);

impl Started {
    /// Kills it, and waits until it has ended.
    pub(super) async fn stop(self) {
        if let Some(child) = self.0 {
            child.stop().await;
        }
    }
}

impl Options {
    /// What the target can be asked to do.
    ///
    /// # Errors
    /// There is no target that a command could restart.
    pub(super) fn restarts(&self, named: &Named) -> Result<Restarts, Failure> {
        Ok(match self.commands.are_given(named)? {
            false => Restarts::Unknown,
            true if self.durable => Restarts::Durable,
            true => Restarts::Forgetting,
        })
    }

    /// Starts the target if it is to be started, and says how it is restarted.
    ///
    /// # Errors
    /// It was not started, or does not answer in time.
    pub(super) async fn start(&self, live: Live) -> Result<(Live, Started), Failure> {
        self.commands.start(live).await
    }
}

impl Commands {
    /// Whether there is one.
    ///
    /// # Errors
    /// There is, and no target that it could restart.
    pub(super) fn are_given(&self, named: &Named) -> Result<bool, Failure> {
        match (self.restart_cmd.is_some() || self.start_cmd.is_some(), named) {
            (true, Named::Embedded(_)) => Err(Failure::NothingToRestart),
            (given, _) => Ok(given),
        }
    }

    /// Starts the target if it is to be started, and says how it is restarted.
    ///
    /// # Errors
    /// It was not started, or does not answer in time.
    pub(super) async fn start(&self, live: Live) -> Result<(Live, Started), Failure> {
        let ready = self.ready_timeout;
        if let Some(command) = &self.restart_cmd {
            let how = Arc::new(ByCommand { command: command.clone(), limit: ready });
            return Ok((live.restarting(Restarting { how, ready }), Started(None)));
        }
        let Some(command) = &self.start_cmd else { return Ok((live, Started(None))) };
        let child = Arc::new(AsChild::new(command.clone()));
        let restarting = Restarting { how: Arc::clone(&child) as Arc<_>, ready };
        live.start(&restarting).await.map_err(Failure::NotReady)?;
        Ok((live.restarting(restarting), Started(Some(child))))
    }
}
