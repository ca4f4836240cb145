//! Plays the exchanges of one session, and keeps what can be known of the state in step with the recording.

use super::bindings::Bindings;
use super::completed;
use super::place::{Place, Target};
use super::stage::Stage;
use super::world::World;
use crate::recording::compare::{Compared, Difference, compare_queues};
use crate::recording::replay::{Fate, Reason};
use crate::recording::session::{Body, Exchange, Losses};
use crate::xml::Tree;
use bytes::Bytes;
use std::time::{Duration, SystemTime};
use tablestakes_reference::http::{Headers, Request, Response};

/// How long a change of properties may take to be seen, as documented.
const DELAY: Duration = Duration::from_secs(30);

/// A session that is being played.
pub(in crate::recording::replay) struct QueuePlayer {
    pub(super) losses: Losses,
    pub(super) stage: Stage,
    pub(super) world: World,
    bindings: Bindings,
    dropped: Vec<&'static str>,
    /// What the properties were before they were changed, and when that was.
    earlier: Vec<(SystemTime, Response)>,
}

/// What is asked in an exchange, as far as it is known.
pub(super) struct Asked {
    pub(super) target: Target,
    /// The headers of metadata.
    pub(super) metadata: Vec<(String, String)>,
    /// The document of the answer.
    pub(super) tree: Option<Tree>,
    /// The code of the answer, if it is a refusal.
    pub(super) code: Option<String>,
    recorded: Response,
    body: Bytes,
    from_answer: bool,
}

impl QueuePlayer {
    /// A player for sessions of an account. `dropped` are the headers that the recorder kept of no answer.
    pub(in crate::recording::replay) fn new(account: &str, losses: Losses, dropped: Vec<&'static str>) -> Self {
        let stage = Stage::new(account);
        let (world, bindings) = (World::default(), Bindings::default());
        Self { losses, stage, world, bindings, dropped, earlier: Vec::new() }
    }

    /// What becomes of an exchange, and whether its content was taken from its answer.
    pub(in crate::recording::replay) fn play(&mut self, exchange: &Exchange) -> (Fate, bool) {
        if let Some(instant) = completed::answered(exchange) {
            self.stage.set_clock(instant);
        }
        let mut asked = match self.asked(exchange) {
            Ok(asked) => asked,
            Err(reason) => {
                self.doubt(exchange, reason);
                return (Fate::Unreplayable(reason), false);
            }
        };
        let instant = completed::instant(exchange, &asked.target, asked.tree.as_ref());
        if let Some(instant) = instant {
            self.stage.set_clock(instant);
        }
        self.provide(exchange, &asked);
        asked.from_answer |= self.teach(exchange, &asked);
        if let Some(reason) = self.obstacle(exchange, &asked) {
            return (Fate::Unreplayable(reason), false);
        }
        if exchange.method == "PUT" && matches!(asked.target.place, Place::Service(_)) {
            self.note_properties(exchange);
        }
        let request = self.request(exchange, &asked);
        let given =
            if instant.is_some() { self.stage.ask(&request) } else { self.ask_about_now(exchange, &asked, &request) };
        let (shown, taken) = self.bindings.with_texts(&asked.recorded, &given);
        let differences = self.differences(exchange, &asked, &shown);
        self.bindings.learn(&asked.recorded, &given);
        if let (Place::Message(_, id), Some(then), Some(now)) =
            (&asked.target.place, asked.recorded.headers.get("x-ms-popreceipt"), given.headers.get("x-ms-popreceipt"))
        {
            let id = self.message(id, &asked).to_owned();
            self.bindings.learn_receipt(&id, then, now);
        }
        self.note(exchange, &asked);
        let from_answer = asked.from_answer || taken;
        let fate = match differences.is_empty() {
            _ if exchange.response_body == Body::Lost => Fate::Unreplayable(Reason::AnswerBody),
            true => Fate::Reproduced,
            // The secondary location is behind the primary one.
            false if exchange.secondary || self.is_earlier(exchange, &asked) => Fate::Unreplayable(Reason::Pace),
            false if self.rests_on_unknown(&asked) => Fate::Unreplayable(Reason::LeftBehind),
            false => Fate::Different(differences),
        };
        (fate, from_answer)
    }

