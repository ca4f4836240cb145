//! What the service chose then and what the reference chooses now: ids and receipts of messages; and the texts of messages
//! whose text the recorder dropped.

use crate::xml::{Node, Tree, escaped};
use bytes::Bytes;
use std::collections::HashMap;
use tablestakes_reference::http::Response;

/// New values by recorded ones.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    ids: HashMap<String, String>,
    /// By recorded id and receipt.
    receipts: HashMap<(String, String), String>,
    /// The present receipt by recorded id.
    present: HashMap<String, String>,
    /// Texts that stand in the place of dropped ones, and what answers showed them to be.
    texts: HashMap<String, Option<String>>,
}

/// What begins every text that stands in the place of a dropped one.
const MADE_UP: &str = "text that was not recorded, ";

impl Bindings {
    /// The reference's id of a message.
    pub(super) fn id(&self, recorded: &str) -> Option<&str> {
        self.ids.get(recorded).map(String::as_str)
    }

    /// The reference's receipt: the one for a recorded one, or the present one of the message if `granted`.
    pub(super) fn receipt(&self, id: &str, recorded: Option<&str>, granted: bool) -> Option<String> {
        let known = recorded.and_then(|receipt| self.receipts.get(&(id.to_owned(), receipt.to_owned())));
        known.or_else(|| self.present.get(id).filter(|_| granted)).cloned()
    }

    /// The recorded id of the message that this receipt was given for, if there is one: some recorders replaced ids in targets.
    pub(super) fn id_by_receipt(&self, receipt: &str) -> Option<&str> {
        let mut held = self.receipts.keys().filter(|(_, held)| held == receipt).map(|(id, _)| id.as_str());
        held.next().filter(|_| held.next().is_none())
    }

    /// A text for one that was dropped.
    pub(super) fn made_up(&mut self) -> String {
        let text = format!("{MADE_UP}{}", self.texts.len());
        self.texts.insert(text.clone(), None);
        text
    }

    /// Binds what two lists of messages hold.
    pub(super) fn learn(&mut self, recorded: &Response, given: &Response) {
        let (Some(then), Some(now)) = (Tree::read(&recorded.body), Tree::read(&given.body)) else { return };
        for (then, now) in then.root.named("QueueMessage").zip(now.root.named("QueueMessage")) {
            let (Some(id), Some(new)) = (then.child_text("MessageId"), now.child_text("MessageId")) else { continue };
            self.ids.entry(id.to_owned()).or_insert_with(|| new.to_owned());
            if let (Some(old), Some(new)) = (then.child_text("PopReceipt"), now.child_text("PopReceipt")) {
                self.learn_receipt(id, old, new);
            }
        }
    }

    /// Binds a receipt of a message.
    pub(super) fn learn_receipt(&mut self, id: &str, recorded: &str, given: &str) {
        self.receipts.insert((id.to_owned(), recorded.to_owned()), given.to_owned());
        self.present.insert(id.to_owned(), given.to_owned());
    }

    /// Whether the messages of a list are those that the recorded list holds, as far as they are bound: what is otherwise.
    pub(super) fn mixed_up(&self, recorded: &Response, given: &Response) -> Option<(String, String)> {
        let (then, now) = (Tree::read(&recorded.body)?, Tree::read(&given.body)?);
        let id = |node: &Node| node.child_text("MessageId").unwrap_or_default().to_owned();
        let pairs = then.root.named("QueueMessage").zip(now.root.named("QueueMessage"));
        let mut pairs = pairs.map(|(then, now)| (id(then), id(now)));
        pairs.find(|(then, now)| self.id(then).is_some_and(|bound| bound != now))
    }

    /// An answer of the reference with the recorded texts in the places of made-up ones, which are known from then on; and
    /// whether there were any.
    pub(super) fn with_texts(&mut self, recorded: &Response, given: &Response) -> (Response, bool) {
        let mut response = given.clone();
        if memchr::memmem::find(&given.body, MADE_UP.as_bytes()).is_none() {
            return (response, false);
        }
        let (Some(then), Some(now)) = (Tree::read(&recorded.body), Tree::read(&given.body)) else {
            return (response, false);
        };
        let mut body = String::from_utf8_lossy(&given.body).into_owned();
        let mut taken = false;
        for (then, now) in then.root.named("QueueMessage").zip(now.root.named("QueueMessage")) {
            let (Some(shown), Some(held)) = (then.child_text("MessageText"), now.child_text("MessageText")) else {
                continue;
            };
            let Some(known) = self.texts.get_mut(held) else { continue };
            taken |= known.is_none();
            let text = known.get_or_insert_with(|| shown.to_owned());
            body = body.replace(&format!("<MessageText>{held}<"), &format!("<MessageText>{}<", escaped(text)));
        }
        response.body = Bytes::from(body);
        (response, taken)
    }
}
