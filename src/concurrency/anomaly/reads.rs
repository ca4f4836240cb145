//! Reads that do not show what was written and acknowledged before they began.

use super::index::{Fate, Index, Saw, Wrote, shown};
use super::{Anomaly, AnomalyKind};

pub(super) fn find(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    for (row, sights) in &index.sights {
        let last = sights.iter().rfind(|saw| saw.entry >= index.audit);
        for wrote in index.writes_of(row).filter(|wrote| wrote.fate == Fate::Done) {
            let stale = |saw: &&Saw<'_>| wrote.span.is_before(saw.span) && index.misses(saw, wrote);
            // What is still missing when all is over is lost, whoever missed it before.
            if let Some(saw) = last.filter(stale) {
                found.push(anomaly(index, AnomalyKind::LostUpdate, wrote, saw));
                continue;
            }
            for saw in sights.iter().filter(stale) {
                let own = saw.client == wrote.client;
                let kind = if own { AnomalyKind::StaleOwnRead } else { AnomalyKind::StaleRead };
                found.push(anomaly(index, kind, wrote, saw));
            }
        }
    }
}

fn anomaly(index: &Index<'_>, kind: AnomalyKind, wrote: &Wrote<'_>, saw: &Saw<'_>) -> Anomaly {
    let (writer, reader) = (index.called(wrote.entry), index.called(saw.entry));
    Anomaly {
        kind,
        entries: vec![wrote.entry, saw.entry],
        expected: format!("row {:?} as {writer} left it, or as a later write did", saw.row),
        actual: format!("{} in {reader}, which began after {writer} was answered", shown(saw.seen)),
    }
}
