//! What is written: letters and digits without an escape among them, so that looking for secrets in what is sent takes no longer
//! than it must.

use tablestakes_reference::history::Content;

/// Characters that no escape begins with, as many as six bits tell apart.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// So many octets, the same for a seed.
pub(super) fn octets(seed: u64, length: u64) -> Vec<u8> {
    let pattern = Content::pattern(seed, u32::try_from(length).unwrap_or(u32::MAX));
    pattern.iter().map(|octet| CHARACTERS[usize::from(octet % 64)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_text_of_their_length() {
        let text = String::from_utf8(octets(1, 1000)).unwrap();
        assert!(text.len() == 1000 && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)));
        assert_ne!(octets(1, 100), octets(2, 100));
    }
}
