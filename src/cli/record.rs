//! `tablestakes record`.

use super::arguments::runtime;
use super::causes;
use super::duration::duration;
use super::failure::Failure;
use super::interrupt::interrupted;
use super::output::{json, print, warn};
use super::serve::write_ready_file;
use crate::exit::Exit;
use crate::finding::{ToolDocument, printable, redact};
use crate::recording::{Cause, Causes, Difference, Exchange, Fate, Follower, LARGEST, Played, Recorder};
use crate::report::write_file;
use crate::tap::{Order, Passed, Upstream, serve};
use crate::target::{Limits, Target, Transport};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tablestakes_reference::Addressing;
use tokio::net::TcpListener;

/// The largest body of an answer that is passed on.
const LARGEST_ANSWER: usize = 256 << 20;

/// Record what an application and a target say to each other.
///
/// Listens, passes every request on to the target as it is, and writes it down with its answer: a recording that `replay
/// --reference` plays. Signatures and keys are left out. With --check, each answer is compared with the reference's while
/// it passes; each cause is told when it is first seen, and at the end all of them, a rule each, with how often and what a client
/// loses. What no client rests on (most headers, annotations) is told in passing. Ends with an interrupt: with 0, with 1 if
/// --check found another difference, with 2 if there was nothing to check, with
/// 3 if the target left a request without an answer.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The target: a connection string or an address, as for `certify`.
    #[arg(long, value_name = "TARGET")]
    upstream: String,
    /// Where to listen; port 0 takes a free one and prints it.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// The recording; what was in the file before is lost.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Compare each answer with the reference's. Requests then pass one at a time, so that their order is known.
    #[arg(long)]
    check: bool,
    /// With --check: write what differs into this file as well, as JSON, a member for each cause.
    #[arg(long, value_name = "FILE", requires = "check")]
    report: Option<PathBuf>,
    /// How long the target may take for one answer.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    request_timeout: Duration,
    /// Write the address to point the application at into this file as soon as it can be used.
    #[arg(long, value_name = "PATH")]
    ready_file: Option<PathBuf>,
}

/// What is written with `--report`.
#[derive(Serialize)]
struct Document {
    schema: u32,
    tool: ToolDocument,
    exchanges: usize,
    reproduced: usize,
    incidental: usize,
    different: usize,
    unjudged: usize,
    unanswered: usize,
    causes: Vec<Cause>,
}

fn without_secrets(cause: &Cause) -> Cause {
    let kept = |text: &str| redact(text).into_owned();
    let Difference { place, recorded, reference } = &cause.difference;
    let difference = Difference { place: kept(place), recorded: kept(recorded), reference: kept(reference) };
    Cause { asked: kept(&cause.asked), difference, ..cause.clone() }
}

/// What has been seen so far.
struct Seen {
    recorder: Recorder<File>,
    follower: Option<Follower>,
    account: String,
    addressing: Addressing,
    exchanges: usize,
    reproduced: usize,
    /// Different in what no client rests on.
    incidental: usize,
    different: usize,
    unjudged: usize,
    /// Requests that the target left without an answer.
    unanswered: usize,
    /// Exchanges that the recording had no room for.
    left_out: usize,
    causes: Causes,
    failed: Option<std::io::Error>,
}

pub(super) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let target = Target::parse(&arguments.upstream)?;
    let written = |source| Failure::Write { path: arguments.out.clone(), source };
    let file = File::create(&arguments.out).map_err(written)?;
    let name = arguments.out.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let addressing = target.addressing();
    let recorder = Recorder::begin(file, &name, &target.account, addressing.base(), LARGEST).map_err(written)?;
    let seen = Seen {
        recorder,
        follower: arguments.check.then(|| Follower::of(&target.account)),
        account: target.account.clone(),
        addressing,
        exchanges: 0,
        reproduced: 0,
        incidental: 0,
        different: 0,
        unjudged: 0,
        unanswered: 0,
        left_out: 0,
        causes: Causes::default(),
        failed: None,
    };
    runtime()?.block_on(record(&arguments, target, seen))
}

