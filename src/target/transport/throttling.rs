//! Putting up with a target that is too busy: what it refuses for that is sent again, later and later, as often as the target lets
//! expect that it helps. It never hides a target that is always too busy: requests are given up in bounded time, and of
//! requests of a kind that was given up before sooner each time.

use super::busy::Busy;
use super::pace::Pace;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tablestakes_reference::http::{Request, Response};

/// How long a request is sent again, unless somebody says otherwise.
pub(crate) const USUAL: Duration = Duration::from_secs(30);
/// The first wait, which doubles each time.
const FIRST: Duration = Duration::from_millis(50);
/// The longest.
const LONGEST: Duration = Duration::from_secs(5);
/// A request is sent so many times more at most.
const MOST: u32 = 60;
/// So many kinds of requests are told from each other; what is more has been given up.
const MOST_KINDS: usize = 512;
/// What may be a timeout is taken for one so many times.
const DOUBTS: u32 = 5;
/// So many answers in a row at least say that a target is always too busy.
const ALWAYS: u32 = 5;

/// What is known of how busy a target is. Clones share it.
#[derive(Clone)]
pub struct Throttling(Arc<Known>);

struct Known {
    /// How long a request is sent again.
    time: Duration,
    state: Mutex<State>,
}

struct State {
    dice: ChaCha8Rng,
    pace: Pace,
    /// How often a request of each kind was given up.
    given_up: HashMap<u64, u32>,
    throttled: Throttled,
    /// When an answer came that said something else, and how many came since that did not.
    answered: Instant,
    since: u32,
}

/// How often a target was too busy, and how long was waited for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Throttled {
    /// Answers that said so.
    pub answers: u64,
    /// How long requests waited in all, to be sent again or because others were refused.
    pub waited: Duration,
}

/// One request on its way, sent once or more often.
#[derive(Debug)]
pub(crate) struct Asking {
    began: Instant,
    again: u32,
}

impl Asking {
    /// A request that is sent now.
    pub(crate) fn begin() -> Self {
        Self { began: Instant::now(), again: 0 }
    }
}

impl Throttling {
    /// A target of which nothing is known. What it is too busy for is sent again for so long; the seed decides how waits differ.
    pub fn new(time: Duration, seed: u64) -> Self {
        let state = State {
            dice: ChaCha8Rng::seed_from_u64(seed),
            pace: Pace::default(),
            given_up: HashMap::new(),
            throttled: Throttled::default(),
            answered: Instant::now(),
            since: 0,
        };
        Self(Arc::new(Known { time, state: Mutex::new(state) }))
    }

    /// How often the target was too busy so far.
    pub fn throttled(&self) -> Throttled {
        self.lock().throttled
    }

    /// For how long the target has answered nothing but that it is too busy, if that is half as long at least as a request is sent
    /// again: the last wait may not have fitted into the time.
    pub(crate) fn always(&self) -> Option<Duration> {
        let state = self.lock();
        let time = state.answered.elapsed();
        (time >= self.0.time / 2 && state.since >= ALWAYS).then_some(time)
    }

    /// Waits until the next request may be sent.
    pub(super) async fn turn(&self) {
        let now = Instant::now();
        let turn = self.lock().pace.turn(now);
        if let Some(turn) = turn {
            self.wait(turn.saturating_duration_since(now)).await;
        }
    }

    /// Takes note of an answer. If it says that the target is too busy for the request, waits, and says whether to send it again.
    pub(super) async fn again(&self, asking: &mut Asking, request: &Request, response: &Response) -> bool {
        let waits = self.note(asking, request, response, Instant::now());
        let Some(time) = waits else { return false };
        self.wait(time).await;
        asking.again += 1;
        true
    }