    fn asked(&mut self, exchange: &Exchange) -> Result<Asked, Reason> {
        let headers: Headers =
            exchange.response_headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let body = exchange.response_body.octets().cloned().unwrap_or_default();
        let recorded = Response { status: exchange.status, headers, body };
        let tree = Tree::read(&recorded.body);
        let code = tree.as_ref().filter(|tree| tree.root.name == "Error").and_then(|tree| tree.root.child_text("Code"));
        let code = code.or_else(|| recorded.headers.get("x-ms-error-code")).map(str::to_owned);
        if let Some(reason) = not_ours(exchange, code.as_deref()) {
            return Err(reason);
        }
        let mut target = Target::read(&exchange.target);
        let options_lost = self.losses.query_strings && !target.has_query;
        if options_lost {
            completed::options(exchange, &mut target, tree.as_ref(), code.as_deref())?;
        }
        let (body, made_up) = completed::body(exchange, self.losses, &target, code.as_deref(), &mut self.bindings)?;
        let mut metadata: Vec<(String, String)> = exchange
            .request_headers
            .iter()
            .filter(|(name, _)| name.starts_with("x-ms-meta-"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        if self.losses.request_headers && code.as_deref() == Some("InvalidMetadata") {
            metadata.push(("x-ms-meta-a-b".to_owned(), "1".to_owned()));
        }
        if self.losses.request_headers && code.as_deref() == Some("EmptyMetadataKey") {
            metadata.push(("x-ms-meta-".to_owned(), "value".to_owned()));
        }
        let from_answer = made_up || options_lost && !target.options.is_empty();
        Ok(Asked { target, metadata, tree, code, recorded, body, from_answer })
    }

    /// The recorded id of the message that is asked for: as it is written, or as its receipt says.
    fn message<'a>(&'a self, id: &'a str, asked: &'a Asked) -> &'a str {
        let granted = asked.recorded.status < 300;
        let by_receipt = || self.bindings.id_by_receipt(asked.target.option("popreceipt").filter(|_| granted)?);
        if self.bindings.id(id).is_some() { id } else { by_receipt().unwrap_or(id) }
    }

    /// Why what is asked cannot be asked of the reference.
    fn obstacle(&self, exchange: &Exchange, asked: &Asked) -> Option<Reason> {
        let Place::Message(queue, id) = &asked.target.place else { return None };
        let unknown = self.bindings.id(self.message(id, asked)).is_none() && exchange.status < 300;
        let foreign = self.world.queue(queue).is_some_and(|known| known.is_foreign);
        match unknown {
            true if foreign => Some(Reason::LeftBehind),
            true => Some(Reason::RestsOnLost),
            false => None,
        }
    }

    /// Whether CORS rules decide as the properties say that are known: a change of them may take a while.
    fn cors_known(&self, exchange: &Exchange) -> bool {
        let now = completed::date(exchange);
        let recent = |then: &SystemTime| now.is_some_and(|now| now.duration_since(*then).unwrap_or_default() <= DELAY);
        self.world.properties_known && !self.earlier.iter().any(|(then, _)| recent(then))
    }

    fn request(&self, exchange: &Exchange, asked: &Asked) -> Request {
        let mut headers = Headers::new();
        let location = if exchange.secondary { "-secondary" } else { "" };
        headers.push("Host", format!("{}{location}.queue.core.windows.net", exchange.account));
        for (name, value) in exchange.request_headers.iter() {
            let kept = !matches!(name, "host" | "content-length" | "authorization") && !name.starts_with("x-ms-meta-");
            if kept {
                headers.push(name.to_owned(), value);
            }
        }
        if headers.get("x-ms-version").is_none()
            && let Some(version) = exchange.response_headers.get("x-ms-version")
        {
            headers.push("x-ms-version", version);
        }
        if headers.get("x-ms-client-request-id").is_none()
            && let Some(id) = exchange.response_headers.get("x-ms-client-request-id")
        {
            headers.push("x-ms-client-request-id", id);
        }
        asked.metadata.iter().for_each(|(name, value)| headers.push(name.clone(), value.clone()));
        let mut target = asked.target.clone();
        let mut path = exchange.target.split('?').next().unwrap_or_default().to_owned();
        if let Place::Message(_, id) = &asked.target.place {
            let (granted, id) = (exchange.status < 300, self.message(id, asked));
            let receipt = self.bindings.receipt(id, asked.target.option("popreceipt"), granted);
            match receipt {
                Some(receipt) => target.set("popreceipt", receipt),
                // Its form is good, since another refusal was given.
                None if target.option("popreceipt").is_none() => {
                    target.set("popreceipt", "AgAAAAMAAAAAAAAADgkZwbAB0wE=");
                }
                None => {}
            }
            if let (Some(bound), Some((before, _))) = (self.bindings.id(id), path.rsplit_once('/')) {
                path = format!("{before}/{bound}");
            }
        }
        // A marker names the account, which some recorders replaced in some places.
        let own = target.option("marker").and_then(|marker| marker.strip_prefix('/')?.split_once('/'));
        if let Some((_, name)) = own.filter(|(account, _)| *account != exchange.account) {
            let marker = format!("/{}/{name}", exchange.account);
            target.set("marker", marker);
        }
        // What nothing is known of, or was not touched, goes as it was sent.
        let untouched = target.options == Target::read(&exchange.target).options;
        let target = match (untouched, exchange.target.split_once('?')) {
            (true, Some((_, query))) => format!("{path}?{query}"),
            _ => target.written(&path),
        };
        Request { method: exchange.method.clone(), target, headers, body: asked.body.clone() }
    }

    /// The reference's answer about the time of the recorded one.
    fn ask_about_now(&mut self, exchange: &Exchange, asked: &Asked, request: &Request) -> Response {
        let cors_known = self.cors_known(exchange);
        let Self { stage, bindings, dropped, .. } = self;
        let compared = Compared { json_spelling: false, cors_known, dropped };
        stage.ask_about_now(request, |given| {
            compare_queues(&asked.recorded, given, &compared).iter().all(|held| held.place.ends_with("MessageText"))
                && bindings.mixed_up(&asked.recorded, given).is_none()
        })
    }

