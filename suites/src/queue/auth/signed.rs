//! What a signature covers, part by part, in both schemes.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    AskExt as _, RawExt as _, StepExt as _, bare_request, clear, create, create_with, delete, delete_queue, further,
    get, get_one, list, message_document, metadata, peek, policies, policy_document, properties, put, set_metadata,
    set_policies, update, whole_policy,
};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, RawRequest, SignedPart, Step};
use tablestakes_reference::queue::Ask;

/// A body whose digest is known.
const DIGESTED: &str = "md5";
/// The digest of the document of [`DIGESTED`].
const MD5: &str = "s74mnVelNCoGe/pa0dSdvw==";
/// The digest of no body at all.
const MD5_OF_NOTHING: &str = "1B2M2Y8AsgTpgAmY7PhCfg==";
const LONG_AGO: &str = "Sat, 01 Jan 2000 00:00:00 GMT";
/// Below 2016-05-31 a header without a value is left out of what is signed, so that one signed so is not covered at all.
const BEFORE: Version = Version::V2015_12_11;

/// A signature by Shared Key over this in place of a part of the request.
fn over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: false, part, value: value.to_owned() }
}

/// The same by Shared Key Lite.
fn lite_over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: true, part, value: value.to_owned() }
}

/// Each of these with another method in its signature.
fn by_other_methods(sign: impl Fn(&str) -> Auth) -> Vec<Step> {
    let mut script = steps![put("a"), get_one()];
    let asks: [(Ask, &str); 14] = [
        (clear(), "GET"),
        (get(), "DELETE"),
        (peek(), "POST"),
        (put("b"), "GET"),
        (put("b"), "PUT"),
        (update(1, 1, 0, None), "DELETE"),
        (delete(1, 1), "PUT"),
        (delete_queue("${queue}"), "PUT"),
        (create(further("x")), "DELETE"),
        (set_metadata(&[("a", "1")]), "GET"),
        (metadata(), "PUT"),
        (set_policies(""), "GET"),
        (policies(), "PUT"),
        (list(further("")), "PUT"),
    ];
    script.extend(asks.into_iter().map(|(ask, method)| ask.auth(sign(method))));
    script.extend(steps![peek(), metadata(), list(further(""))]);
    script
}

/// Each of these without its query in what is signed: `comp` is its only option.
fn without_comp(sign: impl Fn(&str) -> Auth) -> Vec<Step> {
    let mut script: Vec<Step> = [metadata(), set_metadata(&[("a", "1")]), policies(), set_policies("")]
        .into_iter()
        .flat_map(|ask| [ask.clone().auth(sign("")), ask.auth(sign("list"))])
        .collect();
    script.extend(steps![
        bare_request("GET", "/?comp=list").auth(sign("")),
        properties().auth(sign("list")),
        delete_queue("${queue}").auth(sign("metadata")),
        create(further("x")).auth(sign("metadata")),
        metadata(),
        list(further("")),
    ]);
    script
}

fn digested() -> RawRequest {
    bare_request("POST", "/${queue}/messages")
        .field("Content-Type", "application/xml")
        .field("Content-MD5", MD5)
        .text(message_document(DIGESTED))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [lines(), resource()].concat()
}

