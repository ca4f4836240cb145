//! A range of keys: what of a table a shared access signature may open.

use crate::table::{Key, utf16_cmp};
use std::cmp::Ordering;

/// From one key to another, both within the range. An end without a row key takes in the whole partition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyRange {
    /// Partition key and row key of the lower end.
    pub from: Option<(String, Option<String>)>,
    /// Partition key and row key of the upper end.
    pub to: Option<(String, Option<String>)>,
}

impl KeyRange {
    /// Whether the key lies within the range.
    pub fn contains(&self, partition: &str, row: &str) -> bool {
        let compare = |end: &(String, Option<String>)| {
            let rows = || end.1.as_deref().map_or(Ordering::Equal, |end| utf16_cmp(row, end));
            utf16_cmp(partition, &end.0).then_with(rows)
        };
        self.from.as_ref().is_none_or(|end| compare(end) != Ordering::Less)
            && self.to.as_ref().is_none_or(|end| compare(end) != Ordering::Greater)
    }

    /// [`KeyRange::contains`], of a key.
    pub fn contains_key(&self, key: &Key) -> bool {
        self.contains(&key.partition, &key.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_the_range() {
        let end = |partition: &str, row: Option<&str>| Some((partition.to_owned(), row.map(str::to_owned)));
        let range = KeyRange { from: end("b", Some("2")), to: end("d", None) };
        for (partition, row, within) in [
            ("a", "9", false),
            ("b", "1", false),
            ("b", "2", true),
            ("c", "", true),
            ("d", "9", true),
            ("e", "", false),
        ] {
            assert_eq!(range.contains(partition, row), within, "{partition} {row}");
        }
        assert!(KeyRange::default().contains("", ""));
    }
}
