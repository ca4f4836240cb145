//! Authentication by Shared Key and Shared Key Lite.

mod code;
mod lines;
mod signed;

use super::everything::{absent, each, on_blocks, on_containers, on_later, on_others};
use super::steps::{
    AskExt as _, StepExt as _, account, acquire_lease, acquire_lease_of_container, append, bare_request, block_list,
    container, containers, copy, create, create_append, delete, delete_container, further, get, get_acl,
    get_block_list, get_container, get_container_metadata, get_metadata, get_service_properties, head, list,
    page_ranges, put, put_block, put_block_list, put_page, set_acl, set_container_metadata, set_metadata,
    set_properties, set_tier, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Auth;

/// Shared Key Lite with a signature of the right form that signs nothing.
const FORGED_LITE: &str = "SharedKeyLite ${account}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn minutes(minutes: i64) -> Auth {
    Auth::Skewed { seconds: minutes * 60 }
}

/// Operations on a blob that is there; none is to be granted.
fn on_a_blob() -> Vec<Ask> {
    vec![
        get("b"),
        head("b"),
        get_metadata("b"),
        get_block_list("b", "all"),
        put("b", "2"),
        put("c", "2"),
        put_block("b", "1", "one"),
        put_block_list("b", block_list(&[])),
        set_metadata("b").with_metadata(&[("a", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "text/plain"),
        set_tier("b", "Cool"),
        snapshot("b"),
        copy("c", "b"),
        acquire_lease("b", 15),
        append("a", "1"),
        delete("b"),
    ]
}

/// Operations on the container and the service; none is to be granted.
fn on_a_container() -> Vec<Ask> {
    vec![
        create(further("x")),
        get_container(),
        get_container_metadata(),
        set_container_metadata().with_metadata(&[("a", "1")]),
        get_acl(),
        set_acl("").with("x-ms-blob-public-access", "container"),
        acquire_lease_of_container(15),
        list(),
        containers(container()),
        get_service_properties(),
        account(),
        page_ranges("b"),
        put_page("b", 0, 511),
        delete_container(container()),
    ]
}

/// Everything on a blob, authorized so, and what is there then.
fn blob_by(authorized: impl Fn(Ask) -> Step) -> Vec<Step> {
    let mut script = steps![put("b", "1"), create_append("a")];
    script.extend(on_a_blob().into_iter().map(authorized));
    script.extend(steps![get("b"), list()]);
    script
}

/// Everything on the container and the service, authorized so, and what is there then.
fn container_by(authorized: impl Fn(Ask) -> Step) -> Vec<Step> {
    let mut script = steps![put("b", "1")];
    script.extend(on_a_container().into_iter().map(authorized));
    script.extend(steps![get_container(), get_acl(), list()]);
    script
}

/// Two checks that nothing is granted that is authorized so, on blobs and on containers: the end of their ids, their title, why,
/// the rule, the authorization.
macro_rules! nothing_by {
    ($slug:literal, $title:literal, $why:literal, $rule:ident, $authorized:expr) => {
        vec![
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug),
                concat!($title, ", for every operation on blobs"),
                $why,
                [$rule],
                blob_by($authorized)
            ),
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug, "-of-containers"),
                concat!($title, ", for every operation on containers and the service"),
                $why,
                [$rule],
                container_by($authorized)
            ),
        ]
    };
}

