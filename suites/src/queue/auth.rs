//! Authentication by Shared Key and Shared Key Lite.

mod code;
mod lines;
mod signed;

use super::everything::each_granted;
use super::steps::{
    AskExt as _, StepExt as _, absent, bare_request, clear, create, create_with, delete, delete_queue, further,
    get_one, list, metadata, peek, policies, properties, put, set_metadata, set_policies, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::{Auth, Step};
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::Auth;

/// Shared Key Lite with a signature of the right form that signs nothing.
const FORGED_LITE: &str = "SharedKeyLite ${account}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn minutes(minutes: i64) -> Auth {
    Auth::Skewed { seconds: minutes * 60 }
}

/// Every operation on the message that step 1 took, on the queue and on the service; none is to be granted.
fn everything() -> Vec<Ask> {
    vec![
        peek(),
        get_one(),
        put("b"),
        update(1, 1, 0, Some("c")),
        update(1, 1, 0, None),
        delete(1, 1),
        clear(),
        metadata(),
        set_metadata(&[("a", "1")]),
        policies(),
        set_policies(""),
        create(further("x")),
        create_with("${queue}", &[]),
        delete_queue("${queue}"),
        list(further("")),
        properties(),
    ]
}

/// Everything, authorized so, and what is there then.
fn everything_by(auth: &Auth) -> Vec<Step> {
    let mut script = steps![put("a"), get_one()];
    script.extend(everything().into_iter().map(|ask| ask.auth(auth.clone())));
    script.extend(steps![metadata(), list(further(""))]);
    script
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [schemes(), dates(), strangers(), signed::checks(), code::checks(), lines::checks()].concat()
}

fn schemes() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.wrong-key",
            "A signature made with another key is refused, for every operation",
            "Only the presence of a signature is checked, or only on writes.",
            [QUEUE_AUTH_SIGNATURE],
            everything_by(&Auth::WrongKey)
        ),
        check!(
            QueueAuth,
            "queue.auth.lite",
            "Shared Key Lite is accepted, for every operation",
            "It is known where messages are, and not in front of policies and properties.",
            [QUEUE_AUTH_LITE],
            each_granted(|ask| ask.auth(Auth::SharedKeyLite))
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-verified",
            "A Shared Key Lite signature that does not match is refused",
            "The second scheme is let through.",
            [QUEUE_AUTH_LITE_SIGNATURE],
            [
                put("a"),
                peek().header("Authorization", FORGED_LITE),
                put("b").header("Authorization", FORGED_LITE),
                clear().header("Authorization", FORGED_LITE),
                delete_queue("${queue}").header("Authorization", FORGED_LITE),
                list(further("")).header("Authorization", FORGED_LITE),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.lite-shortened",
            "A Shared Key Lite signature that lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [QUEUE_AUTH_LITE_SIGNATURE],
            everything_by(&Auth::Shortened { lite: true })
        ),
        check!(
            QueueAuth,
            "queue.auth.shortened",
            "A signature that lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [QUEUE_AUTH_SIGNATURE],
            everything_by(&Auth::Shortened { lite: false })
        ),
        check!(
            QueueAuth,
            "queue.auth.other-account",
            "A signature in the name of another account is refused, for every operation",
            "The name is skipped, since there is one account only.",
            [QUEUE_AUTH_OTHER_ACCOUNT],
            everything_by(&Auth::OtherAccount { account: "someoneelse".into() })
        ),
        check!(
            QueueAuth,
            "queue.auth.path-account",
            "Another account in the path is not found",
            "The first segment is skipped, since there is one account only.",
            [QUEUE_ADDRESS_PATH_ACCOUNT],
            [
                put("a"),
                peek().of_account("someoneelse"),
                put("b").of_account("someoneelse"),
                metadata().of_account("someoneelse"),
                clear().of_account("someoneelse"),
                list(further("")).of_account("someoneelse"),
                delete_queue("${queue}").of_account("someoneelse"),
                peek(),
            ]
        ),
    ]
}

