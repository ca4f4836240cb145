//! What a history of blobs is about: its containers, blobs and blocks, and the steps that return ETags, leases, snapshots and markers.

use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::steps::before;
use crate::fuzz::mutation::text;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::{Symbol, Told, literal};
use tablestakes_reference::history::{Call, History};

/// Ids of leases, to be proposed or shown; and a text that is none.
const LEASES: [&str; 3] = ["c05d3d0a-7b6b-4c0e-9a4e-0e3d6b1f2a01", "c05d3d0a-7b6b-4c0e-9a4e-0e3d6b1f2a02", "no-id"];
/// An ETag in the service's form that nothing ever had.
const NEVER_ISSUED: &str = "\"0x8D2C9167D53FC2C\"";
/// The time of a snapshot that nobody made.
const NO_SNAPSHOT: &str = "2015-01-01T00:00:00.0000000Z";
/// Blocks, by their ids in base64; ids of one blob have one length.
const BLOCKS: [&str; 4] = ["MQ==", "Mg==", "Mw==", "MTA="];
/// Names that mean the same to everybody.
const PLAIN: [&str; 6] = ["a", "b", "c", "dir/a", "dir/b", "dir/sub/c"];

/// The containers and blobs of a history, and what its steps return.
#[derive(Debug, Clone, Default)]
pub(in crate::fuzz::mutation) struct Pool {
    fixtures: u8,
    containers: Vec<String>,
    blobs: Vec<String>,
    blocks: Vec<String>,
    tagged: Vec<usize>,
    leased: Vec<usize>,
    snapshots: Vec<usize>,
    copies: Vec<usize>,
    pages: Vec<usize>,
}

impl Pool {
    /// What this history is about.
    pub(in crate::fuzz::mutation) fn of(history: &History) -> Self {
        let mut pool = Self { fixtures: history.fixtures, ..Self::default() };
        for (place, step) in history.steps.iter().enumerate() {
            if let Call::Blob { ask } = &step.call {
                pool.note(place, ask);
            }
        }
        pool
    }

    fn note(&mut self, place: usize, ask: &Ask) {
        self.blobs.extend(ask.blob.clone());
        match ask.operation {
            Operation::CreateContainer => {
                self.tagged.push(place);
                self.containers.extend(ask.container.clone());
            }
            Operation::LeaseBlob | Operation::LeaseContainer => self.leased.push(place),
            Operation::SnapshotBlob => {
                self.tagged.push(place);
                self.snapshots.push(place);
            }
            Operation::CopyBlob => {
                self.tagged.push(place);
                self.copies.push(place);
            }
            Operation::PutBlock | Operation::PutBlockFromUrl => {
                let ids = ask.options.iter().filter(|(name, _)| name == "blockid");
                self.blocks.extend(ids.map(|(_, id)| id.clone()));
            }
            Operation::ListBlobs
            | Operation::ListContainers
            | Operation::FindBlobsByTags
            | Operation::GetPageRanges => self.pages.push(place),
            operation if operation.is_on_blob() && operation != Operation::DeleteBlob => self.tagged.push(place),
            Operation::GetContainer | Operation::SetContainerMetadata | Operation::SetContainerAcl => {
                self.tagged.push(place);
            }
            _ => {}
        }
    }

    /// The name of a container: mostly one of the history's own, seldom one that is not there.
    pub(super) fn container(&self, dice: &mut Dice) -> String {
        match dice.below(12) {
            0 => "${container}-absent".to_owned(),
            1 => dice.any(&self.containers).cloned().unwrap_or_else(|| "${container}-x".to_owned()),
            _ => fixture(dice.below(usize::from(self.fixtures.max(1)))),
        }
    }

    /// The name of a container that the history creates itself.
    pub(super) fn further(dice: &mut Dice) -> String {
        text::further("${container}", dice)
    }

    /// The name of a blob: mostly one of the history's.
    pub(super) fn blob(&self, dice: &mut Dice) -> String {
        match dice.below(10) {
            0 => troublesome(dice),
            1 | 2 => dice.pick(&PLAIN).unwrap_or("a").to_owned(),
            3 => {
                let held = dice.any(&self.blobs).cloned().unwrap_or_else(|| "a".to_owned());
                allowed(&text::nudged(&held, dice))
            }
            _ => dice.any(&self.blobs).cloned().unwrap_or_else(|| "a".to_owned()),
        }
    }

