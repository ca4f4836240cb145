//! What the replay needs of an oracle.

use tablestakes_reference::http::Request;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::{Answer, DateTime, blob, queue, table};

/// What is so on the target.
#[derive(Debug, Clone)]
pub(super) enum Adopted {
    /// Of tables.
    Table(table::model::Adopted),
    /// Of containers and blobs.
    Blob(blob::model::Adopted),
    /// Of queues.
    Queue(queue::model::Adopted),
}

/// What came of taking a state over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    /// It cannot be taken over.
    No,
    /// It was.
    Yes,
    /// It was, and the message that it speaks of has this receipt.
    WithReceipt(String),
}

impl From<bool> for Taken {
    fn from(done: bool) -> Self {
        if done { Self::Yes } else { Self::No }
    }
}

/// Answers requests from a state of its own.
pub(super) trait Oracle: Send {
    /// The answer to one request that arrives at this time.
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer;

    /// Takes over a state that was read from the target.
    fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Taken;

    /// Has the next answer that returns messages of a queue return those with these texts first.
    fn prefer(&mut self, texts: Vec<String>);

    /// Begins anew with what it holds.
    fn restart(&mut self);

    /// One that holds the same, and breaks these rules from now on.
    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle>;
}

/// Makes oracles with empty state for one account.
pub(super) trait Oracles: Send + Sync {
    /// An oracle that breaks these rules, and keeps versions of blobs or does not.
    fn fresh(&self, broken: &Broken, versions: bool) -> Box<dyn Oracle>;
}
