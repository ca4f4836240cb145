//! Listings of tables: the account is shared, and others create and delete tables in it while a session is recorded.

use super::address::option;
use super::world::World;
use crate::judge::Document;
use crate::recording::session::Exchange;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::HashMap;
use tablestakes_reference::http::Response;

/// The names of the tables that are listed anywhere in these exchanges, by their names in lower case. A token names a table in
/// lower case, before it is listed.
pub(super) fn spellings(exchanges: &[Exchange]) -> HashMap<String, String> {
    let mut spellings = HashMap::new();
    for exchange in exchanges.iter().filter(|exchange| exchange.target.starts_with("/Tables")) {
        let body = exchange.response_body.octets().cloned().unwrap_or_default();
        let response = Response { status: exchange.status, headers: exchange.response_headers.clone(), body };
        if let Document::Set { rows, .. } = Document::read(&response) {
            let names = rows.iter().filter_map(|row| row.text("TableName"));
            spellings.extend(names.map(|name| (name.to_lowercase(), name.to_owned())));
        }
    }
    spellings
}

/// The tables of others that a listing no longer shows. A filtered listing tells nothing of what it leaves out.
pub(super) fn gone(exchange: &Exchange, recorded: &Response, world: &World) -> Vec<String> {
    if option(&exchange.target, "$filter").is_some() {
        return Vec::new();
    }
    let Document::Set { rows, .. } = Document::read(recorded) else { return Vec::new() };
    let listed: Vec<String> = rows.iter().filter_map(|row| row.text("TableName")).map(str::to_lowercase).collect();
    let from = option(&exchange.target, "NextTableName").and_then(|token| table_in_token(&token)).unwrap_or_default();
    let to = exchange.response_headers.get("x-ms-continuation-nexttablename").and_then(table_in_token);
    let on_page = |name: &str| *name >= *from && to.as_deref().is_none_or(|to| name < to);
    let foreign = world.foreign_tables();
    foreign.filter(|name| on_page(name) && !listed.iter().any(|held| held == name)).map(str::to_owned).collect()
}

/// The table with which the next page begins.
pub(super) fn table_in_token(token: &str) -> Option<String> {
    let text = token.strip_prefix("1!")?.split_once('!')?.1;
    let text = text.replace('-', "=").replace('*', "+").replace('_', "/");
    let octets = STANDARD.decode(text).ok()?;
    String::from_utf8(octets).ok()?.split('\u{1}').next().map(str::to_owned)
}
