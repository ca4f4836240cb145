//! `tablestakes serve`.

use super::arguments::runtime;
use super::duration::duration;
use super::failure::Failure;
use super::interrupt::interrupted;
use super::output::{print, warn};
use super::profile::Profile;
use crate::exit::Exit;
use crate::nearest::proposal;
use crate::target::Endpoint;
use clap::Args;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tablestakes_reference::account::EMULATOR_KEY;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Account, AccountKey, Addressing, Limits, Settings, Throttle};
use tokio::net::TcpListener;

/// Serve the reference: the table service, the queue service and the blob service.
///
/// Ends with an interrupt. What is stored is kept in memory, and is lost then.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The port of the table service; 0 takes a free one and prints it.
    #[arg(long, value_name = "PORT", default_value_t = 10002)]
    table_port: u16,
    /// The port of the queue service; 0 takes a free one and prints it.
    #[arg(long, value_name = "PORT", default_value_t = 10001)]
    queue_port: u16,
    /// The port of the blob service; 0 takes a free one and prints it.
    #[arg(long, value_name = "PORT", default_value_t = 10000)]
    blob_port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// With cloud, the account is in the host's name, and paths begin with the table; otherwise it is the first segment of
    /// the path, unless --base-path says otherwise. Without this option, the addresses are the emulator's and the behaviour is the service's.
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// The name of the account; the emulator's by default.
    #[arg(long, value_name = "NAME", requires = "key")]
    account: Option<String>,
    /// The key of the account, in base64.
    #[arg(long, value_name = "KEY", requires = "account", env = "TABLESTAKES_ACCOUNT_KEY", hide_env_values = true)]
    key: Option<String>,
    /// How long deleting a table, a queue or a container takes, say 40s: until then creating it, and using the table, is refused
    /// with 409 TableBeingDeleted, QueueBeingDeleted or ContainerBeingDeleted, as the service does
    /// (`table.tables.being-deleted`, `queue.queues.being-deleted`, `blob.containers.being-deleted`). Without it: no time.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    delete_takes: Option<Duration>,
    /// Keep versions of blobs, as an account does for which that is turned on: what a write replaces, and a deletion takes away,
    /// is read by `versionid` (version 2019-10-10 and later).
    #[arg(long)]
    versioning: bool,
    /// Refuse what is beyond these limits, as the service does: partition=500/s, queue=2000/s, blob=500/s (entities in a
    /// partition, requests to a queue or a blob), account=20000/s (all requests), ingress=10MB/s, egress=10MB/s (bodies in
    /// and out), several with commas between them.
    ///
    /// The answer is 503 ServerBusy, and nothing was done. With timed-out=1/N one in N of these requests is answered with
    /// 500 OperationTimedOut instead, and every other one of those is carried out. A limit lets in as much at once as it does in
    /// a second.
    #[arg(long, value_name = "LIMITS")]
    throttle: Option<Limits>,
    /// What every path begins with, percent-encoded as it is to be sent, say /table/devstoreaccount1; / for nothing. By default
    /// the account, or nothing with the cloud's profile. Where its last segment is the account's name, paths name the account.
    #[arg(long, value_name = "PATH", value_parser = base_path)]
    base_path: Option<String>,
    /// Break this rule, to see whether somebody notices; may be repeated.
    #[arg(long = "break", value_name = "RULE")]
    broken: Vec<String>,
    /// Write the addresses into this file as soon as the server listens: of the table service in the first line, of the queue
    /// service in the second, of the blob service in the third.
    #[arg(long, value_name = "PATH")]
    ready_file: Option<PathBuf>,
}

impl Arguments {
    fn settings(&self) -> Result<Settings, Failure> {
        let account = match (&self.account, &self.key) {
            (Some(name), Some(key)) => {
                let key = AccountKey::from_base64(key).ok_or(Failure::InvalidKey)?;
                Account { name: name.clone(), key }
            }
            _ => Account::emulator(),
        };
        let rules = self.broken.iter().map(|id| rule(id)).collect::<Result<Vec<_>, _>>()?;
        let addressing = match (&self.base_path, self.profile) {
            (Some(base), _) => Addressing::of("", base, &account.name),
            (None, Some(Profile::Cloud)) => Addressing::by_host(),
            (None, None | Some(Profile::Emulator)) => Addressing::by_path(&account.name),
        };
        let profile = self.profile.unwrap_or(Profile::Cloud).into();
        let broken = rules.into_iter().collect();
        let ticks = self.delete_takes.unwrap_or_default().as_nanos() / 100;
        // A table is never deleted longer than the years that the service can write.
        let deletion_takes = i64::try_from(ticks).unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
        let throttle = self.throttle.map(Throttle::new);
        let versioning = self.versioning;
        Ok(Settings {
            account,
            addressing,
            profile,
            deletion_takes,
            versioning,
            throttle,
            broken,
            ..Settings::default()
        })
    }
}

