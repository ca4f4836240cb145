//! References of the queue and the blob service to ask, with one queue `queue` and one container `container`.

use super::service::NOW;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};
use tablestakes::history::written;
use tablestakes::target::{Axes, Target};
use tablestakes_reference::auth::Identity;
use tablestakes_reference::blob::{self, BlobService};
use tablestakes_reference::history::symbol::literal;
use tablestakes_reference::history::{Step, Wire};
use tablestakes_reference::http::Request;
use tablestakes_reference::queue::{self, QueueService};
use tablestakes_reference::{Answer, DateTime, SequentialIds, Service, ServiceName, Settings, Version};

/// The name of the queue, and that of the container.
pub(crate) const QUEUE: &str = "queue";
pub(crate) const CONTAINER: &str = "container";

/// The accounts that requests are written for.
static OF_QUEUES: LazyLock<Target> = LazyLock::new(|| target(ServiceName::Queue));
static OF_BLOBS: LazyLock<Target> = LazyLock::new(|| target(ServiceName::Blob));

fn target(service: ServiceName) -> Target {
    Target::parse_as("UseDevelopmentStorage=true", service).expect("the emulator's account is a target")
}

/// What is asked of a service.
pub(crate) trait Ask: Into<Step> {
    /// The account of the service.
    fn target() -> &'static Target;

    /// The same, in which what looks like a symbol is none.
    fn literal(self) -> Self;
}

impl Ask for queue::Ask {
    fn target() -> &'static Target {
        &OF_QUEUES
    }

    fn literal(mut self) -> Self {
        self.texts(&mut |text| *text = literal(text));
        self
    }
}

impl Ask for blob::Ask {
    fn target() -> &'static Target {
        &OF_BLOBS
    }

    fn literal(mut self) -> Self {
        self.texts(&mut |text| *text = literal(text));
        self
    }
}

/// A service that takes everybody for the account's owner.
pub(crate) struct Asked<S> {
    service: S,
    ids: SequentialIds,
    version: Version,
}

impl Asked<QueueService> {
    /// A service with a queue, which is asked in this version.
    pub(crate) fn queues(version: Version, now: DateTime) -> Self {
        let queue = queue::Ask::CreateQueue { queue: QUEUE.to_owned(), metadata: Vec::new() };
        Self::with(QueueService::new(trusting()), queue, version, now)
    }
}

impl Asked<BlobService> {
    /// A service with a container, which is asked in this version.
    pub(crate) fn blobs(version: Version, now: DateTime) -> Self {
        let container = blob::Ask::on_container(blob::Operation::CreateContainer, CONTAINER);
        Self::with(BlobService::new(trusting()), container, version, now)
    }
}

impl<S: Service> Asked<S> {
    fn with(service: S, first: impl Ask, version: Version, now: DateTime) -> Self {
        let mut asked = Self { service, ids: SequentialIds::default(), version };
        let created = asked.ask(first, now);
        assert!(created.response.status < 300, "it is not created: {}", created.response.status);
        asked
    }

    /// Asks what the harness makes of an operation.
    pub(crate) fn ask(&mut self, ask: impl Ask, now: DateTime) -> Answer {
        let request = request(ask, self.version, Wire::default());
        self.send(&request, now)
    }

    /// Sends a request as it is.
    pub(crate) fn send(&mut self, request: &Request, now: DateTime) -> Answer {
        self.service.handle(request, now, &mut self.ids)
    }
}

fn trusting() -> Settings {
    Settings { identity: Identity::Trusted, ..Settings::default() }
}

/// The request that the harness makes of an operation; what looks like a symbol in it is none.
pub(crate) fn request<A: Ask>(ask: A, version: Version, wire: Wire) -> Request {
    let axes = Axes { version, ..Axes::default() };
    let step = ask.literal().into().written(wire);
    written(&step, A::target(), axes, "zz", SystemTime::UNIX_EPOCH + Duration::from_secs(NOW))
        .expect("nothing is referred to")
}
