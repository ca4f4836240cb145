//! Following a target whose state parted from the oracle's: what a step touched is read back, and the oracle takes it over.
//!
//! The reads are no part of the history and are not judged. They are written plainly, in JSON and signed with Shared Key,
//! whatever the history's axes are.

mod blob;
mod queue;

use super::fixtures;
use super::played::{Adoption, Answers, Rows};
use super::target_side::TargetSide;
use crate::history::lower::Page;
use crate::history::symbols;
use crate::judge::{Reading, tag_within};
use std::time::SystemTime;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::{Symbol, literal};
use tablestakes_reference::history::{Call, History, KeyEncoding, Step, Wire};
use tablestakes_reference::http::Response;
use tablestakes_reference::table::model::Adopted;
use tablestakes_reference::table::{EntityBody, Key, Operation, Query, Value};

/// So many entities are read back one by one; of more, or where nobody knows which, the table is read as a whole.
const MOST_CELLS: usize = 12;
/// Tables are read back whole only if they have no more pages than this.
const MOST_PAGES: usize = 4;

/// The custom properties of an entity.
type Properties = Vec<(Box<str>, Value)>;

/// An entity that a step touches, and the part of its transaction that does.
struct Cell {
    part: Option<usize>,
    table: String,
    key: Key,
}

/// What a step touches.
enum Touched {
    /// These entities.
    Cells(Vec<Cell>),
    /// Everything that the history's tables hold, and the tables themselves.
    All,
    /// Nothing that can be read back.
    Unreadable,
}

impl TargetSide<'_> {
    /// Reads back what a step touched that was answered so; nothing if it cannot be read.
    pub(super) async fn read_back(
        &mut self,
        history: &History,
        index: usize,
        step: &Step,
        answer: Option<Response>,
    ) -> Option<Adoption> {
        let answers = match (history.service, &step.call) {
            (ServiceName::Table, _) => return self.read_rows(history, step).await.map(Adoption::Rows),
            (ServiceName::Blob, Call::Blob { ask }) => self.read_blob(index, ask, &step.wire, answer).await,
            (ServiceName::Queue, Call::Queue { ask }) => self.read_queue(ask, &step.wire, answer).await,
            _ => None,
        };
        answers.map(Adoption::Answers)
    }

    /// Asks for one thing, and keeps what is said: the status, if it is there or is not.
    async fn ask(&mut self, read: impl Into<Step>, answers: &mut Answers) -> Option<u16> {
        let step = read.into();
        let response = self.own(&step).await?;
        let status = response.status;
        answers.reads.push(step);
        answers.said.push(response);
        matches!(status, 200 | 404).then_some(status)
    }

    async fn read_rows(&mut self, history: &History, step: &Step) -> Option<Rows> {
        match touched(step) {
            Touched::Cells(cells) if cells.len() <= MOST_CELLS => self.cells(cells).await,
            Touched::Cells(_) | Touched::All => self.tables(history).await,
            Touched::Unreadable => None,
        }
    }

    /// Whether a table or queue is there, whatever was said when it was created.
    pub(super) async fn can_use(&mut self, service: ServiceName, name: &str) -> bool {
        self.own(&fixtures::reading(service, name)).await.is_some_and(|response| response.status == 200)
    }

    /// Reads the ETags that later steps refer to and that the step's answer lacks. Of a blob that is read only where the step was
    /// granted.
    pub(super) async fn missing_tags(&mut self, index: usize, history: &History, step: &Step, granted: bool) {
        if let Call::Blob { ask } = &step.call {
            return self.missing_tag_of_blob(index, history, ask, granted).await;
        }
        let Touched::Cells(cells) = touched(step) else { return };
        for cell in cells {
            if !self.lacks_wanted(Symbol::ETag { step: index, part: cell.part }, index, history) {
                continue;
            }
            if let Some((_, tag)) = self.entity(&cell).await {
                self.bindings.set_etag(index, cell.part, tag);
            }
        }
    }

    /// Whether later steps than this refer to a symbol that has no value.
    fn lacks_wanted(&self, symbol: Symbol, index: usize, history: &History) -> bool {
        let is_wanted = || history.steps.iter().skip(index + 1).flat_map(symbols).any(|held| held == symbol);
        self.bindings.bind(&symbol.to_string()).is_err() && is_wanted()
    }

    /// Binds the ETags of entities as they are now to what the step should have returned.
    pub(super) async fn bind_tags(&mut self, index: usize, rows: &Rows) {
        for (part, step) in &rows.tags {
            let tag = self.own(step).await.and_then(|response| etag(&response));
            self.bindings.set_etag(index, *part, tag);
        }
    }

    async fn cells(&mut self, cells: Vec<Cell>) -> Option<Rows> {
        let mut adoption = Rows::default();
        for cell in cells {
            let (properties, _) = self.entity(&cell).await?;
            adoption.tags.push((cell.part, reading(&cell)));
            let table = self.bindings.bind(&cell.table).ok()?;
            adoption.changes.push(Adopted::Row { table, key: cell.key, properties });
        }
        Some(adoption)
    }

    /// The custom properties of an entity, none if it is not there, and its ETag.
    async fn entity(&mut self, cell: &Cell) -> Option<(Option<Properties>, Option<String>)> {
        let response = self.own(&reading(cell)).await?;
        if response.status == 404 {
            return Some((None, None));
        }
        match Reading::of(&response) {
            Reading::Entity(entity) if response.status == 200 => Some((Some(entity.properties?), etag(&response))),
            _ => None,
        }
    }

    async fn tables(&mut self, history: &History) -> Option<Rows> {
        let mut adoption = Rows::default();
        let mut names: Vec<String> =
            history.all_steps().filter_map(|step| fixtures::created_by(step, &self.bindings)).collect();
        for number in 0..history.fixtures {
            names.push(self.bindings.bind(&Symbol::Table(number).to_string()).ok()?);
        }
        names.sort();
        names.dedup();
        names.retain(|name| name.starts_with(self.bindings.prefix()));
        for name in names {
            let rows = self.rows(&name).await?;
            adoption.changes.push(Adopted::Table { name: name.clone(), exists: rows.is_some() });
            if let Some(rows) = rows {
                adoption.changes.push(Adopted::Rows { table: name, rows });
            }
        }
        Some(adoption)
    }

    /// The entities of a table; none within if there is no such table.
    async fn rows(&mut self, table: &str) -> Option<Option<Vec<(Key, Properties)>>> {
        let step = Step::from(Call::Scan { table: literal(table), query: Query::default() });
        let mut page = Page::default();
        let mut rows = Vec::new();
        for _ in 0..MOST_PAGES {
            let request = self.lower_own_page(&step, &page, SystemTime::now()).ok()?;
            let response = self.send_own(request).await.ok()?;
            match (response.status, Reading::of(&response)) {
                (404, _) => return Some(None),
                (200, Reading::Entities(entities)) => {
                    for entity in entities {
                        rows.push((entity.key?, entity.properties?));
                    }
                }
                _ => return None,
            }
            page = Page::after(&response);
            if page.partition.is_none() {
                return Some(Some(rows));
            }
        }
        None
    }

    /// The answer to a request of our own.
    async fn own(&mut self, step: &Step) -> Option<Response> {
        let request = self.lower_own(step, SystemTime::now()).ok()?;
        self.send_own(request).await.ok()
    }
}

