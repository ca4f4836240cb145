//! The reference that exchanges are played on, and its clock.

use super::place::encoded;
use bytes::Bytes;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::blob::{BlobService, Features};
use tablestakes_reference::datetime::TICKS_PER_SECOND;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::{Account, Addressing, DateTime, SequentialIds, Settings};

/// How long after its `Date` an answer's operation may have been, in seconds.
const SKEW: i64 = 5;

/// A fresh reference and its clock.
pub(super) struct Stage {
    blobs: BlobService,
    ids: SequentialIds,
    now: DateTime,
    account: String,
}

impl Stage {
    /// A reference for an account, which takes every request for one of its own: a recording holds no signatures.
    pub(super) fn new(account: &str, tiers: bool, versioning: bool) -> Self {
        let settings = Settings {
            account: Account { name: account.to_owned(), ..Account::emulator() },
            addressing: Addressing::by_host(),
            scheme: "https",
            identity: Identity::Trusted,
            versioning,
            ..Settings::default()
        };
        let blobs = BlobService::new(settings).with_features(Features { tiers, ..Features::default() });
        Self { blobs, ids: SequentialIds::default(), now: DateTime::default(), account: account.to_owned() }
    }

    /// Brings the clock to an instant; it never goes back.
    pub(super) fn set_clock(&mut self, instant: DateTime) {
        self.now = self.now.max(instant);
    }

    /// The time.
    pub(super) fn now(&self) -> DateTime {
        self.now
    }

    /// The reference's answer.
    pub(super) fn ask(&mut self, request: &Request) -> Response {
        self.blobs.handle(request, self.now, &mut self.ids).response
    }

    /// The reference's answer to the first of these requests that suits, at the first instant since the clock's at which one
    /// does, within what an answer's `Date` leaves open; to the first at the clock's if there is none.
    pub(super) fn ask_about_now(&mut self, requests: &[Request], suits: impl Fn(&Response) -> bool) -> Response {
        let Some((request, others)) = requests.split_first() else {
            return Response { status: 0, headers: Headers::new(), body: Bytes::new() };
        };
        let before = (self.blobs.clone(), self.ids.clone());
        let first = self.ask(request);
        if suits(&first) {
            return first;
        }
        for other in others {
            let (mut blobs, mut ids) = before.clone();
            let response = blobs.handle(other, self.now, &mut ids).response;
            if suits(&response) {
                (self.blobs, self.ids) = (blobs, ids);
                return response;
            }
        }
        let after =
            (std::mem::replace(&mut self.blobs, before.0.clone()), std::mem::replace(&mut self.ids, before.1.clone()));
        for seconds in 1..=SKEW {
            let (mut blobs, mut ids) = before.clone();
            let now = self.now.plus_ticks(seconds * TICKS_PER_SECOND);
            let response = blobs.handle(request, now, &mut ids).response;
            if suits(&response) {
                (self.blobs, self.ids, self.now) = (blobs, ids, now);
                return response;
            }
        }
        (self.blobs, self.ids) = after;
        first
    }

    /// Does something that the recording does not show but proves.
    pub(super) fn provide(
        &mut self,
        version: &str,
        method: &str,
        target: &str,
        own: &[(String, String)],
        body: Bytes,
    ) -> Response {
        let mut headers = Headers::new();
        headers.push("Host", format!("{}.blob.core.windows.net", self.account));
        headers.push("x-ms-version", version);
        own.iter().for_each(|(name, value)| headers.push(name.clone(), value.clone()));
        self.ask(&Request { method: method.to_owned(), target: target.to_owned(), headers, body })
    }

    /// Creates a container; whether it could be.
    pub(super) fn create(&mut self, name: &str, own: &[(String, String)]) -> bool {
        let target = format!("/{}?restype=container", encoded(name));
        self.provide("2019-02-02", "PUT", &target, own, Bytes::new()).status < 300
    }
}
