//! Receipts as text: base64 of 20 octets, or of 24 for those that updates give.
//!
//! ```text
//! int32 2, int32 3, int32 0, int64 FILETIME of the instant at which the message becomes visible
//! int32 3, int32 3, int32 0, int64 FILETIME, int32 how often the message was taken
//! ```
//!
//! All little-endian; a FILETIME counts 100 ns since 1601. (Read off recorded receipts.)

use crate::datetime::DateTime;
use crate::queue::model::Receipt;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

const TAKEN: u32 = 2;
const UPDATED: u32 = 3;
const MIDDLE: [u32; 2] = [3, 0];

/// The text of a receipt.
pub fn written(receipt: Receipt) -> String {
    let kind = if receipt.updated.is_some() { UPDATED } else { TAKEN };
    let mut octets = Vec::with_capacity(24);
    for number in [kind, MIDDLE[0], MIDDLE[1]] {
        octets.extend(number.to_le_bytes());
    }
    octets.extend((receipt.visible.ticks() - DateTime::MIN_EDM.ticks()).to_le_bytes());
    if let Some(dequeued) = receipt.updated {
        octets.extend(dequeued.to_le_bytes());
    }
    STANDARD.encode(octets)
}

/// What a text says.
///
/// # Errors
/// It is no base64.
pub fn read(text: &str) -> Result<Option<Receipt>, base64::DecodeError> {
    STANDARD.decode(text).map(|octets| read_octets(&octets))
}

/// `None` if it is no receipt of this service.
fn read_octets(octets: &[u8]) -> Option<Receipt> {
    let (kind, rest) = octets.split_first_chunk::<4>()?;
    let (_, rest) = rest.split_first_chunk::<8>()?;
    let (instant, rest) = rest.split_first_chunk::<8>()?;
    let ticks = i64::from_le_bytes(*instant).checked_add(DateTime::MIN_EDM.ticks())?;
    let visible = DateTime::from_ticks(ticks);
    match (u32::from_le_bytes(*kind), rest) {
        (TAKEN, []) => Some(Receipt { visible, updated: None }),
        (UPDATED, dequeued) => {
            let dequeued = u32::from_le_bytes(dequeued.try_into().ok()?);
            Some(Receipt { visible, updated: Some(dequeued) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_recorded_receipt_says_when_its_message_is_visible() {
        let receipt = read("AgAAAAMAAAAAAAAADgkZwbAB0wE=").unwrap().unwrap();
        assert_eq!(crate::lexical::http_date(receipt.visible), "Thu, 20 Jul 2017 23:34:38 GMT");
        assert_eq!(receipt.updated, None);
        assert_eq!(written(receipt), "AgAAAAMAAAAAAAAADgkZwbAB0wE=");
    }

    #[test]
    fn what_is_no_receipt() {
        assert!(read("invalid").is_err() && read("AgAAAAMAAAAAAAAADgkZwbAB0wE=x").is_err());
        for text in ["", "AAAA", "AgAAAAMAAAAAAAAADgkZwbAB0wEA"] {
            assert_eq!(read(text), Ok(None), "{text}");
        }
    }

    proptest! {
        #[test]
        fn written_text_is_read_back(ticks in DateTime::MIN_EDM.ticks()..DateTime::MAX.ticks(), updated: Option<u32>) {
            let receipt = Receipt { visible: DateTime::from_ticks(ticks), updated };
            prop_assert_eq!(read(&written(receipt)), Ok(Some(receipt)));
        }

        #[test]
        fn any_octets_are_read(octets: Vec<u8>) {
            let _ = read_octets(&octets);
        }
    }
}
