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
use crate::judge::{Document, listed};
use crate::live::Live;
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::literal;
use tablestakes_reference::http::Response;
use tablestakes_reference::table::{Operation, Query};
use tablestakes_reference::{Profile, ServiceName, blob, queue};

/// A target that lists more pages than this lists without end.
const MOST_PAGES: usize = 10_000;

/// Delete the tables, queues and containers that earlier runs left behind.
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
struct Tables {
    value: Vec<Table>,
}

#[derive(Deserialize)]
struct Table {
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
        let found = named_by_us(&live, service, &chosen.info.given).await?;
        own.extend(found.into_iter().map(|(name, started)| (service, name, started)));
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
        "{deleted} tables, queues and containers deleted, {} of recent runs left alone, {} not deleted\n",
        young.len(),
        left.len()
    ));
    for line in &left {
        print(&format!("  {}\n", printable(line)));
    }
    Ok(if left.is_empty() { Exit::Conforms } else { Exit::DoesNotConform })
}

/// What of a service this tool named, and when the runs began.
async fn named_by_us(live: &Live, service: ServiceName, target: &str) -> Result<Vec<(String, SystemTime)>, Failure> {
    let mut own = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let from = next.take().map(|token| literal(&token));
        let answer = live
            .ask(service, listing(service, from))
            .await
            .map_err(|failure| Failure::Unreachable { target: target.to_owned(), reason: failure.to_string() })?;
        let page = if answer.status == 200 { page(service, &answer) } else { None };
        let Some((names, token)) = page else {
            let reason = format!("it answers with status {} and no listing that can be read", answer.status);
            return Err(Failure::NotListed { target: target.to_owned(), reason });
        };
        own.extend(names.into_iter().filter_map(|name| Some((Names::recognise(&name)?.started, name))));
        next = token.filter(|token| !token.is_empty());
        match &next {
            Some(token) if seen.insert(token.clone()) => {}
            _ => break,
        }
    }
    Ok(own.into_iter().map(|(started, name)| (name, started)).collect())
}

/// The request for the page of a listing that begins where a token says.
fn listing(service: ServiceName, next: Option<String>) -> Step {
    match service {
        ServiceName::Table => Step::from(Operation::QueryTables { query: Query::default(), next_table: next }),
        ServiceName::Queue => {
            Step::from(queue::Ask::ListQueues { prefix: None, marker: next, max_results: None, metadata: false })
        }
        ServiceName::Blob => {
            let options = next.map(|marker| ("marker".to_owned(), marker)).into_iter().collect();
            Step::from(blob::Ask { options, ..blob::Ask::new(blob::Operation::ListContainers) })
        }
    }
}

/// The names on a page, and the token of the next one; nothing if it is none.
fn page(service: ServiceName, answer: &Response) -> Option<(Vec<String>, Option<String>)> {
    match service {
        ServiceName::Table => {
            let Tables { value } = serde_json::from_slice(&answer.body).ok()?;
            let next = answer.headers.get("x-ms-continuation-nexttablename").map(str::to_owned);
            Some((value.into_iter().map(|table| table.name).collect(), next))
        }
        ServiceName::Queue => match Document::of_queue(answer) {
            Document::Queues(listing) => {
                Some((listing.queues.into_iter().map(|queue| queue.name).collect(), listing.frame.next))
            }
            _ => None,
        },
        ServiceName::Blob => {
            let listing = listed(answer)?;
            Some((listing.names().map(str::to_owned).collect(), listing.frame.next))
        }
    }
}
