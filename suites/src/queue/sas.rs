//! Shared access signatures, of the account and of queues.

mod account;
mod altered;
mod policies;
mod queue_permissions;
mod times;

use super::everything::granted;
use super::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, clear, create, create_with, delete, delete_queue, further,
    get, get_one, list, metadata, peek, policies as get_policies, properties, put, queue_sas, queue_sas_for,
    set_metadata, set_policies, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use crate::steps::forged;
use tablestakes_reference::Version;
use tablestakes_reference::history::{Sas, Step};
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Sas;

/// All letters that say something about queues.
const ALL: &str = "rwdlacup";

/// A message that step 1 took and one that is visible; these operations with a signature; and what is there then.
fn asked_with(sas: &Sas, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script = steps![put("a"), get_one(), put("b")];
    script.extend(asks.into_iter().map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![peek(), metadata()]);
    script
}

/// Everything on messages, and the metadata, which a signature for the queue opens.
fn on_messages() -> Vec<Ask> {
    vec![peek(), metadata(), put("c"), get(), update(1, 1, 0, Some("d")), update(1, 1, 0, None), delete(1, 1)]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        grants(),
        refusals(),
        queue_permissions::checks(),
        account::checks(),
        policies::checks(),
        altered::checks(),
        times::checks(),
    ]
    .concat()
}

