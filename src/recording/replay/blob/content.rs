//! The content of a request whose body was cut: its beginning repeated, if the recorded hash proves that; else something as
//! long.

use crate::recording::session::{Body, Cut};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

/// The longest content that is made up or tried.
const LONGEST: usize = 128 << 20;

/// The octets of a body, and whether they are those that were sent. `length` is what headers say.
pub(super) fn octets(body: &Body, length: Option<usize>) -> Option<(Bytes, bool)> {
    match body {
        Body::Whole(octets) => Some((octets.clone(), true)),
        Body::Cut(cut) => repeated(cut).map(|whole| (whole, true)).or_else(|| made_up(&cut.start, cut.length)),
        Body::Lost => made_up(&[], length?),
    }
}

/// Octets that begin so and are so long; not those that were sent.
fn made_up(start: &[u8], length: usize) -> Option<(Bytes, bool)> {
    if length > LONGEST {
        return None;
    }
    let mut octets = start.to_vec();
    octets.resize(length, b'.');
    Some((Bytes::from(octets), length == 0))
}

/// The beginning repeated, if that has the recorded hash.
fn repeated(cut: &Cut) -> Option<Bytes> {
    let Cut { start, length, sha256 } = cut;
    if *length > LONGEST || start.is_empty() {
        return None;
    }
    let periods = (1..=start.len()).filter(|period| start.iter().skip(*period).zip(start.iter()).all(|(a, b)| a == b));
    periods.take(4).find_map(|period| {
        let whole: Vec<u8> = start[..period].iter().copied().cycle().take(*length).collect();
        let digits: String = Sha256::digest(&whole).iter().map(|octet| format!("{octet:02x}")).collect();
        (digits == *sha256).then(|| Bytes::from(whole))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_proved_by_its_hash() {
        let whole = b"abc".repeat(400);
        let sha256: String = Sha256::digest(&whole).iter().map(|octet| format!("{octet:02x}")).collect();
        let start = Bytes::copy_from_slice(&whole[..512]);
        let cut = Cut { start: start.clone(), length: 1200, sha256 };
        assert_eq!(octets(&Body::Cut(cut.clone()), None), Some((Bytes::from(whole), true)));
        let other = Cut { sha256: "00".to_owned(), ..cut };
        let (made, known) = octets(&Body::Cut(other), None).unwrap();
        assert_eq!((made.len(), known, made[..512] == start[..]), (1200, false, true));
        assert_eq!(octets(&Body::Lost, None), None);
    }
}
