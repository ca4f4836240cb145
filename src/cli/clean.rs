//! `tablestakes clean`.

use super::arguments::runtime;
use super::axes::Service;
use super::duration::duration;
use super::failure::Failure;
use super::output::print;
use super::target::Named;
use crate::exit::Exit;
use crate::finding::printable;
use crate::history::{Names, deleting};
use crate::judge::Document;
use crate::live::Live;
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};
use tablestakes_reference::queue::Ask;
use tablestakes_reference::table::{Operation, Query};
use tablestakes_reference::{Profile, ServiceName};

/// A target that lists more pages than this lists without end.
const MOST_PAGES: usize = 10_000;

/// Delete the tables and queues that earlier runs left behind.
///
/// Only those with a name that this tool gives are touched.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The target, as for `certify`.
    target: Option<String>,
    /// Only those of these services.
    #[arg(long, value_delimiter = ',', value_name = "SERVICE")]
    service: Vec<Service>,
    /// Leave those of runs that began less than this ago: they may still be going on.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    older_than: Duration,
    /// How long one request may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    request_timeout: Duration,
}

#[derive(Deserialize)]
struct Listing {
    value: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    #[serde(rename = "TableName")]
    name: String,
}

pub(super) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let services: Vec<ServiceName> = arguments.service.iter().copied().map(Into::into).collect();
    let named = Named::read(arguments.target.as_deref(), &services)?;
    runtime()?.block_on(clean(&arguments, named))
}

async fn clean(arguments: &Arguments, named: Named) -> Result<Exit, Failure> {
    let chosen = named.start(Profile::Cloud).await?;
    let live = chosen.live(arguments.request_timeout, None, Profile::Cloud);
    let limit = SystemTime::now().checked_sub(arguments.older_than).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut own = Vec::new();
    for service in chosen.targets.services() {
        let listed = match service {
            ServiceName::Queue => own_queues(&live, &chosen.info.given).await?,
            ServiceName::Table | ServiceName::Blob => own_tables(&live, &chosen.info.given).await?,
        };
        own.extend(listed.into_iter().map(|(name, started)| (service, name, started)));
    }
    let (old, young): (Vec<_>, Vec<_>) = own.into_iter().partition(|(.., started)| *started <= limit);
    let (mut deleted, mut left) = (0, Vec::new());
    for (service, name, _) in old {
        match live.ask(service, deleting(service, &name)).await {
            // One that is gone already is what was wanted.
            Ok(answer) if (200..300).contains(&answer.status) || answer.status == 404 => deleted += 1,
            Ok(answer) => left.push(format!("{name}: status {}", answer.status)),
            Err(failure) => left.push(format!("{name}: {failure}")),
        }
    }
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    print(&format!(
        "{deleted} tables and queues deleted, {} of recent runs left alone, {} not deleted\n",
        young.len(),
        left.len()
    ));
    for line in &left {
        print(&format!("  {}\n", printable(line)));
    }
    Ok(if left.is_empty() { Exit::Conforms } else { Exit::DoesNotConform })
}

/// The tables that this tool named, and when their runs began.
async fn own_tables(live: &Live, target: &str) -> Result<Vec<(String, SystemTime)>, Failure> {
    let mut tables = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next_table = None;
    for _ in 0..MOST_PAGES {
        let operation = Operation::QueryTables { query: Query::default(), next_table: next_table.clone() };
        let answer = live
            .ask(ServiceName::Table, operation)
            .await
            .map_err(|failure| Failure::Unreachable { target: target.to_owned(), reason: failure.to_string() })?;
        let not_listed = |reason: String| Failure::NotListed { target: target.to_owned(), reason };
        if answer.status != 200 {
            return Err(not_listed(format!("it answers with status {}", answer.status)));
        }
        let listing: Listing = serde_json::from_slice(&answer.body)
            .map_err(|error| not_listed(format!("its answer cannot be read: {error}")))?;
        for Listed { name } in listing.value {
            if let Some(own) = Names::recognise(&name) {
                tables.push((name, own.started));
            }
        }
        next_table = answer.headers.get("x-ms-continuation-nexttablename").map(str::to_owned);
        match &next_table {
            Some(token) if seen.insert(token.clone()) => {}
            _ => break,
        }
    }
    Ok(tables)
}

/// The queues that this tool named, and when their runs began.
async fn own_queues(live: &Live, target: &str) -> Result<Vec<(String, SystemTime)>, Failure> {
    let mut queues = Vec::new();
    let mut seen = BTreeSet::new();
    let mut marker: Option<String> = None;
    for _ in 0..MOST_PAGES {
        // The text `${` in a marker is no symbol here.
        let from = marker.as_ref().map(|marker| marker.replace("${", "$${"));
        let ask = Ask::ListQueues { prefix: None, marker: from, max_results: None, metadata: false };
        let answer = live
            .ask(ServiceName::Queue, ask)
            .await
            .map_err(|failure| Failure::Unreachable { target: target.to_owned(), reason: failure.to_string() })?;
        let listing = match Document::of(ServiceName::Queue, &answer) {
            Document::Queues(listing) if answer.status == 200 => listing,
            other => {
                let reason = format!("it answers with status {} and {}", answer.status, other.shown());
                return Err(Failure::NotListed { target: target.to_owned(), reason });
            }
        };
        let own = listing.queues.into_iter().filter_map(|queue| Some((Names::recognise(&queue.name)?, queue.name)));
        queues.extend(own.map(|(own, name)| (name, own.started)));
        marker = listing.next.filter(|next| !next.is_empty());
        match &marker {
            Some(next) if seen.insert(next.clone()) => {}
            _ => break,
        }
    }
    Ok(queues)
}
