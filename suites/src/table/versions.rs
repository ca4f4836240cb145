//! One store seen through many protocol versions: what is the same in all of them, and what changes from one to the next.
//!
//! Every step names its version, so that the versions of a run have no part in it.

use super::atom::{ATOM, insert_entry};
use super::steps::{
    RawExt as _, StepExt as _, at, bare_request, batch, etag, get, insert, int, next_page, page, scan_with, seed, text,
    update,
};
use crate::check::{Check, Suite};
use crate::define::{Script, check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Versions;

/// A row is inserted in the first of these versions, and read in each.
fn read_in_each(versions: &[Version]) -> Script {
    let first = versions.first().copied().unwrap_or(Version::DEFAULT);
    let row = insert(at("p", "1"), [("A", int(1)), ("B", text("b"))]).version(first);
    let reads = versions.iter().map(|&version| get(at("p", "1")).version(version));
    std::iter::once(row).chain(reads).collect::<Vec<Step>>().into()
}

/// The published versions of these years.
fn of_years(first: &str, last: &str) -> Vec<Version> {
    let within = |version: &Version| (first..=last).contains(&&version.to_string()[..4]);
    Version::KNOWN.iter().copied().filter(within).collect()
}

/// Reads a row in Atom, its key as it is written in the path.
fn in_atom(row: &str) -> Step {
    bare_request("GET", format!("/${{table}}(PartitionKey='p',RowKey='{row}')")).field("Accept", ATOM).into()
}

fn top(count: &str) -> Query {
    Query { top: Some(count.to_owned()), ..Query::default() }
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [spoken(), one_store(), what_changed()].concat()
}

fn spoken() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.versions.of-2013-to-2015",
            "A row is inserted and read in each version from the first with JSON to the last with Atom",
            "A list of versions that are known, begun with the day the server was.",
            [TABLE_HEADERS_VERSION_ECHO, TABLE_ENTITIES_INSERT, TABLE_ENTITIES_GET],
            // The first version with JSON was published in August 2013.
            read_in_each(&of_years("2013", "2015"))
        ),
        check!(
            TableCore,
            "table.versions.of-2016-to-2019",
            "A row is inserted and read in each version that clients of tables ask with",
            "A list of versions that are known, with gaps.",
            [TABLE_HEADERS_VERSION_ECHO, TABLE_ENTITIES_INSERT, TABLE_ENTITIES_GET],
            read_in_each(&of_years("2016", "2019"))
        ),
        check!(
            TableCore,
            "table.versions.of-2020-to-2022",
            "A row is inserted and read in each version of 2020 to 2022",
            "Versions that brought tables nothing new are left out of the list.",
            [TABLE_HEADERS_VERSION_ECHO, TABLE_ENTITIES_INSERT, TABLE_ENTITIES_GET],
            read_in_each(&of_years("2020", "2022"))
        ),
        check!(
            TableCore,
            "table.versions.of-2023-on",
            "A row is inserted and read in each version from 2023 on",
            "A list of versions that are known, ended with the day the server was released.",
            [TABLE_HEADERS_VERSION_ECHO, TABLE_ENTITIES_INSERT, TABLE_ENTITIES_GET],
            read_in_each(&of_years("2023", "2099"))
        ),
    ]
}

fn one_store() -> Vec<Check> {
    vec![
        check!(
            TableAtom,
            "table.versions.one-store",
            "What an old client wrote in Atom a new one reads and changes in JSON",
            "The entry is stored as it was written, and not as what it says.",
            [TABLE_ATOM_READ_TYPES, TABLE_ENTITIES_GET],
            [
                Step::from(insert_entry(
                    "1",
                    "<d:S>12</d:S><d:L m:type=\"Edm.Int64\">12</d:L><d:X m:type=\"Edm.Binary\">AQI=</d:X>"
                ))
                .version(Version::V2012_02_12),
                get(at("p", "1")).metadata(Metadata::Full).version(Version::DEFAULT),
                update(at("p", "1"), "*", [("S", text("thirteen")), ("I", int(13))]).version(Version::DEFAULT),
                get(at("p", "1")).metadata(Metadata::Full).version(Version::V2013_08_15),
            ]
        ),
        check!(
            TableConcurrency,
            "table.versions.one-tag",
            "The ETag that one version returned is good in another",
            "The tag is made of what the answer looked like.",
            [TABLE_ETAG_STALE_REPLACE],
            [
                insert(at("p", "1"), [("A", int(1))]).version(Version::V2013_08_15),
                update(at("p", "1"), etag(0), [("A", int(2))]).version(Version::DEFAULT),
                update(at("p", "1"), etag(1), [("A", int(3))]).version(Version::V2013_08_15),
                update(at("p", "1"), etag(0), [("A", int(4))]).version(Version::DEFAULT),
                get(at("p", "1")).version(Version::DEFAULT),
            ]
        ),
        check!(
            TableQuery,
            "table.versions.one-token",
            "A query goes on in another version where it stopped",
            "Tokens are spelt otherwise by each version's code.",
            [TABLE_CONTINUATION_RESUMES],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), []))).version(Version::DEFAULT),
                page(top("1")).version(Version::V2013_08_15),
                next_page(1, top("1")).version(Version::DEFAULT),
                next_page(2, top("1")).version(Version::V2015_12_11),
                scan_with(Query::default()).version(Version::V2020_12_06),
            ]
        ),
    ]
}

