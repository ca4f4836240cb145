//! The search for an order that explains every answer.

use super::spec::{Request, Spec, State};
use crate::concurrency::timeline::{Answer, Entry, Timeline};
use crate::judge::date_time;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use tablestakes_reference::rules::Broken;

/// What a search may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Time after which it gives up.
    pub time: Duration,
    /// Situations that it remembers at most.
    pub situations: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), situations: 2_000_000 }
    }
}

/// What came of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// The requests in an order that explains every answer. Those without an answer that never took effect are not in it.
    Linearizable(Vec<usize>),
    /// No order does.
    NotLinearizable(Witness),
    /// The budget was spent before the search was over.
    Undecided,
}

/// Why no order explains a timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The longest beginning that can be explained, in its order.
    pub explained: Vec<usize>,
    /// The first request to end behind it, for which there is no place.
    pub unexplained: usize,
}

/// Looks for an order that explains the timeline.
pub fn check(timeline: &Timeline, budget: Budget) -> Checked {
    let mut search = Search::new(timeline, budget);
    let witness = match search.run() {
        Checked::NotLinearizable(witness) => witness,
        decided => return decided,
    };
    // What was never tried, because it could lead nowhere, may still explain more requests than what was.
    let mut longer = Search { needs: HashMap::new(), ..Search::new(timeline, budget) };
    match longer.run() {
        Checked::Undecided => {
            let longest = longer.best.into_iter().chain([witness]).max_by_key(|witness| witness.explained.len());
            longest.map_or(Checked::Undecided, Checked::NotLinearizable)
        }
        decided => decided,
    }
}

/// One situation on the way: what was taken without a choice, and which choices are left.
struct Frame {
    state: State,
    /// The write that led here.
    taken: Option<usize>,
    /// What was taken at once here, since it changes nothing and fits.
    absorbed: Vec<usize>,
    choices: Vec<usize>,
    next: usize,
}

struct Search<'t> {
    timeline: &'t Timeline,
    spec: Spec,
    budget: Budget,
    /// Answered requests, in the order in which they began.
    answered: Vec<usize>,
    /// Requests without an answer, in the order in which they began.
    open: Vec<usize>,
    /// In which order writes are tried.
    rank: Vec<Duration>,
    /// Who needs the version with this ETag to be there: those who saw it, and those who changed it under a condition.
    needs: HashMap<(u32, u32), Vec<usize>>,
    done: Vec<u64>,
    order: Vec<usize>,
    /// Before this place of `answered` all are done.
    first: usize,
    remaining: usize,
    tried: HashSet<(Box<[u64]>, State)>,
    best: Option<Witness>,
}

/// Whether an order explains the timeline of a target that breaks these rules.
pub(in crate::concurrency) fn is_linearizable(timeline: &Timeline, budget: Budget, broken: &Broken) -> bool {
    let mut search = Search { needs: HashMap::new(), ..Search::new(timeline, budget) };
    search.spec.broken = broken.clone();
    matches!(search.run(), Checked::Linearizable(_))
}

impl<'t> Search<'t> {
    fn new(timeline: &'t Timeline, budget: Budget) -> Self {
        let spec = Spec::new(timeline);
        let entries = &timeline.entries;
        let is_answered = |&request: &usize| entries[request].answer.is_told();
        let mut all: Vec<usize> = (0..entries.len()).collect();
        all.sort_by_key(|&request| entries[request].span.invoked);
        let (answered, open): (Vec<_>, Vec<_>) = all.into_iter().partition(is_answered);
        let open = open.into_iter().filter(|&request| !entries[request].puts().is_empty()).collect();
        let remaining = answered.len();
        Self {
            timeline,
            needs: needs(&spec),
            spec,
            budget,
            answered,
            open,
            rank: ranks(entries),
            done: vec![0; entries.len().div_ceil(64)],
            order: Vec::new(),
            first: 0,
            remaining,
            tried: HashSet::new(),
            best: None,
        }
    }

