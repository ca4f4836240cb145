//! Where a history is played that is judged whole: its tables, its clients, and the audit when all is over.

use super::client::{Act, Client};
use super::reading::{Partition, Unfit};
use super::verdict::Judged;
use super::{blob, busy, queue};
use crate::history::{Bindings, Exchange, Lowering, Page, ReplayError, Replayed, created_by, creating, deleting};
use crate::judge::{Undecided, Verdict};
use crate::target::{Axes, Busy, Target, Transport, TransportFailure};
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::{Symbol, literal};
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::http::Response;
use tablestakes_reference::queue::Ask;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::Query;

/// How long deleting a history's tables may take.
const CLEAN_UP: Duration = Duration::from_secs(10);
/// What seems lost is looked for once more after this long: it may only be late.
const LATER: Duration = Duration::from_millis(100);

/// Where a history of several clients, or one with faults, is played.
pub(super) struct Stage<'a> {
    /// The target.
    pub(super) target: &'a Target,
    /// Connections to it, none of which a client of a history uses.
    pub(super) transport: &'a Transport,
    /// What steps leave open.
    pub(super) axes: Axes,
    /// How the names of the history's tables begin.
    pub(super) prefix: &'a str,
    /// The rules that the target is known to break, which may explain what was seen.
    pub(super) learned: &'a [RuleId],
}

impl Stage<'_> {
    /// Creates the history's tables, has its clients take their steps, reads what is there at the end, judges, and
    /// deletes the tables as best it can.
    ///
    /// # Errors
    /// The tables could not be created.
    pub(super) async fn replay(&self, history: &History) -> Result<Replayed, ReplayError> {
        let bindings = Bindings::new(self.prefix, self.target);
        let mut tables = Vec::new();
        let mut requests = 0;
        let set_up = self.set_up(history, &bindings, &mut tables, &mut requests).await;
        let mut replayed = Replayed::default();
        if set_up.is_ok() {
            let mut play = Play { stage: self, began: Instant::now(), acts: Vec::new(), unfit: None, audited: 0 };
            play.all(history, bindings.clone()).await;
            requests += play.acts.iter().map(|act| act.exchanges.len() as u64).sum::<u64>();
            replayed.steps = match history.service {
                ServiceName::Queue => play.judged_by(queue::judge),
                ServiceName::Blob => play.judged_by(blob::judge),
                ServiceName::Table => play.judged().await,
            };
        }
        let clean_up = async {
            for table in &tables {
                requests += 1;
                if matches!(
                    self.send(&deleting(history.service, table), &bindings).await,
                    Err(TransportFailure::Connect(_))
                ) {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(CLEAN_UP, clean_up).await;
        set_up?;
        Ok(Replayed { requests, ..replayed })
    }

    async fn set_up(
        &self,
        history: &History,
        bindings: &Bindings,
        tables: &mut Vec<String>,
        requests: &mut u64,
    ) -> Result<(), ReplayError> {
        for step in creating(history) {
            let table = created_by(&step, bindings).unwrap_or_default();
            *requests += 1;
            let (target, requests) = (self.target.to_string(), *requests);
            match self.send(&step, bindings).await {
                Ok(response) if response.status < 300 => tables.push(table),
                Ok(response) if let Some(busy) = Busy::of(&response) => {
                    // It may be there all the same, and is deleted then.
                    tables.push(table.clone());
                    let timed_out = busy == Busy::TimedOut;
                    return Err(ReplayError::Busy { target, table, timed_out, requests });
                }
                Ok(response) => {
                    let answer = format!("{}", response.status);
                    return Err(ReplayError::SetUp { target, table, answer, requests });
                }
                Err(failure) => return Err(ReplayError::NoAnswer { target, table, failure, requests }),
            }
        }
        Ok(())
    }

    async fn send(&self, step: &Step, bindings: &Bindings) -> Result<Response, TransportFailure> {
        let axes = self.axes.for_fixtures(self.target.service);
        let lowering = Lowering { target: self.target, axes, bindings, now: SystemTime::now() };
        let request = lowering
            .request(step, &Page::default())
            .map_err(|unbound| TransportFailure::Connect(unbound.to_string()))?;
        self.transport.send(&request).await.map(|(response, _)| response)
    }
}

/// One history being played.
struct Play<'a> {
    stage: &'a Stage<'a>,
    began: Instant,
    acts: Vec<Act>,
    unfit: Option<Unfit>,
    /// The first step that was taken when everything else was over.
    audited: usize,
}

impl<'a> Play<'a> {
    /// The steps before, the branches, and the audit.
    async fn all(&mut self, history: &History, bindings: Bindings) {
        let mut first = self.client(0, bindings);
        self.steps(&mut first, 0, &history.steps).await;
        if self.unfit.is_some() {
            return;
        }
        let mut at = history.steps.len();
        let mut branches = Vec::with_capacity(history.branches.len());
        for (number, branch) in history.branches.iter().enumerate() {
            // The first branch goes on where the steps before it ended: on the connection that wrote what is there.
            let client = if number == 0 { first.clone() } else { self.client(number, first.bindings.clone()) };
            branches.push(take_all(client, at, branch));
            at += branch.len();
        }
        for (acts, unfit) in join_all(branches).await {
            self.acts.extend(acts);
            self.unfit = self.unfit.take().or(unfit);
        }
        let auditor = history.branches.len().max(1);
        self.audit(history, auditor, &first.bindings, at).await;
        self.audited = at;
        if self.is_loss(history, at) {
            tokio::time::sleep(LATER).await;
            let at = self.acts.iter().map(|act| act.index + 1).max().unwrap_or(at);
            self.audit(history, auditor + 1, &first.bindings, at).await;
        }
    }

    /// Whether something seems to be lost that may only be late.
    fn is_loss(&self, history: &History, at: usize) -> bool {
        match history.service {
            ServiceName::Queue => queue::is_loss(&self.acts, at),
            ServiceName::Blob => blob::is_loss(&self.acts, at),
            ServiceName::Table => Judged::of(&self.acts, at).is_loss(),
        }
    }

    async fn steps(&mut self, client: &mut Client<'a>, at: usize, steps: &[Step]) {
        let (acts, unfit) = take_each(client, at, steps).await;
        self.acts.extend(acts);
        self.unfit = self.unfit.take().or(unfit);
    }

    /// Reads what is there, on a new connection: every partition as a whole, or of each queue the messages that can be seen and
    /// how many there are.
    async fn audit(&mut self, history: &History, number: usize, bindings: &Bindings, at: usize) {
        if history.service == ServiceName::Queue {
            let queues = (0..history.fixtures).map(|number| Symbol::Queue(number).to_string());
            let looks = queues.flat_map(|queue| {
                let count = Some("32".to_owned());
                [Ask::PeekMessages { queue: queue.clone(), count }, Ask::GetMetadata { queue }].map(Step::from)
            });
            let mut auditor = self.client(number, bindings.clone());
            return self.steps(&mut auditor, at, &looks.collect::<Vec<_>>()).await;
        }
        if history.service == ServiceName::Blob {
            let mut auditor = self.client(number, bindings.clone());
            return self.steps(&mut auditor, at, &blob::looks(history)).await;
        }
        let partitions: BTreeSet<Partition> =
            self.acts.iter().flat_map(|act| &act.readings).map(|(partition, _)| partition.clone()).collect();
        let scans: Vec<Step> = partitions
            .into_iter()
            .map(|Partition { table, key }| {
                let filter = Some(format!("PartitionKey eq '{key}'"));
                Step::from(Call::Scan { table: literal(&table), query: Query { filter, ..Query::default() } })
            })
            .collect();
        let mut auditor = self.client(number, bindings.clone());
        self.steps(&mut auditor, at, &scans).await;
    }

    fn client(&self, number: usize, bindings: Bindings) -> Client<'a> {
        let Stage { target, transport, axes, .. } = *self.stage;
        Client { number, target, transport: transport.apart(), axes, bindings, began: self.began }
    }

    /// The same of what is judged by its anomalies alone.
    fn judged_by(self, judge: fn(&[Act], usize) -> (Option<usize>, Verdict)) -> Vec<crate::history::StepRecord> {
        let Self { mut acts, audited, .. } = self;
        acts.sort_by_key(|act| act.taken.invoked);
        let (step, verdict) = judge(&acts, audited);
        let verdict = busy::judged(&acts, verdict);
        told(acts, step, &verdict)
    }

    /// The steps in the order in which they began; the one at which it came to light that something is wrong says so.
    async fn judged(self) -> Vec<crate::history::StepRecord> {
        let Self { mut acts, unfit, .. } = self;
        acts.sort_by_key(|act| act.taken.invoked);
        let audit = acts.iter().map(|act| act.taken.client).max().unwrap_or_default();
        let at = acts.iter().filter(|act| act.taken.client == audit).map(|act| act.index).min().unwrap_or_default();
        let mut judged = Judged::of(&acts, at);
        if unfit.is_none() && !judged.is_over() {
            // The search may take as long as its budget allows.
            judged = tokio::task::spawn_blocking(move || judged.searched()).await.unwrap_or_default();
        }
        let learned = self.stage.learned.to_vec();
        let (judged, rules) = tokio::task::spawn_blocking(move || {
            let rules = judged.explained_by(&learned);
            (judged, rules)
        })
        .await
        .unwrap_or_default();
        let (step, mut verdict) = judged.into_verdict();
        if !rules.is_empty() {
            verdict = Verdict::Undecided(Undecided::Explained { rules });
        }
        if let Some(Unfit(why)) = unfit {
            verdict = Verdict::Undecided(Undecided::Unfit { why });
        }
        let verdict = busy::judged(&acts, verdict);
        told(acts, step, &verdict)
    }
}

