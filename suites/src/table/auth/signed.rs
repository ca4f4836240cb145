//! What a signature covers: part by part, for each operation, scheme by scheme.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    RawExt as _, StepExt as _, at, bare_request, batch, create_table, delete, delete_table, get, get_table, insert,
    insert_or_merge, insert_or_replace, int, merge, page, query_tables, raw, scan_all, update,
};
use tablestakes_reference::history::{Auth, RawRequest, SignedPart, Step};
use tablestakes_reference::table::{Operation, Query};

/// The digest of [`DIGESTED`].
const MD5: &str = "VO6Whxn7GaX7kfOhEWX4MA==";
/// The body of an insert whose digest is known.
const DIGESTED: &str = "{\"PartitionKey\":\"p\",\"RowKey\":\"md5\"}";

/// A signature by Shared Key over this in place of a part of the request.
fn over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: false, part, value: value.to_owned() }
}

/// The same by Shared Key Lite.
fn lite_over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: true, part, value: value.to_owned() }
}

fn policies() -> RawRequest {
    bare_request("GET", "/${table}?comp=acl")
}

/// Sets a policy that allows everything.
fn set_policy() -> RawRequest {
    bare_request("PUT", "/${table}?comp=acl").field("Content-Type", "application/xml").text(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers><SignedIdentifier><Id>p</Id><AccessPolicy>\
         <Start>2020-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry><Permission>raud</Permission>\
         </AccessPolicy></SignedIdentifier></SignedIdentifiers>",
    )
}

fn properties() -> RawRequest {
    bare_request("GET", "/?restype=service&comp=properties")
}

fn digested() -> RawRequest {
    raw("POST", "/${table}").field("Content-MD5", MD5).json(DIGESTED)
}

/// Every operation on the row `p`, `1`, which is there, and on tables; none is to be granted.
fn everything() -> Vec<Operation> {
    vec![
        get(at("p", "1")),
        page(Query::default()),
        insert(at("p", "2"), []),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("A", int(2))]),
        insert_or_replace(at("p", "1"), [("A", int(2))]),
        insert_or_merge(at("p", "1"), [("A", int(2))]),
        delete(at("p", "1"), "*"),
        batch([insert(at("p", "2"), [])]),
        query_tables(Query { top: Some("1".into()), ..Query::default() }),
        get_table("${table}"),
        create_table("${table}x"),
        delete_table("${table}"),
    ]
}

/// Everything, authorized so, and what is there then.
fn everything_by(auth: &Auth) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(everything().into_iter().map(|operation| operation.auth(auth.clone())));
    script.extend(steps![policies().auth(auth.clone()), properties().auth(auth.clone()), scan_all()]);
    script
}

/// The same, each of which is to be granted, and so on rows of its own.
fn granted_by(auth: &Auth) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    let operations = [
        insert(at("p", "2"), []),
        get(at("p", "1")),
        page(Query::default()),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("B", int(2))]),
        insert_or_replace(at("p", "3"), []),
        insert_or_merge(at("p", "3"), [("A", int(2))]),
        delete(at("p", "2"), "*"),
        batch([insert(at("p", "2"), []), delete(at("p", "3"), "*")]),
        create_table("${table}x"),
        get_table("${table}x"),
        query_tables(Query { top: Some("1".into()), ..Query::default() }),
        delete_table("${table}x"),
    ];
    script.extend(operations.into_iter().map(|operation| operation.auth(auth.clone())));
    script.extend(steps![policies().auth(auth.clone()), properties().auth(auth.clone()), scan_all()]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [parts(), whole()].concat()
}

