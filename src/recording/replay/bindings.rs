//! What the service chose then and what the reference chooses now: ETags, timestamps and continuation tokens.

use super::address::{Place, Resource, decoded};
use super::parts;
use crate::judge::{Document, Row};
use bytes::Bytes;
use std::collections::HashMap;
use tablestakes_reference::http::Response;

/// The headers that hold a continuation token, with the query option that sends it back.
const TOKENS: [(&str, &str); 3] = [
    ("x-ms-continuation-nextpartitionkey", "NextPartitionKey"),
    ("x-ms-continuation-nextrowkey", "NextRowKey"),
    ("x-ms-continuation-nexttablename", "NextTableName"),
];

/// New values by recorded ones.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    /// By entity, because entities that were written at once have the same recorded tag.
    tags: HashMap<(Place, String), String>,
    tokens: HashMap<(&'static str, String), String>,
    timestamps: HashMap<String, String>,
}

impl Bindings {
    /// Binds what two answers to the same request hold. `place` is the entity that was asked for, if it was one.
    pub(super) fn learn(&mut self, recorded: &Response, given: &Response, resource: &Resource, asked: &[parts::Part]) {
        for (header, option) in TOKENS {
            if let (Some(then), Some(now)) = (recorded.headers.get(header), given.headers.get(header)) {
                self.tokens.insert((option, then.to_owned()), now.to_owned());
            }
        }
        let (then, now) = (Document::read(recorded), Document::read(given));
        if let (Document::Batch(then), Document::Batch(now)) = (&then, &now) {
            for (index, (then, now)) in then.iter().zip(now).enumerate() {
                let resource = asked.get(index).map_or(&Resource::Other, |part| &part.resource);
                self.learn(&then.response, &now.response, resource, &[]);
            }
            return;
        }
        let place = match resource {
            Resource::Entity(place) => Some(place.clone()),
            _ => recorded.headers.get("location").and_then(|location| match Resource::read(location) {
                Resource::Entity(place) => Some(place),
                _ => None,
            }),
        };
        if let (Some(place), Some(then), Some(now)) = (place, recorded.headers.get("etag"), given.headers.get("etag")) {
            self.tags.insert((place, then.to_owned()), now.to_owned());
        }
        match (&then, &now) {
            (Document::Entity(then), Document::Entity(now)) => self.learn_row(then, now, resource),
            (Document::Set { rows: then, .. }, Document::Set { rows: now, .. }) => {
                for (then, now) in then.iter().zip(now) {
                    self.learn_row(then, now, resource);
                }
            }
            _ => {}
        }
    }

    fn learn_row(&mut self, then: &Row, now: &Row, resource: &Resource) {
        if let (Some(then), Some(now)) = (then.text("Timestamp"), now.text("Timestamp")) {
            self.timestamps.insert(then.to_owned(), now.to_owned());
        }
        let place = match resource {
            Resource::Entity(place) => Some(place.clone()),
            Resource::Entities(table) => {
                then.key().map(|key| Place { table: table.clone(), partition: key.partition, row: key.row })
            }
            _ => None,
        };
        let tag = |row: &Row| row.annotation("odata.etag").and_then(|tag| tag.as_str()).map(str::to_owned);
        if let (Some(place), Some(then), Some(now)) = (place, tag(then), tag(now)) {
            self.tags.insert((place, then), now);
        }
    }

    /// Binds a recorded tag of an entity.
    pub(super) fn bind_tag(&mut self, place: &Place, then: &str, now: &str) {
        self.tags.insert((place.clone(), then.trim().to_owned()), now.to_owned());
    }

    /// A recorded tag of an entity as the reference's.
    pub(super) fn tag<'v>(&'v self, resource: &Resource, tag: &'v str) -> &'v str {
        let Resource::Entity(place) = resource else { return tag };
        self.tags.get(&(place.clone(), tag.trim().to_owned())).map_or(tag, String::as_str)
    }

    /// A target with the reference's tokens and timestamps in the places of recorded ones.
    pub(super) fn target(&self, target: &str) -> String {
        let Some((path, query)) = target.split_once('?') else { return target.to_owned() };
        let options: Vec<String> = query
            .split('&')
            .map(|option| {
                let Some((name, value)) = option.split_once('=') else { return option.to_owned() };
                let (plain, wanted) = (decoded(value), decoded(name));
                let token = TOKENS
                    .iter()
                    .find(|(_, option)| *option == wanted)
                    .and_then(|(_, option)| self.tokens.get(&(*option, plain.clone().into_owned())));
                match token {
                    Some(token) => format!("{name}={}", encoded(token)),
                    None if wanted == "$filter" && plain.contains("Timestamp") => {
                        let mut filter = plain.into_owned();
                        for (then, now) in &self.timestamps {
                            filter = filter.replace(then.as_str(), now);
                        }
                        format!("{name}={}", encoded(&filter.replace('+', " ")))
                    }
                    None => option.to_owned(),
                }
            })
            .collect();
        format!("{path}?{}", options.join("&"))
    }

    /// The body of a transaction with the reference's tags in the places of recorded ones.
    pub(super) fn transaction(&self, body: &Bytes) -> Bytes {
        let mut out = Vec::with_capacity(body.len());
        let mut resource = Resource::Other;
        for line in body.split_inclusive(|octet| *octet == b'\n') {
            let text = String::from_utf8_lossy(line);
            if let Some(part) = parts::request_line(&text) {
                resource = part.resource;
            }
            match text.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("if-match") => {
                    let end = &value[value.trim_end().len()..];
                    out.extend_from_slice(format!("{name}: {}{end}", self.tag(&resource, value.trim())).as_bytes());
                }
                _ => out.extend_from_slice(line),
            }
        }
        Bytes::from(out)
    }
}

fn encoded(text: &str) -> String {
    let plain = |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~' | b'\'');
    text.bytes()
        .map(|octet| if plain(octet) { char::from(octet).to_string() } else { format!("%{octet:02X}") })
        .collect()
}
