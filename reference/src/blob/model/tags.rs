//! Tags of blobs, and conditions on them.
//!
//! ```text
//! filter     = and *( OR and )
//! and        = comparison *( AND comparison )
//! comparison = key ( "=" | "<>" | ">" | ">=" | "<" | "<=" ) "'" value "'"
//! search     = item *( AND item )
//! item       = comparison without "<>" | "@container" "=" "'" value "'"
//! key        = identifier | '"' text '"'
//! ```
//!
//! (Microsoft Learn: Specifying conditional headers for Blob service operations; Find Blobs by Tags.)

use std::collections::BTreeMap;

/// Tags, by their keys in order.
pub type Tags = BTreeMap<String, String>;

/// A condition on tags: one of these must hold, of which all must.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TagFilter {
    any: Vec<Vec<Comparison>>,
    /// The container that a search names.
    pub container: Option<String>,
}

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

/// What stands for the container in a search.
const CONTAINER: &str = "@container";

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
        Some(Self { any, container: None })
    }

    /// Reads a search: comparisons of which all must hold, and the container among them; `None` if it is none.
    pub fn read_search(text: &str) -> Option<Self> {
        let mut cursor = Cursor(text.trim());
        let (mut all, mut container) = (Vec::new(), None);
        loop {
            let is_container = cursor.word(CONTAINER);
            let comparison = if is_container { cursor.compared(CONTAINER.to_owned()) } else { cursor.comparison() }?;
            match comparison.operator {
                Operator::Unequal => return None,
                Operator::Equal if is_container => container = Some(comparison.value),
                _ if is_container => return None,
                _ => all.push(comparison),
            }
            if cursor.0.is_empty() {
                return Some(Self { any: vec![all], container });
            }
            if !cursor.word("and") {
                return None;
            }
            cursor.0 = cursor.0.trim_start();
        }
    }

    /// Whether a key is compared.
    pub fn names(&self, key: &str) -> bool {
        self.any.iter().flatten().any(|comparison| comparison.key == key)
    }

    /// Whether it holds.
    pub fn holds(&self, tags: &Tags) -> bool {
        self.any.iter().any(|all| all.iter().all(|comparison| comparison.holds(tags)))
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
        self.compared(key)
    }

    /// What stands behind a key.
    fn compared(&mut self, key: String) -> Option<Comparison> {
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
        let search = |text: &str| TagFilter::read_search(text).map(|filter| (filter.holds(&tags), filter.container));
        assert_eq!(search("a>='1' AND \"b c\"='x'"), Some((true, None)));
        assert_eq!(search("@container = 'abc' and a = '2'"), Some((false, Some("abc".to_owned()))));
        assert_eq!(search("a='1' or a='2'"), None);
        assert_eq!(search("a<>'1'"), None);
        for text in ["", "a", "a=1", "a='1", "a='1' b='2'", "='1'", "a ~ '1'", "a='1' and"] {
            assert_eq!(TagFilter::read(text), None, "{text}");
        }
    }
}
