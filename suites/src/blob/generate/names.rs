//! Names of blobs from the alphabet of trouble, each written in one way and read in another.

use super::script::refused;
use crate::blob::steps::{AskExt as _, StepExt as _, get, head, list, put};
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use tablestakes_reference::history::KeyEncoding;

/// Pieces of names.
const PIECES: &[&str] = &[
    "a",
    "b",
    "A",
    "1",
    "-",
    "_",
    "~",
    " ",
    "%",
    "%20",
    "%2F",
    "%25",
    "+",
    "'",
    "\"",
    "/",
    "/",
    "?",
    "#",
    "&",
    "=",
    ",",
    ";",
    ":",
    "@",
    "!",
    "*",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    "{",
    "|",
    "^",
    "`",
    "\u{e9}",
    "e\u{301}",
    "\u{4e16}",
    "\u{1f600}",
    "\u{5d0}",
    "&amp;",
    ".txt",
];

/// What is tried in the place of a name: it differs from it where somebody decodes too much, or too little.
const MISTAKES: &[(&str, &str)] = &[
    ("+", " "),
    (" ", "+"),
    ("%20", " "),
    ("%25", "%"),
    ("%2F", "/"),
    ("A", "a"),
    ("e\u{301}", "\u{e9}"),
    ("&amp;", "&"),
];

/// The ways to write a name.
const WAYS: [KeyEncoding; 4] =
    [KeyEncoding::Standard, KeyEncoding::Minimal, KeyEncoding::LowerHex, KeyEncoding::Everything];

/// The name with one mistake; none if there is nothing to be mistaken for.
fn mistaken(name: &str) -> Option<String> {
    MISTAKES.iter().find(|(right, _)| name.contains(right)).map(|(right, wrong)| name.replacen(right, wrong, 1))
}

/// A name of some pieces, none of whose segments consists of dots.
fn name() -> impl Strategy<Value = String> {
    vec(select(PIECES.to_vec()), 1..6).prop_map(|pieces| pieces.concat())
}

/// Three to five names, each put and read, and mistaken for another; then all of them listed.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec((name(), select(WAYS.to_vec()), select(WAYS.to_vec()), 0..64_usize), 3..6).prop_map(|names| {
        let mut drawn = Drawing::default();
        let mut held = BTreeSet::new();
        for (number, (name, first, second, other)) in names.into_iter().enumerate() {
            drawn.send(put(&name, format!("content {number}")).keys_as(first));
            held.insert(name.clone());
            drawn.send(get(&name).keys_as(second));
            match mistaken(&name).filter(|wrong| *wrong != name) {
                Some(wrong) => {
                    drawn.send_if(held.contains(&wrong), head(&wrong).keys_as(first));
                }
                None => drawn.send_refused(refused(other)),
            };
        }
        drawn.send(list());
        if let Some(first) = held.iter().next() {
            let prefix: String = first.chars().take(2).collect();
            drawn.send(list().option("prefix", prefix));
        }
        drawn.send(list().option("delimiter", "/"));
        drawn
    })
}
