//! Asks a service as a client with the account's key does: signed by Shared Key.
#![allow(dead_code, reason = "each test takes what it needs")]

use tablestakes_reference::auth::{Scheme, string_to_sign};
use tablestakes_reference::datetime::DateTime;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Account, Answer, SequentialIds, Settings};

/// The type that bodies are of.
pub const JSON: (&str, &str) = ("content-type", "application/json");

/// The time of [`Asked`]'s requests, which stands still unless it is put forward.
const NOW: i64 = 784_111_777;
/// The same as requests write it.
const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// A service with one table, `Tab`.
pub struct Asked {
    service: TableService,
    ids: SequentialIds,
    now: i64,
}

impl Asked {
    pub fn new(settings: Settings) -> Self {
        let mut asked = Self { service: TableService::new(settings), ids: SequentialIds::default(), now: NOW };
        let created = asked.ask("POST", "/Tables", &[JSON], br#"{"TableName":"Tab"}"#);
        assert_eq!(created.response.status, 201);
        asked
    }

    /// The answer to a signed request for a path below the account.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&'static str, &str)], body: &[u8]) -> Answer {
        let mut headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
        if headers.get("accept").is_none() {
            headers.push("accept", "application/json;odata=minimalmetadata");
        }
        let target = format!("/{}{path}", Account::emulator().name);
        let mut request = Request { method: method.to_owned(), target, headers, body: body.to_vec().into() };
        sign(&mut request, DATE);
        self.answer(&request)
    }

    /// The answer to a request as it is.
    pub fn answer(&mut self, request: &Request) -> Answer {
        self.service.handle(request, DateTime::from_unix(self.now, 0), &mut self.ids)
    }

    /// Puts the time forward.
    pub fn wait(&mut self, seconds: i64) {
        self.now += seconds;
    }
}

/// Adds version, date and signature.
pub fn sign(request: &mut Request, date: &str) {
    let account = Account::emulator();
    request.headers.push("x-ms-date", date);
    if request.headers.get("x-ms-version").is_none() {
        request.headers.push("x-ms-version", "2019-02-02");
    }
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let text = string_to_sign(Scheme::SharedKey, &account.name, request, path, query);
    let authorization = format!("SharedKey {}:{}", account.name, account.key.sign(&text));
    request.headers.push("authorization", authorization);
}