fn dates() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.date-header",
            "Date does where x-ms-date is absent",
            "The string to sign is built with x-ms-date alone.",
            [QUEUE_AUTH_DATE_HEADER],
            each_granted(|ask| ask.auth(Auth::DateHeader))
        ),
        check!(
            QueueAuth,
            "queue.auth.x-ms-date-wins",
            "Where Date is sent too, x-ms-date counts",
            "Proxies and HTTP libraries add a Date of their own.",
            [QUEUE_AUTH_X_MS_DATE_WINS],
            [
                put("a").header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                peek().header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                metadata().header("Date", "no date"),
                list(further("")).header("Date", "Fri, 01 Jan 2100 00:00:00 GMT"),
                policies().header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.too-old",
            "A request that is more than fifteen minutes old is refused",
            "A date is signed, and so it is genuine; that it is old is not looked at.",
            [QUEUE_AUTH_TOO_OLD],
            [
                put("a").auth(minutes(-10)),
                peek().auth(minutes(-20)),
                clear().auth(minutes(-24 * 60)),
                delete_queue("${queue}").auth(minutes(-17)),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.too-old-everywhere",
            "A request that is more than fifteen minutes old is refused, whatever it asks",
            "Each front door has a clock of its own.",
            [QUEUE_AUTH_TOO_OLD],
            everything_by(&minutes(-17))
        ),
        check!(
            QueueAuth,
            "queue.auth.too-new",
            "A request from more than fifteen minutes ahead is refused",
            "Only one side of the window is looked at.",
            [QUEUE_AUTH_TOO_NEW],
            [
                put("a").auth(minutes(10)),
                peek().auth(minutes(20)),
                clear().auth(minutes(24 * 60)),
                put("b").auth(minutes(17)),
                peek(),
            ]
        ),
    ]
}

fn strangers() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.required",
            "A request without credentials is refused, for every operation",
            "What only lists, or only reads settings, is thought to be harmless.",
            [QUEUE_AUTH_REQUIRED],
            everything_by(&Auth::Anonymous)
        ),
        check!(
            QueueAuth,
            "queue.auth.malformed",
            "An Authorization header that cannot be read is refused",
            "It is no Shared Key, and so it is let through to the next scheme, of which there is none.",
            [QUEUE_AUTH_MALFORMED],
            [
                put("a"),
                peek().header("Authorization", "SharedKey"),
                peek().header("Authorization", "SharedKey ${account}"),
                metadata().header("Authorization", "Digest username=\"x\""),
                clear().header("Authorization", "SharedKey ${account}:"),
                put("b").header("Authorization", "SharedKey nothing"),
                delete_queue("${queue}").header("Authorization", "Basic YTpi"),
                list(further("")).header("Authorization", "nothing"),
                peek(),
            ]
        ),
        check!(
            QueueAuth,
            "queue.auth.before-all",
            "Who is not known learns nothing about what exists",
            "The queue is looked up first.",
            [QUEUE_AUTH_BEFORE_ALL],
            [
                peek().on(absent()).auth(Auth::WrongKey),
                put("a").on(absent()).auth(Auth::WrongKey),
                put("\u{1}").on(absent()).auth(Auth::WrongKey),
                metadata().on(absent()).auth(Auth::WrongKey),
                set_metadata(&[("a-b", "1")]).on(absent()).auth(Auth::WrongKey),
                clear().on(absent()).auth(Auth::Shortened { lite: false }),
                delete_queue(absent()).auth(Auth::Shortened { lite: true }),
                policies().on(absent()).auth(minutes(-20)),
                peek().of_messages(100).auth(Auth::WrongKey),
                bare_request("GET", "/${queue}-absent/messages?peekonly=true").auth(Auth::Anonymous),
            ]
        ),
    ]
}