/// Part by part.
fn parts() -> Vec<Check> {
    vec![
        check!(
            TableAuth,
            "table.auth.method-signed",
            "A signature for another method is refused",
            "What may read may delete, if the first line of what is signed is not compared.",
            [TABLE_AUTH_METHOD_SIGNED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                delete(at("p", "1"), "*").auth(over(SignedPart::Method, "GET")),
                update(at("p", "1"), "*", [("A", int(2))]).auth(over(SignedPart::Method, "MERGE")),
                merge(at("p", "1"), "*", [("B", int(2))]).auth(over(SignedPart::Method, "PUT")),
                insert(at("p", "2"), []).auth(over(SignedPart::Method, "GET")),
                get(at("p", "1")).auth(over(SignedPart::Method, "DELETE")),
                page(Query::default()).auth(over(SignedPart::Method, "POST")),
                delete_table("${table}").auth(over(SignedPart::Method, "GET")),
                batch([delete(at("p", "1"), "*")]).auth(over(SignedPart::Method, "GET")),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.tunnelled-method-signed",
            "The method that is signed is the one on the wire, not the one that is tunnelled",
            "X-HTTP-Method takes effect before the signature is verified.",
            [TABLE_AUTH_METHOD_SIGNED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), "*", [("B", int(2))]).tunnelled(),
                merge(at("p", "1"), "*", [("B", int(3))]).tunnelled().auth(over(SignedPart::Method, "MERGE")),
                delete(at("p", "1"), "*").tunnelled().auth(over(SignedPart::Method, "DELETE")),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.content-type-signed",
            "A signature over another Content-Type is refused",
            "The line is there and empty, as in half of the examples.",
            [TABLE_AUTH_CONTENT_TYPE_SIGNED, TABLE_AUTH_SIGNATURE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "2"), []).auth(over(SignedPart::ContentType, "")),
                update(at("p", "1"), "*", []).auth(over(SignedPart::ContentType, "")),
                insert_or_merge(at("p", "2"), []).auth(over(SignedPart::ContentType, "application/atom+xml")),
                batch([insert(at("p", "2"), [])]).auth(over(SignedPart::ContentType, "")),
                create_table("${table}x").auth(over(SignedPart::ContentType, "")),
                get(at("p", "1")).auth(over(SignedPart::ContentType, "application/json")),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.content-md5-signed",
            "A signature covers Content-MD5, where it is sent and where it is not",
            "Tables are asked without it, and the line is left out.",
            [TABLE_AUTH_CONTENT_MD5_SIGNED, TABLE_AUTH_SIGNATURE],
            [
                digested().auth(over(SignedPart::ContentMd5, "")),
                digested().auth(over(SignedPart::ContentMd5, "AAAAAAAAAAAAAAAAAAAAAA==")),
                insert(at("p", "1"), []).auth(over(SignedPart::ContentMd5, MD5)),
                get(at("p", "1")).auth(over(SignedPart::ContentMd5, MD5)),
                scan_all(),
                digested(),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.date-signed",
            "A signature over another date is refused, in both schemes",
            "The date is looked at for its age, and not compared.",
            [TABLE_AUTH_DATE_SIGNED, TABLE_AUTH_SIGNATURE, TABLE_AUTH_LITE_SIGNATURE],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(over(SignedPart::Date, "")),
                get(at("p", "1")).auth(lite_over(SignedPart::Date, "")),
                insert(at("p", "2"), []).auth(over(SignedPart::Date, "Sat, 01 Jan 2000 00:00:00 GMT")),
                delete(at("p", "1"), "*").auth(lite_over(SignedPart::Date, "Sat, 01 Jan 2000 00:00:00 GMT")),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.comp-signed",
            "A signature covers comp, in both schemes",
            "The query is not signed, it is said; and then a signature for a table opens its policies.",
            [TABLE_AUTH_COMP_SIGNED, TABLE_AUTH_SIGNATURE, TABLE_AUTH_LITE_SIGNATURE],
            [
                policies(),
                policies().auth(Auth::SharedKeyLite),
                policies().auth(over(SignedPart::Comp, "")),
                policies().auth(lite_over(SignedPart::Comp, "")),
                policies().auth(over(SignedPart::Comp, "properties")),
                properties().auth(over(SignedPart::Comp, "")),
                properties().auth(lite_over(SignedPart::Comp, "stats")),
                page(Query::default()).auth(over(SignedPart::Comp, "acl")),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.query-not-signed",
            "Of the query comp is signed alone",
            "The whole query is signed for blobs and queues.",
            [TABLE_AUTH_SIGNATURE, TABLE_AUTH_LITE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}()?$filter=A%20eq%201&$top=5&timeout=20"),
                Step::from(raw("GET", "/${table}()?timeout=20&$select=A")).auth(Auth::SharedKeyLite),
                raw("GET", "/${table}(PartitionKey='p',RowKey='1')?$select=A"),
                bare_request("GET", "/${table}?timeout=20&comp=acl"),
                Step::from(bare_request("GET", "/${table}?comp=acl&timeout=20")).auth(Auth::SharedKeyLite),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.path-signed-exactly",
            "The path is signed with its account, its case and its spelling",
            "Paths are decoded, folded or cut down to the table's name before they are compared.",
            [TABLE_AUTH_PATH_SIGNED, TABLE_AUTH_SIGNATURE, TABLE_AUTH_LITE_SIGNATURE],
            [
                insert(at("p", "a b"), []),
                get(at("p", "a b")).auth(over(SignedPart::Path, "/${table}(PartitionKey='p',RowKey='a b')")),
                get(at("p", "a b")).auth(lite_over(SignedPart::Path, "/${table}(PartitionKey='p',RowKey='a b')")),
                get(at("p", "a b")).auth(over(SignedPart::Path, "/${table}(PartitionKey='P',RowKey='a%20b')")),
                page(Query::default()).auth(over(SignedPart::Path, "/${table}")),
                page(Query::default()).auth(lite_over(SignedPart::Path, "/")),
                insert(at("p", "2"), []).auth(over(SignedPart::Path, "/Tables")),
                update(at("p", "a b"), "*", []).auth(lite_over(SignedPart::Path, "/${table}")),
                batch([insert(at("p", "2"), [])]).auth(over(SignedPart::Path, "/${table}")),
                delete_table("${table}").auth(over(SignedPart::Path, "/Tables")),
                get(at("p", "a b")).auth(over(SignedPart::Account, "someoneelse")),
                get(at("p", "a b")).auth(lite_over(SignedPart::Account, "someoneelse")),
                delete(at("p", "a b"), "*").auth(over(SignedPart::Account, "")),
                scan_all(),
            ]
        ),
    ]
}

/// The signature as a whole, for every operation.
fn whole() -> Vec<Check> {
    vec![
        check!(
            TableAuth,
            "table.auth.wrong-key-everywhere",
            "A signature made with another key is refused, by tables, policies and properties too",
            "Each front door has a lock of its own.",
            [TABLE_AUTH_SIGNATURE],
            everything_by(&Auth::WrongKey)
        ),
        check!(
            TableAuth,
            "table.auth.shortened",
            "A signature that lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [TABLE_AUTH_SIGNATURE],
            everything_by(&Auth::Shortened { lite: false })
        ),
        check!(
            TableAuth,
            "table.auth.lite-shortened",
            "A Shared Key Lite signature that lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [TABLE_AUTH_LITE_SIGNATURE],
            everything_by(&Auth::Shortened { lite: true })
        ),
        check!(
            TableAuth,
            "table.auth.lite-undated",
            "A Shared Key Lite signature that does not match is refused, for every operation",
            "The second scheme is verified where a test was written, for reads.",
            [TABLE_AUTH_DATE_SIGNED],
            everything_by(&lite_over(SignedPart::Date, ""))
        ),
        check!(
            TableAuth,
            "table.auth.other-account-everywhere",
            "A signature in the name of another account is refused, for every operation",
            "The name is skipped, since there is one account only.",
            [TABLE_AUTH_OTHER_ACCOUNT],
            everything_by(&Auth::OtherAccount { account: "someoneelse".into() })
        ),
        check!(
            TableAuth,
            "table.auth.required-everywhere",
            "A request without credentials is refused, by tables, policies and properties too",
            "What only lists, or only reads settings, is thought to be harmless.",
            [TABLE_AUTH_REQUIRED],
            everything_by(&Auth::Anonymous)
        ),
        check!(
            TableAuth,
            "table.auth.policies-written",
            "Policies are set by who signs for that alone",
            "Reading is verified, and the other method was added later.",
            [TABLE_AUTH_SIGNATURE, TABLE_AUTH_COMP_SIGNED, TABLE_AUTH_METHOD_SIGNED, TABLE_AUTH_CONTENT_TYPE_SIGNED],
            [
                set_policy().auth(Auth::WrongKey),
                set_policy().auth(Auth::Shortened { lite: false }),
                set_policy().auth(over(SignedPart::Comp, "")),
                set_policy().auth(lite_over(SignedPart::Comp, "")),
                set_policy().auth(over(SignedPart::Method, "GET")),
                set_policy().auth(over(SignedPart::ContentType, "")),
                set_policy().auth(over(SignedPart::Path, "/${table}absent")),
                set_policy().auth(Auth::Anonymous),
                set_policy().auth(Auth::Skewed { seconds: -3600 }),
                policies(),
                set_policy(),
                policies(),
            ]
        ),
        check!(
            TableAuth,
            "table.auth.too-old-everywhere",
            "A request that is more than fifteen minutes old is refused, whatever it asks",
            "A date is signed, and so it is genuine; that it is old is not looked at.",
            [TABLE_AUTH_TOO_OLD],
            everything_by(&Auth::Skewed { seconds: -17 * 60 })
        ),
        check!(
            TableAuth,
            "table.auth.lite-everywhere",
            "Shared Key Lite is accepted for every operation",
            "It is known where entities are, and not in front of policies and properties.",
            [TABLE_AUTH_LITE],
            granted_by(&Auth::SharedKeyLite)
        ),
    ]
}
