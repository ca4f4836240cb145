//! The blob service: a request, the time and a source of ids in; an answer out.

use super::access::{Access, is_public};
use super::disturbed::Disturbed;
use super::model::{Adopted, Model, Moment};
use super::operation::{Content, Operation, Source};
use super::perform::Performing;
use super::refuse::{blob_not_found, container_not_found, refusal, too_large};
use super::sas;
use super::shared_rules::{AUTH, CORS, STAGES, THROTTLE, VERDICT};
use super::wire::{Frame, Kind, Message, Overrides, Resource, Sources, raise, raise_on_nothing};
use crate::addressing::Addressed;
use crate::answer::Answer;
use crate::auth::{self, Circumstances, Identity};
use crate::cors;
use crate::datetime::DateTime;
use crate::http::{Headers, Request, Response};
use crate::ids::IdSource;
use crate::profile::Profile;
use crate::query::QueryString;
use crate::refusal::{Detailed, Layer, Refusal, add, not_implemented};
use crate::request::{Heard, listener};
use crate::rules::{Broken, Trace, id};
use crate::service::Service;
use crate::settings::Settings;
use crate::throttle::{Excess, Place};
use crate::verdict::Verdict;
use crate::version::Version;
use std::time::Duration;

/// The largest body that is read.
pub const LARGEST_BODY: usize = 257 << 20;
/// The most containers or blobs on a page.
const PAGE_SIZE: usize = 5000;
/// How long stored access policies may take to be seen, in ticks (`blob.sas.policy`).
const POLICY_DELAY: i64 = 30 * 10_000_000;

/// What kind of account it is, where answers tell that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// Whether its blobs have tiers.
    pub tiers: bool,
    /// For how many days deleted blobs are kept, as answers count down from it.
    pub retention_days: i64,
}

impl Default for Features {
    fn default() -> Self {
        Self { tiers: true, retention_days: 0 }
    }
}

/// The reference implementation of the blob service.
#[derive(Debug, Clone)]
pub struct BlobService {
    pub(super) settings: Settings,
    features: Features,
    pub(super) model: Model,
    pub(super) disturbed: Disturbed,
}

impl BlobService {
    /// A service that holds nothing.
    pub fn new(settings: Settings) -> Self {
        let model = Model::deleting_for(settings.deletion_takes).keeping_versions(settings.versioning);
        Self { settings, features: Features::default(), model, disturbed: Disturbed::default() }
    }

    /// The same service in an account of this kind.
    #[must_use]
    pub fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    /// The same service with all that it holds, breaking these rules: what would it have answered?
    #[must_use]
    pub fn breaking(&self, broken: Broken) -> Self {
        let mut service = self.clone();
        service.settings.broken = broken;
        service
    }

    /// Takes over a state that was read from elsewhere; false if that cannot be.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> bool {
        self.model.adopt(adopted, now)
    }

    /// How many blobs it holds.
    pub fn blob_count(&self) -> usize {
        self.model.blob_count()
    }

    /// Answers a request.
    pub fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let Self { settings, features, model, .. } = self;
        let features = *features;
        let mut trace = Trace::new(&settings.broken).emulating(settings.profile == Profile::Emulator);
        let mut verdict = Verdict::default();
        let mut response = match Heard::listen(request, &STAGES, &mut trace) {
            Ok(heard) => {
                let (verdict, trace) = (&mut verdict, &mut trace);
                Exchange { settings, features, model, now, ids, around: None, verdict, trace }.answer(heard)
            }
            Err(page) => {
                verdict.refused(vec![listener::refusal(STAGES.controls_in_path)]);
                page.answer(now)
            }
        };
        if request.method != "OPTIONS" {
            let (origin, held) = (request.headers.get("origin"), &model.properties.shared.cors);
            cors::mark(&mut response, held, &request.method, origin, &CORS, &mut trace);
        }
        settings.count(&response, now);
        let raised = trace.take_raised();
        let reads = matches!(request.method.as_str(), "GET" | "HEAD");
        verdict.into_answer(&VERDICT, response, trace.into_rules(), &raised, reads)
    }
}

