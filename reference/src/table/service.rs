//! The table service: a request, the time and a source of ids in; an answer out.

use super::access::Access;
use super::batch;
use super::emulator;
use super::exchange::{Exchange, refused, table_missing};
use super::front_end;
use super::model::{Adopted, Model, missing};
use super::preflight;
use super::sas;
use super::secondary;
use super::shared_rules::{AUTH, CORS, QUERY, SAS, THROTTLE};
use super::throttled::{demanded, is_transaction};
use super::verdict::Verdict;
use super::wire::command::{Command, Message};
use super::wire::negotiation::Form;
use super::wire::questions;
use super::wire::reply::Frame;
use crate::addressing::{Addressed, Location};
use crate::answer::Answer;
use crate::auth::{self, Circumstances, Identity};
use crate::cors;
use crate::datetime::DateTime;
use crate::http::{Request, Response};
use crate::ids::IdSource;
use crate::profile::Profile;
use crate::query::QueryString;
use crate::refusal::{Layer, Refusal, not_implemented};
use crate::request::listener;
use crate::rules::{Broken, Trace, id};
use crate::settings::Settings;
use crate::version::Version;

/// The largest body that is read (`table.limits.body-too-large`).
pub const LARGEST_BODY: usize = 4 << 20;

/// The most entities or tables on a page.
pub(super) const PAGE_SIZE: usize = 1000;

/// How long stored access policies may take to be seen, in ticks (`table.sas.policy`).
const POLICY_DELAY: i64 = 30 * 10_000_000;

/// The reference implementation of the table service.
#[derive(Debug, Clone)]
pub struct TableService {
    pub(super) settings: Settings,
    pub(super) model: Model,
    /// Whether it leaves the next request without an answer: only if it is told to break a rule.
    pub(super) upset: bool,
}

impl TableService {
    /// A service that holds nothing.
    pub fn new(settings: Settings) -> Self {
        let model = Model::deleting_for(settings.deletion_takes);
        Self { settings, model, upset: false }
    }

    /// The same service, with pages that end where a partition does or that do not.
    #[must_use]
    pub fn with_pages_that_end_with_partitions(mut self, end: bool) -> Self {
        self.model.pages_end_with_partition = end;
        self
    }

    /// The same service with all that it holds, breaking these rules: what would it have answered?
    #[must_use]
    pub fn breaking(&self, broken: Broken) -> Self {
        let mut service = self.clone();
        service.settings.broken = broken;
        service
    }

    /// How many entities it holds.
    pub fn entity_count(&self) -> usize {
        self.model.entity_count()
    }

    /// Takes over a state that was read from elsewhere; no rule takes part in it.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) {
        self.model.adopt(adopted, now);
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let Self { settings, model, .. } = self;
        let mut trace = Trace::new(&settings.broken).emulating(settings.profile == Profile::Emulator);
        let mut verdict = Verdict::default();
        let mut response = answer(model, settings, request, now, ids, &mut verdict, &mut trace);
        if request.method != "OPTIONS" {
            let origin = request.headers.get("origin");
            cors::mark(&mut response, &model.properties.cors, &request.method, origin, &CORS, &mut trace);
        }
        settings.count(&response, now);
        let raised = trace.take_raised();
        verdict.into_answer(response, trace.into_rules(), &raised, request.method == "GET")
    }
}

