//! `tablestakes certify`.

use super::arguments::runtime;
use super::axes::{Address, Auth, Extent, Format, Service};
use super::confirming::Confirming;
use super::deny::Deny;
use super::duration::duration;
use super::failure::Failure;
use super::output::{print, warn};
use super::plan::{Conditions, plan_text, price};
use super::profile::Profile;
use super::restarting;
use super::running::{Printing, Running};
use super::target::{Chosen, Named};
use crate::baseline::{Baseline, Update, Updated, update};
use crate::engine::{FINDINGS_PER_CHECK, Plan, Reach, Request, RunResult, Selection, Settings, Shard};
use crate::exit::Exit;
use crate::guarded::{Guarded, Patience};
use crate::stored_run::{Order, OtherService, Recorder};
use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tablestakes_reference::{ServiceName, Version};
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
    /// Only the checks of these services. Without it: those of which a connection string names endpoints, or all that it can name;
    /// an address is that of one service, the table service if its port or host name is of no other.
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
    #[arg(long, value_enum, value_name = "EXTENT", default_value_t = Extent::Usual)]
    axes: Extent,
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
    /// Send a request again for so long that the target is too busy for (503, 429, 500 OperationTimedOut to a read). A target that
    /// has said nothing else for so long is given up.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    busy: Duration,
    /// With --plan: what 10,000 transactions cost, in whatever currency; the plan then says what the run costs.
    #[arg(long, value_name = "PRICE", requires = "plan", value_parser = price)]
    price: Option<f64>,
    /// Wait this long for service properties, stored policies and deleted tables to take effect, where a history rests on it: 45s
    /// for an account of the live service.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    settle: Option<Duration>,
    /// Leave checks out that wait longer than so many seconds for a timeout to pass. Most wait for two at most; with 60 messages
    /// are waited for that are invisible for half a minute.
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    longest_wait: u32,
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

/// A skill, by its name.
fn skill(text: &str) -> Result<Skill, String> {
    let names: Vec<&str> = Skill::ALL.iter().map(|skill| skill.name()).collect();
    Skill::find(text).ok_or_else(|| format!("`{text}` is none of {}", names.join(", ")))
}

impl Arguments {
    fn request(&self, named: &Named) -> Result<Request, Failure> {
        Ok(Request {
            services: named.services(),
            suites: self.suite.clone(),
            checks: self.check.clone(),
            versions: self.api_version.clone(),
            auths: self.auth_axis.iter().map(|&auth| auth.into()).collect(),
            addresses: self.address_axis.iter().map(|&address| address.into()).collect(),
            formats: self.format_axis.iter().map(|&format| format.into()).collect(),
            extent: self.axes.into(),
            emulated: named.is_emulated(),
            profile: self.profile.into(),
            restarts: self.restarting.restarts(named)?,
            shard: self.shard,
            names_services: !self.service.is_empty(),
            longest_wait: (!matches!(named, Named::Embedded(_))).then_some(self.longest_wait),
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
        let grace = grace.saturating_add(self.busy);
        // No history waits more often than this for what takes effect late.
        let grace = grace.saturating_add(self.settle.unwrap_or_default().saturating_mul(8));
        Patience { time: self.time, grace, silence: self.silence }
    }

    fn order(&self, settings: &Settings, request: Request, chosen: &Chosen) -> Order {
        let first = chosen.targets.first();
        Order {
            request,
            seed: settings.seed,
            cases: settings.cases,
            confirmations: settings.confirmations,
            shrink_attempts: settings.shrink.attempts,
            given: chosen.info.given.clone(),
            endpoint: first.endpoint.to_string(),
            secondary: first.secondary.as_ref().map(ToString::to_string),
            service: first.service,
            others: chosen.targets.iter().skip(1).map(OtherService::from).collect(),
            account: first.account.clone(),
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
    let services: Vec<ServiceName> = arguments.service.iter().copied().map(Into::into).collect();
    let named = Named::read(arguments.target.as_deref(), &services)?;
    let request = arguments.request(&named)?;
    let selection = Selection::new(catalogue(), &request)?;
    if arguments.plan {
        let plan = Plan::new(&selection, arguments.seed, arguments.cases);
        let Arguments { jobs, rate, settle, price, .. } = *arguments;
        print(&plan_text(&plan, Conditions { jobs, rate, settle, price }));
        return Ok(Exit::Conforms);
    }
    let baseline = arguments.baseline()?;
    runtime()?.block_on(certify(arguments, &selection, request, &baseline, named))
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
    let live = chosen.live(arguments.request_timeout, arguments.rate, profile).settling(arguments.settle);
    let live = live.putting_up_with(arguments.busy, arguments.seed);
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
        let Updated { added, carried, dropped } =
            update(path, &result.finished(), Update { prune: arguments.baseline_prune })?;
        let carried =
            if carried > 0 { format!(", {carried} of them with the reason of a wide one") } else { String::new() };
        warn(&format!("{}: {added} entries added{carried}, {dropped} dropped; review their reasons", path.display()));
    }
    Ok(())
}
