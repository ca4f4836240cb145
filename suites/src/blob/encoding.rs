//! Percent, plus, quotes and Unicode in the names of blobs, on the way to the service and back.

use super::each::all;
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, bare_request, block_list, delete, get, get_block_list, get_metadata,
    get_tags, head, lease, list, put, put_block, put_block_list, set_metadata, set_properties, set_tags, snapshot,
    tags_document,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use crate::steps::RawExt as _;
use tablestakes_reference::history::{KeyEncoding, Step};

const SUITE: Suite = Suite::Encoding;

/// Blobs of these names, each with another content; reads of all; and the listing.
fn kept(names: &[&str]) -> Vec<Step> {
    let puts = names.iter().map(|name| Step::from(put(name, format!("of {name}"))));
    puts.chain(names.iter().map(|name| Step::from(get(name)))).chain([Step::from(list())]).collect()
}

/// The same, written in this way.
fn written(names: &[&str], keys: KeyEncoding) -> Vec<Step> {
    kept(names).into_iter().map(|step| step.keys_as(keys)).collect()
}

/// Blobs of these names, written in the first way and read in the second.
fn across(names: &[&str], first: KeyEncoding, second: KeyEncoding) -> Vec<Step> {
    let puts = names.iter().map(|name| put(name, format!("of {name}")).keys_as(first));
    puts.chain(names.iter().map(|name| get(name).keys_as(second))).chain([Step::from(list())]).collect()
}

/// What may stand in a path as it is, and is something else in a query, a form, a file name or a shell.
const SIGNS: [&str; 9] = ["a!b", "a$b", "a&b", "a'b", "(a)", "a*b", "a,b;c", "a=b:c", "a@b~c"];
/// What must be percent-encoded in a path.
const OTHERS: [&str; 9] = ["a b", "a\"b", "a#b", "a<b>c", "a?b", "a[b]", "a^b", "a`b", "a{b|c}"];
/// What is decoded twice if it is decoded too often.
const PERCENTS: [&str; 8] = ["a%20b", "a%2Fb", "100%", "%", "%25", "a%2520b", "%zz", "a%2Bb"];
/// Scripts, planes, and characters that look alike.
const UNICODE: [&str; 9] = [
    "\u{e9}",
    "e\u{301}",
    "\u{4e16}\u{754c}",
    "\u{1f600}",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "\u{df}\u{fb01}",
    "\u{130}\u{131}",
    "\u{feff}a",
    "\u{10ffff}",
];

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [characters(), spellings(), addresses()].concat()
}

fn characters() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.encoding.signs",
            "Signs that may stand in a path are those of the name, encoded or not",
            "Some are decoded by no one, and some are not encoded in listings.",
            [BLOB_NAMES_DECODED_ONCE],
            kept(&SIGNS)
        ),
        check!(
            BlobCore,
            "blob.encoding.others",
            "Signs that must be percent-encoded in a path are those of the name",
            "A question mark begins a query wherever it came from.",
            [BLOB_NAMES_DECODED_ONCE],
            kept(&OTHERS)
        ),
        check!(
            BlobCore,
            "blob.encoding.percents",
            "A percent sign in a name is one, whatever stands behind it",
            "Names are decoded twice, or until there is nothing left to decode.",
            [BLOB_NAMES_DECODED_ONCE],
            kept(&PERCENTS)
        ),
        check!(
            BlobCore,
            "blob.encoding.plus",
            "A plus sign in a name is one, encoded or not, and a blank is another name",
            "Paths are decoded by the rules of a form.",
            [BLOB_NAMES_PLUS],
            [
                put("a+b", "plus"),
                put("a b", "blank"),
                get("a+b"),
                get("a b"),
                get("a%2Bb"),
                put("+", "1"),
                put(" ", "2"),
                get("+"),
                get(" "),
                delete("a+b"),
                get("a b"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.encoding.blanks",
            "Blanks at the beginning, at the end and alone are those of the name",
            "Names are trimmed.",
            [BLOB_READ_MISSING],
            kept(&[" a", "a ", " a ", "a", "  ", " ", "a  b", "a b"])
        ),
        check!(
            BlobCore,
            "blob.encoding.unicode",
            "Characters of every plane are those of the name, and are not normalised",
            "Octets are read as Latin-1, or names that look alike are made one.",
            [BLOB_NAMES_DECODED_ONCE, BLOB_LISTING_ORDER],
            kept(&UNICODE)
        ),
        check!(
            BlobCore,
            "blob.encoding.markup",
            "Markup in a name comes back in a listing as it was sent",
            "Listings are put together from strings.",
            [BLOB_LISTING_ORDER],
            kept(&["<Name>", "a&amp;b", "a&lt;b", "<!--", "]]>", "<![CDATA[x]]>", "&#65;", "a\"b'c"])
        ),
        check!(
            BlobCore,
            "blob.encoding.not-xml",
            "Characters that XML cannot hold may be in a name",
            "They are refused, or end up in a listing that nobody can read.",
            [BLOB_LISTING_ENCODED_NAMES],
            kept(&["a\u{ffff}", "\u{fffe}/b", "plain", "a\u{ffff}/b c%"])
        ),
    ]
}

