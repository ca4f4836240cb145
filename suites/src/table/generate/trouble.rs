//! The alphabet of trouble: pieces of text that implementations mangle, and what they mangle them into.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The longest key part of which the evidence says that it is accepted, in UTF-16 code units (`table.keys.longest`);
/// what lies between this and 2,048 is an open question (`table.open.key-length`).
const LONGEST_KEY: usize = 512;

/// Pieces that may stand in keys and in values, by what goes wrong with them.
const ANYWHERE: &[&[&str]] = &[
    // Percent signs: decoded not at all, twice, or with a crash.
    &["%", "%25", "%2525", "%41", "%2F", "%00", "%zz", "%C3%A9", "%u0041"],
    // What query strings and forms treat otherwise.
    &["+", "%2B", "%20", "&", "=", ";", "&amp;", "a=b&c=d"],
    // Quotes of OData, JSON, SQL and shells.
    &["'", "''", "\"", "`", "''''", "',RowKey='", "') or ('1' eq '1"],
    // What ends something in a path or in a key predicate.
    &["(", ")", ",", ":", "@", "!", "$", "*", "~", ".", "..", "|", "^", "[", "]", "{", "}", "<", ">"],
    // Space, inside and at the ends.
    &[" ", "  ", " a", "a ", "\u{a0}", "\u{3000}"],
    // Case pairs, also those that do not keep their length.
    &["a", "A", "ß", "SS", "ı", "I", "İ", "K", "\u{212a}"],
    // Composed, decomposed, compatible, ignorable.
    &["é", "e\u{301}", "ﬁ", "fi", "a\u{200d}b", "\u{ac00}", "\u{1100}\u{1161}"],
    // On both sides of where UTF-8 and UTF-16 order differ.
    &["\u{d7ff}", "\u{e000}", "\u{ff21}", "\u{fffd}", "\u{10000}", "😀", "\u{10fffd}"],
    // Other scripts, and writing from right to left.
    &["世界", "שלום", "\u{202e}abc"],
    // What other layers give a meaning to, our own included.
    &["null", "undefined", "${table}", "$${", "__proto__", "-1", "0", "00", "1e3", "true"],
    // What templates, formats, databases, patterns and shells expand.
    &[
        "{{7*7}}",
        "${7*7}",
        "%s",
        "%n",
        "{0}",
        "' OR 1=1 --",
        "$(id)",
        "`id`",
        ".*",
        "[a-z]",
        "$1",
        "$&",
        "%PATH%",
        "constructor",
        "toString",
        "hasOwnProperty",
    ],
];

/// Pieces that may stand in values but in no key.
const ONLY_IN_VALUES: &[&str] = &[
    "/", "\\", "#", "?", "\\n", "\\u0041", "\t", "\n", "\r", "\r\n", "//", "/../", "?a=b#c", "</entry>", "<!--",
    "C:\\dir", "\\1", "#{7*7}", "a?",
];

/// Characters that no key may hold, of which both the body's and the path's answer is known.
const FORBIDDEN_IN_KEYS: &[char] = &['/', '\\', '#', '?'];

/// Property names that are allowed and yet unusual.
pub(crate) const PROPERTY_NAMES: &[&str] = &[
    "A",
    "a",
    "B",
    "_x",
    "_",
    "Name1",
    "ETag",
    "etag",
    "Größe",
    "名前",
    "value",
    "prototype",
    "__proto__",
    "constructor",
];

/// The alphabet of trouble, for others that make texts: see [`alphabet`].
#[derive(Debug, Clone)]
pub struct Alphabet {
    /// Pieces that may stand in keys and in values.
    pub anywhere: Vec<&'static str>,
    /// Pieces that may stand in values but in no key.
    pub only_in_values: &'static [&'static str],
    /// Names of properties that are allowed and yet unusual.
    pub property_names: &'static [&'static str],
}

/// The reviewed pieces of text that implementations mangle.
pub fn alphabet() -> Alphabet {
    Alphabet { anywhere: anywhere(), only_in_values: ONLY_IN_VALUES, property_names: PROPERTY_NAMES }
}

/// [`ANYWHERE`] as one list.
fn anywhere() -> Vec<&'static str> {
    ANYWHERE.concat()
}

fn pieces(alphabet: Vec<&'static str>) -> impl Strategy<Value = String> {
    vec(select(alphabet), 1..4).prop_map(|pieces| pieces.concat())
}

/// A part of a key: plain as often as not, seldom empty or the longest allowed.
pub(crate) fn key_part() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        8 => select(vec!["a", "b", "c", "A", "1", "10", "9", "aa"]).prop_map(str::to_owned),
        9 => pieces(anywhere()).boxed(),
        2 => Just(String::new()),
        1 => select(vec!['k', 'é', '😀']).prop_map(longest_key),
    ]
    .boxed()
}

/// A text to store: plain, troublesome or empty.
pub(crate) fn value_text() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        4 => select(vec!["v", "w", "x"]).prop_map(str::to_owned),
        9 => pieces([anywhere(), ONLY_IN_VALUES.to_vec()].concat()).boxed(),
        1 => Just(String::new()),
    ]
    .boxed()
}

/// As many of one character as the longest key part holds.
fn longest_key(character: char) -> String {
    std::iter::repeat_n(character, LONGEST_KEY / character.len_utf16()).collect()
}

/// A part that holds a character which no key may hold.
pub(crate) fn forbidden_part() -> impl Strategy<Value = String> + Clone {
    (select(FORBIDDEN_IN_KEYS.to_vec()), any::<bool>())
        .prop_map(|(character, alone)| if alone { character.to_string() } else { format!("a{character}b") })
        .boxed()
}

/// Other keys that a careless implementation takes for this one.
pub(crate) fn lookalikes(part: &str) -> Vec<String> {
    let mut found = vec![
        part.replace("%25", "%"),
        part.replace('%', "%25"),
        part.replace("%41", "A").replace("%2B", "+").replace("%20", " ").replace("%C3%A9", "é"),
        part.replace('+', " "),
        part.replace(' ', "+"),
        part.replace("''", "'"),
        part.replace('\'', "''"),
        part.trim().to_owned(),
        part.to_lowercase(),
        part.to_uppercase(),
        part.replace("e\u{301}", "é"),
        part.replace('é', "e\u{301}"),
        part.replace('é', "e"),
        format!("{part} "),
        format!("{part}0"),
    ];
    found.retain(|other| other != part && other.encode_utf16().count() <= LONGEST_KEY);
    found.dedup();
    found
}

/// Whether the service holds keys of this part, of those that the generators make.
pub(crate) fn is_allowed_in_keys(part: &str) -> bool {
    part.encode_utf16().count() <= LONGEST_KEY
        && !part.chars().any(|character| {
            FORBIDDEN_IN_KEYS.contains(&character) || character < '\u{20}' || ('\u{7f}'..='\u{9f}').contains(&character)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_keeps_its_promises() {
        assert!(anywhere().iter().all(|piece| is_allowed_in_keys(piece)));
        assert!(ONLY_IN_VALUES.iter().all(|piece| !is_allowed_in_keys(piece) || piece.contains(['<', '\\'])));
        assert!(is_allowed_in_keys(&longest_key('😀')) && is_allowed_in_keys(&longest_key('k')));
    }

    #[test]
    fn lookalikes_differ_from_what_they_resemble() {
        for piece in anywhere() {
            let found = lookalikes(piece);
            assert!(!found.is_empty() && !found.contains(&piece.to_owned()), "{piece}");
        }
    }
}
