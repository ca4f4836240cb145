//! What the workers of a campaign share: corpus, what was seen, what was found, and what comes next.

use super::corpus::{Corpus, Entry};
use super::dice::Dice;
use super::mutation::{Mutator, Never, spoken};
use super::novelty::Novelty;
use super::pulse::Pulse;
use super::seeds::Seeds;
use super::settings::Settings;
use crate::finding::{Finding, FindingDocument, Severity, Signature, Stability, WriteError};
use crate::history::{Replayed, without_steps};
use crate::judge::Verdict;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};
use tablestakes_reference::history::History;

/// More histories than this do not wait to be tried without the step that failed.
const MOST_WAITING: usize = 256;
/// How often a history is tried again without the step that failed.
const ROUNDS: u8 = 4;
/// One history in so many is a fresh one of a generator.
const FRESH: u32 = 8;

/// One history to replay.
#[derive(Debug, Clone)]
pub(super) struct Work {
    pub(super) number: u64,
    pub(super) entry: Entry,
    /// The name of the history that it was made of.
    parent: Option<String>,
    /// How many of its steps were taken out because they fail.
    rounds: u8,
}

/// What is known of a signature.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) severity: Severity,
    pub(super) known: Option<String>,
    /// What it comes down to, if that is another signature.
    pub(super) root: Option<Signature>,
    /// Absent while it is being confirmed, and for what the baseline knows.
    pub(super) stability: Option<Stability>,
    pub(super) seen: u64,
    /// Whether it is of this campaign: found in it, or there when it was resumed.
    pub(super) ours: bool,
    /// Whether it is confirmed, or being confirmed.
    pub(super) settled: bool,
    /// Whether its file was there before, so that nobody else is about to confirm it.
    pub(super) recalled: bool,
}

impl Found {
    /// What is seen for the first time, and about to be confirmed.
    pub(super) fn new(severity: Severity) -> Self {
        Self { severity, known: None, root: None, stability: None, seen: 1, ours: true, settled: true, recalled: false }
    }
}

/// What the workers share.
#[derive(Debug)]
pub(super) struct State {
    pub(super) corpus: Corpus,
    pub(super) novelty: Novelty,
    pulse: Pulse,
    waiting: VecDeque<Work>,
    pub(super) found: BTreeMap<Signature, Found>,
    next: u64,
    pub(super) histories: u64,
    pub(super) judged: u64,
    pub(super) unreplayed: Option<String>,
    pub(super) last_new: Option<Instant>,
    /// Milliseconds and how much was known then, each time that this had grown by an eighth.
    pub(super) course: Vec<(u64, usize)>,
    /// What the view has not told yet.
    pub(super) news: Vec<String>,
    /// What could not be shared last.
    pub(super) warned: Option<String>,
    pub(super) failed: Option<WriteError>,
}

/// What is to be done about a replay.
pub(super) enum Todo {
    Nothing,
    /// A history joined the corpus.
    Keep(Entry),
    /// It failed in a way of which nothing is known yet.
    Look(Signature),
}

impl State {
    /// The state before the first history. `done` is how many histories an earlier part of the campaign replayed.
    pub(super) fn new(first: Vec<Entry>, corpus: Vec<Entry>, worker: u32, done: u64) -> Self {
        let mut state = Self {
            corpus: Corpus::default(),
            novelty: Novelty::default(),
            pulse: Pulse::default(),
            waiting: VecDeque::new(),
            found: BTreeMap::new(),
            // Workers with one seed draw from ranges that never meet.
            next: (u64::from(worker) << 40) + done,
            histories: done,
            judged: 0,
            unreplayed: None,
            last_new: None,
            course: Vec::new(),
            news: Vec::new(),
            warned: None,
            failed: None,
        };
        // What a corpus is good for is seen when it is replayed, so it comes back as the first seeds did.
        for entry in corpus.into_iter().chain(first) {
            let work = Work { number: 0, entry, parent: None, rounds: 0 };
            state.waiting.push_back(work);
        }
        state
    }

    /// Takes note of a finding that is there already.
    pub(super) fn recall(&mut self, document: &FindingDocument, known: Option<String>, ours: bool) {
        let stability = Stability { failed: document.stability.failed, of: document.stability.of };
        let settled = stability.of > 1;
        let found = Found {
            severity: document.severity,
            known,
            root: document.root.clone(),
            stability: Some(stability),
            seen: 0,
            ours,
            settled,
            recalled: true,
        };
        self.found.insert(document.signature.clone(), found);
        if !settled && let Some(axes) = document.axes.axes() {
            let entry = Entry { axes, history: document.history.clone() };
            self.waiting.push_front(Work { number: 0, entry, parent: None, rounds: 0 });
        }
    }

    /// Takes note of what others found, and has what they kept replayed here.
    pub(super) fn hear(&mut self, findings: Vec<(FindingDocument, Option<String>)>, corpus: Vec<Entry>) {
        for (document, known) in findings {
            self.found.entry(document.signature).or_insert(Found {
                severity: document.severity,
                known,
                root: document.root,
                stability: Some(Stability { failed: document.stability.failed, of: document.stability.of }),
                seen: 0,
                ours: false,
                settled: true,
                recalled: true,
            });
        }
        for entry in corpus {
            if !self.corpus.knows(&entry.name()) {
                self.waiting.push_back(Work { number: 0, entry, parent: None, rounds: 0 });
            }
        }
    }

