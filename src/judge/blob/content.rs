//! Comparing the octets of blobs.

use crate::judge::difference::Difference;
use crate::judge::verdict::MismatchKind;

/// So many octets around the first that differs are shown.
const SHOWN: usize = 24;

/// Compares two contents.
pub(in crate::judge) fn contents(expected: &[u8], actual: &[u8]) -> Option<Difference> {
    if expected == actual {
        return None;
    }
    let at = expected.iter().zip(actual).position(|(left, right)| left != right);
    let at = at.unwrap_or(expected.len().min(actual.len()));
    let shown = |octets: &[u8]| {
        let end = octets.len().min(at.saturating_add(SHOWN));
        let part = octets.get(at..end).unwrap_or_default();
        let part = if part.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", part.escape_ascii()) };
        format!("{} octets, from octet {at} on {part}", octets.len())
    };
    Some(Difference::new(MismatchKind::PropertyValue, &[], shown(expected), shown(actual)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_octet_that_differs_is_shown() {
        assert_eq!(contents(b"abc", b"abc"), None);
        let difference = contents(b"abc", b"abd").unwrap();
        assert_eq!(difference.expected, "3 octets, from octet 2 on \"c\"");
        let difference = contents(b"abc", b"ab").unwrap();
        assert_eq!(difference.actual, "2 octets, from octet 2 on nothing");
    }
}
