//! What the replay needs of an oracle.

use tablestakes_reference::http::Request;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::table::model::Adopted;
use tablestakes_reference::{Answer, DateTime};

/// Answers requests from a state of its own.
pub(super) trait Oracle: Send {
    /// The answer to one request that arrives at this time.
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer;

    /// Takes over a state that was read from the target.
    fn adopt(&mut self, adopted: &Adopted, now: DateTime);

    /// Has the next answer that returns messages of a queue return those with these texts first.
    fn prefer(&mut self, texts: Vec<String>);

    /// Begins anew with what it holds.
    fn restart(&mut self);

    /// One that holds the same, and breaks these rules from now on.
    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle>;
}

/// Makes oracles with empty state for one account.
pub(super) trait Oracles: Send + Sync {
    /// An oracle that breaks these rules.
    fn fresh(&self, broken: &Broken) -> Box<dyn Oracle>;
}
