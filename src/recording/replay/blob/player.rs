//! Plays the exchanges of one session, and keeps what can be known of the state in step with the recording.

use super::bindings::Bindings;
use super::completed;
use super::features;
use super::place::{Place, Target};
use super::request::build;
use super::stage::Stage;
use super::traits::Traits;
use super::world::World;
use crate::recording::compare::{Compared, Difference, Recorded, compare_blobs};
use crate::recording::replay::{Fate, Reason, dropped};
use crate::recording::session::{Body, Exchange, Losses, Service, Session};
use crate::xml::Tree;
use bytes::Bytes;
use std::collections::HashMap;
use std::time::{Duration, SystemTime};
use tablestakes_reference::http::{Headers, Request, Response};

/// How long a change of properties may take to be seen, as documented.
const DELAY: Duration = Duration::from_secs(30);

/// A session that is being played.
pub(in crate::recording::replay) struct BlobPlayer {
    pub(super) losses: Losses,
    pub(super) stage: Stage,
    pub(super) world: World,
    pub(super) traits: Traits,
    bindings: Bindings,
    dropped: Vec<&'static str>,
    /// The ids of leases, where the recorder replaced them.
    leases: HashMap<Place, String>,
    /// When the service's properties were changed, and what they were before.
    earlier: Vec<(SystemTime, Response)>,
}

/// What is asked in an exchange, as far as it is known.
pub(super) struct Asked {
    pub(super) target: Target,
    /// Headers beside those that were kept.
    pub(super) headers: Vec<(String, String)>,
    /// The document of the answer.
    pub(super) tree: Option<Tree>,
    /// The code of the answer, if it is a refusal.
    pub(super) code: Option<String>,
    pub(super) body: Bytes,
    /// The id of the lease that the reference gave, where the recorder replaced ids.
    pub(super) lease: Option<String>,
    /// Whether the octets of the body are those that were sent.
    pub(super) body_known: bool,
    /// Whether those of the source are.
    pub(super) source_known: bool,
    recorded: Response,
    from_answer: bool,
}

impl BlobPlayer {
    /// A player for a session.
    pub(in crate::recording::replay) fn new(session: &Session) -> Self {
        let first = session.exchanges.iter().find(|exchange| exchange.service == Service::Blob);
        let account = first.map_or("account", |exchange| exchange.account.as_str());
        let traits = Traits::of(session);
        let mut stage = Stage::new(account, traits.tiers, traits.keeps_versions());
        if traits.keeps {
            let policy = "<DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days></DeleteRetentionPolicy>";
            let document = format!("<StorageServiceProperties>{policy}</StorageServiceProperties>");
            let target = "/?restype=service&comp=properties";
            stage.provide("2019-02-02", "PUT", target, &[], Bytes::from(document));
        }
        Self {
            losses: dropped::losses(session),
            stage,
            world: World::default(),
            traits,
            bindings: Bindings::default(),
            leases: HashMap::new(),
            dropped: dropped::of_blobs(session),
            earlier: Vec::new(),
        }
    }

