//! Asks a service as a client with the account's key does: signed by Shared Key, at a time that stands still.

use tablestakes_reference::auth::{Scheme, string_to_sign};
use tablestakes_reference::datetime::DateTime;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::table::{Settings, TableService};
use tablestakes_reference::{Account, Answer, SequentialIds};

/// 1994-11-06 08:49:37, as the headers of requests write it.
const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// A service with one table, `Tab`.
pub struct Asked {
    service: TableService,
    ids: SequentialIds,
}

impl Asked {
    pub fn new(settings: Settings) -> Self {
        let mut asked = Self { service: TableService::new(settings), ids: SequentialIds::default() };
        let created = asked.ask("POST", "/Tables", &[JSON], br#"{"TableName":"Tab"}"#);
        assert_eq!(created.response.status, 201);
        asked
    }

    /// The answer to a signed request for a path below the account.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&'static str, &str)], body: &[u8]) -> Answer {
        let account = Account::emulator();
        let mut fields: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
        fields.push("x-ms-date", DATE);
        if fields.get("x-ms-version").is_none() {
            fields.push("x-ms-version", "2019-02-02");
        }
        if fields.get("accept").is_none() {
            fields.push("accept", "application/json;odata=minimalmetadata");
        }
        let mut request = Request {
            method: method.to_owned(),
            target: format!("/{}{path}", account.name),
            headers: fields,
            body: body.to_vec().into(),
        };
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let signed = string_to_sign(Scheme::SharedKey, &account.name, &request, path, query);
        let authorization = format!("SharedKey {}:{}", account.name, account.key.sign(&signed));
        request.headers.push("authorization", authorization);
        self.service.handle(&request, DateTime::from_unix(784_111_777, 0), &mut self.ids)
    }
}

/// The type that bodies are of.
pub const JSON: (&str, &str) = ("content-type", "application/json");
