//! The query of a request target: names and values, decoded.

use crate::percent;
use crate::rules::{RuleId, Trace};

/// The rules of a service about the spelling of queries.
#[derive(Debug, Clone, Copy)]
pub struct QueryRules {
    /// Names of options may be percent-encoded.
    pub encoded_names: RuleId,
    /// A plus sign is a blank.
    pub plus_is_blank: RuleId,
    /// Values are decoded once.
    pub percent_once: RuleId,
}

/// The query of a request target: names and values, decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryString(Vec<(String, String)>);

impl QueryString {
    /// Reads the part of a target behind `?`. What cannot be decoded is kept as it is written.
    pub fn read(text: &str, rules: &QueryRules, trace: &mut Trace<'_>) -> Self {
        let mut options = Vec::new();
        for option in text.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if name.contains('%') && !trace.enforce(rules.encoded_names) {
                continue;
            }
            let plus_is_blank = !value.contains('+') || trace.enforce(rules.plus_is_blank);
            let value = if plus_is_blank { value.replace('+', " ") } else { value.to_owned() };
            let mut value = percent::decode(&value).unwrap_or(value);
            if value.contains('%') && !trace.enforce(rules.percent_once) {
                value = percent::decode(&value).unwrap_or(value);
            }
            options.push((percent::decode(name).unwrap_or_else(|| name.to_owned()), value));
        }
        Self(options)
    }

    /// Whether there are no options.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of the options, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(held, _)| held == name).map(|(_, value)| value.as_str())
    }
}