fn answer(
    model: &mut Model,
    settings: &Settings,
    request: &Request,
    now: DateTime,
    ids: &mut dyn IdSource,
    verdict: &mut Verdict,
    trace: &mut Trace<'_>,
) -> Response {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    if let Some(page) = listener::page(path)
        && trace.enforce(id::TABLE_KEYS_CONTROLS_IN_PATH)
    {
        verdict.refused(vec![listener::refusal(id::TABLE_KEYS_CONTROLS_IN_PATH)]);
        return page.answer(now);
    }
    let query = QueryString::read(query, &QUERY, trace);
    let sent_version = request.headers.get("x-ms-version");
    let by_sas = request.headers.get("authorization").is_none() && auth::sas::is_signed(&query);
    let sent_version = if by_sas { auth::sas::version(&query, sent_version, &SAS, trace) } else { sent_version };
    let version = sent_version.and_then(|version| version.parse().ok()).unwrap_or(Version::DEFAULT);
    let form = Form::of(&request.headers, &query, version, trace);
    let host = request.headers.get("host").unwrap_or("localhost");
    let account = settings.account.name.as_str();
    let addressed = locate(settings, host, path, trace);
    let whose = Addressed { base: settings.addressing.base(), below: path, location: Location::Primary };
    let Addressed { base: base_path, below, location } = *addressed.as_ref().unwrap_or(&whose);
    let base = format!("{}://{host}{base_path}", settings.scheme);
    let request_id = ids.next_id();
    let frame = Frame { base: &base, base_path, location, account, version, form, request_id, now, in_batch: false };
    if let Some(refusal) = version_refusal(sent_version.filter(|_| !by_sas), trace) {
        let response = frame.refused_for_version(&refusal);
        verdict.refused(vec![refusal]);
        return response;
    }
    if let Some(refusal) = emulator::version_refusal(version, trace) {
        let response = frame.refused_by_front_end(&refusal, false);
        verdict.refused(vec![refusal]);
        return response;
    }
    if let Err(refusal) = addressed {
        let response = refused(&frame, &refusal, false, trace);
        verdict.refused(vec![refusal]);
        return response;
    }
    let message = Message {
        method: &request.method,
        path: below,
        query: &query,
        headers: &request.headers,
        body: &request.body,
        version,
        in_batch: false,
    };
    if request.method == "OPTIONS"
        && let Some(response) = preflight::answer(model, request, &frame, verdict, trace)
    {
        return response;
    }
    let policy = sas::policy_named(&query).filter(|_| by_sas).and_then(|(table, id)| {
        let table = model.table(table, trace)?;
        if table.policies_set.is_some_and(|then| now < then.plus_ticks(POLICY_DELAY)) {
            verdict.allow_for_fresh_policies();
        }
        table.policies.iter().find(|policy| policy.id == id)
    });
    let authenticated = if settings.identity == Identity::Trusted {
        Ok(if by_sas { sas::trusted(&query, policy, trace) } else { Access::Owner })
    } else if by_sas {
        let circumstances = Circumstances { now, scheme: settings.scheme, client: settings.client };
        sas::authenticate(&settings.account, &query, circumstances, policy, trace)
    } else {
        let addressed = Addressed { base: base_path, below, location };
        let rule = id::TABLE_SECONDARY_SIGNED_AS_PRIMARY;
        let path = auth::signed_path(&addressed, path, &settings.addressing, rule, trace);
        auth::authenticate(&settings.account, request, &path, now, &AUTH, trace).map(|()| Access::Owner)
    };
    let access = match authenticated {
        Ok(access) => access,
        Err(refusal) => return unauthenticated(model, &message, refusal, &frame, verdict, trace),
    };
    if request.body.len() > LARGEST_BODY && trace.enforce(id::TABLE_LIMITS_BODY_TOO_LARGE) {
        let refusal = Refusal {
            status: 413,
            code: "RequestBodyTooLarge",
            message: "The request body is too large and exceeds the maximum permissible limit.".to_owned(),
            rule: id::TABLE_LIMITS_BODY_TOO_LARGE,
            layer: Layer::FrontEnd,
        };
        let response = frame.refused_by_front_end(&refusal, true);
        verdict.refused(vec![refusal]);
        return response;
    }
    if !location.is_primary() {
        let is_statistics = query.get("comp") == Some("stats");
        if let Some(refusal) = secondary::refused(&request.method, is_statistics, trace) {
            let response = refused(&frame, &refusal, false, trace);
            verdict.refused(vec![refusal]);
            return response;
        }
        if !is_statistics && !emulator::replicates_at_once(trace) {
            verdict.allow_for_replication();
        }
    }
    let Some(excess) = settings.excess(request, demanded(settings, &message, base_path), now) else {
        return carry_out(Exchange { model, settings, access: &access, frame, trace }, &message, ids, verdict);
    };
    if excess.is_carried_out() {
        let exchange = Exchange { model, settings, access: &access, frame, trace: &mut *trace };
        carry_out(exchange, &message, ids, verdict);
    }
    let refusal = excess.refusal(version, THROTTLE, Layer::Reader);
    let response = match excess.is_of_place() && is_transaction(&message) {
        true => batch::refused_whole(&frame, &refusal, ids, trace),
        false => refused(&frame, &refusal, false, trace),
    };
    verdict.refused(vec![refusal]);
    response
}