/// Four checks that everything is granted that is authorized so.
macro_rules! everything_by {
    ($slug:literal, $title:literal, $why:literal, $rule:ident, $auth:expr) => {
        vec![
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug),
                concat!($title, ", for every operation on block blobs"),
                $why,
                [$rule],
                each(on_blocks(), |ask| ask.auth($auth))
            ),
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug, "-of-others"),
                concat!($title, ", for every operation on append blobs and page blobs"),
                $why,
                [$rule],
                each(on_others(), |ask| ask.auth($auth))
            ),
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug, "-of-later"),
                concat!($title, ", for tags and seals"),
                $why,
                [$rule],
                each(on_later(), |ask| ask.auth($auth).version(Version::V2019_12_12))
            ),
            check!(
                BlobAuth,
                concat!("blob.auth.", $slug, "-of-containers"),
                concat!($title, ", for every operation on containers and the service"),
                $why,
                [$rule],
                each(on_containers(), |ask| ask.auth($auth))
            ),
        ]
    };
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        nothing_by!(
            "wrong-key",
            "A signature made with another key is refused",
            "Only the presence of a signature is checked, or only on writes.",
            BLOB_AUTH_SIGNATURE,
            |ask| ask.auth(Auth::WrongKey)
        ),
        nothing_by!(
            "shortened",
            "A signature that lacks its end is refused",
            "The one is compared with the beginning of the other.",
            BLOB_AUTH_SIGNATURE,
            |ask| ask.auth(Auth::Shortened { lite: false })
        ),
        nothing_by!(
            "lite-shortened",
            "A Shared Key Lite signature that lacks its end is refused",
            "The one is compared with the beginning of the other.",
            BLOB_AUTH_LITE_SIGNATURE,
            |ask| ask.auth(Auth::Shortened { lite: true })
        ),
        nothing_by!(
            "lite-verified",
            "A Shared Key Lite signature that signs nothing is refused",
            "The second scheme is let through.",
            BLOB_AUTH_LITE_SIGNATURE,
            |ask| ask.header("Authorization", FORGED_LITE)
        ),
        nothing_by!(
            "other-account",
            "A signature in the name of another account is refused",
            "The name is skipped, since there is one account only.",
            BLOB_AUTH_OTHER_ACCOUNT,
            |ask| ask.auth(Auth::OtherAccount { account: "someoneelse".into() })
        ),
        nothing_by!(
            "too-old",
            "A request that is more than fifteen minutes old is refused",
            "A date is signed, and so it is genuine; that it is old is not looked at.",
            BLOB_AUTH_TOO_OLD,
            |ask| ask.auth(minutes(-17))
        ),
        nothing_by!(
            "too-new",
            "A request from more than fifteen minutes ahead is refused",
            "Only one side of the window is looked at.",
            BLOB_AUTH_TOO_NEW,
            |ask| ask.auth(minutes(17))
        ),
        nothing_by!(
            "required",
            "A request without credentials is refused",
            "What only lists, or only reads settings, is thought to be harmless.",
            BLOB_AUTH_REQUIRED,
            |ask| ask.auth(Auth::Anonymous)
        ),
        everything_by!(
            "lite",
            "Shared Key Lite is accepted",
            "It is known where blobs are, and not in front of containers and properties.",
            BLOB_AUTH_LITE,
            Auth::SharedKeyLite
        ),
        everything_by!(
            "date-header",
            "Date does where x-ms-date is absent",
            "The string to sign is built with x-ms-date alone.",
            BLOB_AUTH_DATE_HEADER,
            Auth::DateHeader
        ),
        dates(),
        strangers(),
        signed::checks(),
        code::checks(),
        lines::checks(),
    ]
    .concat()
}

fn dates() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.x-ms-date-wins",
            "Where Date is sent too, x-ms-date counts",
            "Proxies and HTTP libraries add a Date of their own.",
            [BLOB_AUTH_X_MS_DATE_WINS],
            [
                put("b", "1").header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                get("b").header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
                head("b").header("Date", "no date"),
                containers(container()).header("Date", "Fri, 01 Jan 2100 00:00:00 GMT"),
                get_acl().header("Date", "Sat, 01 Jan 2000 00:00:00 GMT"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.skewed",
            "A request that is ten minutes old, or from ten minutes ahead, is granted",
            "Clocks are thought to be right.",
            [BLOB_AUTH_TOO_OLD, BLOB_AUTH_TOO_NEW],
            [
                put("b", "1").auth(minutes(-10)),
                put("b", "2").auth(minutes(10)),
                get("b").auth(minutes(-20)),
                get("b").auth(minutes(20)),
                delete("b").auth(minutes(-24 * 60)),
                delete("b").auth(minutes(24 * 60)),
                get("b"),
            ]
        ),
    ]
}

fn strangers() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.path-account",
            "Another account in the path is not found",
            "The first segment is skipped, since there is one account only.",
            [BLOB_ADDRESS_PATH_ACCOUNT],
            [
                put("b", "1"),
                get("b").of_account("someoneelse"),
                put("b", "2").of_account("someoneelse"),
                head("b").of_account("someoneelse"),
                delete("b").of_account("someoneelse"),
                list().of_account("someoneelse"),
                containers(container()).of_account("someoneelse"),
                delete_container(container()).of_account("someoneelse"),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.malformed",
            "An Authorization header that cannot be read is refused",
            "It is no Shared Key, and so it is let through to the next scheme, of which there is none.",
            [BLOB_AUTH_MALFORMED],
            [
                put("b", "1"),
                get("b").header("Authorization", "SharedKey"),
                get("b").header("Authorization", "SharedKey ${account}"),
                head("b").header("Authorization", "Digest username=\"x\""),
                delete("b").header("Authorization", "SharedKey ${account}:"),
                put("b", "2").header("Authorization", "SharedKey nothing"),
                delete_container(container()).header("Authorization", "Basic YTpi"),
                list().header("Authorization", "nothing"),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.before-all",
            "Who is not known learns nothing about what exists",
            "The container is looked up first.",
            [BLOB_AUTH_BEFORE_ALL],
            [
                get("b").on(absent()).auth(Auth::WrongKey),
                head("b").on(absent()).auth(Auth::WrongKey),
                put("b", "1").on(absent()).auth(Auth::WrongKey),
                list().on(absent()).auth(Auth::WrongKey),
                get_container().on(absent()).auth(Auth::WrongKey),
                set_metadata("b").with_metadata(&[("a-b", "1")]).on(absent()).auth(Auth::WrongKey),
                delete_container(absent()).auth(Auth::Shortened { lite: true }),
                get_acl().on(absent()).auth(minutes(-20)),
                delete("b").on(absent()).auth(Auth::Shortened { lite: false }),
                bare_request("GET", "/${container}-absent/b").auth(Auth::WrongKey),
            ]
        ),
    ]
}
