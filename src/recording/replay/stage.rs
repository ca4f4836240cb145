//! The reference that a session is played on.

use crate::recording::session::Exchange;
use bytes::Bytes;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::table::{Identity, Settings, TableService};
use tablestakes_reference::{Account, Addressing, DateTime, SequentialIds};

/// A fresh reference and its clock.
pub(super) struct Stage {
    tables: TableService,
    ids: SequentialIds,
    now: DateTime,
    account: String,
}

impl Stage {
    /// A reference for an account, which takes every request for one of its own: a recording holds no signatures.
    pub(super) fn new(account: &str) -> Self {
        let settings = Settings {
            account: Account { name: account.to_owned(), ..Account::emulator() },
            addressing: Addressing::by_host(),
            scheme: "https",
            identity: Identity::Trusted,
            ..Settings::default()
        };
        let tables = TableService::new(settings);
        Self { tables, ids: SequentialIds::default(), now: DateTime::default(), account: account.to_owned() }
    }

    /// Brings the clock to the time of a recorded answer; it never goes back.
    pub(super) fn set_clock(&mut self, exchange: &Exchange) {
        let date = exchange.response_headers.get("date").and_then(|date| httpdate::parse_http_date(date).ok());
        let since = date.and_then(|date| date.duration_since(std::time::UNIX_EPOCH).ok());
        if let Some(since) = since {
            let then = DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), 0);
            self.now = self.now.max(then);
        }
    }

    /// The reference's answer.
    pub(super) fn ask(&mut self, request: &Request) -> Response {
        self.tables.handle(request, self.now, &mut self.ids).response
    }

    /// Does something that the recording does not show but proves.
    pub(super) fn provide(&mut self, method: &str, target: String, body: String) -> Response {
        let host = format!("{}.table.core.windows.net", self.account);
        let headers = Headers::from_iter([
            ("Host", host.as_str()),
            ("x-ms-version", "2019-02-02"),
            ("Content-Type", if body.starts_with('<') { "application/xml" } else { "application/json" }),
            ("Accept", "application/json;odata=nometadata"),
        ]);
        self.ask(&Request { method: method.to_owned(), target, headers, body: Bytes::from(body) })
    }
}
