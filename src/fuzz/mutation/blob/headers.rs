//! Changing the headers of what is asked.

use super::pool::Pool;
use super::saying::{Header, Value, headers, takes_metadata};
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::documents;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::{Piece, pieces};

/// Of these a request has one: what comes of two hashes that cannot both be right is not recorded.
const HASHES: [&str; 2] = ["content-md5", "x-ms-content-crc64"];
const METADATA: &str = "x-ms-meta-";
/// What is percent-encoded in the address of a source.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Sets a header that the operation has, or leaves one out, or changes the metadata.
pub(super) fn change(ask: &mut Ask, place: usize, pool: &Pool, dice: &mut Dice) {
    if takes_metadata(ask.operation) && dice.one_in(4) {
        metadata(ask, dice);
        return;
    }
    if dice.one_in(5) && !ask.headers.is_empty() {
        let at = dice.below(ask.headers.len());
        drop(ask.headers.remove(at));
        return;
    }
    if let Some(header) = dice.any(&headers(ask.operation)).filter(|header| !is_tier_of_others(header.name, ask)) {
        let value = value(header, ask, place, pool, dice);
        set(ask, header.name, value);
    }
}

/// Whether it would give a tier to what is created as another blob than a block blob: what becomes of that is not recorded.
fn is_tier_of_others(name: &str, ask: &Ask) -> bool {
    let is_tier = name == "x-ms-access-tier" && ask.operation == Operation::PutBlob;
    let is_block = |(name, value): &(String, String)| name == "x-ms-blob-type" && value == "BlockBlob";
    is_tier && !ask.headers.iter().any(is_block)
}

/// Leaves out the hashes of another body.
pub(super) fn without_hashes(ask: &mut Ask) {
    ask.headers.retain(|(name, _)| !HASHES.iter().any(|hash| hash.eq_ignore_ascii_case(name)));
}

/// Sets a header.
pub(super) fn set(ask: &mut Ask, name: &str, value: impl Into<String>) {
    let is_hash = |name: &str| HASHES.iter().any(|hash| hash.eq_ignore_ascii_case(name));
    ask.headers.retain(|(held, _)| !(held.eq_ignore_ascii_case(name) || is_hash(held) && is_hash(name)));
    ask.headers.push((name.to_owned(), value.into()));
}

/// Other metadata.
pub(super) fn metadata(ask: &mut Ask, dice: &mut Dice) {
    let is_metadata = |name: &str| name.get(..METADATA.len()).is_some_and(|start| start.eq_ignore_ascii_case(METADATA));
    ask.headers.retain(|(name, _)| !is_metadata(name));
    let pairs = documents::metadata(dice);
    ask.headers.extend(pairs.into_iter().map(|(name, value)| (format!("{METADATA}{name}"), value)));
}

fn value(header: &Header, ask: &Ask, place: usize, pool: &Pool, dice: &mut Dice) -> String {
    match header.value {
        Value::Of(values) => dice.pick(values).unwrap_or_default().to_owned(),
        Value::Tag => pool.tag(place, dice),
        Value::Lease => pool.lease(place, dice),
        Value::Source => source(place, pool, dice),
        // A body that is empty may be refused for that alone.
        Value::Hash if ask.body.length() == 0 => STANDARD.encode(Md5::digest([])),
        Value::Hash => match dice.below(4) {
            0 => "AAAAAAAAAAAAAAAAAAAAAA==".to_owned(),
            1 => "x".to_owned(),
            _ => STANDARD.encode(Md5::digest(ask.body.octets())),
        },
    }
}

/// The address of a blob of the account.
pub(super) fn source(place: usize, pool: &Pool, dice: &mut Dice) -> String {
    let (container, blob) = (pool.container(dice), encoded(&pool.blob(dice)));
    let snapshot = if pool.has_snapshots(place) && dice.one_in(3) {
        format!("?snapshot={}", pool.snapshot(place, dice))
    } else {
        String::new()
    };
    format!("${{origin}}${{base}}/{container}/{blob}{snapshot}")
}

/// The name of a blob as it stands in an address, its symbols as they are.
fn encoded(name: &str) -> String {
    let piece = |piece| match piece {
        Piece::Text(text) => utf8_percent_encode(text, ENCODED).to_string(),
        Piece::Symbol(symbol) => symbol.to_string(),
    };
    pieces(name).into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::history::{Content, History};

    #[test]
    fn addresses_of_sources_are_encoded_and_symbols_stay() {
        assert_eq!(encoded("a b/é+%"), "a%20b/%C3%A9%2B%25");
        assert_eq!(encoded("${container}x"), "${container}x");
        assert_eq!(encoded("$${container}"), "%24%7Bcontainer%7D");
    }

    #[test]
    fn a_header_stands_once_and_metadata_is_replaced() {
        let mut ask = Ask { body: Content::text("a"), ..Ask::on_blob(Operation::PutBlob, "${container}", "a") };
        let pool = Pool::of(&History::on_one_container([]));
        for number in 0..400 {
            change(&mut ask, 0, &pool, &mut Dice::new(1, number));
            let mut names: Vec<String> = ask.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
            names.sort();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{:?}", ask.headers);
        }
    }
}