    /// What becomes of an exchange, and whether its content was taken from its answer.
    pub(in crate::recording::replay) fn play(&mut self, exchange: &Exchange) -> (Fate, bool) {
        let told = completed::instant(exchange).filter(|instant| *instant > self.stage.now());
        if let Some(instant) = told.or_else(|| completed::answered(exchange)) {
            self.stage.set_clock(instant);
        }
        let mut asked = match self.asked(exchange) {
            Ok(asked) => asked,
            Err(reason) => {
                self.doubt(exchange, reason);
                return (Fate::Unreplayable(reason), false);
            }
        };
        self.provide(exchange, &asked);
        asked.from_answer |= self.teach(exchange, &asked);
        if exchange.method == "PUT" && asked.target.place == Place::Service {
            self.note_properties(exchange);
        }
        let request = build(exchange, &asked, &self.bindings);
        let dropped = self.traits.dropped_within(asked.target.container(), &self.dropped);
        let compared = Compared { json_spelling: false, cors_known: self.cors_known(exchange), dropped: &dropped };
        let head = exchange.method == "HEAD";
        let content_known = asked.body_known && self.knows_content(&asked.target) && !asked.from_answer;
        let recorded = Recorded {
            response: &asked.recorded,
            body: &exchange.response_body,
            content_known,
            head,
            from_elsewhere: exchange.request_headers.get("x-ms-copy-source").is_some(),
            unencrypted: self.traits.unencrypted,
        };
        let suits = |given: &Response| compare_blobs(recorded, given, &compared).is_empty();
        let mut requests = with_keys(exchange, request);
        if let Some(id) = asked.lease.as_deref().filter(|_| self.losses.request_headers) {
            requests.extend(with_lease(&requests, id));
        }
        let given = self.stage.ask_about_now(&requests, suits);
        let mut differences = compare_blobs(recorded, &given, &compared);
        if let Some((recorded, reference)) = self.bindings.contradiction(&asked.target.place, &asked.recorded, &given)
            && !asked.from_answer
            && given.status < 300
        {
            differences.push(Difference { place: "header etag".to_owned(), recorded, reference });
        }
        self.bindings.learn(&asked.target.place, &asked.recorded, &given);
        if let Some(id) = given.headers.get("x-ms-lease-id") {
            self.leases.insert(asked.target.place.clone(), id.to_owned());
        }
        let excused = self.excuse(exchange, &asked, &given);
        let parted = (exchange.status < 300) != (given.status < 300);
        self.note(exchange, &asked);
        if parted {
            self.doubt_place(&asked.target);
        }
        let fate = match differences.is_empty() {
            _ if exchange.response_body == Body::Lost && !head => Fate::Unreplayable(Reason::AnswerBody),
            true => Fate::Reproduced,
            false => match excused {
                Some(reason) => Fate::Unreplayable(reason),
                None => Fate::Different(differences),
            },
        };
        (fate, asked.from_answer || !content_known && given.status < 300)
    }

    fn asked(&mut self, exchange: &Exchange) -> Result<Asked, Reason> {
        let headers: Headers =
            exchange.response_headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let body = match &exchange.response_body {
            Body::Whole(octets) => octets.clone(),
            Body::Cut(cut) => cut.start.clone(),
            Body::Lost => Bytes::new(),
        };
        let recorded = Response { status: exchange.status, headers, body };
        let tree = Tree::read(&recorded.body);
        let code = tree.as_ref().filter(|tree| tree.root.name == "Error").and_then(|tree| tree.root.child_text("Code"));
        let code = code.or_else(|| recorded.headers.get("x-ms-error-code")).map(str::to_owned);
        if let Some(reason) = not_ours(exchange, code.as_deref()) {
            return Err(reason);
        }
        let mut target = Target::read(&exchange.target);
        if let Some(feature) = features::lacking(exchange, &target) {
            return Err(Reason::Feature(feature));
        }
        let options_lost = self.losses.query_strings && !target.has_query;
        if options_lost {
            completed::options(exchange, &mut target, code.as_deref())?;
        }
        let lease = self.leases.get(&target.place).cloned();
        let headers = completed::headers(exchange, self.losses, &target, &self.traits, lease.as_deref())?;
        let (body, body_known) = completed::body(exchange, &target, &self.traits)?;
        if matches!(&exchange.response_body, Body::Cut(_))
            && tree.is_none()
            && recorded.headers.get("content-type").is_some_and(|kind| kind == "application/xml")
        {
            return Err(Reason::AnswerBody);
        }
        let from_answer = options_lost || !headers.is_empty();
        let source = source_of(exchange);
        let source_known = source.is_none_or(|source| self.world.knows_content(&source));
        Ok(Asked { lease, source_known, target, headers, tree, code, body, recorded, body_known, from_answer })
    }