fn what_changed() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.versions.percent-decoding",
            "Before 2012-02-12 a key in the path is decoded twice, and once since",
            "One of the two is done for every version.",
            [TABLE_KEYS_PERCENT_ONCE],
            [
                insert(at("p", "aA"), [("N", text("twice"))]).version(Version::DEFAULT),
                insert(at("p", "a%41"), [("N", text("once"))]).version(Version::DEFAULT),
                in_atom("a%2541").version(Version::V2011_08_18),
                in_atom("a%2541").version(Version::V2012_02_12),
                get(at("p", "a%41")).version(Version::DEFAULT),
            ]
        ),
        check!(
            TableCore,
            "table.versions.tags-in-json",
            "The tag came into minimal metadata with 2015-04-05",
            "Members of a newer version shown to clients of an older one, whose strict readers refuse them.",
            [TABLE_JSON_ETAG_MEMBER],
            [
                insert(at("p", "1"), [("A", int(1))]).version(Version::V2015_04_05),
                get(at("p", "1")).metadata(Metadata::Minimal).version(Version::V2015_02_21),
                get(at("p", "1")).metadata(Metadata::Minimal).version(Version::V2015_04_05),
                page(Query::default()).metadata(Metadata::Minimal).version(Version::V2015_02_21),
                page(Query::default()).metadata(Metadata::Minimal).version(Version::DEFAULT),
            ]
        ),
        check!(
            TableBatch,
            "table.versions.duplicate-in-batch",
            "A row that stands in a transaction twice is refused in every version",
            "The last one wins, in the versions for which there was no code yet.",
            [TABLE_BATCH_DUPLICATE],
            steps_on_duplicates()
        ),
        check!(
            TableCore,
            "table.versions.errors-in-json",
            "An error to who asks for JSON is JSON before and after Atom ended",
            "The format of errors was written once, for one version.",
            [TABLE_ERRORS_FORMAT, TABLE_ERRORS_BODY],
            [
                get(at("p", "1")).metadata(Metadata::Minimal).version(Version::V2013_08_15),
                get(at("p", "1")).metadata(Metadata::Minimal).version(Version::V2015_07_08),
                get(at("p", "1")).metadata(Metadata::Minimal).version(Version::V2015_12_11),
                get(at("p", "1")).metadata(Metadata::None).version(Version::V2020_12_06),
            ]
        ),
        check!(
            TableAtom,
            "table.versions.atom-ends",
            "The same request is answered in Atom up to 2015-07-08, and refused since 2015-12-11",
            "Atom is served in every version, or in none.",
            [TABLE_ATOM_ENDED, TABLE_ATOM_ACCEPTED],
            [
                insert(at("p", "1"), [("A", int(1))]).version(Version::DEFAULT),
                in_atom("1").version(Version::V2015_07_08),
                in_atom("1").version(Version::V2015_12_11),
            ]
        ),
    ]
}

/// The same transaction in four versions, and that it left nothing.
fn steps_on_duplicates() -> Script {
    let versions = [Version::V2013_08_15, Version::V2015_12_11, Version::V2016_05_31, Version::V2020_12_06];
    let twice = || batch([insert(at("p", "1"), []), insert(at("p", "1"), [])]);
    let tries = versions.into_iter().map(|version| twice().version(version));
    tries.chain(steps![scan_with(Query::default()).version(Version::DEFAULT)]).collect::<Vec<Step>>().into()
}
