//! Replaying on servers that answer canned answers, with an oracle that does the same.

mod adopted;
mod adopted_blobs;
mod adopted_queues;
mod altered;
mod altered_tables;
mod course;
mod known;
mod throttled;
mod together;
mod versions;

use super::oracle::{Adopted, Oracle, Oracles, Taken};
use super::{ReplayError, Replayer};
use crate::history::{Names, Replayed};
use crate::judge::{MismatchKind, Undecided, Verdict};
use crate::target::{Axes, Limits, Target, Transport, TransportFailure};
use bytes::Bytes;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::{Broken, RuleId, id};
use tablestakes_reference::table::{Key, Operation, Query, Token};
use tablestakes_reference::{Answer, DateTime, IdSource, Service, ServiceName, server};
use tablestakes_suites::catalogue;
use tablestakes_suites::check::Source;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What a side says to a request, by its method and target. `None`: it hangs up.
type Script = fn(&str, &str) -> Option<Response>;

struct Canned(Script);

impl Oracle for Canned {
    fn answer(&mut self, request: &Request, _now: DateTime) -> Answer {
        let response = (self.0)(&request.method, &request.target).unwrap();
        Answer { response, rules: Vec::new(), refused_by: None, alternatives: Vec::new(), parts: Vec::new() }
    }

    fn adopt(&mut self, _adopted: &Adopted, _now: DateTime) -> Taken {
        Taken::Yes
    }

    fn prefer(&mut self, _: Vec<String>) {}

    fn restart(&mut self) {}

    fn breaking(&self, _broken: &Broken) -> Box<dyn Oracle> {
        Box::new(Canned(self.0))
    }
}

impl Oracles for Canned {
    fn fresh(&self, _broken: &Broken, _: bool) -> Box<dyn Oracle> {
        Box::new(Canned(self.0))
    }
}

/// What an altered service answers, given what it would.
type Alter<S> = fn(&mut S, &Request, DateTime, &mut dyn IdSource) -> Response;

/// A service that answers some requests in a way of its own.
#[derive(Debug)]
struct Altered<S> {
    service: S,
    alter: Alter<S>,
}

impl<S: Service> Service for Altered<S> {
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let response = (self.alter)(&mut self.service, request, now, ids);
        Answer { response, rules: Vec::new(), refused_by: None, alternatives: Vec::new(), parts: Vec::new() }
    }

    fn largest_body(&self) -> usize {
        self.service.largest_body()
    }

    fn held(&self) -> usize {
        self.service.held()
    }
}

type Log = Arc<Mutex<Vec<String>>>;

