//! The values of symbols on one side of a run.

use super::lower::Page;
use super::names;
use crate::judge::{Document, next_marker, parts};
use crate::target::Target;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::{Symbol, Told, bind};
use tablestakes_reference::http::{Headers, Response};

/// The values of symbols, from this side's own answers.
#[derive(Debug, Clone)]
pub(crate) struct Bindings {
    prefix: String,
    account: String,
    base: String,
    origin: String,
    service: ServiceName,
    answers: Vec<Option<Returned>>,
}

/// What one step returned that later steps may refer to.
#[derive(Debug, Clone, Default)]
struct Returned {
    etag: Option<String>,
    parts: Vec<Option<String>>,
    next_partition: Option<String>,
    next_row: Option<String>,
    next_table: Option<String>,
    /// Ids and receipts of messages.
    messages: Vec<(Option<String>, Option<String>)>,
    /// The receipt that an update gives.
    receipt: Option<String>,
    marker: Option<String>,
    /// What headers tell.
    told: Vec<(Told, String)>,
}

/// A symbol without a value on this side: the answer that it refers to lacks it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("nothing is known that {symbol} stands for")]
pub(crate) struct Unbound {
    /// The symbol, as written.
    pub(crate) symbol: String,
}

impl Bindings {
    /// Bindings before the first step of a history whose tables have this prefix.
    pub(crate) fn new(prefix: &str, target: &Target) -> Self {
        Self {
            prefix: prefix.to_owned(),
            account: target.account.clone(),
            base: target.endpoint.base_path.clone(),
            service: target.service,
            origin: format!("{}://{}", target.endpoint.scheme, target.endpoint.authority()),
            answers: Vec::new(),
        }
    }

    /// The beginning of the names of the history's tables.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Keeps what the answer of a step returned.
    pub(crate) fn note(&mut self, step: usize, answer: Option<&Response>) {
        let returned = answer.map(|response| {
            let Page { partition, row, table } = Page::after(response);
            let returned = Returned {
                etag: etag(&response.headers),
                next_partition: partition,
                next_row: row,
                next_table: table,
                ..Returned::default()
            };
            match self.service {
                ServiceName::Queue => returned.with_messages(response),
                ServiceName::Blob => returned.with_blob(response),
                ServiceName::Table => {
                    let parts = parts(response).iter().map(|part| etag(&part.headers)).collect();
                    Returned { parts, ..returned }
                }
            }
        });
        self.answers.resize_with(self.answers.len().max(step), || None);
        self.answers.truncate(step);
        self.answers.push(returned);
    }

    /// Binds the ETag that a step, or a part of its transaction, should have returned.
    pub(crate) fn set_etag(&mut self, step: usize, part: Option<usize>, tag: Option<String>) {
        let Some(returned) = self.answers.get_mut(step) else { return };
        let returned = returned.get_or_insert_default();
        match part {
            None => returned.etag = tag,
            Some(part) => {
                returned.parts.resize_with(returned.parts.len().max(part + 1), || None);
                returned.parts[part] = tag;
            }
        }
    }

    /// The ETag that a step returned.
    pub(crate) fn etag_of(&self, step: usize) -> Option<&str> {
        self.answers.get(step)?.as_ref()?.etag.as_deref()
    }

    /// What a header of a step's answer told.
    pub(crate) fn told(&self, step: usize, what: Told) -> Option<&str> {
        let told = &self.answers.get(step)?.as_ref()?.told;
        told.iter().find(|(held, _)| *held == what).map(|(_, value)| value.as_str())
    }

    /// Binds what a header of a step's answer should have told.
    pub(crate) fn set_told(&mut self, step: usize, what: Told, value: String) {
        let Some(returned) = self.answers.get_mut(step) else { return };
        let told = &mut returned.get_or_insert_default().told;
        told.retain(|(held, _)| *held != what);
        told.push((what, value));
    }

