//! Names of blobs.

use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, bare_request, create_append, create_page, delete, get, get_metadata, head, list, put, put_block,
    set_metadata,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use crate::steps::RawExt as _;

const SUITE: Suite = Suite::Names;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.names.blob-length",
            "The name of a blob has 1,024 characters at most, however it is encoded",
            "Octets are counted, or the name as it is percent-encoded, or a file system sets the limit.",
            [BLOB_NAMES_BLOB_LENGTH],
            [
                steps![
                    put(&"x".repeat(255), "1"),
                    put(&"x".repeat(256), "2"),
                    put(&"x".repeat(1023), "3"),
                    put(&"x".repeat(1024), "4"),
                    put(&"x".repeat(1025), "never"),
                    put(&"x".repeat(2000), "never"),
                    put(&"\u{e9}".repeat(1024), "5"),
                    put(&"\u{e9}".repeat(1025), "never"),
                    put(&"a b/".repeat(250), "6"),
                ],
                each([get(&"x".repeat(1024)), head(&"\u{e9}".repeat(1024)), get(&"x".repeat(1023))], |ask| ask),
                all([list()]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.names.blob-length-everywhere",
            "A name that is too long is refused by every operation",
            "It is looked at when a blob is put, and otherwise not found.",
            [BLOB_NAMES_BLOB_LENGTH],
            {
                let long = "x".repeat(1025);
                all([
                    get(&long),
                    get_metadata(&long),
                    set_metadata(&long),
                    delete(&long),
                    put_block(&long, "1", "x"),
                    create_append(&long),
                    create_page(&long, 512),
                ])
            }
        ),
        check!(
            BlobCore,
            "blob.names.case",
            "Names of blobs that differ in case are different",
            "They are files, and the file system folds case.",
            [BLOB_READ_MISSING, BLOB_LISTING_ORDER],
            [
                put("Blob", "1"),
                put("blob", "2"),
                put("BLOB", "3"),
                get("Blob"),
                get("blob"),
                get("bloB"),
                delete("blob"),
                list()
            ]
        ),
        check!(
            BlobCore,
            "blob.names.folders",
            "A blob may be named as a folder of others is",
            "They are files in folders.",
            [BLOB_WRITES_CREATED, BLOB_READ_MISSING],
            [
                put("a/b/c", "1"),
                put("a/b", "2"),
                put("a", "3"),
                put("a/", "4"),
                put("a/b/", "5"),
                get("a"),
                get("a/"),
                get("a/b"),
                get("a/b/"),
                get("a/b/c"),
                delete("a/b"),
                get("a/b/c"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.slashes",
            "Slashes at the beginning and at the end of a name, and next to each other, are kept",
            "Paths are tidied up.",
            [BLOB_WRITES_CREATED, BLOB_READ_MISSING],
            [
                put("/a", "1"),
                put("a//b", "2"),
                put("a/b", "3"),
                put("a///", "4"),
                put("//", "5"),
                get("/a"),
                get("a"),
                get("a//b"),
                get("a/b"),
                get("a///"),
                get("a//"),
                get("//"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.reserved",
            "Names that mean something elsewhere are names of blobs",
            "They are options, containers, or devices.",
            [BLOB_WRITES_CREATED],
            [
                steps![],
                all(["$root", "comp", "CON", "nul.txt", "index.html", ".hidden", "a.", "__proto__"]
                    .map(|name| put(name, name))),
                all(["$root", "comp", "CON", "nul.txt", "index.html", ".hidden", "a.", "__proto__"].map(get)),
                steps![list()],
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.names.empty",
            "The address of a blob without a name is refused",
            "It is that of the container.",
            [BLOB_NAMES_EMPTY],
            [
                bare_request("PUT", "/${container}/").field("x-ms-blob-type", "BlockBlob").text("never"),
                bare_request("GET", "/${container}/"),
                bare_request("HEAD", "/${container}/"),
                bare_request("DELETE", "/${container}/"),
                bare_request("GET", "/${container}?restype=container"),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.backslash",
            "A backslash in a name is stored as a slash",
            "It is stored as it is, or as part of a path of the file system.",
            [BLOB_NAMES_BACKSLASH],
            [
                put("a\\b", "1"),
                get("a/b"),
                get("a\\b"),
                put("c/d", "2"),
                put("c\\d", "3"),
                get("c/d"),
                head("\\c\\d"),
                list(),
                list().option("delimiter", "/"),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.root",
            "A path of one segment names a blob of the container $root",
            "It names a container.",
            [BLOB_NAMES_ROOT, BLOB_CONTAINERS_MISSING],
            [
                bare_request("GET", "/${container}-absent"),
                bare_request("HEAD", "/${container}-absent"),
                bare_request("GET", "/${container}"),
                bare_request("GET", "/${container}?comp=metadata"),
                bare_request("GET", "/${container}?restype=container&comp=metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.names.controls",
            "A path with control characters is refused by the listener",
            "It reaches the service, and a name has control characters.",
            [BLOB_ADDRESS_CONTROLS_IN_PATH],
            [
                bare_request("PUT", "/${container}/a%00b").field("x-ms-blob-type", "BlockBlob").text("never"),
                bare_request("GET", "/${container}/a%01b"),
                bare_request("GET", "/${container}/a%1Fb"),
                bare_request("GET", "/${container}/a%0Ab"),
                bare_request("GET", "/${container}?restype=container&comp=list"),
            ]
        ),
    ]
}
