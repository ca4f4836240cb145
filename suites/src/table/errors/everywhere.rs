//! The bodies of refusals, operation by operation, in each form that a client may ask for; and what refuses a method.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::atom::ATOM;
use crate::table::generate::NEVER_ISSUED;
use crate::table::headers::refused;
use crate::table::steps::{
    RawExt as _, StepExt as _, at, batch, delete, get, get_table, insert, insert_or_merge, int, merge, on, raw,
    scan_all, update,
};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::Operation;

fn each(write: impl Fn(Operation) -> Step) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(refused().into_iter().map(write));
    script
}

/// Batches that are refused in one of their parts.
fn refused_batches(level: Metadata) -> Vec<Step> {
    let batches = [
        batch([insert(at("p", "9"), []), insert(at("p", "1"), [])]),
        batch([insert(at("p", "9"), []), update(at("p", "2"), "*", [])]),
        batch([merge(at("p", "1"), NEVER_ISSUED, []), insert(at("p", "9"), [])]),
        batch([insert(at("p", "9"), []), delete(at("p", "2"), "*")]),
        batch([insert(at("p", "9"), []), insert_or_merge(at("p", "9"), [])]),
        batch([insert(at("p", "9"), []), insert(at("p", "a/b"), [])]),
        batch([get(at("p", "2"))]),
        batch([on("${table}absent", insert(at("p", "9"), []))]),
        batch([insert(at("p", "9"), []), insert(at("q", "9"), [])]),
    ];
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(batches.into_iter().map(|operation| operation.metadata(level)));
    script.push(scan_all().into());
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [bodies(), parts(), methods()].concat()
}

fn bodies() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.errors.body-everywhere",
            "Each refusal has a code and a message with its language, whatever was asked",
            "Errors of the framework have another form, or no body.",
            [TABLE_ERRORS_BODY],
            each(Step::from)
        ),
        check!(
            TableCore,
            "table.errors.body-none",
            "Each refusal has its body where no metadata is asked for",
            "The error is metadata to who leaves that out.",
            [TABLE_ERRORS_BODY, TABLE_ERRORS_FORMAT],
            each(|operation| operation.metadata(Metadata::None))
        ),
        check!(
            TableCore,
            "table.errors.body-full",
            "Each refusal has its body where full metadata is asked for",
            "The error has annotations of an entity.",
            [TABLE_ERRORS_BODY, TABLE_ERRORS_FORMAT],
            each(|operation| operation.metadata(Metadata::Full))
        ),
        check!(
            TableCore,
            "table.errors.message-everywhere",
            "The message of each refusal names the request and the time",
            "They are in the headers as well; but what people paste into a report is the message.",
            [TABLE_ERRORS_MESSAGE_IDS],
            each(Step::from)
        ),
        check!(
            TableAtom,
            "table.errors.atom-everywhere",
            "Each refusal is XML to a client that asks for Atom",
            "Errors are written by other code than entities are.",
            [TABLE_ATOM_ERRORS],
            each(|operation| operation.version(Version::V2014_02_14).header("Accept", ATOM))
        ),
        check!(
            TableAtom,
            "table.errors.anything-everywhere",
            "Each refusal is XML to a client that accepts anything",
            "Atom was removed together with its errors.",
            [TABLE_ATOM_ERRORS_OUTLIVE],
            each(|operation| operation.version(Version::V2019_07_07).header("Accept", "*/*"))
        ),
    ]
}

fn parts() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.errors.parts-none",
            "The part that fails has its body where no metadata is asked for",
            "The level is that of the batch.",
            [TABLE_ERRORS_BODY, TABLE_ERRORS_FORMAT, TABLE_BATCH_FAILURE_STATUS],
            refused_batches(Metadata::None)
        ),
        check!(
            TableBatch,
            "table.errors.parts-minimal",
            "The part that fails has its body, and its message the operation's index",
            "The batch is refused as a whole, in other words.",
            [TABLE_ERRORS_BODY, TABLE_ERRORS_MESSAGE_IDS, TABLE_BATCH_FAILURE_STATUS],
            refused_batches(Metadata::Minimal)
        ),
        check!(
            TableBatch,
            "table.errors.parts-full",
            "The part that fails has its body where full metadata is asked for",
            "The level is that of the batch.",
            [TABLE_ERRORS_BODY, TABLE_ERRORS_FORMAT, TABLE_BATCH_FAILURE_STATUS],
            refused_batches(Metadata::Full)
        ),
    ]
}

fn methods() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.errors.methods-of-sets",
            "A set of tables or entities is not put, merged or deleted",
            "Routers know a path, and answer whatever the method.",
            [TABLE_ERRORS_METHOD_NOT_ALLOWED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("PUT", "/Tables").json("{\"TableName\":\"${table}x\"}"),
                raw("MERGE", "/Tables").json("{\"TableName\":\"${table}x\"}"),
                raw("DELETE", "/Tables"),
                raw("PUT", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}"),
                raw("MERGE", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}"),
                raw("DELETE", "/${table}").field("If-Match", "*"),
                raw("DELETE", "/${table}()").field("If-Match", "*"),
                get_table("${table}x"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.methods-unknown",
            "A method that nobody knows is refused, and nothing is done",
            "What is no GET is a POST.",
            [TABLE_ERRORS_METHOD_NOT_ALLOWED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("COPY", "/${table}(PartitionKey='p',RowKey='1')"),
                raw("COPY", "/${table}()"),
                raw("LOCK", "/${table}(PartitionKey='p',RowKey='1')").field("If-Match", "*"),
                raw("NONSENSE", "/Tables").json("{\"TableName\":\"${table}x\"}"),
                raw("NONSENSE", "/${table}").json("{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}"),
                get_table("${table}x"),
                scan_all(),
            ]
        ),
    ]
}
