//! The table service: a request, the time and a source of ids in; an answer out.

use super::batch;
use super::model::{Model, Scan, Write, missing};
use super::outcome::Outcome;
use super::wire::address::QueryString;
use super::wire::command::{Command, Message};
use super::wire::negotiation::Form;
use super::wire::reply::{Frame, Reply};
use super::wire::understood;
use crate::account::Account;
use crate::answer::{Alternative, Answer, PartAnswer};
use crate::auth;
use crate::datetime::DateTime;
use crate::http::{Request, Response};
use crate::ids::IdSource;
use crate::refusal::{Layer, Refusal};
use crate::rules::{Broken, Level, RuleId, Trace, id};
use crate::version::Version;

/// The largest body that is read (`table.limits.body-too-large`).
pub const LARGEST_BODY: usize = 4 << 20;

/// How the account is named in addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressing {
    /// In the host, as in the cloud.
    Host,
    /// In the first path segment, as with emulators.
    Path,
}

/// Whether requests must prove where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// By a signature.
    Verified,
    /// Every request is taken for one of the account's own: for recordings, which hold no signatures.
    Trusted,
}

/// What a service is told when it is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Its account.
    pub account: Account,
    /// How the account is named in addresses.
    pub addressing: Addressing,
    /// `http` or `https`: the scheme of the addresses in answers.
    pub scheme: &'static str,
    /// Whether requests must prove where they come from.
    pub identity: Identity,
    /// The most entities or tables on a page.
    pub page_size: usize,
    /// Whether a page ends where a partition does.
    pub pages_end_with_partition: bool,
    /// The rules that it breaks.
    pub broken: Broken,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            account: Account::emulator(),
            addressing: Addressing::Path,
            scheme: "http",
            identity: Identity::Verified,
            page_size: 1000,
            pages_end_with_partition: false,
            broken: Broken::none(),
        }
    }
}

impl Settings {
    /// Whether addresses begin with the account.
    pub(super) fn names_account_in_path(&self) -> bool {
        self.addressing == Addressing::Path
    }
}

/// The reference implementation of the table service.
#[derive(Debug, Clone)]
pub struct TableService {
    settings: Settings,
    model: Model,
}

impl TableService {
    /// A service that holds nothing.
    pub fn new(settings: Settings) -> Self {
        Self { settings, model: Model::default() }
    }

    /// How many entities it holds.
    pub fn entity_count(&self) -> usize {
        self.model.entity_count()
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let Self { settings, model } = self;
        let mut trace = Trace::new(&settings.broken);
        let trace = &mut trace;
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let query = QueryString::read(query, trace);
        let sent_version = request.headers.get("x-ms-version");
        let version = sent_version.and_then(|version| version.parse().ok()).unwrap_or(Version::DEFAULT);
        let form = Form::of(&request.headers, &query, version, trace);
        let host = request.headers.get("host").unwrap_or("localhost");
        let account = settings.account.name.as_str();
        let base = match settings.addressing {
            Addressing::Host => format!("{}://{host}", settings.scheme),
            Addressing::Path => format!("{}://{host}/{account}", settings.scheme),
        };
        let request_id = ids.next_id();
        let frame = Frame { base: &base, account, version, form, request_id, now, in_batch: false };
        let mut verdict = Verdict::default();
        let response = 'answer: {
            if let Some(refusal) = version_refusal(sent_version, trace) {
                verdict.refused(&[refusal.clone()]);
                break 'answer frame.refused_for_version(&refusal);
            }
            let path = match settings.addressing {
                Addressing::Host => path,
                Addressing::Path => match own_path(path, account, trace) {
                    Ok(path) => path,
                    Err(refusal) => {
                        verdict.refused(&[refusal.clone()]);
                        break 'answer refused(&frame, &refusal, false, trace);
                    }
                },
            };
            let message = Message {
                method: &request.method,
                path,
                query: &query,
                headers: &request.headers,
                body: &request.body,
                version,
                in_batch: false,
            };
            if settings.identity == Identity::Verified
                && let Err(refusal) = auth::authenticate(&settings.account, request, now, trace)
            {
                let refusal = first_refusal(model, &message, refusal, trace);
                verdict.refused(&[refusal.clone()]);
                verdict.allow_for_authentication(&refusal);
                break 'answer match refusal.layer {
                    Layer::FrontEnd => {
                        let accept = request.headers.get("accept").unwrap_or_default();
                        frame.refused_by_front_end(&refusal, accept.contains("json"))
                    }
                    _ => refused(&frame, &refusal, false, trace),
                };
            }
            if request.body.len() > LARGEST_BODY && trace.enforce(id::TABLE_LIMITS_BODY_TOO_LARGE) {
                let refusal = Refusal {
                    status: 413,
                    code: "RequestBodyTooLarge",
                    message: "The request body is too large and exceeds the maximum permissible limit.".to_owned(),
                    rule: id::TABLE_LIMITS_BODY_TOO_LARGE,
                    layer: Layer::FrontEnd,
                };
                verdict.refused(&[refusal.clone()]);
                break 'answer frame.refused_by_front_end(&refusal, true);
            }
            let understood = message.understand(trace);
            if matches!(understood, Ok(Command::Batch)) {
                break 'answer batch::handle(model, settings, &message, &frame, ids, &mut verdict, trace);
            }
            let mut exchange = Exchange { model, settings, frame, trace };
            exchange.run(understood, &mut verdict)
        };
        verdict.into_answer(response, std::mem::replace(trace, Trace::new(&settings.broken)).into_rules())
    }
}

