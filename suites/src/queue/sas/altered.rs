//! Shared access signatures of which one parameter is not sent as it was signed, for every parameter that is signed.

use super::{ALL, SUITE, asked_with, on_messages};
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    SasExt as _, StepExt as _, account_sas, clear, create, delete_queue, further, get, list, metadata, peek,
    properties, put, queue_sas, queue_sas_for, set_metadata,
};
use crate::steps::{NOTHING, forged, full, sender_altered, times_altered};
use tablestakes_reference::history::{Sas, Step};

/// A message, a look at it with each of these signatures, and a Get with the first.
fn read_with(signatures: impl IntoIterator<Item = Sas>) -> Vec<Step> {
    let mut script = steps![put("a")];
    let mut signatures = signatures.into_iter().peekable();
    let first = signatures.peek().cloned();
    script.extend(signatures.map(|sas| peek().auth(sas.auth())));
    script.extend(first.map(|sas| get().auth(sas.auth())));
    script.push(peek().into());
    script
}

/// Everything, on messages, the queue and the service, with this signature.
fn everything_with(sas: &Sas) -> Vec<Step> {
    let more = [
        set_metadata(&[("a", "1")]),
        clear(),
        create(further("x")),
        delete_queue("${queue}"),
        list(further("")),
        properties(),
    ];
    asked_with(sas, on_messages().into_iter().chain(more))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [of_queues(), of_accounts()].concat()
}

fn of_queues() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.queue-says-everything",
            "A SAS for a queue may say everything that there is to say",
            "Each parameter has its line in the text that is signed, and lines are left out.",
            [QUEUE_SAS_QUEUE],
            [
                put("a").auth(full(queue_sas("raup")).auth()),
                peek().auth(full(queue_sas("r")).auth()),
                metadata().auth(full(queue_sas("raup")).auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.queue-permissions-altered",
            "Permissions that were not signed are refused",
            "The letters are read from the query, and the signature is verified over others.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                queue_sas("r").sending("sp", "raup"),
                queue_sas("raup").sending("sp", "r"),
                queue_sas("raup").sending("sp", "puar"),
                queue_sas("a").sending("sp", "r"),
                queue_sas("raup").without("sp"),
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.queue-times-altered",
            "Times that were not signed are refused",
            "A SAS that is over is made to last.",
            [QUEUE_SAS_SIGNATURE],
            read_with(times_altered(&queue_sas("raup")))
        ),
        check!(
            QueueSas,
            "queue.sas.queue-sender-altered",
            "Addresses and protocols that were not signed are refused",
            "The two lines came later than the others.",
            [QUEUE_SAS_SIGNATURE],
            read_with(sender_altered(&queue_sas("raup")))
        ),
        check!(
            QueueSas,
            "queue.sas.queue-name-signed",
            "A SAS that was signed for what is no queue of the account is refused",
            "The resource is taken from the address, and the one that is signed is not compared.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                queue_sas_for(further("absent"), "raup"),
                queue_sas_for("", "raup"),
                queue_sas_for("${queue}/messages", "raup"),
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.queue-policy-altered",
            "A stored access policy that was not signed is refused",
            "The name is added to a SAS that has none, or taken away.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                queue_sas("raup").sending("si", "p"),
                Sas { policy: Some("absent".into()), ..queue_sas("raup") }.without("si"),
                Sas { policy: Some("absent".into()), ..queue_sas("raup") }.sending("si", "other"),
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.queue-version-altered",
            "A version that was not signed is refused",
            "It says how the text is put together, and so it is thought to be covered.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                queue_sas("raup").sending("sv", "2015-07-08"),
                full(queue_sas("r")).sending("sv", "2018-03-28")
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.queue-shortened-everywhere",
            "A SAS for a queue whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [QUEUE_SAS_SIGNATURE],
            asked_with(&queue_sas("raup").shortened(), on_messages())
        ),
        check!(
            QueueSas,
            "queue.sas.queue-forged-everywhere",
            "A SAS for a queue signed with another key is refused, for every operation",
            "Each operation looks for itself.",
            [QUEUE_SAS_SIGNATURE],
            asked_with(&forged(queue_sas("raup")), on_messages())
        ),
        check!(
            QueueSas,
            "queue.sas.signature-replaced",
            "A signature that signs something else is refused",
            "It is base64, and of the right length.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                queue_sas("raup").sending("sig", NOTHING),
                account_sas(ALL).sending("sig", NOTHING),
                queue_sas("raup").sending("sig", "AAAA"),
                account_sas(ALL).sending("sig", "AAAA"),
                queue_sas("raup").sending("sig", "no base64"),
            ])
        ),
    ]
}

fn of_accounts() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account-says-everything",
            "A SAS of the account may say everything that there is to say",
            "Each parameter has its line in the text that is signed, and lines are left out.",
            [QUEUE_SAS_ACCOUNT],
            [
                put("a").auth(full(account_sas(ALL)).auth()),
                peek().auth(full(account_sas(ALL)).for_types("bfqt", "cos").auth()),
                list(further("")).auth(full(account_sas("l")).auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.account-permissions-altered",
            "Permissions of the account that were not signed are refused",
            "The letters are read from the query, and the signature is verified over others.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                account_sas("r").sending("sp", ALL),
                account_sas("rl").sending("sp", "lr"),
                account_sas(ALL).sending("sp", "r"),
                account_sas("a").sending("sp", "r"),
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.account-scope-altered",
            "Services and resource types that were not signed are refused",
            "They are looked at once the signature is through, as they are sent.",
            [QUEUE_SAS_SIGNATURE],
            read_with([
                account_sas(ALL).for_types("b", "sco").sending("ss", "q"),
                account_sas(ALL).for_types("bqt", "sco").sending("ss", "q"),
                account_sas(ALL).for_types("q", "s").sending("srt", "sco"),
                account_sas(ALL).for_types("q", "sco").sending("srt", "o"),
                account_sas(ALL).for_types("q", "c").sending("srt", "o"),
            ])
        ),
        check!(
            QueueSas,
            "queue.sas.account-times-altered",
            "Times of the account that were not signed are refused",
            "A SAS that is over is made to last.",
            [QUEUE_SAS_SIGNATURE],
            read_with(times_altered(&account_sas(ALL)))
        ),
        check!(
            QueueSas,
            "queue.sas.account-sender-altered",
            "Addresses, protocols and versions of the account that were not signed are refused",
            "Half of all signatures have none of the first two.",
            [QUEUE_SAS_SIGNATURE],
            read_with(
                sender_altered(&account_sas(ALL)).into_iter().chain([account_sas(ALL).sending("sv", "2018-03-28")])
            )
        ),
        check!(
            QueueSas,
            "queue.sas.account-forged-everywhere",
            "A SAS of the account signed with another key is refused, for every operation",
            "Each front door has a lock of its own.",
            [QUEUE_SAS_SIGNATURE],
            everything_with(&forged(account_sas(ALL)))
        ),
        check!(
            QueueSas,
            "queue.sas.account-shortened-everywhere",
            "A SAS of the account whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [QUEUE_SAS_SIGNATURE],
            everything_with(&account_sas(ALL).shortened())
        ),
        check!(
            QueueSas,
            "queue.sas.account-expired-everywhere",
            "A SAS of the account that has expired is refused, for every operation",
            "It was looked at when the page with the form was opened.",
            [QUEUE_SAS_EXPIRED],
            everything_with(&Sas { expires: Some(-60), ..account_sas(ALL) })
        ),
    ]
}