fn spellings() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.encoding.raw-signs",
            "Signs that may stand in a path unencoded are those of the name",
            "Clients encode them, and nobody saw them raw.",
            [BLOB_NAMES_PLUS, BLOB_NAMES_DECODED_ONCE],
            written(&["a!b", "a$b", "a&b", "a'b", "(a)", "a*b", "a,b;c", "a=b:c", "a+b"], KeyEncoding::Minimal)
        ),
        check!(
            BlobCore,
            "blob.encoding.everything",
            "Letters, digits and slashes may be percent-encoded as well",
            "A slash that is encoded is not one, or the signature is made of what was decoded.",
            [BLOB_NAMES_DECODED_ONCE],
            written(&["abc", "a/b/c", "A-1_.~", "\u{e9}", "%41", "a+b c"], KeyEncoding::Everything)
        ),
        check!(
            BlobCore,
            "blob.encoding.lower-hex",
            "Small hexadecimal digits are as good as capital ones",
            "The signature is made of an address that was encoded anew.",
            [BLOB_NAMES_DECODED_ONCE],
            written(&["a b", "\u{e9}/\u{4e16}", "a+b", "a%2fb", "[x]", "a?b"], KeyEncoding::LowerHex)
        ),
        check!(
            BlobCore,
            "blob.encoding.encoded-then-raw",
            "What was written percent-encoded is read raw",
            "Blobs are kept by their addresses as they were written.",
            [BLOB_NAMES_DECODED_ONCE, BLOB_NAMES_PLUS],
            across(&["a,b", "a+b", "(a)/b'c", "a=b&c", "~a@b:c"], KeyEncoding::Everything, KeyEncoding::Minimal)
        ),
        check!(
            BlobCore,
            "blob.encoding.raw-then-encoded",
            "What was written raw is read percent-encoded",
            "Blobs are kept by their addresses as they were written.",
            [BLOB_NAMES_DECODED_ONCE, BLOB_NAMES_PLUS],
            across(&["a,b", "a+b", "(a)/b'c", "a=b&c", "~a@b:c"], KeyEncoding::Minimal, KeyEncoding::LowerHex)
        ),
        check!(
            BlobCore,
            "blob.encoding.slash",
            "An encoded slash in a name is a slash",
            "It is a character of the name that is no slash.",
            [BLOB_NAMES_DECODED_ONCE],
            [
                put("a/b", "1").keys_as(KeyEncoding::Everything),
                Step::from(get("a/b")),
                Step::from(bare_request("GET", "/${container}/a%2fb")),
                Step::from(bare_request("PUT", "/${container}/c%2F").field("x-ms-blob-type", "BlockBlob").text("2")),
                Step::from(get("c/")),
                Step::from(list().option("delimiter", "/")),
            ]
            .to_vec()
        ),
    ]
}

