//! Stored access policies of containers, and what is public of them.

use super::everything::absent;
use super::steps::{
    AskExt as _, StepExt as _, container, containers, create, delete_container, further, get_acl, get_container,
    identifier, policy_document, set_acl, set_container_metadata,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Acl;

/// Sets these policies.
fn set(identifiers: &[String]) -> Ask {
    set_acl(&policy_document(identifiers))
}

/// An identifier with a whole policy that permits this.
fn whole(id: &str, letters: &str) -> String {
    identifier(id, "2050-12-20T21:55:06Z", "2050-12-21T07:55:06.5Z", letters)
}

/// An identifier with these elements of a policy.
fn partly(id: &str, policy: &str) -> String {
    format!("<SignedIdentifier><Id>{id}</Id><AccessPolicy>{policy}</AccessPolicy></SignedIdentifier>")
}

/// These identifiers, each with a whole policy.
fn all(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| whole(id, "racwdl")).collect()
}

fn public(ask: Ask, what: &str) -> Ask {
    ask.with("x-ms-blob-public-access", what)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [stored(), refused(), made_public()].concat()
}

fn stored() -> Vec<Check> {
    vec![
        check!(
            BlobAcl,
            "blob.acl.stored",
            "Policies are stored in their order, and replace those that were there",
            "The operation is granted, and nothing is kept, or in the order of a map.",
            [BLOB_ACL_SET],
            [
                get_acl(),
                set(&all(&["b", "a", "d", "c"])),
                get_acl(),
                set(&all(&["e"])),
                get_acl(),
                set(&[whole("a", "r"), whole("e", "rl")]).version(Version::V2012_02_12),
                get_acl().version(Version::V2012_02_12),
                get_acl().version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.isolated",
            "The policies of one container are not those of another",
            "They are kept for the account.",
            [BLOB_ACL_SET],
            [
                create(further("x")),
                set(&all(&["a"])),
                get_acl().on(further("x")),
                set(&all(&["b"])).on(further("x")),
                get_acl(),
                get_acl().on(further("x")),
                set_acl("").on(further("x")),
                get_acl(),
                delete_container(further("x")),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.kept",
            "Policies stay when metadata is set, and metadata when policies are",
            "What is not named is written as empty.",
            [BLOB_ACL_SET, BLOB_CONTAINERS_METADATA_REPLACED],
            [
                set_container_metadata().with_metadata(&[("a", "1")]),
                public(set(&all(&["a"])), "blob"),
                get_container(),
                set_container_metadata().with_metadata(&[("b", "2")]),
                get_acl(),
                get_container(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.cleared",
            "No body clears the policies, and a document without identifiers does so too",
            "An empty body is not looked at.",
            [BLOB_ACL_CLEARED],
            [
                set(&all(&["a"])),
                set_acl(""),
                get_acl(),
                set(&all(&["a"])),
                set(&[]),
                get_acl(),
                set(&all(&["a"])),
                set_acl("<SignedIdentifiers/>"),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.times",
            "Times come back with seven digits after the second, in whichever form they were sent",
            "They are kept as text, or cut to the second.",
            [BLOB_ACL_TIMES],
            [
                set(&[
                    identifier("a", "2011-10-11", "2011-10-12", "r"),
                    partly("b", "<Start>2011-10-11T12:10:00Z</Start><Permission>r</Permission>"),
                    partly("c", "<Expiry>2011-10-11T12:10:00.0000000Z</Expiry>"),
                    partly("d", "<Start>2011-10-11T12:10:00.5Z</Start>"),
                    partly("e", "<Expiry>2011-10-11T12:10Z</Expiry>"),
                ]),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.parts",
            "Of a policy comes back what was sent, and nothing else",
            "What was left out is told as empty, or as now.",
            [BLOB_ACL_SET, BLOB_ACL_EMPTY_POLICY],
            [
                set(&[
                    partly("a", "<Start>2050-01-01T00:00:00Z</Start>"),
                    partly("b", "<Expiry>2050-01-01T00:00:00Z</Expiry>"),
                    partly("c", "<Permission>d</Permission>"),
                    partly("d", ""),
                    whole("e", "r"),
                ]),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.empty-policy",
            "An empty policy comes back as none",
            "Elements are written whether or not they hold anything.",
            [BLOB_ACL_EMPTY_POLICY],
            [
                set(&[
                    "<SignedIdentifier><Id>a</Id><AccessPolicy/></SignedIdentifier>".to_owned(),
                    "<SignedIdentifier><Id>b</Id></SignedIdentifier>".to_owned(),
                    partly("c", ""),
                    whole("d", "r"),
                ]),
                get_acl(),
                set(&["<SignedIdentifier><Id>empty</Id><AccessPolicy /></SignedIdentifier>".to_owned()]),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.identifiers",
            "An Id may have 64 characters, and any of them",
            "It is a column of 32, or must be a guid.",
            [BLOB_ACL_SET],
            [
                set(&[
                    whole(&"i".repeat(64), "r"),
                    whole("a b&amp;c/d", "r"),
                    whole("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "w"),
                    whole("\u{e9}", "d"),
                ]),
                get_acl(),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobAcl,
            "blob.acl.too-many",
            "A container has five policies at most",
            "The limit is left to clients.",
            [BLOB_ACL_TOO_MANY],
            [
                set(&all(&["a", "b", "c", "d", "e"])),
                set(&all(&["a", "b", "c", "d", "e", "f"])),
                public(set(&all(&["1", "2", "3", "4", "5", "6"])), "container"),
                set(&all(&["1", "2", "3", "4", "5", "6", "7"])).version(Version::V2012_02_12),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.without-id",
            "An identifier has an Id",
            "Identifiers are stored as they come.",
            [BLOB_ACL_WITHOUT_ID],
            [
                set(&all(&["a"])),
                set(&["<SignedIdentifier><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier>"
                    .to_owned()]),
                set(&[whole("", "r")]),
                set(&["<SignedIdentifier><Id /></SignedIdentifier>".to_owned()]),
                set(&[whole("b", "r"), whole("", "r")]),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.long-id",
            "An Id of more than 64 characters is refused",
            "Identifiers are stored as they come.",
            [BLOB_ACL_LONG_ID],
            [
                set(&all(&["a"])),
                set(&[whole(&"i".repeat(65), "r")]),
                set(&[whole(&"i".repeat(1000), "r")]),
                set(&[whole("b", "r"), whole(&"i".repeat(65), "r")]),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.malformed",
            "What is no document of policies is refused, and nothing is made public",
            "The parser's exception becomes an internal error.",
            [BLOB_ACL_MALFORMED],
            [
                set(&all(&["a"])),
                set(&["<SignedIdentifier>".to_owned()]),
                set_acl("{}"),
                set_acl("text"),
                set_acl("<other/>"),
                set(&["<other/>".to_owned()]),
                public(set_acl("<SignedIdentifiers>"), "container"),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.missing-container",
            "A container that is not there has no policies",
            "Policies are kept apart from the containers.",
            [BLOB_CONTAINERS_MISSING],
            [
                get_acl().on(absent()),
                set(&all(&["a"])).on(absent()),
                public(set_acl(""), "blob").on(absent()),
                get_acl().on(absent()),
                containers(container()),
            ]
        ),
    ]
}

fn made_public() -> Vec<Check> {
    vec![
        check!(
            BlobAcl,
            "blob.acl.public-shown",
            "What is public of a container is told with its policies, its properties and in listings",
            "It is told where it was set.",
            [BLOB_ACL_PUBLIC_SHOWN, BLOB_CONTAINERS_PUBLIC_SHOWN],
            [
                get_acl(),
                get_container(),
                public(set_acl(""), "container"),
                get_acl(),
                get_container(),
                containers(container()),
                public(set_acl(""), "blob"),
                get_acl(),
                get_container(),
                containers(container()),
                set_acl(""),
                get_acl(),
                get_container(),
                containers(container()),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.public-replaced",
            "Policies that are set without a word about what is public make the container private",
            "What is not named stays as it is.",
            [BLOB_ACL_PUBLIC_REPLACED],
            [
                public(set(&all(&["a"])), "blob"),
                set(&all(&["b"])),
                get_acl(),
                public(set_acl(""), "container"),
                set_acl(""),
                get_container(),
                public(set_acl(""), "container"),
                public(set_acl(""), "blob"),
                get_acl(),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.public-created",
            "A container may be public from the beginning",
            "The header is read by one operation of the two.",
            [BLOB_CONTAINERS_PUBLIC_SHOWN, BLOB_ACL_PUBLIC_SHOWN],
            [
                public(create(further("x")), "blob"),
                get_acl().on(further("x")),
                get_container().on(further("x")),
                public(create(further("y")), "container"),
                get_acl().on(further("y")),
                containers(further("")),
                delete_container(further("x")),
                delete_container(further("y")),
            ]
        ),
        check!(
            BlobAcl,
            "blob.acl.public-values",
            "What is public is container or blob; another word is refused, and nothing is changed",
            "What cannot be read is taken for private, or for public.",
            [BLOB_ACL_PUBLIC_VALUES],
            [
                public(set(&all(&["a"])), "blob"),
                public(set_acl(""), "private"),
                public(set_acl(""), "containers"),
                public(set_acl(""), "off"),
                public(set(&all(&["b"])), "false"),
                get_acl(),
                public(create(further("x")), "everything"),
                get_container().on(further("x")),
            ]
        ),
    ]
}