    fn run(&mut self) -> Checked {
        let deadline = Instant::now().checked_add(self.budget.time);
        let mut frames = Vec::new();
        let beginning = self.spec.beginning();
        frames.extend(self.enter(beginning, None));
        loop {
            if self.remaining == 0 {
                return Checked::Linearizable(std::mem::take(&mut self.order));
            }
            let Some(frame) = frames.last_mut() else { break };
            let Some(&request) = frame.choices.get(frame.next) else {
                if let Some(frame) = frames.pop() {
                    self.leave(&frame);
                }
                continue;
            };
            frame.next += 1;
            let state = frame.state.clone();
            if let Some(after) = self.spec.after(request, &state)
                && after != state
            {
                frames.extend(self.enter(after, Some(request)));
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || self.tried.len() >= self.budget.situations {
                return Checked::Undecided;
            }
        }
        self.best.take().map_or(Checked::Undecided, Checked::NotLinearizable)
    }

    /// A new situation; none if it has been met before.
    fn enter(&mut self, state: State, taken: Option<usize>) -> Option<Frame> {
        if let Some(request) = taken {
            self.take(request);
        }
        let mut frame = Frame { state, taken, absorbed: Vec::new(), choices: Vec::new(), next: 0 };
        self.absorb(&mut frame);
        self.note_best();
        if self.remaining > 0 && !self.tried.insert((self.done.clone().into(), frame.state.clone())) {
            self.leave(&frame);
            return None;
        }
        frame.choices = self.choices(&frame.state);
        Some(frame)
    }

    fn leave(&mut self, frame: &Frame) {
        for &request in frame.absorbed.iter().rev().chain(&frame.taken) {
            self.give_back(request);
        }
    }

    /// Takes everything that may come next, changes nothing and fits.
    fn absorb(&mut self, frame: &mut Frame) {
        loop {
            let idle: Vec<usize> = self.next_answered().filter(|&request| self.spec.is_idle(request)).collect();
            let before = frame.absorbed.len();
            for request in idle {
                if let Some(after) = self.spec.after(request, &frame.state) {
                    frame.state = after;
                    self.take(request);
                    frame.absorbed.push(request);
                }
            }
            if frame.absorbed.len() == before {
                return;
            }
        }
    }

    /// The answered requests that no other one has to precede.
    fn next_answered(&self) -> impl Iterator<Item = usize> {
        let rest = || self.answered[self.first..].iter().copied().filter(|&request| !self.is_done(request));
        let horizon = self.horizon();
        rest().take_while(move |&request| horizon.is_none_or(|horizon| self.span(request) <= horizon))
    }

    /// When the first of the requests that are left was over. What began later has to wait.
    fn horizon(&self) -> Option<Duration> {
        let mut horizon: Option<Duration> = None;
        for &request in &self.answered[self.first..] {
            if horizon.is_some_and(|horizon| self.span(request) > horizon) {
                break;
            }
            if !self.is_done(request) {
                let returned = self.timeline.entries[request].span.returned;
                horizon = horizon.into_iter().chain(returned).min();
            }
        }
        horizon
    }

    fn span(&self, request: usize) -> Duration {
        self.timeline.entries[request].span.invoked
    }

    /// The writes that may come next, the likeliest first.
    fn choices(&self, state: &State) -> Vec<usize> {
        let horizon = self.horizon();
        let open =
            self.open.iter().copied().filter(|&request| {
                !self.is_done(request) && horizon.is_none_or(|horizon| self.span(request) <= horizon)
            });
        let mut answered: Vec<usize> = self.next_answered().filter(|&request| !self.spec.is_idle(request)).collect();
        answered.sort_by_key(|&request| self.rank[request]);
        answered.extend(open);
        answered.retain(|&request| !self.ends_what_is_needed(request, state));
        answered
    }

    /// Whether the write would end a version that somebody has yet to see: it never comes again.
    fn ends_what_is_needed(&self, request: usize, state: &State) -> bool {
        let Request::Write { rows, .. } = &*self.spec.requests[request] else { return false };
        rows.iter().any(|&row| {
            let needed = self.spec.tag(state, row).and_then(|tag| self.needs.get(&(row, tag)));
            needed.is_some_and(|needed| needed.iter().any(|&other| other != request && !self.is_done(other)))
        })
    }

    fn is_done(&self, request: usize) -> bool {
        self.done[request / 64] & (1 << (request % 64)) != 0
    }

    fn take(&mut self, request: usize) {
        self.done[request / 64] |= 1 << (request % 64);
        self.order.push(request);
        if self.timeline.entries[request].answer.is_told() {
            self.remaining -= 1;
        }
        while self.answered.get(self.first).is_some_and(|&first| self.is_done(first)) {
            self.first += 1;
        }
    }

    fn give_back(&mut self, request: usize) {
        self.done[request / 64] &= !(1 << (request % 64));
        self.order.pop();
        if self.timeline.entries[request].answer.is_told() {
            self.remaining += 1;
            let invoked = self.span(request);
            let place = self.answered.partition_point(|&other| self.span(other) < invoked);
            self.first = self.first.min(place);
        }
    }

    fn note_best(&mut self) {
        if self.best.as_ref().is_some_and(|best| best.explained.len() >= self.order.len()) {
            return;
        }
        let left = self.answered.iter().copied().filter(|&request| !self.is_done(request));
        let unexplained = left.min_by_key(|&request| self.timeline.entries[request].span.returned);
        if let Some(unexplained) = unexplained {
            self.best = Some(Witness { explained: self.order.clone(), unexplained });
        }
    }
}

/// Who needs which version of which row. An ETag that was given twice speaks of no one version, and is left out.
fn needs(spec: &Spec) -> HashMap<(u32, u32), Vec<usize>> {
    let mut given: HashMap<(u32, u32), u32> = HashMap::new();
    let mut needs: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    for (request, asked) in spec.requests.iter().enumerate() {
        match &**asked {
            Request::See { present, .. } => {
                for (row, tag) in present.iter().filter_map(|&(row, tag, _)| Some((row, tag?))) {
                    needs.entry((row, tag)).or_default().push(request);
                }
            }
            Request::Write { puts, done, gives, wants, .. } => {
                for (&(row, _), (tag, wanted)) in puts.iter().zip(gives.iter().zip(wants)) {
                    if let Some(tag) = tag {
                        *given.entry((row, *tag)).or_default() += 1;
                    }
                    if let (Some(wanted), Some(true)) = (wanted, done) {
                        needs.entry((row, *wanted)).or_default().push(request);
                    }
                }
            }
        }
    }
    needs.retain(|version, _| given.get(version).is_none_or(|&times| times < 2));
    needs
}

/// In which order requests are tried: that in which they were over. Where ETags tell in which order writes were done, the
/// writes change places accordingly.
fn ranks(entries: &[Entry]) -> Vec<Duration> {
    let mut ranks: Vec<Duration> = entries.iter().map(|entry| entry.span.returned.unwrap_or(Duration::MAX)).collect();
    let instant = |entry: &Entry| match &entry.answer {
        Answer::Done(etags) => etags.iter().flatten().filter_map(|etag| instant_of(etag)).max(),
        _ => None,
    };
    let mut told: Vec<_> =
        entries.iter().enumerate().filter_map(|(request, entry)| Some((instant(entry)?, request))).collect();
    let mut places: Vec<Duration> = told.iter().map(|(_, request)| ranks[*request]).collect();
    places.sort_unstable();
    told.sort_unstable();
    for ((_, request), place) in told.into_iter().zip(places) {
        ranks[request] = place;
    }
    ranks
}

/// The instant in an ETag of the service's form.
fn instant_of(etag: &str) -> Option<tablestakes_reference::DateTime> {
    let (_, rest) = etag.split_once("datetime'")?;
    let (text, _) = rest.split_once('\'')?;
    date_time(&text.replace("%3A", ":").replace("%3a", ":"))
}
