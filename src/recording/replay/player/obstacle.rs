//! Why an exchange cannot be replayed: what the recording lost, or what nobody knows of the state before it.

use super::{Asked, Player};
use crate::judge::Document;
use crate::recording::replay::address::{Place, Resource, option};
use crate::recording::replay::evidence::{error_code, inserted, table_of};
use crate::recording::replay::reason::Reason;
use crate::recording::replay::world::Known;
use crate::recording::session::{Body, Exchange};

impl Player {
    /// Why the exchange cannot be replayed.
    pub(super) fn obstacle(&mut self, exchange: &Exchange, asked: &Asked) -> Option<Reason> {
        if exchange.request_body == Body::Lost {
            return Some(Reason::RequestBody);
        }
        let unconditional = exchange.request_headers.get("if-match").is_none();
        if self.losses.request_headers && exchange.status == 412 && unconditional {
            return Some(Reason::RequestHeaders);
        }
        if self.losses.query_strings && may_miss_options(exchange, asked) {
            return Some(Reason::QueryOptions);
        }
        match &asked.resource {
            Resource::Table(table) if exchange.status < 300 && self.world.is_unheard(table) => Some(Reason::LeftBehind),
            Resource::Service(comp) if comp == "properties" && exchange.method == "GET" && exchange.status == 200 => {
                (!self.world.properties_known).then_some(Reason::LeftBehind)
            }
            Resource::Policies(table) if exchange.method == "GET" && exchange.status == 200 => {
                doubt(self.world.policies(table))
            }
            Resource::Entities(table) if exchange.method == "GET" && exchange.status == 200 => {
                doubt(self.world.entities(table))
            }
            Resource::Entities(_) if exchange.method == "POST" => {
                let place = inserted(&asked.recorded, &asked.resource);
                match (exchange.status, place) {
                    // It tells that the entity was there, which a table of unknown content may have had.
                    (409, _) => doubt(self.world.entities(table_of(&asked.resource)?)),
                    _ => None,
                }
            }
            Resource::Entity(place) => self.entity_obstacle(place, &exchange.method, exchange.status, !unconditional),
            Resource::Batch => {
                let Document::Batch(answers) = Document::read(&asked.recorded) else { return None };
                let failed = answers.iter().any(|part| part.response.status >= 400);
                asked.parts.iter().enumerate().find_map(|(index, part)| {
                    let Resource::Entity(place) = &part.resource else { return None };
                    let status = if failed { 412 } else { answers.get(index)?.response.status };
                    self.entity_obstacle(place, &part.method, status, true)
                })
            }
            _ => None,
        }
    }

    /// Whether what is known of an entity is enough to judge the answer to an operation on it.
    fn entity_obstacle(&self, place: &Place, method: &str, status: u16, conditional: bool) -> Option<Reason> {
        match (method, status) {
            (_, 404) => None,
            ("GET", _) => doubt(self.world.entity(place)),
            // A write whose content nobody knows was done on the replay's side, too; its tag is bound.
            _ if !conditional => None,
            _ => match self.world.entity(place) {
                Known::Foreign => Some(Reason::LeftBehind),
                Known::Wholly | Known::Doubtful => None,
            },
        }
    }
}

fn doubt(known: Known) -> Option<Reason> {
    match known {
        Known::Wholly => None,
        Known::Foreign => Some(Reason::LeftBehind),
        Known::Doubtful => Some(Reason::RestsOnLost),
    }
}

/// Whether a target without a query may have had one that decides the answer. A set may have been filtered or cut; of an
/// entity, the answer says what was selected.
fn may_miss_options(exchange: &Exchange, asked: &Asked) -> bool {
    let bare = exchange.method == "GET" && !exchange.target.contains('?');
    let selected = || memchr::memmem::find(&asked.recorded.body, b"&$select=").is_some();
    match asked.resource {
        Resource::Tables | Resource::Entities(_) => bare,
        Resource::Entity(_) => bare && selected(),
        _ => false,
    }
}

/// Why an answer says nothing of the protocol.
pub(super) fn not_ours(exchange: &Exchange, asked: &Asked) -> Option<Reason> {
    let code = error_code(&asked.recorded);
    match (exchange.status, code.as_deref()) {
        (_, Some("TableBeingDeleted" | "OperationTimedOut" | "ServerBusy")) | (503, _) => Some(Reason::Pace),
        // A signature that is part of the address says what it grants; other credentials are not recorded.
        (
            403,
            Some("AuthorizationFailure" | "AuthorizationPermissionMismatch" | "AuthorizationResourceTypeMismatch"),
        ) if option(&exchange.target, "sig").is_some() => None,
        // What a key is told of a table that is not there is `TableNotFound`; a token of a directory is told this of every
        // table, and no recording says who asked by one.
        (404, Some("ResourceNotFound")) if matches!(asked.resource, Resource::Policies(_)) => Some(Reason::Credentials),
        (401 | 403, _) => Some(Reason::Credentials),
        _ => None,
    }
}
