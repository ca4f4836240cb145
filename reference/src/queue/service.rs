//! The queue service: a request, the time and a source of ids in; an answer out.

use super::access::Access;
use super::model::{Adopted, Claim, Model, queue_not_found};
use super::operation::Operation;
use super::outcome::Outcome;
use super::shared_rules::{AUTH, CORS, POLICIES, STAGES, THROTTLE, VERDICT};
use super::wire::{Frame, Kind, Message, Resource, invalid_document, raise, read_receipt, written_receipt};
use super::{properties, sas};
use crate::addressing::Addressed;
use crate::answer::Answer;
use crate::auth::{self, Circumstances, Identity};
use crate::cors;
use crate::datetime::DateTime;
use crate::http::{Request, Response};
use crate::ids::{Guid, IdSource};
use crate::lexical::guid;
use crate::policies;
use crate::profile::Profile;
use crate::refusal::{Detailed, Layer, Refusal, add, not_implemented};
use crate::request::{Heard, listener};
use crate::rules::{Broken, RuleId, Trace, id};
use crate::service::Service;
use crate::settings::Settings;
use crate::throttle::{Excess, Place};
use crate::under_way::held_back;
use crate::verdict::Verdict;
use crate::version::Version;
use bytes::Bytes;
use std::time::Duration;

/// The largest body that is read.
pub const LARGEST_BODY: usize = 4 << 20;
/// The most queues on a page.
const PAGE_SIZE: usize = 5000;
/// How long stored access policies may take to be seen, in ticks (`queue.sas.policy`).
const POLICY_DELAY: i64 = 30 * 10_000_000;
/// The rules whose breach shows only while requests are under way. What comes back after its deletion was answered, and a count
/// that stays what it was, are not among them.
const OVERLAPPING: [RuleId; 4] = [
    id::QUEUE_CONCURRENCY_ONE_RECEIVER,
    id::QUEUE_CONCURRENCY_NOTHING_LOST,
    id::QUEUE_CONCURRENCY_PUT_ONCE,
    id::QUEUE_CONCURRENCY_ONE_WINNER,
];
/// From which version on queues tell how often their messages were taken.
const COUNTS_SINCE: Version = Version::V2009_09_19;

/// The reference implementation of the queue service.
#[derive(Debug, Clone)]
pub struct QueueService {
    settings: Settings,
    model: Model,
}

impl QueueService {
    /// A service that holds nothing.
    pub fn new(settings: Settings) -> Self {
        let model = Model::deleting_for(settings.deletion_takes);
        Self { settings, model }
    }

    /// The same service with all that it holds, breaking these rules: what would it have answered?
    #[must_use]
    pub fn breaking(&self, broken: Broken) -> Self {
        let mut service = self.clone();
        service.settings.broken = broken;
        service
    }

    /// Has the next request for messages return those with these texts first.
    pub fn prefer(&mut self, texts: Vec<Bytes>) {
        self.model.prefer(texts);
    }

    /// Takes over a state that was read from elsewhere: the receipt of the message that it speaks of, if that has one.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Option<String> {
        self.model.adopt(adopted, now).map(written_receipt)
    }

    /// How many messages it holds.
    pub fn message_count(&self) -> usize {
        self.model.message_count()
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let Self { settings, model } = self;
        let mut trace = Trace::new(&settings.broken).emulating(settings.profile == Profile::Emulator);
        let mut verdict = Verdict::default();
        let mut response = match Heard::listen(request, &STAGES, &mut trace) {
            Ok(heard) => {
                Exchange { settings, model, now, ids, verdict: &mut verdict, trace: &mut trace }.answer(&heard)
            }
            Err(page) => {
                verdict.refused(vec![listener::refusal(STAGES.controls_in_path)]);
                page.answer(now)
            }
        };
        if request.method != "OPTIONS" {
            let (origin, held) = (request.headers.get("origin"), &model.properties.cors);
            cors::mark(&mut response, held, &request.method, origin, &CORS, &mut trace);
        }
        settings.count(&response, now);
        let raised = trace.take_raised();
        let reads = matches!(request.method.as_str(), "GET" | "HEAD") && !request.target.contains("/messages");
        verdict.into_answer(&VERDICT, response, trace.into_rules(), &raised, reads)
    }
}

impl Service for QueueService {
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        Self::handle(self, request, now, ids)
    }

    fn largest_body(&self) -> usize {
        LARGEST_BODY
    }

    fn held(&self) -> usize {
        self.message_count()
    }

    fn on_connection(&mut self, connection: u64) {
        self.model.on_connection(connection);
    }

    fn hold_back(&self, request: &Request) -> Option<Duration> {
        // To get messages takes them.
        held_back(&self.settings.broken, &OVERLAPPING, || {
            request.method != "GET" || request.target.contains("/messages")
        })
    }
}

