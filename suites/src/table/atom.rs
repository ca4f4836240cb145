//! Atom, the format of versions before 2015-12-11.

mod everywhere;

use super::steps::{
    RawExt as _, StepExt as _, at, bare_request, create_table, datetime, get, get_select, get_table, insert,
    insert_every_type, int, page, raw, scan_all,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::{RawRequest, Step};
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::Atom;
/// The version of most recorded Atom.
const VERSION: Version = Version::V2014_02_14;
pub(super) const ATOM: &str = "application/atom+xml";

/// The same step, asking for Atom.
fn in_atom(step: impl Into<Step>) -> Step {
    step.into().version(VERSION).header("Accept", ATOM)
}

/// An entry with these properties, written out.
fn entry(properties: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><entry xmlns=\"http://www.w3.org/2005/Atom\" \
         xmlns:d=\"http://schemas.microsoft.com/ado/2007/08/dataservices\" \
         xmlns:m=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\"><title/><updated>2014-02-14T00:00:00Z\
         </updated><author><name/></author><id/><content type=\"application/xml\"><m:properties>{properties}\
         </m:properties></content></entry>"
    )
}

/// An insert of an entry of the partition `p`.
pub(super) fn insert_entry(row: &str, properties: &str) -> RawRequest {
    let body = entry(&format!("<d:PartitionKey>p</d:PartitionKey><d:RowKey>{row}</d:RowKey>{properties}"));
    bare_request("POST", "/${table}").field("Accept", ATOM).field("Content-Type", ATOM).text(body)
}

