//! One store seen through many protocol versions: what is the same in all of them, and what changes from one to the next.
//!
//! Every step names its version, so that the versions of a run have no part in it.

use super::everything::absent;
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, container, containers, create_append, create_page,
    get, get_acl, get_block_list, get_container, head, list, page_ranges, put, put_block, put_block_list, put_page,
    release_lease, set_container_metadata, set_metadata, set_tags, snapshot, tags_document, told,
};
use crate::check::{Check, Suite};
use crate::define::{Script, check};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Versions;

/// A blob is put in the first of these versions, and read in each.
fn seen_in_each(versions: &[Version]) -> Script {
    let first = versions.first().copied().unwrap_or(Version::DEFAULT);
    let seen = versions.iter().map(|&version| get("b").version(version));
    std::iter::once(put("b", "1").version(first)).chain(seen).collect::<Vec<Step>>().into()
}

/// The published versions of these years.
fn of_years(first: &str, last: &str) -> Vec<Version> {
    let within = |version: &Version| (first..=last).contains(&&version.to_string()[..4]);
    Version::KNOWN.iter().copied().filter(within).collect()
}

/// The same in each of these versions.
fn in_each(versions: impl IntoIterator<Item = Version>, ask: &Ask) -> Vec<Step> {
    versions.into_iter().map(|version| ask.clone().version(version)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [spoken(), one_store(), what_changed()].concat()
}

fn spoken() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.versions.of-2011-to-2015",
            "A blob is put and read in each version from 2011 to 2015",
            "A list of versions that are known, begun with the day the server was.",
            [BLOB_HEADERS_VERSION_ECHO, BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            seen_in_each(&of_years("2011", "2015"))
        ),
        check!(
            BlobCore,
            "blob.versions.of-2016-to-2019",
            "A blob is put and read in each version of 2016 to 2019",
            "A list of versions that are known, with gaps.",
            [BLOB_HEADERS_VERSION_ECHO, BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            seen_in_each(&of_years("2016", "2019"))
        ),
        check!(
            BlobCore,
            "blob.versions.of-2020-to-2022",
            "A blob is put and read in each version of 2020 to 2022",
            "Versions that brought nothing new are left out of the list.",
            [BLOB_HEADERS_VERSION_ECHO, BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            seen_in_each(&of_years("2020", "2022"))
        ),
        check!(
            BlobCore,
            "blob.versions.of-2023-on",
            "A blob is put and read in each version from 2023 on",
            "A list of versions that are known, ended with the day the server was released.",
            [BLOB_HEADERS_VERSION_ECHO, BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            seen_in_each(&of_years("2023", "2099"))
        ),
    ]
}

fn one_store() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.versions.one-blob",
            "What an old client put a new one reads, and what a new one changed an old one sees",
            "Blobs are kept as they were written, and not as what they are.",
            [BLOB_METADATA_SHOWN, BLOB_METADATA_REPLACED],
            [
                put("b", "1").with_metadata(&[("a", "1")]).version(Version::V2011_08_18),
                get("b").version(Version::V2020_12_06),
                set_metadata("b").with_metadata(&[("b", "2")]).version(Version::V2020_12_06),
                head("b").version(Version::V2012_02_12),
                put("b", "2").if_match("${etag:2}").version(Version::V2013_08_15),
                get("b").version(Version::V2019_12_12),
                list().version(Version::V2012_02_12),
                list().version(Version::V2019_12_12),
            ]
        ),
        check!(
            BlobCore,
            "blob.versions.one-block-list",
            "Blocks that one version put another commits",
            "Each version has a store of its own.",
            [BLOB_BLOCK_LISTS_UNCOMMITTED],
            [
                put_block("b", "1", "one").version(Version::V2011_08_18),
                put_block("b", "2", "two").version(Version::V2020_12_06),
                get_block_list("b", "all").version(Version::V2015_02_21),
                put_block_list("b", block_list(&[("Latest", "2"), ("Latest", "1")])).version(Version::V2013_08_15),
                get("b").version(Version::V2021_12_02),
                get_block_list("b", "all").version(Version::V2019_12_12),
            ]
        ),
        check!(
            BlobCore,
            "blob.versions.one-kind",
            "Append blobs, page blobs and snapshots are the same in each version",
            "Each version has a store of its own.",
            [BLOB_APPEND_COUNT_SHOWN, BLOB_PAGES_LISTED],
            [
                create_append("a").version(Version::V2015_02_21),
                append("a", "1").version(Version::V2020_12_06),
                append("a", "2").version(Version::V2017_07_29),
                get("a").version(Version::V2015_02_21),
                create_page("p", 1024).version(Version::V2011_08_18),
                put_page("p", 0, 511).version(Version::V2020_12_06),
                page_ranges("p").version(Version::V2012_02_12),
                snapshot("p").version(Version::V2012_02_12),
                get("p").of_snapshot(told(7, Told::Snapshot)).version(Version::V2021_12_02),
            ]
        ),
        check!(
            BlobCore,
            "blob.versions.one-container",
            "Metadata, policies and leases are those of the container, whichever version asks",
            "Each version has a store of its own.",
            [BLOB_CONTAINERS_METADATA_REPLACED],
            [
                set_container_metadata().with_metadata(&[("a", "1")]).version(Version::V2015_02_21),
                get_container().version(Version::V2020_12_06),
                set_container_metadata().with_metadata(&[("b", "2")]).version(Version::V2019_07_07),
                get_container().version(Version::V2012_02_12),
                get_acl().version(Version::V2012_02_12),
                get_acl().version(Version::V2020_12_06),
                containers(container()).including("metadata").version(Version::V2013_08_15),
            ]
        ),
    ]
}

