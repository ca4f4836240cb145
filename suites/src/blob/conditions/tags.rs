//! Conditions on the tags of a blob.

use super::Dated as _;
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, acquire_lease, append, block_list, copy, create_append, create_page, delete, get, get_block_list,
    get_metadata, get_tags, head, list, page_ranges, put, put_block_list, put_page, set_metadata, set_properties,
    set_tags, set_tier, snapshot, tags_document,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Conditions;

const HOLDS: &str = "\"a\" = '1'";
const FAILS: &str = "\"a\" = '2'";

fn tagged(name: &str) -> Ask {
    put(name, "1").with("x-ms-tags", "a=1&n=5")
}

/// Every read of a block blob that takes a condition on tags.
fn reads() -> [Ask; 5] {
    [get("b"), head("b"), get_metadata("b"), get_tags("b"), get_block_list("b", "all")]
}

/// Every change of a block blob that takes one.
fn changes() -> [Ask; 9] {
    [
        set_metadata("b").with_metadata(&[("never", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "never/so"),
        snapshot("b"),
        acquire_lease("b", 15),
        put("b", "never"),
        put_block_list("b", block_list(&[])),
        set_tags("b", tags_document(&[("never", "1")])),
        set_tier("b", "Cool"),
        delete("b"),
    ]
}

/// A blob with tags, and reads of it under these conditions.
fn filters(of: &[&str]) -> Vec<Step> {
    let asks = of.iter().map(|filter| get("b").if_tags(filter));
    [steps![tagged("b")], asks.map(Step::from).collect()].concat()
}

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.tags-reads",
            "A read under a condition on tags that does not hold is refused with 412",
            "It is answered 304, as other conditions of reads are, or not asked.",
            [BLOB_CONDITIONS_TAGS],
            [steps![tagged("b")], each(reads(), |ask| ask.if_tags(FAILS)), each(reads(), |ask| ask.if_tags(HOLDS))]
                .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-changes",
            "Changes under a condition on tags that does not hold are refused with 412, and change nothing",
            "One operation looks at the header, and the others do not.",
            [BLOB_CONDITIONS_TAGS],
            [
                steps![tagged("b")],
                each(changes(), |ask| ask.if_tags(FAILS)),
                all([get("b").if_match("${etag:0}"), head("b"), get_tags("b"), list().including("snapshots,tags")]),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-granted",
            "Changes under a condition on tags that holds are granted",
            "A header that is not known refuses.",
            [BLOB_CONDITIONS_TAGS],
            [
                tagged("b"),
                set_metadata("b").with_metadata(&[("m", "1")]).if_tags(HOLDS),
                set_properties("b").with("x-ms-blob-content-type", "a/b").if_tags(HOLDS),
                snapshot("b").if_tags(HOLDS),
                set_tags("b", tags_document(&[("a", "2")])).if_tags(HOLDS),
                set_metadata("b").if_tags(HOLDS),
                put("b", "2").if_tags(FAILS),
                head("b"),
                get("b").if_tags(HOLDS),
                get_tags("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-appends-and-pages",
            "Append Block, Put Page and Get Page Ranges take conditions on tags",
            "They have code of their own.",
            [BLOB_CONDITIONS_TAGS],
            [
                create_append("a").with("x-ms-tags", "a=1"),
                append("a", "never").if_tags(FAILS),
                append("a", "one").if_tags(HOLDS),
                get("a").if_tags(HOLDS),
                create_page("p", 512).with("x-ms-tags", "a=1"),
                put_page("p", 0, 511).if_tags(FAILS),
                page_ranges("p"),
                put_page("p", 0, 511).if_tags(HOLDS),
                page_ranges("p").if_tags(FAILS),
                page_ranges("p").if_tags(HOLDS),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-comparisons",
            "Tags are compared by =, <>, <, <=, > and >=, as text",
            "Numbers are compared as numbers, or only = is known.",
            [BLOB_CONDITIONS_TAGS],
            filters(&[
                "n = '5'", "n = '05'", "n <> '5'", "n <> '6'", "n > '4'", "n > '5'", "n >= '5'", "n >= '6'", "n < '6'",
                "n < '5'", "n <= '5'", "n <= '4'", "n > '10'", "n < '10'",
            ])
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-combined",
            "Comparisons of tags are combined by AND and OR",
            "The last comparison, or the first, is the one that counts.",
            [BLOB_CONDITIONS_TAGS],
            filters(&[
                "\"a\" = '1' AND \"n\" = '5'",
                "\"a\" = '2' AND \"n\" = '5'",
                "\"a\" = '1' AND \"n\" = '6'",
                "\"a\" = '1' OR \"n\" = '6'",
                "\"a\" = '2' OR \"n\" = '5'",
                "\"a\" = '2' OR \"n\" = '6'",
                "n > '4' AND n < '6'",
                "n > '5' AND n < '6'",
            ])
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-absent",
            "A tag that a blob has not equals nothing",
            "A tag that is not there is an empty one.",
            [BLOB_CONDITIONS_TAGS],
            [
                put("b", "1"),
                get("b").if_tags(HOLDS),
                head("b").if_tags("\"a\" = ''"),
                set_metadata("b").with_metadata(&[("never", "1")]).if_tags(HOLDS),
                put("b", "never").if_tags(HOLDS),
                delete("b").if_tags(HOLDS),
                get("b"),
                set_tags("b", tags_document(&[("a", "1")])),
                get("b").if_tags(HOLDS),
                set_tags("b", tags_document(&[])),
                get("b").if_tags(HOLDS),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-with-etag",
            "A condition on tags stands beside one of HTTP, and both must hold",
            "The first that holds suffices.",
            [BLOB_CONDITIONS_TAGS, BLOB_CONDITIONS_IF_MATCH],
            [
                tagged("b"),
                get("b").if_tags(HOLDS).if_match("${etag:0}"),
                get("b").if_tags(FAILS).if_match("${etag:0}"),
                get("b").if_tags(HOLDS).if_match("\"0x8D2C9167D53FC2C\""),
                set_metadata("b").if_tags(FAILS).if_match("${etag:0}"),
                set_metadata("b").if_tags(HOLDS).if_match("\"0x8D2C9167D53FC2C\""),
                get("b").if_tags(HOLDS).if_none_match("${etag:0}"),
                set_metadata("b").with_metadata(&[("m", "1")]).if_tags(HOLDS).if_match("${etag:0}"),
                head("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.tags-of-copies",
            "Copy Blob takes a condition on the tags of its destination",
            "It has headers of its own for its source, and they are taken for all.",
            [BLOB_COPY_TARGET_CONDITIONS, BLOB_CONDITIONS_TAGS],
            [
                tagged("b"),
                put("s", "source"),
                copy("b", "s").if_tags(FAILS),
                get("b"),
                copy("b", "s").if_tags(HOLDS),
                get("b")
            ]
        ),
    ]
}