    /// The messages that the steps returned: the step, which of its messages, and its id.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        let returned = self.answers.iter().enumerate().filter_map(|(step, held)| Some((step, held.as_ref()?)));
        returned.flat_map(|(step, held)| {
            let messages = held.messages.iter().enumerate();
            messages.filter_map(move |(part, (id, _))| Some((step, part, id.as_deref()?)))
        })
    }

    /// Binds a message that a step should have returned.
    pub(crate) fn set_message(&mut self, step: usize, part: usize, id: String, receipt: String) {
        let Some(returned) = self.answers.get_mut(step) else { return };
        let messages = &mut returned.get_or_insert_default().messages;
        messages.resize(messages.len().max(part + 1), (None, None));
        messages[part] = (Some(id), Some(receipt));
    }

    /// Binds the receipt that an update should have given.
    pub(crate) fn set_receipt(&mut self, step: usize, receipt: String) {
        let Some(returned) = self.answers.get_mut(step) else { return };
        returned.get_or_insert_default().receipt = Some(receipt);
    }

    /// Forgets every receipt: what refers to one has no value.
    pub(crate) fn forget_receipts(&mut self) {
        for returned in self.answers.iter_mut().flatten() {
            returned.receipt = None;
            returned.messages.iter_mut().for_each(|(_, receipt)| *receipt = None);
        }
    }

    /// Forgets where the query of a step goes on.
    pub(crate) fn forget_token(&mut self, step: usize) {
        if let Some(Some(returned)) = self.answers.get_mut(step) {
            (returned.next_partition, returned.next_row, returned.next_table) = (None, None, None);
            returned.marker = None;
        }
    }

    /// The text with its symbols replaced.
    pub(crate) fn bind(&self, text: &str) -> Result<String, Unbound> {
        bind(text, |symbol| self.value(symbol)).map_err(|symbol| Unbound { symbol: symbol.to_string() })
    }

    fn value(&self, symbol: Symbol) -> Option<String> {
        let returned = |step: usize| self.answers.get(step)?.as_ref();
        match symbol {
            Symbol::Table(number) => Some(names::table(&self.prefix, number)),
            Symbol::Account => Some(self.account.clone()),
            Symbol::Base => Some(self.base.clone()),
            Symbol::Origin => Some(self.origin.clone()),
            Symbol::ETag { step, part: None } => self.etag_of(step).map(str::to_owned),
            Symbol::ETag { step, part: Some(part) } => returned(step)?.parts.get(part)?.clone(),
            Symbol::NextPartition(step) => returned(step)?.next_partition.clone(),
            Symbol::NextRow(step) => returned(step)?.next_row.clone(),
            Symbol::NextTable(step) => returned(step)?.next_table.clone(),
            Symbol::Container(number) => Some(names::container(&self.prefix, number)),
            Symbol::Told { step, what } => self.told(step, what).map(str::to_owned),
            Symbol::Queue(number) => Some(names::queue(&self.prefix, number)),
            Symbol::Message { step, part } => returned(step)?.messages.get(part)?.0.clone(),
            Symbol::Receipt { step, part } => match returned(step)?.messages.get(part) {
                Some((_, receipt)) => receipt.clone(),
                None => returned(step)?.receipt.clone().filter(|_| part == 0),
            },
            Symbol::Marker(step) => returned(step)?.marker.clone().filter(|marker| !marker.is_empty()),
        }
    }
}

impl Returned {
    /// The same with what an answer of the queue service returned.
    fn with_messages(self, response: &Response) -> Self {
        let (messages, marker) = match Document::of_queue(response) {
            Document::Messages(messages) => {
                (messages.into_iter().map(|message| (message.id, message.receipt)).collect(), None)
            }
            Document::Queues(listing) => (Vec::new(), listing.frame.next),
            _ => (Vec::new(), None),
        };
        let receipt = response.headers.get("x-ms-popreceipt").map(str::to_owned);
        Self { messages, receipt, marker, ..self }
    }

    /// The same with what an answer of the blob service returned.
    fn with_blob(self, response: &Response) -> Self {
        let told = Told::ALL.into_iter().filter_map(|what| {
            let value = response.headers.get(what.header())?;
            Some((what, value.to_owned()))
        });
        Self { told: told.collect(), marker: next_marker(response), ..self }
    }
}

fn etag(headers: &Headers) -> Option<String> {
    headers.get("etag").map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    #[test]
    fn each_step_binds_what_it_returned() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let mut bindings = Bindings::new("tsx", &target);
        let headers = Headers::from_iter([("ETag", "W/\"1\""), ("x-ms-continuation-NextPartitionKey", "1!0!")]);
        bindings.note(1, Some(&Response { status: 204, headers, body: Bytes::new() }));
        let bound = |text: &str| bindings.bind(text).map_err(|unbound| unbound.symbol);
        assert_eq!(bound("${base}/${table:3} ${etag:1}").as_deref(), Ok("/devstoreaccount1/tsxt3 W/\"1\""));
        assert_eq!(bound("${next-partition:1}").as_deref(), Ok("1!0!"));
        for unbound in ["${etag:0}", "${etag:2}", "${etag:1.0}", "${next-row:1}"] {
            assert_eq!(bound(unbound), Err(unbound.to_owned()));
        }
    }
}
