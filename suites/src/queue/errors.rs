//! Refusals: their codes, their form, and that nothing is left behind.

use super::everything::{each_granted, each_refused, refused};
use super::steps::{
    AskExt as _, StepExt as _, absent, bare_request, clear, create, create_with, further, get, get_one, list, metadata,
    peek, policies, policy_document, put, queue, set_metadata, set_policies, update, whole_policy,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::{RawRequest, Step};

const SUITE: Suite = Suite::Errors;

/// The same with HEAD on a queue that is not there.
fn head_of_absent() -> RawRequest {
    bare_request("HEAD", "/${queue}-absent?comp=metadata")
}

/// A text that is too large.
fn over_limit() -> String {
    "x".repeat(65_537)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [forms(), headers(), effects()].concat()
}

fn forms() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.errors.body",
            "Each refusal tells a code and a message in a document, whatever was asked",
            "Errors of the framework have another form, or no body.",
            [QUEUE_ERRORS_BODY],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.errors.body-of-versions",
            "Refusals have the same form in every version",
            "The form is that of the newest version, or of the oldest.",
            [QUEUE_ERRORS_BODY],
            [
                metadata().on(absent()).version(Version::V2011_08_18),
                put("a").on(absent()).version(Version::V2012_02_12),
                peek().on(absent()).version(Version::V2015_12_11),
                get().of_messages(33).version(Version::V2016_05_31),
                create_with(queue(), &[("a", "1")]).version(Version::V2017_07_29),
                list(further("")).at_marker("garbage").version(Version::V2018_11_09),
                clear().on(absent()).version(Version::V2019_07_07),
                metadata().on(absent()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.details",
            "A refusal tells which parameter it is about, its value, and what is allowed",
            "The code is enough for the author's client.",
            [QUEUE_ERRORS_DETAILS],
            [
                put("a"),
                get_one(),
                get().of_messages(33),
                peek().of_messages(100),
                get().invisible_for(604_801),
                put("a").invisible_for(30).living_for(30),
                put("a").invisible_for(604_801).living_for(700_000),
                update(1, 1, 0, None).invisible_for(604_801),
                update(1, 1, 0, None).by_receipt("invalid"),
                put("\u{1}"),
                set_policies(policy_document(&whole_policy(&"i".repeat(65)))),
                set_policies(policy_document(&["a", "b", "c", "d", "e", "f"].map(whole_policy).concat())),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.details-of-size",
            "A text that is too large is refused with the limit",
            "The limit is that of the framework, which tells none.",
            [QUEUE_ERRORS_DETAILS, QUEUE_MESSAGES_SIZE],
            [put(over_limit()), put("a"), get_one(), update(2, 2, 0, Some(&over_limit())), metadata()]
        ),
        check!(
            QueueCore,
            "queue.errors.message-ids",
            "The message of each refusal names the request and the time",
            "They are in the headers as well; but what people paste into a report is the message.",
            [QUEUE_ERRORS_MESSAGE_IDS],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.errors.head",
            "A refusal of HEAD has no body, and its status is that of GET",
            "HEAD is answered as GET is, or not at all.",
            [QUEUE_METADATA_HEAD, QUEUE_QUEUES_MISSING],
            [
                head_of_absent(),
                head_of_absent().version(Version::V2016_05_31),
                head_of_absent().version(Version::V2012_02_12),
                bare_request("HEAD", "/${queue}?comp=metadata"),
                metadata().on(absent()),
            ]
        ),
    ]
}

fn headers() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.errors.code-header",
            "From 2017-07-29 on, each refusal tells its code in a header as well",
            "It came with another service.",
            [QUEUE_ERRORS_CODE_HEADER],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.errors.code-header-since",
            "The code stands in a header in each version from 2017-07-29 on",
            "It came with the newest version that the author read about.",
            [QUEUE_ERRORS_CODE_HEADER],
            [
                metadata().on(absent()).version(Version::V2017_07_29),
                peek().on(absent()).version(Version::V2017_11_09),
                get().of_messages(33).version(Version::V2018_03_28),
                create_with(queue(), &[("a", "1")]).version(Version::V2018_11_09),
                clear().on(absent()).version(Version::V2019_07_07),
                put("a").on(absent()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.no-code-header",
            "Up to 2017-04-17, no refusal tells its code in a header",
            "There is one form of answers, the newest.",
            [QUEUE_ERRORS_NO_CODE_HEADER],
            {
                let mut script = steps![put("a"), get_one()];
                script.extend(refused().into_iter().map(|ask| ask.version(Version::V2017_04_17)));
                script
            }
        ),
        check!(
            QueueCore,
            "queue.errors.no-code-header-before",
            "No refusal tells its code in a header in any of the first versions",
            "There is one form of answers, the newest.",
            [QUEUE_ERRORS_NO_CODE_HEADER],
            [
                metadata().on(absent()).version(Version::V2011_08_18),
                put("a").on(absent()).version(Version::V2012_02_12),
                peek().on(absent()).version(Version::V2013_08_15),
                get().of_messages(33).version(Version::V2014_02_14),
                create_with(queue(), &[("a", "1")]).version(Version::V2015_12_11),
                clear().on(absent()).version(Version::V2016_05_31),
            ]
        ),
    ]
}

