//! Finding blobs by their tags.
//!
//! A search goes through the whole account, so each of them names the run's own tag first.

use super::steps::{
    AskExt as _, StepExt as _, container, create, delete, find, further, put, set_metadata, set_tags, snapshot,
    tags_document,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::TagsQuery;

/// A blob with these tags, and the one that all blobs of the history have.
fn tagged(name: &str, tags: &str) -> Ask {
    let and = if tags.is_empty() { "" } else { "&" };
    put(name, "1").with("x-ms-tags", format!("run={}{and}{tags}", container()))
}

/// The history's own blobs whose tags are so.
fn own(search: &str) -> Ask {
    let and = if search.is_empty() { "" } else { " AND " };
    find(format!("\"run\" = '{}'{and}{search}", container()))
}

/// The same in a version.
fn of(version: Version, steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(version)).collect()
}

/// Four blobs, and searches.
fn searched(version: Version, searches: &[&str]) -> Vec<Step> {
    let mut steps = steps![
        tagged("a", "k=1"),
        tagged("b", "k=10&other=x"),
        tagged("c", "k=2&other=y"),
        tagged("d", ""),
        put("e", "1"),
    ];
    steps.extend(searches.iter().map(|search| own(search).into()));
    of(version, steps)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags-query.equal",
            "Blobs are found whose tags are as the search says",
            "All that have tags are told, or one of several conditions is looked at.",
            [BLOB_TAGS_FILTER],
            searched(
                Version::V2019_12_12,
                &[
                    "",
                    "\"k\" = '1'",
                    "\"k\" = '1' AND \"other\" = 'x'",
                    "\"other\" = 'x' AND \"k\" = '10'",
                    "\"k\" = '3'"
                ],
            )
        ),
        check!(
            BlobTags,
            "blob.tags-query.compared",
            "Values of tags are compared as text, by each operator",
            "Numbers are compared as such, or every operator is that of equality.",
            [BLOB_TAGS_FILTER],
            searched(
                Version::V2020_04_08,
                &[
                    "\"k\" > '1'",
                    "\"k\" >= '1'",
                    "\"k\" < '2'",
                    "\"k\" <= '10'",
                    "\"k\" >= '1' AND \"k\" < '2'",
                    "\"k\" > '0' AND \"other\" > ''",
                ],
            )
        ),
        check!(
            BlobTags,
            "blob.tags-query.case",
            "Keys and values of tags are compared with regard to case",
            "They are compared as headers are.",
            [BLOB_TAGS_FILTER],
            of(
                Version::V2020_04_08,
                steps![
                    tagged("a", "Key=Value"),
                    tagged("b", "key=value"),
                    own("\"Key\" = 'Value'"),
                    own("\"key\" = 'Value'"),
                    own("\"key\" = 'value'"),
                ]
            )
        ),
        check!(
            BlobTags,
            "blob.tags-query.container",
            "A search that names a container finds blobs of that container alone",
            "What stands before @ is taken for the key of a tag, or is not looked at.",
            [BLOB_TAGS_FILTER_CONTAINER, BLOB_TAGS_FILTER],
            of(
                Version::V2019_12_12,
                steps![
                    create(further("x")),
                    tagged("a", "k=1"),
                    tagged("b", "k=2"),
                    tagged("c", "k=1").on(further("x")),
                    own("\"k\" = '1'"),
                    find(format!("@container = '{0}' AND \"run\" = '{0}' AND \"k\" = '1'", container())),
                    find(format!("@container = '{0}-x' AND \"run\" = '{0}'", container())),
                    find(format!("@container = '{0}-n' AND \"run\" = '{0}'", container())),
                    own(&format!("@container = '{}-x'", container())),
                ]
            )
        ),
        check!(
            BlobTags,
            "blob.tags-query.within",
            "A container is asked for those of its own blobs",
            "The path is not looked at, and blobs of all containers are told.",
            [BLOB_TAGS_FILTER],
            of(
                Version::V2021_04_10,
                steps![
                    create(further("x")),
                    tagged("a", "k=1"),
                    tagged("b", "k=2"),
                    tagged("c", "k=1").on(further("x")),
                    Ask::on_container(Operation::FindBlobsByTags, container()).option("where", "\"k\" = '1'"),
                    Ask::on_container(Operation::FindBlobsByTags, further("x")).option("where", "\"k\" = '1'"),
                    Ask::on_container(Operation::FindBlobsByTags, further("x")).option("where", "\"k\" = '2'"),
                    Ask::on_container(Operation::FindBlobsByTags, further("n")).option("where", "\"k\" = '2'"),
                ]
            )
        ),
        check!(
            BlobTags,
            "blob.tags-query.told",
            "With each blob the tags are told that the search names",
            "All tags are told, or none, or the value alone as in the first version.",
            [BLOB_TAGS_FOUND_TAGS, BLOB_TAGS_FILTER],
            searched(Version::V2020_04_08, &["", "\"k\" = '1'", "\"other\" = 'x'", "\"k\" > '0' AND \"other\" >= 'x'"],)
        ),
        check!(
            BlobTags,
            "blob.tags-query.now",
            "What is found are the tags of now, of blobs that are there",
            "The index keeps what was, or has a line for each snapshot.",
            [BLOB_TAGS_FILTER],
            of(
                Version::V2020_04_08,
                steps![
                    tagged("a", "k=1"),
                    tagged("b", "k=1"),
                    snapshot("b"),
                    own("\"k\" = '1'"),
                    set_metadata("b").with_metadata(&[("m", "1")]),
                    set_tags("a", tags_document(&[("run", &container()), ("k", "2")])),
                    own("\"k\" = '1'"),
                    own("\"k\" = '2'"),
                    delete("b").with("x-ms-delete-snapshots", "include"),
                    delete("a"),
                    own("\"k\" = '1'"),
                    own(""),
                ]
            )
        ),
    ]
}
