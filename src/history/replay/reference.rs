//! The oracle itself: the reference's services.

use super::oracle::{Adopted, Oracle, Oracles, Taken};
use crate::target::{Scheme, Target};
use bytes::Bytes;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::http::Request;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::table::TableService;
use tablestakes_reference::{
    Account, AccountKey, Addressing, Answer, DateTime, Profile, SequentialIds, Service as _, ServiceName, Settings,
};

/// Services with the target's account, addressed as the target is.
pub(super) struct References {
    service: ServiceName,
    account: Account,
    addressing: Addressing,
    scheme: &'static str,
    profile: Profile,
}

impl References {
    pub(super) fn for_target(target: &Target, profile: Profile) -> Self {
        let key = AccountKey::new(target.key().octets());
        Self {
            service: target.service,
            account: Account { name: target.account.clone(), key },
            addressing: target.addressing(),
            scheme: match target.endpoint.scheme {
                Scheme::Http => "http",
                Scheme::Https => "https",
            },
            profile,
        }
    }
}

impl Oracles for References {
    fn fresh(&self, broken: &Broken, versioning: bool) -> Box<dyn Oracle> {
        let (account, addressing, scheme) = (self.account.clone(), self.addressing.clone(), self.scheme);
        let (profile, broken, ids) = (self.profile, broken.clone(), SequentialIds::default());
        let settings = Settings { account, addressing, scheme, profile, versioning, broken, ..Settings::default() };
        match self.service {
            ServiceName::Queue => Box::new(Queues { service: QueueService::new(settings), ids }),
            ServiceName::Blob => Box::new(Blobs { service: BlobService::new(settings), ids }),
            ServiceName::Table => Box::new(Tables { service: TableService::new(settings), ids }),
        }
    }
}

struct Tables {
    service: TableService,
    ids: SequentialIds,
}

impl Oracle for Tables {
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer {
        self.service.handle(request, now, &mut self.ids)
    }

    fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Taken {
        let Adopted::Table(adopted) = adopted else { return Taken::No };
        self.service.adopt(adopted, now);
        Taken::Yes
    }

    fn prefer(&mut self, _: Vec<String>) {}

    fn restart(&mut self) {
        self.service.restart();
    }

    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle> {
        Box::new(Self { service: self.service.breaking(broken.clone()), ids: self.ids.clone() })
    }
}

struct Queues {
    service: QueueService,
    ids: SequentialIds,
}

impl Oracle for Queues {
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer {
        self.service.handle(request, now, &mut self.ids)
    }

    fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Taken {
        let Adopted::Queue(adopted) = adopted else { return Taken::No };
        self.service.adopt(adopted, now).map_or(Taken::Yes, Taken::WithReceipt)
    }

    fn prefer(&mut self, texts: Vec<String>) {
        self.service.prefer(texts.into_iter().map(Bytes::from).collect());
    }

    /// What it was asked to keep, it keeps.
    fn restart(&mut self) {}

    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle> {
        Box::new(Self { service: self.service.breaking(broken.clone()), ids: self.ids.clone() })
    }
}

struct Blobs {
    service: BlobService,
    ids: SequentialIds,
}

impl Oracle for Blobs {
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer {
        self.service.handle(request, now, &mut self.ids)
    }

    fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Taken {
        let Adopted::Blob(adopted) = adopted else { return Taken::No };
        self.service.adopt(adopted, now).into()
    }

    fn prefer(&mut self, _: Vec<String>) {}

    /// What it was asked to keep, it keeps.
    fn restart(&mut self) {}

    fn breaking(&self, broken: &Broken) -> Box<dyn Oracle> {
        Box::new(Self { service: self.service.breaking(broken.clone()), ids: self.ids.clone() })
    }
}