/// Why an answer is as it is, put together while it is made.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    refused_by: Option<RuleId>,
    alternatives: Vec<Alternative>,
    pub(super) parts: Vec<PartAnswer>,
}

impl Verdict {
    /// The request is refused, for the first of these reasons; the others would have done as well.
    pub(super) fn refused(&mut self, refusals: &[Refusal]) {
        let PartAnswer { refused_by, alternatives } = part_answer(refusals);
        self.refused_by = refused_by;
        self.alternatives = alternatives;
    }

    /// What else a service may answer to a request that it cannot authenticate.
    fn allow_for_authentication(&mut self, refusal: &Refusal) {
        let statuses: &[u16] = match refusal.rule {
            rule if rule == id::TABLE_AUTH_REQUIRED => &[401, 403, 404],
            rule if rule == id::TABLE_AUTH_MALFORMED => &[400, 401, 403],
            _ => &[],
        };
        let allow = |status: &u16| Alternative { status: *status, code: None, rule: refusal.rule, same_effect: true };
        self.alternatives.extend(statuses.iter().map(allow));
    }

    fn into_answer(self, response: Response, rules: Vec<RuleId>) -> Answer {
        let Self { refused_by, alternatives, parts } = self;
        Answer { response, rules, refused_by, alternatives, parts }
    }
}

/// Why a part is refused: for the first of these reasons, and what else would have been right.
pub(super) fn part_answer(refusals: &[Refusal]) -> PartAnswer {
    let Some((first, others)) = refusals.split_first() else {
        return PartAnswer { refused_by: None, alternatives: Vec::new() };
    };
    let refused = |refusal: &Refusal| Alternative {
        status: refusal.status,
        code: Some(refusal.code),
        rule: refusal.rule,
        same_effect: true,
    };
    let mut alternatives: Vec<_> = others.iter().map(refused).collect();
    if first.rule == id::TABLE_ERRORS_METHOD_NOT_ALLOWED {
        let allow = |status| Alternative { status, code: None, rule: first.rule, same_effect: true };
        alternatives.extend([400, 404, 405, 501].map(allow));
    }
    if first.rule.rule().level == Level::Open {
        // Nobody knows whether this is refused, nor how.
        let allow = |status| Alternative { status, code: None, rule: first.rule, same_effect: status >= 400 };
        alternatives.extend([200, 201, 202, 204, 400, 404, 413, 501].map(allow));
    }
    PartAnswer { refused_by: Some(first.rule), alternatives }
}

fn refused(frame: &Frame<'_>, refusal: &Refusal, preferring: bool, trace: &mut Trace<'_>) -> Response {
    if refusal.layer == Layer::Listener {
        return frame.refused_by_listener();
    }
    let reply = frame.refused(refusal, "", preferring, trace);
    frame.answer(reply, trace)
}

fn version_refusal(sent: Option<&str>, trace: &mut Trace<'_>) -> Option<Refusal> {
    let known = sent.is_none_or(|sent| sent.parse::<Version>().is_ok_and(Version::is_known));
    if known || !trace.enforce(id::TABLE_HEADERS_VERSION_UNKNOWN) {
        return None;
    }
    let message = "The value for one of the HTTP headers is not in the correct format.".to_owned();
    let rule = id::TABLE_HEADERS_VERSION_UNKNOWN;
    Some(Refusal { status: 400, code: "InvalidHeaderValue", message, rule, layer: Layer::Listener })
}

