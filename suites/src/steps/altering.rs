//! Shared access signatures that say everything, are made with another key, or are not sent as they were signed: the same for
//! every service.

use super::{SasExt as _, StepExt as _};
use tablestakes_reference::history::{Auth, Sas, Step};

/// Long ago, and a time that is not so soon over.
const THEN: &str = "2020-01-01T00:00:00Z";
const LATER: &str = "2099-01-01T00:00:00Z";
/// Every address.
pub(crate) const ANYWHERE: &str = "0.0.0.0-255.255.255.255";
/// A signature of the right length that signs nothing.
pub(crate) const NOTHING: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Signed with another key.
pub(crate) fn forged(sas: Sas) -> Sas {
    Sas { forged: true, ..sas }
}

/// The same with everything that it can say.
pub(crate) fn full(sas: Sas) -> Sas {
    Sas { starts: Some(-3600), protocols: Some("https,http".into()), addresses: Some(ANYWHERE.into()), ..sas }
}

/// From half an hour ahead on.
pub(crate) fn later(sas: Sas) -> Sas {
    Sas { starts: Some(1800), expires: Some(3600), ..sas }
}

/// Times that are sent as others than were signed: a SAS that is over, one that begins later, and one that says less.
pub(crate) fn times_altered(whole: &Sas) -> [Sas; 5] {
    let later = Sas { starts: Some(3600), expires: Some(7200), ..whole.clone() };
    [
        Sas { expires: Some(-3600), ..whole.clone() }.sending("se", LATER),
        whole.clone().sending("se", LATER),
        later.clone().sending("st", THEN),
        later.without("st"),
        whole.clone().sending("st", THEN),
    ]
}

/// Addresses and protocols that are left out, added, or sent as others than were signed.
pub(crate) fn sender_altered(whole: &Sas) -> [Sas; 6] {
    let address = Sas { addresses: Some("192.0.2.1".into()), ..whole.clone() };
    let protocol = Sas { protocols: Some("https".into()), ..whole.clone() };
    [
        address.clone().without("sip"),
        address.sending("sip", ANYWHERE),
        protocol.clone().without("spr"),
        protocol.sending("spr", "https,http"),
        whole.clone().sending("spr", "https,http"),
        whole.clone().sending("sip", ANYWHERE),
    ]
}

/// The ways of Shared Key and Shared Key Lite in which nobody is recognised.
pub(crate) fn unrecognised() -> Vec<Auth> {
    vec![
        Auth::WrongKey,
        Auth::Shortened { lite: false },
        Auth::Shortened { lite: true },
        Auth::Skewed { seconds: -1020 },
        Auth::Skewed { seconds: 1020 },
        Auth::OtherAccount { account: "someoneelse".into() },
    ]
}

/// The ways of this one in which nobody is recognised.
pub(crate) fn unrecognised_sas(sas: Sas) -> Vec<Auth> {
    vec![forged(sas.clone()).auth(), sas.shortened().auth()]
}

/// Each of these, authorized in each of these ways.
pub(crate) fn asked_by<A: Clone + Into<Step>>(asked: &[A], credentials: impl IntoIterator<Item = Auth>) -> Vec<Step> {
    let by = |auth: Auth| asked.iter().cloned().map(move |ask| ask.auth(auth.clone()));
    credentials.into_iter().flat_map(by).collect()
}
