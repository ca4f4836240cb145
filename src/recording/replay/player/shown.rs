//! What an answer shows of content that the recording does not hold: bodies in the places of dropped ones, and what was
//! there before the session. Such an exchange is compared in its form; its content is the answer's own.

use super::{Asked, Player};
use crate::judge::{Document, Json, Row};
use crate::recording::replay::address::{Place, Resource, option};
use crate::recording::replay::evidence::{created, inserted};
use crate::recording::replay::world::Known;
use crate::recording::session::{Body, Exchange};
use tablestakes_reference::Version;

/// A request whose body was dropped, with one in its place.
pub(super) struct Completed {
    pub(super) exchange: Exchange,
    /// Whether the answer shows all of what was sent.
    pub(super) wholly: bool,
}

/// Puts a body in the place of one that was dropped: what the answer shows of it, or the least that the answer proves,
/// which is the key of what was written. The answer to a write that was granted does not depend on more.
pub(super) fn completed(exchange: &Exchange, asked: &Asked) -> Option<Completed> {
    if exchange.status >= 300 || exchange.request_body != Body::Lost {
        return None;
    }
    let named = |place: &Place| vec![text("PartitionKey", &place.partition), text("RowKey", &place.row)];
    let (members, wholly) = match (exchange.method.as_str(), &asked.resource) {
        ("POST", Resource::Tables) => (vec![text("TableName", &created(&asked.recorded)?)], true),
        ("POST", Resource::Entities(_)) => match Document::read(&asked.recorded) {
            Document::Entity(row) => (content(&row)?, !asked.is_without_types()),
            _ => (named(&inserted(&asked.recorded, &asked.resource)?), false),
        },
        ("PUT" | "MERGE" | "PATCH", Resource::Entity(place)) => (named(place), false),
        ("PUT", Resource::Policies(_)) => {
            return Some(with(exchange, "application/xml", "<SignedIdentifiers />".into(), false));
        }
        _ => return None,
    };
    let version = exchange.response_headers.get("x-ms-version").and_then(|version| version.parse::<Version>().ok());
    Some(if version.is_some_and(|version| version >= Version::V2013_08_15) {
        with(exchange, "application/json", as_json(&members), wholly)
    } else {
        with(exchange, "application/atom+xml", as_atom(&members), wholly)
    })
}

fn with(exchange: &Exchange, kind: &str, body: String, wholly: bool) -> Completed {
    let mut exchange = Exchange { request_body: Body::Whole(body.into()), ..exchange.clone() };
    if exchange.request_headers.get("content-type").is_none() {
        exchange.request_headers.push("content-type", kind);
    }
    Completed { exchange, wholly }
}

/// A property: its name, its type if its value does not tell it, and its value.
type Member = (String, Option<String>, Json);

fn text(name: &str, value: &str) -> Member {
    (name.to_owned(), None, Json::String(value.to_owned()))
}

/// What an entity was made of; `None` if the answer does not show its key.
fn content(row: &Row) -> Option<Vec<Member>> {
    row.key()?;
    let sent = row.properties.iter().filter(|held| held.name != "Timestamp" && held.value != Json::Null);
    Some(sent.map(|held| (held.name.clone(), held.annotation.clone(), held.value.clone())).collect())
}

fn as_json(members: &[Member]) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let value = |value: &Json| match value {
        Json::String(held) => text(held),
        Json::Number(number) => number.clone(),
        Json::Boolean(held) => held.to_string(),
        _ => "null".to_owned(),
    };
    let written = members.iter().map(|(name, kind, held)| {
        let kind = kind.as_ref().map(|kind| format!("{}:{},", text(&format!("{name}@odata.type")), text(kind)));
        format!("{}{}:{}", kind.unwrap_or_default(), text(name), value(held))
    });
    format!("{{{}}}", written.collect::<Vec<_>>().join(","))
}

fn as_atom(members: &[Member]) -> String {
    let written: String = members
        .iter()
        .map(|(name, kind, held)| {
            let (inferred, value) = match held {
                Json::String(held) => (None, held.clone()),
                Json::Number(number) if number.contains(['.', 'e', 'E']) => (Some("Edm.Double"), number.clone()),
                Json::Number(number) => (Some("Edm.Int32"), number.clone()),
                Json::Boolean(held) => (Some("Edm.Boolean"), held.to_string()),
                _ => (None, String::new()),
            };
            let kind = kind.as_deref().or(inferred).map(|kind| format!(" m:type=\"{kind}\"")).unwrap_or_default();
            format!("<d:{name}{kind}>{}</d:{name}>", tablestakes_reference::xml::escaped(&value))
        })
        .collect();
    let (data, metadata) = ("dataservices", "dataservices/metadata");
    let space = "http://schemas.microsoft.com/ado/2007/08";
    format!(
        "<entry xmlns=\"http://www.w3.org/2005/Atom\" xmlns:d=\"{space}/{data}\" xmlns:m=\"{space}/{metadata}\"><content \
         type=\"application/xml\"><m:properties>{written}</m:properties></content></entry>"
    )
}

impl Asked {
    /// Whether the answer leaves out the types of properties.
    fn is_without_types(&self) -> bool {
        self.recorded.headers.get("content-type").is_some_and(|kind| kind.contains("nometadata"))
    }
}

