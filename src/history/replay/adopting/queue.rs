//! The oracle takes over a queue and its messages.
//!
//! Only messages that are visible can be seen, and no receipts. So the oracle does what the target says it has done, and that is
//! taken over if as many messages are there then, and the same ones can be seen. Where none is invisible on either side, all
//! that can be seen is taken over instead, and no receipt from before has a value.

use super::metadata;
use super::queue_state::{QueueState, instant};
use crate::history::replay::oracle::{Adopted, Taken};
use crate::history::replay::oracle_side::{Adopting, OracleSide, instant as to_instant};
use crate::history::replay::played::Answers;
use crate::judge::Document;
use crate::judge::queue::Message;
use bytes::Bytes;
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::lexical::guid;
use tablestakes_reference::queue::Ask;
use tablestakes_reference::queue::model::{self, AdoptedMessage};
use tablestakes_reference::{DateTime, ids::Guid};

/// For how long a message lives that is not told how long, in seconds (`queue.messages.ttl-default`).
const LIVES: i64 = 7 * 86_400;
/// For how long one is invisible that was taken by somebody who did not say, in seconds (`queue.visibility.default`).
const HIDDEN: i64 = 30;

impl OracleSide<'_> {
    /// Takes over what the target said of a queue that a step is about; nothing if that cannot be.
    pub(in crate::history::replay) fn adopt_queue(
        &mut self,
        index: usize,
        ask: &Ask,
        answers: &Answers,
        now: SystemTime,
    ) -> Option<Adopting> {
        let mut adopting = Adopting::default();
        let name = self.bindings.bind(queue_of(ask)?).ok()?;
        let ours = self.asked(answers, now, &mut adopting)?;
        let sent: &[(String, String)] = match ask {
            Ask::CreateQueue { metadata, .. } | Ask::SetMetadata { metadata, .. } => metadata,
            _ => &[],
        };
        let headers = ours.first().map(|held| held.headers.iter().collect::<Vec<_>>()).unwrap_or_default();
        let names = sent.iter().map(|(name, _)| name.as_str()).chain(metadata::names(headers.iter().copied()));
        let theirs = QueueState::of(&answers.said, names.clone())?;
        let (theirs, ours) = match (theirs, QueueState::of(&ours, names)?) {
            (None, None) => return Some(adopting),
            (None, Some(_)) => {
                self.take(Adopted::Queue(model::Adopted::NoQueue(name)), now, &mut adopting);
                return Some(adopting);
            }
            (Some(theirs), None) => {
                let metadata = theirs.metadata.clone();
                self.take(Adopted::Queue(model::Adopted::Queue(name.clone(), metadata)), now, &mut adopting);
                let empty = QueueState { metadata: Vec::new(), count: 0, visible: Vec::new() };
                (theirs, empty)
            }
            (Some(theirs), Some(ours)) => {
                let sets = matches!(ask, Ask::CreateQueue { .. } | Ask::SetMetadata { .. });
                if sets && !metadata::is_same(&theirs.metadata, &ours.metadata) {
                    let metadata = theirs.metadata.clone();
                    self.take(Adopted::Queue(model::Adopted::Queue(name.clone(), metadata)), now, &mut adopting);
                }
                (theirs, ours)
            }
        };
        if theirs.holds_same(&ours, |id| self.own_id(answers, id)) {
            return Some(adopting);
        }
        let had_hidden = !ours.is_all_visible();
        if answers.is_granted() && self.do_as_told(index, ask, &name, answers, &theirs, now, &mut adopting).is_some() {
            let ours = self.asked(answers, now, &mut adopting)?;
            let ours = QueueState::of(&ours, std::iter::empty())??;
            if theirs.holds_same(&ours, |id| self.own_id(answers, id)) {
                return Some(adopting);
            }
        }
        if had_hidden || !theirs.is_all_visible() {
            return None;
        }
        self.take_visible(&name, answers, &theirs, now, &mut adopting)?;
        Some(adopting)
    }

    /// The id here of a message that has this one on the target.
    fn own_id(&self, answers: &Answers, id: &str) -> Option<String> {
        self.own_id_before(answers, id, usize::MAX)
    }

    /// Does what the target says it has done; nothing if that is not known.
    #[expect(clippy::too_many_arguments, reason = "what was asked, what was answered, and what was read")]
    fn do_as_told(
        &mut self,
        index: usize,
        ask: &Ask,
        name: &str,
        answers: &Answers,
        theirs: &QueueState,
        now: SystemTime,
        adopting: &mut Adopting,
    ) -> Option<()> {
        let answered = match answers.answer.as_ref().map(Document::of_queue) {
            Some(Document::Messages(messages)) => messages,
            _ => Vec::new(),
        };
        match ask {
            Ask::PutMessage { text, visibility, time_to_live, .. } => {
                let text = self.bindings.bind(text).ok()?;
                let told = answered.first().and_then(|message| message.id.clone());
                let id = told.or_else(|| self.only_new(answers, theirs, &text))?;
                let seen = theirs.visible.iter().find(|message| message.id.as_ref() == Some(&id));
                let (hidden, expires) = match seen {
                    Some(message) => (0, instant(message.expires.as_deref()?)?),
                    None => (seconds(visibility.as_deref(), 0)?, expiry(now, time_to_live.as_deref())?),
                };
                let message = AdoptedMessage {
                    id: guid::read(&id)?,
                    text: Some(Bytes::from(text)),
                    hidden: Some(hidden),
                    expires: Some(expires),
                    dequeued: Some(0),
                    updated: false,
                };
                self.hold(index, 0, name, message, now, adopting)
            }
            Ask::GetMessages { visibility, .. } => {
                let hidden = seconds(visibility.as_deref(), HIDDEN)?;
                for (part, message) in answered.iter().enumerate() {
                    let id = guid::read(&self.own_id_before(answers, message.id.as_deref()?, index)?)?;
                    let dequeued = Some(message.dequeued.as_deref()?.parse().ok()?);
                    let hidden = Some(hidden);
                    let taken = AdoptedMessage { id, text: None, hidden, expires: None, dequeued, updated: false };
                    self.hold(index, part, name, taken, now, adopting)?;
                }
                Some(())
            }
            Ask::UpdateMessage { message, visibility, text, .. } => {
                let text = text.as_ref().map(|text| self.bindings.bind(text)).transpose().ok()?;
                let updated = AdoptedMessage {
                    id: guid::read(&self.bindings.bind(message).ok()?)?,
                    text: text.map(Bytes::from),
                    hidden: Some(visibility.as_deref()?.parse().ok().filter(|seconds| *seconds >= 0)?),
                    expires: None,
                    dequeued: None,
                    updated: true,
                };
                let adopted = Adopted::Queue(model::Adopted::Message(name.to_owned(), updated));
                if let Taken::WithReceipt(receipt) = self.take(adopted, now, adopting) {
                    self.bindings.set_receipt(index, receipt);
                }
                Some(())
            }
            Ask::DeleteMessage { message, .. } => {
                let id = guid::read(&self.bindings.bind(message).ok()?)?;
                self.take(Adopted::Queue(model::Adopted::NoMessage(name.to_owned(), id)), now, adopting);
                Some(())
            }
            Ask::ClearMessages { .. } => {
                self.take(Adopted::Queue(model::Adopted::NoMessages(name.to_owned())), now, adopting);
                Some(())
            }
            _ => None,
        }
    }

    /// The id of the one message with this text that no step has returned.
    fn only_new(&self, answers: &Answers, theirs: &QueueState, text: &str) -> Option<String> {
        let is_new = |id: &str| !answers.messages.iter().any(|(.., held)| held == id);
        let with_text = theirs.visible.iter().filter(|message| message.text.as_deref() == Some(text));
        let mut new = with_text.filter_map(|message| message.id.as_deref()).filter(|id| is_new(id));
        new.next().filter(|_| new.next().is_none()).map(str::to_owned)
    }

    /// The id here of a message that an earlier step returned.
    fn own_id_before(&self, answers: &Answers, id: &str, index: usize) -> Option<String> {
        let own = |step: usize, part: usize| self.bindings.bind(&Symbol::Message { step, part }.to_string()).ok();
        let mut before = answers.messages.iter().filter(|(step, _, held)| *step < index && held == id);
        before.find_map(|(step, part, _)| own(*step, *part))
    }

    /// Holds a message, and binds it as what a step returned.
    fn hold(
        &mut self,
        index: usize,
        part: usize,
        name: &str,
        message: AdoptedMessage,
        now: SystemTime,
        adopting: &mut Adopting,
    ) -> Option<()> {
        let id = guid::written(message.id);
        let adopted = Adopted::Queue(model::Adopted::Message(name.to_owned(), message));
        let Taken::WithReceipt(receipt) = self.take(adopted, now, adopting) else { return None };
        self.bindings.set_message(index, part, id, receipt);
        Some(())
    }

    /// Holds what can be seen, and nothing else.
    fn take_visible(
        &mut self,
        name: &str,
        answers: &Answers,
        theirs: &QueueState,
        now: SystemTime,
        adopting: &mut Adopting,
    ) -> Option<()> {
        let seen: Option<Vec<AdoptedMessage>> =
            theirs.visible.iter().map(|message| self.seen(answers, message)).collect();
        self.take(Adopted::Queue(model::Adopted::NoMessages(name.to_owned())), now, adopting);
        for message in seen? {
            self.take(Adopted::Queue(model::Adopted::Message(name.to_owned(), message)), now, adopting);
        }
        self.bindings.forget_receipts();
        let ours = self.asked(answers, now, adopting)?;
        let ours = QueueState::of(&ours, std::iter::empty())??;
        theirs.holds_same(&ours, |id| self.own_id(answers, id)).then_some(())
    }

    /// A message as it can be seen.
    fn seen(&self, answers: &Answers, message: &Message) -> Option<AdoptedMessage> {
        let told = message.id.as_deref()?;
        let id: Guid = guid::read(&self.own_id(answers, told).unwrap_or_else(|| told.to_owned()))?;
        Some(AdoptedMessage {
            id,
            text: Some(Bytes::from(message.text.clone()?)),
            hidden: Some(0),
            expires: Some(instant(message.expires.as_deref()?)?),
            dequeued: Some(message.dequeued.as_deref()?.parse().ok()?),
            updated: false,
        })
    }
}