/// Whether a step may change what the service holds.
pub(super) fn may_write(step: &Step) -> bool {
    match &step.call {
        Call::Operation { operation } => !matches!(
            operation,
            Operation::GetEntity { .. }
                | Operation::GetTable { .. }
                | Operation::QueryEntities { .. }
                | Operation::QueryTables { .. }
        ),
        Call::Queue { ask } => !ask.reads(),
        Call::Blob { ask } => !ask.operation.reads(),
        Call::Raw { request } => {
            let takes = request.target.contains("/messages") && !request.target.contains("peekonly=true");
            takes || !matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS")
        }
        Call::Scan { .. } | Call::ScanTables { .. } | Call::Wait { .. } | Call::Restart => false,
    }
}

fn touched(step: &Step) -> Touched {
    match &step.call {
        Call::Operation { operation: Operation::Batch { operations } } => {
            let cells: Option<Vec<Cell>> =
                operations.iter().enumerate().map(|(part, operation)| cell(operation, Some(part))).collect();
            cells.map_or(Touched::All, Touched::Cells)
        }
        Call::Operation { operation } => match operation {
            Operation::CreateTable { .. } | Operation::DeleteTable { .. } => Touched::All,
            _ => cell(operation, None).map_or(Touched::All, |cell| Touched::Cells(vec![cell])),
        },
        // Policies and properties are not read back.
        Call::Raw { request } if request.target.contains("comp=") => Touched::Unreadable,
        Call::Raw { .. } => Touched::All,
        Call::Queue { .. }
        | Call::Blob { .. }
        | Call::Scan { .. }
        | Call::ScanTables { .. }
        | Call::Wait { .. }
        | Call::Restart => Touched::Unreadable,
    }
}

fn cell(operation: &Operation, part: Option<usize>) -> Option<Cell> {
    let (table, key) = match operation {
        Operation::InsertEntity { table, entity: EntityBody { partition, row, .. }, .. } => {
            (table, Key::new(partition.as_deref()?, row.as_deref()?))
        }
        Operation::WriteEntity { table, key, .. }
        | Operation::DeleteEntity { table, key, .. }
        | Operation::GetEntity { table, key, .. } => (table, key.clone()),
        _ => return None,
    };
    Some(Cell { part, table: table.clone(), key })
}

/// The request that reads an entity.
fn reading(cell: &Cell) -> Step {
    Step::from(Operation::GetEntity { table: cell.table.clone(), key: cell.key.clone(), select: None })
}

/// Whether a step names what it is about in the plain way, so that it can be asked about.
fn is_plain(wire: &Wire) -> bool {
    let Wire { account, location, keys, .. } = wire;
    account.is_none() && location.is_primary() && *keys == KeyEncoding::default()
}

/// The ETag of an entity that was read: of the answer, or within it.
fn etag(response: &Response) -> Option<String> {
    response.headers.get("etag").map(str::to_owned).or_else(|| tag_within(response))
}
