//! How a step on queues or blobs is written: version, headers, authorization.

use super::authorization::{self, Realm};
use crate::fuzz::dice::Dice;
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, Call, Step};

/// The first version whose answers are recorded, and the first with shared access signatures of the account.
const FIRST: Version = Version::V2011_08_18;
const FIRST_WITH_ACCOUNT_SAS: Version = Version::V2015_04_05;

/// Changes how the step is written; `donor` is a step of another history, whose headers may be taken over.
pub(super) fn change(step: &mut Step, donor: Option<&Step>, realm: &dyn Realm, dice: &mut Dice) {
    let raw = matches!(step.call, Call::Raw { .. });
    let wire = &mut step.wire;
    match dice.below(8) {
        0 | 1 => {
            let told: Vec<Version> = Version::KNOWN.iter().copied().filter(|version| *version >= FIRST).collect();
            wire.version = dice.pick(&told);
        }
        2 if !raw => {
            wire.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("x-ms-client-request-id"));
            wire.headers.push(("x-ms-client-request-id".to_owned(), Some("mine".to_owned())));
        }
        // The headers of a request that is written out mean what they do together.
        3 if !raw => {
            if let Some(donor) = donor.filter(|donor| !matches!(donor.call, Call::Raw { .. })) {
                wire.headers.clone_from(&donor.wire.headers);
            }
        }
        _ => wire.auth = authorization::drawn(realm, dice),
    }
    // What comes of two authorizations at once, or of a signature in a version that had none, is not recorded.
    if matches!(wire.auth, Auth::Sas { .. }) {
        wire.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("authorization"));
        wire.version = wire.version.filter(|version| *version >= FIRST_WITH_ACCOUNT_SAS);
    }
}
