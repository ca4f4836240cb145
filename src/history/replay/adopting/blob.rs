//! The oracle takes over a container or a blob.

use super::blob_facts::{Aspects, facts};
use super::blob_state::BlobState;
use super::{lease, metadata};
use crate::history::replay::oracle::{Adopted, Taken};
use crate::history::replay::oracle_side::{Adopting, OracleSide, instant};
use crate::history::replay::played::Answers;
use crate::judge::listed;
use std::time::SystemTime;
use tablestakes_reference::DateTime;
use tablestakes_reference::blob::model::{
    self, BlobFact, Block, Changed, ContainerFact, LeaseFact, PublicAccess, Uncommitted,
};
use tablestakes_reference::blob::operation::Place;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::http::Response;
use tablestakes_reference::lexical::datetime;

impl OracleSide<'_> {
    /// Takes over what the target said of a container or a blob that a step is about; nothing if that cannot be.
    pub(in crate::history::replay) fn adopt_blob(
        &mut self,
        index: usize,
        ask: &Ask,
        answers: &Answers,
        now: SystemTime,
    ) -> Option<Adopting> {
        let mut adopting = Adopting::default();
        let ours = self.asked(answers, now, &mut adopting)?;
        let container = self.bindings.bind(ask.container.as_deref()?).ok()?;
        let changes = match (&ask.blob, ask.operation) {
            (Some(_), Operation::SnapshotBlob) => {
                let place = self.place(container, ask)?;
                self.snapshot(index, place, answers)?
            }
            (Some(_), _) => {
                let place = self.place(container, ask)?;
                self.blob(index, ask, place, answers, &ours, instant(now))?
            }
            (None, _) => self.container(index, ask, container, answers, &ours)?,
        };
        for change in changes {
            if self.take(Adopted::Blob(change), now, &mut adopting) == Taken::No {
                return None;
            }
        }
        if answers.is_granted() && ask.operation != Operation::SnapshotBlob {
            self.bind_granted(index, ask, answers, now, &mut adopting);
        }
        Some(adopting)
    }

    fn place(&self, container: String, ask: &Ask) -> Option<Place> {
        Some(Place { container, blob: self.bindings.bind(ask.blob.as_deref()?).ok()? })
    }

    /// Binds what a step should have returned that the target granted.
    fn bind_granted(&mut self, index: usize, ask: &Ask, answers: &Answers, now: SystemTime, adopting: &mut Adopting) {
        let lease = answers.answer.as_ref().and_then(|answer| answer.headers.get(Told::Lease.header()));
        let is_leasing = matches!(ask.operation, Operation::LeaseBlob | Operation::LeaseContainer);
        if let Some(id) = lease.filter(|_| is_leasing) {
            self.bindings.set_told(index, Told::Lease, id.to_owned());
        }
        let head = answers.reads.first().and_then(|read| self.own(read, now, adopting));
        if let Some(head) = head.filter(|head| head.status == 200) {
            self.bindings.set_etag(index, None, head.headers.get("etag").map(str::to_owned));
        }
    }

    fn blob(
        &self,
        index: usize,
        ask: &Ask,
        place: Place,
        answers: &Answers,
        said: &[Response],
        now: DateTime,
    ) -> Option<Vec<model::Adopted>> {
        let theirs = BlobState::of(&answers.reads, &answers.said)?;
        let ours = BlobState::of(&answers.reads, said)?;
        let mut changes = Vec::new();
        match (theirs.head, ours.head) {
            (None, Some(_)) => changes.push(model::Adopted::NoBlob(place.clone())),
            (None, None) => {}
            (Some(actual), own) => {
                let mut facts = facts(ask, &theirs, &ours, now)?;
                if let Some(own) = own {
                    let is_leasing = ask.operation == Operation::LeaseBlob;
                    let fact = lease::fact(ask, is_leasing, answers.answer.as_ref(), actual, own).ok()?;
                    facts.extend(fact.filter(|fact| self.is_other_lease(index, *fact)).map(BlobFact::Lease));
                    facts.extend(self.changed(index, answers, own.get("etag")).map(BlobFact::Changed));
                } else if actual.get("x-ms-lease-state").is_some_and(|state| state != "available") {
                    return None;
                }
                if !facts.is_empty() {
                    changes.push(model::Adopted::Blob { place: place.clone(), facts });
                }
            }
        }
        if Aspects::of(ask.operation).uncommitted
            && let Some(uncommitted) = &theirs.uncommitted
            && uncommitted != ours.uncommitted.as_ref().unwrap_or(&Vec::new())
        {
            let block = sent_block(ask);
            let blocks = uncommitted.iter().map(|(id, length)| {
                let sent = block.clone().filter(|block| block.id == *id && block.data.len() as u64 == *length);
                Uncommitted { id: id.clone(), length: *length, block: sent }
            });
            changes.push(model::Adopted::Uncommitted { place, blocks: blocks.collect() });
        }
        Some(changes)
    }

    /// Whether a lease is not already as a step has left it here.
    fn is_other_lease(&self, index: usize, fact: LeaseFact) -> bool {
        let told = self.bindings.told(index, Told::Lease);
        let id = |text: &str| tablestakes_reference::lexical::guid::read(text);
        match fact {
            LeaseFact::Taken(taken, _) | LeaseFact::Id(taken) => told.and_then(id) != Some(taken),
            LeaseFact::Renewed => told.is_none(),
            LeaseFact::Available | LeaseFact::Broken(_) => true,
        }
    }

    fn container(
        &self,
        index: usize,
        ask: &Ask,
        name: String,
        answers: &Answers,
        said: &[Response],
    ) -> Option<Vec<model::Adopted>> {
        let (theirs, ours) = (answers.said.first()?, said.first()?);
        match (theirs.status, ours.status) {
            (404, 200) => return Some(vec![model::Adopted::NoContainer(name)]),
            (404, 404) => return Some(Vec::new()),
            (200, 200) => {}
            (200, 404) if ask.operation == Operation::CreateContainer => {}
            _ => return None,
        }
        if let (Some(actual), Some(own)) = (answers.said.get(1), said.get(1)) {
            let names = |response: &Response| {
                let listing = listed(response)?;
                let names: Vec<String> = listing.names().map(str::to_owned).collect();
                listing.frame.next.as_deref().unwrap_or_default().is_empty().then_some(names)
            };
            // Whether what it held is there still.
            if names(actual)? != names(own).unwrap_or_default() {
                return None;
            }
        }
        let (actual, own) = (&theirs.headers, &ours.headers);
        let mut facts = Vec::new();
        if matches!(ask.operation, Operation::CreateContainer | Operation::SetContainerMetadata) {
            let sent = ask.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let names = metadata::names(sent.chain(own.iter().collect::<Vec<_>>()));
            let (held, had) = (metadata::read(actual, names.clone()), metadata::read(own, names));
            if !metadata::is_same(&held, &had) {
                facts.push(ContainerFact::Metadata(held));
            }
        }
        let public = "x-ms-blob-public-access";
        if ask.operation == Operation::CreateContainer && actual.get(public) != own.get(public) {
            facts.push(ContainerFact::Public(match actual.get(public) {
                None => PublicAccess::None,
                Some("blob") => PublicAccess::Blob,
                Some("container") => PublicAccess::Container,
                Some(_) => return None,
            }));
        }
        let is_leasing = ask.operation == Operation::LeaseContainer;
        let fact = lease::fact(ask, is_leasing, answers.answer.as_ref(), actual, own).ok()?;
        facts.extend(fact.filter(|fact| self.is_other_lease(index, *fact)).map(ContainerFact::Lease));
        if ours.status == 200 {
            facts.extend(self.changed(index, answers, own.get("etag")).map(ContainerFact::Changed));
            if facts.is_empty() {
                return Some(Vec::new());
            }
        }
        Some(vec![model::Adopted::Container { name, facts }])
    }

    /// The snapshot that the target made and the oracle did not.
    fn snapshot(&mut self, index: usize, place: Place, answers: &Answers) -> Option<Vec<model::Adopted>> {
        if self.bindings.told(index, Told::Snapshot).is_some() {
            return Some(Vec::new());
        }
        let text = answers.answer.as_ref()?.headers.get(Told::Snapshot.header())?;
        let head = answers.said.first().filter(|head| head.status == 200)?;
        let time = datetime::read(text)?;
        let metadata = metadata::read(&head.headers, std::iter::empty());
        self.bindings.set_told(index, Told::Snapshot, text.to_owned());
        Some(vec![model::Adopted::Snapshot { place, time, metadata }])
    }

    /// When something was changed, if its ETag stands for another change on the target than here.
    fn changed(&self, index: usize, answers: &Answers, own: Option<&str>) -> Option<Changed> {
        let actual = answers.said.first()?.headers.get("etag");
        match (answers.same_tag, actual) {
            (_, None) => None,
            (Some(step), Some(_)) => {
                let told = self.bindings.etag_of(step)?;
                (Some(told) != own).then(|| instant_of(told).map(Changed::At)).flatten()
            }
            (None, Some(_)) => {
                let is_old = |step: &usize| *step < index && own.is_some() && self.bindings.etag_of(*step) == own;
                answers.tagged.iter().any(is_old).then_some(Changed::Now)
            }
        }
    }
}

/// The block that a step sends.
fn sent_block(ask: &Ask) -> Option<Block> {
    let id = ask.options.iter().find(|(name, _)| name == "blockid").map(|(_, value)| value.clone());
    let is_put = ask.operation == Operation::PutBlock;
    Some(Block { id: id.filter(|_| is_put)?, data: ask.body.octets() })
}

/// The instant that an ETag of the oracle stands for.
fn instant_of(tag: &str) -> Option<DateTime> {
    let digits = tag.trim_matches('"').strip_prefix("0x")?;
    i64::from_str_radix(digits, 16).ok().map(DateTime::from_ticks)
}
