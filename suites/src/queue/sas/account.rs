//! The letters and resource types of an account SAS: each operation with what it needs and no more, and without.

use super::{ALL, SUITE, asked_with, on_messages};
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, clear, create, create_with, delete, delete_queue, further,
    get, get_one, list, metadata, peek, peek_one, properties, put, sections, set_metadata, set_properties, update,
};
use tablestakes_reference::history::{Auth, Sas, Step};
use tablestakes_reference::queue::Ask;

/// The operations on messages that a letter opens: step 1 took a message, and step 2 put one.
fn opened_by(letter: char) -> Vec<Ask> {
    match letter {
        'r' => vec![peek(), peek_one()],
        'a' => vec![put("c"), put("d").invisible_for(60).living_for(100)],
        'u' => vec![update(1, 1, 60, Some("c")), update(2, 2, 60, None)],
        'p' => vec![delete(1, 1), get_one(), get()],
        _ => vec![clear()],
    }
}

/// With these letters, and objects as the one type.
fn on_objects(letters: &str) -> Sas {
    account_sas(letters).for_types("q", "o")
}

fn granted(letter: char) -> Vec<Step> {
    asked_with(&on_objects(&letter.to_string()), opened_by(letter))
}

/// What a letter opens, with all others.
fn without(letter: char) -> Vec<Step> {
    asked_with(&on_objects(&ALL.replace(letter, "")), opened_by(letter))
}

/// What the other letters open, with this one alone.
fn alone(letter: char) -> Vec<Step> {
    let others = "raupd".chars().filter(|other| *other != letter);
    asked_with(&on_objects(&letter.to_string()), others.flat_map(opened_by))
}

/// With these letters for containers alone.
fn on_containers(letters: &str) -> Auth {
    account_sas(letters).for_types("q", "c").auth()
}

/// With these letters for the service alone.
fn on_service(letters: &str) -> Auth {
    account_sas(letters).for_types("q", "s").auth()
}

/// All letters but these.
fn but(letters: &[char]) -> String {
    ALL.replace(letters, "")
}

fn listing() -> Ask {
    list(further(""))
}

/// What is asked of queues, with this signature.
fn on_queues(auth: &Auth) -> Vec<Step> {
    let asks = [
        create(further("x")),
        create_with("${queue}", &[]),
        metadata(),
        set_metadata(&[("a", "1")]),
        delete_queue("${queue}"),
    ];
    let mut script: Vec<Step> = asks.into_iter().map(|ask| ask.auth(auth.clone())).collect();
    script.extend(steps![metadata(), listing()]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [letters(), letters_missing(), queues(), kinds()].concat()
}

fn letters() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account-r",
            "The letter r of an account SAS opens Peek",
            "It is asked for p, as a Get is.",
            [QUEUE_SAS_ACCOUNT],
            granted('r')
        ),
        check!(
            QueueSas,
            "queue.sas.account-a",
            "The letter a of an account SAS opens Put",
            "It is asked for w.",
            [QUEUE_SAS_ACCOUNT],
            granted('a')
        ),
        check!(
            QueueSas,
            "queue.sas.account-u",
            "The letter u of an account SAS opens Update",
            "It is asked for w.",
            [QUEUE_SAS_ACCOUNT],
            granted('u')
        ),
        check!(
            QueueSas,
            "queue.sas.account-p",
            "The letter p of an account SAS opens Get and Delete",
            "They are asked for r and d.",
            [QUEUE_SAS_ACCOUNT],
            granted('p')
        ),
        check!(
            QueueSas,
            "queue.sas.account-d",
            "The letter d of an account SAS opens Clear",
            "It is asked for p, as Delete is.",
            [QUEUE_SAS_ACCOUNT],
            granted('d')
        ),
    ]
}

fn letters_missing() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account-without-r",
            "Without r an account SAS peeks at nothing",
            "Listing, or processing, is enough.",
            [QUEUE_SAS_PERMISSION],
            without('r')
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-a",
            "Without a an account SAS puts nothing",
            "w or c is enough.",
            [QUEUE_SAS_PERMISSION],
            without('a')
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-u",
            "Without u an account SAS updates nothing",
            "w is enough.",
            [QUEUE_SAS_PERMISSION],
            without('u')
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-p",
            "Without p an account SAS gets and deletes nothing",
            "r and d are enough.",
            [QUEUE_SAS_PERMISSION],
            without('p')
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-d",
            "Without d an account SAS clears nothing",
            "p is enough.",
            [QUEUE_SAS_PERMISSION],
            without('d')
        ),
        check!(
            QueueSas,
            "queue.sas.account-r-alone",
            "With r alone an account SAS changes nothing",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_PERMISSION],
            alone('r')
        ),
        check!(
            QueueSas,
            "queue.sas.account-p-alone",
            "With p alone an account SAS does nothing but get and delete",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_PERMISSION],
            alone('p')
        ),
        check!(
            QueueSas,
            "queue.sas.account-a-alone",
            "With a alone an account SAS does nothing to messages but put",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_PERMISSION],
            alone('a')
        ),
        check!(
            QueueSas,
            "queue.sas.account-u-alone",
            "With u alone an account SAS does nothing to messages but update",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_PERMISSION],
            alone('u')
        ),
        check!(
            QueueSas,
            "queue.sas.account-d-alone",
            "With d alone an account SAS does nothing to messages but clear",
            "The table of permissions has a hole for one method.",
            [QUEUE_SAS_PERMISSION],
            alone('d')
        ),
        check!(
            QueueSas,
            "queue.sas.account-w-alone",
            "With w, c and l an account SAS does nothing to messages",
            "To write is what it says.",
            [QUEUE_SAS_PERMISSION],
            asked_with(&on_objects("wlc"), "raupd".chars().flat_map(opened_by))
        ),
    ]
}

