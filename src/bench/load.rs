//! Load on a target: clients in a loop to warm up, and operations at a rate to measure.

use super::client::Requests;
use super::schedule::Schedule;
use super::tally::{Done, StepTally};
use super::work::Working;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

/// How many times its planned length a step may last: what is due then is counted and not sent.
const PATIENCE: u32 = 2;

/// Lets as many clients as the point has work one operation after the other, for this long or so many operations.
///
/// What comes of it is told apart from what is measured: a client that waits for its answer offers less the slower the target
/// is, so latencies of such a loop hide what they should show. It fills caches and connections, and shows about how much there is
/// to offer.
pub(super) async fn warm_up(working: &Arc<Working>, time: Duration, operations: u64) -> (StepTally, Duration) {
    let start = Instant::now();
    let left = Arc::new(std::sync::atomic::AtomicU64::new(operations));
    let mut clients = JoinSet::new();
    for _ in 0..working.point().parameters.clients {
        let (working, left) = (Arc::clone(working), Arc::clone(&left));
        clients.spawn(async move {
            let mut tally = StepTally::new();
            while start.elapsed() < time && !working.client().is_interrupted() && took_one(&left) {
                let began = start.elapsed();
                tally.count(&operation(&working, start, began).await);
            }
            tally
        });
    }
    (gathered(clients).await, start.elapsed())
}

fn took_one(left: &std::sync::atomic::AtomicU64) -> bool {
    use std::sync::atomic::Ordering::Relaxed;
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
}

/// Starts operations when the schedule says so, as many at the same time as the point has clients. One that finds all of them
/// busy waits, and its latency counts from its intended start all the same.
pub(super) async fn open_loop(working: &Arc<Working>, schedule: Schedule) -> StepTally {
    let (sender, receiver) = mpsc::unbounded_channel::<Duration>();
    let receiver = Arc::new(Mutex::new(receiver));
    let start = Instant::now();
    let last = schedule.length().saturating_mul(PATIENCE);
    let pacing = Arc::clone(working);
    let pacer = tokio::task::spawn_blocking(move || {
        let mut handed: u64 = 0;
        schedule.pace(start, |intended| {
            let wanted = !pacing.client().is_interrupted() && !sender.is_closed();
            if let Some(intended) = intended.filter(|_| wanted) {
                handed += u64::from(sender.send(intended).is_ok());
            }
            wanted
        });
        schedule.count() - handed
    });
    let mut clients = JoinSet::new();
    for _ in 0..working.point().parameters.clients {
        let (working, receiver) = (Arc::clone(working), Arc::clone(&receiver));
        clients.spawn(async move {
            let mut tally = StepTally::new();
            loop {
                let due = receiver.lock().await.recv().await;
                let Some(intended) = due else { return tally };
                if start.elapsed() > last || working.client().is_interrupted() {
                    tally.count_unsent();
                } else {
                    tally.count(&operation(&working, start, intended).await);
                }
            }
        });
    }
    let mut tally = gathered(clients).await;
    tally.unsent += pacer.await.unwrap_or_default();
    tally
}

/// Does the operation that was meant to start then.
async fn operation(working: &Working, start: Instant, intended: Duration) -> Done {
    let mut requests = Requests::new();
    let outcome = working.perform(&mut requests).await;
    let at = start.elapsed();
    Done { latency: at.saturating_sub(intended), at, requests, outcome }
}

/// What all clients counted, together.
async fn gathered(mut clients: JoinSet<StepTally>) -> StepTally {
    let mut all = StepTally::new();
    while let Some(tally) = clients.join_next().await {
        // One that ended otherwise has nothing to add.
        if let Ok(tally) = tally {
            all.add(tally);
        }
    }
    all
}

#[cfg(test)]
mod tests;
