//! Doing what a transaction asks, all or nothing.

use super::request::{Contents, Inner, read};
use super::response::write_part;
use super::seen::{Seen, invalid};
use crate::addressing::below;
use crate::http::{Headers, Response};
use crate::ids::IdSource;
use crate::refusal::{self, Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::settings::Settings;
use crate::table::access::Access;
use crate::table::deletion;
use crate::table::exchange::{Exchange, table_missing};
use crate::table::model::{Model, Undo};
use crate::table::shared_rules::QUERY;
use crate::table::verdict::{Verdict, part_answer};
use crate::table::wire::address::QueryString;
use crate::table::wire::command::{Command, Message, Misunderstood};
use crate::table::wire::lexical::guid;
use crate::table::wire::negotiation::Form;
use crate::table::wire::reply::{Frame, Reply};

/// The most operations of a change set.
const MOST: usize = 100;

/// Answers a transaction.
pub(in crate::table) fn handle(
    exchange: Exchange<'_, '_>,
    message: &Message<'_>,
    ids: &mut dyn IdSource,
    verdict: &mut Verdict,
) -> Response {
    let Exchange { model, settings, access, frame, trace } = exchange;
    let frame = &frame;
    let refuse = |rule: RuleId, text: &str| Refusal {
        status: 400,
        code: "InvalidInput",
        message: text.to_owned(),
        rule,
        layer: Layer::Reader,
    };
    let whole = "An error occurred while processing this request.";
    let contents = read(message.headers.get("content-type").unwrap_or_default(), message.body);
    let bare_line_feeds = message.body.windows(2).any(|pair| pair[1] == b'\n' && pair[0] != b'\r');
    let refusal = if bare_line_feeds && !trace.enforce(id::TABLE_BATCH_LINE_FEEDS) {
        Some(refuse(id::TABLE_BATCH_LINE_FEEDS, whole))
    } else {
        match &contents {
            None if trace.enforce(id::TABLE_BATCH_MALFORMED) => Some(refuse(id::TABLE_BATCH_MALFORMED, whole)),
            None => None,
            Some(Contents::Changes(changes)) if changes.is_empty() && !trace.enforce(id::TABLE_BATCH_EMPTY) => {
                Some(refuse(id::TABLE_BATCH_EMPTY, whole))
            }
            Some(Contents::Other) => Some(refuse(id::TABLE_OPEN_BATCH_SHAPES, whole)),
            Some(_) => None,
        }
    };
    if let Some(refusal) = refusal {
        let reply = frame.refused(&refusal, "", false, trace);
        verdict.refused(vec![refusal]);
        return frame.answer(reply, trace);
    }
    // What the request itself leaves open is none of its operations'.
    let raised = trace.take_raised();
    let mut transaction = Transaction {
        model,
        settings,
        access,
        frame: Frame { in_batch: true, ..*frame },
        trace,
        parts: Vec::new(),
        verdict,
    };
    let change_set = match contents {
        Some(Contents::Changes(changes)) => {
            transaction.change_set(&changes);
            true
        }
        Some(Contents::Query(query)) => {
            transaction.query(&query);
            false
        }
        _ => false,
    };
    let parts = transaction.parts;
    raised.into_iter().for_each(|question| trace.raise(question));
    let body = multipart(&parts, change_set, ids, frame, trace);
    answer(frame, body, &parts, trace)
}

/// A part of the answer, and the `Content-ID` that it echoes.
pub(super) struct Answered {
    pub(super) reply: Reply,
    pub(super) content_id: Option<String>,
}

pub(super) fn multipart(
    parts: &[Answered],
    change_set: bool,
    ids: &mut dyn IdSource,
    frame: &Frame<'_>,
    trace: &mut Trace<'_>,
) -> (String, Vec<u8>) {
    let outer = format!("batchresponse_{}", guid::written(ids.next_id()));
    let inner = format!("changesetresponse_{}", guid::written(ids.next_id()));
    let mut body = Vec::new();
    let boundary = if change_set { &inner } else { &outer };
    if change_set {
        body.extend_from_slice(
            format!("--{outer}\r\nContent-Type: multipart/mixed; boundary={inner}\r\n\r\n").as_bytes(),
        );
    }
    for part in parts {
        body.extend_from_slice(format!("--{boundary}\r\n").as_bytes());
        write_part(&mut body, &part.reply, part.content_id.as_deref(), frame.version, trace);
    }
    if change_set {
        body.extend_from_slice(format!("--{inner}--\r\n").as_bytes());
    }
    body.extend_from_slice(format!("--{outer}--\r\n").as_bytes());
    (outer, body)
}

pub(super) fn answer(
    frame: &Frame<'_>,
    (boundary, body): (String, Vec<u8>),
    parts: &[Answered],
    trace: &mut Trace<'_>,
) -> Response {
    let failed = parts.iter().map(|part| part.reply.status).find(|status| *status >= 400);
    let single_miss = failed == Some(404) && parts.len() == 1;
    let mut status = if trace.enforce(id::TABLE_BATCH_ACCEPTED) { 202 } else { 200 };
    if let Some(failed) = failed {
        let rule = if single_miss { id::TABLE_BATCH_QUERY_MISSING } else { id::TABLE_BATCH_FAILURE_ACCEPTED };
        if !trace.enforce(rule) || !trace.enforce(id::TABLE_BATCH_FAILURE_ACCEPTED) {
            status = failed;
        }
    }
    let mut headers = Headers::new();
    headers.push("Content-Type", format!("multipart/mixed; boundary={boundary}"));
    frame.answer(Reply { status, from_entities: true, guessed: false, headers, body }, trace)
}

struct Transaction<'t, 'b> {
    model: &'t mut Model,
    settings: &'t Settings,
    access: &'t Access,
    frame: Frame<'t>,
    trace: &'t mut Trace<'b>,
    parts: Vec<Answered>,
    verdict: &'t mut Verdict,
}

impl<'b> Transaction<'_, 'b> {
    /// The path of an inner request below the account, and its query.
    fn path<'i>(&mut self, inner: &'i Inner) -> Result<(&'i str, QueryString), Refusal> {
        let mut address = inner.address.as_str();
        if let Some((_, rest)) = address.split_once("://") {
            if !self.trace.enforce(id::TABLE_BATCH_ABSOLUTE_ADDRESS) {
                return Err(invalid(id::TABLE_BATCH_ABSOLUTE_ADDRESS, "One of the request inputs is not valid."));
            }
            address = rest.find('/').map_or("/", |slash| &rest[slash..]);
        } else if !self.trace.enforce(id::TABLE_BATCH_PATH_ADDRESS) {
            return Err(invalid(id::TABLE_BATCH_PATH_ADDRESS, "One of the request inputs is not valid."));
        }
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let below = below(path, self.frame.base_path).filter(|below| !below.is_empty());
        Ok((below.unwrap_or(path), QueryString::read(query, &QUERY, self.trace)))
    }

    /// What an inner request asks, and in which form.
    fn understand(&mut self, inner: &Inner) -> (Form, Result<Command, Misunderstood>) {
        let (path, query) = match self.path(inner) {
            Ok(address) => address,
            Err(refusal) => return (self.frame.form, Err(refusal.into())),
        };
        let form = Form::of(&inner.headers, &query, self.frame.version, self.trace);
        let message = Message {
            method: &inner.method,
            path,
            query: &query,
            headers: &inner.headers,
            body: &inner.body,
            version: self.frame.version,
            in_batch: true,
        };
        let understood = message.understand(self.trace);
        (form, understood)
    }

    /// A transaction that holds one query.
    fn query(&mut self, inner: &Inner) {
        let content_id = inner.content_id(self.trace);
        let (form, understood) = self.understand(inner);
        let outcome = match understood {
            Ok(_) if !self.trace.enforce(id::TABLE_BATCH_QUERY) => {
                Err(vec![invalid(id::TABLE_BATCH_QUERY, "One of the request inputs is not valid.")])
            }
            Ok(command @ Command::GetEntity { .. }) => self.exchange(form).perform(command),
            Ok(_) => Err(vec![invalid(id::TABLE_OPEN_BATCH_SHAPES, "One of the request inputs is not valid.")]),
            Err(misunderstood) => Err(self.exchange(form).all_refusals(misunderstood)),
        };
        let frame = Frame { form, ..self.frame };
        let (reply, refusals) = match outcome {
            Ok(reply) => (reply, Vec::new()),
            Err(refusals) => (refused(&frame, &refusals, "", false, self.trace), refusals),
        };
        let raised = self.trace.take_raised();
        self.verdict.parts.push(part_answer(&refusals, &raised, true));
        self.verdict.allow_for_forbidden_part(&refusals);
        self.parts.push(Answered { reply, content_id });
    }

    fn exchange(&mut self, form: Form) -> Exchange<'_, 'b> {
        let frame = Frame { form, ..self.frame };
        Exchange { model: self.model, settings: self.settings, access: self.access, frame, trace: self.trace }
    }

    /// A change set: every operation, or the error of the first that fails.
    fn change_set(&mut self, changes: &[Inner]) {
        let mut undo = Undo::default();
        let mut seen = Seen::default();
        self.model.begin_transaction();
        for (index, inner) in changes.iter().enumerate() {
            let content_id = inner.content_id(self.trace);
            let (form, preferring, outcome) = self.change(changes.len(), inner, &mut seen, &mut undo);
            match outcome {
                Ok(reply) => {
                    let raised = self.trace.take_raised();
                    self.verdict.parts.push(part_answer(&[], &raised, false));
                    self.parts.push(Answered { reply, content_id });
                }
                Err(mut refusals) => {
                    let index = if changes.len() > MOST { MOST - 1 } else { index };
                    if changes.len() <= MOST {
                        for later in &changes[index + 1..] {
                            let more = self.examine(later, &mut seen);
                            refusal::add(&mut refusals, more);
                        }
                    }
                    self.fail(index, changes, form, preferring, refusals);
                    self.model.end_transaction(true, self.trace);
                    undo.roll_back(self.model, self.trace);
                    return;
                }
            }
        }
        self.model.end_transaction(false, self.trace);
        if self.parts.len() > 1 && !self.trace.enforce(id::TABLE_BATCH_PARTS_IN_ORDER) {
            self.parts.reverse();
        }
        if !self.trace.enforce(id::TABLE_BATCH_VISIBLE_AFTER) {
            undo.roll_back_last(self.model, self.trace);
        }
    }

    fn change(
        &mut self,
        count: usize,
        inner: &Inner,
        seen: &mut Seen,
        undo: &mut Undo,
    ) -> (Form, bool, Result<Reply, Vec<Refusal>>) {
        let most = if self.trace.enforce(id::TABLE_BATCH_HUNDRED) { MOST } else { MOST - 1 };
        if count > most {
            let rule = if count > MOST { id::TABLE_BATCH_LIMIT } else { id::TABLE_BATCH_HUNDRED };
            if rule == id::TABLE_BATCH_HUNDRED || self.trace.enforce(rule) {
                let message = "The batch request operation exceeds the maximum 100 changes per change set.";
                return (self.frame.form, false, Err(vec![invalid(rule, message)]));
            }
        }
        let (form, understood) = self.understand(inner);
        let command = match understood {
            Ok(command) => command,
            Err(misunderstood) => {
                let refusals = self.exchange(form).all_refusals(misunderstood);
                return (form, inner.method == "POST", Err(refusals));
            }
        };
        let preferring = command.has_preference();
        let Command::Write { table, key, write } = command else {
            let refusal = invalid(id::TABLE_OPEN_BATCH_SHAPES, "One of the request inputs is not valid.");
            return (form, preferring, Err(vec![refusal]));
        };
        if self.model.table(&table, self.trace).is_none() {
            if let Some(refusal) = deletion::refusal(self.model, &table, self.frame.now, Layer::Reader, self.trace) {
                return (form, preferring, Err(vec![refusal]));
            }
            let rule = id::TABLE_BATCH_MISSING_TABLE;
            let refusal = table_missing(self.trace);
            let kept = self.trace.enforce(rule);
            let broken = Refusal { code: "ResourceNotFound", ..refusal.clone() };
            let mut refusals = vec![Refusal { rule, ..if kept { refusal } else { broken } }];
            refusal::add(&mut refusals, seen.refuses(&table, &key, self.frame.version, self.trace));
            return (form, preferring, Err(refusals));
        }
        let misplaced = seen.refuses(&table, &key, self.frame.version, self.trace);
        if !misplaced.is_empty() {
            // Found while the operation is read, as with creations.
            return (form, true, Err(misplaced));
        }
        undo.note(self.model, &table, &key, self.trace);
        let outcome = self.exchange(form).perform(Command::Write { table, key, write });
        (form, preferring, outcome)
    }

    /// What speaks against an operation behind the one that fails: a service may look at it first. Nothing is done.
    fn examine(&mut self, inner: &Inner, seen: &mut Seen) -> Vec<Refusal> {
        let (form, understood) = self.understand(inner);
        match understood {
            Ok(command) => {
                let version = self.frame.version;
                let mut refusals = match &command {
                    Command::Write { table, key, .. } => seen.refuses(table, key, version, self.trace),
                    _ => Vec::new(),
                };
                refusal::add(&mut refusals, self.exchange(form).refusals_of_state(command));
                refusals
            }
            Err(misunderstood) => self.exchange(form).all_refusals(misunderstood),
        }
    }

    /// Leaves the error as the only part.
    fn fail(&mut self, index: usize, changes: &[Inner], form: Form, preferring: bool, mut refusals: Vec<Refusal>) {
        let Some(first) = refusals.first() else { return };
        // Errors found before an operation is done carry the index even if it is the only one.
        let early =
            first.layer == Layer::Reader || first.code == "PropertiesNeedValue" || first.code == "OutOfRangeInput";
        let indexed = if changes.len() > 1 || early {
            self.trace.enforce(id::TABLE_BATCH_FAILURE_INDEX)
        } else {
            !self.trace.enforce(id::TABLE_BATCH_SINGLE_NO_INDEX)
        };
        let prefix = if indexed { format!("{index}:") } else { String::new() };
        if let Some(first) = refusals.first_mut()
            && !self.trace.enforce(id::TABLE_BATCH_FAILURE_STATUS)
        {
            (first.status, first.code) = (400, "InvalidInput");
        }
        let frame = Frame { form, ..self.frame };
        let reply = refused(&frame, &refusals, &prefix, preferring, self.trace);
        if self.trace.enforce(id::TABLE_BATCH_FAILURE_ONE_PART) {
            self.parts.clear();
            self.verdict.parts.clear();
        }
        let raised = self.trace.take_raised();
        self.verdict.parts.push(part_answer(&refusals, &raised, false));
        self.verdict.allow_for_forbidden_part(&refusals);
        // The service echoes the last Content-ID that it read, which is the last of the change set.
        let content_id = changes.last().and_then(|last| last.content_id(self.trace));
        self.parts.push(Answered { reply, content_id });
    }
}

fn refused(frame: &Frame<'_>, refusals: &[Refusal], prefix: &str, preferring: bool, trace: &mut Trace<'_>) -> Reply {
    let unknown = invalid(id::TABLE_OPEN_BATCH_SHAPES, "One of the request inputs is not valid.");
    let refusal = refusals.first().unwrap_or(&unknown);
    frame.refused(refusal, prefix, preferring, trace)
}