async fn serve(script: Script) -> (Target, Log) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::parse(&format!("http://{}/devstoreaccount1", listener.local_addr().unwrap())).unwrap();
    let log = Log::default();
    let kept = log.clone();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let log = kept.clone();
            tokio::spawn(async move {
                let mut held = Vec::new();
                loop {
                    let mut octets = [0; 4096];
                    let Ok(count @ 1..) = socket.read(&mut octets).await else { return };
                    held.extend_from_slice(&octets[..count]);
                    let text = String::from_utf8_lossy(&held).into_owned();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                    if body.len() < length.map_or(0, |length| length.parse().unwrap()) {
                        continue;
                    }
                    held.clear();
                    let mut words = head.split(' ');
                    let (method, target) = (words.next().unwrap(), words.next().unwrap());
                    log.lock().unwrap().push(format!("{method} {target}"));
                    let Some(response) = script(method, target) else { return };
                    let mut answer = format!("HTTP/1.1 {} X\r\n", response.status);
                    for (name, value) in response.headers.iter() {
                        answer += &format!("{name}: {value}\r\n");
                    }
                    answer += &format!("content-length: {}\r\n\r\n", response.body.len());
                    let answer = [answer.as_bytes(), &response.body].concat();
                    if socket.write_all(&answer).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (target, log)
}

fn replayer(target: Target, oracle: Script) -> Replayer {
    with_oracles(target, Arc::new(Canned(oracle)))
}

fn with_oracles(target: Target, oracles: Arc<dyn Oracles>) -> Replayer {
    let limits = Limits { time: Duration::from_millis(500), ..Limits::default() };
    let transport = Transport::new(&target, limits);
    let names = Arc::new(Names::new(1, SystemTime::now()));
    Replayer::with_oracles(target, transport, Axes::default(), Broken::none(), names, oracles)
}

/// A replayer for a server that answers as this service does.
async fn beside(name: ServiceName, service: impl Service + 'static) -> Replayer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    tokio::spawn(server::serve(listener, server::Shared::new(service, 1), std::future::pending()));
    let mut target = Target::parse(&address).unwrap();
    target.service = name;
    let transport = Transport::new(&target, Limits::default());
    let names = Arc::new(Names::new(1, SystemTime::now()));
    Replayer::new(target, transport, Axes::default(), names)
}

/// The histories of one client that checks of a service write out.
fn scripted(service: ServiceName) -> impl Iterator<Item = History> {
    let histories = catalogue().into_iter().filter_map(|check| match check.source {
        Source::Scripted(history) => Some(history()),
        _ => None,
    });
    histories.filter(move |history| history.service == service && history.branches.is_empty())
}

fn says(status: u16, headers: &[(&'static str, &str)], body: &'static str) -> Option<Response> {
    let headers = Headers::from_iter(headers.iter().map(|(name, value)| (*name, (*value).to_owned())));
    Some(Response { status, headers, body: Bytes::from_static(body.as_bytes()) })
}

const JSON: (&str, &str) = ("content-type", "application/json;odata=nometadata");

/// Two rows on two pages; everything else succeeds.
fn good(method: &str, target: &str) -> Option<Response> {
    match method {
        "GET" if target.contains("NextPartitionKey=second") => {
            says(200, &[JSON], "{\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}]}")
        }
        "GET" => says(
            200,
            &[JSON, ("x-ms-continuation-nextpartitionkey", "second")],
            "{\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}]}",
        ),
        "POST" => says(201, &[JSON], "{\"TableName\":\"x\"}"),
        _ => says(204, &[], ""),
    }
}

fn history(steps: Vec<Step>) -> History {
    History {
        rules: Vec::new(),
        service: ServiceName::Table,
        fixtures: 1,
        steps,
        branches: Vec::new(),
        versions: false,
    }
}

fn query(next: Option<&str>) -> Step {
    let next = next.map(|partition| Token { partition: partition.into(), row: None });
    Operation::QueryEntities { table: "${table}".into(), query: Query::default(), next }.into()
}

fn scan() -> Step {
    Call::Scan { table: "${table}".into(), query: Query::default() }.into()
}

/// The verdict on the last step that was played.
async fn last_verdict(target: Script, steps: Vec<Step>) -> Verdict {
    let (address, _) = serve(target).await;
    let replayed = replayer(address, good).in_lockstep(&history(steps)).await.unwrap();
    replayed.steps.last().unwrap().verdict.clone()
}

fn kind(verdict: &Verdict) -> MismatchKind {
    match verdict {
        Verdict::Mismatch(mismatches) => mismatches[0].kind,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn tables_are_created_before_and_deleted_after() {
    let (target, log) = serve(good).await;
    let create = Operation::CreateTable { table: "${table:7}x".into(), prefer: None };
    let steps = vec![query(None), query(Some("${next-partition:0}")), scan(), create.into()];
    let replayed = replayer(target, good).in_lockstep(&history(steps)).await.unwrap();
    assert!(replayed.steps.iter().all(|step| step.verdict == Verdict::Allowed));
    let log = log.lock().unwrap();
    assert_eq!(replayed.requests, u64::try_from(log.len()).unwrap());
    let methods: Vec<&str> = log.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(methods, ["POST", "GET", "GET", "GET", "GET", "POST", "DELETE", "DELETE"]);
    assert!(log[6].ends_with("t0')") && log[7].ends_with("t7x')"), "{log:?}");
    assert!(log[2].contains("NextPartitionKey=second"));
    let shown = format!("{:?}", replayed.steps);
    assert!(shown.contains("SharedKey devstoreaccount1:…\""), "{shown}");
}

#[tokio::test]
async fn tables_of_others_are_never_deleted() {
    let (target, log) = serve(good).await;
    let create = Operation::CreateTable { table: "precious".into(), prefer: None };
    replayer(target, good).in_lockstep(&history(vec![create.into()])).await.unwrap();
    assert!(!log.lock().unwrap().iter().any(|line| line.contains("DELETE") && line.contains("precious")));
}

#[tokio::test]
async fn a_target_that_is_not_there_is_no_finding() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::parse(&format!("http://{}/devstoreaccount1", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let replayer = replayer(target, good);
    let error = replayer.in_lockstep(&history(vec![query(None)])).await.unwrap_err();
    assert!(matches!(&error, ReplayError::NoAnswer { failure: TransportFailure::Connect(_), requests: 1, .. }));
    assert!(error.is_no_answer() && replayer.probe().await.is_err());
}

#[tokio::test]
async fn a_set_up_that_is_refused_says_what_came() {
    let refuse: Script = |_, _| says(403, &[JSON], "{\"odata.error\":{\"code\":\"AuthenticationFailed\"}}");
    let (target, _) = serve(refuse).await;
    let error = replayer(target, good).in_lockstep(&history(vec![query(None)])).await.unwrap_err();
    assert!(error.to_string().ends_with("it answered 403 AuthenticationFailed"), "{error}");
    let (target, _) = serve(good).await;
    let error = replayer(target, refuse).in_lockstep(&history(vec![query(None)])).await.unwrap_err();
    assert!(matches!(error, ReplayError::Oracle { .. }), "{error}");
}

#[tokio::test]
async fn what_a_target_says_to_a_step_is_a_verdict() {
    let hangs_up: Script = |method, target| if method == "GET" { None } else { good(method, target) };
    assert_eq!(kind(&last_verdict(hangs_up, vec![query(None)]).await), MismatchKind::NoAnswer);
    let garbage: Script = |method, target| match method {
        "GET" => says(200, &[JSON], "{\"value\":[{\"PartitionKey\":"),
        _ => good(method, target),
    };
    assert_eq!(kind(&last_verdict(garbage, vec![query(None)]).await), MismatchKind::Malformed);
    assert_eq!(kind(&last_verdict(garbage, vec![scan()]).await), MismatchKind::Malformed);
    let busy: Script = |method, target| if method == "GET" { says(503, &[], "") } else { good(method, target) };
    assert_eq!(last_verdict(busy, vec![query(None)]).await, Verdict::Undecided(Undecided::Busy));
}

#[tokio::test]
async fn a_scan_ends_whatever_the_target_does() {
    let endless: Script = |method, target| match method {
        "GET" => says(200, &[JSON, ("x-ms-continuation-nextpartitionkey", "again")], "{\"value\":[]}"),
        _ => good(method, target),
    };
    assert_eq!(kind(&last_verdict(endless, vec![scan()]).await), MismatchKind::Continuation);
    let short: Script = |method, target| match method {
        "GET" => says(200, &[JSON], "{\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}]}"),
        _ => good(method, target),
    };
    assert_eq!(kind(&last_verdict(short, vec![scan()]).await), MismatchKind::RowMissing);
}

#[tokio::test]
async fn a_page_that_ends_early_parts_the_ways() {
    let early: Script = |method, target| match method {
        "GET" => says(200, &[JSON, ("x-ms-continuation-nextpartitionkey", "first")], "{\"value\":[]}"),
        _ => good(method, target),
    };
    let undecided = last_verdict(early, vec![query(None), query(Some("${next-partition:0}"))]).await;
    let symbol = "${next-partition:0}".to_owned();
    assert_eq!(undecided, Verdict::Undecided(Undecided::Unbound { symbol }));
}

#[tokio::test]
async fn a_symbol_without_a_value_cannot_be_judged() {
    let delete = Operation::DeleteEntity {
        table: "${table}".into(),
        key: Key::new("p", "r"),
        if_match: Some("${etag:0}".into()),
    };
    let (address, _) = serve(good).await;
    let steps = vec![query(None), delete.into(), query(None)];
    let replayed = replayer(address, good).in_lockstep(&history(steps)).await.unwrap();
    let undecided = Undecided::Unbound { symbol: "${etag:0}".into() };
    assert_eq!(replayed.undecided(), Some((1, &undecided)));
    assert_eq!(replayed.steps[2].verdict, Verdict::Allowed, "what does not refer to it is judged");
}

/// An oracle that answers every query without its row where one rule is broken.
struct Breakable(bool);

const BREAKABLE: RuleId = id::TABLE_QUERY_ALL;

impl Oracle for Breakable {
    fn answer(&mut self, request: &Request, _now: DateTime) -> Answer {
        let script = if self.0 { without_rows } else { good };
        let response = script(&request.method, &request.target).unwrap();
        Answer { response, rules: vec![BREAKABLE], refused_by: None, alternatives: Vec::new(), parts: Vec::new() }
    }

    fn adopt(&mut self, _adopted: &Adopted, _now: DateTime) -> Taken {
        Taken::Yes
    }

    fn prefer(&mut self, _: Vec<String>) {}

    fn restart(&mut self) {}

    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle> {
        BreakableOracles.fresh(broken, false)
    }
}

struct BreakableOracles;

impl Oracles for BreakableOracles {
    fn fresh(&self, broken: &Broken, _: bool) -> Box<dyn Oracle> {
        Box::new(Breakable(broken.contains(BREAKABLE)))
    }
}

fn without_rows(method: &str, target: &str) -> Option<Response> {
    if method == "GET" { says(200, &[JSON], "{\"value\":[]}") } else { good(method, target) }
}

async fn explained(target: Script, steps: Vec<Step>) -> Replayed {
    let (address, _) = serve(target).await;
    let replayer = with_oracles(address, Arc::new(BreakableOracles));
    replayer.in_lockstep(&history(steps)).await.unwrap()
}

#[tokio::test]
async fn a_rule_that_explains_every_answer_is_blamed() {
    let replayed = explained(without_rows, vec![query(None), scan()]).await;
    assert_eq!(replayed.explained, [BREAKABLE]);
    assert_eq!(replayed.mismatches().count(), 1, "told once");
}

#[tokio::test]
async fn what_a_later_answer_contradicts_is_taken_back() {
    let at_first: Script =
        |method, target| if target.contains("second") { good(method, target) } else { without_rows(method, target) };
    let token = |partition: &str| query(Some(partition));
    let replayed = explained(at_first, vec![token("first"), token("second")]).await;
    assert_eq!(replayed.explained, []);
    assert!(replayed.steps[0].mismatches().iter().any(|mismatch| mismatch.kind == MismatchKind::RowMissing));
    assert_eq!(replayed.steps[1].verdict, Verdict::Allowed);
}

#[tokio::test]
async fn rules_that_are_not_suspected_are_not_blamed() {
    let (address, _) = serve(without_rows).await;
    let replayer = with_oracles(address, Arc::new(BreakableOracles));
    let replayed = replayer.suspecting(Some(&[])).in_lockstep(&history(vec![query(None)])).await.unwrap();
    assert_eq!(replayed.explained, []);
    assert!(replayed.mismatches().next().is_some());
}