/// Does what is asked, or says why not.
fn carry_out(
    exchange: Exchange<'_, '_>,
    message: &Message<'_>,
    ids: &mut dyn IdSource,
    verdict: &mut Verdict,
) -> Response {
    let Exchange { model, settings, access, frame, trace } = exchange;
    if let Some(response) = front_end::answer(model, message, access, &frame, verdict, trace) {
        return response;
    }
    questions::raise(message, trace);
    let understood = message.understand(trace);
    let mut exchange = Exchange { model, settings, access, frame, trace };
    if matches!(understood, Ok(Command::GetTable(_))) && !exchange.trace.enforce(id::TABLE_ERRORS_IMPLEMENTED) {
        let refusal = not_implemented(id::TABLE_ERRORS_IMPLEMENTED);
        let response = refused(&exchange.frame, &refusal, false, exchange.trace);
        verdict.refused(vec![refusal]);
        return response;
    }
    if matches!(understood, Ok(Command::Batch)) {
        return batch::handle(exchange, message, ids, verdict);
    }
    exchange.run(understood, verdict)
}

/// The answer to somebody who is not known, or has no business here.
fn unauthenticated(
    model: &Model,
    message: &Message<'_>,
    refusal: Refusal,
    frame: &Frame<'_>,
    verdict: &mut Verdict,
    trace: &mut Trace<'_>,
) -> Response {
    let refusal = first_refusal(model, message, refusal, trace);
    verdict.allow_for_authentication(&refusal);
    let response = match refusal.layer {
        Layer::FrontEnd => {
            let accept = message.headers.get("accept").unwrap_or_default();
            frame.refused_by_front_end(&refusal, accept.contains("json"))
        }
        _ => refused(frame, &refusal, false, trace),
    };
    verdict.refused(vec![refusal]);
    response
}

fn version_refusal(sent: Option<&str>, trace: &mut Trace<'_>) -> Option<Refusal> {
    let readable = sent.is_none_or(|sent| sent.parse::<Version>().is_ok());
    if readable || !trace.enforce(id::TABLE_HEADERS_VERSION_UNKNOWN) {
        return None;
    }
    let message = "The value for one of the HTTP headers is not in the correct format.".to_owned();
    let rule = id::TABLE_HEADERS_VERSION_UNKNOWN;
    Some(Refusal { status: 400, code: "InvalidHeaderValue", message, rule, layer: Layer::Listener })
}

/// Where a request goes.
fn locate<'p>(
    settings: &'p Settings,
    host: &str,
    path: &'p str,
    trace: &mut Trace<'_>,
) -> Result<Addressed<'p>, Refusal> {
    let Settings { addressing, account, .. } = settings;
    if let Some(addressed) = addressing.locate(&account.name, host, path) {
        return Ok(addressed);
    }
    let rule = id::TABLE_ADDRESS_PATH_ACCOUNT;
    if trace.enforce(rule) {
        return Err(missing(rule));
    }
    let below = addressing.below_any_account(path).ok_or_else(|| missing(rule))?;
    Ok(Addressed { base: addressing.base(), below, location: Location::Primary })
}

/// The refusal of a request that is not authenticated: that, unless the reference is told to look at tables first.
fn first_refusal(model: &Model, message: &Message<'_>, refusal: Refusal, trace: &mut Trace<'_>) -> Refusal {
    if trace.enforce(id::TABLE_AUTH_BEFORE_ALL) {
        return auth::coded(refusal, id::TABLE_ERRORS_AUTHENTICATION_CODE, trace);
    }
    let table = message.understand(trace).ok().and_then(|command| command.table().map(str::to_owned));
    match table {
        Some(table) if model.table(&table, trace).is_none() => {
            Refusal { rule: id::TABLE_AUTH_BEFORE_ALL, ..table_missing(trace) }
        }
        _ => refusal,
    }
}
