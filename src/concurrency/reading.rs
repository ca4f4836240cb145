//! From requests and answers to what a timeline holds: which rows of which partition were written, and which were seen.
//!
//! An answer that says that it could not be done at the moment, and one that cannot be read, leave open whether it was.
//! Whether answers are well-formed is asked elsewhere; here it only matters what they say.

use super::timeline::{Answer, Asked, Cover, Properties, Put, Seen, Sight};
use crate::history::{Bindings, Page};
use crate::judge::{Document, Json, Row, date_time, parts, properties};
use crate::target::TransportFailure;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::Response;
use tablestakes_reference::table::model::{Condition, Write};
use tablestakes_reference::table::{EntityBody, Operation, PropertyValue, Query};

/// A table and a partition key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Partition {
    pub(super) table: String,
    pub(super) key: String,
}

/// A history whose answers do not show whether it was right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unfit(pub(super) String);

/// What a step asks of a partition; nothing if it is not about one.
pub(super) fn asked(step: &Step, page: usize, bindings: &Bindings) -> Result<Option<(Partition, Asked)>, Unfit> {
    let query = |table: &str, query: &Query| {
        let key = partition_of(query)?;
        Some((partition(table, &key, bindings), Asked::Page(page)))
    };
    match &step.call {
        Call::Scan { table, query: held } => Ok(query(table, held)),
        Call::Operation { operation } => match operation {
            Operation::QueryEntities { table, query: held, next: None } => Ok(query(table, held)),
            Operation::GetEntity { table, key, select: None } => {
                let read = Asked::Read { row: key.row.clone() };
                Ok(Some((partition(table, &key.partition, bindings), read)))
            }
            Operation::Batch { operations } => {
                let mut puts = Vec::with_capacity(operations.len());
                let mut place = None;
                for operation in operations {
                    let Some((partition, put)) = write(operation, bindings)? else { return Ok(None) };
                    place = Some(partition);
                    puts.push(put);
                }
                Ok(place.map(|place| (place, Asked::Write { puts, transaction: true })))
            }
            other => {
                let written = write(other, bindings)?;
                Ok(written.map(|(place, put)| (place, Asked::Write { puts: vec![put], transaction: false })))
            }
        },
        Call::ScanTables { .. }
        | Call::Queue { .. }
        | Call::Blob { .. }
        | Call::Raw { .. }
        | Call::Wait { .. }
        | Call::Restart => Ok(None),
    }
}

fn partition(table: &str, key: &str, bindings: &Bindings) -> Partition {
    Partition { table: bindings.bind(table).unwrap_or_else(|_| table.to_owned()), key: key.to_owned() }
}

/// The partition that a query reads as a whole.
fn partition_of(query: &Query) -> Option<String> {
    let key = query.filter.as_deref()?.strip_prefix("PartitionKey eq '")?.strip_suffix('\'')?;
    (!key.contains('\'') && query.select.is_none()).then(|| key.to_owned())
}

fn write(operation: &Operation, bindings: &Bindings) -> Result<Option<(Partition, Put)>, Unfit> {
    let place = |table: &str, key: &str| partition(table, key, bindings);
    let condition = |if_match: &str| match if_match {
        "*" => Condition::Exists,
        tag => Condition::Tag(bindings.bind(tag).unwrap_or_else(|_| tag.to_owned())),
    };
    Ok(match operation {
        Operation::InsertEntity { table, entity, .. } => {
            let (Some(partition), Some(row)) = (&entity.partition, &entity.row) else {
                return Err(Unfit("an insert has no key".to_owned()));
            };
            Some((place(table, partition), Put { row: row.clone(), write: Write::Insert(written(entity)?) }))
        }
        Operation::WriteEntity { table, key, entity, mode, if_match } => {
            let condition = if_match.as_deref().map(condition);
            let (mode, properties) = (*mode, written(entity)?);
            let write = Write::Write { mode, properties, nulls: Vec::new(), condition };
            Some((place(table, &key.partition), Put { row: key.row.clone(), write }))
        }
        Operation::DeleteEntity { table, key, if_match: Some(if_match) } => {
            let write = Write::Delete(condition(if_match));
            Some((place(table, &key.partition), Put { row: key.row.clone(), write }))
        }
        _ => None,
    })
}

