//! Tags of blobs: set, read, counted and asked for in conditions. They came with version 2019-12-12.

mod written;

use super::everything::absent;
use super::steps::{
    AskExt as _, StepExt as _, create_append, create_page, delete, get, get_tags, head, list, put, set_metadata,
    set_tags, snapshot, tags_document,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Tags;

/// Sets these tags of the blob `b`.
fn set(tags: &[(&str, &str)]) -> Ask {
    set_tags("b", tags_document(tags))
}

/// Under a condition on tags.
fn where_tags(ask: Ask, condition: &str) -> Ask {
    ask.with("x-ms-if-tags", condition)
}

/// The same in the version that brought tags.
fn later(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2019_12_12)).collect()
}

/// A blob with two tags, reads of it under these conditions, and a write.
fn read_where(conditions: &[&str]) -> Vec<Step> {
    let mut steps = steps![put("b", "1"), set(&[("a", "1"), ("b c", "x y")])];
    steps.extend(conditions.iter().map(|condition| Step::from(where_tags(get("b"), condition))));
    later(steps)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [stored(), written::checks(), counted(), refused(), limits(), conditions()].concat()
}

fn stored() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.set",
            "Tags are replaced as a whole, and come back by their keys in order",
            "They are merged, or come back in the order of a map.",
            [BLOB_TAGS_SET],
            later(steps![
                put("b", "1"),
                get_tags("b"),
                set(&[("b", "2"), ("a", "1"), ("B", "3"), ("10", "x"), ("9", "y")]),
                get_tags("b"),
                set(&[("c", "4")]),
                get_tags("b"),
                set(&[]),
                get_tags("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.characters",
            "Keys and values of tags may hold blanks and the signs that are allowed, and values may be empty",
            "They are names of XML, or of headers.",
            [BLOB_TAGS_SET],
            later(steps![
                put("b", "1"),
                set(&[("a b", "c d"), ("x+y-z.q/r:s=t_u", "+ -./:=_"), ("empty", "")]),
                get_tags("b"),
                head("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.no-etag",
            "Tags change neither ETag nor Last-Modified of their blob",
            "What is stored is stored anew.",
            [BLOB_TAGS_SET],
            later(steps![
                put("b", "1"),
                set(&[("a", "1")]),
                get("b").if_match("${etag:0}"),
                head("b").if_none_match("${etag:0}"),
                set(&[]),
                get("b").if_match("${etag:0}"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.isolated",
            "Each blob has tags of its own",
            "They are kept for the container.",
            [BLOB_TAGS_SET],
            later(steps![
                put("b", "1"),
                put("c", "1"),
                set(&[("a", "1")]),
                get_tags("c"),
                set_tags("c", tags_document(&[("b", "2")])),
                get_tags("b"),
                get_tags("c"),
                list().including("tags"),
            ])
        ),
    ]
}

fn counted() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.count-shown",
            "How many tags a blob has is told by GET and HEAD, and nothing where it has none",
            "It is told by HEAD, or as zero.",
            [BLOB_TAGS_COUNT_SHOWN],
            later(steps![
                put("b", "1"),
                head("b"),
                get("b"),
                set(&[("a", "1"), ("b", "2"), ("c", "3")]),
                head("b"),
                get("b"),
                get("b").range("0-0"),
                set(&[("a", "1")]),
                head("b"),
                set(&[]),
                head("b"),
                get("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.listed",
            "Tags are listed where that is asked for",
            "They are listed always, or never.",
            [BLOB_LISTING_TAGS],
            later(steps![
                put("b", "1"),
                put("c", "1"),
                set(&[("a", "1"), ("b", "2")]),
                list(),
                list().including("tags"),
                list().including("tags,metadata"),
                snapshot("b"),
                list().including("tags,snapshots"),
            ])
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.malformed",
            "What is no document of tags is refused, and the tags stay",
            "The parser's exception becomes an internal error, or there are none then.",
            [BLOB_TAGS_MALFORMED],
            later(steps![
                put("b", "1"),
                set(&[("a", "1")]),
                set_tags("b", "text"),
                set_tags("b", "{}"),
                set_tags("b", "<Tags>"),
                set_tags("b", "<other/>"),
                set_tags("b", "<Tags><TagSet><Tag></TagSet></Tags>"),
                get_tags("b"),
                head("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.of-nothing",
            "What is not there has no tags, and gets none",
            "Tags are kept apart from the blobs.",
            [BLOB_READ_MISSING, BLOB_CONTAINERS_MISSING],
            later(steps![
                get_tags("b"),
                set(&[("a", "1")]),
                get_tags("b").on(absent()),
                set(&[("a", "1")]).on(absent()),
                put("b", "1"),
                get_tags("b"),
                list(),
            ])
        ),
    ]
}

/// Each of these tags is set by its own request; none is kept.
fn unset(tags: &[&[(&str, &str)]]) -> Vec<Step> {
    let mut steps = steps![put("b", "1"), set(&[("kept", "1")])];
    steps.extend(tags.iter().map(|tags| set(tags).into()));
    steps.extend(steps![get_tags("b"), head("b")]);
    later(steps)
}

fn limits() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.count",
            "A blob has ten tags at most, set or put",
            "There is no limit, or ten are too many.",
            [BLOB_TAGS_LIMITS, BLOB_TAGS_SET],
            {
                let numbered =
                    |count: u8| (b'a'..b'a' + count).map(|name| char::from(name).to_string()).collect::<Vec<_>>();
                let document = |count| {
                    let names = numbered(count);
                    tags_document(&names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>())
                };
                let header =
                    |count| numbered(count).iter().map(|name| format!("{name}=1")).collect::<Vec<_>>().join("&");
                later(steps![
                    put("b", "1"),
                    set_tags("b", document(10)),
                    get_tags("b"),
                    set_tags("b", document(11)),
                    get_tags("b"),
                    put("c", "1").with("x-ms-tags", header(11)),
                    head("c"),
                    put("c", "1").with("x-ms-tags", header(10)),
                    head("c"),
                    put("b", "2").with("x-ms-tags", header(11)),
                    get("b"),
                    create_append("d").with("x-ms-tags", header(11)),
                    create_page("e", 512).with("x-ms-tags", header(11)),
                    list().including("tags"),
                ])
            }
        ),
        check!(
            BlobTags,
            "blob.tags.keys",
            "A key of a tag has 1 to 128 characters",
            "There is no limit, or that of metadata.",
            [BLOB_TAGS_LIMITS, BLOB_TAGS_SET],
            {
                let mut steps = unset(&[&[("", "1")], &[(&"k".repeat(129), "1")], &[("a", "1"), ("", "2")]]);
                steps.extend(later(steps![
                    set(&[(&"k".repeat(128), "1")]),
                    get_tags("b"),
                    set(&[("k", "1")]),
                    get_tags("b")
                ]));
                steps
            }
        ),
        check!(
            BlobTags,
            "blob.tags.values",
            "A value of a tag has 256 characters at most",
            "There is no limit, or that of keys.",
            [BLOB_TAGS_LIMITS, BLOB_TAGS_SET],
            {
                let mut steps = unset(&[&[("a", &"v".repeat(257))], &[("a", "1"), ("b", &"v".repeat(257))]]);
                steps.extend(later(steps![
                    set(&[("a", &"v".repeat(256))]),
                    get_tags("b"),
                    set(&[("a", "")]),
                    get_tags("b")
                ]));
                steps
            }
        ),
        check!(
            BlobTags,
            "blob.tags.other-characters",
            "Keys and values have no other characters than letters, digits, blanks and some signs",
            "Whatever is XML is kept.",
            [BLOB_TAGS_LIMITS],
            unset(&[
                &[("a#", "1")],
                &[("a", "1#")],
                &[("a,b", "1")],
                &[("a", "(1)")],
                &[("a@b", "1")],
                &[("a", "1;2")],
                &[("a!", "1")],
                &[("a", "\u{e9}")],
                &[("\u{e9}", "1")],
                &[("a", "1*2")],
                &[("a", "1%2")],
                &[("a~", "1")],
            ])
        ),
    ]
}

fn conditions() -> Vec<Check> {
    vec![
        check!(
            BlobTags,
            "blob.tags.condition",
            "Reads and writes depend on tags where they say so",
            "The header is not looked at.",
            [BLOB_CONDITIONS_TAGS],
            later(steps![
                put("b", "1"),
                set(&[("a", "1")]),
                where_tags(get("b"), "\"a\" = '1'"),
                where_tags(get("b"), "\"a\" = '2'"),
                where_tags(head("b"), "\"a\" = '2'"),
                where_tags(set_metadata("b"), "\"a\" = '2'"),
                where_tags(put("b", "2"), "\"a\" = '2'"),
                where_tags(delete("b"), "\"a\" = '2'"),
                where_tags(get_tags("b"), "\"a\" = '2'"),
                where_tags(set(&[]), "\"a\" = '2'"),
                get("b"),
                where_tags(delete("b"), "\"a\" = '1'"),
                get("b"),
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.condition-operators",
            "Tags are compared as text, by each operator",
            "All that is not equal is taken for equal, or numbers are compared as such.",
            [BLOB_CONDITIONS_TAGS],
            read_where(&[
                "\"a\" <> '1'",
                "\"a\" <> '2'",
                "\"a\" > '0'",
                "\"a\" > '1'",
                "\"a\" >= '1'",
                "\"a\" < '10'",
                "\"a\" <= '1'",
                "\"a\" < '1'",
                "\"a\" <= '0'",
                "a = '1'",
                "\"b c\" = 'x y'",
                "\"absent\" = '1'",
            ])
        ),
        check!(
            BlobTags,
            "blob.tags.condition-words",
            "Conditions are joined by AND, which binds stronger than OR",
            "The first one is asked, or the last.",
            [BLOB_CONDITIONS_TAGS],
            read_where(&[
                "\"a\" = '1' AND \"b c\" = 'x y'",
                "\"a\" = '1' AND \"b c\" = 'z'",
                "\"a\" = '2' AND \"b c\" = 'x y'",
                "\"a\" = '2' OR \"b c\" = 'x y'",
                "\"a\" = '2' OR \"b c\" = 'z'",
                "\"a\" = '1' OR \"a\" = '2' AND \"b c\" = 'z'",
                "\"a\" > '0' AND \"a\" < '2'",
                "\"a\" > '1' AND \"a\" < '2'",
            ])
        ),
    ]
}
