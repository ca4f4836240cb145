//! The documents of messages, on both sides: any octets are read as a body by the reference and as an answer by the harness; what the
//! reference reads is stored, and the harness reads it from every answer as the same; and what is put back is stored as the same.

use super::asked::{Asked, QUEUE};
use super::service::now;
use bytes::Bytes;
use tablestakes::judge::QueueReading;
use tablestakes_reference::Version;
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::queue::Ask;
use tablestakes_reference::queue::wire::message_text;
use tablestakes_reference::rules::{Broken, Trace};

/// An odd first octet: the rest is an answer. An even one: the rest is the body of a message.
pub fn run(octets: &[u8]) {
    match octets.split_first() {
        Some((first, rest)) if first & 1 == 1 => as_answer(rest),
        Some((_, rest)) => as_body(rest),
        None => {}
    }
}

/// What an answer holds is no longer than the answer: no reference in it stands for more than it is written with.
fn as_answer(body: &[u8]) {
    let headers = Headers::from_iter([("content-type", "application/xml")]);
    let answer = Response { status: 200, headers, body: Bytes::copy_from_slice(body) };
    let held = match QueueReading::of(&answer) {
        QueueReading::Messages(messages) => {
            messages.iter().filter_map(|message| message.text.as_ref()).map(String::len).sum()
        }
        QueueReading::Queues(names, _) => names.iter().map(String::len).sum(),
        _ => 0,
    };
    assert!(held <= body.len(), "{held} octets in {}", body.len());
}

fn as_body(body: &[u8]) {
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    let Ok(read) = message_text(body, Version::DEFAULT, &mut trace) else { return };
    // What becomes of carriage returns is an open question.
    if !trace.take_raised().is_empty() || read.contains(&b'\r') {
        return;
    }
    let text = String::from_utf8(read.to_vec()).expect("a text is UTF-8");
    let mut service = Asked::queues(Version::DEFAULT, now());
    let put = Ask::PutMessage { queue: QUEUE.to_owned(), text: text.clone(), visibility: None, time_to_live: None };
    let stored = service.ask(put, now());
    assert_eq!(stored.response.status, 201, "{text:?} was read and is refused");
    let queue = QUEUE.to_owned();
    for ask in [
        Ask::PeekMessages { queue: queue.clone(), count: None },
        Ask::GetMessages { queue, count: None, visibility: None },
    ] {
        let answer = service.ask(ask, now()).response;
        let QueueReading::Messages(messages) = QueueReading::of(&answer) else { panic!("{answer:?}") };
        let [message] = messages.as_slice() else { panic!("{} messages", messages.len()) };
        // An element without text has an empty one.
        assert_eq!(message.text.as_deref().unwrap_or_default(), text, "{}", String::from_utf8_lossy(&answer.body));
    }
}
