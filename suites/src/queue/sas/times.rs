//! When, from where and how a shared access signature may be used: for every operation, and to the edge.

use super::{ALL, SUITE, asked_with, on_messages};
use crate::check::Check;
use crate::define::check;
use crate::queue::steps::{SasExt as _, StepExt as _, account_sas, clear, peek, put, queue_sas, set_metadata};
use crate::steps::{ANYWHERE, later};
use tablestakes_reference::history::{Sas, Step};

/// Everything that a SAS for the queue may open, with this one, which opens nothing.
fn of_queue(change: impl FnOnce(&mut Sas)) -> Vec<Step> {
    let mut sas = queue_sas("raup");
    change(&mut sas);
    asked_with(&sas, on_messages())
}

/// The same of the account.
fn of_account(change: impl FnOnce(&mut Sas)) -> Vec<Step> {
    let mut sas = account_sas(ALL);
    change(&mut sas);
    asked_with(&sas, on_messages().into_iter().chain([clear(), set_metadata(&[("a", "1")])]))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [times(), senders()].concat()
}

fn times() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.queue-expired-everywhere",
            "A SAS for a queue that has expired is refused, for every operation",
            "A minute is within the skew of clocks, it is thought.",
            [QUEUE_SAS_EXPIRED],
            of_queue(|sas| sas.expires = Some(-60))
        ),
        check!(
            QueueSas,
            "queue.sas.queue-not-yet-everywhere",
            "A SAS for a queue that begins later is refused, for every operation",
            "Only one end is looked at.",
            [QUEUE_SAS_NOT_YET],
            of_queue(|sas| *sas = later(sas.clone()))
        ),
        check!(
            QueueSas,
            "queue.sas.account-not-yet-everywhere",
            "A SAS of the account that begins later is refused, for every operation",
            "Only one end is looked at.",
            [QUEUE_SAS_NOT_YET],
            of_account(|sas| *sas = later(sas.clone()))
        ),
        check!(
            QueueSas,
            "queue.sas.expiry-required",
            "A SAS for a queue without an expiry is refused, unless a stored access policy has one",
            "What is not there cannot be over.",
            [QUEUE_SAS_EXPIRED],
            of_queue(|sas| sas.expires = None)
        ),
        check!(
            QueueSas,
            "queue.sas.account-expiry-required",
            "A SAS of the account without an expiry is refused",
            "What is not there cannot be over.",
            [QUEUE_SAS_EXPIRED],
            of_account(|sas| sas.expires = None)
        ),
        check!(
            QueueSas,
            "queue.sas.within-limits",
            "A SAS that is for now, for here and for this protocol is taken",
            "Limits are compared the wrong way round, or as text.",
            [QUEUE_SAS_QUEUE, QUEUE_SAS_ACCOUNT],
            [
                put("a"),
                peek().auth(Sas { starts: Some(-60), expires: Some(120), ..queue_sas("r") }.auth()),
                peek().auth(Sas { starts: Some(-60), expires: Some(120), ..account_sas("r") }.auth()),
                peek().auth(Sas { protocols: Some("https,http".into()), ..queue_sas("r") }.auth()),
                peek().auth(Sas { protocols: Some("https,http".into()), ..account_sas("r") }.auth()),
                peek().auth(Sas { addresses: Some(ANYWHERE.into()), ..account_sas("r") }.auth()),
                peek().auth(Sas { addresses: Some(ANYWHERE.into()), ..queue_sas("r") }.auth()),
            ]
        ),
    ]
}

fn senders() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.queue-protocol-everywhere",
            "A SAS for a queue for HTTPS alone is refused over HTTP, for every operation",
            "The parameter is for clients, it is thought.",
            [QUEUE_SAS_PROTOCOL],
            of_queue(|sas| sas.protocols = Some("https".into()))
        ),
        check!(
            QueueSas,
            "queue.sas.account-protocol-everywhere",
            "A SAS of the account for HTTPS alone is refused over HTTP, for every operation",
            "The parameter is for clients, it is thought.",
            [QUEUE_SAS_PROTOCOL],
            of_account(|sas| sas.protocols = Some("https".into()))
        ),
        check!(
            QueueSas,
            "queue.sas.queue-address-everywhere",
            "A SAS for a queue for another address is refused, for every operation",
            "The address is not known behind a proxy, and then none is compared.",
            [QUEUE_SAS_ADDRESS],
            of_queue(|sas| sas.addresses = Some("192.0.2.1".into()))
        ),
        check!(
            QueueSas,
            "queue.sas.account-address-everywhere",
            "A SAS of the account for other addresses is refused, for every operation",
            "Ranges are taken for two single addresses, or for none.",
            [QUEUE_SAS_ADDRESS],
            of_account(|sas| sas.addresses = Some("192.0.2.1-192.0.2.254".into()))
        ),
    ]
}