    /// Why a difference says nothing of the reference.
    fn excuse(&self, exchange: &Exchange, asked: &Asked, given: &Response) -> Option<Reason> {
        if exchange.secondary
            || exchange.response_headers.get("x-ms-copy-status").is_some_and(|status| status != "success")
        {
            return Some(Reason::Pace);
        }
        let place = &asked.target.place;
        if !asked.source_known {
            return Some(Reason::LeftBehind);
        }
        if let Some(feature) = self.world.beyond(place) {
            return Some(Reason::Feature(feature));
        }
        // A list of blocks, of which not all were recorded.
        let refused_list = given.headers.get("x-ms-error-code") == Some("InvalidBlockList")
            || given.status == 400 && asked.target.comp() == "blocklist";
        if refused_list && exchange.status < 300 {
            return Some(Reason::RestsOnLost);
        }
        let container = asked.target.container().and_then(|name| self.world.container(name));
        if *place == Place::Service && self.is_recent(exchange) {
            return Some(Reason::Pace);
        }
        if self.world.blob(place).is_some_and(|known| known.doubtful) {
            let foreign = self.world.blob(place).is_some_and(|known| known.is_foreign);
            return Some(if foreign { Reason::LeftBehind } else { Reason::RestsOnLost });
        }
        let lists = asked.target.comp() == "list";
        if lists && asked.target.container().is_some_and(|name| self.world.doubts_within(name)) {
            return Some(Reason::RestsOnLost);
        }
        let beyond = asked.target.container().filter(|_| lists).and_then(|name| self.world.beyond_within(name));
        if let Some(feature) = beyond {
            return Some(Reason::Feature(feature));
        }
        let foreign = container.is_some_and(|known| known.is_foreign);
        if foreign && asked.code.as_deref() == Some("ContainerNotFound") {
            return Some(Reason::LeftBehind);
        }
        if !asked.target.is_blob() && container.is_some_and(|known| known.doubtful) {
            return Some(Reason::LeftBehind);
        }
        if asked.target.is_blob() && container.is_some_and(|known| known.is_foreign) && self.world.blob(place).is_none()
        {
            return Some(Reason::LeftBehind);
        }
        if self.losses.request_headers {
            return Some(Reason::RequestHeaders);
        }
        (!asked.body_known && asked.body.is_empty()).then_some(Reason::RequestBody)
    }

    /// Whether the octets of what is read are those that were written.
    fn knows_content(&self, target: &Target) -> bool {
        match &target.place {
            Place::Container(name) => !self.world.made_up_within(name),
            place if !target.names_blob_itself() => !self.world.ever_made_up(place),
            place => self.world.knows_content(place),
        }
    }

    /// Whether CORS rules decide as the properties say that are known: a change of them may take a while.
    fn cors_known(&self, exchange: &Exchange) -> bool {
        self.world.properties_known && !self.is_recent(exchange)
    }

    /// Whether the properties were changed a moment ago.
    fn is_recent(&self, exchange: &Exchange) -> bool {
        let now = completed::date(exchange);
        let recent = |then: &SystemTime| now.is_some_and(|now| now.duration_since(*then).unwrap_or_default() <= DELAY);
        self.earlier.iter().any(|(then, _)| recent(then))
    }

    fn note_properties(&mut self, exchange: &Exchange) {
        let Some(now) = completed::date(exchange) else { return };
        let version = exchange.response_headers.get("x-ms-version").unwrap_or("2019-02-02").to_owned();
        let target = "/?restype=service&comp=properties";
        let before = self.stage.provide(&version, "GET", target, &[], Bytes::new());
        self.earlier.push((now, before));
    }

    /// Notes what a request may have done that could not be asked.
    fn doubt(&mut self, exchange: &Exchange, reason: Reason) {
        if exchange.status >= 300 || matches!(exchange.method.as_str(), "GET" | "HEAD") {
            return;
        }
        let mut target = Target::read(&exchange.target);
        if self.losses.query_strings && !target.has_query {
            let _ = completed::options(exchange, &mut target, None);
        }
        if target.place == Place::Service {
            self.note_properties(exchange);
            self.world.properties_known = false;
        }
        if target.comp() == "batch" {
            self.world.doubt_all();
        }
        if let (Reason::Feature(feature), Place::Blob(..)) = (reason, &target.place) {
            self.world.set_beyond(&target.place, feature);
        }
        self.doubt_place(&target);
    }

    fn doubt_place(&mut self, target: &Target) {
        match &target.place {
            Place::Service => {}
            Place::Container(name) => {
                if self.world.container(name).is_none() {
                    self.world.set_container(name, true, true);
                }
                self.world.doubt_container(name);
            }
            Place::Blob(..) => {
                self.world.doubt_blob(&target.place);
                self.world.content(&target.place, false, false);
            }
        }
    }

