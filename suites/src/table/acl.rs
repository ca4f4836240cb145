//! Stored access policies of tables.

use super::steps::{RawExt as _, StepExt as _, bare_request, raw};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::{RawRequest, Step};

const SUITE: Suite = Suite::Acl;

/// Sets policies, written out.
fn set(identifiers: &str) -> RawRequest {
    let body =
        format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers>{identifiers}</SignedIdentifiers>");
    bare_request("PUT", "/${table}?comp=acl").field("Content-Type", "application/xml").text(body)
}

fn policies() -> RawRequest {
    bare_request("GET", "/${table}?comp=acl")
}

/// An identifier with a whole policy.
fn whole(id: &str) -> String {
    format!(
        "<SignedIdentifier><Id>{id}</Id><AccessPolicy><Start>2050-12-20T21:55:06Z</Start><Expiry>2050-12-21T07:55:06.5Z\
         </Expiry><Permission>rad</Permission></AccessPolicy></SignedIdentifier>"
    )
}

/// Sets a policy and asks for it.
pub(super) fn plainest() -> Vec<Step> {
    vec![set(&whole("a")).into(), policies().into()]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableAcl,
            "table.acl.stored",
            "Policies are stored, and replace those that were there",
            "The operation is granted, and nothing is kept.",
            [TABLE_ACL_SET, TABLE_ACL_TIMES],
            [policies(), set(&format!("{}{}", whole("b"), whole("a"))), policies(), set(&whole("c")), policies(),]
        ),
        check!(
            TableAcl,
            "table.acl.cleared",
            "No body clears the policies",
            "An empty body is not looked at.",
            [TABLE_ACL_CLEARED],
            [set(&whole("a")), bare_request("PUT", "/${table}?comp=acl"), policies()]
        ),
        check!(
            TableAcl,
            "table.acl.empty-policy",
            "An empty policy comes back as none",
            "Elements are written whether or not they hold anything.",
            [TABLE_ACL_EMPTY_POLICY],
            [
                set(&format!(
                    "<SignedIdentifier><Id>a</Id><AccessPolicy/></SignedIdentifier><SignedIdentifier><Id>b</Id>\
                     </SignedIdentifier>{}",
                    whole("c")
                )),
                policies(),
            ]
        ),
        check!(
            TableAcl,
            "table.acl.too-many",
            "A table has five policies at most",
            "The limit is left to clients.",
            [TABLE_ACL_TOO_MANY],
            [
                set(&["a", "b", "c", "d", "e"].map(whole).concat()),
                set(&["a", "b", "c", "d", "e", "f"].map(whole).concat()),
                policies(),
            ]
        ),
        check!(
            TableAcl,
            "table.acl.identifiers",
            "An identifier has an Id of 64 characters at most",
            "Identifiers are stored as they come.",
            [TABLE_ACL_WITHOUT_ID],
            [
                set(&whole(&"i".repeat(64))),
                set("<SignedIdentifier><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier>"),
                policies(),
            ]
        ),
        check!(
            TableAcl,
            "table.acl.long-identifiers",
            "An Id of more than 64 characters is refused",
            "Identifiers are stored as they come.",
            [TABLE_ACL_LONG_ID],
            [set(&whole(&"i".repeat(65))), policies()]
        ),
        check!(
            TableAcl,
            "table.acl.malformed",
            "What is no document of policies is refused",
            "The parser's exception becomes an internal error.",
            [TABLE_ACL_MALFORMED, TABLE_ACL_ERROR_CODE],
            [set("<SignedIdentifier>"), raw("PUT", "/${table}?comp=acl").json("{}"), policies(),]
        ),
        check!(
            TableAcl,
            "table.acl.content-type",
            "Policies that are not said to be XML are refused",
            "The body is read as what it must be.",
            [TABLE_ACL_CONTENT_TYPE],
            [
                set(&whole("a")).version(Version::V2019_07_07),
                raw("PUT", "/${table}?comp=acl")
                    .field("Content-Type", "application/json")
                    .text("<SignedIdentifiers />")
                    .version(Version::V2019_07_07),
                policies(),
            ]
        ),
        check!(
            TableAcl,
            "table.acl.missing-table",
            "A table that is not there has no policies",
            "Policies are kept apart from the tables.",
            [TABLE_ACL_MISSING_TABLE],
            [
                bare_request("GET", "/${table}x?comp=acl"),
                bare_request("PUT", "/${table}x?comp=acl")
                    .field("Content-Type", "application/xml")
                    .text("<SignedIdentifiers />"),
            ]
        ),
        check!(
            TableAcl,
            "table.acl.bare",
            "Answers about policies forbid neither sniffing nor caching",
            "The headers of all answers are written in one place.",
            [TABLE_ACL_BARE],
            [set(&whole("a")), policies()]
        ),
    ]
}
