//! Tags of blobs, and conditions on them.
//!
//! ```text
//! filter     = and *( OR and )
//! and        = comparison *( AND comparison )
//! comparison = key ( "=" | "<>" | ">" | ">=" | "<" | "<=" ) "'" value "'"
//! key        = identifier | '"' text '"'
//! ```
//!
//! (Microsoft Learn: Specifying conditional headers for Blob service operations.)

use std::collections::BTreeMap;

/// Tags, by their keys in order.
pub type Tags = BTreeMap<String, String>;

/// A condition on tags: one of these must hold, of which all must.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagFilter(Vec<Vec<Comparison>>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Comparison {
    key: String,
    operator: Operator,
    value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// The longest first, since one is the beginning of another.
const OPERATORS: [(&str, Operator); 6] = [
    ("<>", Operator::Unequal),
    (">=", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    ("=", Operator::Equal),
    (">", Operator::Greater),
    ("<", Operator::Less),
];

impl TagFilter {
    /// Reads a condition; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let mut cursor = Cursor(text.trim());
        let mut any = vec![vec![cursor.comparison()?]];
        while !cursor.0.is_empty() {
            if cursor.word("and") {
                any.last_mut()?.push(cursor.comparison()?);
            } else if cursor.word("or") {
                any.push(vec![cursor.comparison()?]);
            } else {
                return None;
            }
        }
        Some(Self(any))
    }

    /// Whether it holds.
    pub fn holds(&self, tags: &Tags) -> bool {
        self.0.iter().any(|all| all.iter().all(|comparison| comparison.holds(tags)))
    }
}

impl Comparison {
    fn holds(&self, tags: &Tags) -> bool {
        let Some(value) = tags.get(&self.key) else { return self.operator == Operator::Unequal };
        match self.operator {
            Operator::Equal => *value == self.value,
            Operator::Unequal => *value != self.value,
            Operator::Greater => *value > self.value,
            Operator::GreaterOrEqual => *value >= self.value,
            Operator::Less => *value < self.value,
            Operator::LessOrEqual => *value <= self.value,
        }
    }
}

struct Cursor<'t>(&'t str);

impl Cursor<'_> {
    fn comparison(&mut self) -> Option<Comparison> {
        self.0 = self.0.trim_start();
        let key = match self.0.strip_prefix('"') {
            Some(rest) => {
                let (key, rest) = rest.split_once('"')?;
                self.0 = rest;
                key.to_owned()
            }
            None => {
                let end = self.0.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.0.len());
                let (key, rest) = self.0.split_at(end);
                self.0 = rest;
                key.to_owned()
            }
        };
        self.0 = self.0.trim_start();
        let (text, operator) = OPERATORS.into_iter().find(|(text, _)| self.0.starts_with(text))?;
        let rest = self.0[text.len()..].trim_start().strip_prefix('\'')?;
        let (value, rest) = rest.split_once('\'')?;
        self.0 = rest.trim_start();
        (!key.is_empty()).then(|| Comparison { key, operator, value: value.to_owned() })
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.0.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if found {
            self.0 = &self.0[word.len()..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_on_tags() {
        let tags = Tags::from([("a".to_owned(), "1".to_owned()), ("b c".to_owned(), "x".to_owned())]);
        for (text, holds) in [
            ("a='1'", true),
            ("\"a\" = '2'", false),
            ("\"b c\" > 'w' AND a <> '2'", true),
            ("a='2' or \"b c\"='x'", true),
            ("z <> '1'", true),
            ("z = ''", false),
        ] {
            assert_eq!(TagFilter::read(text).map(|filter| filter.holds(&tags)), Some(holds), "{text}");
        }
        for text in ["", "a", "a=1", "a='1", "a='1' b='2'", "='1'", "a ~ '1'", "a='1' and"] {
            assert_eq!(TagFilter::read(text), None, "{text}");
        }
    }
}
