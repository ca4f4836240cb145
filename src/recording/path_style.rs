//! Exchanges with a service whose paths begin with something else than a resource, as they do with emulators, as if they did
//! not: a recording is replayed on a reference that is addressed as the cloud is.

use super::session::{Body, Exchange};
use bytes::Bytes;
use tablestakes_reference::addressing::SECONDARY;
use tablestakes_reference::http::Headers;

/// Takes what the service's paths begin with out of those that the exchange's headers and bodies name. Its target is without
/// it already.
pub(super) fn named_in_host(exchange: &mut Exchange, base: &str) {
    let of_account = base.ends_with(&format!("/{}", exchange.account));
    let base = if exchange.secondary && of_account { format!("{base}{SECONDARY}") } else { base.to_owned() };
    if base.is_empty() {
        return;
    }
    for body in [&mut exchange.request_body, &mut exchange.response_body] {
        if let Body::Whole(octets) = body
            && memchr::memmem::find(octets, base.as_bytes()).is_some()
        {
            *octets = Bytes::from(without(octets, &base));
        }
    }
    let field = |name: &str, value: &str| {
        let is_address = ["location", "dataserviceid"].contains(&name.to_ascii_lowercase().as_str());
        let value = if is_address { without(value.as_bytes(), &base) } else { value.as_bytes().to_vec() };
        (name.to_owned(), String::from_utf8_lossy(&value).into_owned())
    };
    exchange.response_headers =
        exchange.response_headers.iter().map(|(name, value)| field(name, value)).collect::<Headers>();
}

/// The text without these segments in the addresses that it holds: behind `://HOST`, and at the beginning of the path in a
/// request line.
fn without(text: &[u8], wanted: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, wanted.as_bytes()) {
        let end = at + wanted.len();
        let ends = text.get(end).is_none_or(|next| !(next.is_ascii_alphanumeric() || b"-._~%".contains(next)));
        if at >= from && ends && (is_behind_host(&text[..at]) || is_in_request_line(&text[..at])) {
            out.extend_from_slice(&text[from..at]);
            from = end;
        }
    }
    out.extend_from_slice(&text[from..]);
    out
}

fn is_behind_host(before: &[u8]) -> bool {
    let host =
        before.iter().rev().take_while(|octet| octet.is_ascii_alphanumeric() || b"-.:[]".contains(octet)).count();
    before[..before.len() - host].ends_with(b"://")
}

fn is_in_request_line(before: &[u8]) -> bool {
    let line = before.rsplit(|octet| *octet == b'\n').next().unwrap_or_default();
    line.strip_suffix(b" ").is_some_and(|method| !method.is_empty() && method.iter().all(u8::is_ascii_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_the_account() {
        for (text, expected) in [
            ("http://127.0.0.1:10002/acct/t(PartitionKey='acct')", "http://127.0.0.1:10002/t(PartitionKey='acct')"),
            (
                "{\"a\":\"http://h/acct/$metadata#T\",\"b\":\"/acct/x\"}",
                "{\"a\":\"http://h/$metadata#T\",\"b\":\"/acct/x\"}",
            ),
            ("POST http://h/acct/t HTTP/1.1\r\n", "POST http://h/t HTTP/1.1\r\n"),
            ("--b\r\nMERGE /acct/t HTTP/1.1\r\n", "--b\r\nMERGE /t HTTP/1.1\r\n"),
            ("http://h/acct2/t http://acct/t http://h/acct", "http://h/acct2/t http://acct/t http://h"),
        ] {
            assert_eq!(String::from_utf8(without(text.as_bytes(), "/acct")).unwrap(), expected);
        }
        let deep = without(b"{\"a\":\"http://h/t/acct.x/T\"} PUT /t/acct.x/T http://h/t/acct.xy", "/t/acct.x");
        assert_eq!(String::from_utf8(deep).unwrap(), "{\"a\":\"http://h/T\"} PUT /t/acct.x/T http://h/t/acct.xy");
    }
}
