//! How a step is written: version, format, spelling, headers, authorization.

use super::pool::Pool;
use crate::fuzz::dice::Dice;
use crate::target::Format;
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, Call, KeyEncoding, LineEnd, Metadata, Sas, SasKey, SasScope, Step};
use tablestakes_reference::table::{MergeMethod, Operation};

/// Headers that a client may leave out, with what then happens known.
const DISPENSABLE: [&str; 3] = ["Accept", "DataServiceVersion", "Prefer"];
/// Permissions, of tables and beyond. What comes of a signature without any is not recorded.
const PERMISSIONS: [&str; 8] = ["r", "a", "u", "d", "raud", "ra", "ud", "rl"];

/// Changes how the step is written; `donor` is a step of another history, whose headers may be taken over.
pub(super) fn change(step: &mut Step, donor: Option<&Step>, format: Format, pool: &Pool, dice: &mut Dice) {
    let raw = matches!(step.call, Call::Raw { .. });
    // How the parts of a batch are tunnelled, or refused for a signature that does not fit them, is not recorded.
    let batch = matches!(&step.call, Call::Operation { operation: Operation::Batch { .. } });
    let wire = &mut step.wire;
    match dice.below(12) {
        0 => {
            // What comes of asking for a format that a version did not have is not recorded.
            let speaking: Vec<Version> =
                Version::KNOWN.iter().copied().filter(|version| format.is_spoken_in(*version)).collect();
            wire.version = dice.pick(&speaking);
        }
        1 => {
            wire.metadata =
                dice.pick(&[None, Some(Metadata::None), Some(Metadata::Minimal), Some(Metadata::Full)]).flatten()
        }
        2 => {
            wire.keys = dice
                .pick(&[KeyEncoding::Standard, KeyEncoding::Minimal, KeyEncoding::LowerHex, KeyEncoding::Everything])
                .unwrap_or_default()
        }
        3 => wire.merge = if wire.merge == MergeMethod::Merge { MergeMethod::Patch } else { MergeMethod::Merge },
        4 if !batch => wire.tunnelled = !wire.tunnelled,
        5 => wire.line_end = if wire.line_end == LineEnd::Lf { LineEnd::CrLf } else { LineEnd::Lf },
        6 => wire.path_inner_uris = !wire.path_inner_uris,
        7 if !raw => {
            if let Some(name) = dice.pick(&DISPENSABLE) {
                wire.headers.retain(|(held, _)| !held.eq_ignore_ascii_case(name));
                wire.headers.push((name.to_owned(), None));
            }
        }
        // The headers of a request that is written out mean what they do together.
        8 if !raw => {
            if let Some(donor) = donor.filter(|donor| !matches!(donor.call, Call::Raw { .. })) {
                wire.headers.clone_from(&donor.wire.headers);
            }
        }
        _ => {
            let auth = auth(pool, dice);
            if !(batch && matches!(auth, Auth::Sas { .. })) {
                wire.auth = auth;
            }
        }
    }
    // Nor is what comes of two authorizations at once.
    if matches!(wire.auth, Auth::Sas { .. }) {
        wire.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("authorization"));
    }
}

fn auth(pool: &Pool, dice: &mut Dice) -> Auth {
    match dice.below(10) {
        0 => Auth::SharedKeyLite,
        1 => Auth::Anonymous,
        2 => Auth::WrongKey,
        3 => Auth::SignedForPath { path: "/${table}absent".to_owned() },
        4 => Auth::OtherAccount { account: "otheraccount".to_owned() },
        5 => Auth::Skewed { seconds: dice.pick(&[-3600, -1200, 1200, 3600]).unwrap_or(3600) },
        6 => Auth::DateHeader,
        _ => Auth::Sas { sas: Box::new(sas(pool, dice)) },
    }
}

/// A signature for something: more or less than the step needs.
fn sas(pool: &Pool, dice: &mut Dice) -> Sas {
    let scope = if dice.one_in(3) {
        let services = dice.pick(&["t", "t", "bqtf", "b"]).unwrap_or("t").to_owned();
        SasScope::Account { services, resource_types: dice.pick(&["sco", "o", "c", "s"]).unwrap_or("o").to_owned() }
    } else {
        let end = |dice: &mut Dice| {
            let key = pool.key(dice);
            // Keys of a signature stand in its text, a line each.
            let plain = |text: &str| !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_alphanumeric());
            let row = Some(key.row).filter(|row| plain(row));
            plain(&key.partition).then_some(SasKey { partition: key.partition, row })
        };
        let ranged = dice.one_in(2);
        let (from, to) = if ranged { (end(dice), end(dice)) } else { (None, None) };
        let both = from.is_some() && to.is_some();
        SasScope::Table { table: pool.table(dice), from: from.filter(|_| both), to: to.filter(|_| both) }
    };
    Sas {
        scope,
        permissions: dice.pick(&PERMISSIONS).unwrap_or("r").to_owned(),
        starts: dice.pick(&[None, None, None, Some(-3600), Some(3600)]).flatten(),
        expires: dice.pick(&[Some(3600), Some(3600), Some(3600), Some(-3600), None]).flatten(),
        protocols: None,
        addresses: None,
        policy: None,
        forged: dice.one_in(8),
        altered: Vec::new(),
    }
}