    fn differences(&self, exchange: &Exchange, asked: &Asked, given: &Response) -> Vec<Difference> {
        let compared = Compared { json_spelling: false, cors_known: self.cors_known(exchange), dropped: &self.dropped };
        let mut differences = compare_queues(&asked.recorded, given, &compared);
        if exchange.method == "HEAD" {
            differences.retain(|held| !held.place.starts_with("body") && held.place != "header content-type");
        }
        // Until the middle of 2017, what was told of a new message was not said to be XML.
        if exchange.method == "POST" && asked.recorded.headers.get("content-type").is_none() {
            differences.retain(|held| held.place != "header content-type");
        }
        if let Some((recorded, reference)) = self.bindings.mixed_up(&asked.recorded, given) {
            differences.push(Difference { place: "body messages".to_owned(), recorded, reference });
        }
        differences
    }

    /// Whether what differs may be due to what was there before the session.
    fn rests_on_unknown(&self, asked: &Asked) -> bool {
        let known = asked.target.queue().and_then(|queue| self.world.queue(queue));
        let messages = match &asked.target.place {
            Place::Messages(_) | Place::Message(..) => true,
            Place::Queue(_, comp) => comp == "metadata",
            _ => false,
        };
        messages && known.is_some_and(|known| !known.messages)
    }

    fn note_properties(&mut self, exchange: &Exchange) {
        let Some(now) = completed::date(exchange) else { return };
        let version = exchange.response_headers.get("x-ms-version").unwrap_or("2019-02-02").to_owned();
        let target = "/?restype=service&comp=properties";
        let before = self.stage.provide_in(&version, "GET", target, &[], String::new());
        self.earlier.push((now, before));
    }

    /// Whether an answer shows the properties as they were not long ago.
    fn is_earlier(&self, exchange: &Exchange, asked: &Asked) -> bool {
        let Some(now) = completed::date(exchange) else { return false };
        let recent = |then: &SystemTime| now.duration_since(*then).unwrap_or_default() <= DELAY;
        let compared = Compared { json_spelling: false, cors_known: false, dropped: &self.dropped };
        let mut states = self.earlier.iter().filter(|(then, _)| recent(then));
        asked.target.place == Place::Service("properties".to_owned())
            && states.any(|(_, state)| compare_queues(&asked.recorded, state, &compared).is_empty())
    }

    /// Notes what a request may have done that could not be asked.
    fn doubt(&mut self, exchange: &Exchange, reason: Reason) {
        if exchange.status >= 300 || !matches!(exchange.method.as_str(), "PUT" | "POST" | "DELETE") {
            return;
        }
        let target = Target::read(&exchange.target);
        match (&target.place, reason) {
            (Place::Service(_), _) => {
                self.note_properties(exchange);
                self.world.properties_known = false;
            }
            (Place::Queue(queue, comp), Reason::RequestBody) if comp == "acl" => {
                self.world.note(queue, |known| known.policies = false);
            }
            (Place::Queue(queue, _), _) => self.world.note(queue, |known| {
                known.metadata = false;
                known.policies = false;
            }),
            (Place::Messages(queue) | Place::Message(queue, _), _) => {
                self.world.note(queue, |known| known.messages = false);
            }
            (Place::Other, _) => {}
        }
    }

    /// Notes what the recorded answer says of the state.
    fn note(&mut self, exchange: &Exchange, asked: &Asked) {
        if exchange.status >= 300 {
            return;
        }
        let headers_kept = !self.losses.request_headers;
        match (exchange.method.as_str(), &asked.target.place) {
            ("PUT", Place::Queue(queue, comp)) if comp.is_empty() && exchange.status == 201 => {
                self.world.created(queue, headers_kept);
            }
            ("PUT", Place::Queue(queue, comp)) if comp == "metadata" => {
                self.world.note(queue, |known| known.metadata = headers_kept);
            }
            ("PUT", Place::Queue(queue, comp)) if comp == "acl" => {
                self.world.note(queue, |known| known.policies = true);
            }
            ("DELETE", Place::Queue(queue, _)) => self.world.deleted(queue),
            ("DELETE", Place::Messages(queue)) => self.world.note(queue, |known| known.messages = true),
            ("PUT", Place::Service(_)) => {
                let body = String::from_utf8_lossy(&asked.body).into_owned();
                let whole =
                    ["<Logging", "HourMetrics", "MinuteMetrics", "<Cors"].iter().all(|section| body.contains(section));
                self.world.properties_known |= whole;
            }
            _ => {}
        }
    }
}

/// Why an answer says nothing of the protocol.
fn not_ours(exchange: &Exchange, code: Option<&str>) -> Option<Reason> {
    let by_signature = exchange.target.contains("sig=");
    match (exchange.status, code) {
        (_, Some("QueueBeingDeleted" | "OperationTimedOut" | "ServerBusy")) | (503, _) => Some(Reason::Pace),
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
