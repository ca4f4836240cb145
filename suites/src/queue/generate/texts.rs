//! Texts of messages, drawn from the alphabet of trouble and from all of Unicode, put and set in each way in which a text can be
//! written.

use super::script::refused;
use crate::drawing::Drawing;
use crate::queue::steps::{AskExt as _, get_one, message_document, peek, put, put_document, update};
use crate::table::alphabet;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::symbol::literal;

/// How a text gets there.
#[derive(Debug, Clone, Copy)]
enum Way {
    Put,
    References,
    CharacterData,
    Update,
}

/// Whether XML allows a character, and it comes back for certain: a carriage return is folded by readers.
fn is_kept(character: char) -> bool {
    (character >= ' ' || "\t\n".contains(character)) && !('\u{fffe}'..='\u{ffff}').contains(&character)
}

/// A text that is not of white space alone, whose fate nobody recorded. What would be a symbol is not one.
fn storable(text: &str) -> String {
    let mut kept: String = text.chars().filter(|character| is_kept(*character)).collect();
    if kept.chars().all(|character| " \t\n".contains(character)) {
        kept.push('x');
    }
    literal(&kept)
}

/// A text to store.
pub(super) fn text() -> impl Strategy<Value = String> + Clone {
    let alphabet = alphabet();
    let pieces = [alphabet.anywhere.clone(), alphabet.only_in_values.to_vec()].concat();
    prop_oneof![
        3 => select(vec!["a", "b", "aGVsbG8=", "{\"a\":1}"]).prop_map(str::to_owned),
        9 => vec(select(pieces), 1..5).prop_map(|pieces| storable(&pieces.concat())),
        4 => vec(any::<char>(), 1..12).prop_map(|characters| storable(&characters.into_iter().collect::<String>())),
        2 => vec(select(vec![" ", "\t", "\n", "x", "&", "<"]), 1..8).prop_map(|pieces| storable(&pieces.concat())),
    ]
    .boxed()
}

/// A text as references alone.
fn referenced(text: &str) -> String {
    // A symbol's mark is one character for the reader of the document.
    text.replace("$${", "${").chars().map(|character| format!("&#x{:X};", u32::from(character))).collect()
}

/// Two to four texts, each put or set, seen and taken; and requests between that are refused.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    let way = select(vec![Way::Put, Way::Put, Way::References, Way::CharacterData, Way::Update, Way::Update]);
    let refusal = prop_oneof![
        3 => (0..64_usize).prop_map(Refusal::Any),
        1 => text().prop_map(Refusal::Unescaped),
    ];
    vec((way, text(), refusal), 2..5).prop_map(|texts| {
        let mut drawn = Drawing::default();
        for (way, text, refusal) in texts {
            match way {
                Way::Put => drop(drawn.send(put(text))),
                Way::References => drop(drawn.send(put_document(message_document(&referenced(&text))))),
                Way::CharacterData if !text.contains("]]>") => {
                    drawn.send(put_document(message_document(&format!("<![CDATA[{text}]]>"))));
                }
                Way::CharacterData => drop(drawn.send(put(text))),
                Way::Update => {
                    let put = drawn.send(put("first").invisible_for(60));
                    drawn.send(update(put, put, 0, Some(&text)));
                }
            }
            match refusal {
                Refusal::Any(number) => drawn.send_refused(refused(number)),
                Refusal::Unescaped(text) => drawn.send_refused(put_document(message_document(&format!("{text}&<")))),
            }
            drawn.send(get_one());
        }
        drawn.send(peek());
        drawn
    })
}

/// What is refused between.
#[derive(Debug, Clone)]
enum Refusal {
    Any(usize),
    Unescaped(String),
}