fn queues() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account-queues",
            "An account SAS creates with c or w, reads and sets metadata with r and w, deletes with d, lists with l",
            "Queues are asked for what messages need.",
            [QUEUE_SAS_ACCOUNT],
            [
                create(further("x")).auth(on_containers("c")),
                create(further("y")).auth(on_containers("w")),
                metadata().on(further("x")).auth(on_containers("r")),
                set_metadata(&[("a", "1")]).on(further("x")).auth(on_containers("w")),
                listing().auth(on_service("l")),
                delete_queue(further("x")).auth(on_containers("d")),
                properties().auth(on_service("r")),
                listing(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.account-queues-refused",
            "An account SAS without the permission creates, lists and deletes no queues, and has no metadata",
            "Queues are asked for what messages need.",
            [QUEUE_SAS_PERMISSION],
            [
                create(further("x")).auth(on_containers(&but(&['c', 'w']))),
                create(further("x")).auth(on_containers("a")),
                metadata().auth(on_containers(&but(&['r']))),
                set_metadata(&[("a", "1")]).auth(on_containers(&but(&['w']))),
                set_metadata(&[("a", "1")]).auth(on_containers("u")),
                delete_queue("${queue}").auth(on_containers(&but(&['d']))),
                delete_queue("${queue}").auth(on_containers("p")),
                listing().auth(on_service(&but(&['l']))),
                listing().auth(on_service("r")),
                properties().auth(on_service(&but(&['r']))),
                properties().auth(on_service("l")),
                metadata(),
                listing(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.account-properties-refused",
            "An account SAS sets properties of the service with w and for the service alone",
            "Permissions are looked at where messages are, and the front end is forgotten.",
            [QUEUE_SAS_PERMISSION, QUEUE_SAS_RESOURCE_TYPE],
            [
                set_properties(sections("")).auth(on_service(&but(&['w']))),
                set_properties(sections("")).auth(on_service("r")),
                set_properties(sections("")).auth(on_containers(ALL)),
                set_properties(sections("")).auth(account_sas(ALL).for_types("q", "co").auth()),
                properties().auth(account_sas(ALL).for_types("q", "co").auth()),
                properties().auth(account_sas(ALL).for_types("q", "s").auth()),
            ]
        ),
    ]
}

fn kinds() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.account-containers-alone",
            "An account SAS for containers alone does nothing to messages",
            "Messages are in the queue, and the queue is the container.",
            [QUEUE_SAS_RESOURCE_TYPE],
            asked_with(
                &account_sas(ALL).for_types("q", "c"),
                on_messages().into_iter().filter(|ask| *ask != metadata()).chain([clear()])
            )
        ),
        check!(
            QueueSas,
            "queue.sas.account-service-alone",
            "An account SAS for the service alone does nothing to messages",
            "The service is the whole, it is thought.",
            [QUEUE_SAS_RESOURCE_TYPE],
            asked_with(&account_sas(ALL).for_types("q", "s"), on_messages().into_iter().chain([clear()]))
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-objects",
            "An account SAS for all but objects does nothing to messages",
            "Two of three are enough.",
            [QUEUE_SAS_RESOURCE_TYPE],
            asked_with(
                &account_sas(ALL).for_types("q", "sc"),
                on_messages().into_iter().filter(|ask| *ask != metadata()).chain([clear()])
            )
        ),
        check!(
            QueueSas,
            "queue.sas.account-objects-alone",
            "An account SAS for objects alone does nothing to queues",
            "What may clear may delete.",
            [QUEUE_SAS_RESOURCE_TYPE],
            on_queues(&account_sas(ALL).for_types("q", "o").auth())
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-containers",
            "An account SAS for all but containers does nothing to queues",
            "Two of three are enough.",
            [QUEUE_SAS_RESOURCE_TYPE],
            on_queues(&account_sas(ALL).for_types("q", "so").auth())
        ),
        check!(
            QueueSas,
            "queue.sas.account-without-service",
            "An account SAS for all but the service lists no queues and reads no properties",
            "Queues are listed one by one, and each is a container.",
            [QUEUE_SAS_RESOURCE_TYPE],
            [
                listing().auth(account_sas(ALL).for_types("q", "co").auth()),
                listing().auth(account_sas(ALL).for_types("q", "c").auth()),
                listing().auth(account_sas(ALL).for_types("q", "o").auth()),
                properties().auth(account_sas(ALL).for_types("q", "c").auth()),
                properties().auth(account_sas(ALL).for_types("q", "o").auth()),
                listing().auth(account_sas(ALL).for_types("q", "s").auth()),
            ]
        ),
    ]
}
