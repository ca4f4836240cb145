//! One store seen through many protocol versions: what is the same in all of them, and what changes from one to the next.
//!
//! Every step names its version, so that the versions of a run have no part in it.

use super::steps::{
    AskExt as _, StepExt as _, absent, delete, further, get_one, list, metadata, peek, policies, put, set_metadata,
    update,
};
use crate::check::{Check, Suite};
use crate::define::{Script, check};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, Step};
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Versions;

/// A message is put in the first of these versions, and looked at in each.
fn seen_in_each(versions: &[Version]) -> Script {
    let first = versions.first().copied().unwrap_or(Version::DEFAULT);
    let seen = versions.iter().map(|&version| peek().version(version));
    std::iter::once(put("a").version(first)).chain(seen).collect::<Vec<Step>>().into()
}

/// The published versions of these years.
fn of_years(first: &str, last: &str) -> Vec<Version> {
    let within = |version: &Version| (first..=last).contains(&&version.to_string()[..4]);
    Version::KNOWN.iter().copied().filter(within).collect()
}

/// The same in each of these versions.
fn in_each(versions: impl IntoIterator<Item = Version>, ask: &Ask) -> Vec<Step> {
    versions.into_iter().map(|version| ask.clone().version(version)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [spoken(), one_store(), what_changed()].concat()
}

fn spoken() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.versions.of-2011-to-2015",
            "A message is put and seen in each version from the first with updates to 2015",
            "A list of versions that are known, begun with the day the server was.",
            [QUEUE_HEADERS_VERSION_ECHO, QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_PEEK_CHANGES_NOTHING],
            seen_in_each(&of_years("2011", "2015"))
        ),
        check!(
            QueueCore,
            "queue.versions.of-2016-to-2019",
            "A message is put and seen in each version of 2016 to 2019",
            "A list of versions that are known, with gaps.",
            [QUEUE_HEADERS_VERSION_ECHO, QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_PEEK_CHANGES_NOTHING],
            seen_in_each(&of_years("2016", "2019"))
        ),
        check!(
            QueueCore,
            "queue.versions.of-2020-to-2022",
            "A message is put and seen in each version of 2020 to 2022",
            "Versions that brought queues nothing new are left out of the list.",
            [QUEUE_HEADERS_VERSION_ECHO, QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_PEEK_CHANGES_NOTHING],
            seen_in_each(&of_years("2020", "2022"))
        ),
        check!(
            QueueCore,
            "queue.versions.of-2023-on",
            "A message is put and seen in each version from 2023 on",
            "A list of versions that are known, ended with the day the server was released.",
            [QUEUE_HEADERS_VERSION_ECHO, QUEUE_MESSAGES_PUT, QUEUE_MESSAGES_PEEK_CHANGES_NOTHING],
            seen_in_each(&of_years("2023", "2099"))
        ),
    ]
}

fn one_store() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.versions.one-store",
            "What an old client put a new one takes, and what a new one changed an old one sees",
            "Messages are kept as they were written, and not as what they say.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_UPDATE_TEXT, QUEUE_MESSAGES_DEQUEUE_COUNT],
            [
                put("<a> & é").version(Version::V2011_08_18),
                get_one().version(Version::V2020_12_06),
                update(1, 1, 0, Some("<b> & 😀")).version(Version::V2019_07_07),
                peek().version(Version::V2012_02_12),
                get_one().version(Version::V2012_02_12),
                update(4, 4, 0, None).version(Version::V2020_12_06),
                peek().version(Version::V2019_07_07),
            ]
        ),
        check!(
            QueueMessages,
            "queue.versions.one-receipt",
            "A receipt that one version gave is good in another",
            "Receipts are made of what the answer looked like.",
            [QUEUE_RECEIPTS_PUT, QUEUE_RECEIPTS_UPDATE_RENEWS],
            [
                put("a").version(Version::V2019_07_07),
                update(0, 0, 60, Some("a")).version(Version::V2012_02_12),
                delete(0, 0).version(Version::V2015_12_11),
                update(0, 1, 0, Some("b")).version(Version::V2020_12_06),
                delete(0, 1).version(Version::V2012_02_12),
                peek().version(Version::V2012_02_12),
                delete(0, 3).version(Version::V2011_08_18),
                peek().version(Version::V2019_07_07),
            ]
        ),
        check!(
            QueueCore,
            "queue.versions.one-queue",
            "Metadata and policies are those of the queue, whichever version asks",
            "Each version has a store of its own.",
            [QUEUE_METADATA_GET, QUEUE_METADATA_REPLACED],
            [
                set_metadata(&[("a", "1")]).version(Version::V2015_02_21),
                metadata().version(Version::V2020_12_06),
                set_metadata(&[("b", "2")]).version(Version::V2019_07_07),
                metadata().version(Version::V2012_02_12),
                policies().version(Version::V2012_02_12),
                policies().version(Version::V2020_12_06),
            ]
        ),
    ]
}