/// The queue that an operation is about, where that can be read. Policies are not read back.
pub(in crate::history::replay) fn queue_of(ask: &Ask) -> Option<&str> {
    match ask {
        Ask::CreateQueue { queue, .. }
        | Ask::DeleteQueue { queue }
        | Ask::GetMetadata { queue }
        | Ask::SetMetadata { queue, .. }
        | Ask::PutMessage { queue, .. }
        | Ask::GetMessages { queue, .. }
        | Ask::PeekMessages { queue, .. }
        | Ask::ClearMessages { queue }
        | Ask::UpdateMessage { queue, .. }
        | Ask::DeleteMessage { queue, .. } => Some(queue),
        Ask::GetPolicies { .. }
        | Ask::SetPolicies { .. }
        | Ask::ListQueues { .. }
        | Ask::GetProperties
        | Ask::SetProperties { .. }
        | Ask::GetStatistics => None,
    }
}

/// A number of seconds that can be meant: what is said, or this if nothing is.
fn seconds(said: Option<&str>, otherwise: i64) -> Option<i64> {
    const MOST: i64 = 100 * 365 * 86_400;
    said.map_or(Some(otherwise), |said| said.parse().ok()).filter(|seconds| (-1..=MOST).contains(seconds))
}

/// When a message ends that is to live so long; -1 is for ever (`queue.messages.ttl-never`).
fn expiry(now: SystemTime, said: Option<&str>) -> Option<DateTime> {
    let lives = seconds(said, LIVES)?;
    let Ok(lives) = u64::try_from(lives) else { return Some(DateTime::MAX) };
    now.checked_add(Duration::from_secs(lives)).map(to_instant)
}
