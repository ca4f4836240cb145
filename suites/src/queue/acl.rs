//! Stored access policies of queues.

use super::steps::{
    AskExt as _, StepExt as _, absent, clear, create, create_with, further, identifier, metadata, peek, policies,
    policy_document, put, queue, set_metadata, set_policies, whole_policy,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Acl;

/// Sets these policies.
fn set(identifiers: &str) -> Ask {
    set_policies(policy_document(identifiers))
}

/// An identifier with a whole policy that permits this.
fn whole(id: &str, letters: &str) -> String {
    whole_policy(id).replace("raup", letters)
}

/// An identifier with this permission alone.
fn permitting(id: &str, letters: &str) -> String {
    identifier(id, &format!("<Permission>{letters}</Permission>"))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [stored(), refused()].concat()
}

fn stored() -> Vec<Check> {
    vec![
        check!(
            QueueAcl,
            "queue.acl.stored",
            "Policies are stored in their order, and replace those that were there",
            "The operation is granted, and nothing is kept, or in the order of a map.",
            [QUEUE_ACL_SET],
            [
                policies(),
                set(&["b", "a", "d", "c"].map(whole_policy).concat()),
                policies(),
                set(&whole_policy("e")),
                policies(),
                set(&format!("{}{}", whole("a", "r"), whole_policy("e"))).version(Version::V2012_02_12),
                policies().version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.isolated",
            "The policies of one queue are not those of another",
            "They are kept for the account.",
            [QUEUE_ACL_SET],
            [
                create(further("x")),
                set(&whole_policy("a")),
                policies().on(further("x")),
                set(&whole_policy("b")).on(further("x")),
                policies(),
                policies().on(further("x")),
                set_policies("").on(further("x")),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.leave-others",
            "Setting policies leaves metadata and messages as they are, and what is done to those leaves policies",
            "A queue is written as a whole.",
            [QUEUE_ACL_SET, QUEUE_METADATA_GET, QUEUE_METADATA_REPLACED],
            [
                set_metadata(&[("a", "1")]),
                put("m"),
                set(&whole_policy("a")),
                metadata(),
                peek(),
                set_metadata(&[("b", "2")]),
                policies(),
                peek(),
                create_with(queue(), &[("b", "2")]),
                policies(),
                peek(),
                clear(),
                policies(),
                metadata(),
                set_policies(""),
                metadata(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.cleared",
            "No body clears the policies, and a document without identifiers does so too",
            "An empty body is not looked at.",
            [QUEUE_ACL_CLEARED],
            [
                set(&whole_policy("a")),
                set_policies(""),
                policies(),
                set(&whole_policy("a")),
                set(""),
                policies(),
                set(&whole_policy("a")),
                set_policies("<SignedIdentifiers/>"),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.times",
            "Times come back with seven digits after the second, in whichever form they were sent",
            "They are kept as text, or cut to the second.",
            [QUEUE_ACL_TIMES],
            [
                set(&[
                    identifier("a", "<Start>2011-10-11</Start><Expiry>2011-10-12</Expiry><Permission>r</Permission>"),
                    identifier("b", "<Start>2011-10-11T12:10:00Z</Start><Permission>r</Permission>"),
                    identifier("c", "<Expiry>2011-10-11T12:10:00.0000000Z</Expiry>"),
                    identifier("d", "<Start>2011-10-11T12:10:00.5Z</Start>"),
                ]
                .concat()),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.parts",
            "Of a policy comes back what was sent, and nothing else",
            "What was left out is told as empty, or as now.",
            [QUEUE_ACL_SET, QUEUE_ACL_EMPTY_POLICY],
            [
                set(&[
                    identifier("a", "<Start>2050-01-01T00:00:00Z</Start>"),
                    identifier("b", "<Expiry>2050-01-01T00:00:00Z</Expiry>"),
                    permitting("c", "p"),
                    identifier("d", ""),
                    whole_policy("e"),
                ]
                .concat()),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.empty-policy",
            "An empty policy comes back as none",
            "Elements are written whether or not they hold anything.",
            [QUEUE_ACL_EMPTY_POLICY],
            [
                set(&format!(
                    "<SignedIdentifier><Id>a</Id><AccessPolicy/></SignedIdentifier><SignedIdentifier><Id>b</Id>\
                     </SignedIdentifier>{}{}",
                    identifier("c", ""),
                    whole_policy("d")
                )),
                policies(),
                set("<SignedIdentifier><Id>empty</Id><AccessPolicy /></SignedIdentifier>"),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.permission-order",
            "Permissions come back in the order raup",
            "They are kept as text.",
            [QUEUE_ACL_PERMISSION_ORDER],
            [set(&[whole("a", "puar"), whole("b", "pa"), whole("c", "ur"), whole("d", "raup")].concat()), policies(),]
        ),
        check!(
            QueueAcl,
            "queue.acl.identifiers",
            "An Id may have 64 characters, and any of them",
            "It is a column of 32, or must be a guid.",
            [QUEUE_ACL_SET],
            [
                set(&[
                    whole_policy(&"i".repeat(64)),
                    whole("a b&amp;c/d", "r"),
                    whole("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "a"),
                    whole("é", "u"),
                ]
                .concat()),
                policies(),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            QueueAcl,
            "queue.acl.too-many",
            "A queue has five policies at most",
            "The limit is left to clients.",
            [QUEUE_ACL_TOO_MANY],
            [
                set(&["a", "b", "c", "d", "e"].map(whole_policy).concat()),
                set(&["a", "b", "c", "d", "e", "f"].map(whole_policy).concat()),
                set(&["1", "2", "3", "4", "5", "6"].map(|id| whole(id, "r")).concat()),
                set(&["1", "2", "3", "4", "5", "6", "7"].map(whole_policy).concat()).version(Version::V2012_02_12),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.without-id",
            "An identifier has an Id",
            "Identifiers are stored as they come.",
            [QUEUE_ACL_WITHOUT_ID],
            [
                set(&whole_policy("a")),
                set("<SignedIdentifier><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier>"),
                set(&whole("", "r")),
                set("<SignedIdentifier><Id /></SignedIdentifier>"),
                set(&format!("{}{}", whole_policy("b"), whole("", "r"))),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.long-id",
            "An Id of more than 64 characters is refused",
            "Identifiers are stored as they come.",
            [QUEUE_ACL_LONG_ID],
            [
                set(&whole_policy("a")),
                set(&whole_policy(&"i".repeat(65))),
                set(&whole_policy(&"i".repeat(1000))),
                set(&format!("{}{}", whole_policy("b"), whole(&"i".repeat(65), "r"))),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.malformed",
            "What is no document of policies is refused",
            "The parser's exception becomes an internal error.",
            [QUEUE_ACL_MALFORMED],
            [
                set(&whole_policy("a")),
                set("<SignedIdentifier>"),
                set_policies("{}"),
                set_policies("text"),
                set_policies("<other/>"),
                set("<other/>"),
                set_policies("<SignedIdentifiers>"),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.permission-letters",
            "A permission that queues do not have is refused",
            "The letters are those of blobs, or any.",
            [QUEUE_ACL_PERMISSION_LETTERS],
            [
                set(&whole_policy("a")),
                set(&whole("b", "rwdl")),
                set(&whole("b", "w")),
                set(&whole("b", "raupd")),
                set(&whole("b", "R")),
                set(&whole("b", "r a")),
                set(&format!("{}{}", whole("b", "r"), whole("c", "l"))),
                set(&whole("b", "x")).version(Version::V2012_02_12),
                policies(),
            ]
        ),
        check!(
            QueueAcl,
            "queue.acl.missing-queue",
            "A queue that is not there has no policies",
            "Policies are kept apart from the queues.",
            [QUEUE_QUEUES_MISSING],
            [
                policies().on(absent()),
                set(&whole_policy("a")).on(absent()),
                set_policies("").on(absent()),
                policies().on(absent()),
            ]
        ),
    ]
}