fn what_changed() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.versions.signed-lengths",
            "A request with no body is signed with its length of 0 up to 2014-02-14, and without it since",
            "The text of the newest version is that of all.",
            [QUEUE_AUTH_ZERO_LENGTH, QUEUE_METADATA_SET, QUEUE_AUTH_SIGNATURE],
            [
                set_metadata(&[("a", "1")]).version(Version::V2014_02_14),
                set_metadata(&[("a", "2")]).version(Version::V2015_02_21),
                set_metadata(&[("a", "3")]).version(Version::V2011_08_18),
                set_metadata(&[("a", "4")]).version(Version::V2019_07_07),
                set_metadata(&[("a", "5")]).version(Version::V2014_02_14).auth(Auth::WrongKey),
                metadata().version(Version::V2019_07_07),
            ]
        ),
        check!(
            QueueMessages,
            "queue.versions.put-answers",
            "Putting a message is answered with a body since 2016-05-31, and without one before",
            "One of the two is done for every version.",
            [QUEUE_MESSAGES_PUT_BODY, QUEUE_MESSAGES_PUT_NO_BODY],
            in_each(
                [Version::V2015_12_11, Version::V2016_05_31, Version::V2015_07_08, Version::V2017_04_17],
                &put("a")
            )
        ),
        check!(
            QueueCore,
            "queue.versions.error-codes",
            "The code of an error stands in a header since 2017-07-29, and not before",
            "One of the two is done for every version.",
            [QUEUE_ERRORS_CODE_HEADER, QUEUE_ERRORS_NO_CODE_HEADER],
            in_each(
                [Version::V2017_04_17, Version::V2017_07_29, Version::V2016_05_31, Version::V2018_03_28],
                &peek().on(absent())
            )
        ),
        check!(
            QueueCore,
            "queue.versions.listings",
            "A listing names the service by ServiceEndpoint since 2013-08-15, and by AccountName before",
            "One of the two is done for every version.",
            [QUEUE_LISTING_SERVICE_ENDPOINT, QUEUE_LISTING_ACCOUNT_NAME],
            in_each(
                [Version::V2012_02_12, Version::V2013_08_15, Version::V2011_08_18, Version::V2014_02_14],
                &list(further(""))
            )
        ),
        check!(
            QueueMessages,
            "queue.versions.lives",
            "A message may live for longer than a week since 2017-07-29, and not before",
            "One of the two is done for every version.",
            [QUEUE_MESSAGES_TTL_LONG, QUEUE_MESSAGES_TTL_LIMIT],
            in_each(
                [Version::V2017_04_17, Version::V2017_07_29, Version::V2016_05_31, Version::V2018_03_28],
                &put("a").living_for(604_801)
            )
        ),
        check!(
            QueueCore,
            "queue.versions.client-names",
            "The name of a request is sent back since 2019-02-02, and not before",
            "One of the two is done for every version.",
            [QUEUE_HEADERS_CLIENT_REQUEST_ID, QUEUE_HEADERS_NO_CLIENT_REQUEST_ID],
            [Version::V2018_11_09, Version::V2019_02_02, Version::V2018_03_28, Version::V2019_07_07]
                .into_iter()
                .map(|version| peek().version(version).header("x-ms-client-request-id", "mine"))
                .collect::<Vec<Step>>()
        ),
    ]
}
