//! `tablestakes clean`.

use super::arguments::runtime;
use super::duration::duration;
use super::failure::Failure;
use super::output::print;
use super::target::Named;
use crate::exit::Exit;
use crate::finding::printable;
use crate::history::Names;
use crate::live::Live;
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};
use tablestakes_reference::Profile;
use tablestakes_reference::table::{Operation, Query};

/// A target that lists more pages than this lists without end.
const MOST_PAGES: usize = 10_000;

/// Delete the tables that earlier runs left behind.
///
/// Only tables with a name that this tool gives are touched.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The target, as for `certify`.
    target: Option<String>,
    /// Leave the tables of runs that began less than this ago: they may still be going on.
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
    let named = Named::read(arguments.target.as_deref())?;
    runtime()?.block_on(clean(&arguments, named))
}

async fn clean(arguments: &Arguments, named: Named) -> Result<Exit, Failure> {
    let chosen = named.start(Profile::Cloud).await?;
    let live = Live::new(&chosen.target, arguments.request_timeout, None, Profile::Cloud);
    let limit = SystemTime::now().checked_sub(arguments.older_than).unwrap_or(SystemTime::UNIX_EPOCH);
    let tables = own_tables(&live, &chosen.info.given).await?;
    let (old, young): (Vec<_>, Vec<_>) = tables.into_iter().partition(|(_, started)| *started <= limit);
    let (mut deleted, mut left) = (0, Vec::new());
    for (table, _) in old {
        match live.ask(Operation::DeleteTable { table: table.clone() }).await {
            // One that is gone already is what was wanted.
            Ok(answer) if (200..300).contains(&answer.status) || answer.status == 404 => deleted += 1,
            Ok(answer) => left.push(format!("{table}: status {}", answer.status)),
            Err(failure) => left.push(format!("{table}: {failure}")),
        }
    }
    if let Some(embedded) = chosen.embedded {
        embedded.stop().await;
    }
    print(&format!(
        "{deleted} tables deleted, {} of recent runs left alone, {} not deleted\n",
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
            .ask(operation)
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
