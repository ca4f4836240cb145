//! The tokens of a filter.

use super::refused::{syntax_error, unterminated};
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

/// One token: what it is, its text, and where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    /// The place behind the token, in octets from the beginning of the filter.
    pub(super) end: usize,
}

impl Token<'_> {
    /// Whether the token is this word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a word operator.
    Word,
    /// A number, with its sign and suffix.
    Number,
    /// A string in quotes, or a typed literal such as `guid'…'`.
    Quoted,
    Open,
    Close,
    Comma,
    /// `-` that does not begin a number.
    Minus,
    /// `/`, which the service's entities have no use for.
    Slash,
    End,
}

/// Takes a filter apart.
///
/// # Errors
/// A refusal where a character begins no token, or a quote is not closed.
pub(super) fn tokens<'t>(text: &'t str, trace: &mut Trace<'_>) -> Result<Vec<Token<'t>>, Refusal> {
    let mut tokens = Vec::new();
    let mut place = 0;
    loop {
        let blanks = text[place..].len() - text[place..].trim_start().len();
        let run = blanks > 1 || text[place..].starts_with('\t');
        if run && !trace.enforce(id::TABLE_QUERY_BLANKS) {
            return Err(syntax_error(text, place + blanks));
        }
        place += blanks;
        let rest = &text[place..];
        let Some(first) = rest.chars().next() else {
            tokens.push(Token { kind: TokenKind::End, text: "", end: place });
            return Ok(tokens);
        };
        let (kind, length) = match first {
            '(' => (TokenKind::Open, 1),
            ')' => (TokenKind::Close, 1),
            ',' => (TokenKind::Comma, 1),
            '/' => (TokenKind::Slash, 1),
            '\'' => (TokenKind::Quoted, quoted(rest, 0, text, trace)?),
            '-' | '0'..='9' => match number(rest) {
                0 => (TokenKind::Minus, 1),
                length => (TokenKind::Number, length),
            },
            first if first == '_' || first.is_alphabetic() => {
                let length = word(rest);
                if rest[length..].starts_with('\'') && is_literal_prefix(&rest[..length]) {
                    (TokenKind::Quoted, quoted(rest, length, text, trace)?)
                } else {
                    (TokenKind::Word, length)
                }
            }
            other => return Err(syntax_error(text, place + other.len_utf8())),
        };
        let touches = blanks == 0 && tokens.last().is_some_and(|last: &Token<'_>| joins(last, kind));
        if touches {
            // It takes part; where it is broken runs of blanks alone are refused.
            trace.enforce(id::TABLE_QUERY_BLANKS);
        }
        place += length;
        tokens.push(Token { kind, text: &rest[..length], end: place });
    }
}

/// Whether a parenthesis and a word that combines comparisons stand beside each other.
fn joins(last: &Token<'_>, next: TokenKind) -> bool {
    match (last.kind, next) {
        (TokenKind::Close, TokenKind::Word) => true,
        (TokenKind::Word, TokenKind::Open) => matches!(last.text, "and" | "or" | "not"),
        _ => false,
    }
}

fn word(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

/// The length of the number that the text begins with, 0 if there is none.
fn number(text: &str) -> usize {
    let octets = text.as_bytes();
    let digits = |from: usize| octets[from..].iter().take_while(|octet| octet.is_ascii_digit()).count();
    let sign = usize::from(octets.first() == Some(&b'-'));
    if text[sign..].starts_with("INF") && word(&text[sign..]) == 3 {
        return sign + 3;
    }
    let mut length = sign + digits(sign);
    if length == sign {
        return 0;
    }
    if octets.get(length) == Some(&b'.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if matches!(octets.get(length), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(octets.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits(length + 1 + signed);
        if exponent > 0 {
            length += 1 + signed + exponent;
        }
    }
    length + usize::from(matches!(octets.get(length), Some(b'L' | b'l' | b'D' | b'd' | b'F' | b'f' | b'M' | b'm')))
}

fn is_literal_prefix(word: &str) -> bool {
    ["datetime", "datetimeoffset", "time", "guid", "binary", "X", "x"].contains(&word)
}

/// The length of the quoted text whose quote stands at `from`; a doubled quote stands for one.
fn quoted(rest: &str, from: usize, whole: &str, trace: &mut Trace<'_>) -> Result<usize, Refusal> {
    let octets = rest.as_bytes();
    let mut place = from + 1;
    loop {
        match octets.get(place) {
            None => return Err(unterminated(whole)),
            Some(b'\\') if from == 0 && !trace.enforce(id::TABLE_QUERY_LITERAL_BACKSLASH) => {
                place += 1 + rest[place + 1..].chars().next().map_or(0, char::len_utf8);
            }
            Some(b'\'') if octets.get(place + 1) == Some(&b'\'') => place += 2,
            Some(b'\'') => return Ok(place + 1),
            Some(_) => place += 1,
        }
    }
}
