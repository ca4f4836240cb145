//! Anomalies that have a name: what imitations get wrong under concurrency, found in passes over a timeline.
//!
//! Each of them is proof by itself that no order explains the timeline, or that something else is broken that the
//! service promises. None rests on a guess: what may have happened in some order is no anomaly.

mod batches;
mod etags;
mod index;
mod pages;
mod reads;
mod winners;

#[cfg(test)]
mod tests;

use super::timeline::Timeline;
use crate::judge::MismatchKind;
use index::Index;
use tablestakes_reference::rules::{RuleId, id};

/// One anomaly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anomaly {
    /// Which.
    pub kind: AnomalyKind,
    /// The requests that show it, the one at which it comes to light last.
    pub entries: Vec<usize>,
    /// What must be so.
    pub expected: String,
    /// What was seen.
    pub actual: String,
}

/// The anomalies, the most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnomalyKind {
    /// Two versions of a row have one ETag.
    EtagTwice,
    /// A transaction to which no answer came is there in part when all is over.
    HalfLeft,
    /// A transaction is there in part when all is over.
    HalfApplied,
    /// Somebody saw what a request would have written whose end never came.
    Incomplete,
    /// Somebody saw what a refused request would have written.
    DirtyRead,
    /// Somebody saw a transaction in part.
    TornRead,
    /// Of several writes under one ETag more than one was done, or one was done under an ETag that was surely gone.
    TwoWinners,
    /// Of several inserts of a row more than one was done.
    InsertedTwice,
    /// What was written and acknowledged is not there when all is over, though nothing can have replaced it.
    LostUpdate,
    /// A client did not see what it had itself written before.
    StaleOwnRead,
    /// A client did not see what another had written before.
    StaleRead,
    /// The Timestamp of a row went back.
    TimestampBack,
    /// A query followed through its pages lacked a row that was there throughout.
    RowSkipped,
    /// A query followed through its pages returned a row twice.
    RowRepeated,
    /// A row that may have been deleted and inserted again has an ETag that it had before.
    EtagAgain,
}

impl AnomalyKind {
    /// The rule that is broken.
    pub fn rule(self) -> RuleId {
        match self {
            Self::EtagTwice => id::TABLE_CONCURRENCY_ETAG_ONCE,
            Self::HalfLeft => id::TABLE_FAULTS_WHOLE_OR_NOTHING,
            Self::HalfApplied => id::TABLE_BATCH_ATOMIC,
            Self::Incomplete => id::TABLE_FAULTS_INCOMPLETE,
            Self::DirtyRead => id::TABLE_CONCURRENCY_DIRTY_READ,
            Self::TornRead => id::TABLE_CONCURRENCY_TORN_READ,
            Self::TwoWinners | Self::InsertedTwice | Self::LostUpdate => id::TABLE_CONCURRENCY_LOST_UPDATE,
            Self::StaleOwnRead => id::TABLE_CONCURRENCY_STALE_READ,
            Self::StaleRead => id::TABLE_CONCURRENCY_OTHER_CONNECTION,
            Self::EtagAgain => id::TABLE_ETAG_RECREATED,
            Self::TimestampBack => id::TABLE_CONCURRENCY_TIMESTAMP_FORWARD,
            Self::RowSkipped | Self::RowRepeated => id::TABLE_CONCURRENCY_CONTINUATION_BY_KEY,
        }
    }

    /// In which respect the answers are not allowed.
    pub fn mismatch(self) -> MismatchKind {
        match self {
            Self::EtagTwice | Self::EtagAgain => MismatchKind::ETag,
            Self::HalfLeft | Self::HalfApplied | Self::TornRead => MismatchKind::TornRead,
            Self::Incomplete | Self::DirtyRead => MismatchKind::DirtyRead,
            Self::TwoWinners | Self::InsertedTwice => MismatchKind::TwoWinners,
            Self::LostUpdate => MismatchKind::LostUpdate,
            Self::StaleOwnRead | Self::StaleRead => MismatchKind::StaleRead,
            Self::TimestampBack => MismatchKind::ETag,
            Self::RowSkipped => MismatchKind::RowMissing,
            Self::RowRepeated => MismatchKind::RowExtra,
        }
    }
}

/// The anomalies of a timeline, the most telling first, one of each kind. `audit` says from which entry on everything else
/// was over.
pub fn anomalies(timeline: &Timeline, audit: usize) -> Vec<Anomaly> {
    let index = Index::new(timeline, audit);
    let mut found = Vec::new();
    etags::find(&index, &mut found);
    batches::find(&index, &mut found);
    winners::find(&index, &mut found);
    reads::find(&index, &mut found);
    pages::find(&index, &mut found);
    found.sort_by_key(|anomaly| anomaly.kind);
    found.dedup_by_key(|anomaly| anomaly.kind);
    found
}
