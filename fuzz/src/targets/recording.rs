//! Recordings: any text is read or refused, and whatever is read can be played.

use super::vocabulary::text;
use tablestakes::recording::{Fate, parse, replay};

/// The octets are a file.
pub fn run(octets: &[u8]) {
    let Ok(session) = parse(&text(octets), "fuzz") else { return };
    let replayed = replay(&session);
    assert_eq!(replayed.played.len(), session.exchanges.len());
    for played in &replayed.played {
        if let Fate::Different(differences) = &played.fate {
            assert!(!differences.is_empty());
        }
    }
}
