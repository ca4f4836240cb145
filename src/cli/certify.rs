//! `tablestakes certify`.

use super::arguments::runtime;
use super::confirming::Confirming;
use super::deny::Deny;
use super::failure::Failure;
use super::output::{print, warn};
use super::profile::Profile;
use super::restarting;
use super::running::{Printing, Running};
use super::target::{Chosen, Named};
use crate::baseline::{Baseline, Update, Updated, update};
use crate::engine::{Extent, FINDINGS_PER_CHECK, Plan, Reach, Request, RunResult, Selection, Settings, Shard};
use crate::exit::Exit;
use crate::guarded::{Guarded, Patience};
use crate::live::Live;
use crate::stored_run::{Order, Recorder};
use crate::target::{self, AddressStyle, AuthScheme};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tablestakes_reference::Version;
use tablestakes_suites::{Skill, catalogue};

/// What a history may take at least that is under way when the run's time is up.
const GRACE: Duration = Duration::from_secs(10);

/// Test whether a target conforms.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A connection string, or an address with the emulator's account such as
    /// http://127.0.0.1:10002/devstoreaccount1.
    ///
    /// Without it: AZURE_STORAGE_CONNECTION_STRING, and failing that the built-in reference, on a free port of the
    /// loopback interface.
    target: Option<String>,
    /// Only the checks of these services.
    #[arg(long, value_delimiter = ',', value_name = "SERVICE")]
    service: Vec<Service>,
    /// Only the checks of this suite; may be repeated.
    #[arg(long, value_name = "NAME")]
    suite: Vec<String>,
    /// Only the checks whose id matches; may be repeated.
    #[arg(long, value_name = "GLOB")]
    check: Vec<String>,
    /// The x-ms-version to ask with; may be repeated, and every check then runs with each.
    ///
    /// Without it: 2019-02-02, and for a check of something that ended earlier the newest version that still had it.
    #[arg(long, value_delimiter = ',', value_name = "V")]
    api_version: Vec<Version>,
    /// The formats to write and to ask for; every check runs with each. Without it: json.
    ///
    /// Atom ended with version 2015-12-11: a check runs in Atom with the newest version that has it, unless another is asked
    /// for, and is skipped where that version has none or where the check is about JSON alone.
    #[arg(long, value_delimiter = ',', value_name = "FORMAT")]
    format_axis: Vec<Format>,
    /// How requests are authorized that do not say so themselves; every check then runs with each. Without it: shared-key.
    #[arg(long, value_delimiter = ',', value_name = "SCHEME")]
    auth_axis: Vec<Auth>,
    /// How requests name the account; every check then runs with each. Without it: as the target's address does.
    #[arg(long, value_delimiter = ',', value_name = "STYLE")]
    address_axis: Vec<Address>,
    /// On which axes a check runs that are not named.
    #[arg(long, value_enum, value_name = "EXTENT", default_value_t = Axes::Usual)]
    axes: Axes,
    /// Whose behaviour is the measure: the service's, or the storage emulator's where its documentation says that it differs
    /// (`table.emulator.*`), in which case the service's is allowed as well.
    #[arg(long, value_enum, default_value_t = Profile::Cloud)]
    profile: Profile,
    /// How many histories each generator gives.
    #[arg(long, value_name = "N", default_value_t = 50)]
    cases: u32,
    /// What generated histories are drawn from. The same seed gives the same histories, whatever --jobs is.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start no further history after this long, say 90s or 2m; what is left is skipped. A history that is under way then may
    /// take two request timeouts and 10s more.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// How many checks run side by side.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Take only this part of the checks: part I of N. Which part a check is in depends on its id alone.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The deviations that are known.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Add to the baseline an entry for each fault that no narrow entry knows: its rule, kind and operation. The reason of an
    /// entry for the rule alone is taken over.
    #[arg(long, requires = "baseline")]
    baseline_update: bool,
    /// Drop as well what the run shows to be stale or fixed, and wide entries in whose place narrow ones stand.
    #[arg(long, requires = "baseline_update")]
    baseline_prune: bool,
    /// Fail for these as well.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    deny: Vec<Deny>,
    /// Take it that the target has these skills: batch, continuation, atom, auth, sas, acl, service-properties, cors.
    ///
    /// Without it: the target is asked for each skill in its plainest form before the checks, and what needs one that it lacks is
    /// blocked rather than asked.
    #[arg(long, value_parser = skill, value_delimiter = ',', value_name = "SKILL")]
    assume: Vec<Skill>,
    /// Keep every answer in this file as well, from which `rejudge` judges the run again without the target.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Print how many requests a run will make, and send none.
    #[arg(long)]
    plan: bool,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    request_timeout: Duration,
    /// Send no more requests a second than this.
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// With --plan: what 10,000 transactions cost, in whatever currency; the plan then says what the run costs.
    #[arg(long, value_name = "PRICE", requires = "plan", value_parser = price)]
    price: Option<f64>,
    /// Wait this long for service properties, stored policies and deleted tables to take effect, where a history rests on it: 45s
    /// for an account of the live service.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    settle: Option<Duration>,
    /// Give the target up, as one that went away, when this long was waited in all for answers that did not come.
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    silence: Duration,
    #[command(flatten)]
    confirming: Confirming,
    #[command(flatten)]
    restarting: restarting::Options,
    #[command(flatten)]
    printing: Printing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Service {
    /// The table service.
    Table,
    /// The queue service.
    Queue,
    /// The blob service.
    Blob,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// JSON as clients ask for it: with minimal metadata.
    Json,
    /// JSON without metadata.
    JsonNone,
    /// JSON with minimal metadata.
    JsonMinimal,
    /// JSON with full metadata.
    JsonFull,
    /// Atom.
    Atom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Auth {
    /// Shared Key.
    SharedKey,
    /// Shared Key Lite.
    SharedKeyLite,
    /// A shared access signature of the account that permits everything.
    AccountSas,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Address {
    /// As the target's address does.
    AsGiven,
    /// By the host, as in the cloud, where the target's address does by its path.
    ByHost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Axes {
    /// One value for each axis: what current clients ask for.
    Usual,
    /// Every version in which something changed, every format, every way to authorize, and addresses in which the host names
    /// the account if the target answers to them: one axis at a time.
    All,
}

/// A length of time such as `500ms`, `90s` or `2m`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a length of time: write 500ms, 90s or 2m");
    let span: jiff::SignedDuration = text.parse().map_err(|_| wrong())?;
    Duration::try_from(span).ok().filter(|span| !span.is_zero()).ok_or_else(wrong)
}

/// A skill, by its name.
fn skill(text: &str) -> Result<Skill, String> {
    let names: Vec<&str> = Skill::ALL.iter().map(|skill| skill.name()).collect();
    Skill::find(text).ok_or_else(|| format!("`{text}` is none of {}", names.join(", ")))
}

impl From<Format> for target::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Json | Format::JsonMinimal => Self::JsonMinimal,
            Format::JsonNone => Self::JsonNone,
            Format::JsonFull => Self::JsonFull,
            Format::Atom => Self::Atom,
        }
    }
}

