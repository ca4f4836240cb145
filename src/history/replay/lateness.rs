//! Whether a target's reads give what was written before, and how late they do.
//!
//! A target whose reads come from a copy or a cache is wrong once. If every history had to find that out, each would show it
//! as something else: a row that is missing, a value that was not replaced. So it is asked for first, and reads that
//! follow a write then wait.

use super::fixtures;
use super::replayer::Replayer;
use super::target_side::{Source, TargetSide};
use crate::target::Transport;
use std::time::{Duration, SystemTime};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::Step;
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::table::{EntityBody, Key, Operation};
use tokio::time::Instant;

/// So many rows are written and read.
const ROUNDS: usize = 4;
/// What is not seen by then is not late but wrong in another way.
const LATEST: Duration = Duration::from_millis(500);
/// Between two reads, at first.
const PAUSE: Duration = Duration::from_millis(1);

/// How late reads give what was written: how long it took until one gave it that had not at once. Nothing where every read gave
/// it at once, or where one never did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lateness {
    /// On the connection that wrote it.
    pub own: Option<Duration>,
    /// On another.
    pub elsewhere: Option<Duration>,
    /// Requests that finding it out took.
    pub requests: u64,
}

impl Lateness {
    /// On either.
    pub fn longest(self) -> Option<Duration> {
        self.own.max(self.elsewhere)
    }

    /// How long reads wait behind a write so that they are not late.
    pub fn wait(self) -> Duration {
        self.longest().map_or(Duration::ZERO, |late| late.mul_f64(1.5) + PAUSE)
    }

    /// The rule that the target breaks by it.
    pub fn broken(self) -> Option<RuleId> {
        let elsewhere = self.elsewhere.map(|_| id::TABLE_CONCURRENCY_OTHER_CONNECTION);
        self.own.map(|_| id::TABLE_CONCURRENCY_STALE_READ).or(elsewhere)
    }
}

impl Replayer {
    /// Writes a few rows, and reads each at once, on the connection that wrote it and on another one.
    pub async fn lateness(&self) -> Lateness {
        let table = format!("{}late", self.names.prefix());
        let mut asking = Asking { replayer: self, found: Lateness::default() };
        let create = Step::from(Operation::CreateTable { table: table.clone(), prefer: None });
        if asking.ask(&self.transport, &create).await {
            if asking.rows(&table).await.is_none() {
                asking.found = Lateness { requests: asking.found.requests, ..Lateness::default() };
            }
            asking.ask(&self.transport, &fixtures::deleting(ServiceName::Table, &table)).await;
        }
        asking.found
    }
}

struct Asking<'r> {
    replayer: &'r Replayer,
    found: Lateness,
}

impl Asking<'_> {
    /// Reads each other row elsewhere first. Nothing if a row cannot be written, or never read.
    async fn rows(&mut self, table: &str) -> Option<()> {
        let (own, elsewhere) = (self.replayer.transport.clone(), self.replayer.transport.apart());
        for row in 0..ROUNDS {
            let key = Key { partition: "p".to_owned(), row: row.to_string() };
            let entity = EntityBody::keyed(&key);
            let insert = Operation::InsertEntity { table: table.to_owned(), entity, prefer: None };
            if !self.ask(&own, &insert.into()).await {
                return None;
            }
            let written = Instant::now();
            let read = Operation::GetEntity { table: table.to_owned(), key, select: None }.into();
            // What is read second may be late no more.
            if row % 2 == 0 {
                let late = self.late(&elsewhere, &read, written).await?;
                self.found.elsewhere = self.found.elsewhere.max(late);
            }
            let late = self.late(&own, &read, written).await?;
            self.found.own = self.found.own.max(late);
        }
        Some(())
    }

    /// How late a read is that is made again until it gives the row: nothing if it gives it at once, none at all if it never does.
    async fn late(&mut self, transport: &Transport, read: &Step, written: Instant) -> Option<Option<Duration>> {
        let (mut is_late, mut pause) = (false, PAUSE);
        while !self.ask(transport, read).await {
            is_late = true;
            if written.elapsed() > LATEST {
                return None;
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Some(is_late.then(|| written.elapsed()))
    }

    /// Whether a step is granted: a read with 200, a write with what says that there is nothing to read, or something new.
    async fn ask(&mut self, transport: &Transport, step: &Step) -> bool {
        let replayer = self.replayer;
        let side = TargetSide::new(&replayer.target, Source::Wire(transport), replayer.axes, "");
        let Ok(request) = side.lower_own(step, SystemTime::now()) else { return false };
        self.found.requests += 1;
        let granted: &[u16] = if request.method == "GET" { &[200] } else { &[201, 204] };
        transport.send(&request).await.is_ok_and(|(response, _)| granted.contains(&response.status))
    }
}