    /// How long to wait before a request is sent again; nothing if it is not.
    fn note(&self, asking: &Asking, request: &Request, response: &Response, now: Instant) -> Option<Duration> {
        let mut state = self.lock();
        let in_doubt = || state.throttled.answers > 0 && asking.again < DOUBTS && says_nothing(request, response);
        let Some(busy) = Busy::of(response).or_else(|| in_doubt().then_some(Busy::TimedOut)) else {
            (state.answered, state.since) = (now, 0);
            state.pace.ease();
            return None;
        };
        state.throttled.answers += 1;
        state.since = state.since.saturating_add(1);
        let kind = kind(request);
        let is_known = state.given_up.contains_key(&kind) || state.given_up.len() < MOST_KINDS;
        let given_up = if is_known { state.given_up.get(&kind).copied().unwrap_or_default() } else { u32::MAX };
        if given_up == 0 {
            // What was given up says nothing of the others.
            state.pace.slow(now);
        }
        if !busy.leaves_alone(request) {
            return None;
        }
        let patience = self.0.time.checked_div(1_u32.checked_shl(given_up).unwrap_or(u32::MAX)).unwrap_or_default();
        let left = (asking.began + patience).saturating_duration_since(now);
        let waits = state.wait(asking.again).max(retry_after(response).unwrap_or_default());
        // Every request has a second chance, if it is not told to wait for longer.
        let soon = asking.again == 0 && waits <= FIRST;
        if asking.again < MOST && (waits <= left || soon) {
            return Some(waits);
        }
        if is_known {
            *state.given_up.entry(kind).or_default() += 1;
        }
        None
    }

    async fn wait(&self, time: Duration) {
        let began = Instant::now();
        tokio::time::sleep(time).await;
        self.lock().throttled.waited += began.elapsed();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// How long to wait before a request is sent again that was so many times: half of twice as long each time for certain, the
    /// other half by chance.
    fn wait(&mut self, again: u32) -> Duration {
        let most = FIRST.saturating_mul(1_u32.checked_shl(again).unwrap_or(u32::MAX)).min(LONGEST);
        let half = most / 2;
        half + half.mul_f64(f64::from(self.dice.next_u32()) / f64::from(u32::MAX))
    }
}

impl fmt::Debug for Throttling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Throttling").field("time", &self.0.time).finish_non_exhaustive()
    }
}

/// Whether an answer is a failure without a name: to HEAD nothing tells the code before 2017-07-29. Where the target was too busy before
/// it may be so now.
fn says_nothing(request: &Request, response: &Response) -> bool {
    let is_bare = response.body.is_empty() && response.headers.get("x-ms-error-code").is_none();
    request.method == "HEAD" && response.status == 500 && is_bare
}

/// For how long an answer says to wait: in seconds, or until a time.
fn retry_after(response: &Response) -> Option<Duration> {
    let said = response.headers.get("retry-after")?.trim();
    if let Ok(seconds) = said.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now = response.headers.get("date").and_then(|date| httpdate::parse_http_date(date).ok());
    let until = httpdate::parse_http_date(said).ok()?;
    until.duration_since(now.unwrap_or_else(std::time::SystemTime::now)).ok()
}

/// What requests have in common that a target treats alike: few kinds, whatever is sent.
fn kind(request: &Request) -> u64 {
    const METHODS: [&str; 8] = ["GET", "HEAD", "PUT", "POST", "DELETE", "MERGE", "PATCH", "OPTIONS"];
    const DEEP: usize = 6;
    let mut hasher = DefaultHasher::new();
    METHODS.iter().position(|method| *method == request.method).hash(&mut hasher);
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    path.split('/').count().min(DEEP).hash(&mut hasher);
    ["()", ")", "/$batch", "/Tables", "/messages"].map(|end| path.ends_with(end)).hash(&mut hasher);
    path.contains("/messages/").hash(&mut hasher);
    for option in query.split('&') {
        if let Some((name, value)) = option.split_once('=')
            && ["comp", "restype"].contains(&name)
        {
            (name, value).hash(&mut hasher);
        }
    }
    for name in ["host", "x-ms-blob-type", "x-ms-lease-action"] {
        request.headers.get(name).hash(&mut hasher);
    }
    request.headers.get("x-ms-copy-source").is_some().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
