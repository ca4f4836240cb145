//! Operations on queues: puts, and messages that are put, got and deleted.

use super::perform::Working;
use crate::bench::client::Requests;
use crate::bench::miss::Miss;
use crate::judge::Document;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::{Symbol, literal};
use tablestakes_reference::queue::Ask;

/// How long a message stays invisible to others once it was got, in seconds.
const INVISIBLE: &str = "120";

fn name(number: u8) -> String {
    Symbol::Queue(number).to_string()
}

pub(super) fn making(number: u8) -> Step {
    Step::from(Ask::CreateQueue { queue: name(number), metadata: Vec::new() })
}

pub(super) fn deleting(number: u8) -> Step {
    Step::from(Ask::DeleteQueue { queue: name(number) })
}

/// The queue that an operation asks.
fn chosen(working: &Working, number: u64) -> String {
    name(u8::try_from(number % u64::from(working.queues().max(1))).unwrap_or_default())
}

pub(super) async fn put(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    let text = String::from_utf8_lossy(&working.content(working.point.parameters.size)).into_owned();
    let ask = Ask::PutMessage { queue: chosen(working, number), text, visibility: None, time_to_live: None };
    working.client.ask(ask, requests).await.map(drop)
}

pub(super) async fn pass(working: &Working, number: u64, requests: &mut Requests) -> Result<(), Miss> {
    put(working, number, requests).await?;
    let queue = chosen(working, number);
    let visibility = Some(INVISIBLE.to_owned());
    let ask = Ask::GetMessages { queue: queue.clone(), count: None, visibility };
    let answer = working.client.ask(ask, requests).await?;
    let Document::Messages(messages) = Document::of_queue(&answer) else { return Err(Miss::Wrong) };
    let got = messages.into_iter().next().and_then(|message| message.id.zip(message.receipt));
    let Some((id, receipt)) = got else { return Err(Miss::Wrong) };
    let ask = Ask::DeleteMessage { queue, message: literal(&id), receipt: Some(literal(&receipt)) };
    working.client.ask(ask, requests).await.map(drop)
}
