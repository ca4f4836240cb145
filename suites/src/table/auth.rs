//! Authentication by Shared Key and Shared Key Lite.

mod code;
mod signed;

use super::steps::{
    StepExt as _, at, batch, delete, get, insert, insert_or_merge, list_tables, on, page, scan_all, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::{Auth, KeyEncoding};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Auth;

/// Shared Key Lite with a signature of the right form that signs nothing.
const FORGED_LITE: &str = "SharedKeyLite ${account}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn minutes(minutes: i64) -> Auth {
    Auth::Skewed { seconds: minutes * 60 }
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [schemes(), signed::checks(), code::checks()].concat()
}

fn schemes() -> Vec<Check> {
    vec![
        check!(
            TableAuth,
            "table.auth.wrong-key",
            "A signature made with another key is refused, for every operation",
            "Only the presence of a signature is checked, or only on writes.",
            [TABLE_AUTH_SIGNATURE],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Auth::WrongKey),
                page(Query::default()).auth(Auth::WrongKey),
                insert(at("p", "2"), []).auth(Auth::WrongKey),
                update(at("p", "1"), "*", [("A", 1.into())]).auth(Auth::WrongKey),
                delete(at("p", "1"), "*").auth(Auth::WrongKey),
                batch([insert(at("p", "2"), [])]).auth(Auth::WrongKey),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.other-path",
            "A signature for another path is refused",
            "The string to sign is built without its last line.",
            [TABLE_AUTH_PATH_SIGNED],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Auth::SignedForPath { path: "/${table}(PartitionKey='p',RowKey='2')".into() }),
                delete(at("p", "1"), "*").auth(Auth::SignedForPath { path: "/${table}()".into() }),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.lite",
            "Shared Key Lite is accepted",
            "Half of the clients use it.",
            [TABLE_AUTH_LITE],
            [
                insert(at("p", "1'%25 é"), [("A", 1.into())]).auth(Auth::SharedKeyLite),
                get(at("p", "1'%25 é")).auth(Auth::SharedKeyLite),
                insert_or_merge(at("p", "2"), []).auth(Auth::SharedKeyLite),
                list_tables(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.lite-verified",
            "A Shared Key Lite signature that does not match is refused",
            "The second scheme is let through.",
            [TABLE_AUTH_LITE_SIGNATURE],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).header("Authorization", FORGED_LITE),
                insert(at("p", "2"), []).header("Authorization", FORGED_LITE),
                get(at("p", "2")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.date-header",
            "Date does where x-ms-date is absent",
            "The string to sign is built with x-ms-date alone.",
            [TABLE_AUTH_DATE_HEADER],
            [insert(at("p", "1"), []).auth(Auth::DateHeader), get(at("p", "1")).auth(Auth::DateHeader)]
        ),
        check!(
            TableAuth,
            "table.auth.x-ms-date-wins",
            "Where Date is sent too, x-ms-date counts",
            "Proxies and HTTP libraries add a Date of their own.",
            [TABLE_AUTH_X_MS_DATE_WINS],
            [
                insert(at("p", "1"), []).header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                get(at("p", "1")).header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                get(at("p", "1")).header("Date", "no date"),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.too-old",
            "A request that is more than fifteen minutes old is refused",
            "A date is signed, and so it is genuine; that it is old is not looked at.",
            [TABLE_AUTH_TOO_OLD],
            [
                insert(at("p", "1"), []).auth(minutes(-10)),
                get(at("p", "1")).auth(minutes(-20)),
                delete(at("p", "1"), "*").auth(minutes(-24 * 60)),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.too-new",
            "A request from more than fifteen minutes ahead is refused",
            "Only one side of the window is looked at.",
            [TABLE_AUTH_TOO_NEW],
            [
                insert(at("p", "1"), []).auth(minutes(10)),
                get(at("p", "1")).auth(minutes(20)),
                delete(at("p", "1"), "*").auth(minutes(24 * 60)),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.other-account",
            "A signature in the name of another account is refused",
            "The name is skipped, since there is one account only.",
            [TABLE_AUTH_OTHER_ACCOUNT],
            [insert(at("p", "1"), []).auth(Auth::OtherAccount { account: "someoneelse".into() }), get(at("p", "1")),]
        ),
        check!(
            TableAuth,
            "table.auth.required",
            "A request without credentials is refused, for every operation",
            "Anonymous access is for public containers, and tables have none.",
            [TABLE_AUTH_REQUIRED],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Auth::Anonymous),
                insert(at("p", "2"), []).auth(Auth::Anonymous),
                delete(at("p", "1"), "*").auth(Auth::Anonymous),
                batch([delete(at("p", "1"), "*")]).auth(Auth::Anonymous),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.malformed",
            "An Authorization header that cannot be read is refused",
            "It is no Shared Key, and so it is let through to the next scheme, of which there is none.",
            [TABLE_AUTH_MALFORMED],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).header("Authorization", "SharedKey"),
                get(at("p", "1")).header("Authorization", "SharedKey ${account}"),
                get(at("p", "1")).header("Authorization", "Digest username=\"x\""),
                delete(at("p", "1"), "*").header("Authorization", "SharedKey ${account}:"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.before-all",
            "Who is not known learns nothing about what exists",
            "The table is looked up first.",
            [TABLE_AUTH_BEFORE_ALL],
            [
                on("${table}absent", get(at("p", "1"))).auth(Auth::WrongKey),
                on("${table}absent", insert(at("p", "a/b"), [])).auth(Auth::WrongKey),
                page(Query { filter: Some("aaa bbb".into()), ..Query::default() }).auth(Auth::WrongKey),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.path-as-sent",
            "The path is signed as it is sent",
            "The server signs the path that it decoded, or encodes it anew in its own way.",
            [TABLE_AUTH_PATH_SIGNED, TABLE_ADDRESS_KEY_SPELLING],
            [
                insert_or_merge(at("p q", "a'b%c+d~e!*()"), []),
                get(at("p q", "a'b%c+d~e!*()")).keys_as(KeyEncoding::Minimal),
                get(at("p q", "a'b%c+d~e!*()")).keys_as(KeyEncoding::LowerHex),
                get(at("p q", "a'b%c+d~e!*()")).keys_as(KeyEncoding::Everything),
            ]
        ),
    ]
}
