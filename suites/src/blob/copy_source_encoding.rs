//! How the address of a source is read: as a path is, and before 2012-02-12 as a query's value is.

use super::each::all;
use super::steps::{
    AskExt as _, StepExt as _, block_list, container, copy_from, get, head, list, put, put_block_from_url,
    put_block_list, put_from_url, set_acl, url,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::CopySourceEncoding;

/// Blobs of these names, each holding its name; then copies from these addresses, and what came of them.
fn copies(names: &[&str], sources: &[&str]) -> Vec<Step> {
    let puts = names.iter().map(|name| Step::from(put(name, format!("of {name}"))));
    let copied = sources.iter().enumerate().flat_map(|(number, source)| {
        let target = format!("copy{number}");
        steps![copy_from(&target, url(source)), get(&target)]
    });
    puts.chain(copied).collect()
}

/// The same by the old form of a source, in the last version that has it.
fn old_copies(names: &[&str], sources: &[&str]) -> Vec<Step> {
    let puts = names.iter().map(|name| Step::from(put(name, format!("of {name}"))));
    let copied = sources.iter().enumerate().flat_map(|(number, source)| {
        let target = format!("copy{number}");
        let address = format!("/${{account}}/{}/{source}", container());
        steps![copy_from(&target, address).version(Version::V2011_08_18), get(&target)]
    });
    puts.chain(copied).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy-source-encoding.plus",
            "A plus sign in the address of a source is one, encoded or not",
            "It is a blank, as it was before 2012-02-12.",
            [BLOB_COPY_SOURCE_AS_PATH],
            copies(&["a+b", "a b"], &["a+b", "a%2Bb", "a%20b", "a%2bb"])
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.plus-alone",
            "A plus sign in the address of a source does not find a name with a blank",
            "It is a blank, as it was before 2012-02-12.",
            [BLOB_COPY_SOURCE_AS_PATH, BLOB_COPY_SOURCE_ABSENT],
            [copies(&["a b", "c+d"], &["a+b", "c%20d"]), all([head("copy0"), head("copy1"), list()]),].concat()
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.percent",
            "The address of a source is decoded once",
            "It is decoded twice, or not at all.",
            [BLOB_COPY_PROPERTIES, BLOB_COPY_SOURCE_ABSENT],
            copies(&["a%20b", "a b", "100%", "a%2Fb"], &["a%2520b", "a%20b", "100%25", "a%252Fb", "a%2Fb"])
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.unicode",
            "Characters of every plane in a source are percent-encoded as UTF-8",
            "Headers are read as Latin-1, and the address with them.",
            [BLOB_COPY_PROPERTIES, BLOB_COPY_SHOWN],
            copies(
                &["\u{e9}", "\u{4e16}/\u{754c}", "\u{1f600}"],
                &["%C3%A9", "%e4%b8%96/%E7%95%8C", "%F0%9F%98%80", "%E4%B8%96%2F%E7%95%8C"]
            )
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.signs",
            "Signs in a source are those of the name, encoded or not",
            "The address is taken apart as a query is, or encoded anew.",
            [BLOB_COPY_PROPERTIES],
            copies(
                &["a,b;c=d&e", "(a)'b", "a?b#c"],
                &["a,b;c=d&e", "a%2Cb%3Bc%3Dd%26e", "(a)'b", "%28a%29%27b", "a%3Fb%23c"]
            )
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.slashes",
            "Slashes in a source are kept, and an encoded one is a slash",
            "Paths are tidied up.",
            [BLOB_COPY_PROPERTIES, BLOB_COPY_SOURCE_ABSENT],
            copies(&["a/b", "a//b", "/a", "a/"], &["a/b", "a%2Fb", "a//b", "/a", "a/", "a"])
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.shown",
            "The source is told as it was sent",
            "It is decoded, or encoded anew.",
            [BLOB_COPY_SHOWN, BLOB_LISTING_COPY],
            [
                copies(&["a+b (c)"], &["a+b%20(c)", "a%2Bb%20%28c%29", "%61%2bb%20(c)"]),
                all([head("copy0"), head("copy1"), head("copy2"), list().including("copy")]),
            ]
            .concat()
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.old-plus",
            "Before 2012-02-12 a plus sign in a source is a blank, and an encoded one is a plus sign",
            "What holds today is taken for all versions.",
            [BLOB_COPY_SOURCE_AS_QUERY],
            old_copies(&["a+b", "a b"], &["a+b", "a%2Bb", "a%20b"])
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.old-percent",
            "Before 2012-02-12 the name of a source is decoded once, too",
            "It is taken as it is written.",
            [BLOB_COPY_SOURCE_AS_QUERY, BLOB_COPY_PROPERTIES],
            old_copies(&["a%20b", "a b+c", "\u{e9}/x"], &["a%2520b", "a+b%2Bc", "%C3%A9/x"])
        ),
        check!(
            BlobCopy,
            "blob.copy-source-encoding.from-url",
            "Other writes from elsewhere read the address of their source as Copy Blob does",
            "They have code of their own.",
            [BLOB_COPY_SOURCE_AS_PATH],
            {
                let version = Version::V2021_12_02;
                steps![
                    set_acl("").with("x-ms-blob-public-access", "blob").version(version),
                    put("a+b", "plus").version(version),
                    put("a b", "blank").version(version),
                    put("a%20b\u{e9}", "percent").version(version),
                    put_from_url("c1", url("a+b")).version(version),
                    get("c1").version(version),
                    put_from_url("c2", url("a%2520b%C3%A9")).version(version),
                    get("c2").version(version),
                    put_block_from_url("c3", "1", url("a+b")).version(version),
                    put_block_from_url("c3", "2", url("a%20b")).version(version),
                    put_block_from_url("c3", "3", url("a%2Bb")).version(version),
                    put_block_list("c3", block_list(&[("Latest", "1"), ("Latest", "2"), ("Latest", "3")]))
                        .version(version),
                    get("c3").version(version),
                ]
            }
        ),
    ]
}