impl Player {
    /// Gives the reference the content that an answer shows and nobody knew; says whether it did.
    pub(super) fn teach(&mut self, exchange: &Exchange, asked: &Asked) -> bool {
        if exchange.response_body == Body::Lost {
            return false;
        }
        match (exchange.method.as_str(), exchange.status, &asked.resource) {
            ("GET", 200, Resource::Entity(place)) if self.world.entity(place) != Known::Wholly => {
                let Document::Entity(row) = Document::read(&asked.recorded) else { return false };
                option(&exchange.target, "$select").is_none() && self.store(place, &row, asked)
            }
            ("GET", 200, Resource::Entities(table)) if self.world.entities(table) != Known::Wholly => {
                let Document::Set { rows, .. } = Document::read(&asked.recorded) else { return false };
                let table = table.clone();
                shows_everything(exchange) && self.store_all(&table, &rows, asked)
            }
            ("GET", 200, Resource::Policies(table)) if self.world.policies(table) != Known::Wholly => {
                let table = table.clone();
                self.world.policies_set(&table, true);
                self.set(exchange, asked) == 204
            }
            ("GET", 200, Resource::Service(_)) if asked.is_for_properties() && !self.world.properties_known => {
                self.world.properties_known = true;
                self.set(exchange, asked) == 202
            }
            ("PUT" | "MERGE" | "PATCH" | "DELETE", 200..300, Resource::Entity(place)) => {
                let place = place.clone();
                self.was_there(&place, exchange.request_headers.get("if-match"), asked);
                true
            }
            ("POST", 202, Resource::Batch) => {
                let Document::Batch(answers) = Document::read(&asked.recorded) else { return false };
                let granted =
                    answers.len() == asked.parts.len() && answers.iter().all(|part| part.response.status < 300);
                let writes = asked.parts.iter().all(|part| part.method != "GET");
                for part in asked.parts.iter().filter(|_| granted && writes) {
                    if let (Resource::Entity(place), Some(tag)) = (&part.resource, &part.condition) {
                        self.was_there(place, Some(tag), asked);
                    }
                }
                granted && writes
            }
            ("POST", 409, Resource::Entities(table)) if self.world.entities(table) != Known::Wholly => {
                let kind = exchange.request_headers.get("content-type").unwrap_or_default();
                let headers = [("content-type", kind)].into_iter().collect();
                let body = exchange.request_body.octets().cloned().unwrap_or_default();
                let sent = tablestakes_reference::http::Response { status: 200, headers, body };
                let Document::Entity(row) = Document::read(&sent) else { return false };
                let Some(key) = row.key() else { return false };
                let place = Place { table: table.clone(), partition: key.partition, row: key.row };
                if self.world.entity(&place) == Known::Foreign {
                    self.stand_in(&place, asked);
                }
                true
            }
            _ => false,
        }
    }

    /// A write that was granted to this tag proves that its entity was there.
    fn was_there(&mut self, place: &Place, tag: Option<&str>, asked: &Asked) {
        if self.world.entity(place) != Known::Foreign {
            return;
        }
        let now = self.stand_in(place, asked);
        if let (Some(tag), Some(now)) = (tag, now) {
            self.bindings.bind_tag(place, tag, &now);
        }
    }

    /// Sends back the document that an answer shows.
    fn set(&mut self, exchange: &Exchange, asked: &Asked) -> u16 {
        let body = String::from_utf8_lossy(&asked.recorded.body).trim_start_matches('\u{feff}').to_owned();
        let shown = body.find("?>").map_or(0, |end| end + 2);
        self.stage.provide("PUT", exchange.target.clone(), body[shown..].trim_start().to_owned()).status
    }

    /// Puts an entity of unknown content in a place; its tag.
    fn stand_in(&mut self, place: &Place, asked: &Asked) -> Option<String> {
        let given = self.stage.provide("MERGE", address(place), "{}".to_owned());
        self.bindings.learn(&asked.recorded, &given, &Resource::Entity(place.clone()), &[]);
        self.world.doubt(place);
        given.headers.get("etag").map(str::to_owned)
    }

    fn store(&mut self, place: &Place, row: &Row, asked: &Asked) -> bool {
        let Some(members) = content(row) else { return false };
        let stored = self.stage.provide("PUT", address(place), as_json(&members)).status < 300;
        if stored && !asked.is_without_types() {
            self.world.vouch(place);
        }
        stored
    }

    fn store_all(&mut self, table: &str, rows: &[Row], asked: &Asked) -> bool {
        rows.iter().all(|row| {
            let Some(key) = row.key() else { return false };
            let place = Place { table: table.to_owned(), partition: key.partition, row: key.row };
            self.world.entity(&place) == Known::Wholly || self.store(&place, row, asked)
        })
    }
}

/// Whether an answer shows all entities that were asked for, each of them whole.
fn shows_everything(exchange: &Exchange) -> bool {
    let asks = |name: &str| option(&exchange.target, name).is_some();
    let goes_on = ["x-ms-continuation-nextpartitionkey", "x-ms-continuation-nextrowkey"];
    let timestamps = option(&exchange.target, "$filter").is_some_and(|filter| filter.contains("Timestamp"));
    !timestamps
        && !asks("$select")
        && !asks("NextPartitionKey")
        && goes_on.iter().all(|name| exchange.response_headers.get(name).is_none())
}

/// The address of an entity.
fn address(place: &Place) -> String {
    let quoted = |key: &str| {
        let key = key.replace('\'', "''");
        key.bytes().map(|octet| format!("%{octet:02X}")).collect::<String>()
    };
    let (partition, row) = (quoted(&place.partition), quoted(&place.row));
    format!("/{}(PartitionKey='{partition}',RowKey='{row}')", place.table)
}
