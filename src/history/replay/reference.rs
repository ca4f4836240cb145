//! The oracle itself: the reference's table service.

use super::oracle::{Oracle, Oracles};
use crate::target::{Scheme, Target};
use tablestakes_reference::Profile;
use tablestakes_reference::SequentialIds;
use tablestakes_reference::Service as _;
use tablestakes_reference::http::Request;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::table::model::Adopted;
use tablestakes_reference::table::{Settings, TableService};
use tablestakes_reference::{Account, AccountKey};
use tablestakes_reference::{Answer, DateTime};

/// Table services with the target's account, addressed as the target is.
pub(super) struct References {
    settings: Settings,
}

impl References {
    pub(super) fn for_target(target: &Target, profile: Profile) -> Self {
        let key = AccountKey::new(target.key().octets());
        let settings = Settings {
            account: Account { name: target.account.clone(), key },
            addressing: target.addressing(),
            scheme: match target.endpoint.scheme {
                Scheme::Http => "http",
                Scheme::Https => "https",
            },
            profile,
            ..Settings::default()
        };
        Self { settings }
    }
}

impl Oracles for References {
    fn fresh(&self, broken: &Broken) -> Box<dyn Oracle> {
        let settings = Settings { broken: broken.clone(), ..self.settings.clone() };
        Box::new(Reference { service: TableService::new(settings), ids: SequentialIds::default() })
    }
}

struct Reference {
    service: TableService,
    ids: SequentialIds,
}

impl Oracle for Reference {
    fn answer(&mut self, request: &Request, now: DateTime) -> Answer {
        self.service.handle(request, now, &mut self.ids)
    }

    fn adopt(&mut self, adopted: &Adopted, now: DateTime) {
        self.service.adopt(adopted, now);
    }

    fn restart(&mut self) {
        self.service.restart();
    }
}