/// One request on its way through the service.
struct Exchange<'x, 'b> {
    settings: &'x Settings,
    model: &'x mut Model,
    now: DateTime,
    ids: &'x mut dyn IdSource,
    verdict: &'x mut Verdict,
    trace: &'x mut Trace<'b>,
}

impl Exchange<'_, '_> {
    fn answer(&mut self, heard: &Heard<'_>) -> Response {
        let (request, settings) = (heard.request, self.settings);
        let account = settings.account.name.as_str();
        let located = heard.locate(settings.scheme, account, &settings.addressing, &STAGES, self.trace);
        let frame = Frame {
            base: &located.base,
            account,
            version: heard.version,
            request_id: self.ids.next_id(),
            client_id: request.headers.get("x-ms-client-request-id"),
            now: self.now,
            method: &request.method,
        };
        let answered = match heard.check_version(&STAGES, self.trace).and(located.addressed) {
            Ok(addressed) => self.authorize(heard, &addressed, &frame),
            Err(refusal) => Err(vec![refusal.into()]),
        };
        answered.unwrap_or_else(|refused| self.refuse(refused, &frame))
    }

    /// The answer to what is refused for the first of these reasons.
    fn refuse(&mut self, refused: Vec<Detailed>, frame: &Frame<'_>) -> Response {
        let response = refused.first().map(|first| frame.refused(first, self.trace));
        let mut refusals = Vec::new();
        add(&mut refusals, refused.into_iter().map(|held| held.refusal));
        self.verdict.refused(refusals);
        response.unwrap_or_else(|| frame.preflight(crate::http::Headers::new(), self.trace))
    }

    /// Who asks, and whether that one may; then what is asked.
    fn authorize(
        &mut self,
        heard: &Heard<'_>,
        addressed: &Addressed<'_>,
        frame: &Frame<'_>,
    ) -> Result<Response, Vec<Detailed>> {
        let (resource, secondary) = (&Resource::read(addressed.below), !addressed.location.is_primary());
        let Heard { request, query, version, .. } = heard;
        let one = |refusal: Refusal| vec![Detailed::from(refusal)];
        if request.method == "OPTIONS" && self.trace.enforce(CORS.preflight_anonymous) {
            let granted = cors::preflight(&self.model.properties.cors, request, &CORS, self.trace);
            return granted.map(|headers| frame.preflight(headers, self.trace)).map_err(one);
        }
        let message = Message {
            method: &request.method,
            resource,
            query,
            headers: &request.headers,
            body: &request.body,
            version: *version,
        };
        let access = self.authenticate(heard, addressed, resource).map_err(|refusal| {
            let missing = resource.queue().is_some_and(|queue| self.model.queue(queue).is_none());
            if !self.trace.enforce(id::QUEUE_AUTH_BEFORE_ALL) && missing {
                let rule = id::QUEUE_AUTH_BEFORE_ALL;
                return one(Refusal { rule, ..queue_not_found(self.trace) });
            }
            one(auth::coded(refusal, id::QUEUE_ERRORS_AUTHENTICATION_CODE, self.trace))
        })?;
        let kind = Kind::of(&message, self.trace).map_err(|refused| vec![refused])?;
        let forbidden = access.refusals(kind, self.trace);
        if !forbidden.is_empty() {
            return Err(forbidden.into_iter().map(Detailed::from).collect());
        }
        if request.body.len() > LARGEST_BODY {
            return Err(vec![too_large()]);
        }
        if secondary && kind.writes() {
            return Err(one(read_only()));
        }
        if kind == Kind::UpdateMessage && !self.trace.enforce(id::QUEUE_ERRORS_IMPLEMENTED) {
            return Err(one(not_implemented(id::QUEUE_ERRORS_IMPLEMENTED)));
        }
        let place = resource.queue().map(|queue| (Place::Queue(queue.to_owned()), 1));
        let excess = self.settings.excess(request, place, self.now);
        let told = |excess: Excess| one(excess.refusal(*version, THROTTLE, Layer::Entities));
        if let Some(excess) = excess.filter(|excess| !excess.is_carried_out()) {
            return Err(told(excess));
        }
        raise(&message, kind, self.trace);
        let operation = message.understand(kind, self.trace).map_err(|refused| self.precede(refused, resource))?;
        let outcome = self.perform(operation, secondary, frame).map_err(|refused| vec![refused])?;
        excess.map_or_else(|| Ok(frame.granted(&outcome, self.trace)), |excess| Err(told(excess)))
    }