/// A path that requests may begin with.
fn base_path(text: &str) -> Result<String, String> {
    let endpoint = Endpoint::parse(&format!("http://localhost{text}")).map_err(|error| error.to_string())?;
    match text.starts_with('/') && !endpoint.base_path.contains("//") {
        true => Ok(endpoint.base_path),
        false => Err("a path begins with a slash, and none of its segments is empty".to_owned()),
    }
}

/// The rule with this name, if it can be broken.
fn rule(id: &str) -> Result<RuleId, Failure> {
    let breakable = RuleId::all().filter(|rule| rule.rule().broken.is_some());
    let unknown = || Failure::UnknownRule { id: id.to_owned(), proposal: proposal(id, breakable.map(RuleId::as_str)) };
    let rule = RuleId::find(id).ok_or_else(unknown)?;
    match rule.rule().broken {
        Some(broken) => {
            warn(&format!("{rule} is broken: {broken}"));
            Ok(rule)
        }
        None => Err(Failure::Unbreakable { id: id.to_owned(), level: rule.rule().level }),
    }
}

pub(super) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let settings = arguments.settings()?;
    runtime()?.block_on(serve_all(&arguments, settings))
}

/// A service that listens.
struct Listening {
    listener: TcpListener,
    bound: SocketAddr,
}

impl Listening {
    async fn on(host: IpAddr, port: u16) -> Result<Self, Failure> {
        let wanted = SocketAddr::new(host, port);
        let listen = |source| Failure::Listen { address: wanted.to_string(), source };
        let listener = TcpListener::bind(wanted).await.map_err(listen)?;
        let bound = listener.local_addr().map_err(listen)?;
        Ok(Self { listener, bound })
    }

    async fn serve(self, shared: Arc<Shared>) -> Result<(), Failure> {
        let listen = |source| Failure::Listen { address: self.bound.to_string(), source };
        serve(self.listener, shared, interrupted()).await.map_err(listen)
    }
}

async fn serve_all(arguments: &Arguments, settings: Settings) -> Result<Exit, Failure> {
    let tables = Listening::on(arguments.host, arguments.table_port).await?;
    let queues = Listening::on(arguments.host, arguments.queue_port).await?;
    let blobs = Listening::on(arguments.host, arguments.blob_port).await?;
    let account = settings.account.name.clone();
    let address = |bound: SocketAddr| format!("http://{bound}{}", settings.addressing.base());
    let (table_address, queue_address) = (address(tables.bound), address(queues.bound));
    let blob_address = address(blobs.bound);
    // The emulator's key is published; any other is the user's own and is not shown.
    let key = if arguments.key.is_none() { EMULATOR_KEY } else { "…" };
    print(&format!(
        "tables      {table_address}\nqueues      {queue_address}\nblobs       {blob_address}\n\
         connection  DefaultEndpointsProtocol=http;AccountName={account};AccountKey={key};\
         TableEndpoint={table_address};QueueEndpoint={queue_address};BlobEndpoint={blob_address};\n"
    ));
    if let Some(path) = &arguments.ready_file {
        let addresses = format!("{table_address}\n{queue_address}\n{blob_address}");
        write_ready_file(path, &addresses).map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    let shared_queues = Shared::new(QueueService::new(settings.clone()), own_seed());
    let shared_blobs = Shared::new(BlobService::new(settings.clone()), own_seed());
    let shared_tables = Shared::new(TableService::new(settings), own_seed());
    tokio::try_join!(tables.serve(shared_tables), queues.serve(shared_queues), blobs.serve(shared_blobs))?;
    Ok(Exit::Conforms)
}

/// Whoever waits for the file finds all of it or nothing.
pub(super) fn write_ready_file(path: &Path, address: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    writeln!(file, "{address}")?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A seed that no server before this one had: a request id is never given twice, restarts included.
fn own_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
