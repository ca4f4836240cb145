//! The reference that exchanges are played on, and its clock.

use super::place::encoded;
use bytes::Bytes;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::datetime::TICKS_PER_SECOND;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::{Account, Addressing, DateTime, SequentialIds, Settings};

/// How long after its `Date` an answer's operation may have been, in seconds: recorded answers show up to four.
const SKEW: i64 = 5;

/// A fresh reference and its clock.
pub(super) struct Stage {
    queues: QueueService,
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
        let queues = QueueService::new(settings);
        Self { queues, ids: SequentialIds::default(), now: DateTime::default(), account: account.to_owned() }
    }

    /// Brings the clock to an instant; it never goes back.
    pub(super) fn set_clock(&mut self, instant: DateTime) {
        self.now = self.now.max(instant);
    }

    /// The reference's answer.
    pub(super) fn ask(&mut self, request: &Request) -> Response {
        self.queues.handle(request, self.now, &mut self.ids).response
    }

    /// The reference's answer at the first instant since the clock's at which it suits, within what an answer's `Date` leaves
    /// open; at the clock's if there is none.
    pub(super) fn ask_about_now(&mut self, request: &Request, suits: impl Fn(&Response) -> bool) -> Response {
        let from = self.now;
        for seconds in 0..=SKEW {
            let (mut queues, mut ids) = (self.queues.clone(), self.ids.clone());
            let now = from.plus_ticks(seconds * TICKS_PER_SECOND);
            let response = queues.handle(request, now, &mut ids).response;
            if suits(&response) {
                (self.queues, self.ids, self.now) = (queues, ids, now);
                return response;
            }
        }
        self.ask(request)
    }

    /// Does something that the recording does not show but proves.
    pub(super) fn provide(&mut self, method: &str, target: &str, own: &[(String, String)], body: String) -> Response {
        self.provide_in("2019-02-02", method, target, own, body)
    }

    /// The same in a version.
    pub(super) fn provide_in(
        &mut self,
        version: &str,
        method: &str,
        target: &str,
        own: &[(String, String)],
        body: String,
    ) -> Response {
        let mut headers = Headers::new();
        headers.push("Host", format!("{}.queue.core.windows.net", self.account));
        headers.push("x-ms-version", version);
        own.iter().for_each(|(name, value)| headers.push(name.clone(), value.clone()));
        self.ask(&Request { method: method.to_owned(), target: target.to_owned(), headers, body: Bytes::from(body) })
    }

    /// Creates a queue with this metadata; whether it could be.
    pub(super) fn create(&mut self, name: &str, metadata: &[(String, String)]) -> bool {
        self.provide("PUT", &format!("/{}", encoded(name)), metadata, String::new()).status < 300
    }
}