impl Arguments {
    fn request(&self, named: &Named) -> Result<Request, Failure> {
        let service = |service: &Service| match service {
            Service::Table => "table".to_owned(),
            Service::Queue => "queue".to_owned(),
            Service::Blob => "blob".to_owned(),
        };
        let auth = |auth: &Auth| match auth {
            Auth::SharedKey => AuthScheme::SharedKey,
            Auth::SharedKeyLite => AuthScheme::SharedKeyLite,
            Auth::AccountSas => AuthScheme::AccountSas,
        };
        let address = |address: &Address| match address {
            Address::AsGiven => AddressStyle::AsGiven,
            Address::ByHost => AddressStyle::ByHost,
        };
        Ok(Request {
            services: self.service.iter().map(service).collect(),
            suites: self.suite.clone(),
            checks: self.check.clone(),
            versions: self.api_version.clone(),
            auths: self.auth_axis.iter().map(auth).collect(),
            addresses: self.address_axis.iter().map(address).collect(),
            formats: self.format_axis.iter().map(|&format| format.into()).collect(),
            extent: match self.axes {
                Axes::Usual => Extent::Usual,
                Axes::All => Extent::All,
            },
            emulated: named.is_emulated(),
            profile: self.profile.into(),
            restarts: self.restarting.restarts(named)?,
            shard: self.shard,
        })
    }

    fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            cases: self.cases,
            jobs: usize::from(self.jobs),
            confirmations: self.confirming.confirm,
            shrink: self.confirming.shrink(),
            shrinks_late: false,
            findings_per_check: FINDINGS_PER_CHECK,
            deny: self.deny.iter().copied().map(Into::into).collect(),
            assume: self.assume.iter().copied().collect(),
        }
    }

    fn patience(&self) -> Patience {
        // A step of a history that was started, and the answers to some more.
        let grace = self.request_timeout.saturating_mul(2).saturating_add(GRACE);
        // No history waits more often than this for what takes effect late.
        let grace = grace.saturating_add(self.settle.unwrap_or_default().saturating_mul(8));
        Patience { time: self.time, grace, silence: self.silence }
    }

    fn order(&self, settings: &Settings, request: Request, chosen: &Chosen) -> Order {
        Order {
            request,
            seed: settings.seed,
            cases: settings.cases,
            confirmations: settings.confirmations,
            shrink_attempts: settings.shrink.attempts,
            given: chosen.info.given.clone(),
            endpoint: chosen.target.endpoint.to_string(),
            secondary: chosen.target.secondary.as_ref().map(ToString::to_string),
            account: chosen.target.account.clone(),
        }
    }

    fn baseline(&self) -> Result<Baseline, Failure> {
        match &self.baseline {
            Some(path) if self.baseline_update && !path.exists() => Ok(Baseline::none()),
            Some(path) => Ok(Baseline::read(path)?),
            None => Ok(Baseline::none()),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let named = Named::read(arguments.target.as_deref())?;
    let request = arguments.request(&named)?;
    let selection = Selection::new(catalogue(), &request)?;
    if arguments.plan {
        print(&plan_text(&Plan::new(&selection, arguments.seed, arguments.cases), arguments));
        return Ok(Exit::Conforms);
    }
    let baseline = arguments.baseline()?;
    runtime()?.block_on(certify(arguments, &selection, request, &baseline, named))
}

/// So many seconds, for people.
fn length(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{:.1} h", Duration::from_secs(seconds).as_secs_f64() / 3600.0),
    }
}

