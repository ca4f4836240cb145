//! `tablestakes bench`.

use super::arguments::runtime;
use super::axes::Service;
use super::bench_plan::plan_text;
use super::duration::duration;
use super::failure::Failure;
use super::interrupt::flag_on_interrupt;
use super::output::print;
use super::plan::price;
use super::target::Named;
use crate::bench::{Bench, Bounds, Limits, Plan, Settings, Subject, Told};
use crate::exit::Exit;
use crate::report::{BenchDocument, BenchRun, bench_table, point_line, write_bench};
use crate::target::Targets;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tablestakes_reference::ServiceName;

/// Measure throughput and latency under load: the case study.
///
/// Load is open loop, at rates that rise until the target no longer keeps up; latency counts from when an operation was meant
/// to start. What is measured is how many operations come through and how long they take, by batch size, clients, partitions and
/// sizes, for one target or for several side by side. Answers are not judged: that is what `certify` does.
///
/// Ends with 0 if every selected point was measured, with 1 if some were not, with 3 if a target went away.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The targets, each as for `certify`. There is no default: neither the environment nor the built-in reference is measured.
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// What the report calls a target; once for each, in their order. Without it: its address.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Only the workloads of these services.
    #[arg(long, value_delimiter = ',', value_name = "SERVICE")]
    service: Vec<Service>,
    /// Only the workloads whose name matches; may be repeated. `--plan` names them all.
    #[arg(long, value_name = "GLOB")]
    workload: Vec<String>,
    /// Two or three points of each workload in place of four to seven.
    #[arg(long)]
    quick: bool,
    /// How long each rate is offered; shorter where the bounds say so.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    time: Duration,
    /// How long all clients work before each point, uncounted, to fill caches and to find the first rate.
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = duration)]
    warm_up: Duration,
    /// How many rates are tried at most.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    steps: u32,
    /// A rate counts as kept up with only if 99 of 100 operations take no longer than this.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    latency_limit: Duration,
    /// Send no more requests than this, all together; what it leaves is shared out among the points.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_requests: u64,
    /// Move no more MiB than this in bodies, sent and received together.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    max_mib: u32,
    /// What operations read is drawn from this.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    request_timeout: Duration,
    /// Where report.json and index.html are written; those of an earlier run are replaced.
    #[arg(long, value_name = "DIR", default_value = "tablestakes-bench")]
    report: PathBuf,
    /// Print the plan, and send nothing.
    #[arg(long)]
    plan: bool,
    /// What 10,000 transactions cost, in whatever currency; the plan then says what the run costs at most.
    #[arg(long, value_name = "PRICE", value_parser = price)]
    price: Option<f64>,
    /// Consent to load on a target that may be an account of the live service, and to what that costs.
    #[arg(long)]
    live: bool,
}

/// A target that was read.
struct Read {
    label: String,
    given: String,
    targets: Targets,
}

impl Arguments {
    fn read(&self) -> Result<Vec<Read>, Failure> {
        if self.targets.is_empty() {
            return Err(Failure::NoTargetNamed);
        }
        if self.name.len() > self.targets.len() {
            return Err(Failure::MoreNames { names: self.name.len(), targets: self.targets.len() });
        }
        let services: Vec<ServiceName> = self.service.iter().copied().map(Into::into).collect();
        let read = |(place, text): (usize, &String)| match Named::read(Some(text), &services)? {
            Named::Remote(targets, info) => {
                let label = self.name.get(place).cloned().unwrap_or_else(|| match self.targets.len() {
                    1 => info.given.clone(),
                    _ => format!("{} {}", place + 1, targets.first().endpoint),
                });
                Ok(Read { label, given: info.given, targets: *targets })
            }
            Named::Embedded(_) => Err(Failure::NoTargetNamed),
        };
        self.targets.iter().enumerate().map(read).collect()
    }

    fn bounds(&self) -> Bounds {
        Bounds { requests: self.max_requests, octets: u64::from(self.max_mib) << 20 }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let read = arguments.read()?;
    let services: Vec<Vec<ServiceName>> = read.iter().map(|read| read.targets.services()).collect();
    let plan = Plan::new(&arguments.workload, arguments.quick, &services)?;
    let settings = Settings {
        time: arguments.time,
        warm_up: arguments.warm_up,
        limits: Limits { latency: arguments.latency_limit, steps: arguments.steps },
        bounds: plan.within(arguments.bounds())?,
        request_timeout: arguments.request_timeout,
        seed: arguments.seed,
    };
    print(&plan_text(&plan, &settings, arguments.bounds(), arguments.price));
    if arguments.plan {
        return Ok(Exit::Conforms);
    }
    if let Some(read) = read.iter().find(|read| !read.targets.are_emulated() && !arguments.live) {
        return Err(Failure::Unconsented { target: read.given.clone(), requests: arguments.max_requests });
    }
    runtime()?.block_on(bench(arguments, plan, settings, read))
}

async fn bench(arguments: &Arguments, plan: Plan, settings: Settings, read: Vec<Read>) -> Result<Exit, Failure> {
    let (started, began) = (jiff::Timestamp::now().to_string(), Instant::now());
    let interrupted = Arc::new(AtomicBool::new(false));
    flag_on_interrupt(Arc::clone(&interrupted));
    let subjects = read.iter().map(|read| Subject { targets: read.targets.clone() }).collect();
    let bar = progress(plan.points.len());
    let several = read.len() > 1;
    let outcome = Bench { plan, settings, subjects, interrupted }.run(|told| tell(&bar, &told, several)).await;
    bar.finish_and_clear();
    let names = |targets: &Targets| targets.services().iter().map(|service| service.name().to_owned()).collect();
    let run = BenchRun {
        settings,
        max_requests: arguments.max_requests,
        quick: arguments.quick,
        targets: read.into_iter().map(|read| (read.label, read.given, names(&read.targets))).collect(),
        started,
        duration: began.elapsed(),
    };
    let document = BenchDocument::new(&run, &outcome);
    print(&bench_table(&document, &arguments.report));
    write_bench(&document, &arguments.report)?;
    Ok(outcome.exit())
}

/// A bar on standard error; where that is no terminal, a line for each point.
fn progress(points: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(points).unwrap_or(u64::MAX));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} points, {eta} left  {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn tell(bar: &ProgressBar, told: &Told<'_>, several: bool) {
    match told {
        Told::Began { point, subject, .. } => {
            let on = if several { format!(" on target {}", subject + 1) } else { String::new() };
            bar.set_message(format!("{} {}{on}", point.workload.name, point.value));
            bar.tick();
        }
        Told::Measured(measured) => {
            if bar.is_hidden() {
                super::output::note(&point_line(measured));
            }
            bar.inc(1);
        }
    }
}
