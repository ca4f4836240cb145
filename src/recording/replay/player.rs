//! Plays the exchanges of one session, and keeps what can be known of the state in step with the recording.

mod obstacle;
mod shown;

use super::address::{Place, Resource, raw_table};
use super::bindings::Bindings;
use super::dropped;
use super::earlier::Earlier;
use super::evidence::{answers_missing_table, created, error_code, inserted, name_in_body};
use super::listing::{self, table_in_token};
use super::parts::{self, Part};
use super::reason::Reason;
use super::request::{build, without_doubled_returns};
use super::stage::Stage;
use super::world::{Known, World};
use super::{Compared, Fate, Played, compare};
use crate::judge::Document;
use crate::recording::session::{Body, Exchange, Losses, Service, Session};
use std::collections::HashMap;
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::rules::RuleId;

/// A session that is being played.
pub(super) struct Player {
    losses: Losses,
    stage: Stage,
    world: World,
    bindings: Bindings,
    dropped: Vec<&'static str>,
    /// The names of tables that are listed somewhere in the session, by their names in lower case.
    spellings: HashMap<String, String>,
    earlier: Earlier,
}

/// What is asked in an exchange.
pub(super) struct Asked {
    resource: Resource,
    parts: Vec<Part>,
    pub(super) recorded: Response,
}

impl Asked {
    /// Whether the service's properties are asked for.
    pub(super) fn is_for_properties(&self) -> bool {
        self.resource == Resource::Service("properties".to_owned())
    }
}

impl Player {
    pub(super) fn new(session: &Session) -> Self {
        let account = session.exchanges.first().map_or("account", |exchange| exchange.account.as_str());
        Self {
            losses: session.losses,
            stage: Stage::new(account),
            world: World::default(),
            bindings: Bindings::default(),
            dropped: dropped::of(session),
            spellings: listing::spellings(&session.exchanges),
            earlier: Earlier::default(),
        }
    }

    /// A player for exchanges that are yet to come, of which nothing but the framing is lost.
    pub(super) fn following(account: &str) -> Self {
        let losses = Losses { framing: true, ..Losses::default() };
        let first = Session { name: String::new(), losses, exchanges: Vec::new() };
        Self { stage: Stage::new(account), dropped: dropped::on_the_way(), ..Self::new(&first) }
    }

    /// Plays the next exchange, which may list tables that nobody has named before.
    pub(super) fn follow_on(&mut self, exchange: &Exchange) -> Played {
        self.spellings.extend(listing::spellings(std::slice::from_ref(exchange)));
        self.play(exchange)
    }

    pub(super) fn play(&mut self, exchange: &Exchange) -> Played {
        let mut content_from_answer = false;
        let mut causes = Vec::new();
        let fate = self.fate(exchange, &mut content_from_answer, &mut causes);
        let asked = format!("{} {}", exchange.method, exchange.target);
        Played { number: exchange.number, asked, fate, causes, content_from_answer }
    }

