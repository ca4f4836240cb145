//! Keys in the form in which they are stored: ordered by UTF-16 code units, found by a slice of octets.
//!
//! UTF-8 octets are in the order of code units but for two ranges that are exchanged: U+E000 to U+FFFF come behind the
//! supplementary characters. So the octets that begin characters of the first range are raised above those of the second.

use crate::rules::{Trace, id};
use std::borrow::Cow;

/// The stored form of a partition key or row key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortKey(Box<[u8]>);

const FIRST_RAISED: u8 = 0xee;
const RAISE: u8 = 0x0a;

impl SortKey {
    /// The stored form of a key (`table.keys.order-utf16`).
    pub fn of<'k>(key: &'k str, trace: &mut Trace<'_>) -> Cow<'k, [u8]> {
        let octets = key.as_bytes();
        if octets.iter().all(|octet| *octet < FIRST_RAISED) || !trace.enforce(id::TABLE_KEYS_ORDER_UTF16) {
            return Cow::Borrowed(octets);
        }
        let raise = |octet: &u8| if matches!(octet, 0xee | 0xef) { octet + RAISE } else { *octet };
        Cow::Owned(octets.iter().map(raise).collect())
    }

    /// A key to store, from its stored form.
    pub fn stored(form: Cow<'_, [u8]>) -> Self {
        Self(form.into_owned().into_boxed_slice())
    }

    /// The key itself.
    pub fn text(&self) -> Cow<'_, str> {
        if self.0.iter().all(|octet| *octet < FIRST_RAISED + RAISE) {
            return String::from_utf8_lossy(&self.0);
        }
        let lower = |octet: &u8| if *octet >= FIRST_RAISED + RAISE { octet - RAISE } else { *octet };
        Cow::Owned(String::from_utf8_lossy(&self.0.iter().map(lower).collect::<Vec<_>>()).into_owned())
    }
}

impl std::borrow::Borrow<[u8]> for SortKey {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;
    use crate::table::utf16_cmp;

    #[test]
    fn stored_keys_are_in_the_order_of_code_units_and_come_back() {
        let (intact, broken) = (Broken::none(), Broken::none().and(id::TABLE_KEYS_ORDER_UTF16));
        let keys = ["", "a", "é", "\u{d7ff}", "\u{e000}", "\u{efff}", "\u{fffd}", "\u{ffff}", "😀", "a😀", "a\u{f000}"];
        for left in keys {
            let mut trace = Trace::new(&intact);
            assert_eq!(SortKey::stored(SortKey::of(left, &mut trace)).text(), left);
            for right in keys {
                let order = SortKey::of(left, &mut trace).cmp(&SortKey::of(right, &mut trace));
                assert_eq!(order, utf16_cmp(left, right), "{left:?} {right:?}");
                let mut trace = Trace::new(&broken);
                assert_eq!(SortKey::of(left, &mut trace).cmp(&SortKey::of(right, &mut trace)), left.cmp(right));
            }
        }
    }
}