/// The steps for a report: that at which something came to light says what.
fn told(acts: Vec<Act>, step: Option<usize>, verdict: &Verdict) -> Vec<crate::history::StepRecord> {
    let blamed = acts.iter().rposition(|act| step.is_none_or(|step| act.index == step));
    let records = acts.into_iter().enumerate().map(|(place, act)| {
        let verdict = if Some(place) == blamed { verdict.clone() } else { Verdict::Allowed };
        act.record(verdict)
    });
    records.collect()
}

async fn take_all(mut client: Client<'_>, at: usize, steps: &[Step]) -> (Vec<Act>, Option<Unfit>) {
    take_each(&mut client, at, steps).await
}

async fn take_each(client: &mut Client<'_>, at: usize, steps: &[Step]) -> (Vec<Act>, Option<Unfit>) {
    let mut acts = Vec::with_capacity(steps.len());
    for (place, step) in steps.iter().enumerate() {
        match client.take(at + place, step).await {
            Ok(act) => {
                // A target that is gone, or hangs, is not asked on and on.
                let is_gone = act.iter().flat_map(|act| &act.exchanges).any(is_gone);
                acts.extend(act);
                if is_gone {
                    break;
                }
            }
            Err(unfit) => return (acts, Some(unfit)),
        }
    }
    (acts, None)
}

fn is_gone(exchange: &Exchange) -> bool {
    matches!(exchange.actual, Err(TransportFailure::Connect(_) | TransportFailure::TimedOut(_)))
}