fn what_changed() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.versions.signed-lengths",
            "A request with no body is signed with its length of 0 up to 2014-02-14, and without it since",
            "The text of the newest version is that of all.",
            [BLOB_AUTH_SIGNATURE],
            [
                put("b", "1").version(Version::V2014_02_14),
                set_metadata("b").with_metadata(&[("a", "1")]).version(Version::V2014_02_14),
                set_metadata("b").with_metadata(&[("a", "2")]).version(Version::V2015_02_21),
                set_metadata("b").with_metadata(&[("a", "3")]).version(Version::V2011_08_18),
                set_metadata("b").with_metadata(&[("a", "4")]).version(Version::V2019_07_07),
                create_append("a").version(Version::V2015_02_21),
                set_metadata("b").version(Version::V2014_02_14).auth(Auth::WrongKey),
                head("b").version(Version::V2019_07_07),
            ]
        ),
        check!(
            BlobCore,
            "blob.versions.error-codes",
            "The code of an error stands in a header since 2017-07-29, and not before",
            "One of the two is done for every version.",
            [BLOB_ERRORS_CODE_HEADER, BLOB_ERRORS_NO_CODE_HEADER],
            in_each(
                [Version::V2017_04_17, Version::V2017_07_29, Version::V2016_05_31, Version::V2018_03_28],
                &get("b").on(absent())
            )
        ),
        check!(
            BlobList,
            "blob.versions.listings",
            "A listing names the service by ServiceEndpoint since 2013-08-15, and by AccountName before",
            "One of the two is done for every version.",
            [BLOB_LISTING_SERVICE_ENDPOINT, BLOB_LISTING_ACCOUNT_NAME],
            in_each(
                [Version::V2012_02_12, Version::V2013_08_15, Version::V2011_08_18, Version::V2014_02_14],
                &containers(container())
            )
        ),
        check!(
            BlobLease,
            "blob.versions.leases",
            "Before 2012-02-12 a lease lasts a minute, and is shown by its status alone",
            "Leases are the same at all times.",
            [BLOB_LEASES_SHOWN],
            [
                put("b", "1").version(Version::V2012_02_12),
                acquire_lease("b", 15).version(Version::V2012_02_12),
                head("b").version(Version::V2011_08_18),
                head("b").version(Version::V2012_02_12),
                list().version(Version::V2011_08_18),
                list().version(Version::V2012_02_12),
                release_lease("b", told(1, Told::Lease)).version(Version::V2020_12_06),
                head("b").version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobBlock,
            "blob.versions.hashes",
            "What is written is told by its MD5 up to 2018-11-09, and by its CRC64 since 2019-02-02",
            "One of the two is done for every version.",
            [BLOB_WRITES_HASH, BLOB_WRITES_HASH_BEFORE],
            in_each(
                [Version::V2018_11_09, Version::V2019_02_02, Version::V2018_03_28, Version::V2019_12_12],
                &put_block("b", "1", "one")
            )
        ),
        check!(
            BlobTags,
            "blob.versions.tags",
            "Tags that one version set are counted in all",
            "Headers of a version are those of its documentation.",
            [BLOB_TAGS_COUNT_SHOWN],
            [
                put("b", "1").version(Version::V2019_02_02),
                set_tags("b", tags_document(&[("a", "1")])).version(Version::V2019_12_12),
                head("b").version(Version::V2019_12_12),
                head("b").version(Version::V2018_03_28),
                get("b").version(Version::V2020_12_06),
            ]
        ),
    ]
}
