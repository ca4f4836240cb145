//! The rooms of both crates use each other one way: the arrows of `docs/architecture.md`, kept by reading the sources.
//!
//! A room is a folder or a file below `src/`. The lists here say which rooms each may use, the lowest rooms first; a room may
//! use only rooms that stand before it, so there is no cycle. Modules that are compiled for tests alone may use any.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod arrows;
mod tokens;
mod uses;

use arrows::{Rooms, complaints};
use std::path::Path;
use uses::uses;

/// The rooms of the harness, and the names of those that each may use.
const HARNESS: Rooms = &[
    ("at_length", ""),
    ("exit", ""),
    ("json", ""),
    ("nearest", ""),
    ("secrets", ""),
    ("xml", ""),
    ("target", "nearest secrets"),
    ("judge", "target xml"),
    ("history", "at_length judge secrets target xml"),
    ("concurrency", "history judge target xml"),
    ("bench", "exit history judge nearest target"),
    ("finding", "history json judge secrets target"),
    ("tap", "target"),
    ("baseline", "finding nearest"),
    ("engine", "baseline exit finding history judge nearest target"),
    ("report", "baseline bench engine exit finding history json judge target"),
    ("recording", "finding json judge secrets xml"),
    ("stored_run", "engine finding history json judge target"),
    ("fuzz", "baseline engine exit finding history json judge nearest target"),
    ("live", "concurrency engine history target"),
    ("guarded", "engine history target"),
    ("cargo_tests", "baseline engine finding history live target"),
    (
        "cli",
        "baseline bench engine exit finding fuzz guarded history json judge live nearest recording report \
         stored_run tap target",
    ),
];

/// The rooms of the oracle, and the names of those that each may use.
const REFERENCE: Rooms = &[
    ("account", ""),
    ("datetime", ""),
    ("http", ""),
    ("ids", ""),
    ("multipart", "http"),
    ("octets", ""),
    ("content", "octets"),
    ("percent", ""),
    ("version", ""),
    ("xml", ""),
    ("addressing", "percent"),
    ("lexical", "datetime ids"),
    ("profile", "version"),
    ("rules", "version"),
    ("query", "percent rules"),
    ("answer", "http rules"),
    ("policies", "lexical rules xml"),
    ("properties", "xml"),
    ("refusal", "rules"),
    ("cors", "http properties refusal rules"),
    ("under_way", "rules"),
    ("service", "answer datetime http ids"),
    ("service_name", ""),
    ("verdict", "answer http refusal rules"),
    ("auth", "account addressing datetime http lexical percent policies query refusal rules version"),
    ("throttle", "datetime refusal rules version"),
    ("settings", "account addressing auth datetime http profile rules throttle"),
    ("request", "addressing auth datetime http lexical percent profile query refusal rules version"),
    (
        "table",
        "account addressing answer auth cors datetime http ids lexical multipart octets percent policies profile \
         properties query refusal request rules service settings throttle under_way verdict version",
    ),
    (
        "queue",
        "account addressing answer auth cors datetime http ids lexical percent policies profile properties \
         query refusal request rules service settings throttle under_way verdict version xml",
    ),
    (
        "blob",
        "account addressing answer auth content cors datetime http ids lexical multipart percent policies profile \
         properties query refusal request rules service settings throttle under_way verdict version xml",
    ),
    ("history", "addressing blob content queue rules service_name table version"),
    ("server", "answer datetime http ids service"),
];

fn keep(root: &str, rooms: Rooms) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package of the harness comes without the sources of the oracle.
    if !project.join(root).is_dir() {
        return;
    }
    let mut complaints = complaints(rooms, &uses(project, Path::new(root)).unwrap());
    let is_there = |room: &str| {
        project.join(root).join(room).is_dir() || project.join(root).join(room).with_extension("rs").is_file()
    };
    let gone = rooms.iter().filter(|(room, _)| !is_there(room));
    complaints.extend(
        gone.map(|(room, _)| format!("`{room}` is no room of {root} any more: take its row out of {}", file!())),
    );
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn arrows_of_the_harness_go_one_way() {
    keep("src", HARNESS);
}

#[test]
fn arrows_of_the_oracle_go_one_way() {
    keep("reference/src", REFERENCE);
}