    /// Notes what the recorded answer says of the state.
    fn note(&mut self, exchange: &Exchange, asked: &Asked) {
        if exchange.status >= 300 {
            return;
        }
        let lost = self.losses.request_headers;
        let place = &asked.target.place;
        match (exchange.method.as_str(), place, asked.target.comp()) {
            ("PUT", Place::Container(name), "") => self.world.set_container(name, true, lost),
            ("DELETE", Place::Container(name), _) => self.world.set_container(name, false, false),
            ("PUT", Place::Container(name), "metadata" | "acl") if lost => self.world.doubt_container(name),
            ("PUT", Place::Blob(..), "") => {
                self.world.set_blob(place, true, lost || !asked.headers.is_empty());
                self.world.content(place, asked.body_known, true);
                self.note_copy(exchange, place);
            }
            ("PUT", Place::Blob(..), "blocklist") => self.world.set_blob(place, true, lost),
            ("PUT", Place::Blob(..), "block" | "page" | "appendblock") => {
                self.world.content(place, asked.body_known, false);
                self.note_copy(exchange, place);
            }
            ("PUT", Place::Blob(..), "metadata" | "properties") if lost => self.world.doubt_blob(place),
            ("DELETE", Place::Blob(..), "") if asked.target.names_blob_itself() => {
                let only = exchange.request_headers.get("x-ms-delete-snapshots").is_some_and(|value| value == "only");
                if !only {
                    self.world.set_blob(place, false, lost);
                }
            }
            ("PUT", Place::Blob(..), "undelete") => self.world.set_blob(place, true, false),
            ("PUT", Place::Service, _) => {
                let body = String::from_utf8_lossy(&asked.body).into_owned();
                let whole =
                    ["<Logging", "HourMetrics", "MinuteMetrics", "<Cors"].iter().all(|section| body.contains(section));
                self.world.properties_known |= whole;
            }
            _ => {}
        }
    }

    /// What was taken from elsewhere is known as far as its source is.
    fn note_copy(&mut self, exchange: &Exchange, place: &Place) {
        let Some(source) = source_of(exchange) else { return };
        self.world.content(place, self.world.knows_content(&source), false);
        if self.world.doubts(&source) {
            self.world.doubt_blob(place);
        }
    }
}

/// Where a request takes content from.
pub(super) fn source_of(exchange: &Exchange) -> Option<Place> {
    let source = exchange.request_headers.get("x-ms-copy-source")?;
    let path = source.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    Some(Target::read(path.unwrap_or(source)).place)
}

/// The same requests with the id of the lease, which the recorder dropped if it was sent.
fn with_lease(requests: &[Request], id: &str) -> Vec<Request> {
    let bare = requests.iter().filter(|request| request.headers.get("x-ms-lease-id").is_none());
    let leased = bare.map(|request| {
        let mut leased = request.clone();
        leased.headers.push("x-ms-lease-id", id);
        leased
    });
    leased.collect()
}

/// A request with the key of a customer, which the recorder dropped, and without: some clients name the algorithm of keys
/// that they do not send.
fn with_keys(exchange: &Exchange, request: Request) -> Vec<Request> {
    let names_key = exchange.request_headers.get("x-ms-encryption-algorithm").is_some();
    if !names_key {
        return vec![request];
    }
    let mut keyed = request.clone();
    keyed.headers.push("x-ms-encryption-key-sha256", "the customer's");
    vec![keyed, request]
}

/// Why an answer says nothing of the protocol.
fn not_ours(exchange: &Exchange, code: Option<&str>) -> Option<Reason> {
    let by_signature = exchange.target.contains("sig=");
    match (exchange.status, code) {
        (_, Some("ContainerBeingDeleted" | "OperationTimedOut" | "ServerBusy" | "InternalError")) | (500.., _) => {
            Some(Reason::Pace)
        }
        (
            403,
            Some("AuthorizationFailure" | "AuthorizationPermissionMismatch" | "AuthorizationResourceTypeMismatch"),
        ) if by_signature => None,
        // What somebody is told who shows no credentials at all: no recording says who did.
        (404, Some("ResourceNotFound")) | (_, Some("InvalidAuthenticationInfo")) => Some(Reason::Credentials),
        (401 | 403, _) => Some(Reason::Credentials),
        _ => None,
    }
}
