//! Every operation, once granted and once refused, for rules that hold for all of them.

use super::steps::{
    AskExt as _, SasExt as _, StepExt as _, absent, account_sas, clear, create, create_with, delete, delete_queue,
    further, get, get_one, list, metadata, peek, policies, properties, put, queue, queue_sas, set_metadata,
    set_policies, update,
};
use tablestakes_reference::history::{Auth, Sas, Step};
use tablestakes_reference::queue::Ask;

/// A guid that no message has.
pub(super) const NO_MESSAGE: &str = "00000000-0000-4000-8000-000000000000";
/// A receipt of the right form that was never given.
pub(super) const NO_RECEIPT: &str = "AgAAAAMAAAAAAAAADgkZwbAB0wE=";

/// Every operation that changes nothing of the service itself, each of which is granted. It begins with the first step.
pub(super) fn granted() -> Vec<Ask> {
    vec![
        put("a"),
        get_one(),
        update(1, 1, 0, Some("b")),
        peek(),
        delete(1, 2),
        put("c"),
        clear(),
        set_metadata(&[("a", "1")]),
        metadata(),
        set_policies(""),
        policies(),
        create_with(further("x"), &[("b", "2")]),
        create_with(further("x"), &[("b", "2")]),
        list(further("")),
        delete_queue(further("x")),
        properties(),
    ]
}

/// Requests that are refused, for one reason each; a message is there, which step 0 put and step 1 took.
pub(super) fn refused() -> Vec<Ask> {
    vec![
        create_with(queue(), &[("other", "1")]),
        create_with(format!("{}_x", queue()), &[]),
        delete_queue(absent()),
        metadata().on(absent()),
        set_metadata(&[("a", "1")]).on(absent()),
        policies().on(absent()),
        set_policies("").on(absent()),
        put("a").on(absent()),
        get().on(absent()),
        peek().on(absent()),
        clear().on(absent()),
        get().of_messages(33),
        peek().of_messages(33),
        put("a").invisible_for(60).living_for(60),
        update(1, 1, 0, None).by_receipt("invalid"),
        delete(1, 1).by_receipt("invalid"),
        delete(1, 1).of_message(NO_MESSAGE),
        list(further("")).at_marker("garbage"),
        create(format!("{}X", queue())),
        get().invisible_for(604_801),
        put("a").living_for(0),
        put("\u{1}"),
        update(1, 1, 0, Some(&"x".repeat(65_537))),
        set_policies("<SignedIdentifiers>"),
    ]
}

/// Authorizations that are refused by whom they name, by what they permit, and by when.
fn refused_authorizations() -> [Auth; 4] {
    [
        Auth::WrongKey,
        queue_sas("a").auth(),
        account_sas("wdlacup").auth(),
        Sas { expires: Some(-60), ..queue_sas("r") }.auth(),
    ]
}

/// The operations that are granted, each written so.
pub(super) fn each_granted(write: impl Fn(Ask) -> Step) -> Vec<Step> {
    granted().into_iter().map(write).collect()
}

/// The requests that are refused, each written so, and the message that they need.
pub(super) fn each_refused(write: impl Fn(Ask) -> Step) -> Vec<Step> {
    let mut script: Vec<Step> = vec![put("a").into(), get_one().into()];
    script.extend(refused().into_iter().map(&write));
    script.extend(refused_authorizations().map(|auth| write(peek()).auth(auth)));
    script
}