    fn fate(&mut self, exchange: &Exchange, content_from_answer: &mut bool, causes: &mut Vec<Option<RuleId>>) -> Fate {
        let mut parted = false;
        if exchange.service != Service::Table {
            return Fate::Unreplayable(Reason::Service(exchange.service));
        }
        self.stage.set_clock(exchange);
        let asked = asked(exchange);
        if let Some(reason) = obstacle::not_ours(exchange, &asked) {
            return Fate::Unreplayable(reason);
        }
        let completed = shown::completed(exchange, &asked);
        let exchange = completed.as_ref().map_or(exchange, |completed| &completed.exchange);
        self.provide(exchange, &asked);
        let obstacle = self.obstacle(exchange, &asked);
        let taught = matches!(obstacle, Some(Reason::LeftBehind | Reason::RestsOnLost)) && self.teach(exchange, &asked);
        let obstacle = obstacle.filter(|_| !taught);
        *content_from_answer = taught || completed.is_some();
        let fate = match obstacle {
            Some(Reason::RequestBody) => {
                self.make_up(exchange, &asked);
                return Fate::Unreplayable(Reason::RequestBody);
            }
            Some(reason) => {
                self.follow(exchange, &asked);
                Fate::Unreplayable(reason)
            }
            None => {
                let request = build(exchange, self.losses, &asked.resource, &self.bindings);
                if exchange.method == "PUT" && matches!(asked.resource, Resource::Service(_)) {
                    self.earlier.note(exchange, &mut self.stage);
                }
                let given = self.stage.ask(&request);
                self.bindings.learn(&asked.recorded, &given, &asked.resource, &asked.parts);
                let compared = Compared {
                    json_spelling: self.losses.json_spelling,
                    cors_known: self.world.properties_known,
                    dropped: &self.dropped,
                };
                let differences = compare(&asked.recorded, &given, &compared);
                if !differences.is_empty() && self.earlier.is_answered(exchange, &asked, &compared) {
                    return Fate::Unreplayable(Reason::Pace);
                }
                let lost = exchange.response_body == Body::Lost;
                match differences.is_empty() {
                    _ if lost => Fate::Unreplayable(Reason::AnswerBody),
                    true => Fate::Reproduced,
                    false => {
                        let compare = |given: &Response| compare(&asked.recorded, given, &compared);
                        let (explained, followed) = self.stage.explain(&differences, compare);
                        *causes = explained;
                        match followed {
                            Some(given) => self.bindings.learn(&asked.recorded, &given, &asked.resource, &asked.parts),
                            None => {
                                parted = (asked.recorded.status < 300) != (given.status < 300);
                                if parted && asked.recorded.status < 300 {
                                    self.follow(exchange, &asked);
                                }
                            }
                        }
                        Fate::Different(differences)
                    }
                }
            }
        };
        self.note(exchange, &asked);
        if parted {
            // One side did what the other refused: what that left behind is told once, and not with every later answer.
            self.doubt_content(&asked);
        }
        if completed.is_some_and(|completed| !completed.wholly) {
            self.doubt_content(&asked);
        }
        fate
    }

    /// What was written is not known, other than where.
    fn doubt_content(&mut self, asked: &Asked) {
        match &asked.resource {
            Resource::Policies(table) => self.world.policies_set(table, false),
            Resource::Entity(place) => self.world.doubt(place),
            resource => match inserted(&asked.recorded, resource) {
                Some(place) => self.world.doubt(&place),
                None => self.world.doubt_entities(resource),
            },
        }
    }

    /// Gives the reference what the answer proves to have been there before the session.
    fn provide(&mut self, exchange: &Exchange, asked: &Asked) {
        let mut names: Vec<String> = Vec::new();
        if asked.resource == Resource::Tables && exchange.method == "GET" && exchange.status == 200 {
            for gone in listing::gone(exchange, &asked.recorded, &self.world) {
                self.stage.provide("DELETE", format!("/Tables('{gone}')"), String::new());
                self.world.deleted(&gone);
            }
        }
        let code = error_code(&asked.recorded);
        let exists = !matches!(code.as_deref(), Some("TableNotFound" | "ResourceNotFound"));
        match &asked.resource {
            Resource::Tables if exchange.status == 200 => {
                if let Document::Set { rows, .. } = Document::read(&asked.recorded) {
                    names.extend(rows.iter().filter_map(|row| row.text("TableName")).map(str::to_owned));
                }
                let token = exchange.response_headers.get("x-ms-continuation-nexttablename");
                names.extend(token.and_then(table_in_token));
            }
            Resource::Tables if code.as_deref() == Some("TableAlreadyExists") => {
                let body = exchange.request_body.octets().map(|body| String::from_utf8_lossy(body).into_owned());
                names.extend(body.as_deref().and_then(name_in_body));
            }
            Resource::Table(_) if exchange.status < 300 => names.extend(raw_table(&exchange.target)),
            Resource::Policies(_) if exists => names.extend(raw_table(&exchange.target)),
            // An entity that is not there tells nothing of its table, other than that it is there.
            Resource::Entities(_) | Resource::Entity(_) if code.as_deref() != Some("TableNotFound") => {
                names.extend(raw_table(&exchange.target));
            }
            Resource::Batch if code.is_none() && !answers_missing_table(&asked.recorded) => {
                names.extend(asked.parts.iter().filter_map(|part| part.table.clone()));
            }
            _ => {}
        }
        for name in names {
            let table = name.to_lowercase();
            if self.world.is_unheard(&table) {
                let name = self.spellings.get(&table).unwrap_or(&name);
                let body = serde_json::json!({ "TableName": name }).to_string();
                // Some tables are the service's own, and cannot be created.
                if self.stage.provide("POST", "/Tables".to_owned(), body).status < 300 {
                    self.world.was_there(&table);
                }
            }
        }
    }

