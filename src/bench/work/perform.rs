//! One workload on one target: set up, done again and again, cleaned up.

use super::content::octets;
use super::{blob, queue, table};
use crate::bench::client::{Client, Requests};
use crate::bench::miss::Miss;
use crate::bench::point::Point;
use crate::bench::workload::Work;
use std::sync::atomic::{AtomicU64, Ordering};
use tablestakes_reference::history::Step;

/// A workload under way.
pub(in crate::bench) struct Working {
    pub(super) client: Client,
    pub(super) point: Point,
    pub(super) seed: u64,
    /// What every operation writes: as large as the point says, and the same each time.
    content: Vec<u8>,
    next: AtomicU64,
}

impl Working {
    /// Before anything is made.
    pub(in crate::bench) fn new(client: Client, point: Point, seed: u64) -> Self {
        let content = octets(seed, point.parameters.size);
        Self { client, point, seed, content, next: AtomicU64::new(0) }
    }

    /// What it sends by.
    pub(in crate::bench) fn client(&self) -> &Client {
        &self.client
    }

    /// Which point it is.
    pub(in crate::bench) fn point(&self) -> &Point {
        &self.point
    }

    /// Makes tables, queues or containers, and puts there what operations read.
    pub(in crate::bench) async fn set_up(&self) -> Result<(), Miss> {
        let mut requests = Requests::new();
        for step in self.making() {
            self.client.ask(step, &mut requests).await?;
        }
        match self.point.workload.work {
            Work::Get => table::populate_partitions(self).await,
            Work::Query | Work::Scan => table::populate_rows(self).await,
            Work::Download | Work::Range => blob::populate(self).await,
            Work::Insert | Work::Put | Work::Pass | Work::Upload | Work::Blocks => Ok(()),
        }
    }

    /// Does it once.
    pub(in crate::bench) async fn perform(&self, requests: &mut Requests) -> Result<(), Miss> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        match self.point.workload.work {
            Work::Insert => table::insert(self, number, requests).await,
            Work::Get => table::get(self, number, requests).await,
            Work::Query => table::query(self, number, requests).await,
            Work::Scan => table::scan(self, requests).await,
            Work::Put => queue::put(self, number, requests).await,
            Work::Pass => queue::pass(self, number, requests).await,
            Work::Upload => blob::upload(self, number, requests).await,
            Work::Download => blob::download(self, number, requests).await,
            Work::Range => blob::range(self, number, requests).await,
            Work::Blocks => blob::blocks(self, number, requests).await,
        }
    }

    /// Deletes what was made. What cannot be deleted is left to `clean`.
    pub(in crate::bench) async fn clean_up(&self) -> Result<(), Miss> {
        let mut came = Ok(());
        for step in self.deleting() {
            match self.client.clean_up(step).await {
                // What was never made is as good as deleted.
                Ok(_) | Err(Miss::Refused(404)) => {}
                Err(miss) => came = came.and(Err(miss)),
            }
        }
        came
    }

    fn making(&self) -> Vec<Step> {
        match self.point.workload.work {
            Work::Insert | Work::Get | Work::Query | Work::Scan => vec![table::making()],
            Work::Put | Work::Pass => (0..self.queues()).map(queue::making).collect(),
            Work::Upload | Work::Download | Work::Range | Work::Blocks => vec![blob::making()],
        }
    }

    fn deleting(&self) -> Vec<Step> {
        match self.point.workload.work {
            Work::Insert | Work::Get | Work::Query | Work::Scan => vec![table::deleting()],
            Work::Put | Work::Pass => (0..self.queues()).map(queue::deleting).collect(),
            Work::Upload | Work::Download | Work::Range | Work::Blocks => vec![blob::deleting()],
        }
    }

    /// The first octets of what is written.
    pub(super) fn content(&self, length: u64) -> Vec<u8> {
        let length = usize::try_from(length).unwrap_or(usize::MAX).min(self.content.len());
        self.content.get(..length).unwrap_or_default().to_vec()
    }

    /// How many queues there are.
    pub(super) fn queues(&self) -> u8 {
        u8::try_from(self.point.parameters.partitions).unwrap_or(u8::MAX)
    }
}