fn addresses() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.encoding.every-operation",
            "Every operation finds the blob by a name with special characters",
            "One of them decodes its path by itself.",
            [BLOB_NAMES_DECODED_ONCE, BLOB_NAMES_PLUS],
            {
                let name = "dir/a+b %25\u{e9}#?.txt";
                steps![
                    put_block(name, "1", "block"),
                    put_block_list(name, block_list(&[("Latest", "1")])),
                    get_block_list(name, "all"),
                    set_metadata(name).with_metadata(&[("m", "1")]),
                    set_properties(name).with("x-ms-blob-content-type", "a/b"),
                    snapshot(name),
                    set_tags(name, tags_document(&[("a", "1")])),
                    get_tags(name),
                    acquire_lease(name, 15),
                    lease(name, "break").with("x-ms-lease-break-period", "0"),
                    get(name),
                    head(name),
                    get_metadata(name),
                    delete(name).with("x-ms-delete-snapshots", "include"),
                    list().including("snapshots"),
                ]
            }
        ),
        check!(
            BlobCore,
            "blob.encoding.prefixes",
            "Prefixes and delimiters with special characters find names that have them",
            "They are decoded otherwise than names are.",
            [BLOB_LISTING_PREFIX, BLOB_LISTING_DELIMITER, BLOB_ADDRESS_PERCENT_ONCE],
            [
                all(["a+b/1", "a b/2", "a%20b/3", "\u{e9}/4", "a&b/5", "a#b/6"].map(|name| put(name, "x"))),
                all(["a+b", "a b", "a%20b", "\u{e9}", "a&b", "a#b/"].map(|prefix| list().option("prefix", prefix))),
                all(["+", " ", "%", "\u{e9}", "&", "/"].map(|delimiter| list().option("delimiter", delimiter))),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.encoding.options",
            "Values of options are decoded once, and names of options may be encoded",
            "The framework decodes the query, and the code does so again.",
            [BLOB_ADDRESS_PERCENT_ONCE, BLOB_ADDRESS_ENCODED_OPTION_NAMES, BLOB_ADDRESS_PLUS_IS_BLANK],
            [
                put("a b", "1").with_metadata(&[("m", "1")]).into(),
                Step::from(bare_request("GET", "/${container}/a%20b?c%6Fmp=metadata")),
                Step::from(bare_request("GET", "/${container}/a%20b?comp=metadat%61")),
                Step::from(bare_request("GET", "/${container}?restype=container&comp=list&prefix=a+")),
                Step::from(bare_request("GET", "/${container}?restype=container&comp=list&prefix=a%2B")),
                Step::from(bare_request("GET", "/${container}?restype=contain%65r&comp=list&prefix=a%2520")),
            ]
            .to_vec()
        ),
        check!(
            BlobCore,
            "blob.encoding.content",
            "Content is not touched by what the names of blobs go through",
            "A filter decodes whatever it sees.",
            [BLOB_READ_LENGTH],
            [
                put("b", "a%20b+c&d=e%"),
                get("b"),
                put("c", "\u{feff}\u{e9}\u{1f600}\r\n").with("x-ms-blob-content-type", "text/plain; charset=utf-16"),
                get("c"),
                put("d", "{\"a\": 1}").with("x-ms-blob-content-type", "application/json"),
                get("d"),
                put("e", "<?xml version=\"1.0\"?><Error><Code>X</Code></Error>")
                    .with("x-ms-blob-content-type", "application/xml"),
                get("e"),
                put("f", "a=b&c=d").with("Content-Type", "application/x-www-form-urlencoded"),
                get("f"),
            ]
        ),
    ]
}
