//! How a step is written: version, format, spelling, headers, authorization.

use super::authorization::{self, Realm};
use super::pool::Pool;
use crate::fuzz::dice::Dice;
use crate::target::Format;
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, Call, KeyEncoding, LineEnd, Metadata, SasKey, SasScope, Step};
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
            let auth = authorization::drawn(pool, dice);
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

impl Realm for Pool {
    fn absent(&self) -> &'static str {
        "/${table}absent"
    }

    fn letter(&self) -> &'static str {
        "t"
    }

    fn permissions(&self) -> &'static [&'static str] {
        &PERMISSIONS
    }

    fn scope(&self, dice: &mut Dice) -> SasScope {
        let end = |dice: &mut Dice| {
            let key = self.key(dice);
            // Keys of a signature stand in its text, a line each.
            let plain = |text: &str| !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_alphanumeric());
            let row = Some(key.row).filter(|row| plain(row));
            plain(&key.partition).then_some(SasKey { partition: key.partition, row })
        };
        let ranged = dice.one_in(2);
        let (from, to) = if ranged { (end(dice), end(dice)) } else { (None, None) };
        let both = from.is_some() && to.is_some();
        SasScope::Table { table: self.table(dice), from: from.filter(|_| both), to: to.filter(|_| both) }
    }
}
