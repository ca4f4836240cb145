//! Continuation tokens: `1!`, the length of what follows, `!`, and base64 with `-`, `*` and `_` for `=`, `+` and `/`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A key as a token.
pub fn written(key: &str) -> String {
    let text = STANDARD.encode(key).replace('=', "-").replace('+', "*").replace('/', "_");
    format!("1!{}!{text}", text.len())
}

/// The key that a token names. What is not of the form of a token is taken for the key itself, as older clients send it.
pub fn read(token: &str) -> String {
    named(token).unwrap_or_else(|| token.to_owned())
}

/// Whether the service can have issued a token.
pub fn is_well_formed(token: &str) -> bool {
    named(token).is_some()
}

/// The key that is named by what is of the form of a token.
fn named(token: &str) -> Option<String> {
    let encoded = token.strip_prefix("1!").and_then(|rest| rest.split_once('!')).and_then(|(length, text)| {
        let text = text.replace('-', "=").replace('*', "+").replace('_', "/");
        if length.parse() == Ok(text.len()) { STANDARD.decode(text).ok() } else { None }
    });
    encoded.and_then(|octets| String::from_utf8(octets).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_name_keys() {
        assert_eq!(written("pk801016e8"), "1!16!cGs4MDEwMTZlOA--");
        for key in ["", "a", "<.>", "ÿÿÿ", "😀", "a!b"] {
            assert_eq!(read(&written(key)), key);
        }
        assert_eq!(read("plain"), "plain");
        assert_eq!(read("1!3!cGs4"), "1!3!cGs4");
        assert!(is_well_formed("1!4!cGs4") && !is_well_formed("1!3!cGs4") && !is_well_formed("plain"));
    }
}