async fn certify(
    arguments: &Arguments,
    selection: &Selection,
    request: Request,
    baseline: &Baseline,
    named: Named,
) -> Result<Exit, Failure> {
    let profile = arguments.profile.into();
    let chosen = named.start(profile).await?;
    let live = Live::new(&chosen.target, arguments.request_timeout, arguments.rate, profile).settling(arguments.settle);
    let (live, started) = arguments.restarting.start(live).await?;
    let settings = arguments.settings();
    let reach = Arc::new(Reach::new(arguments.time));
    let silence = live.silence();
    let live = Guarded::new(live, silence, Arc::clone(&reach), arguments.patience());
    let order = arguments.order(&settings, request, &chosen);
    let running = Running { selection, settings, baseline, target: chosen.info, reach, printing: &arguments.printing };
    let ((result, reported), stored) = match &arguments.store {
        None => (running.through(Arc::new(live)).await, Ok(())),
        Some(path) => {
            let recorder = Arc::new(Recorder::new(live, path, &order)?);
            (running.through(Arc::clone(&recorder)).await, recorder.finish())
        }
    };
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    started.stop().await;
    look_after_baseline(arguments, &result)?;
    reported?;
    stored?;
    Ok(result.exit())
}

fn look_after_baseline(arguments: &Arguments, result: &RunResult) -> Result<(), Failure> {
    let Some(path) = &arguments.baseline else { return Ok(()) };
    for oddity in &result.oddities {
        warn(&format!("{}: {oddity}", path.display()));
    }
    if arguments.baseline_update {
        let Updated { added, carried, dropped } = update(path, result, Update { prune: arguments.baseline_prune })?;
        let carried =
            if carried > 0 { format!(", {carried} of them with the reason of a wide one") } else { String::new() };
        warn(&format!("{}: {added} entries added{carried}, {dropped} dropped; review their reasons", path.display()));
    }
    Ok(())
}

/// What 10,000 transactions cost.
fn price(text: &str) -> Result<f64, String> {
    let price = text.parse().ok().filter(|price: &f64| price.is_finite() && *price >= 0.0);
    price.ok_or_else(|| format!("`{text}` is not a price: write 0.36"))
}

/// Requests that a second may hold where nobody said how many: about what one job gets from a service that is not next door.
const USUAL_RATE: u64 = 25;

fn plan_text(plan: &Plan, arguments: &Arguments) -> String {
    let mut text = format!("{:<14} {:>7} {:>10} {:>10}\n", "suite", "checks", "histories", "requests");
    for suite in &plan.suites {
        let requests = format!("{}{}", if suite.at_least { "≥ " } else { "" }, suite.requests);
        let _ = writeln!(text, "{:<14} {:>7} {:>10} {requests:>10}", suite.suite.name(), suite.checks, suite.histories);
    }
    let at_least = if plan.at_least() { "at least " } else { "" };
    let _ = writeln!(
        text,
        "\n{} histories, {at_least}{} requests, and more for each failure that is confirmed and shrunk",
        plan.histories(),
        plan.requests()
    );
    if plan.at_least() {
        text.push_str("A query that is followed through its pages counts as one request.\n");
    }
    let requests = plan.requests();
    // Suites that change the account run one check at a time, and so do their waits.
    let waits = arguments.settle.unwrap_or_default().as_secs() * plan.waits();
    let _ = match arguments.rate {
        Some(rate) => {
            let seconds = requests.div_ceil(u64::from(rate.get())) + waits;
            writeln!(text, "time      {at_least}{} at {rate} requests a second", length(seconds))
        }
        None => {
            let seconds = requests.div_ceil(USUAL_RATE * u64::from(arguments.jobs)) + waits;
            writeln!(
                text,
                "time      some {} with {} jobs at 40 ms a request; --rate limits it",
                length(seconds),
                arguments.jobs
            )
        }
    };
    if let Some(price) = arguments.price {
        #[expect(clippy::cast_precision_loss, reason = "an estimate of a price")]
        let cost = requests as f64 / 10_000.0 * price;
        let _ = writeln!(text, "cost      {at_least}{cost:.2} for transactions, at {price} for 10,000");
    }
    let _ = writeln!(
        text,
        "touched   tables whose names begin with `ts`, made and deleted by the run{}; `tablestakes clean` removes what is left",
        if plan.changes_the_account() { ", and the service properties of the account" } else { "" }
    );
    text
}
