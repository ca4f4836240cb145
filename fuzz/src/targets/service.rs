//! A reference to ask, with one table `tab`.

use bytes::Bytes;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};
use tablestakes::history::{Names, written};
use tablestakes::target::{Axes, Target};
use tablestakes_reference::auth::Identity;
use tablestakes_reference::history::Step;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Answer, DateTime, SequentialIds, Settings};

/// The account that requests are written for.
pub(crate) static TARGET: LazyLock<Target> =
    LazyLock::new(|| Target::parse("UseDevelopmentStorage=true").expect("the emulator's account is a target"));

/// How the names of a history's tables begin.
static PREFIX: LazyLock<String> =
    LazyLock::new(|| Names::new(1, SystemTime::UNIX_EPOCH + Duration::from_secs(NOW)).prefix());

/// The second in which everything happens, of Unix time.
pub(crate) const NOW: u64 = 1_795_000_000;

#[derive(Clone)]
pub(crate) struct Service {
    tables: TableService,
    ids: SequentialIds,
}

impl Service {
    /// A service that takes everybody for the account's owner.
    pub(crate) fn trusting() -> Self {
        Self::new(Settings { identity: Identity::Trusted, ..Settings::default() })
    }

    /// A service with these settings.
    pub(crate) fn new(settings: Settings) -> Self {
        Self::of(TableService::new(settings))
    }

    /// This service, with a table.
    pub(crate) fn of(tables: TableService) -> Self {
        let mut service = Self { tables, ids: SequentialIds::default() };
        let created = service.tell(&create("tab"));
        assert!(created.status < 300, "the table is not created: {}", created.status);
        service
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Answer {
        self.tables.handle(request, now(), &mut self.ids)
    }

    pub(crate) fn ask(&mut self, request: &Request) -> Response {
        self.answer(request).response
    }

    /// Asks what the harness makes of a step.
    pub(crate) fn tell(&mut self, step: &Step) -> Response {
        let request = request(step, Axes::default());
        self.ask(&request)
    }

    /// Sends a request on the table's account that is written here.
    pub(crate) fn send(
        &mut self,
        method: &str,
        target: &str,
        headers: &[(&'static str, &str)],
        body: &[u8],
    ) -> Response {
        let fields = headers.iter().map(|(name, value)| (*name, (*value).to_owned()));
        self.ask(&Request {
            method: method.to_owned(),
            target: format!("/devstoreaccount1{target}"),
            headers: fields.collect::<Headers>(),
            body: Bytes::copy_from_slice(body),
        })
    }

    /// Everything in the table `tab`, as one text.
    pub(crate) fn everything(&mut self) -> Bytes {
        self.send(
            "GET",
            "/tab()",
            &[("accept", "application/json;odata=fullmetadata"), ("x-ms-version", "2019-02-02")],
            b"",
        )
        .body
    }
}

/// The request that the harness makes of a step that refers to no answers.
pub(crate) fn request(step: &Step, axes: Axes) -> Request {
    written(step, &TARGET, axes, &PREFIX, SystemTime::UNIX_EPOCH + Duration::from_secs(NOW))
        .expect("nothing is referred to")
}

pub(crate) fn now() -> DateTime {
    DateTime::from_unix(NOW as i64, 0)
}

fn create(table: &str) -> Step {
    tablestakes_reference::table::Operation::CreateTable { table: table.to_owned(), prefer: None }.into()
}