/// The path below the account, which emulator-style addresses name first.
fn own_path<'p>(path: &'p str, account: &str, trace: &mut Trace<'_>) -> Result<&'p str, Refusal> {
    let rest = path.strip_prefix('/').unwrap_or(path);
    let (first, below) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
    if first == account || !trace.enforce(id::TABLE_ADDRESS_PATH_ACCOUNT) {
        return Ok(below);
    }
    Err(missing(id::TABLE_ADDRESS_PATH_ACCOUNT))
}

/// The refusal of a request that is not authenticated: that, unless the reference is told to look at tables first.
fn first_refusal(model: &Model, message: &Message<'_>, refusal: Refusal, trace: &mut Trace<'_>) -> Refusal {
    if trace.enforce(id::TABLE_AUTH_BEFORE_ALL) {
        return refusal;
    }
    let table = message.understand(trace).ok().and_then(|command| command.table().map(str::to_owned));
    match table {
        Some(table) if model.table(&table, trace).is_none() => {
            Refusal { rule: id::TABLE_AUTH_BEFORE_ALL, ..table_missing(trace) }
        }
        _ => refusal,
    }
}

/// The refusal of an operation on the entities of a table that is not there.
pub(super) fn table_missing(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::TABLE_TABLES_MISSING_TABLE;
    if trace.enforce(rule) {
        let message = "The table specified does not exist.".to_owned();
        Refusal { status: 404, code: "TableNotFound", message, rule, layer: Layer::Reader }
    } else {
        missing(rule)
    }
}

/// One operation, in a transaction or by itself.
pub(super) struct Exchange<'x, 'b> {
    pub(super) model: &'x mut Model,
    pub(super) settings: &'x Settings,
    pub(super) frame: Frame<'x>,
    pub(super) trace: &'x mut Trace<'b>,
}

impl Exchange<'_, '_> {
    fn run(&mut self, understood: Result<Command, Vec<Refusal>>, verdict: &mut Verdict) -> Response {
        let preferring = match &understood {
            Ok(command) => command.has_preference(),
            // What is refused before it is understood is a creation if it is a POST.
            Err(_) => true,
        };
        let refusals = match understood {
            Ok(command) => match self.perform(command) {
                Ok(reply) => return self.frame.answer(reply, self.trace),
                Err(refusal) => vec![refusal],
            },
            Err(refusals) => refusals,
        };
        verdict.refused(&refusals);
        match refusals.first() {
            Some(refusal) => refused(&self.frame, refusal, preferring, self.trace),
            None => self.frame.refused_by_listener(),
        }
    }

    /// Does what a command asks.
    pub(super) fn perform(&mut self, command: Command) -> Result<Reply, Refusal> {
        if let Some(table) = command.table()
            && self.model.table(table, self.trace).is_none()
        {
            return Err(table_missing(self.trace));
        }
        match command {
            Command::QueryTables { filter, top, from } => {
                let paged = self.trace.enforce(id::TABLE_CONTINUATION_TABLES);
                let limit = top.filter(|_| paged).unwrap_or(usize::MAX).min(self.settings.page_size);
                let page = self.model.table_page(filter.as_ref(), limit, from.as_deref(), self.trace);
                Ok(self.frame.granted(&Outcome::Tables(page), self.trace))
            }
            Command::GetTable(name) => self.get_table(&name),
            Command::CreateTable(name) => self.create_table(&name),
            Command::DeleteTable(name) => self.delete_table(&name),
            Command::QueryEntities { table, filter, select, top, from } => {
                let scan = Scan {
                    filter: filter.as_ref(),
                    top,
                    from: from.as_ref(),
                    page_size: self.settings.page_size,
                    ends_with_partition: self.settings.pages_end_with_partition,
                };
                let Some(held) = self.model.table(&table, self.trace) else { return Err(table_missing(self.trace)) };
                let mut page = held.page(&scan, self.trace);
                if let Some(filter) = &filter {
                    let several = page.rows.len() > 1 && filter.names_partition();
                    if several && !self.trace.enforce(id::TABLE_QUERY_PARTITION_FILTER) {
                        page.rows.truncate(1);
                    }
                    let nothing = page.rows.is_empty() && filter.names_entity();
                    if nothing && !self.trace.enforce(id::TABLE_QUERY_KEY_FILTER_SET) {
                        return Err(missing(id::TABLE_QUERY_KEY_FILTER_SET));
                    }
                }
                if page.rows.is_empty() && page.next.is_none() && !self.trace.enforce(id::TABLE_JSON_EMPTY_SET) {
                    return Err(missing(id::TABLE_JSON_EMPTY_SET));
                }
                let outcome = Outcome::Entities { table: &held.name, page, select: select.as_ref() };
                Ok(self.frame.granted(&outcome, self.trace))
            }
            Command::GetEntity { table, key, select } => {
                let key = understood::key(self.model, &table, key, self.trace);
                let held = self.model.table(&table, self.trace);
                let row = held.and_then(|held| held.row(&key.partition, &key.row, self.trace));
                match (held, row) {
                    (Some(held), Some(row)) => {
                        let outcome = Outcome::Entity { table: &held.name, key: &key, row, select: select.as_ref() };
                        Ok(self.frame.granted(&outcome, self.trace))
                    }
                    _ if self.frame.in_batch || self.trace.enforce(id::TABLE_ENTITIES_GET_MISSING) => {
                        Err(missing(id::TABLE_ENTITIES_GET_MISSING))
                    }
                    _ => {
                        let mut reply = self.frame.granted(&Outcome::EntityDeleted, self.trace);
                        (reply.status, reply.body) = (200, b"{}".to_vec());
                        Ok(reply)
                    }
                }
            }
            Command::Write { table, key, write } => self.write(&table, key, write),
            Command::Batch => Err(missing(id::TABLE_OPEN_BATCH_SHAPES)),
        }
    }

