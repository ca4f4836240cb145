//! Shared access signatures that name a stored access policy. A policy may take half a minute to be seen, and a SAS is
//! refused until then; so most of these checks ask for what must be refused either way.

use super::{SUITE, on_messages};
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    AskExt as _, SasExt as _, StepExt as _, delete, get_one, identifier, metadata, peek, policy_document, put,
    queue_sas, set_policies, update, wait,
};
use crate::steps::forged;
use tablestakes_reference::history::{Sas, Step};
use tablestakes_reference::queue::Ask;

const TIMES: &str = "<Start>2020-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry>";

/// Sets one policy, `p`, of these elements.
fn set(policy: &str) -> Ask {
    set_policies(policy_document(&identifier("p", policy)))
}

/// Sets one policy that is valid now, and permits this.
fn permitting(letters: &str) -> Ask {
    set(&format!("{TIMES}<Permission>{letters}</Permission>"))
}

/// A SAS that says nothing but which policy holds.
fn named() -> Sas {
    Sas { policy: Some("p".into()), expires: None, ..queue_sas("") }
}

/// A message that step 1 took and one that is visible, these policies, these operations by the policy, and what is there
/// then.
fn by_policy(policy: Ask, sas: &Sas, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script = steps![put("a"), get_one(), put("b"), policy];
    script.extend(asks.into_iter().map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![peek(), metadata()]);
    script
}

/// The operations that a letter opens.
fn opened_by(letter: char) -> Vec<Ask> {
    match letter {
        'r' => vec![peek(), metadata()],
        'a' => vec![put("c")],
        'u' => vec![update(1, 1, 0, Some("d")), update(1, 1, 0, None)],
        _ => vec![get_one(), delete(1, 1)],
    }
}

/// Every operation that a policy of this one letter does not permit.
fn forbidden(letter: char) -> Vec<Step> {
    let others = "raup".chars().filter(|other| *other != letter);
    by_policy(permitting(&letter.to_string()), &named(), others.flat_map(opened_by))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [fields(), letters()].concat()
}

/// One letter in the policy, and everything else refused.
fn letters() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.policy-r-alone",
            "A SAS by a stored access policy with r alone changes nothing",
            "The letters in the address are looked at, of which there are none.",
            [QUEUE_SAS_POLICY_PERMISSION],
            forbidden('r')
        ),
        check!(
            QueueSas,
            "queue.sas.policy-a-alone",
            "A SAS by a stored access policy with a alone does nothing but put",
            "The letters in the address are looked at, of which there are none.",
            [QUEUE_SAS_POLICY_PERMISSION],
            forbidden('a')
        ),
        check!(
            QueueSas,
            "queue.sas.policy-u-alone",
            "A SAS by a stored access policy with u alone does nothing but update",
            "The letters in the address are looked at, of which there are none.",
            [QUEUE_SAS_POLICY_PERMISSION],
            forbidden('u')
        ),
        check!(
            QueueSas,
            "queue.sas.policy-p-alone",
            "A SAS by a stored access policy with p alone does nothing but get and delete",
            "The letters in the address are looked at, of which there are none.",
            [QUEUE_SAS_POLICY_PERMISSION],
            forbidden('p')
        ),
        check!(
            QueueSas,
            "queue.sas.policy-without-permission",
            "A SAS by a stored access policy that permits nothing does nothing",
            "What is left open in both places is allowed.",
            [QUEUE_SAS_POLICY_PERMISSION],
            by_policy(set(TIMES), &named(), on_messages())
        ),
        check!(
            QueueSas,
            "queue.sas.policy-forged",
            "A SAS by a stored access policy is verified like any other",
            "What it allows is kept by the service, and so it is thought to be safe.",
            [QUEUE_SAS_SIGNATURE],
            [
                put("a"),
                permitting("raup"),
                peek().auth(forged(named()).auth()),
                peek().auth(named().shortened().auth()),
                peek().auth(queue_sas("raup").without("sp").without("se").sending("si", "p").auth()),
                get_one().auth(forged(named()).auth()),
                put("b").auth(named().shortened().auth()),
                peek(),
            ]
        ),
    ]
}

