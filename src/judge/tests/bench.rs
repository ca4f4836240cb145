//! The judge on canned answers: the bench that the tests share.

use crate::judge::MismatchKind;
use crate::judge::compare::{Outcome, Side};
use crate::judge::exchange::{Expected, one};
use crate::judge::memory::Memory;
use crate::judge::question::Question;
use crate::judge::read::document::Document;
use MismatchKind as Kind;
use bytes::Bytes;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::Step;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::{Key, Operation, Query, WriteMode};
use tablestakes_reference::{Alternative, Answer};

/// `STATUS|NAME: VALUE|…||BODY`; in the body `|` is a line end too, as far as it stands in a transaction.
pub(super) fn response(text: &str) -> Response {
    let (head, body) = text.split_once("||").unwrap_or((text, ""));
    let mut lines = head.split('|');
    let status = lines.next().unwrap().parse().unwrap();
    let headers: Headers = lines
        .map(|line| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap())
        .collect();
    let body = if body.starts_with("--") { body.replace('|', "\r\n") } else { body.to_owned() };
    Response { status, headers, body: Bytes::from(body) }
}

/// A question, the rules that it tries, and two sides that remember what they said.
pub(super) struct Bench {
    pub(super) step: Step,
    pub(super) request: Request,
    pub(super) expected: Memory,
    pub(super) actual: Memory,
}

impl Bench {
    pub(super) fn new(call: impl Into<Step>, target: &str) -> Self {
        let request = Request {
            method: "GET".into(),
            target: format!("/acct{target}"),
            headers: Headers::new(),
            body: Bytes::new(),
        };
        Self { step: call.into(), request, expected: Memory::default(), actual: Memory::default() }
    }

    pub(super) fn get() -> Self {
        let key = Key::new("p", "r");
        Self::new(Operation::GetEntity { table: "t".into(), key, select: None }, "/t(PartitionKey='p',RowKey='r')")
    }

    pub(super) fn put() -> Self {
        let (table, key, if_match) = ("t".into(), Key::new("p", "r"), None);
        let write =
            Operation::WriteEntity { table, key, entity: Default::default(), mode: WriteMode::Replace, if_match };
        Self::new(write, "/t(PartitionKey='p',RowKey='r')")
    }

    pub(super) fn query(target: &str) -> Self {
        let operation = Operation::QueryEntities { table: "t".into(), query: Query::default(), next: None };
        Self::new(operation, target)
    }

    pub(super) fn tables() -> Self {
        Self::new(Operation::QueryTables { query: Query::default(), next_table: None }, "/Tables")
    }

    pub(super) fn batch(operations: usize) -> Self {
        let get = Operation::DeleteEntity { table: "t".into(), key: Key::new("p", "r"), if_match: None };
        Self::new(Operation::Batch { operations: vec![get; operations] }, "/$batch")
    }

    pub(super) fn question(&self) -> Question<'_> {
        Question {
            step: &self.step,
            request: &self.request,
            service: ServiceName::Table,
            base: "/acct".into(),
            prefix: "own",
        }
    }

    pub(super) fn sides(&mut self, expected: &Response, actual: &Response) -> (Side, Side) {
        let (mut held, mut came) = (self.expected.clone(), self.actual.clone());
        let side = |memory: &mut Memory, response: &Response, question: &Question<'_>| {
            let document = Document::read(response);
            let facts = memory.observe(question, response, &document);
            Side::new(response, document, facts)
        };
        let sides = (side(&mut held, expected, &self.question()), side(&mut came, actual, &self.question()));
        (self.expected, self.actual) = (held, came);
        sides
    }

    pub(super) fn outcome(
        &mut self,
        expected: &Response,
        alternatives: Vec<Alternative>,
        actual: &Response,
    ) -> Outcome {
        self.outcome_by(RuleId::all().collect(), expected, alternatives, actual)
    }

    /// The same where these rules took part in the oracle's answer.
    pub(super) fn outcome_by(
        &mut self,
        rules: Vec<RuleId>,
        expected: &Response,
        alternatives: Vec<Alternative>,
        actual: &Response,
    ) -> Outcome {
        let (held, came) = self.sides(expected, actual);
        let answer = Answer { response: expected.clone(), rules, refused_by: None, alternatives, parts: Vec::new() };
        one(&self.question(), &Expected { answer, side: held }, &Ok(came))
    }

    /// The kind of the first difference; `None` if the answer is allowed.
    pub(super) fn kind(&mut self, expected: &str, actual: &str) -> Option<Kind> {
        first_kind(self.outcome(&response(expected), Vec::new(), &response(actual)))
    }
}

/// The kind of the first difference.
pub(super) fn first_kind(outcome: Outcome) -> Option<Kind> {
    match outcome {
        Outcome::Compared { differences, .. } => differences.first().map(|difference| difference.kind),
        Outcome::Undecided(undecided) => panic!("{undecided:?}"),
    }
}

pub(super) const JSON: &str = "content-type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8";
pub(super) const ETAG: &str = "W/\"datetime'2026-11-21T06%3A00%3A00.1Z'\"";

pub(super) fn entity(members: &str) -> String {
    let tag = ETAG.replace('"', "\\\"");
    format!(
        "200|{JSON}|etag: {ETAG}|x-ms-request-id: 11111111-0000-0000-0000-000000000001||\
         {{\"odata.metadata\":\"http://h/acct/$metadata#t/@Element\",\"odata.etag\":\"{tag}\",\"PartitionKey\":\"p\",\
         \"RowKey\":\"r\",\"Timestamp\":\"2026-11-21T06:00:00.1Z\"{members}}}"
    )
}

pub(super) fn refusal(status: u16, code: &str, message: &str) -> String {
    format!(
        "{status}|{JSON}||{{\"odata.error\":{{\"code\":\"{code}\",\"message\":{{\"lang\":\"en-US\",\
         \"value\":\"{message}\\nRequestId:a\\nTime:b\"}}}}}}"
    )
}

pub(super) fn rows(names: &str, token: bool) -> String {
    let rows: Vec<String> =
        names.chars().map(|name| format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"{name}\"}}")).collect();
    let token = if token { "|x-ms-continuation-NextPartitionKey: 1!4!cA--" } else { "" };
    let none = JSON.replace("minimal", "no");
    format!("200|{none}{token}||{{\"value\":[{}]}}", rows.join(","))
}

pub(super) fn tables(names: &[&str], token: bool) -> String {
    let rows: Vec<String> = names.iter().map(|name| format!("{{\"TableName\":\"{name}\"}}")).collect();
    let token = if token { "|x-ms-continuation-NextTableName: 1!4!cA--" } else { "" };
    format!(
        "200|{JSON}{token}||{{\"odata.metadata\":\"http://h/acct/$metadata#Tables\",\"value\":[{}]}}",
        rows.join(",")
    )
}

pub(super) fn failed_batch(boundary: &str, message: &str, blank: &str) -> String {
    let error = refusal(409, "EntityAlreadyExists", message);
    let (_, error) = error.split_once("||").unwrap();
    format!(
        "202|content-type: multipart/mixed; boundary={boundary}||--{boundary}|\
         Content-Type: multipart/mixed; boundary=c{boundary}||--c{boundary}|Content-Type: application/http||{blank}\
         HTTP/1.1 409 Conflict|{JSON}||{error}|{blank}--c{boundary}--|--{boundary}--|"
    )
}