    /// Notes what a request did whose body was not kept, and of which the answer shows nothing.
    fn make_up(&mut self, exchange: &Exchange, asked: &Asked) {
        if exchange.status >= 300 {
            return;
        }
        match &asked.resource {
            Resource::Service(_) => self.world.properties_known = false,
            resource => self.world.doubt_entities(resource),
        }
    }

    /// Does on the reference what a request did that could not be judged.
    fn follow(&mut self, exchange: &Exchange, asked: &Asked) {
        if exchange.status >= 300 || exchange.method == "GET" {
            return;
        }
        let mut request = build(exchange, self.losses, &asked.resource, &self.bindings);
        if matches!(asked.resource, Resource::Entity(_)) {
            request.headers.remove("If-Match");
            if exchange.method == "DELETE" {
                request.headers.push("If-Match", "*");
            }
        }
        let given = self.stage.ask(&request);
        self.bindings.learn(&asked.recorded, &given, &asked.resource, &asked.parts);
    }

    /// Notes what the recorded answer says of the state.
    fn note(&mut self, exchange: &Exchange, asked: &Asked) {
        if exchange.status >= 300 {
            return;
        }
        match (exchange.method.as_str(), &asked.resource) {
            ("POST", Resource::Tables) => {
                if let Some(name) = created(&asked.recorded) {
                    self.world.created(&name.to_lowercase());
                }
            }
            ("DELETE", Resource::Table(table)) => self.world.deleted(table),
            ("PUT", Resource::Policies(table)) => self.world.policies_set(table, true),
            ("PUT", Resource::Service(_)) => {
                let body = exchange.request_body.octets().map(|body| String::from_utf8_lossy(body).into_owned());
                let whole = body.is_some_and(|body| {
                    ["<Logging", "HourMetrics", "MinuteMetrics", "<Cors"].iter().all(|section| body.contains(section))
                });
                self.world.properties_known |= whole;
            }
            ("POST", Resource::Entities(_)) => match inserted(&asked.recorded, &asked.resource) {
                Some(place) => self.world.vouch(&place),
                None => self.world.doubt_entities(&asked.resource),
            },
            (method, Resource::Entity(place)) => self.note_write(method, place),
            (_, Resource::Batch) => self.note_batch(asked),
            _ => {}
        }
    }

    fn note_write(&mut self, method: &str, place: &Place) {
        match method {
            "PUT" | "DELETE" => self.world.vouch(place),
            "MERGE" | "PATCH" | "POST" if self.world.entity(place) == Known::Wholly => self.world.vouch(place),
            "MERGE" | "PATCH" | "POST" => self.world.doubt(place),
            _ => {}
        }
    }

    fn note_batch(&mut self, asked: &Asked) {
        let Document::Batch(answers) = Document::read(&asked.recorded) else { return };
        if answers.iter().any(|part| part.response.status >= 400) {
            return;
        }
        for (part, answer) in asked.parts.iter().zip(&answers) {
            match (&part.resource, inserted(&answer.response, &part.resource)) {
                (Resource::Entity(place), _) => self.note_write(&part.method, place),
                (Resource::Entities(_), Some(place)) => self.world.vouch(&place),
                (resource, None) => self.world.doubt_entities(resource),
                _ => {}
            }
        }
    }
}

fn asked(exchange: &Exchange) -> Asked {
    let resource = Resource::read(&exchange.target);
    let parts = match (&resource, exchange.request_body.octets()) {
        (Resource::Batch, Some(body)) => parts::read(body),
        _ => Vec::new(),
    };
    let headers: Headers =
        exchange.response_headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let body = exchange.response_body.octets().cloned().unwrap_or_default();
    let multipart = headers.get("content-type").is_some_and(|kind| kind.starts_with("multipart/"));
    let body = if multipart { without_doubled_returns(body) } else { body };
    Asked { resource, parts, recorded: Response { status: exchange.status, headers, body } }
}
