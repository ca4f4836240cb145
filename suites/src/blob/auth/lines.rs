//! The lines of what Shared Key signs that most requests leave empty: the length of the body, and standard headers.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, StepExt as _, create, delegation_key, further, get, get_block_list, get_metadata, head, list, put,
    put_block, set_metadata, set_properties, snapshot,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Auth, SignedPart, Step};

/// Standard headers that have a line, each with a value under which a blob is read.
const STANDARD: [(&str, &str); 7] = [
    ("content-encoding", "identity"),
    ("content-language", "en"),
    ("range", "bytes=0-511"),
    ("if-modified-since", "Sat, 01 Jan 2000 00:00:00 GMT"),
    ("if-match", "*"),
    ("if-none-match", "\"0x8D0000000000000\""),
    ("if-unmodified-since", "Fri, 01 Jan 2100 00:00:00 GMT"),
];

/// A signature by Shared Key over this header in place of the one that is sent.
fn over(header: &str) -> Auth {
    Auth::SignedOver { lite: false, part: SignedPart::Header, value: header.to_owned() }
}

/// Operations that send nothing, by a method that could.
fn without_body() -> [Ask; 4] {
    [
        create(further("x")),
        set_metadata("b").with_metadata(&[("a", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "text/plain"),
        snapshot("b"),
    ]
}

/// Operations without a body, each with its own signature and with one over a length that it has not.
fn bodiless_in(versions: &[Version]) -> Vec<Step> {
    let mut script = steps![put("b", "1")];
    for &version in versions {
        script.extend(without_body().map(|ask| ask.version(version)));
        script.extend(without_body().map(|ask| ask.version(version).auth(over("content-length: 1"))));
    }
    script.extend(steps![head("b"), get_metadata("b")]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.content-length-signed",
            "A signature covers the length of what is sent",
            "The line is left empty, as it is where nothing is sent.",
            [BLOB_AUTH_CONTENT_LENGTH_SIGNED, BLOB_AUTH_SIGNATURE],
            {
                let mut script = steps![put("b", "1")];
                for header in ["content-length: ", "content-length: 100", "content-length: 0"] {
                    let asks = [put("b", "2"), put("c", "2"), put_block("b", "1", "2")];
                    script.extend(asks.map(|ask| ask.auth(over(header))));
                }
                script.extend(steps![
                    put("b", "2").auth(over("content-length: ")).version(Version::V2014_02_14),
                    put("b", "2").auth(over("content-length: ")).version(Version::V2020_12_06),
                    get("b"),
                    get_block_list("b", "all"),
                    list(),
                    put("b", "3"),
                    get("b"),
                ]);
                script
            }
        ),
        check!(
            BlobAuth,
            "blob.auth.zero-signed",
            "Up to 2014-02-14, a length of 0 is signed as the digit",
            "The text of the newest version is that of all.",
            [BLOB_AUTH_ZERO_LENGTH, BLOB_AUTH_SIGNATURE],
            {
                let mut script = bodiless_in(&[Version::V2013_08_15]);
                for version in [Version::V2012_02_12, Version::V2014_02_14] {
                    script.extend(without_body().map(|ask| ask.version(version).auth(over("content-length: "))));
                }
                script
            }
        ),
        check!(
            BlobAuth,
            "blob.auth.zero-unsigned",
            "Since 2015-02-21, a length of 0 is signed as nothing",
            "The line says what the header says, as all others do.",
            [BLOB_AUTH_ZERO_LENGTH, BLOB_AUTH_SIGNATURE],
            bodiless_in(&[Version::V2015_02_21, Version::V2020_12_06])
        ),
        check!(
            BlobAuth,
            "blob.auth.standard-headers-signed",
            "A signature covers each standard header that has a line in it",
            "Their lines are written as empty.",
            [BLOB_AUTH_STANDARD_HEADERS_SIGNED, BLOB_AUTH_SIGNATURE],
            {
                let mut script = steps![put("b", "1")];
                for (name, value) in STANDARD {
                    let unsigned = over(&format!("{name}: "));
                    script.push(get("b").with(name, value).auth(unsigned.clone()));
                    script.push(put("b", "2").with(name, value).auth(unsigned));
                }
                script.push(get("b").into());
                script
            }
        ),
        check!(
            BlobAuth,
            "blob.auth.standard-headers-unsent",
            "A signature over a standard header that is not sent, or with another value, is refused",
            "Lines that are seldom used are not compared.",
            [BLOB_AUTH_SIGNATURE, BLOB_AUTH_STANDARD_HEADERS_SIGNED],
            {
                let mut script = steps![put("b", "1")];
                for (name, value) in STANDARD {
                    script.push(get("b").auth(over(&format!("{name}: {value}"))));
                    script.push(get_metadata("b").with(name, value).auth(over(&format!("{name}: other"))));
                }
                script.push(get("b").into());
                script
            }
        ),
        check!(
            BlobAuth,
            "blob.auth.delegation-keys",
            "Who holds the key of the account gets no key for signatures of users",
            "Whoever may do everything may do this, too.",
            [BLOB_AUTH_DELEGATION_KEYS],
            {
                let asked = |times: &str| {
                    delegation_key(format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><KeyInfo>{times}</KeyInfo>"))
                };
                let whole = "<Start>2026-01-01T00:00:00Z</Start><Expiry>2036-01-01T00:00:00Z</Expiry>";
                steps![
                    asked(whole).version(Version::V2018_11_09),
                    asked(whole).version(Version::V2020_12_06),
                    asked("<Expiry>2036-01-01T00:00:00Z</Expiry>").version(Version::V2020_12_06),
                    asked(whole).version(Version::V2020_12_06).auth(Auth::SharedKeyLite),
                    asked(whole).version(Version::V2020_12_06).auth(Auth::WrongKey),
                ]
            }
        ),
    ]
}
