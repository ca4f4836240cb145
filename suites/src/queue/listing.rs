//! Listing queues. Every listing says how names begin, for a service has other queues than those of a history.

use super::steps::{
    AskExt as _, StepExt as _, bare_request, create, create_with, delete_queue, further, list, queue, set_metadata,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Listing;

/// Queues of these names, then these questions.
fn of(ends: &[&str], asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script: Vec<Step> = ends.iter().map(|end| create(further(end)).into()).collect();
    script.extend(asks.into_iter().map(Step::from));
    script
}

/// From where a step said that its listing goes on.
fn then(step: usize, ask: Ask) -> Ask {
    ask.at_marker(Symbol::Marker(step).to_string())
}

fn all() -> Ask {
    list(further(""))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [names(), pages(), told()].concat()
}

fn names() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.listing.order",
            "Queues are listed by name, a dash before digits and digits before letters",
            "They are listed as they were created, or in the order of a language.",
            [QUEUE_LISTING_ORDER],
            of(&["b", "a", "a0", "aa", "a-0", "0", "9", "10", "z"], [all(), list(further("a"))])
        ),
        check!(
            QueueCore,
            "queue.listing.prefix",
            "With a prefix, queues are listed whose names begin so, and no others",
            "It is looked for anywhere in a name, or is a pattern.",
            [QUEUE_LISTING_PREFIX],
            of(
                &["a", "ab", "ba", "b-a"],
                [
                    list(further("a")),
                    list(further("b")),
                    list(further("ab")),
                    list(further("abc")),
                    list(further("c")),
                    list(format!("{}-*", queue())),
                    list(further("A")),
                    list(queue()),
                ]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.prefix-in-the-middle",
            "What stands in the middle of a queue's name is no prefix of it",
            "Names are searched for it.",
            [QUEUE_LISTING_PREFIX],
            of(&["middle", "a-middle"], [list("middle"), list("iddle"), list(further("middle"))])
        ),
        check!(
            QueueCore,
            "queue.listing.prefix-whole",
            "A whole name is a prefix of itself",
            "What begins with it must be longer.",
            [QUEUE_LISTING_PREFIX],
            of(&["a", "a-b"], [list(further("a")), list(further("a-b")), list(further("a-"))])
        ),
        check!(
            QueueCore,
            "queue.listing.prefix-decoded-once",
            "A prefix is decoded once",
            "The framework decodes the query, and the code does so again.",
            [QUEUE_ADDRESS_PERCENT_ONCE],
            [
                create(further("a")),
                bare_request("GET", "/?comp=list&prefix=${queue}%2Da"),
                bare_request("GET", "/?comp=list&prefix=${queue}%252Da"),
                bare_request("GET", "/?comp=list&prefix=${queue}-%2561"),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.encoded-option-names",
            "Names of options may be percent-encoded",
            "Values are decoded, and names are compared as they are written.",
            [QUEUE_ADDRESS_ENCODED_OPTION_NAMES],
            [
                create_with(further("a"), &[("k", "v")]),
                create(further("b")),
                bare_request("GET", "/?comp=list&%70refix=${queue}-"),
                bare_request("GET", "/?comp=list&prefix=${queue}-&%6Daxresults=1"),
                bare_request("GET", "/?comp=list&prefix=${queue}-&i%6eclude=metadata"),
                bare_request("GET", "/${queue}?%63omp=metadata"),
                bare_request("GET", "/${queue}/messages?%70eekonly=true"),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.options-in-any-order",
            "Options may stand in any order",
            "Addresses are matched as text.",
            [QUEUE_LISTING_PREFIX, QUEUE_LISTING_MAX_RESULTS, QUEUE_LISTING_METADATA],
            [
                create_with(further("a"), &[("k", "v")]),
                create(further("b")),
                bare_request("GET", "/?prefix=${queue}-&comp=list"),
                bare_request("GET", "/?maxresults=1&include=metadata&prefix=${queue}-&comp=list"),
                bare_request("GET", "/?include=metadata&comp=list&timeout=20&prefix=${queue}-"),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.deleted",
            "A queue that was deleted is not listed any more, and one that was created is at once",
            "The list is kept for a while.",
            [QUEUE_QUEUES_DELETE, QUEUE_LISTING_ORDER],
            [
                all(),
                create(further("a")),
                all(),
                create(further("b")),
                all(),
                delete_queue(further("a")),
                all(),
                delete_queue(further("b")),
                all(),
            ]
        ),
    ]
}

fn pages() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.listing.max-results",
            "A page holds as many queues as maxresults says, at most",
            "The option is not looked at, and there are seldom many.",
            [QUEUE_LISTING_MAX_RESULTS],
            of(
                &["a", "b", "c"],
                [all().at_most(1), all().at_most(2), all().at_most(3), all().at_most(4), all().at_most(5000)]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.marker",
            "A listing goes on with the queue that NextMarker named, and with nothing left out or told twice",
            "The marker is the last queue of the page before.",
            [QUEUE_LISTING_MARKER],
            of(
                &["a", "b", "c", "d", "e"],
                [
                    all().at_most(2),
                    then(5, all().at_most(2)),
                    then(6, all().at_most(2)),
                    then(5, all()),
                    then(5, all().at_most(1)),
                    then(5, list(further("c")).at_most(2)),
                ]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.marker-deleted",
            "A listing goes on if the queue that was named is gone, and sees what came between",
            "The marker is a place in a list.",
            [QUEUE_LISTING_MARKER],
            [
                create(further("a")),
                create(further("b")),
                create(further("d")),
                all().at_most(1),
                then(3, all().at_most(1)),
                delete_queue(further("b")),
                create(further("c")),
                create(further("0")),
                then(3, all()),
                then(3, all().at_most(1)),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.marker-form",
            "NextMarker names the account and the queue",
            "It is the name of the queue, as in the documentation's sample.",
            [QUEUE_LISTING_MARKER_FORM],
            of(&["a", "b", "c"], [all().at_most(1), then(3, all().at_most(1)), then(4, all().at_most(1))])
        ),
        check!(
            QueueCore,
            "queue.listing.marker-written",
            "A marker is good whether or not its slashes are encoded",
            "It is compared as it is written.",
            [QUEUE_LISTING_MARKER],
            [
                create(further("a")),
                create(further("b")),
                create(further("c")),
                all().at_most(1),
                then(3, all()),
                bare_request("GET", "/?comp=list&prefix=${queue}-&marker=${marker:3}"),
                bare_request("GET", "/?comp=list&marker=${marker:3}&prefix=${queue}-&maxresults=1"),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.marker-malformed",
            "A marker that no answer gave is refused",
            "It is a name like any other.",
            [QUEUE_LISTING_MARKER_MALFORMED],
            of(
                &["a"],
                [
                    all().at_marker("garbage"),
                    all().at_marker(further("a")),
                    all().at_marker("1"),
                    all().at_marker("garbage").at_most(1),
                    all(),
                ]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.last-page",
            "NextMarker is empty where nothing follows, even if the page is full",
            "A full page has another behind it, which is empty.",
            [QUEUE_LISTING_LAST_PAGE],
            of(
                &["a", "b", "c", "d"],
                [
                    all().at_most(4),
                    all().at_most(5),
                    all().at_most(2),
                    then(6, all().at_most(2)),
                    list(further("a")).at_most(1),
                    list(further("d")).at_most(1),
                    list(further("x")).at_most(1),
                ]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.last-page-of-prefix",
            "NextMarker is empty where queues follow that begin otherwise",
            "That something follows is found out before the prefix is looked at.",
            [QUEUE_LISTING_LAST_PAGE, QUEUE_LISTING_PREFIX],
            of(
                &["a1", "a2", "b1", "b2"],
                [
                    list(further("a")).at_most(2),
                    list(further("a")).at_most(1),
                    then(5, list(further("a")).at_most(1)),
                    list(further("b")).at_most(2),
                ]
            )
        ),
    ]
}

fn told() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.listing.metadata",
            "With include=metadata, each queue tells its metadata, or that it has none",
            "The option is for containers.",
            [QUEUE_LISTING_METADATA],
            [
                create_with(further("a"), &[("a", "1"), ("b", "a <b> & c")]),
                create(further("b")),
                all().with_metadata(),
                set_metadata(&[("c", "3")]).on(further("b")),
                set_metadata(&[]).on(further("a")),
                all().with_metadata(),
                all().with_metadata().at_most(1),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.metadata-case",
            "Listed metadata has its names in the case in which they were sent last",
            "It has them as a framework gives names of headers: in lower case.",
            [QUEUE_LISTING_METADATA],
            [
                create_with(further("a"), &[("aBcD", "1"), ("UPPER", "2")]),
                all().with_metadata(),
                set_metadata(&[("AbcD", "1")]).on(further("a")),
                all().with_metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.metadata-asked",
            "Without include=metadata, no queue tells its metadata",
            "What is there is told.",
            [QUEUE_LISTING_METADATA_ASKED],
            [
                create_with(further("a"), &[("a", "1")]),
                create(further("b")),
                all(),
                all().at_most(1),
                all().version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.invalid-name",
            "In the first versions, metadata whose name is no identifier is listed as such",
            "Names of elements are what names of headers are.",
            [QUEUE_LISTING_INVALID_NAME],
            [
                create_with(further("a"), &[("a-b", "1"), ("c", "2")]).version(Version::V2009_07_17),
                all().with_metadata().version(Version::V2009_07_17),
                all().with_metadata(),
            ]
        ),
        check!(
            QueueCore,
            "queue.listing.echo",
            "A listing repeats the prefix, the marker and the number that were asked for, and no others",
            "Clients are thought to know what they asked for.",
            [QUEUE_LISTING_ECHO],
            of(
                &["a", "b"],
                [
                    all(),
                    all().at_most(1),
                    then(3, all()),
                    then(3, all().at_most(7)),
                    list(further("x")),
                    all().at_most(5000).with_metadata(),
                ]
            )
        ),
        check!(
            QueueCore,
            "queue.listing.service-endpoint",
            "From 2013-08-15 on, a listing names the address of the service, and no queue its own",
            "The form of the first versions is that of all.",
            [QUEUE_LISTING_SERVICE_ENDPOINT],
            {
                let mut script = of(&["a"], [all(), list(further("x"))]);
                script.extend(steps![
                    all().version(Version::V2013_08_15),
                    all().version(Version::V2015_12_11),
                    all().with_metadata().version(Version::V2019_07_07),
                ]);
                script
            }
        ),
        check!(
            QueueCore,
            "queue.listing.account-name",
            "Up to 2012-02-12, a listing names the account's address, and each queue its own",
            "There is one form of answers, the newest.",
            [QUEUE_LISTING_ACCOUNT_NAME],
            [
                create_with(further("a"), &[("a", "1")]),
                all().version(Version::V2012_02_12),
                all().version(Version::V2011_08_18),
                all().with_metadata().version(Version::V2012_02_12),
                list(further("x")).version(Version::V2012_02_12),
            ]
        ),
    ]
}