/// What the fields of policies allow.
fn fields() -> Vec<Check> {
    vec![
        check!(
            QueueSas,
            "queue.sas.policy",
            "A SAS may leave permissions and times to a stored access policy",
            "What the address does not say is taken for missing.",
            [QUEUE_SAS_POLICY],
            [
                put("a"),
                permitting("r"),
                peek().auth(named().auth()),
                metadata().auth(named().auth()),
                set("<Permission>r</Permission>"),
                peek().auth(Sas { expires: Some(3600), ..named() }.auth()),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.policy-seen",
            "A stored access policy is seen half a minute after it was set, and its removal too",
            "What is looked up is kept for good.",
            [QUEUE_SAS_QUEUE, QUEUE_SAS_POLICY_UNKNOWN],
            [
                put("a"),
                permitting("rp"),
                wait(45),
                peek().auth(named().auth()),
                put("b").auth(named().auth()),
                get_one().invisible_for(1).auth(named().auth()),
                set_policies(""),
                wait(45),
                peek().auth(named().auth()),
                peek().auth(Sas { policy: Some("p".into()), ..queue_sas("r") }.auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.policy-permission",
            "A SAS allows nothing that its stored access policy does not",
            "The name of the policy is signed, and its permissions are not looked up.",
            [QUEUE_SAS_POLICY_PERMISSION],
            [
                put("a"),
                permitting("r"),
                get_one().auth(named().auth()),
                put("b").auth(named().auth()),
                permitting("a"),
                peek().auth(named().auth()),
                metadata().auth(named().auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.policy-expired",
            "A SAS whose stored access policy has expired is refused, for every operation",
            "Times are looked for in the address alone.",
            [QUEUE_SAS_POLICY_EXPIRED],
            by_policy(
                set(
                    "<Start>2019-01-01T00:00:00Z</Start><Expiry>2020-01-01T00:00:00Z</Expiry><Permission>raup</Permission>"
                ),
                &named(),
                on_messages()
            )
        ),
        check!(
            QueueSas,
            "queue.sas.policy-not-yet",
            "A SAS whose stored access policy begins later is refused, for every operation",
            "Only one end is looked at.",
            [QUEUE_SAS_POLICY_NOT_YET],
            by_policy(
                set(
                    "<Start>2099-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry><Permission>raup</Permission>"
                ),
                &named(),
                on_messages()
            )
        ),
        check!(
            QueueSas,
            "queue.sas.policy-times-alone",
            "A stored access policy may give the times, and the address the permissions",
            "Fields are taken from one place or from the other.",
            [QUEUE_SAS_POLICY_EXPIRED, QUEUE_SAS_POLICY_NOT_YET],
            {
                let sas = Sas { permissions: "raup".into(), ..named() };
                let mut script = by_policy(set("<Expiry>2020-01-01T00:00:00Z</Expiry>"), &sas, [peek(), put("c")]);
                let later = set("<Start>2099-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry>");
                script.extend(steps![later, peek().auth(sas.clone().auth()), put("c").auth(sas.auth()), peek()]);
                script
            }
        ),
        check!(
            QueueSas,
            "queue.sas.policy-unknown",
            "A SAS that names a stored access policy which is not there is refused, for every operation",
            "That is how a SAS is revoked: by removing its policy.",
            [QUEUE_SAS_POLICY_UNKNOWN],
            by_policy(permitting("raup"), &Sas { policy: Some("absent".into()), ..queue_sas("raup") }, on_messages())
        ),
        check!(
            QueueSas,
            "queue.sas.policy-name-case",
            "The name of a stored access policy is compared with its case and as a whole",
            "It is compared without, or by its beginning.",
            [QUEUE_SAS_POLICY_UNKNOWN],
            [
                put("a"),
                permitting("raup"),
                peek().auth(Sas { policy: Some("P".into()), ..queue_sas("r") }.auth()),
                peek().auth(Sas { policy: Some("p ".into()), ..queue_sas("r") }.auth()),
                peek().auth(Sas { policy: Some("pp".into()), ..queue_sas("r") }.auth()),
                peek(),
            ]
        ),
        check!(
            QueueSas,
            "queue.sas.policy-repeated",
            "A SAS that repeats a field of its stored access policy is refused",
            "One of the two wins, and it may be the one that the owner of the queue does not control.",
            [QUEUE_SAS_POLICY_REPEATED],
            [
                put("a"),
                permitting("r"),
                get_one().auth(Sas { permissions: "raup".into(), ..named() }.auth()),
                peek().auth(Sas { permissions: "r".into(), ..named() }.auth()),
                peek().auth(Sas { expires: Some(3600), ..named() }.auth()),
                peek().auth(Sas { starts: Some(-3600), ..named() }.auth()),
                put("b").auth(Sas { permissions: "a".into(), expires: Some(3600), ..named() }.auth()),
                peek(),
            ]
        ),
    ]
}
