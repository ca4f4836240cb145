//! `tablestakes fuzz`.

use super::arguments::runtime;
use super::confirming::Confirming;
use super::duration::duration;
use super::failure::Failure;
use super::interrupt::stop_on_interrupt;
use super::output::{json, print};
use super::profile::Profile;
use super::restarting::Commands;
use super::target::Named;
use crate::baseline::Baseline;
use crate::engine::Reach;
use crate::exit::Exit;
use crate::finding::{Severity, printable};
use crate::fuzz::{
    Campaign, CampaignDocument, Counted, Exchange, FoundDocument, Seeds, Settings, Shelf, operations,
    run as run_campaign,
};
use crate::target::{Axes, Format};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tablestakes_reference::{ServiceName, Version};

/// The campaign's directory if none is named.
const FOLDER: &str = "tablestakes-fuzz";

/// Whether a place is named by an address rather than a path.
fn is_address(place: &str) -> bool {
    place.contains("://")
}

/// The services of which campaigns draw histories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// The table service.
    Table,
    /// The queue service.
    Queue,
    /// The blob service.
    Blob,
}

impl From<Asked> for ServiceName {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Table => Self::Table,
            Asked::Queue => Self::Queue,
            Asked::Blob => Self::Blob,
        }
    }
}

/// Draw and change histories, and replay them on a target until time is up.
///
/// Every answer is judged as `certify` does. What is not allowed is confirmed, made smaller and stored at once as a
/// finding, which `replay`, `explain` and `curl` read.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A connection string or an address, as for `certify`. Without it: AZURE_STORAGE_CONNECTION_STRING, and failing that
    /// the built-in reference.
    target: Option<String>,
    /// The service that is asked.
    #[arg(long, value_enum, default_value_t = Asked::Table)]
    service: Asked,
    /// How long to go on, say 90s or 10m. Without it and without --requests: until it is interrupted.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Start no further history after so many requests.
    #[arg(long, value_name = "N")]
    requests: Option<u64>,
    /// Start no further history after so many findings that are not in the baseline.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_findings: Option<u32>,
    /// Send no more requests a second than this, on average.
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// How many histories are under way at once. With 1 they depend on the seed and the answers alone.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// What every history is drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The campaign's directory: findings, corpus and summary.json. What is found again in it is not new.
    ///
    /// Or a place that several campaigns share, file://, s3://, az:// or gs://, with credentials from the environment; the
    /// directory is tablestakes-fuzz then. Several campaigns may also share a directory.
    #[arg(long, value_name = "DIR|URL", default_value = FOLDER)]
    findings: String,
    /// Where the corpus is kept, if not within the campaign's directory; or a place to share it.
    #[arg(long, value_name = "DIR|URL")]
    corpus: Option<String>,
    /// The number of this worker, where several share a place and a seed: each draws other histories.
    #[arg(long, value_name = "N", default_value_t = 0, env = "JOB_COMPLETION_INDEX")]
    worker: u32,
    /// Go on where the campaign in the directory ended or was killed.
    #[arg(long)]
    resume: bool,
    /// Begin with the findings and histories of this directory as well.
    #[arg(long, value_name = "DIR")]
    seeds: Option<PathBuf>,
    /// Begin with generated histories alone, not with the suites' scripted checks.
    #[arg(long)]
    without_checks: bool,
    /// An operation that is never sent, say delete-table; may be repeated. Tables of a history's own are created and deleted
    /// all the same.
    #[arg(long, value_name = "OPERATION", value_delimiter = ',')]
    exclude: Vec<String>,
    /// The deviations that are known, as for `certify`. They are not stored, and neither is what they come down to.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    restarting: Commands,
    /// The x-ms-version of what does not ask for another. Without it: 2019-02-02, and with Atom the newest that has it.
    #[arg(long, value_name = "V")]
    api_version: Option<Version>,
    /// The formats in which histories are written.
    #[arg(long, value_delimiter = ',', value_name = "FORMAT", default_value = "json")]
    format_axis: Vec<super::axes::Format>,
    /// Whose behaviour is the measure, as for `certify`.
    #[arg(long, value_enum, default_value_t = Profile::Cloud)]
    profile: Profile,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    request_timeout: Duration,
    /// Send a request again for so long that the target is too busy for (503, 429, 500 OperationTimedOut to a read). A target that
    /// has said nothing else for so long is given up.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    busy: Duration,
    #[command(flatten)]
    confirming: Confirming,
    /// Print what summary.json holds.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn settings(&self) -> Result<Settings, Failure> {
        let axes = self.format_axis.iter().map(|&format| self.axes(format.into())).collect();
        let exclude = operations(self.exclude.iter().map(String::as_str))?;
        Ok(Settings {
            service: self.service.into(),
            seed: self.seed,
            requests: self.requests,
            findings: self.max_findings.and_then(|most| usize::try_from(most).ok()),
            jobs: usize::from(self.jobs),
            axes,
            exclude,
            confirmations: self.confirming.confirm,
            shrink: self.confirming.shrink(),
        })
    }

    fn axes(&self, format: Format) -> Axes {
        let newest = || Version::KNOWN.iter().rev().copied().find(|version| format.is_spoken_in(*version));
        let usual = Some(Version::DEFAULT).filter(|version| format.is_spoken_in(*version)).or_else(newest);
        Axes { version: self.api_version.or(usual).unwrap_or(Version::DEFAULT), format, ..Axes::default() }
    }

    /// The campaign's own directory.
    fn folder(&self) -> &Path {
        Path::new(if is_address(&self.findings) { FOLDER } else { &self.findings })
    }

    fn shelf(&self) -> Shelf {
        let corpus = self.corpus.as_deref().filter(|place| !is_address(place)).map(Path::new);
        Shelf::new(self.folder(), corpus, self.worker)
    }

    fn exchange(&self) -> Result<Exchange, Failure> {
        let findings = Some(self.findings.as_str()).filter(|place| is_address(place));
        let corpus = self.corpus.as_deref().filter(|place| is_address(place));
        Ok(Exchange::open(findings, corpus)?)
    }

    fn seeds(&self) -> Result<Seeds, Failure> {
        let seeds = Seeds::new(self.service.into(), !self.without_checks);
        Ok(match &self.seeds {
            Some(folder) => seeds.with_files(folder)?,
            None => seeds,
        })
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let named = Named::read(arguments.target.as_deref(), &[arguments.service.into()])?;
    let (settings, seeds) = (arguments.settings()?, arguments.seeds()?);
    let baseline = match &arguments.baseline {
        Some(path) => Baseline::read(path)?,
        None => Baseline::none(),
    };
    runtime()?.block_on(fuzz(arguments, settings, seeds, baseline, named))
}

