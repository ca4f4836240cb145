//! Reading back what a step touched of a container or a blob.

use super::is_plain;
use crate::history::replay::adopting::Aspects;
use crate::history::replay::played::Answers;
use crate::history::replay::target_side::TargetSide;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::{Symbol, Told, literal};
use tablestakes_reference::history::{History, Step, Wire};
use tablestakes_reference::http::Response;

/// Content longer than this is not read back: findings keep no more of a body.
const MOST_OCTETS: u64 = 64 << 10;

impl TargetSide<'_> {
    /// Asks for what a step touched of a container or a blob; nothing if it cannot be read.
    pub(super) async fn read_blob(
        &mut self,
        index: usize,
        ask: &Ask,
        wire: &Wire,
        answer: Option<Response>,
    ) -> Option<Answers> {
        // What is written without an answer may take effect later.
        if !is_plain(wire) || answer.is_none() && !ask.operation.reads() {
            return None;
        }
        let mut answers = Answers { answer, ..Answers::default() };
        let first = properties(ask, answers.answer.as_ref())?;
        let status = self.ask(first, &mut answers).await?;
        if status == 200 {
            self.contents(ask, &mut answers).await?;
        } else if Aspects::of(ask.operation).uncommitted {
            self.ask(of_blob(ask, Operation::GetBlockList, &[("blocklisttype", "all")])?, &mut answers).await?;
        }
        let tag = answers.said.first().and_then(|head| head.headers.get("etag"));
        answers.tagged = (0..index).filter(|step| self.bindings.etag_of(*step).is_some()).collect();
        let plain = |tag: &str| tag.trim_matches('"').to_owned();
        let is_same = |step: &usize| tag.is_some() && self.bindings.etag_of(*step).map(plain) == tag.map(plain);
        answers.same_tag = answers.tagged.iter().copied().rev().find(is_same);
        if answers.is_granted() && status == 200 && self.bindings.etag_of(index).is_none() {
            self.bindings.set_etag(index, None, tag.map(str::to_owned));
        }
        Some(answers)
    }

    /// Asks for more of what is there.
    async fn contents(&mut self, ask: &Ask, answers: &mut Answers) -> Option<()> {
        if ask.operation == Operation::CreateContainer {
            let listing = Ask::on_container(Operation::ListBlobs, ask.container.clone()?);
            return self.ask(listing, answers).await.map(drop);
        }
        let aspects = Aspects::of(ask.operation);
        let head = &answers.said.first()?.headers;
        let kind = head.get("x-ms-blob-type").map(str::to_owned);
        let length: u64 = head.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(u64::MAX);
        if aspects.body && length <= MOST_OCTETS {
            self.ask(of_blob(ask, Operation::GetBlob, &[])?, answers).await?;
        }
        if (aspects.body || aspects.uncommitted) && kind.as_deref() == Some("BlockBlob") {
            self.ask(of_blob(ask, Operation::GetBlockList, &[("blocklisttype", "all")])?, answers).await?;
        }
        if aspects.body && kind.as_deref() == Some("PageBlob") {
            self.ask(of_blob(ask, Operation::GetPageRanges, &[])?, answers).await?;
        }
        let sends_tags = ask.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("x-ms-tags"));
        if ask.operation == Operation::SetBlobTags || aspects.tags && sends_tags {
            self.ask(of_blob(ask, Operation::GetBlobTags, &[])?, answers).await?;
        }
        Some(())
    }

    /// Reads the ETag that later steps refer to and that a granted step's answer lacks.
    pub(super) async fn missing_tag_of_blob(&mut self, index: usize, history: &History, ask: &Ask, granted: bool) {
        if !granted || !self.lacks_wanted(Symbol::ETag { step: index, part: None }, index, history) {
            return;
        }
        let Some(first) = properties(&Ask { options: Vec::new(), ..ask.clone() }, None) else { return };
        if let Some(response) = self.own(&Step::from(first)).await.filter(|response| response.status == 200) {
            self.bindings.set_etag(index, None, response.headers.get("etag").map(str::to_owned));
        }
    }
}

/// The read that tells most of what an operation is about; nothing if what it changes cannot be read.
fn properties(ask: &Ask, answer: Option<&Response>) -> Option<Ask> {
    let is_deletion_of_more = ask.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("x-ms-delete-snapshots"));
    match ask.operation {
        Operation::SnapshotBlob => {
            let time = answer.filter(|answer| answer.status < 300)?.headers.get(Told::Snapshot.header())?;
            of_blob(ask, Operation::GetBlobProperties, &[("snapshot", &literal(time))])
        }
        // What is kept of it, and what belongs to other versions of it, is not told.
        Operation::UndeleteBlob
        | Operation::IncrementalCopyBlob
        | Operation::SetBlobExpiry
        | Operation::SetImmutabilityPolicy
        | Operation::DeleteImmutabilityPolicy
        | Operation::SetLegalHold
        | Operation::SetContainerAcl
        | Operation::RestoreContainer => None,
        Operation::DeleteBlob if is_deletion_of_more => None,
        _ if ask.options.iter().any(|(name, _)| ["snapshot", "versionid", "deletetype"].contains(&name.as_str())) => {
            None
        }
        operation if operation.is_on_blob() => of_blob(ask, Operation::GetBlobProperties, &[]),
        _ => Some(Ask::on_container(Operation::GetContainer, ask.container.clone()?)),
    }
}

fn of_blob(ask: &Ask, operation: Operation, options: &[(&str, &str)]) -> Option<Ask> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Some(Ask { options, ..Ask::on_blob(operation, ask.container.clone()?, ask.blob.clone()?) })
}
