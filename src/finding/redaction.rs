//! Takes signatures out of texts that a report shows: those that this process knows, by their value, and what looks like one
//! by what it follows, which may be somebody else's.
//!
//! Requests and answers come here without the secrets of this run: they are removed where an exchange is kept. This is the
//! second look.

use crate::secrets::of_this_process;
use std::borrow::Cow;

/// What stands where a signature stood.
const REMOVED: &str = "[removed]";
/// What a signature follows: a scheme with an account and a colon, or the parameter of a shared access signature.
const SCHEMES: [&str; 2] = ["SharedKey ", "SharedKeyLite "];
const PARAMETERS: [&str; 3] = ["sig=", "AccountKey=", "SharedAccessSignature="];

/// The text without signatures and keys.
pub fn redact(text: &str) -> Cow<'_, str> {
    match of_this_process().removed(text) {
        Cow::Borrowed(text) => by_place(text),
        Cow::Owned(text) => Cow::Owned(by_place(&text).into_owned()),
    }
}

fn by_place(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((start, end)) = next_secret(rest) {
        kept.push_str(&rest[..start]);
        kept.push_str(REMOVED);
        rest = &rest[end..];
    }
    if kept.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(kept + rest) }
}

/// Where the first secret of a text begins and ends.
fn next_secret(text: &str) -> Option<(usize, usize)> {
    let after_scheme = SCHEMES.iter().flat_map(|scheme| {
        text.match_indices(scheme).filter_map(|(at, _)| {
            let account = at + scheme.len();
            let length = text[account..].find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
            text[account + length..].starts_with(':').then_some(account + length + 1)
        })
    });
    let after_parameter =
        PARAMETERS.iter().flat_map(|parameter| text.match_indices(parameter).map(|(at, _)| at + parameter.len()));
    after_scheme
        .chain(after_parameter)
        .filter_map(|start| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "+/=%".contains(c);
            let length = text[start..].find(|c: char| !is_part(c)).unwrap_or(text.len() - start);
            (length > 0).then_some((start, start + length))
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_removed_wherever_they_stand() {
        for (text, expected) in [
            ("SharedKey me:AbC+/9==", "SharedKey me:[removed]"),
            ("a SharedKeyLite my-1:AbC= b SharedKey x:yy", "a SharedKeyLite my-1:[removed] b SharedKey x:[removed]"),
            ("/t()?sv=1&sig=ab%2Bc%3D&se=2", "/t()?sv=1&sig=[removed]&se=2"),
            ("AccountName=me;AccountKey=AbC==;X=y", "AccountName=me;AccountKey=[removed];X=y"),
            ("sig=é sig=a", "sig=é sig=[removed]"),
        ] {
            assert_eq!(redact(text), expected);
        }
    }

    #[test]
    fn other_text_stays() {
        for text in ["", "SharedKey", "SharedKey me", "SharedKey me:…", "design=\u{1f600}", "sig="] {
            assert_eq!(redact(text), text);
        }
    }
}