async fn fuzz(
    arguments: &Arguments,
    settings: Settings,
    seeds: Seeds,
    baseline: Baseline,
    named: Named,
) -> Result<Exit, Failure> {
    let profile = arguments.profile.into();
    arguments.restarting.are_given(&named)?;
    let chosen = named.start(profile).await?;
    let live = chosen.live(arguments.request_timeout, arguments.rate, profile);
    let live = live.putting_up_with(arguments.busy, arguments.seed);
    let (live, started) = arguments.restarting.start(live).await?;
    let reach = Arc::new(Reach::new(arguments.time));
    stop_on_interrupt(Arc::clone(&reach));
    let argument = chosen.info.argument.clone();
    let campaign = Campaign {
        subject: Counted::new(live),
        target: chosen.info,
        settings,
        seeds,
        shelf: arguments.shelf(),
        exchange: arguments.exchange()?,
        worker: arguments.worker,
        baseline,
        reach,
        resume: arguments.resume,
    };
    let document = run_campaign(campaign).await;
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    started.stop().await;
    let document = document?;
    if arguments.json {
        print(&json(&document));
    } else {
        print(&summary(&document, arguments, &argument));
    }
    Ok(document.outcome())
}

fn summary(document: &CampaignDocument, arguments: &Arguments, target: &str) -> String {
    let CampaignDocument { histories, requests, corpus, features, .. } = document;
    let seconds = document.duration_ms as f64 / 1000.0;
    let server = document.target.server.as_deref().map(|server| format!(" ({})", printable(server)));
    let mut text = format!(
        "target    {}{}\nseed      {}\nhistories {histories}, {requests} requests in {seconds:.1} s\n\
         corpus    {corpus} histories, {features} answers and pairs told apart\n",
        printable(&document.target.given),
        server.unwrap_or_default(),
        document.seed
    );
    if document.throttled > 0 {
        let waited = document.throttled_ms as f64 / 1000.0;
        let _ = writeln!(text, "throttled {} answers, requests waited {waited:.1} s in all", document.throttled);
    }
    for (title, wanted) in [("findings", Severity::Failure), ("advice", Severity::Advice)] {
        let distinct = |found: &&FoundDocument| found.severity == wanted && found.root.is_none();
        let found: Vec<_> = document.findings.iter().filter(distinct).collect();
        let _ = writeln!(text, "{title:<9} {}", found.len());
        for held in found {
            let stability = held.stability.map(|held| format!("{} of {}", held.failed, held.of)).unwrap_or_default();
            let signature = printable(held.signature.as_str());
            let others = document.findings.iter().filter(|found| found.root.as_ref() == Some(&held.signature)).count();
            let others = if others == 0 { String::new() } else { format!(", and under {others} other signatures") };
            let _ = writeln!(text, "  {signature} ({stability}, seen {} times{others})", held.seen);
            if let Some(file) = &held.file {
                let path = arguments.folder().join(file);
                let _ = writeln!(text, "    tablestakes replay {} {target}", path.display());
            }
        }
    }
    let _ = writeln!(text, "known     {} in the baseline", document.known.len());
    if let Some(during) = &document.target.gone_during {
        let _ = writeln!(text, "the target was gone after {}", printable(during));
    }
    let ended = document.ended.as_deref().unwrap_or("end");
    let _ = writeln!(text, "ended     {ended}; {}", arguments.folder().join("summary.json").display());
    text
}
