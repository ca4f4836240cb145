//! `tablestakes stress`.

use super::arguments::runtime;
use super::duration::duration;
use super::failure::Failure;
use super::interrupt::stop_on_interrupt;
use super::output::print;
use super::target::Named;
use crate::baseline::Baseline;
use crate::engine::{Events, Reach, Request, RunResult, Selection, Settings, run as run_checks};
use crate::exit::Exit;
use crate::finding::{ErrorReason, Outcome};
use crate::history::ShrinkBudget;
use crate::report::{FindingStore, Progress, ReportDocument, ReportFiles, Reporter, summary, tell};
use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tablestakes_reference::Profile;

/// A partition on which so many different failures were found is left alone: more of them tell little more.
const FINDINGS_PER_PARTITION: usize = 5;

/// Let many clients work on a few partitions for a long time, and judge what they see.
///
/// On each partition its clients take some dozens of steps side by side, what they saw is judged, and they begin anew
/// on another table: what is held in memory does not grow with the time. Exit codes are those of `certify`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The target, as for `certify`.
    target: Option<String>,
    /// How long to go on, say 90s or 2h. What is under way then is finished, and failures are confirmed and shrunk.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration)]
    time: Duration,
    /// How many clients ask at the same time, all together.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    clients: u16,
    /// On how many partitions.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    partitions: u16,
    /// How many requests a second at most; without it, as many as the target answers.
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// What the clients' steps are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where report.json, junit.xml and the findings are written; those of an earlier run are replaced.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-report")]
    report: PathBuf,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    request_timeout: Duration,
    /// Send a request again for so long that the target is too busy for (503, 429, 500 OperationTimedOut to a read). A target that
    /// has said nothing else for so long is given up.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    busy: Duration,
    /// How often a failure is replayed to confirm it; three times as often, since it depends on chance.
    #[arg(long, value_name = "N", default_value_t = 3)]
    confirm: u32,
    /// How long making one failing history smaller may take.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    shrink_time: Duration,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let named = Named::tables(arguments.target.as_deref())?;
    runtime()?.block_on(stress(arguments, named))
}

async fn stress(arguments: &Arguments, named: Named) -> Result<Exit, Failure> {
    // A client more on the first partitions where they cannot be shared out evenly; nobody works alone for nothing.
    let (each, left) = (arguments.clients / arguments.partitions, arguments.clients % arguments.partitions);
    let clients = |partition: u16| each + u16::from(partition < left);
    let partitions = (0..arguments.partitions).filter(|&partition| clients(partition) > 0);
    let checks = partitions.map(|partition| tablestakes_suites::table::stress(partition + 1, clients(partition)));
    let selection = Selection::new(checks.collect(), &Request::default())?;
    let settings = Settings {
        seed: arguments.seed,
        cases: u32::MAX,
        jobs: usize::from(arguments.partitions),
        confirmations: arguments.confirm,
        shrink: ShrinkBudget { attempts: 200, time: arguments.shrink_time },
        shrinks_late: true,
        findings_per_check: FINDINGS_PER_PARTITION,
        deny: Default::default(),
        assume: std::collections::BTreeSet::new(),
    };
    let chosen = named.start(Profile::Cloud).await?;
    let live = chosen.live(arguments.request_timeout, arguments.rate, Profile::Cloud);
    let subject = Arc::new(live.putting_up_with(arguments.busy, arguments.seed));
    let reach = Arc::new(Reach::new(Some(arguments.time)));
    stop_on_interrupt(Arc::clone(&reach));
    let (events, receiver) = Events::channel();
    let mut reporters: Vec<Box<dyn Reporter>> = vec![
        Box::new(Progress::endless()),
        Box::new(FindingStore::new(&arguments.report)),
        Box::new(ReportFiles::new(&arguments.report)),
    ];
    let baseline = Baseline::none();
    let run = run_checks(subject, &selection, &settings, &baseline, chosen.info, reach, events);
    let (result, errors) = tokio::join!(run, tell(receiver, &mut reporters));
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    print(&format!(
        "{}{}",
        figures(&result),
        summary(&result, &ReportDocument::from(&*result), &arguments.report, &[])
    ));
    match errors.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(result.exit()),
    }
}

/// How much was asked, how fast, and how much of it was judged. What confirms and shrinks failures does not count.
fn figures(result: &RunResult) -> String {
    let requests: u64 = result.checks.iter().map(|check| check.requests).sum();
    let histories: u64 = result.checks.iter().map(|check| u64::from(check.histories)).sum();
    let time = result.checks.iter().map(|check| check.duration).max().unwrap_or_default().as_secs_f64();
    let undecided: u64 = result
        .checks
        .iter()
        .map(|check| match check.outcome {
            Outcome::Error(ErrorReason::NotDecided { histories }) => u64::from(histories),
            _ => 0,
        })
        .sum();
    let rate = if time > 0.0 { requests as f64 / time } else { 0.0 };
    format!(
        "load      {requests} requests in {time:.1} s, {rate:.0} a second\n\
         windows   {histories}, of which {undecided} undecided\n"
    )
}