impl Service for BlobService {
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        self.handle_beside(request, now, ids)
    }

    fn on_connection(&mut self, connection: u64) {
        self.disturbed.on_connection(connection);
    }

    fn hold_back(&self, request: &Request) -> Option<Duration> {
        self.moment_of(request)
    }

    fn largest_body(&self) -> usize {
        LARGEST_BODY
    }

    fn held(&self) -> usize {
        self.blob_count()
    }
}

/// One request on its way through the service.
pub(super) struct Exchange<'x, 'b> {
    pub(super) settings: &'x Settings,
    pub(super) features: Features,
    pub(super) model: &'x mut Model,
    pub(super) now: DateTime,
    pub(super) ids: &'x mut dyn IdSource,
    /// The version of the request around this one, if it is within another.
    pub(super) around: Option<Version>,
    pub(super) verdict: &'x mut Verdict,
    pub(super) trace: &'x mut Trace<'b>,
}

impl Exchange<'_, '_> {
    pub(super) fn answer(&mut self, mut heard: Heard<'_>) -> Response {
        let (request, settings) = (heard.request, self.settings);
        let account = settings.account.name.as_str();
        heard.version = self.version(&heard);
        let located = heard.locate(settings.scheme, account, &settings.addressing, &STAGES, self.trace);
        let retention_days = self.model.properties.retention.map_or(0, i64::from);
        let frame = Frame {
            base: &located.base,
            account,
            version: heard.version,
            request_id: self.ids.next_id(),
            client_id: request.headers.get("x-ms-client-request-id"),
            now: self.now,
            method: &request.method,
            features: Features { retention_days, ..self.features },
        };
        let answered = match heard.check_version(&STAGES, self.trace).and(located.addressed) {
            Ok(addressed) => self.authorize(&heard, &addressed, &frame),
            Err(refusal) => Err(vec![refusal.into()]),
        };
        answered.unwrap_or_else(|refused| self.refuse(refused, &frame))
    }

