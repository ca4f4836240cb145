//! The names of properties: what may be one.

use super::limits::units;
use super::refused::{name_invalid, name_too_long};
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

/// The longest name, in UTF-16 code units (`table.limits.name-longest`).
const LONGEST: usize = 255;
/// The longest name of a reference that breaks that rule.
const LONGEST_BROKEN: usize = 128;

/// Everything that is wrong with a name.
pub(super) fn check(name: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let length = units(name);
    if length > LONGEST_BROKEN && length <= LONGEST && !trace.enforce(id::TABLE_LIMITS_NAME_LONGEST) {
        refusals.push(name_too_long(id::TABLE_LIMITS_NAME_LONGEST));
    }
    if length > LONGEST && trace.enforce(id::TABLE_LIMITS_NAME_TOO_LONG) {
        refusals.push(name_too_long(id::TABLE_LIMITS_NAME_TOO_LONG));
    }
    if name.starts_with(|first: char| first.is_ascii_digit()) && trace.enforce(id::TABLE_LIMITS_NAME_INVALID) {
        refusals.push(name_invalid(id::TABLE_LIMITS_NAME_INVALID));
    }
    if (name.is_empty() || !name.chars().all(is_allowed)) && trace.enforce(id::TABLE_LIMITS_NAME_CHARACTERS) {
        refusals.push(name_invalid(id::TABLE_LIMITS_NAME_CHARACTERS));
    }
    if !name.is_ascii() && !trace.enforce(id::TABLE_TYPES_NAMES_UNICODE) {
        refusals.push(name_invalid(id::TABLE_TYPES_NAMES_UNICODE));
    }
    refusals
}

/// Of ASCII, what identifiers have. Of the rest everything but controls and blanks: where exactly the service draws the
/// line there is not known.
fn is_allowed(character: char) -> bool {
    if character.is_ascii() {
        character == '_' || character.is_ascii_alphanumeric()
    } else {
        !character.is_control() && !character.is_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Broken, RuleId};

    fn refused(name: &str) -> Option<RuleId> {
        let broken = Broken::none();
        check(name, &mut Trace::new(&broken)).first().map(|refusal| refusal.rule)
    }

    #[test]
    fn every_violation_is_told() {
        let broken = Broken::none();
        let refusals = check(&format!("1-{}", "n".repeat(255)), &mut Trace::new(&broken));
        assert_eq!(refusals.len(), 3);
    }

    #[test]
    fn names() {
        for name in ["a", "_x", "ETag", "a1", "啊齄丂狛狜", "é", &"n".repeat(255), &"é".repeat(255)] {
            assert_eq!(refused(name), None, "{name}");
        }
        assert_eq!(refused(&"n".repeat(256)), Some(id::TABLE_LIMITS_NAME_TOO_LONG));
        for name in ["9", "1a", &"1".repeat(255)] {
            assert_eq!(refused(name), Some(id::TABLE_LIMITS_NAME_INVALID), "{name}");
        }
        for name in ["", "a-b", "a b", "a.b", "a@b", "a\u{a0}b", "\u{85}"] {
            assert_eq!(refused(name), Some(id::TABLE_LIMITS_NAME_CHARACTERS), "{name:?}");
        }
    }
}
