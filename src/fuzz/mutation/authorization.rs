//! How a request is authorized: by the key, by another one, by a signature for more or less than it needs, or not at all.

use crate::fuzz::dice::Dice;
use tablestakes_reference::history::{Auth, Sas, SasScope};

/// What signatures are made for.
pub(super) trait Realm {
    /// A path of the service that names nothing.
    fn absent(&self) -> &'static str;

    /// The letter of the service in signatures of the account.
    fn letter(&self) -> &'static str;

    /// Permissions, of the service and beyond. What comes of a signature without any is not recorded.
    fn permissions(&self) -> &'static [&'static str];

    /// What a signature of the service gives access to: more or less than a step needs.
    fn scope(&self, dice: &mut Dice) -> SasScope;

    /// Further parameters of a signature of the service.
    fn further(&self, _: &mut Dice) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Another authorization.
pub(super) fn drawn(realm: &dyn Realm, dice: &mut Dice) -> Auth {
    match dice.below(13) {
        0 | 1 => Auth::SharedKeyLite,
        2 => Auth::Anonymous,
        3 => Auth::WrongKey,
        4 => Auth::SignedForPath { path: realm.absent().to_owned() },
        5 => Auth::OtherAccount { account: "otheraccount".to_owned() },
        6 => Auth::Skewed { seconds: dice.pick(&[-3600, -1200, 1200, 3600]).unwrap_or(3600) },
        7 => Auth::DateHeader,
        8 => Auth::Shortened { lite: dice.one_in(2) },
        _ => Auth::Sas { sas: Box::new(sas(realm, dice)) },
    }
}

fn sas(realm: &dyn Realm, dice: &mut Dice) -> Sas {
    let (scope, further) = if dice.one_in(3) {
        let own = realm.letter();
        let services = dice.pick(&[own, own, "bqtf", if own == "b" { "q" } else { "b" }]).unwrap_or(own).to_owned();
        let resource_types = dice.pick(&["sco", "o", "c", "s"]).unwrap_or("o").to_owned();
        (SasScope::Account { services, resource_types }, Vec::new())
    } else {
        (realm.scope(dice), realm.further(dice))
    };
    Sas {
        starts: dice.pick(&[None, None, None, Some(-3600), Some(3600)]).flatten(),
        expires: dice.pick(&[Some(3600), Some(3600), Some(3600), Some(-3600), None]).flatten(),
        forged: dice.one_in(8),
        further,
        ..Sas::new(scope, dice.pick(realm.permissions()).unwrap_or("r"))
    }
}
