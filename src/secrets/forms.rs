//! In which forms a secret may be written, beside the escapes of a format: as text, as octets, in digits, in base64 again.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, general_purpose::STANDARD_NO_PAD};
use std::hash::{DefaultHasher, Hasher};

/// What is shorter is no secret, and would be found everywhere.
const SHORTEST: usize = 20;

/// How many octets of a form are looked up.
pub(super) const PREFIX: usize = 8;

/// Signatures with or without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A form of a secret: enough to know it again, not enough to tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) prefix: u64,
    /// How many octets are compared.
    pub(super) length: usize,
    /// What these octets are.
    pub(super) hash: u64,
    /// How many more belong to it, if they are there: a text may have been cut.
    pub(super) more: usize,
}

/// How many octets of a text are compared; fewer of a signature are of no use.
const COMPARED: usize = 24;

/// So many letters and digits in a row are looked for in base64 by themselves: what is compared there is made of them.
const PLAIN: usize = COMPARED / 4 * 3 + 3;

impl Form {
    /// A form of which so many octets are compared.
    fn of(octets: &[u8], compared: usize) -> Option<Self> {
        let mut hasher = DefaultHasher::new();
        let mut prefix = 0;
        let length = octets.len().min(compared);
        for (place, octet) in octets.iter().take(length).map(|octet| alike(*octet)).enumerate() {
            if place < PREFIX {
                prefix = prefix << 8 | u64::from(octet);
            }
            hasher.write_u8(octet);
        }
        let more = octets.len() - length;
        (length >= SHORTEST).then(|| Self { prefix, length, hash: hasher.finish(), more })
    }
}

/// One octet for those that stand for each other: in the two alphabets of base64, and where a plus is read as a space.
pub(super) fn alike(octet: u8) -> u8 {
    match octet {
        b' ' | b'-' => b'+',
        b'_' => b'/',
        other => other,
    }
}

/// The forms of what holds a secret under escapes, such as an address, once base64 is made of that: the escapes are then out of
/// sight.
pub(super) fn covered(sent: &[u8]) -> Vec<Form> {
    (0..3).filter_map(|before| Form::of(&within_base64(sent, before), COMPARED)).collect()
}

/// The forms of a secret that is written in base64, or is a token of some other kind.
pub(super) fn forms(secret: &str) -> Vec<Form> {
    let text = secret.trim_end_matches('=').as_bytes();
    let mut written: Vec<Vec<u8>> = vec![text.to_vec()];
    written.extend((0..3).map(|before| within_base64(text, before)));
    // However its other characters are escaped, and how often, letters and digits stay as they are.
    let plain = text.split(|octet| !octet.is_ascii_alphanumeric()).max_by_key(|run| run.len()).unwrap_or_default();
    if plain.len() >= PLAIN && plain.len() < text.len() {
        written.extend((0..3).map(|before| within_base64(plain, before)));
    }
    let mut raw = None;
    let standard: Vec<u8> = text.iter().map(|octet| alike(*octet)).collect();
    if let Ok(octets) = LENIENT.decode(&standard) {
        written.push(octets.iter().flat_map(|octet| format!("{octet:02x}").into_bytes()).collect());
        written.push(octets.iter().flat_map(|octet| format!("{octet:02X}").into_bytes()).collect());
        // Octets are looked up where one is no character; what stands before them is the least of a signature.
        let first = octets.iter().position(|octet| !octet.is_ascii()).unwrap_or_default();
        let own = octets.get(first.saturating_sub(PREFIX - 1)..).unwrap_or_default();
        raw = Form::of(own, own.len());
    }
    written.iter().filter_map(|form| Form::of(form, COMPARED)).chain(raw).collect()
}

/// What base64 makes of a text that stands behind so many octets of a group of three: the part that depends on it alone.
fn within_base64(text: &[u8], before: usize) -> Vec<u8> {
    let mut whole = vec![0; before];
    whole.extend_from_slice(text);
    whole.truncate(whole.len() / 3 * 3);
    let encoded = STANDARD_NO_PAD.encode(&whole).into_bytes();
    // The octets before leave their mark in as many characters, and one more.
    let own = if before == 0 { 0 } else { before + 1 };
    encoded.get(own..).unwrap_or_default().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_has_no_form() {
        assert!(forms("short==").is_empty());
        assert!(forms("").is_empty());
    }

    #[test]
    fn base64_of_base64_is_the_same_wherever_it_stands() {
        let text = b"AbCdEfGhIjKlMnOpQrStUvWx";
        for before in 0..3 {
            let around = [&b"xyzuvw"[..before + 3], text, b"!!"].concat();
            let whole = STANDARD_NO_PAD.encode(around);
            let part = String::from_utf8(within_base64(text, before)).unwrap();
            assert!(whole.contains(&part), "{whole} {part}");
        }
    }
}