fn written(entity: &EntityBody) -> Result<Properties, Unfit> {
    let properties = entity.properties.iter().map(|property| match &property.value {
        PropertyValue::Typed { value } => Ok((property.name.as_str().into(), value.clone())),
        PropertyValue::Null | PropertyValue::Literal { .. } => {
            Err(Unfit(format!("nobody knows what {} = {:?} is stored as", property.name, property.value)))
        }
    });
    let mut properties = properties.collect::<Result<Properties, Unfit>>()?;
    properties.sort_by(|left, right| left.0.cmp(&right.0));
    Ok(properties)
}

/// What an answer says.
///
/// # Errors
/// The target refuses what the history consists of.
pub(super) fn answered(
    asked: &Asked,
    partition: &Partition,
    outcome: &Result<Response, TransportFailure>,
) -> Result<Answer, Unfit> {
    let Ok(response) = outcome else { return Ok(Answer::Unknown) };
    match asked {
        Asked::Write { puts, transaction } => {
            let inner = if *transaction { parts(response) } else { Vec::new() };
            if let Some(failed) = inner.iter().find(|part| part.status >= 400) {
                return done(failed, Vec::new());
            }
            let told: Vec<_> = if *transaction { inner.iter().map(etag).collect() } else { vec![etag(response)] };
            if *transaction && response.status < 400 && told.len() != puts.len() {
                return Ok(Answer::Unknown);
            }
            done(response, told)
        }
        Asked::Read { row } => Ok(match response.status {
            200 => match Document::read(response) {
                Document::Entity(read) => seen(&read, etag(response))
                    .map_or(Answer::Unknown, |seen| shown([(row.clone(), seen)], Cover::Row(row.clone()))),
                _ => Answer::Unknown,
            },
            404 => shown([], Cover::Row(row.clone())),
            _ => Answer::Unknown,
        }),
        Asked::Page(number) => Ok(match Document::read(response) {
            Document::Set { rows, .. } if response.status == 200 => {
                page(*number, partition, &rows, Page::after(response) != Page::default())
            }
            _ => Answer::Unknown,
        }),
    }
}

fn done(response: &Response, etags: Vec<Option<String>>) -> Result<Answer, Unfit> {
    match response.status {
        200..400 => Ok(Answer::Done(etags)),
        404 | 409 | 412 => Ok(Answer::Refused),
        408 | 429 | 500 | 502..600 => Ok(Answer::Unknown),
        status => Err(Unfit(format!("the target answers {status} to what the history consists of"))),
    }
}

fn etag(response: &Response) -> Option<String> {
    response.headers.get("etag").map(str::to_owned)
}

fn shown(rows: impl IntoIterator<Item = (String, Seen)>, cover: Cover) -> Answer {
    Answer::Seen(Sight { rows: rows.into_iter().collect(), cover })
}

fn page(number: usize, partition: &Partition, rows: &[Row], goes_on: bool) -> Answer {
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(key) = row.key().filter(|key| key.partition == partition.key) else { continue };
        let Some(read) = seen(row, None) else { return Answer::Unknown };
        found.push((key.row, read));
    }
    let last = found.last().map(|(row, _)| row.clone());
    // Between two pages rows come and go: only the first page says what is not there.
    let cover = match (number, goes_on, last) {
        (0, false, _) => Cover::All,
        (0, true, Some(last)) => Cover::UpTo(last),
        (0, true, None) | (_, true, _) => Cover::Shown,
        (_, false, _) => Cover::Last,
    };
    shown(found, cover)
}

/// A row as it was read; nothing if a property cannot be.
fn seen(row: &Row, etag: Option<String>) -> Option<Seen> {
    let mut properties = properties(row)?;
    properties.sort_by(|left, right| left.0.cmp(&right.0));
    let annotated = || row.annotation("odata.etag").and_then(Json::as_str).map(str::to_owned);
    let timestamp = row.text("Timestamp").and_then(date_time);
    Some(Seen { etag: etag.or_else(annotated), timestamp, properties })
}