/// A row with a property of every type.
fn every_type(row: &str) -> Operation {
    insert_every_type(row, "a<b>&\"c\"", datetime((2014, 2, 14), (1, 2, 3), 0))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), everywhere::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableAtom,
            "table.atom.asked-for",
            "An old client that asks for Atom is answered in Atom",
            "Only JSON was implemented, since current clients speak nothing else.",
            [TABLE_ATOM_ACCEPTED],
            [insert(at("p", "1"), [("A", int(1))]), in_atom(get(at("p", "1"))), in_atom(page(Query::default()))]
        ),
        check!(
            TableAtom,
            "table.atom.by-default",
            "An old client that does not say what it accepts is answered in Atom",
            "JSON is the default of every version.",
            [TABLE_ATOM_DEFAULT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                Step::from(bare_request("GET", "/${table}(PartitionKey='p',RowKey='1')")).version(VERSION),
                Step::from(bare_request("GET", "/${table}()").field("Accept", "*/*")).version(VERSION),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.announced",
            "Entries and feeds are announced as what they are",
            "The type is application/atom+xml for both.",
            [TABLE_ATOM_CONTENT_TYPE],
            [insert(at("p", "1"), []), in_atom(get(at("p", "1"))), in_atom(page(Query::default()))]
        ),
        check!(
            TableAtom,
            "table.atom.entry",
            "An entry has an address, an edit link, a category and a tag",
            "Clients of today read only the properties.",
            [TABLE_ATOM_ENTRY, TABLE_ATOM_ETAG, TABLE_ATOM_FEED],
            [
                insert(at("p", "a b'c"), [("A", int(1))]),
                in_atom(get(at("p", "a b'c"))),
                in_atom(page(Query::default())),
                in_atom(get_table("${table}")),
                in_atom(create_table("${table}x")),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.types-written",
            "A property says what type it is of",
            "Everything is written as text.",
            [TABLE_ATOM_TYPES],
            [every_type("1"), in_atom(get(at("p", "1"))), in_atom(page(Query::default()))]
        ),
        check!(
            TableAtom,
            "table.atom.types-read",
            "A property is of the type that the entry says",
            "The type is guessed from the text, or everything is a String.",
            [TABLE_ATOM_READ_TYPES],
            [
                Step::from(insert_entry(
                    "1",
                    "<d:S>12</d:S><d:I m:type=\"Edm.Int32\">12</d:I><d:L m:type=\"Edm.Int64\">12</d:L><d:D \
                     m:type=\"Edm.Double\">1.5</d:D><d:B m:type=\"Edm.Boolean\">true</d:B><d:T \
                     m:type=\"Edm.DateTime\">2014-02-14T01:02:03Z</d:T><d:G \
                     m:type=\"Edm.Guid\">c9da6455-213d-42c9-9a79-3e9149a57833</d:G><d:X \
                     m:type=\"Edm.Binary\">AQI=</d:X><d:E>a&amp;&lt;b&gt; \u{e9}</d:E>"
                ))
                .version(VERSION),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.nulls",
            "A null is not stored, and a selected property that is missing is null",
            "An empty element is the empty string.",
            [TABLE_ATOM_READ_NULL, TABLE_ATOM_SELECTED_NULL],
            [
                Step::from(insert_entry("1", "<d:A m:null=\"true\"/><d:B></d:B>")).version(VERSION),
                get(at("p", "1")),
                in_atom(get_select(at("p", "1"), "RowKey,A,B")),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.errors",
            "Errors are XML",
            "Errors are written by other code than entities are.",
            [TABLE_ATOM_ERRORS],
            [in_atom(get(at("p", "1"))), insert(at("p", "1"), []), Step::from(insert_entry("1", "")).version(VERSION),]
        ),
        check!(
            TableAtom,
            "table.atom.errors-untyped",
            "The oldest versions announce no type of an error",
            "Nobody has looked.",
            [TABLE_ATOM_ERRORS_UNTYPED],
            [Step::from(get(at("p", "1"))).version(Version::V2011_08_18).header("Accept", ATOM)]
        ),
        check!(
            TableAtom,
            "table.atom.errors-outlive",
            "A client that accepts anything gets errors in XML to this day",
            "Atom was removed together with its errors.",
            [TABLE_ATOM_ERRORS_OUTLIVE],
            [get(at("p", "1")).version(Version::V2019_07_07).header("Accept", "*/*")]
        ),
        check!(
            TableAtom,
            "table.atom.batch",
            "The parts of a transaction are written in Atom, each with its data service version",
            "The parts are written as JSON, or with the version of JSON.",
            [TABLE_ATOM_BATCH_VERSION],
            [transaction("1"), transaction("1"), Step::from(scan_all())]
        ),
        check!(
            TableAtom,
            "table.atom.malformed",
            "A body that is no entry is refused",
            "The parser's exception becomes an internal error.",
            [TABLE_ATOM_MALFORMED],
            [
                broken_entry("<entry>").version(VERSION),
                broken_entry("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}").version(VERSION),
                Step::from(scan_all()),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.ended",
            "A body in Atom is refused where Atom has ended",
            "What can still be read is still read.",
            [TABLE_ATOM_ENDED],
            [
                Step::from(
                    raw("POST", "/${table}")
                        .field("Content-Type", ATOM)
                        .text(entry("<d:PartitionKey>p</d:PartitionKey><d:RowKey>1</d:RowKey>"))
                ),
                Step::from(scan_all()),
            ]
        ),
    ]
}

fn broken_entry(body: &str) -> Step {
    bare_request("POST", "/${table}").field("Accept", ATOM).field("Content-Type", ATOM).text(body).into()
}

/// A transaction that inserts an entry and has it sent back.
fn transaction(row: &str) -> Step {
    let entry = entry(&format!("<d:PartitionKey>p</d:PartitionKey><d:RowKey>{row}</d:RowKey>"));
    let body = format!(
        "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\
         Content-Transfer-Encoding: binary\r\n\r\nPOST /${{table}} HTTP/1.1\r\nAccept: {ATOM}\r\nContent-Type: {ATOM}\r\n\
         \r\n{entry}\r\n--c--\r\n--b--\r\n"
    );
    let request = bare_request("POST", "/$batch").field("Content-Type", "multipart/mixed; boundary=b").text(body);
    Step::from(request).version(VERSION)
}
