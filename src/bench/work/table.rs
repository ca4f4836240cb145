//! Operations on tables: inserts, batches, point reads, range queries, scans.

use super::perform::Working;
use super::random::below;
use super::rows::rows;
use crate::bench::client::Requests;
use crate::bench::miss::{Miss, granted};
use crate::bench::point::{POPULATION, SMALL};
use crate::judge::parts;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::{Symbol, literal};
use tablestakes_reference::table::{EntityBody, Key, Operation, Prefer, Query, Token, Value};

/// The most entities of an entity group transaction.
const LARGEST_BATCH: u64 = 100;
/// A query that answers more pages than this for each row answers without end.
const SPARE_PAGES: u64 = 50;

fn name() -> String {
    Symbol::Table(0).to_string()
}

pub(super) fn making() -> Step {
    Step::from(Operation::CreateTable { table: name(), prefer: Some(Prefer::ReturnNoContent) })
}

pub(super) fn deleting() -> Step {
    Step::from(Operation::DeleteTable { table: name() })
}

fn partition(number: u64) -> String {
    format!("p{number:03}")
}

fn row(number: u64) -> String {
    format!("r{number:010}")
}

/// An insert of an entity with so many octets of content, which is not sent back.
fn inserting(working: &Working, partition: String, number: u64, size: u64) -> Operation {
    let content = Value::Binary(working.content(size));
    let entity = EntityBody::keyed(&Key::new(partition, row(number))).with("Content", content);
    Operation::InsertEntity { table: name(), entity, prefer: Some(Prefer::ReturnNoContent) }
}

pub(super) async fn insert(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    let batch = parameters.batch.clamp(1, LARGEST_BATCH);
    let of = |row: u64| inserting(working, partition(number % parameters.partitions.max(1)), row, parameters.size);
    if batch == 1 {
        return working.client.ask(of(number), requests).await.map(drop);
    }
    let operations = (number * batch..(number + 1) * batch).map(of).collect();
    transaction(working, operations, requests).await
}

/// One entity group transaction, each of whose parts must be granted.
async fn transaction(working: &Working, operations: Vec<Operation>, requests: &mut Requests) -> Result<(), Miss> {
    let count = operations.len();
    let answer = working.client.ask(Operation::Batch { operations }, requests).await?;
    let parts = parts(&answer);
    parts.iter().try_for_each(granted)?;
    if parts.len() == count { Ok(()) } else { Err(Miss::Wrong) }
}

/// Inserts these, by entity group transactions; by themselves where the target has none.
async fn populate(working: &Working, operations: Vec<Operation>) -> Result<(), Miss> {
    let mut requests = Requests::new();
    for chunk in operations.chunks(usize::try_from(LARGEST_BATCH).unwrap_or(1)) {
        match transaction(working, chunk.to_vec(), &mut requests).await {
            Ok(()) => {}
            Err(Miss::Refused(_) | Miss::Wrong) => {
                for operation in chunk {
                    match working.client.ask(operation.clone(), &mut requests).await {
                        // The transaction may have been carried out all the same.
                        Ok(_) | Err(Miss::Refused(409)) => {}
                        Err(miss) => return Err(miss),
                    }
                }
            }
            Err(miss) => return Err(miss),
        }
    }
    Ok(())
}

/// Rows of each partition that point reads read.
fn rows_of_partition(working: &Working) -> u64 {
    (POPULATION / working.point.parameters.partitions.max(1)).clamp(1, LARGEST_BATCH)
}

/// As many rows in each partition as one transaction holds.
pub(super) async fn populate_partitions(working: &Working) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    for number in 0..parameters.partitions {
        let rows =
            (0..rows_of_partition(working)).map(|row| inserting(working, partition(number), row, parameters.size));
        populate(working, rows.collect()).await?;
    }
    Ok(())
}

/// The rows of one partition that queries read.
pub(super) async fn populate_rows(working: &Working) -> Result<(), Miss> {
    populate(working, (0..POPULATION).map(|row| inserting(working, partition(0), row, SMALL)).collect()).await
}

pub(super) async fn get(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let parameters = working.point.parameters;
    let held = rows_of_partition(working);
    let drawn = below(working.seed, number, parameters.partitions * held);
    let key = Key::new(partition(drawn / held), row(drawn % held));
    let operation = Operation::GetEntity { table: name(), key, select: None };
    let answer = working.client.ask(operation, requests).await?;
    // The property alone takes this much.
    if answer.body.len() as u64 >= parameters.size { Ok(()) } else { Err(Miss::Wrong) }
}

pub(super) async fn query(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let wanted = working.point.parameters.rows.min(POPULATION);
    let first = below(working.seed, number, POPULATION - wanted + 1);
    let (from, to) = (row(first), row(first + wanted));
    let filter = format!("PartitionKey eq '{}' and RowKey ge '{from}' and RowKey lt '{to}'", partition(0));
    follow(working, Query { filter: Some(filter), ..Query::default() }, wanted, requests).await
}

pub(super) async fn scan(working: &Working, requests: &mut Requests) -> Result<(), Miss> {
    let filter = format!("PartitionKey eq '{}'", partition(0));
    let top = Some(working.point.parameters.page.to_string());
    follow(working, Query { filter: Some(filter), top, select: None }, POPULATION, requests).await
}

/// Follows a query through all of its pages, which must hold so many rows.
async fn follow(working: &Working, query: Query, wanted: u64, requests: &mut Requests) -> Result<(), Miss> {
    let (mut held, mut next) = (0, None);
    for _ in 0..wanted + SPARE_PAGES {
        let operation = Operation::QueryEntities { table: name(), query: query.clone(), next: next.take() };
        let answer = working.client.ask(operation, requests).await?;
        held += rows(&answer.body);
        let header = |name: &str| answer.headers.get(name).map(literal);
        match header("x-ms-continuation-nextpartitionkey") {
            None => return if held == wanted { Ok(()) } else { Err(Miss::Wrong) },
            Some(partition) => {
                next = Some(Token { partition, row: header("x-ms-continuation-nextrowkey") });
            }
        }
    }
    Err(Miss::Wrong)
}
