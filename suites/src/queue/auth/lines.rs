//! What signatures of queues cover and those of tables do not: the length of the body, and the standard headers. And HEAD, by
//! every kind of authorization.

use super::{SUITE, minutes};
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    SasExt as _, StepExt as _, account_sas, bare_request, create_with, further, get_one, list, metadata, peek,
    policies, policy_document, put, queue_sas, set_metadata, set_policies, update, whole_policy,
};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, SignedPart, Step};
use tablestakes_reference::queue::Ask;

/// The headers that have a line of their own in what is signed, each with a value that it may have.
const STANDARD: [(&str, &str); 7] = [
    ("content-encoding", "identity"),
    ("content-language", "en"),
    ("range", "bytes=0-511"),
    ("if-modified-since", "Sat, 01 Jan 2000 00:00:00 GMT"),
    ("if-match", "\"0x8D0000000000000\""),
    ("if-none-match", "\"0x8D0000000000000\""),
    ("if-unmodified-since", "Fri, 01 Jan 2100 00:00:00 GMT"),
];

/// A signature by Shared Key over this header in place of the one that is sent.
fn over(header: &str) -> Auth {
    Auth::SignedOver { lite: false, part: SignedPart::Header, value: header.to_owned() }
}

/// Operations that send nothing, by a method that could.
fn without_body() -> [Ask; 4] {
    [create_with(further("x"), &[("a", "1")]), set_metadata(&[("b", "2")]), set_policies(""), update(1, 1, 60, None)]
}

/// Each of those in these versions: a message that step 1 took, the operations as they are to be signed, and then with a length
/// of one octet in what is signed.
fn bodiless_in(versions: &[Version]) -> Vec<Step> {
    let mut script = steps![put("a"), get_one()];
    for &version in versions {
        script.extend(without_body().map(|ask| ask.version(version)));
        script.extend(without_body().map(|ask| ask.version(version).auth(over("content-length: 1"))));
    }
    script.extend(steps![metadata(), list(further(""))]);
    script
}

/// Asks for the metadata with HEAD, authorized so.
fn head_by(auth: Auth) -> Step {
    bare_request("HEAD", "/${queue}?comp=metadata").auth(auth)
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [lengths(), headers(), head()].concat()
}

fn lengths() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.content-length-signed",
            "A signature covers the length of what is sent",
            "The line is left empty, as it is where nothing is sent.",
            [QUEUE_AUTH_CONTENT_LENGTH_SIGNED, QUEUE_AUTH_SIGNATURE],
            {
                let mut script = steps![put("a"), get_one()];
                for header in ["content-length: ", "content-length: 1", "content-length: 0"] {
                    let asks =
                        [put("b"), update(1, 1, 0, Some("c")), set_policies(policy_document(&whole_policy("a")))];
                    script.extend(asks.map(|ask| ask.auth(over(header))));
                }
                script.extend(steps![
                    put("b").auth(over("content-length: ")).version(Version::V2014_02_14),
                    put("b").auth(over("content-length: ")).version(Version::V2020_12_06),
                    peek(),
                    policies(),
                    put("d"),
                    peek(),
                ]);
                script
            }
        ),
        check!(
            QueueAuth,
            "queue.auth.zero-signed",
            "Up to 2014-02-14, a length of 0 is signed as the digit",
            "The text of the newest version is that of all.",
            [QUEUE_AUTH_ZERO_LENGTH, QUEUE_AUTH_SIGNATURE],
            {
                let mut script = bodiless_in(&[Version::V2011_08_18, Version::V2012_02_12, Version::V2013_08_15]);
                for version in [Version::V2012_02_12, Version::V2014_02_14] {
                    script.extend(without_body().map(|ask| ask.version(version).auth(over("content-length: "))));
                }
                script
            }
        ),
        check!(
            QueueAuth,
            "queue.auth.zero-unsigned",
            "Since 2015-02-21, a length of 0 is signed as nothing",
            "The line says what the header says, as all others do.",
            [QUEUE_AUTH_ZERO_LENGTH, QUEUE_AUTH_SIGNATURE],
            bodiless_in(&[Version::V2015_02_21, Version::V2015_12_11, Version::V2019_07_07, Version::V2020_12_06])
        ),
    ]
}

fn headers() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.standard-headers-signed",
            "A signature covers each standard header that has a line in it",
            "Queues are asked without them, and so their lines are written as empty.",
            [QUEUE_AUTH_STANDARD_HEADERS_SIGNED, QUEUE_AUTH_SIGNATURE],
            {
                let mut script = steps![put("a")];
                for (name, value) in STANDARD {
                    let unsigned = over(&format!("{name}: "));
                    script.push(peek().header(name, value).auth(unsigned.clone()));
                    script.push(put("b").header(name, value).auth(unsigned));
                }
                script.push(peek().into());
                script
            }
        ),
        check!(
            QueueAuth,
            "queue.auth.standard-headers-unsent",
            "A signature over a standard header that is not sent, or with another value, is refused",
            "Lines that are seldom used are not compared.",
            [QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_STANDARD_HEADERS_SIGNED],
            {
                let mut script = steps![put("a")];
                for (name, value) in STANDARD {
                    script.push(peek().auth(over(&format!("{name}: {value}"))));
                    script.push(metadata().header(name, value).auth(over(&format!("{name}: other"))));
                }
                script.push(peek().into());
                script
            }
        ),
    ]
}

fn head() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.head-refused",
            "HEAD is authenticated as GET is",
            "There is no body, and so there is nothing to protect.",
            [QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_REQUIRED, QUEUE_AUTH_OTHER_ACCOUNT, QUEUE_AUTH_TOO_OLD],
            [
                set_metadata(&[("a", "1")]),
                head_by(Auth::WrongKey),
                head_by(Auth::Anonymous),
                head_by(Auth::Shortened { lite: false }),
                head_by(Auth::Shortened { lite: true }),
                head_by(Auth::OtherAccount { account: "someoneelse".into() }),
                head_by(minutes(-20)),
                head_by(Auth::SignedOver { lite: false, part: SignedPart::Method, value: "GET".into() }),
                head_by(Auth::SharedKey),
                head_by(Auth::SharedKeyLite),
            ]
        ),
        check!(
            QueueSas,
            "queue.auth.head-by-sas",
            "HEAD needs the permission that GET needs, of each kind of SAS",
            "The table of permissions has a line for GET.",
            [
                QUEUE_SAS_QUEUE,
                QUEUE_SAS_ACCOUNT,
                QUEUE_SAS_QUEUE_PERMISSION,
                QUEUE_SAS_PERMISSION,
                QUEUE_SAS_RESOURCE_TYPE
            ],
            [
                set_metadata(&[("a", "1")]),
                head_by(queue_sas("r").auth()),
                head_by(queue_sas("aup").auth()),
                head_by(account_sas("r").for_types("q", "c").auth()),
                head_by(account_sas("wdlacup").for_types("q", "c").auth()),
                head_by(account_sas("rwdlacup").for_types("q", "so").auth()),
                metadata(),
            ]
        ),
    ]
}
