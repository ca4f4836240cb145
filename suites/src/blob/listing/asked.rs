//! What a listing of blobs tells if it is asked: `include`; and how options are written.

use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, bare_request, block_list, copy, create_append, create_page, delete, list,
    put, put_block, put_block_list, seal, set_metadata, set_tags, snapshot, tags_document,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Listing;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [include(), options(), versions()].concat()
}

fn include() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.metadata",
            "Metadata is listed if it is asked for, and only then",
            "It is always listed, or never.",
            [BLOB_LISTING_METADATA],
            [
                put("a", "1").with_metadata(&[("one", "1"), ("Two", "2")]),
                put("b", "1"),
                create_append("c").with_metadata(&[("x", "a&b <c> \"d\"")]),
                create_page("d", 512).with_metadata(&[("p", "1")]),
                list(),
                list().including("metadata"),
                set_metadata("a"),
                set_metadata("b").with_metadata(&[("new", "1")]),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.metadata-case",
            "Listed metadata has its names in the case in which they were sent last",
            "Headers were folded before they were stored.",
            [BLOB_LISTING_METADATA_CASE],
            [
                put("a", "1").with_metadata(&[("aBcD", "1")]),
                list().including("metadata"),
                set_metadata("a").with_metadata(&[("AbcD", "2")]),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.metadata-case-of-types",
            "Metadata of blobs of every type and of snapshots is listed in the case in which it was sent",
            "Each type is stored in its own way.",
            [BLOB_LISTING_METADATA_CASE],
            [
                put_block_list("b", block_list(&[])).with_metadata(&[("Block", "1")]),
                snapshot("b").with_metadata(&[("SnapShot", "2")]),
                create_append("c").with_metadata(&[("Append", "1")]),
                create_page("d", 512).with_metadata(&[("Page", "1")]),
                copy("e", "b").with_metadata(&[("Copy", "1")]),
                list().including("metadata,snapshots"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.metadata-unasked",
            "Metadata is not listed if something else is asked for, nor if nothing is",
            "What is stored is written out.",
            [BLOB_LISTING_METADATA],
            [
                put("a", "1").with_metadata(&[("one", "1")]),
                snapshot("a").with_metadata(&[("two", "2")]),
                create_append("f/c").with_metadata(&[("x", "1")]),
                list(),
                list().option("prefix", "a"),
                list().option("delimiter", "/"),
                list().at_most(1),
                list().including("copy"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.snapshots",
            "Snapshots are listed if they are asked for, before their blob, the oldest first",
            "They are listed behind the blob, or the newest first.",
            [BLOB_LISTING_ORDER, BLOB_LISTING_METADATA],
            [
                put("a", "1"),
                snapshot("a").with_metadata(&[("n", "1")]),
                put("a", "22"),
                snapshot("a").with_metadata(&[("n", "2")]),
                put("b", "1"),
                snapshot("b"),
                list(),
                list().including("snapshots"),
                list().including("snapshots,metadata"),
                delete("a").with("x-ms-delete-snapshots", "include"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.uncommitted",
            "A blob of uncommitted blocks alone is listed if those are asked for, and only then",
            "It is listed as an empty blob.",
            [BLOB_LISTING_UNCOMMITTED],
            [
                put("a", "1"),
                put_block("b", "1", "one"),
                put_block("a", "1", "one"),
                list(),
                list().including("uncommittedblobs"),
                list().including("uncommittedblobs").at_most(1),
                put_block_list("b", block_list(&[("Latest", "1")])),
                list(),
                list().including("uncommittedblobs"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.copy",
            "Of what a blob is a copy is listed if it is asked for, and only then",
            "It is always listed, or never.",
            [BLOB_LISTING_COPY],
            [
                put("a", "1"),
                copy("b", "a"),
                list(),
                list().including("copy"),
                set_metadata("b").with_metadata(&[("m", "1")]),
                list().including("copy,metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.tags",
            "Tags are listed if they are asked for, and only then",
            "They are listed as metadata is, with an element for each name.",
            [BLOB_LISTING_TAGS],
            [
                put("a", "1").with("x-ms-tags", "b=2&a=1"),
                put("b", "1"),
                list(),
                list().including("tags"),
                set_tags("b", tags_document(&[("x", "y"), ("p q", "r/s")])),
                set_tags("a", tags_document(&[])),
                list().including("tags"),
                list().including("tags,metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.leases",
            "How the lease of a blob stands is listed",
            "Listings are made of another record, which a lease does not change.",
            [BLOB_LEASES_SHOWN],
            [put("a", "1"), put("b", "1"), put("c", "1"), acquire_lease("a", 60), acquire_lease("b", -1), list(),]
        ),
        check!(
            BlobList,
            "blob.listing.include-all",
            "All that can be asked for is asked for at once, in any order",
            "The value is compared as a whole.",
            [BLOB_LISTING_METADATA, BLOB_LISTING_COPY, BLOB_LISTING_TAGS, BLOB_LISTING_UNCOMMITTED],
            [
                steps![
                    put("a", "1").with_metadata(&[("m", "1")]).with("x-ms-tags", "t=1"),
                    snapshot("a"),
                    copy("b", "a"),
                    put_block("c", "1", "x"),
                    create_append("d"),
                    seal("d"),
                ],
                each(
                    [
                        "metadata,snapshots,copy,tags,uncommittedblobs",
                        "uncommittedblobs,tags,copy,snapshots,metadata",
                        "copy,metadata",
                        "tags,uncommittedblobs",
                        "snapshots,tags",
                    ]
                    .map(|what| list().including(what)),
                    |ask| ask
                ),
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.include-case",
            "The values of include are compared without case",
            "They are compared as they are written.",
            [BLOB_LISTING_METADATA, BLOB_LISTING_UNCOMMITTED],
            [
                put("a", "1").with_metadata(&[("m", "1")]),
                put_block("b", "1", "x"),
                list().including("Metadata"),
                list().including("METADATA"),
                list().including("UncommittedBlobs"),
                list().including("Metadata,Copy,UncommittedBlobs"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.include-empty",
            "An empty include asks for nothing",
            "It is refused as an unknown value.",
            [BLOB_LISTING_ORDER],
            [put("a", "1").with_metadata(&[("m", "1")]), put_block("b", "1", "x"), list().including("")]
        ),
        check!(
            BlobList,
            "blob.listing.include-pages",
            "What is asked for is told on every page",
            "It is asked of the first page, and forgotten.",
            [BLOB_LISTING_METADATA, BLOB_LISTING_TAGS, BLOB_LISTING_MARKER],
            [
                put("a", "1").with_metadata(&[("m", "1")]).with("x-ms-tags", "t=1"),
                put("b", "1").with_metadata(&[("m", "2")]).with("x-ms-tags", "t=2"),
                put("c/1", "1").with_metadata(&[("m", "3")]),
                list().including("metadata,tags").at_most(1),
                super::then(3, list().including("metadata,tags").at_most(1)),
                super::then(3, list().at_most(1)),
                list().including("metadata").option("delimiter", "/"),
            ]
        ),
    ]
}

fn options() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.options-in-any-order",
            "Options may stand in any order",
            "Addresses are matched as text.",
            [BLOB_LISTING_PREFIX, BLOB_LISTING_MAX_RESULTS, BLOB_LISTING_METADATA],
            [
                steps![put("a", "1").with_metadata(&[("m", "1")]), put("b", "1")],
                steps![
                    bare_request("GET", "/${container}?comp=list&restype=container"),
                    bare_request("GET", "/${container}?prefix=a&comp=list&restype=container"),
                    bare_request("GET", "/${container}?include=metadata&comp=list&maxresults=1&restype=container"),
                    bare_request("GET", "/${container}?timeout=20&restype=container&prefix=b&comp=list"),
                ],
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.encoded-option-names",
            "Names of options may be percent-encoded",
            "Values are decoded, and names are compared as they are written.",
            [BLOB_ADDRESS_ENCODED_OPTION_NAMES],
            [
                steps![put("a", "1").with_metadata(&[("m", "1")]), put("b/c", "1")],
                steps![
                    bare_request("GET", "/${container}?restype=container&comp=list&%70refix=b"),
                    bare_request("GET", "/${container}?restype=container&comp=list&%6Daxresults=1"),
                    bare_request("GET", "/${container}?restype=container&comp=list&i%6eclude=metadata"),
                    bare_request("GET", "/${container}?restype=container&comp=list&deli%6Diter=/"),
                    bare_request("GET", "/${container}?%72estype=container&comp=list"),
                ],
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.decoded-once",
            "A prefix is decoded once, and a plus sign in it is a blank",
            "The framework decodes the query, and the code does so again.",
            [BLOB_ADDRESS_PERCENT_ONCE, BLOB_ADDRESS_PLUS_IS_BLANK, BLOB_LISTING_PREFIX],
            [
                steps![put("a b", "1"), put("a%20b", "1"), put("a+b", "1"), put("a/b", "1")],
                steps![
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a%20"),
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a%2520"),
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a+"),
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a%2B"),
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a%2F"),
                    bare_request("GET", "/${container}?restype=container&comp=list&prefix=a/"),
                    bare_request("GET", "/${container}?restype=container&comp=list&delimiter=%2f"),
                    bare_request("GET", "/${container}?restype=container&comp=list&delimiter=%252F"),
                ],
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.include-encoded",
            "The commas of include may be percent-encoded",
            "The value is split before it is decoded.",
            [BLOB_LISTING_METADATA, BLOB_LISTING_UNCOMMITTED],
            [
                steps![put("a", "1").with_metadata(&[("m", "1")]), put_block("b", "1", "x")],
                steps![
                    bare_request("GET", "/${container}?restype=container&comp=list&include=metadata,uncommittedblobs"),
                    bare_request(
                        "GET",
                        "/${container}?restype=container&comp=list&include=metadata%2Cuncommittedblobs"
                    ),
                    bare_request(
                        "GET",
                        "/${container}?restype=container&comp=list&include=uncommittedblobs%2cmetadata"
                    ),
                ],
            ]
            .concat()
        ),
    ]
}

fn versions() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.before-2013",
            "Before 2013-08-15 a listing names the container by its address, and blobs have a Url",
            "The form of today is given to all versions.",
            [BLOB_LISTING_CONTAINER_URL],
            [
                put("a", "1").with_metadata(&[("m", "1")]).into(),
                put("b c/\u{e9}%25", "1").into(),
                list().version(Version::V2012_02_12),
                list().including("metadata").version(Version::V2011_08_18),
                list().option("delimiter", "/").version(Version::V2012_02_12),
                list().at_most(1).version(Version::V2012_02_12),
            ]
            .to_vec()
        ),
        check!(
            BlobList,
            "blob.listing.invalid-name",
            "Metadata that an old version named otherwise than an identifier is listed as x-ms-invalid-name",
            "Its name becomes an element that is none.",
            [BLOB_LISTING_INVALID_NAME],
            [
                put("a", "1").with_metadata(&[("a-b", "1"), ("good", "2")]).version(Version::V2009_07_17),
                list().including("metadata").version(Version::V2009_07_17),
            ]
            .to_vec()
        ),
        check!(
            BlobList,
            "blob.listing.since",
            "What a listing tells depends on the version of the request",
            "Clients pass over what they do not know.",
            [BLOB_LISTING_SERVICE_ENDPOINT, BLOB_LISTING_CRC64, BLOB_LISTING_OR_METADATA, BLOB_LISTING_ENCRYPTED],
            [
                steps![put("a", "1"), put("b/c", "1")],
                [
                    Version::V2013_08_15,
                    Version::V2015_04_05,
                    Version::V2015_12_11,
                    Version::V2017_11_09,
                    Version::V2019_02_02,
                    Version::V2019_12_12,
                ]
                .map(|version| list().version(version))
                .to_vec(),
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.encoded-names",
            "A name that XML cannot hold is listed percent-encoded, and said to be",
            "It is written as it is, and nobody can read the listing.",
            [BLOB_LISTING_ENCODED_NAMES],
            [
                put("a\u{ffff}b", "1"),
                put("a\u{ffff}/b c", "1"),
                put("plain", "1"),
                list().version(Version::V2021_04_10),
                list().option("delimiter", "/").version(Version::V2021_04_10),
                list().option("prefix", "p").version(Version::V2021_04_10),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.names-escaped",
            "Names are escaped in XML once, and blanks in them are kept",
            "Names are put together with markup as they are, or white space is trimmed.",
            [BLOB_LISTING_ORDER],
            [
                steps![],
                all(["<a>", "a&b", "a&amp;b", "\"q\"", "it's", " lead", "trail ", "]]>", "\u{1f600}", "a  b"]
                    .map(|name| put(name, "1"))),
                steps![list(), list().option("delimiter", "&")],
            ]
            .concat()
        ),
    ]
}