    /// The next history.
    pub(super) fn next(&mut self, settings: &Settings, seeds: &Seeds, never: &Never) -> Option<Work> {
        let number = self.next;
        self.next += 1;
        if let Some(work) = self.waiting.pop_front() {
            let history = spoken(never.without(work.entry.history), work.entry.axes.format);
            return Some(Work { number, entry: Entry { history, ..work.entry }, ..work });
        }
        let mut dice = Dice::new(settings.seed, number);
        let axes = dice.pick(&settings.axes)?;
        let fresh = |dice: &mut Dice| seeds.draw(settings.seed, dice.below(1 << 16), number);
        let picked = if dice.one_in(FRESH) { None } else { self.corpus.pick(&mut dice) };
        let (parent, entry) = match picked {
            Some((name, entry)) => (Some(name), entry),
            None => (None, Entry { axes, history: fresh(&mut dice)? }),
        };
        let donor = self.corpus.donor(&mut dice);
        let mutator = Mutator { donor, never, axes: entry.axes };
        let history = spoken(mutator.mutant(&entry.history, &mut dice), entry.axes.format);
        Some(Work { number, entry: Entry { history, ..entry }, parent, rounds: 0 })
    }

    /// Takes note of what came of a history.
    pub(super) fn note(
        &mut self,
        work: &Work,
        replayed: &Replayed,
        signature: Option<Signature>,
        since: Duration,
    ) -> Todo {
        self.histories += 1;
        let new = self.novelty.note(&work.entry.history, replayed);
        if new > 0 {
            self.last_new = Some(Instant::now());
            if let Some(parent) = &work.parent {
                self.corpus.reward(parent);
            }
            let known = self.novelty.len();
            if self.course.last().is_none_or(|&(_, before)| known >= before + before / 8) {
                self.course.push((u64::try_from(since.as_millis()).unwrap_or(u64::MAX), known));
            }
        }
        let stopped = replayed.steps.iter().find(|step| step.verdict != Verdict::Allowed);
        let decided = !matches!(stopped.map(|step| &step.verdict), Some(Verdict::Undecided(_)));
        self.judged += u64::from(decided || stopped.is_some_and(|step| step.index > 0));
        let Some(signature) = signature else {
            if let Some(step) = stopped {
                self.go_round(work, step.index);
            }
            let keep = new > 0 && self.corpus.add(work.entry.clone(), new);
            return if keep { Todo::Keep(work.entry.clone()) } else { Todo::Nothing };
        };
        if let Some(step) = stopped {
            self.go_round(work, step.index);
        }
        match self.found.get_mut(&signature) {
            Some(found) => {
                found.seen += 1;
                if std::mem::replace(&mut found.settled, true) { Todo::Nothing } else { Todo::Look(signature) }
            }
            None => {
                self.found.insert(signature.clone(), Found::new(Severity::Advice));
                Todo::Look(signature)
            }
        }
    }

    /// Has the history tried without the step at which it stopped, so that what lies behind is reached.
    fn go_round(&mut self, work: &Work, step: usize) {
        let history = &work.entry.history;
        let is_last = step + 1 >= history.steps.len();
        if work.rounds >= ROUNDS || is_last || self.waiting.len() >= MOST_WAITING {
            return;
        }
        let history: History = without_steps(history, step..step + 1);
        let entry = Entry { history, ..work.entry.clone() };
        self.waiting.push_back(Work { entry, rounds: work.rounds + 1, ..work.clone() });
    }

    /// How many findings there are that the baseline does not know, and that come down to no other.
    pub(super) fn findings(&self) -> usize {
        self.distinct().count()
    }

    /// The findings of this campaign that the baseline does not know.
    pub(super) fn counting(&self) -> impl Iterator<Item = (&Signature, &Found)> {
        self.found.iter().filter(|(_, found)| self.known(found).is_none() && (found.ours || found.seen > 0))
    }

    /// Those of them that come down to no other.
    pub(super) fn distinct(&self) -> impl Iterator<Item = (&Signature, &Found)> {
        self.counting().filter(|(_, found)| found.root.is_none())
    }

    /// Why the baseline knows something: what it comes down to counts as well.
    pub(super) fn known<'s>(&'s self, found: &'s Found) -> Option<&'s str> {
        let root = || self.found.get(found.root.as_ref()?);
        found.known.as_deref().or_else(|| root()?.known.as_deref())
    }

    /// Takes note of what a finding comes down to; gives its signature, and whether nothing was known of that yet.
    pub(super) fn comes_down_to(&mut self, signature: &Signature, root: &Finding) -> Option<(Signature, bool)> {
        let further = self.found.get(&root.signature).and_then(|found| found.root.clone());
        let to = further.unwrap_or_else(|| root.signature.clone());
        if to == *signature {
            return None;
        }
        let new = !self.found.contains_key(&to);
        if new {
            self.found.insert(to.clone(), Found::new(root.severity));
        }
        // What came down to this one comes down to what it comes down to.
        for found in self.found.values_mut().filter(|found| found.root.as_ref() == Some(signature)) {
            found.root = Some(to.clone());
        }
        if let Some(found) = self.found.get_mut(signature) {
            found.root = Some(to.clone());
        }
        Some((to, new))
    }

    /// The first step that took many times as long as others of its operation, and what is usual.
    pub(super) fn slow_step(&mut self, work: &Work, replayed: &Replayed) -> Option<(usize, Duration)> {
        let mut slow = None;
        for record in &replayed.steps {
            let Some(step) = work.entry.history.steps.get(record.index) else { break };
            let Some(exchange) = record.exchanges.last().filter(|exchange| exchange.actual.is_ok()) else { continue };
            // An odd request may have to be waited for by the server.
            if !step.call.is_odd() {
                let usual = self.pulse.note(step.call.name(), exchange.duration);
                slow = slow.or(usual.map(|usual| (record.index, usual)));
            }
        }
        slow
    }
}
