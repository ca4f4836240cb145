//! Words of a shell script: literal text quoted, symbols as variables.

use std::fmt::Write as _;
use tablestakes_reference::history::symbol::{Piece, Symbol, pieces};

/// A word that stands for this text, whatever is in it.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A word that stands for a text that may hold symbols.
pub(super) fn word(text: &str) -> String {
    let held = pieces(text);
    if held.is_empty() {
        return "''".to_owned();
    }
    let words = held.iter().map(|piece| match piece {
        Piece::Text(text) => literal(text),
        Piece::Symbol(symbol) => format!("\"${{{}}}\"", variable(*symbol)),
    });
    words.collect()
}

/// The variable that holds what a symbol stands for.
pub(super) fn variable(symbol: Symbol) -> String {
    match symbol {
        Symbol::Table(number) => format!("table{number}"),
        Symbol::ETag { step, part: None } => format!("etag_{step}"),
        Symbol::ETag { step, part: Some(part) } => format!("etag_{step}_{part}"),
        Symbol::NextPartition(step) => format!("next_partition_{step}"),
        Symbol::NextRow(step) => format!("next_row_{step}"),
        Symbol::NextTable(step) => format!("next_table_{step}"),
        Symbol::Queue(number) => format!("queue{number}"),
        Symbol::Container(number) => format!("container{number}"),
        Symbol::Told { step, what } => format!("{}_{step}", what.name()),
        Symbol::Message { step, part } => format!("message_{step}_{part}"),
        Symbol::Receipt { step, part } => format!("receipt_{step}_{part}"),
        Symbol::Marker(step) => format!("marker_{step}"),
        Symbol::Account => "account".to_owned(),
        Symbol::Base => "base".to_owned(),
        Symbol::Origin => "origin".to_owned(),
    }
}

/// A format for `printf` that prints these octets.
pub(super) fn octets(octets: &[u8]) -> String {
    let mut format = String::with_capacity(octets.len() * 4 + 2);
    for octet in octets {
        let _ = write!(format, "\\{octet:03o}");
    }
    literal(&format)
}

/// A comment of one line, with nothing in it that a terminal obeys.
pub(super) fn comment(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("# {}\n", crate::finding::printable(&line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_obeyed() {
        assert_eq!(word("a'b$(c)`d`"), r"'a'\''b$(c)`d`'");
        assert_eq!(word("/${table:1}('x')"), r#"'/'"${table1}"'('\''x'\'')'"#);
        assert_eq!(word("$${x}"), "'${''x}'");
        assert_eq!(word(""), "''");
        assert_eq!(word("${etag:2.1}"), "\"${etag_2_1}\"");
        assert_eq!(octets(b"\0%\xff"), r"'\000\045\377'");
        assert_eq!(comment("a\nrm -rf b"), "# a rm -rf b\n");
    }
}