fn lines() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.method-signed",
            "A signature for another method is refused",
            "What may read may clear, if the first line of what is signed is not compared.",
            [QUEUE_AUTH_METHOD_SIGNED],
            by_other_methods(|method| over(SignedPart::Method, method))
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-method-signed",
            "A Shared Key Lite signature for another method is refused",
            "The scheme is that of tables, which signs no method.",
            [QUEUE_AUTH_METHOD_SIGNED],
            by_other_methods(|method| lite_over(SignedPart::Method, method))
        ),
        check!(
            QueueAuth,
            "queue.auth.content-type-signed",
            "A signature covers Content-Type, where it is sent and where it is not",
            "The line is there and empty, as in half of the examples.",
            [QUEUE_AUTH_CONTENT_TYPE_SIGNED, QUEUE_AUTH_SIGNATURE],
            [
                put("a").header("Content-Type", "application/xml").auth(over(SignedPart::ContentType, "")),
                put("a").header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "")),
                put("a").header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "application/xml")),
                metadata().header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "")),
                set_policies(policy_document(&whole_policy("a")))
                    .header("Content-Type", "application/xml")
                    .auth(over(SignedPart::ContentType, "")),
                metadata().auth(over(SignedPart::ContentType, "application/xml")),
                clear().auth(over(SignedPart::ContentType, "application/xml")),
                put("b").header("Content-Type", "text/plain"),
                peek(),
                policies(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-content-type-signed",
            "A Shared Key Lite signature covers Content-Type",
            "The scheme is that of tables, which signs the date and the path.",
            [QUEUE_AUTH_CONTENT_TYPE_SIGNED, QUEUE_AUTH_LITE_SIGNATURE],
            [
                put("a").header("Content-Type", "application/xml").auth(lite_over(SignedPart::ContentType, "")),
                put("a").header("Content-Type", "text/plain").auth(lite_over(SignedPart::ContentType, "")),
                metadata().header("Content-Type", "text/plain").auth(lite_over(SignedPart::ContentType, "")),
                metadata().auth(lite_over(SignedPart::ContentType, "application/xml")),
                put("b").header("Content-Type", "text/plain").auth(Auth::SharedKeyLite),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.content-md5-signed",
            "A signature covers Content-MD5, where it is sent and where it is not",
            "Queues are asked without it, and the line is left out.",
            [QUEUE_AUTH_CONTENT_MD5_SIGNED, QUEUE_AUTH_SIGNATURE],
            [
                digested().auth(over(SignedPart::ContentMd5, "")),
                digested().auth(over(SignedPart::ContentMd5, MD5_OF_NOTHING)),
                metadata().header("Content-MD5", MD5_OF_NOTHING).auth(over(SignedPart::ContentMd5, "")),
                put("a").auth(over(SignedPart::ContentMd5, MD5)),
                metadata().auth(over(SignedPart::ContentMd5, MD5_OF_NOTHING)),
                peek(),
                digested(),
                metadata().header("Content-MD5", MD5_OF_NOTHING),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-content-md5-signed",
            "A Shared Key Lite signature covers Content-MD5",
            "The scheme is that of tables, which signs the date and the path.",
            [QUEUE_AUTH_CONTENT_MD5_SIGNED, QUEUE_AUTH_LITE_SIGNATURE],
            [
                digested().auth(lite_over(SignedPart::ContentMd5, "")),
                metadata().header("Content-MD5", MD5_OF_NOTHING).auth(lite_over(SignedPart::ContentMd5, "")),
                put("a").auth(lite_over(SignedPart::ContentMd5, MD5)),
                peek(),
                digested().auth(Auth::SharedKeyLite),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.date-signed",
            "A signature over another date is refused, in both schemes",
            "The date is looked at for its age, and not compared.",
            [QUEUE_AUTH_DATE_SIGNED, QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_LITE_SIGNATURE],
            [
                put("a"),
                peek().auth(over(SignedPart::Date, "")).version(BEFORE),
                peek().auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                put("b").auth(over(SignedPart::Date, LONG_AGO)),
                clear().auth(lite_over(SignedPart::Date, LONG_AGO)),
                clear().auth(over(SignedPart::Date, "")).version(BEFORE),
                list(further("")).auth(over(SignedPart::Date, "")).version(BEFORE),
                policies().auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                delete_queue("${queue}").auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                put("b").auth(over(SignedPart::Date, "")),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.headers-signed",
            "A signature covers every header that begins with x-ms-, in both schemes",
            "The date is taken out of them, and the rest is left aside.",
            [QUEUE_AUTH_HEADERS_SIGNED, QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_LITE_SIGNATURE],
            [
                create_with(further("x"), &[("a", "1")])
                    .auth(over(SignedPart::Header, "x-ms-meta-a: "))
                    .version(BEFORE),
                create_with(further("x"), &[("a", "1")])
                    .auth(lite_over(SignedPart::Header, "x-ms-meta-a: "))
                    .version(BEFORE),
                create_with(further("x"), &[("a", "1")]).auth(over(SignedPart::Header, "x-ms-meta-a: 2")),
                create_with(further("x"), &[("a", "1")]).auth(lite_over(SignedPart::Header, "x-ms-meta-a: 2")),
                set_metadata(&[("a", "1")]).auth(over(SignedPart::Header, "x-ms-meta-a: ")).version(BEFORE),
                set_metadata(&[("a", "1")]).auth(over(SignedPart::Header, "x-ms-meta-b: 1")),
                set_metadata(&[("a", "1")]).auth(lite_over(SignedPart::Header, "x-ms-meta-b: 1")),
                put("a").auth(over(SignedPart::Header, "x-ms-version: 2015-12-11")),
                put("a").auth(lite_over(SignedPart::Header, "x-ms-version: 2015-12-11")),
                peek()
                    .header("x-ms-client-request-id", "mine")
                    .auth(over(SignedPart::Header, "x-ms-client-request-id: other")),
                clear().auth(over(SignedPart::Header, "x-ms-client-request-id: other")),
                metadata(),
                peek(),
                list(further("")),
            ]
        ),
    ]
}

fn resource() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.query-signed",
            "A signature covers comp, and all other options with it",
            "The query is not signed, it is said; and then a signature for a queue opens its policies.",
            [QUEUE_AUTH_QUERY_SIGNED, QUEUE_AUTH_SIGNATURE],
            without_comp(|comp| over(SignedPart::Comp, comp))
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-query-signed",
            "A Shared Key Lite signature covers comp",
            "The query is not signed, it is said; and then a signature for a queue opens its policies.",
            [QUEUE_AUTH_QUERY_SIGNED, QUEUE_AUTH_LITE_SIGNATURE],
            without_comp(|comp| lite_over(SignedPart::Comp, comp))
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-other-options",
            "A Shared Key Lite signature covers no option but comp",
            "The resource is put together as for Shared Key.",
            [QUEUE_AUTH_LITE],
            [
                put("a"),
                get().of_messages(2).invisible_for(60).auth(Auth::SharedKeyLite),
                update(1, 1, 0, Some("b")).auth(Auth::SharedKeyLite),
                list(further("")).at_most(1).with_metadata().auth(Auth::SharedKeyLite),
                properties().auth(Auth::SharedKeyLite),
                bare_request("GET", "/${queue}?timeout=20&comp=metadata").auth(Auth::SharedKeyLite),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.options-sorted",
            "Options are signed by their names in order and their values decoded, however they are sent",
            "They are signed as they are sent.",
            [QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_QUERY_SIGNED],
            [
                put("a b"),
                bare_request("GET", "/${queue}/messages?peekonly=true&numofmessages=2"),
                bare_request("GET", "/${queue}/messages?numofmessages=2&peekonly=true"),
                bare_request("GET", "/?timeout=20&prefix=${queue}%2D&comp=list&include=metadata"),
                bare_request("GET", "/?comp=list&prefix=%20${queue}"),
                bare_request("GET", "/?restype=service&comp=properties"),
                bare_request("GET", "/?comp=properties&restype=service"),
                Step::from(bare_request("GET", "/${queue}?timeout=20&comp=metadata")).auth(over(SignedPart::Comp, "")),
                Step::from(bare_request("GET", "/${queue}?comp=metadata")).auth(over(SignedPart::Comp, "")),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.path-signed",
            "A signature for another path is refused",
            "The string to sign is built without its last lines.",
            [QUEUE_AUTH_PATH_SIGNED],
            [
                put("a"),
                get_one(),
                peek().auth(Auth::SignedForPath { path: "/${queue}-x/messages".into() }),
                clear().auth(Auth::SignedForPath { path: "/${queue}".into() }),
                delete_queue("${queue}").auth(Auth::SignedForPath { path: "/${queue}-x".into() }),
                delete(1, 1).auth(Auth::SignedForPath { path: "/${queue}/messages".into() }),
                update(1, 1, 0, None).auth(Auth::SignedForPath { path: "/${queue}/messages/${message:0}0".into() }),
                list(further("")).auth(Auth::SignedForPath { path: "/${queue}".into() }),
                metadata(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.path-signed-exactly",
            "The path is signed with its account, its case and its spelling",
            "Paths are decoded, folded or cut down to the queue's name before they are compared.",
            [QUEUE_AUTH_PATH_SIGNED, QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_LITE_SIGNATURE],
            [
                put("a"),
                peek().auth(over(SignedPart::Path, "/${queue}/Messages")),
                peek().auth(lite_over(SignedPart::Path, "/${queue}/messages/")),
                peek().auth(over(SignedPart::Path, "/${queue}%2Fmessages")),
                metadata().auth(over(SignedPart::Path, "/${queue}/")),
                metadata().auth(lite_over(SignedPart::Path, "/")),
                put("b").auth(over(SignedPart::Path, "/${queue}")),
                clear().auth(over(SignedPart::Account, "someoneelse")),
                clear().auth(lite_over(SignedPart::Account, "someoneelse")),
                peek().auth(over(SignedPart::Account, "")),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.path-as-sent",
            "The path is signed as it is sent, encoded or not",
            "The server signs the path that it decoded, or encodes it anew in its own way.",
            [QUEUE_AUTH_PATH_SIGNED],
            [
                create(further("x")),
                bare_request("GET", "/${queue}%2Dx?comp=metadata"),
                bare_request("GET", "/${queue}%2dx?comp=metadata"),
                bare_request("GET", "/${queue}-%78/messages?peekonly=true"),
                Step::from(bare_request("GET", "/${queue}%2dx?comp=metadata")).auth(Auth::SharedKeyLite),
                Step::from(bare_request("GET", "/${queue}%2dx?comp=metadata"))
                    .auth(over(SignedPart::Path, "/${queue}-x")),
                metadata().on(further("x")).auth(over(SignedPart::Path, "/${queue}%2Dx")),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.properties-of-requests",
            "Properties of the service are read by who signs for them alone",
            "Each front door has a lock of its own.",
            [QUEUE_AUTH_SIGNATURE, QUEUE_AUTH_METHOD_SIGNED],
            [
                properties().auth(Auth::WrongKey),
                properties().auth(over(SignedPart::Comp, "stats")),
                properties().auth(over(SignedPart::Method, "PUT")),
                properties().auth(over(SignedPart::Path, "/${queue}")),
                properties().auth(lite_over(SignedPart::Comp, "stats")),
                properties().auth(lite_over(SignedPart::Date, "")),
                properties(),
                properties().auth(Auth::SharedKeyLite),
            ]
        ),
    ]
}