    fn authenticate(
        &mut self,
        heard: &Heard<'_>,
        addressed: &Addressed<'_>,
        resource: &Resource,
    ) -> Result<Access, Refusal> {
        let Self { settings, model, now, verdict, trace, .. } = self;
        let Heard { request, query, .. } = heard;
        let held = sas::policy_named(query).filter(|_| heard.by_sas);
        let held = held.and_then(|id| resource.queue().and_then(|name| model.queue(name)).map(|queue| (id, queue)));
        let policy = held.and_then(|(id, queue)| {
            if queue.policies_set.is_some_and(|then| *now < then.plus_ticks(POLICY_DELAY)) {
                verdict.allow_for_fresh_policies();
            }
            queue.policies.iter().find(|policy| policy.id == id)
        });
        if settings.identity == Identity::Trusted {
            return Ok(if heard.by_sas { sas::trusted(query, policy, trace) } else { Access::Owner });
        }
        if !heard.by_sas {
            let path = heard.signed_path(addressed, &settings.addressing, &STAGES, trace);
            return auth::authenticate(&settings.account, request, &path, *now, &AUTH, trace).map(|()| Access::Owner);
        }
        let circumstances = Circumstances { now: *now, scheme: settings.scheme, client: settings.client };
        let names = model.names();
        sas::authenticate(&settings.account, query, resource.queue(), names, circumstances, policy, trace)
    }

    /// Puts what is wrong with a request into the order in which the service finds it: what is recorded to be found before
    /// the queue is looked for stays in front, whatever else is wrong may be told as well.
    fn precede(&mut self, mut refused: Vec<Detailed>, resource: &Resource) -> Vec<Detailed> {
        let Some(queue) = resource.queue() else { return refused };
        if self.model.queue(queue).is_some() {
            return refused;
        }
        let Some(first) = refused.first().map(|first| first.refusal.rule) else { return refused };
        let recorded = match first {
            rule if rule == id::QUEUE_MESSAGES_ILLEGAL_CHARACTER => Some(id::QUEUE_MESSAGES_BODY_FIRST),
            rule if rule == id::QUEUE_RECEIPTS_MALFORMED => Some(id::QUEUE_RECEIPTS_MALFORMED_FIRST),
            _ => None,
        };
        match recorded {
            Some(rule) if self.trace.enforce(rule) => {}
            Some(rule) => refused.insert(0, Refusal { rule, ..queue_not_found(self.trace) }.into()),
            // A creation does not ask for one.
            None if matches!(resource, Resource::Queue(_)) => {}
            None => refused.push(queue_not_found(self.trace).into()),
        }
        refused
    }

    /// Does what is asked, or says why not.
    fn perform(&mut self, operation: Operation, secondary: bool, frame: &Frame<'_>) -> Result<Outcome, Detailed> {
        let Self { model, now, ids, trace, .. } = self;
        let now = *now;
        Ok(match operation {
            Operation::ListQueues(listing) => {
                let from = self.first_of(listing.marker.as_deref())?;
                let most = self.settings.page_size.unwrap_or(PAGE_SIZE);
                let page = self.model.page(&listing, &from, most, self.trace);
                Outcome::Queues(listing, page)
            }
            Operation::GetProperties => Outcome::Properties(properties::document(model, frame.version, trace)),
            Operation::SetProperties { document } => {
                properties::set(model, &document, frame.version, trace).map(|()| Outcome::PropertiesSet)?
            }
            Operation::GetStatistics if secondary => match trace.enforce(id::QUEUE_SERVICE_STATISTICS) {
                true => Outcome::Statistics,
                false => return Err(no_statistics(id::QUEUE_SERVICE_STATISTICS)),
            },
            Operation::GetStatistics => match trace.enforce(id::QUEUE_SERVICE_STATISTICS_OF_PRIMARY) {
                true => return Err(no_statistics(id::QUEUE_SERVICE_STATISTICS_OF_PRIMARY)),
                false => Outcome::Statistics,
            },
            Operation::CreateQueue { queue, metadata } => {
                let counts = frame.version >= COUNTS_SINCE;
                let created = model.create(&queue, metadata, counts, now, trace)?;
                if created { Outcome::QueueCreated } else { Outcome::QueueThere }
            }
            Operation::DeleteQueue { queue } => model.delete(&queue, now, trace).map(|()| Outcome::QueueDeleted)?,
            Operation::GetMetadata { queue } => {
                let (metadata, count) = model.metadata(&queue, now, trace)?;
                Outcome::Metadata(metadata, count)
            }
            Operation::SetMetadata { queue, metadata } => {
                model.set_metadata(&queue, metadata, trace).map(|()| Outcome::MetadataSet)?
            }
            Operation::GetPolicies { queue } => {
                let Some(held) = model.queue(&queue) else { return Err(queue_not_found(trace).into()) };
                Outcome::Policies(held.policies.clone())
            }
            Operation::SetPolicies { queue, document } => self.set_policies(&queue, &document)?,
            Operation::PutMessage { queue, text, visibility, time_to_live } => {
                let times = (visibility, time_to_live);
                let id = ids.next_id();
                Outcome::Put(model.put(&queue, id, text, times, now, trace)?)
            }
            Operation::GetMessages { queue, count, visibility } => {
                Outcome::Taken(model.take(&queue, count, visibility, now, trace)?)
            }
            Operation::PeekMessages { queue, count } => Outcome::Seen(model.peek(&queue, count, now, trace)?),
            Operation::ClearMessages { queue } => model.clear(&queue, now, trace).map(|()| Outcome::Cleared)?,
            Operation::UpdateMessage { queue, id, receipt, visibility, text } => {
                let updated = model.update(&queue, claim(&id, &receipt), visibility, text, now, trace)?;
                Outcome::Updated(updated.receipt(), updated.visible)
            }
            Operation::DeleteMessage { queue, id, receipt } => {
                let claim = claim(&id, &receipt);
                model.delete_message(&queue, claim, now, trace).map(|()| Outcome::MessageDeleted)?
            }
        })
    }

