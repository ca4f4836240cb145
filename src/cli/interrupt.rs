//! What asks a command to end: an interrupt from the keyboard, the system's request to end, the terminal that is gone.

use super::output::warn;
use crate::engine::Reach;
use crate::exit::Exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Requests to end, one after the other.
struct Interrupts {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl Interrupts {
    /// From now on the process does not end by them.
    fn listen() -> Self {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
            if !hang_up_is_ignored() {
                kinds.push(SignalKind::hangup());
            }
            // One that cannot be listened for ends the process, as it would have.
            Self { signals: kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect() }
        }
        #[cfg(not(unix))]
        Self {}
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        {
            if self.signals.is_empty() {
                return std::future::pending().await;
            }
            let received = self.signals.iter_mut().map(|signal| Box::pin(signal.recv()));
            futures_util::future::select_all(received).await;
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

/// Whether somebody who started the process said that it goes on without its terminal, as `nohup` does: to listen for the
/// signal would undo that.
#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Ready when the command is asked to end.
pub(super) async fn interrupted() {
    Interrupts::listen().next().await;
}

/// The first request ends the run with every report written; the second ends it at once.
pub(super) fn stop_on_interrupt(reach: Arc<Reach>) {
    on_interrupt("finishing what is under way", move || reach.interrupt());
}

/// The same for a command that looks at a flag.
pub(super) fn flag_on_interrupt(flag: Arc<AtomicBool>) {
    on_interrupt("deleting what was made", move || flag.store(true, Ordering::Relaxed));
}

fn on_interrupt(then: &'static str, stop: impl FnOnce() + Send + 'static) {
    let mut interrupts = Interrupts::listen();
    tokio::spawn(async move {
        interrupts.next().await;
        warn(&format!("interrupted: {then}"));
        stop();
        interrupts.next().await;
        std::process::exit(i32::from(Exit::DoesNotConform as u8));
    });
}
