//! Content in pieces, so that appending and committing copy nothing, and reading a range copies little.

use bytes::{Bytes, BytesMut};

/// Content in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rope {
    pieces: Vec<Bytes>,
    length: u64,
}

impl Rope {
    /// The length.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds a piece behind the others.
    pub fn push(&mut self, piece: Bytes) {
        self.length += piece.len() as u64;
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
    }

    /// This many octets from a place on, or what there is of them.
    pub fn slice(&self, start: u64, length: u64) -> Bytes {
        let end = start.saturating_add(length).min(self.length);
        let mut found: Vec<Bytes> = Vec::new();
        let mut at = 0_u64;
        for piece in &self.pieces {
            let behind = at + piece.len() as u64;
            if behind > start && at < end {
                let from = usize::try_from(start.saturating_sub(at)).unwrap_or(piece.len());
                let to = usize::try_from((end - at).min(piece.len() as u64)).unwrap_or(piece.len());
                found.push(piece.slice(from.min(to)..to));
            }
            at = behind;
        }
        match found.as_slice() {
            [] => Bytes::new(),
            [one] => one.clone(),
            several => {
                let mut whole = BytesMut::with_capacity(several.iter().map(Bytes::len).sum());
                several.iter().for_each(|piece| whole.extend_from_slice(piece));
                whole.freeze()
            }
        }
    }
}

impl From<Bytes> for Rope {
    fn from(piece: Bytes) -> Self {
        let mut rope = Self::default();
        rope.push(piece);
        rope
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn slices_are_those_of_the_whole(pieces: Vec<Vec<u8>>, start in 0_u64..200, length in 0_u64..200) {
            let whole = pieces.concat();
            let mut rope = Rope::default();
            pieces.into_iter().for_each(|piece| rope.push(Bytes::from(piece)));
            prop_assert_eq!(rope.length(), whole.len() as u64);
            let from = usize::try_from(start).unwrap().min(whole.len());
            let to = usize::try_from(start + length).unwrap().min(whole.len());
            prop_assert_eq!(&rope.slice(start, length)[..], &whole[from..to]);
        }
    }
}