    fn get_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        let found = self.model.table(name, self.trace).map(|table| table.name.as_str());
        match found {
            Some(found) if self.trace.enforce(id::TABLE_TABLES_GET) => {
                Ok(self.frame.granted(&Outcome::Table(found), self.trace))
            }
            Some(_) => Err(missing(id::TABLE_TABLES_GET)),
            None if self.trace.enforce(id::TABLE_TABLES_GET_MISSING) => Err(missing(id::TABLE_TABLES_GET_MISSING)),
            None => Ok(self.frame.granted(&Outcome::Table(name), self.trace)),
        }
    }

    fn create_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        let created = self.model.create_table(name, self.frame.now, self.trace);
        if !created && self.trace.enforce(id::TABLE_TABLES_CREATE_CONFLICT) {
            return Err(Refusal {
                status: 409,
                code: "TableAlreadyExists",
                message: "The table specified already exists.".to_owned(),
                rule: id::TABLE_TABLES_CREATE_CONFLICT,
                layer: Layer::Entities,
            });
        }
        Ok(self.frame.granted(&Outcome::TableCreated(name), self.trace))
    }

    fn delete_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        if self.model.delete_table(name, self.trace) {
            return Ok(self.frame.granted(&Outcome::TableDeleted, self.trace));
        }
        let impossible = !name.bytes().all(|octet| octet.is_ascii_alphanumeric()) || !(3..=63).contains(&name.len());
        let rule = id::TABLE_TABLES_DELETE_NAME_NOT_VALIDATED;
        if impossible && !self.trace.enforce(rule) {
            return Err(Refusal { status: 400, code: "InvalidResourceName", ..missing(rule) });
        }
        if self.trace.enforce(id::TABLE_TABLES_DELETE_MISSING) {
            Err(missing(id::TABLE_TABLES_DELETE_MISSING))
        } else {
            Ok(self.frame.granted(&Outcome::TableDeleted, self.trace))
        }
    }

    fn write(&mut self, table: &str, key: crate::table::Key, write: Write) -> Result<Reply, Refusal> {
        let key = understood::key(self.model, table, key, self.trace);
        let insert = matches!(write, Write::Insert(_));
        let upsert = matches!(write, Write::Write { condition: None, .. });
        let written = self.model.write(table, &key, write, self.frame.in_batch, self.frame.now, self.trace)?;
        let held = self.model.table(table, self.trace);
        let name = held.map_or(table, |held| held.name.as_str());
        let outcome = match (written, held.and_then(|held| held.row(&key.partition, &key.row, self.trace))) {
            (Some(_), Some(row)) if insert => Outcome::Inserted { table: name, key: &key, row },
            (Some(timestamp), _) => Outcome::Written { table: name, key: &key, timestamp, upsert },
            (None, _) => Outcome::EntityDeleted,
        };
        Ok(self.frame.granted(&outcome, self.trace))
    }
}