    /// The id of a block.
    pub(super) fn block(&self, dice: &mut Dice) -> String {
        let held = if dice.one_in(3) { None } else { dice.any(&self.blocks) };
        match held {
            Some(held) => held.clone(),
            None => dice.pick(&BLOCKS).unwrap_or("MQ==").to_owned(),
        }
    }

    /// An ETag: mostly one that a step before this place returned.
    pub(super) fn tag(&self, place: usize, dice: &mut Dice) -> String {
        let held = |dice: &mut Dice| before(&self.tagged, place, dice).map(|step| Symbol::ETag { step, part: None });
        let held = held(dice).map_or_else(|| NEVER_ISSUED.to_owned(), |symbol| symbol.to_string());
        match dice.below(10) {
            0 => NEVER_ISSUED.to_owned(),
            1 | 2 => "*".to_owned(),
            3 => format!("{held},{NEVER_ISSUED}"),
            _ => held,
        }
    }

    /// The id of a lease: mostly one that a step before this place returned.
    pub(super) fn lease(&self, place: usize, dice: &mut Dice) -> String {
        match before(&self.leased, place, dice).filter(|_| !dice.one_in(4)) {
            Some(step) => told(step, Told::Lease),
            None => dice.pick(&LEASES).unwrap_or("no-id").to_owned(),
        }
    }

    /// The time of a snapshot.
    pub(super) fn snapshot(&self, place: usize, dice: &mut Dice) -> String {
        match before(&self.snapshots, place, dice).filter(|_| !dice.one_in(8)) {
            Some(step) => told(step, Told::Snapshot),
            None => dice.pick(&[NO_SNAPSHOT, NO_SNAPSHOT, "yesterday"]).unwrap_or(NO_SNAPSHOT).to_owned(),
        }
    }

    /// Whether there are snapshots before this place.
    pub(super) fn has_snapshots(&self, place: usize) -> bool {
        self.snapshots.iter().any(|step| *step < place)
    }

    /// The id of a copy.
    pub(super) fn copy(&self, place: usize, dice: &mut Dice) -> String {
        match before(&self.copies, place, dice) {
            Some(step) => told(step, Told::Copy),
            None => LEASES[0].to_owned(),
        }
    }

    /// Where a listing goes on: mostly where a page before this place said.
    pub(super) fn marker(&self, place: usize, dice: &mut Dice) -> Option<String> {
        before(&self.pages, place, dice).map(|step| Symbol::Marker(step).to_string())
    }

    /// The blobs that are named last, each once.
    pub(super) fn last_blobs(&self, most: usize) -> Vec<&str> {
        let mut last: Vec<&str> = Vec::new();
        for name in self.blobs.iter().rev() {
            if !last.contains(&name.as_str()) && last.len() < most {
                last.push(name);
            }
        }
        last
    }
}

/// The name of one of the containers that a history is given.
pub(super) fn fixture(number: usize) -> String {
    Symbol::Container(u8::try_from(number).unwrap_or(0)).to_string()
}

fn told(step: usize, what: Told) -> String {
    Symbol::Told { step, what }.to_string()
}

/// A name from the alphabet of trouble.
fn troublesome(dice: &mut Dice) -> String {
    allowed(&literal(&text::for_value(dice)))
}

/// The name, if the service takes it as it stands: clients and servers resolve segments of dots, and what becomes of control
/// characters is not recorded.
fn allowed(name: &str) -> String {
    let kept: String = name.chars().filter(|c| !c.is_control() && !('\u{fffe}'..='\u{ffff}').contains(c)).collect();
    let resolves = |segment: &str| !segment.is_empty() && segment.chars().all(|c| c == '.');
    if kept.is_empty() || kept.split(['/', '\\']).any(resolves) { "a".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_such_as_mean_the_same_to_everybody() {
        for (name, expected) in [("a.b", "a.b"), ("", "a"), ("a/..", "a"), ("..\\a", "a"), ("a\u{1}b", "ab")] {
            assert_eq!(allowed(name), expected);
        }
        for number in 0..500 {
            let name = troublesome(&mut Dice::new(1, number));
            assert!(!name.is_empty() && !name.contains("/../"), "{name}");
        }
    }
}