async fn record(arguments: &Arguments, target: Target, seen: Seen) -> Result<Exit, Failure> {
    let listen = |source| Failure::Listen { address: arguments.listen.to_string(), source };
    let listener = TcpListener::bind(arguments.listen).await.map_err(listen)?;
    let bound = listener.local_addr().map_err(listen)?;
    let address = format!("http://{bound}{}", target.endpoint.base_path);
    print(&format!("tables      {address}\nupstream    {target}\nrecording   {}\n", arguments.out.display()));
    if let Some(path) = &arguments.ready_file {
        write_ready_file(path, &address).map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    let limits = Limits { time: arguments.request_timeout, body: LARGEST_ANSWER, ..Limits::default() };
    let transport = Transport::new(&target, limits);
    let order = if arguments.check { Order::Strict } else { Order::Free };
    let seen = Arc::new(Mutex::new(seen));
    let tell = {
        let seen = Arc::clone(&seen);
        move |passed: &Passed| lock(&seen).note(passed)
    };
    serve(listener, Upstream { target, transport }, order, tell, interrupted()).await.map_err(listen)?;
    let mut seen = lock(&seen);
    if let Some(source) = seen.failed.take() {
        return Err(Failure::Write { path: arguments.out.clone(), source });
    }
    if arguments.check {
        print(&causes::text(&seen.causes, ("the target answers", "the service")));
    }
    print(&seen.summary(arguments.check));
    if let Some(path) = &arguments.report {
        let document = Document {
            schema: 1,
            tool: ToolDocument::this(),
            exchanges: seen.exchanges,
            reproduced: seen.reproduced,
            incidental: seen.incidental,
            different: seen.different,
            unjudged: seen.unjudged,
            unanswered: seen.unanswered,
            causes: seen.causes.in_order().into_iter().map(without_secrets).collect(),
        };
        write_file(path, Ok(json(&document)))?;
    }
    seen.exit(arguments)
}

/// A text of the client's or the target's as it may be printed.
fn shown(text: &str) -> String {
    printable(&redact(text))
}

fn lock(seen: &Mutex<Seen>) -> std::sync::MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    fn note(&mut self, passed: &Passed) {
        let Passed { request, outcome } = passed;
        let response = match outcome {
            Ok(response) => response,
            Err(failure) => {
                self.unanswered += 1;
                warn(&format!("{} {}: {}", request.method, shown(&request.target), shown(&failure.to_string())));
                return;
            }
        };
        let exchange = Exchange::seen(self.exchanges, &self.account, &self.addressing, request, response);
        self.exchanges += 1;
        match self.recorder.exchange(&exchange) {
            Ok(true) => {}
            Ok(false) => self.left_out += 1,
            Err(error) => drop(self.failed.get_or_insert(error)),
        }
        let base = self.addressing.base();
        if let Some(played) = self.follower.as_mut().map(|follower| follower.next(exchange, base)) {
            self.judge(played);
        }
    }

    /// Counts what became of an exchange, and tells of it what has not been told before.
    fn judge(&mut self, played: Played) {
        let differences = match &played.fate {
            Fate::Reproduced => {
                self.reproduced += 1;
                return;
            }
            Fate::Unreplayable(_) => {
                self.unjudged += 1;
                return;
            }
            Fate::Different(differences) => differences,
        };
        if differences.iter().all(Difference::is_incidental) {
            self.incidental += 1;
        } else {
            self.different += 1;
        }
        for Cause { rule, difference, impact, .. } in self.causes.note(&played, differences) {
            let Difference { place, recorded, reference } = difference;
            let rule = rule.as_deref().map(|rule| format!(" ({rule}, {})", impact.name())).unwrap_or_default();
            let (place, recorded, reference) = (shown(place), shown(recorded), shown(reference));
            let mark = if difference.is_incidental() { "in passing, " } else { "" };
            print(&format!(
                "exchange {}: {}\n  {mark}{place}: the target answers {recorded}, the service {reference}{rule}\n",
                played.number,
                shown(&played.asked)
            ));
        }
    }

    fn summary(&self, checked: bool) -> String {
        let Self { exchanges, reproduced, incidental, different, unjudged, unanswered, left_out, .. } = self;
        let mut text = format!("{exchanges} exchanges");
        if checked {
            text += &format!(
                ": {reproduced} as the service answers, {incidental} but for headers and annotations, {different} otherwise, \
                 {unjudged} that cannot be judged"
            );
        }
        if *unanswered > 0 {
            text += &format!("; {unanswered} requests without an answer");
        }
        if *left_out > 0 {
            text += &format!("; the recording is full, and {left_out} exchanges are not in it");
        }
        text + "\n"
    }

    fn exit(&self, arguments: &Arguments) -> Result<Exit, Failure> {
        if self.different > 0 {
            return Ok(Exit::DoesNotConform);
        }
        if self.unanswered > 0 {
            return Ok(Exit::TargetUnreachable);
        }
        if arguments.check && self.reproduced + self.incidental == 0 {
            return Err(Failure::NothingChecked { path: arguments.out.clone() });
        }
        Ok(Exit::Conforms)
    }
}