    /// The queue with which a page begins: a marker is `/account/queue`.
    fn first_of(&mut self, marker: Option<&str>) -> Result<String, Detailed> {
        let Some(marker) = marker else { return Ok(String::new()) };
        let formed = self.trace.enforce(id::QUEUE_LISTING_MARKER_FORM);
        let own = format!("/{}/", self.settings.account.name);
        match marker.strip_prefix(&own) {
            Some(name) => Ok(name.to_owned()),
            None if !formed => Ok(marker.to_owned()),
            None if !self.trace.enforce(id::QUEUE_LISTING_MARKER_MALFORMED) => Ok(String::new()),
            None => {
                let message = "One of the request inputs is out of range.".to_owned();
                let (rule, layer) = (id::QUEUE_LISTING_MARKER_MALFORMED, Layer::Entities);
                Err(Refusal { status: 400, code: "OutOfRangeInput", message, rule, layer }.into())
            }
        }
    }

    fn set_policies(&mut self, queue: &str, document: &[u8]) -> Result<Outcome, Detailed> {
        let read = policies::read(document, &POLICIES, self.trace);
        let there = self.model.queue(queue).is_some();
        let held = match read {
            Ok(held) => held,
            Err(_) if !there => return Err(queue_not_found(self.trace).into()),
            Err(refused) => {
                let rule = refused.rule;
                if rule == POLICIES.malformed && !self.trace.enforce(rule) {
                    return Ok(Outcome::PoliciesSet);
                }
                let reason = if refused.at.is_some() {
                    "Signed identifier ID cannot be empty or over 64 characters in length"
                } else {
                    ""
                };
                return Err(invalid_document(document, refused.at, reason, rule));
            }
        };
        self.model.set_policies(queue, held, self.now, self.trace)?;
        Ok(Outcome::PoliciesSet)
    }
}

/// What somebody claims who names a message and shows a receipt.
fn claim(id: &str, receipt: &str) -> Claim {
    let id: Option<Guid> = guid::read(id);
    Claim { id, receipt: read_receipt(receipt).ok().flatten() }
}

fn no_statistics(rule: crate::rules::RuleId) -> Detailed {
    let message = "Value for one of the query parameters specified in the request URI is invalid.".to_owned();
    let refusal = Refusal { status: 400, code: "InvalidQueryParameterValue", message, rule, layer: Layer::Entities };
    Detailed::from(refusal).with("QueryParameterName", "comp").with("QueryParameterValue", "stats").with("Reason", "")
}

fn too_large() -> Detailed {
    let message = "The request body is too large and exceeds the maximum permissible limit.".to_owned();
    let rule = id::QUEUE_MESSAGES_SIZE;
    let refusal = Refusal { status: 413, code: "RequestBodyTooLarge", message, rule, layer: Layer::Entities };
    Detailed::from(refusal).with("MaxLimit", "65536")
}

/// The refusal of a write at the secondary location.
fn read_only() -> Refusal {
    let message = "Write operations are not allowed.".to_owned();
    let rule = id::QUEUE_OPEN_WRITES_ON_SECONDARY;
    Refusal { status: 403, code: "WriteOperationNotSupportedOnSecondary", message, rule, layer: Layer::Entities }
}