fn effects() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.errors.implemented",
            "Each operation is there",
            "What no client of the author's asks for is left for later.",
            [QUEUE_ERRORS_IMPLEMENTED],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.errors.nothing-left-of-messages",
            "A refused Put, Update or Get leaves nothing behind and changes nothing",
            "Options are looked at one after the other, while the work is done.",
            [QUEUE_MESSAGES_COUNT_RANGE, QUEUE_MESSAGES_SIZE, QUEUE_VISIBILITY_UPDATE_RANGE],
            [
                put("a"),
                get_one(),
                put("b").invisible_for(60).living_for(60),
                put(over_limit()),
                update(1, 1, 0, Some(&over_limit())),
                update(1, 1, 0, Some("c")).invisible_for(604_801),
                metadata(),
                update(1, 1, 0, None),
                get().of_messages(33),
                get().invisible_for(604_801),
                peek(),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.nothing-left-of-queues",
            "A refused creation or change of a queue leaves nothing behind and changes nothing",
            "The queue is made before its metadata is looked at.",
            [QUEUE_METADATA_NAME_CHARACTERS, QUEUE_ACL_PERMISSION_LETTERS],
            [
                set_metadata(&[("a", "1")]),
                set_policies(policy_document(&whole_policy("a"))),
                create_with(further("x"), &[("a-b", "1")]),
                set_metadata(&[("b", "2"), ("c-d", "3")]),
                set_policies(policy_document(
                    "<SignedIdentifier><Id>b</Id><AccessPolicy><Permission>w</Permission></AccessPolicy></SignedIdentifier>"
                )),
                create_with(queue(), &[("b", "2")]),
                metadata(),
                policies(),
                list(further("")),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.nothing-made",
            "What is asked of a queue that is not there makes none",
            "Queues are made on demand.",
            [QUEUE_QUEUES_MISSING],
            [
                put("a").on(absent()),
                get().on(absent()),
                set_metadata(&[("a", "1")]).on(absent()),
                set_policies("").on(absent()),
                clear().on(absent()),
                metadata().on(absent()),
                list(further("")),
                create(absent()),
                peek().on(absent()),
            ]
        ),
        check!(
            QueueCore,
            "queue.errors.controls-in-path",
            "A control character in a path is refused before the service",
            "It reaches the service, and what is behind it.",
            [QUEUE_ADDRESS_CONTROLS_IN_PATH],
            [
                put("a"),
                bare_request("GET", "/${queue}/%01"),
                bare_request("DELETE", "/${queue}%01"),
                bare_request("PUT", "/${queue}%1F"),
                bare_request("GET", "/${queue}/messages%01?peekonly=true"),
                bare_request("DELETE", "/${queue}/messages/%08"),
                bare_request("PUT", "/${queue}%7F"),
                peek(),
            ]
        ),
    ]
}
