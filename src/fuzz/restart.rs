//! Starting the target again when it died: the user's command, and waiting until somebody answers.

use crate::engine::Subject;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;

/// How long a target that was started again may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long between two attempts to reach it.
const BETWEEN: Duration = Duration::from_millis(100);

/// A command that starts the target. It may end when the target runs, or be the target.
#[derive(Debug, Clone)]
pub struct Restart {
    command: String,
}

impl Restart {
    /// A command for the shell.
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned() }
    }

    /// Runs the command, and waits until the target answers. What it started is left running.
    ///
    /// # Errors
    /// It cannot be run, or nobody answers in time; the message says which.
    pub async fn run(&self, subject: &impl Subject) -> Result<(), String> {
        let mut command = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        command.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(&self.command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _started = command.spawn().map_err(|error| format!("`{}` cannot be run: {error}", self.command))?;
        let began = Instant::now();
        let mut ticks = tokio::time::interval(BETWEEN);
        loop {
            ticks.tick().await;
            match subject.probe().await {
                Ok(_) => return Ok(()),
                Err(failure) if began.elapsed() > PATIENCE => {
                    let seconds = PATIENCE.as_secs();
                    return Err(format!("`{}` was run, and after {seconds} s: {failure}", self.command));
                }
                Err(_) => {}
            }
        }
    }
}
