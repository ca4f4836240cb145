//! Shared access signatures, of the account, of containers and of blobs.

mod account;
mod altered;
mod creating;
mod overrides;
mod permissions;
mod policies;
mod resources;
mod times;

use super::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, acquire_lease, append, blob_sas, block_list, container_sas,
    create_append, create_page, delete, get, get_block_list, get_metadata, head, lease, list, page_ranges, put,
    put_block, put_block_list, put_page, set_metadata, set_properties, set_tier, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use crate::steps::forged;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Sas, Step};

const SUITE: Suite = Suite::Sas;

/// All letters that say something about blobs.
const ALL: &str = "rwdlac";

/// Reads of the blob `b`.
fn reads() -> Vec<Ask> {
    vec![get("b"), head("b"), get("b").range("0-0"), get_metadata("b"), get_block_list("b", "all")]
}

/// Writes to the blob `b`.
fn writes() -> Vec<Ask> {
    vec![
        put_block("b", "1", "one"),
        put_block_list("b", block_list(&[("Latest", "1")])),
        set_metadata("b").with_metadata(&[("a", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "text/plain"),
        set_tier("b", "Cool"),
        put("b", "2"),
    ]
}

/// What either of two letters opens.
fn leases() -> Vec<Ask> {
    vec![acquire_lease("b", 15), lease("b", "break").with("x-ms-lease-break-period", "0")]
}

/// Everything on the blob `b`, deleting last.
fn everything() -> Vec<Ask> {
    [reads(), writes(), vec![snapshot("b")], leases(), vec![delete("b")]].concat()
}

/// A blob, these operations with a signature, and what is there then.
fn asked_with(sas: &Sas, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script = steps![put("b", "1")];
    script.extend(asks.into_iter().map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![get("b"), list()]);
    script
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        grants(),
        versions(),
        refusals(),
        permissions::checks(),
        creating::checks(),
        account::checks(),
        resources::checks(),
        policies::checks(),
        altered::checks(),
        overrides::checks(),
        times::checks(),
    ]
    .concat()
}

/// What signatures allow.
fn grants() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.account",
            "An account SAS authorizes what its permissions and resource types allow",
            "Only Shared Key is known, or only signatures for containers.",
            [BLOB_SAS_ACCOUNT],
            asked_with(&account_sas(ALL), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.container",
            "A SAS for a container authorizes operations on its blobs, and listing them",
            "The text that is signed has another order, and another name of the resource.",
            [BLOB_SAS_SERVICE_SAS],
            asked_with(&container_sas("racwdl"), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.blob",
            "A SAS for a blob authorizes operations on it",
            "The text that is signed has another order, and another name of the resource.",
            [BLOB_SAS_SERVICE_SAS],
            asked_with(&blob_sas("b", "racwd"), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.other-kinds",
            "A SAS for a container authorizes operations on append blobs and page blobs",
            "Each kind of blob has a front door of its own.",
            [BLOB_SAS_SERVICE_SAS],
            {
                let sas = container_sas("racwd");
                let asks = [
                    create_append("a"),
                    append("a", "1"),
                    get("a"),
                    create_page("p", 1024),
                    put_page("p", 0, 511),
                    page_ranges("p"),
                    head("p"),
                    delete("p"),
                ];
                asks.into_iter().map(|ask| ask.auth(sas.clone().auth())).chain(steps![list()]).collect::<Vec<Step>>()
            }
        ),
        check!(
            BlobSas,
            "blob.sas.names",
            "A SAS for a blob signs its name as it is, and not as it is written in the address",
            "The path is signed as it comes, percent signs and all.",
            [BLOB_SAS_SERVICE_SAS],
            [
                put("a b/\u{e9}+%", "1"),
                get("a b/\u{e9}+%").auth(blob_sas("a b/\u{e9}+%", "r").auth()),
                head("a b/\u{e9}+%").auth(blob_sas("a b/\u{e9}+%", "r").auth()),
                put("a b/\u{e9}+%", "2").auth(blob_sas("a b/\u{e9}+%", "w").auth()),
                get("a b/\u{e9}+%").auth(blob_sas("a%20b/%C3%A9%2B%25", "r").auth()),
                get("a b/\u{e9}+%").auth(container_sas("r").auth()),
                get("a b/\u{e9}+%"),
            ]
        ),
    ]
}

fn versions() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.container-of-versions",
            "A SAS for a container is good in each version, whose texts differ",
            "The text of the newest version is that of all.",
            [BLOB_SAS_SERVICE_SAS],
            in_each(&container_sas("r"), &container_sas("w"))
        ),
        check!(
            BlobSas,
            "blob.sas.blob-of-versions",
            "A SAS for a blob is good in each version, whose texts differ",
            "The text of the newest version is that of all.",
            [BLOB_SAS_SERVICE_SAS],
            in_each(&blob_sas("b", "r"), &blob_sas("b", "w"))
        ),
        check!(
            BlobSas,
            "blob.sas.account-of-versions",
            "A SAS of the account is good in each version since there are any",
            "The text of the newest version is that of all.",
            [BLOB_SAS_ACCOUNT],
            [
                put("b", "1"),
                get("b").auth(account_sas("r").auth()).version(Version::V2015_04_05),
                get("b").auth(account_sas("r").auth()).version(Version::V2015_12_11),
                get("b").auth(account_sas("r").auth()).version(Version::V2017_07_29),
                get("b").auth(account_sas("r").auth()).version(Version::V2019_07_07),
                get("b").auth(account_sas("r").auth()).version(Version::V2020_12_06),
                list().auth(account_sas("l").auth()).version(Version::V2020_12_06),
                get("b").auth(forged(account_sas("r")).auth()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.version",
            "The header says which version a request by SAS speaks",
            "The version that is signed is taken for the one that is spoken.",
            [BLOB_SAS_VERSION],
            [
                put("b", "1").auth(account_sas("w").auth()),
                put("b", "2").auth(account_sas("w").auth()).header("x-ms-version", "2015-12-11"),
                put("b", "3").auth(container_sas("w").auth()).header("x-ms-version", "2015-12-11"),
                head("b").auth(blob_sas("b", "r").auth()).header("x-ms-version", "2014-02-14"),
                list().auth(container_sas("l").auth()).header("x-ms-version", "2012-02-12"),
                get("b").auth(blob_sas("b", "r").auth()).header("x-ms-version", "2013-08-15"),
            ]
        ),
    ]
}

