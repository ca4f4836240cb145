//! Names of containers and of blobs: which are allowed, and what is said of the others.

mod blobs;

use super::steps::{
    AskExt as _, StepExt as _, bare_request, container, containers, create, delete_container, further, get,
    get_container, list, put, set_container_metadata,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};

const SUITE: Suite = Suite::Names;

/// How long the name of a history's container is. Were it otherwise, the check of lengths would stay true but miss the limit.
const CONTAINER_NAME: usize = 24;

/// The name of the history's container, made longer to this many characters.
fn padded(length: usize) -> String {
    format!("{}{}", container(), "x".repeat(length - CONTAINER_NAME))
}

/// The name of the history's container with this before and behind it.
fn around(before: &str, behind: &str) -> String {
    format!("{before}{}{behind}", container())
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [of_containers(), blobs::checks()].concat()
}

fn of_containers() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.names.container-characters",
            "The name of a container with a character other than letters, digits and dashes is refused",
            "The name becomes a file or a key, and whatever that admits is admitted.",
            [BLOB_NAMES_CHARACTERS],
            [
                create(around("", "_x")),
                create(around("", ".x")),
                create(around("", "\u{e9}")),
                create(around("", "{x}")),
                create(around("", " x")),
                create(around("", "%")),
                create(around("", "$x")),
                create(around("$", "")),
                create(around("", "+x")),
                create(around("", "~")),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-letters",
            "Letters and digits of a container's name are those of ASCII",
            "The pattern names a class of characters that Unicode made larger.",
            [BLOB_NAMES_CHARACTERS],
            [
                create(around("", "\u{df}")),
                create(around("", "\u{ff41}")),
                create(around("", "\u{4e16}")),
                create(around("", "\u{663}")),
                create(around("\u{e9}", "")),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-everywhere",
            "A name that no container may have is refused by every operation",
            "It is looked at when a container is created, and otherwise not found.",
            [BLOB_NAMES_CHARACTERS],
            [
                get_container().on(around("", "_x")),
                set_container_metadata().on(around("", "_x")),
                list().on(around("", "_x")),
                delete_container(around("", "_x")),
                put("b", "1").on(around("", "_x")),
                get("b").on(around("", "_x")),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-upper-case",
            "The name of a container with capital letters is refused, and not folded",
            "It is folded, as host names are.",
            [BLOB_NAMES_UPPER_CASE],
            [
                create(around("", "X")),
                create(around("A", "")),
                create(around("", "-aBc")),
                get_container().on(around("", "-A")),
                create(further("a")),
                put("b", "1").on(further("A")),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-dashes",
            "A dash stands between letters or digits, alone",
            "A dash is a character like others.",
            [BLOB_NAMES_DASHES],
            [
                create(around("-", "")),
                create(around("", "-")),
                create(around("", "--a")),
                create(around("", "-a--b")),
                create(around("", "---")),
                create(around("", "-a-b-c")),
                create(around("", "-0-0")),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-length",
            "The name of a container has 3 to 63 characters",
            "The limits are those of a file system, or one more.",
            [BLOB_NAMES_LENGTH],
            [
                create(padded(62)),
                create(padded(63)),
                create(padded(64)),
                create(padded(65)),
                create(padded(255)),
                create("a"),
                create("ab"),
                get_container().on("ab"),
                list().on("a"),
                put("b", "1").on("ab"),
                get_container().on(padded(64)),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-allowed",
            "Names of every allowed form are taken",
            "A pattern is stricter than the rule: no leading digit, no words that are used elsewhere.",
            [BLOB_CONTAINERS_CREATE],
            [
                create(further("0")),
                create(further("9z")),
                create(further("a-b-c")),
                create(further("list")),
                create(further("xn--").trim_end_matches('-').to_owned()),
                create(around("0", "")),
                delete_container(around("0", "")),
                get_container().on(further("list")),
                containers(container()),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.container-encoded",
            "The name of a container may be percent-encoded",
            "Containers are looked for by their names as they are written.",
            [BLOB_CONTAINERS_MISSING],
            [
                create(further("a")).into(),
                put("b", "1").on(further("a")).into(),
                bare_request("GET", "/${container}%2Da?restype=container").into(),
                bare_request("GET", "/${container}%2da/b").into(),
                bare_request("GET", "/${container}-%61/%62").into(),
                bare_request("GET", "/${container}%252Da?restype=container").into(),
            ]
            .to_vec()
        ),
        check!(
            BlobCore,
            "blob.names.path-account",
            "Another account in the path is not found",
            "The first segment is skipped, since there is one account only.",
            [BLOB_ADDRESS_PATH_ACCOUNT],
            steps![
                put("b", "1"),
                get("b").of_account("someoneelse"),
                put("b", "2").of_account("someoneelse"),
                list().of_account("someoneelse"),
                get_container().of_account("someoneelse"),
                containers(container()).of_account("someoneelse"),
                delete_container(container()).of_account("someoneelse"),
                get("b"),
            ]
        ),
    ]
}
