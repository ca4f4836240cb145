//! What a request carries: text, octets, or so many octets of a pattern.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The body of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Content {
    /// No body and no `Content-Length`.
    #[default]
    None,
    /// Text; may hold symbols.
    Text {
        /// The text.
        text: String,
    },
    /// Octets.
    Octets {
        /// The octets; in files as base64.
        #[serde(with = "crate::octets")]
        octets: Vec<u8>,
    },
    /// Octets of which no two stretches are alike, too many to be written down.
    Pattern {
        /// Which pattern.
        seed: u64,
        /// How many octets.
        length: u32,
    },
}

/// What the generator of [`Content::Pattern`] goes on by: the odd number next to 2^64 divided by the golden ratio.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Content {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// The octets, those of a text with its symbols as they are written.
    pub fn octets(&self) -> Bytes {
        match self {
            Self::None => Bytes::new(),
            Self::Text { text } => Bytes::copy_from_slice(text.as_bytes()),
            Self::Octets { octets } => Bytes::copy_from_slice(octets),
            Self::Pattern { seed, length } => Self::pattern(*seed, *length),
        }
    }

    /// How many octets there are, symbols counted as they are written.
    pub fn length(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Text { text } => text.len(),
            Self::Octets { octets } => octets.len(),
            Self::Pattern { length, .. } => usize::try_from(*length).unwrap_or(usize::MAX),
        }
    }

    /// The octets of a pattern: those of SplitMix64, the number of eight octets at a time behind the seed.
    pub fn pattern(seed: u64, length: u32) -> Bytes {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let mut octets = Vec::with_capacity(length.next_multiple_of(8));
        let mut state = seed;
        while octets.len() < length {
            state = state.wrapping_add(STRIDE);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            octets.extend_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes());
        }
        octets.truncate(length);
        Bytes::from(octets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_as_long_as_it_says_and_always_the_same() {
        for length in [0, 1, 7, 8, 9, 4096] {
            assert_eq!(Content::pattern(1, length).len(), usize::try_from(length).unwrap());
        }
        assert_eq!(Content::pattern(7, 4), Content::pattern(7, 8)[..4]);
        assert_ne!(Content::pattern(7, 64), Content::pattern(8, 64));
        // The first number of SplitMix64 from 0.
        assert_eq!(Content::pattern(0, 8)[..], 0xe220_a839_7b1d_cdaf_u64.to_le_bytes());
    }
}