    /// The version in force: where a request names none, the service's default; for readers of what is public, an old one.
    fn version(&mut self, heard: &Heard<'_>) -> Version {
        if let Some(version) = self.around {
            return version;
        }
        let headers = &heard.request.headers;
        if heard.by_sas || headers.get("x-ms-version").is_some() {
            return heard.version;
        }
        if let Some(version) = self.model.properties.default_version {
            return version;
        }
        let anonymous = headers.get("authorization").is_none() && self.settings.identity == Identity::Verified;
        let old = anonymous && heard.request.method != "OPTIONS" && self.trace.enforce(id::BLOB_PUBLIC_VERSION);
        if old { Version::V2009_09_19 } else { heard.version }
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
        let Heard { request, query, version, .. } = heard;
        let resource = &Resource::read(addressed.below, query, self.trace);
        let secondary = !addressed.location.is_primary();
        let one = |refusal: Refusal| vec![Detailed::from(refusal)];
        if request.method == "OPTIONS" && self.trace.enforce(CORS.preflight_anonymous) {
            let granted = cors::preflight(&self.model.properties.shared.cors, request, &CORS, self.trace);
            return granted.map(|headers| frame.preflight(headers, self.trace)).map_err(one);
        }
        let kind = Kind::of(resource, &request.method, query, &request.headers);
        let access = self.authenticate(heard, addressed, resource, kind.as_ref().ok().copied()).map_err(|refusal| {
            let missing = resource.container().is_some_and(|name| self.model.find(name).is_none());
            if !self.trace.enforce(id::BLOB_AUTH_BEFORE_ALL) && missing {
                let rule = id::BLOB_AUTH_BEFORE_ALL;
                return one(Refusal { rule, ..container_not_found(self.trace) });
            }
            one(auth::coded(refusal, id::BLOB_ERRORS_AUTHENTICATION_CODE, self.trace))
        })?;
        let kind = kind.map_err(|refused| vec![refused])?;
        let forbidden = access.refusals(kind, self.trace);
        if !forbidden.is_empty() {
            return Err(forbidden.into_iter().map(Detailed::from).collect());
        }
        if request.body.len() > LARGEST_BODY {
            return Err(vec![too_large(LARGEST_BODY as u64, id::BLOB_OPEN_LARGE_BODIES)]);
        }
        if secondary && kind.writes() {
            return Err(one(read_only()));
        }
        if is_from_address(kind, &request.headers) && !self.trace.enforce(id::BLOB_ERRORS_IMPLEMENTED) {
            return Err(one(not_implemented(id::BLOB_ERRORS_IMPLEMENTED)));
        }
        let excess = self.excess(request, resource);
        let told = |excess: Excess| one(excess.refusal(*version, THROTTLE, Layer::Entities));
        if let Some(excess) = excess.filter(|excess| !excess.is_carried_out()) {
            return Err(told(excess));
        }
        if kind == Kind::Batch {
            let response = self.batch(heard, frame);
            return excess.map_or(Ok(response), |excess| Err(told(excess)));
        }
        if kind == Kind::GetDelegationKey
            && self.settings.identity == Identity::Verified
            && self.trace.enforce(id::BLOB_AUTH_DELEGATION_KEYS)
        {
            return Err(vec![delegation_key_by_user()]);
        }
        let there = resource.blob().and_then(|place| self.model.slot(&place.container, &place.blob));
        let is_there = there.is_some_and(|slot| slot.base.is_some());
        if resource.blob().is_some() && !is_there {
            raise_on_nothing(&request.headers, kind, self.trace);
        }
        if is_there && let Some(refused) = access.refuses_overwriting(kind, self.trace) {
            return Err(one(refused));
        }
        let host = request.headers.get("host").unwrap_or("localhost");
        let (account, addressing) = (self.settings.account.name.as_str(), &self.settings.addressing);
        let message = Message {
            resource,
            query,
            headers: &request.headers,
            body: &request.body,
            version: *version,
            sources: Sources { account, addressing, host },
        };
        if self.around.is_none() {
            raise(&message, kind, self.trace);
        }
        let understood = message.understand(kind, self.trace);
        let mut operation = understood.map_err(|refused| self.precede(refused, kind, resource))?;
        self.judge_source(&mut operation, &access);
        let mut performing = Performing {
            moment: Moment { now: self.now, version: *version },
            model: self.model,
            ids: self.ids,
            trace: self.trace,
            account,
            page_size: self.settings.page_size.unwrap_or(PAGE_SIZE),
            secondary,
            headers: &request.headers,
        };
        let outcome = performing.perform(operation).map_err(|refused| vec![refused])?;
        let overrides = Overrides::read(query, *version, self.trace);
        excess.map_or_else(|| Ok(frame.granted(&outcome, &overrides, self.trace)), |excess| Err(told(excess)))
    }

    /// The limit that a request is beyond. Those within a batch count with it.
    fn excess(&self, request: &Request, resource: &Resource) -> Option<Excess> {
        if self.around.is_some() {
            return None;
        }
        let place = resource.blob().map(|place| {
            let (container, blob) = (place.container.clone(), place.blob.clone());
            (Place::Blob { container, blob }, 1)
        });
        self.settings.excess(request, place, self.now)
    }

    fn authenticate(
        &mut self,
        heard: &Heard<'_>,
        addressed: &Addressed<'_>,
        resource: &Resource,
        kind: Option<Kind>,
    ) -> Result<Access, Refusal> {
        let Self { settings, model, now, verdict, trace, .. } = self;
        let Heard { request, query, .. } = heard;
        let container = resource.container().and_then(|name| model.find(name));
        let held = sas::policy_named(query).filter(|_| heard.by_sas);
        let policy = held.zip(container).and_then(|(id, container)| {
            if container.policies_set.is_some_and(|then| *now < then.plus_ticks(POLICY_DELAY)) {
                verdict.allow_for_fresh_policies();
            }
            container.policies.iter().find(|policy| policy.id == id)
        });
        if settings.identity == Identity::Trusted {
            return Ok(if heard.by_sas { sas::trusted(query, policy, trace) } else { Access::Owner });
        }
        if !heard.by_sas {
            let public = container.map(|container| container.public).unwrap_or_default();
            let anonymous = request.headers.get("authorization").is_none();
            if anonymous && kind.is_some_and(|kind| is_public(kind, public, trace)) {
                return Ok(Access::Anybody);
            }
            let path = heard.signed_path(addressed, &settings.addressing, &STAGES, trace);
            return auth::authenticate(&settings.account, request, &path, *now, &AUTH, trace).map(|()| Access::Owner);
        }
        let circumstances = Circumstances { now: *now, scheme: settings.scheme, client: settings.client };
        sas::authenticate(&settings.account, query, resource, model.names(), circumstances, policy, trace)
    }

