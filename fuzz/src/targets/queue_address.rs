//! Request targets of the queue service: any path is read, and any name, id and receipt that the harness writes into an address
//! comes back from it.

use super::asked::request;
use super::vocabulary::text;
use tablestakes_reference::Version;
use tablestakes_reference::history::Wire;
use tablestakes_reference::query::QueryString;
use tablestakes_reference::queue::wire::{Resource, read_receipt};
use tablestakes_reference::queue::{Ask, QUERY};
use tablestakes_reference::rules::{Broken, Trace};

/// The octets are a request target; and parted at their line ends, a queue's name, the id of a message, and a receipt.
pub fn run(octets: &[u8]) {
    let target = text(octets);
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let options = QueryString::read(query, &QUERY, &mut trace);
    assert!(options.names().all(|name| options.get(name).is_some()));
    let read = Resource::read(path);
    assert_eq!(read.queue().is_none(), matches!(read, Resource::Service | Resource::Other), "{path}");
    let _ = options.get("popreceipt").map(read_receipt);

    let mut parts = target.split('\n').map(str::to_owned);
    let mut part = || parts.next().filter(|part| !part.is_empty());
    if let (Some(queue), Some(message)) = (part(), part()) {
        again(queue, message, part().unwrap_or_else(|| "AAAA".to_owned()), &mut trace);
    }
}

fn again(queue: String, message: String, receipt: String, trace: &mut Trace<'_>) {
    let ask = Ask::DeleteMessage { queue: queue.clone(), message: message.clone(), receipt: Some(receipt.clone()) };
    let written = request(ask, Version::DEFAULT, Wire::default()).target;
    let (path, query) = written.split_once('?').unwrap_or((&written, ""));
    let below = path.strip_prefix("/devstoreaccount1").unwrap_or(path);
    assert_eq!(Resource::read(below), Resource::Message(queue, message), "{written}");
    let options = QueryString::read(query, &QUERY, trace);
    assert_eq!(options.get("popreceipt"), Some(receipt.as_str()), "{written}");
}