/// Reads in each version in which the text changed, and one at the end by a signature that permits to write alone.
fn in_each(reads: &Sas, writes: &Sas) -> Vec<Step> {
    let versions = [
        Version::V2012_02_12,
        Version::V2013_08_15,
        Version::V2014_02_14,
        Version::V2015_02_21,
        Version::V2015_04_05,
        Version::V2015_12_11,
        Version::V2018_03_28,
        Version::V2018_11_09,
        Version::V2019_12_12,
        Version::V2020_10_02,
        Version::V2020_12_06,
        Version::V2021_12_02,
    ];
    let mut script = steps![put("b", "1")];
    script.extend(versions.map(|version| get("b").auth(reads.clone().auth()).version(version)));
    script.extend(steps![
        get("b").auth(writes.clone().auth()).version(Version::V2012_02_12),
        get("b").auth(forged(reads.clone()).auth()).version(Version::V2012_02_12),
        get("b").auth(forged(reads.clone()).auth()).version(Version::V2020_12_06),
    ]);
    script
}

/// What signatures do not allow at all.
fn refusals() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.container-forged",
            "A SAS for a container signed with another key is refused, for every operation",
            "The permissions are read, and the signature is not.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&forged(container_sas("racwdl")), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.blob-forged",
            "A SAS for a blob signed with another key is refused, for every operation",
            "The permissions are read, and the signature is not.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&forged(blob_sas("b", "racwd")), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.account-forged",
            "A SAS of the account signed with another key is refused, for every operation",
            "The permissions are read, and the signature is not.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&forged(account_sas(ALL)), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.container-shortened",
            "A SAS for a container whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&container_sas("racwdl").shortened(), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.blob-shortened",
            "A SAS for a blob whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&blob_sas("b", "racwd").shortened(), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.account-shortened",
            "A SAS of the account whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [BLOB_SAS_SIGNATURE],
            asked_with(&account_sas(ALL).shortened(), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.service",
            "An account SAS for other services is refused, for every operation",
            "One secret for four services, and the list is not read.",
            [BLOB_SAS_SERVICE],
            asked_with(&account_sas(ALL).for_types("qft", "sco"), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.services",
            "An account SAS for several services is good for blobs if they are among them",
            "The list is compared as a whole.",
            [BLOB_SAS_ACCOUNT, BLOB_SAS_SERVICE],
            [
                put("b", "1").auth(account_sas("w").for_types("bqtf", "o").auth()),
                get("b").auth(account_sas("r").for_types("qb", "sco").auth()),
                get("b").auth(account_sas("r").for_types("q", "sco").auth()),
                get("b").auth(account_sas("r").for_types("t", "sco").auth()),
                delete("b").auth(account_sas("d").for_types("f", "sco").auth()),
                get("b"),
            ]
        ),
    ]
}