    /// What else would be refused: what is asked of a container that is not there.
    fn precede(&mut self, mut refused: Vec<Detailed>, kind: Kind, resource: &Resource) -> Vec<Detailed> {
        let missing = resource.container().is_some_and(|name| self.model.find(name).is_none());
        if missing && kind != Kind::CreateContainer {
            refused.push(container_not_found(self.trace).into());
        } else if let Some(place) = resource.blob()
            && self.model.slot(&place.container, &place.blob).is_none()
        {
            refused.push(blob_not_found(self.trace).into());
        }
        refused
    }

    /// Finds out whether the source of a copy may be read: by the account's key, by a signature of its own, or by anybody.
    fn judge_source(&mut self, operation: &mut Operation, access: &Access) {
        let owned = *access == Access::Owner;
        let (source, by_key): (&mut Source, bool) = match operation {
            Operation::CopyBlob(_, _, copying) => {
                let by_key = owned && !copying.synchronous;
                (&mut copying.source, by_key)
            }
            Operation::CopyIncrementally(_, _, source) => (&mut **source, owned),
            Operation::PutBlobFrom(_, _, source, ..) => (source, false),
            Operation::PutBlock(_, _, _, Content::From(source), _)
            | Operation::AppendBlock(_, _, Content::From(source), ..)
            | Operation::PutPages(_, _, _, Content::From(source), ..) => (&mut *source, false),
            _ => return,
        };
        let Some(place) = &source.place else { return };
        let trusted = self.settings.identity == Identity::Trusted;
        let public = self.model.find(&place.container).map(|container| container.public).unwrap_or_default();
        if trusted
            || by_key
            || is_public(Kind::GetBlob, public, self.trace)
            || !self.trace.enforce(id::BLOB_COPY_SOURCE_AUTHORIZED)
        {
            source.readable = true;
            return;
        }
        let query = source.address.split_once('?').map_or("", |(_, query)| query);
        let query = QueryString::read(query, &STAGES.query, self.trace);
        let resource = Resource::Blob(place.clone());
        let Settings { account, scheme, client, .. } = self.settings;
        let circumstances = Circumstances { now: self.now, scheme, client: *client };
        let container = self.model.find(&place.container);
        let policy = sas::policy_named(&query).zip(container);
        let policy = policy.and_then(|(id, container)| container.policies.iter().find(|policy| policy.id == id));
        let names = self.model.names();
        let shown = sas::authenticate(account, &query, &resource, names, circumstances, policy, self.trace);
        source.readable =
            source.readable && shown.is_ok_and(|access| access.refusals(Kind::GetBlob, self.trace).is_empty());
    }
}

/// Whether a request has the service fetch what it writes.
fn is_from_address(kind: Kind, headers: &Headers) -> bool {
    let written = matches!(kind, Kind::AppendBlock | Kind::PutPages) && headers.get("x-ms-copy-source").is_some();
    kind == Kind::PutBlobFrom || written
}

/// The refusal of a write at the secondary location.
fn read_only() -> Refusal {
    let message = "Write operations are not allowed.";
    refusal(403, "WriteOperationNotSupportedOnSecondary", message, id::BLOB_OPEN_WRITES_ON_SECONDARY)
}

/// The refusal of a key for signatures of users to whoever shows the account's.
fn delegation_key_by_user() -> Detailed {
    let message = "Server failed to authenticate the request. Make sure the value of Authorization header is formed \
                   correctly including the signature.";
    let refused = Detailed::from(refusal(403, "AuthenticationFailed", message, id::BLOB_AUTH_DELEGATION_KEYS));
    refused.with("AuthenticationErrorDetail", "Only authentication scheme Bearer is supported")
}
