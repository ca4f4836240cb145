//! Resource paths: tables, entity sets and keys, percent-encoded as a step says.

use tablestakes_reference::history::KeyEncoding;
use tablestakes_reference::table::Key;

/// `/Tables`.
pub(super) fn tables() -> String {
    "/Tables".to_owned()
}

/// `/Tables('T')`.
pub(super) fn table(name: &str) -> String {
    format!("/Tables('{}')", escaped(&name.replace('\'', "''"), KeyEncoding::Standard))
}

/// `/T`, for inserts.
pub(super) fn entity_set(table: &str) -> String {
    format!("/{}", escaped(table, KeyEncoding::Standard))
}

/// `/T()`, for queries.
pub(super) fn query(table: &str) -> String {
    format!("{}()", entity_set(table))
}

/// `/T(PartitionKey='…',RowKey='…')`.
pub(super) fn entity(table: &str, key: &Key, encoding: KeyEncoding) -> String {
    let literal = |text: &str| escaped(&text.replace('\'', "''"), encoding);
    format!("{}(PartitionKey='{}',RowKey='{}')", entity_set(table), literal(&key.partition), literal(&key.row))
}

/// `/container/blob`, or what there is of it. The slashes of a blob's name stay.
pub(super) fn resource(container: Option<&str>, blob: Option<&str>, encoding: KeyEncoding) -> String {
    let Some(container) = container else { return "/".to_owned() };
    let Some(blob) = blob else { return format!("/{}", escaped(container, KeyEncoding::Standard)) };
    let blob = match encoding {
        KeyEncoding::Standard => encode(blob, false, |octet| is_unreserved(octet) || octet == b'/'),
        KeyEncoding::LowerHex => encode(blob, true, |octet| is_unreserved(octet) || octet == b'/'),
        KeyEncoding::Minimal => encode(blob, false, |octet| stands_in_path(octet) || octet == b'/'),
        KeyEncoding::Everything => encode(blob, false, |_| false),
    };
    format!("/{}/{blob}", escaped(container, KeyEncoding::Standard))
}

/// A value of the query string, by RFC 3986: everything but unreserved characters percent-encoded.
pub(super) fn query_value(text: &str) -> String {
    encode(text, false, is_unreserved)
}

fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

/// `sub-delims`, `:` and `@` may stand in a path segment as they are.
fn stands_in_path(octet: u8) -> bool {
    is_unreserved(octet) || b"!$&'()*+,;=:@".contains(&octet)
}

/// Text within a path segment, its quotes doubled already.
fn escaped(text: &str, encoding: KeyEncoding) -> String {
    match encoding {
        KeyEncoding::Standard => encode(text, false, |octet| is_unreserved(octet) || octet == b'\''),
        KeyEncoding::LowerHex => encode(text, true, |octet| is_unreserved(octet) || octet == b'\''),
        KeyEncoding::Minimal => encode(text, false, stands_in_path),
        KeyEncoding::Everything => encode(text, false, |_| false),
    }
}

fn encode(text: &str, lower: bool, stays: impl Fn(u8) -> bool) -> String {
    let digits = if lower { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
    let mut encoded = String::with_capacity(text.len());
    for octet in text.bytes() {
        if stays(octet) {
            encoded.push(char::from(octet));
        } else {
            encoded.push('%');
            encoded.push(char::from(digits[usize::from(octet >> 4)]));
            encoded.push(char::from(digits[usize::from(octet & 15)]));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_asked() {
        let key = Key::new("a'b+é", "%25 /");
        let path = |encoding| entity("t", &key, encoding);
        assert_eq!(path(KeyEncoding::Standard), "/t(PartitionKey='a''b%2B%C3%A9',RowKey='%2525%20%2F')");
        assert_eq!(path(KeyEncoding::LowerHex), "/t(PartitionKey='a''b%2b%c3%a9',RowKey='%2525%20%2f')");
        assert_eq!(path(KeyEncoding::Minimal), "/t(PartitionKey='a''b+%C3%A9',RowKey='%2525%20%2F')");
        assert_eq!(path(KeyEncoding::Everything), "/t(PartitionKey='%61%27%27%62%2B%C3%A9',RowKey='%25%32%35%20%2F')");
    }

    #[test]
    fn query_values_have_no_plus() {
        assert_eq!(query_value("a eq 'x+y'"), "a%20eq%20%27x%2By%27");
    }
}