/// What signatures allow.
fn grants() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account",
            "An account SAS authorizes what its permissions and resource types allow",
            "Only Shared Key is known, or only signatures for containers.",
            [QUEUE_SAS_ACCOUNT],
            {
                let without_policies = granted().into_iter().map(|ask| match &ask {
                    Ask::GetPolicies { .. } | Ask::SetPolicies { .. } => Step::from(ask),
                    _ => ask.auth(account_sas(ALL).auth()),
                });
                without_policies.collect::<Vec<Step>>()
            }
        ),
        check!(
            QueueSas,
            "queue.sas.queue",
            "A SAS for a queue authorizes operations on its messages",
            "The text that is signed has another order, and another name of the resource.",
            [QUEUE_SAS_QUEUE],
            [
                put("a").auth(queue_sas("a").auth()),
                peek().auth(queue_sas("r").auth()),
                metadata().auth(queue_sas("r").auth()),
                get_one().auth(queue_sas("p").auth()),
                update(3, 3, 0, Some("b")).auth(queue_sas("u").auth()),
                get_one().auth(queue_sas("raup").auth()),
                delete(5, 5).auth(queue_sas("p").auth()),
                put("c").auth(Sas { starts: Some(-3600), ..queue_sas("raup") }.auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.queue-of-versions",
            "A SAS for a queue is good in each version since 2015-04-05",
            "The text of one version is that of all.",
            [QUEUE_SAS_QUEUE],
            [
                put("a"),
                peek().auth(queue_sas("r").auth()).version(Version::V2015_04_05),
                peek().auth(queue_sas("r").auth()).version(Version::V2015_12_11),
                peek().auth(queue_sas("r").auth()).version(Version::V2017_07_29),
                peek().auth(queue_sas("r").auth()).version(Version::V2019_07_07),
                peek().auth(queue_sas("r").auth()).version(Version::V2020_12_06),
                peek().auth(forged(queue_sas("r")).auth()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.queue-of-first-versions",
            "A SAS for a queue is good in the first versions too, whose texts are shorter and name no service",
            "The text of the newest version is that of all.",
            [QUEUE_SAS_QUEUE],
            [
                put("a"),
                peek().auth(queue_sas("r").auth()).version(Version::V2012_02_12),
                peek().auth(queue_sas("r").auth()).version(Version::V2013_08_15),
                peek().auth(queue_sas("r").auth()).version(Version::V2014_02_14),
                peek().auth(queue_sas("r").auth()).version(Version::V2015_02_21),
                peek().auth(queue_sas("p").auth()).version(Version::V2012_02_12),
                peek().auth(forged(queue_sas("r")).auth()).version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.account-of-versions",
            "A SAS of the account is good in each version since there are any",
            "The text of the newest version is that of all.",
            [QUEUE_SAS_ACCOUNT],
            [
                put("a"),
                peek().auth(account_sas("r").auth()).version(Version::V2015_04_05),
                peek().auth(account_sas("r").auth()).version(Version::V2015_12_11),
                peek().auth(account_sas("r").auth()).version(Version::V2017_07_29),
                peek().auth(account_sas("r").auth()).version(Version::V2019_07_07),
                peek().auth(account_sas("r").auth()).version(Version::V2020_12_06),
                list(further("")).auth(account_sas("l").auth()).version(Version::V2020_12_06),
                peek().auth(forged(account_sas("r")).auth()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.version",
            "The header says which version a request by SAS speaks",
            "The version that is signed is taken for the one that is spoken.",
            [QUEUE_SAS_VERSION],
            [
                put("a").auth(account_sas("a").auth()),
                put("b").auth(account_sas("a").auth()).header("x-ms-version", "2015-12-11"),
                put("c").auth(queue_sas("a").auth()).header("x-ms-version", "2015-12-11"),
                list(further("")).auth(account_sas("l").auth()).header("x-ms-version", "2012-02-12"),
                peek().auth(queue_sas("r").auth()).header("x-ms-version", "2014-02-14"),
            ]
        ),
    ]
}

/// What signatures do not allow at all.
fn refusals() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.signature",
            "A SAS whose signature does not match is refused",
            "The permissions are read, and the signature is not.",
            [QUEUE_SAS_SIGNATURE],
            [
                put("a"),
                peek().auth(forged(queue_sas("raup")).auth()),
                peek().auth(forged(account_sas(ALL)).auth()),
                get().auth(forged(queue_sas("raup")).auth()),
                clear().auth(forged(account_sas(ALL)).auth()),
                put("b").auth(forged(queue_sas("raup")).auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.service",
            "An account SAS for other services is refused, for every operation",
            "One secret for four services, and the list is not read.",
            [QUEUE_SAS_SERVICE],
            {
                let others = account_sas(ALL).for_types("bft", "sco");
                let more = [
                    list(further("")),
                    properties(),
                    create(further("x")),
                    set_metadata(&[("a", "1")]),
                    clear(),
                    delete_queue("${queue}"),
                ];
                asked_with(&others, on_messages().into_iter().chain(more))
            }
        ),
        check!(
            QueueSas,
            "queue.sas.services",
            "An account SAS for several services is good for queues if they are among them",
            "The list is compared as a whole.",
            [QUEUE_SAS_ACCOUNT, QUEUE_SAS_SERVICE],
            [
                put("a").auth(account_sas("a").for_types("bqtf", "o").auth()),
                peek().auth(account_sas("r").for_types("qb", "sco").auth()),
                peek().auth(account_sas("r").for_types("b", "sco").auth()),
                peek().auth(account_sas("r").for_types("t", "sco").auth()),
                get().auth(account_sas("p").for_types("f", "sco").auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.other-queue",
            "A SAS for one queue is refused for another",
            "The queue is taken from the address, and the one that is signed is not compared.",
            [QUEUE_SAS_OTHER_QUEUE],
            [
                create(further("x")),
                put("a").on(further("x")),
                put("b").on(further("x")).auth(queue_sas("raup").auth()),
                peek().on(further("x")).auth(queue_sas("raup").auth()),
                get().on(further("x")).auth(queue_sas("raup").auth()),
                metadata().on(further("x")).auth(queue_sas("raup").auth()),
                peek().auth(queue_sas_for(further("x"), "raup").auth()),
                put("c").auth(queue_sas_for(further("x"), "raup").auth()),
                peek().on(further("x")).auth(queue_sas_for(further("x"), "r").auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.messages-only",
            "A SAS for a queue creates, lists, clears and deletes no queue, and reads and sets nothing but messages",
            "Permissions are letters, and each operation is one of reading, adding, updating or deleting.",
            [QUEUE_SAS_MESSAGES_ONLY],
            {
                let all = queue_sas("raup");
                let asks = [
                    create_with("${queue}", &[]),
                    set_metadata(&[("a", "1")]),
                    get_policies(),
                    set_policies(""),
                    clear(),
                    delete_queue("${queue}"),
                ];
                let mut script = steps![create(further("x")).auth(queue_sas_for(further("x"), "raup").auth())];
                script.extend(asks.into_iter().map(|ask| ask.auth(all.clone().auth())));
                script.extend(steps![put("a"), clear().auth(all.auth()), peek(), metadata()]);
                script
            }
        ),
        check!(
            QueueSas,
            "queue.sas.messages-only-not-by-letters",
            "No letter makes a SAS for a queue good for what such a SAS never allows",
            "The letters are those of accounts, and are looked up in one table.",
            [QUEUE_SAS_MESSAGES_ONLY],
            {
                let all = queue_sas("rwdlacup");
                let asks = [
                    create_with("${queue}", &[("a", "1")]),
                    set_metadata(&[("a", "1")]),
                    get_policies(),
                    clear(),
                    delete_queue("${queue}"),
                ];
                asked_with(&all, asks)
            }
        ),
        check!(
            QueueSas,
            "queue.sas.no-policies",
            "A SAS of the account neither reads nor sets policies, whatever its letters",
            "To read and to write is what its letters say.",
            [QUEUE_SAS_NO_POLICIES],
            [
                get_policies().auth(account_sas(ALL).auth()),
                set_policies("").auth(account_sas(ALL).auth()),
                get_policies().auth(account_sas("r").for_types("q", "c").auth()),
                set_policies("").auth(account_sas("w").for_types("q", "c").auth()),
                get_policies(),
            ]
        ),
    ]
}
