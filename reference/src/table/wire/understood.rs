//! Keys and names as the reference understands them: as they are, unless it is told to break a rule.

use crate::rules::{RuleId, Trace, id};
use crate::table::Key;
use crate::table::model::Model;

/// A key as it is understood.
pub fn key(model: &Model, table: &str, key: Key, trace: &mut Trace<'_>) -> Key {
    let mut key = key;
    let mut damage = |applies: fn(&str) -> bool, rule: RuleId, damage: fn(&str) -> String| {
        if (applies(&key.partition) || applies(&key.row)) && !trace.enforce(rule) {
            key = Key::new(damage(&key.partition), damage(&key.row));
        }
    };
    damage(
        |text| text.starts_with(' ') || text.ends_with(' '),
        id::TABLE_KEYS_BLANKS_KEPT,
        |text| text.trim_matches(' ').to_owned(),
    );
    damage(|text| text.contains('\u{301}'), id::TABLE_KEYS_NO_NORMALISATION, |text| text.replace("e\u{301}", "é"));
    let wide = |text: &str| text.chars().any(|c| c > '\u{ffff}');
    damage(wide, id::TABLE_KEYS_UNICODE, |text| text.replace(|c| c > '\u{ffff}', "\u{fffd}"));
    let has_letters = |text: &str| text.bytes().any(|octet| octet.is_ascii_alphabetic());
    if (has_letters(&key.partition) || has_letters(&key.row)) && !trace.enforce(id::TABLE_KEYS_CASE_SENSITIVE) {
        let held = model.table(table, trace).and_then(|table| table.folded(&key));
        return held.unwrap_or(key);
    }
    key
}
