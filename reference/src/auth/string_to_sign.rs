//! Shared Key and Shared Key Lite.
//!
//! ```text
//! Tables, Shared Key:   VERB \n Content-MD5 \n Content-Type \n Date \n CanonicalizedResource
//! Tables, Lite:         Date \n CanonicalizedResource
//! Others, Shared Key:   VERB \n 10 headers, each with \n \n CanonicalizedHeaders CanonicalizedResource of all options
//! Others, Lite:         VERB \n Content-MD5 \n Content-Type \n Date \n CanonicalizedHeaders CanonicalizedResource
//! ```
//!
//! Date is `x-ms-date` where that is sent; for others than tables its line is empty then. CanonicalizedResource is `/`, the
//! account, the path as sent, and `?comp=…` if the query has that; where all options are signed, a line for each instead.
//! (Microsoft Learn: Authorize with Shared Key.)

use crate::http::Request;
use crate::percent;
use crate::version::Version;
use std::collections::BTreeMap;

/// The schemes of the `Authorization` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// `SharedKey`.
    SharedKey,
    /// `SharedKeyLite`.
    SharedKeyLite,
}

/// The strings that are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// That of tables.
    Table,
    /// That of queues and blobs.
    QueueOrBlob,
}

/// The text that the signature of a request to the table service covers. `path` is what is taken for the request's path.
pub fn string_to_sign(scheme: Scheme, account: &str, request: &Request, path: &str, query: &str) -> String {
    string_to_sign_for(Dialect::Table, scheme, account, request, path, query)
}

/// The text that the signature of a request covers.
pub fn string_to_sign_for(
    dialect: Dialect,
    scheme: Scheme,
    account: &str,
    request: &Request,
    path: &str,
    query: &str,
) -> String {
    let date = request.headers.get("x-ms-date").or_else(|| request.headers.get("date"));
    let signed = Signed { scheme, account, request, date: date.unwrap_or_default(), path, query, zero_dropped: false };
    signed.text(dialect)
}

/// Headers that no service gives a meaning of its own, each of which has a line in what Shared Key signs for others than tables.
pub(super) const STANDARD_HEADERS: [&str; 7] = [
    "content-encoding",
    "content-language",
    "if-modified-since",
    "if-match",
    "if-none-match",
    "if-unmodified-since",
    "range",
];

/// The version by whose rules a request is signed.
pub(super) fn signed_version(request: &Request) -> Version {
    let version = request.headers.get("x-ms-version").and_then(|version| version.parse().ok());
    version.unwrap_or(Version::DEFAULT)
}

/// Whether a `Content-Length` of 0 is signed as nothing.
pub(super) fn is_zero_unsigned(version: Version) -> bool {
    version >= Version::V2015_02_21
}

/// What a signature covers.
pub(super) struct Signed<'s> {
    pub(super) scheme: Scheme,
    pub(super) account: &'s str,
    pub(super) request: &'s Request,
    pub(super) date: &'s str,
    pub(super) path: &'s str,
    pub(super) query: &'s str,
    /// A length of 0 is signed as nothing in versions too in which it is signed as the digit.
    pub(super) zero_dropped: bool,
}

impl Signed<'_> {
    /// The text.
    pub(super) fn text(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Table => self.of_tables(),
            Dialect::QueueOrBlob => self.of_others(),
        }
    }

    fn of_tables(&self) -> String {
        let mut text = String::with_capacity(128 + self.path.len());
        if self.scheme == Scheme::SharedKey {
            for part in [&self.request.method, self.header("content-md5"), self.header("content-type")] {
                text.push_str(part);
                text.push('\n');
            }
        }
        text.push_str(self.date);
        text.push('\n');
        self.push_resource(&mut text);
        self.push_comp(&mut text);
        text
    }

    fn of_others(&self) -> String {
        let version = signed_version(self.request);
        let mut text = String::with_capacity(256 + self.path.len());
        let mut push = |part: &str| {
            text.push_str(part);
            text.push('\n');
        };
        let dated = self.request.headers.get("x-ms-date").is_none();
        let date = if dated { self.date } else { "" };
        push(&self.request.method);
        // Below 2009-09-19, what is called Shared Key is the later Lite.
        let lite = self.scheme == Scheme::SharedKeyLite || version < Version::V2009_09_19;
        if lite {
            for part in [self.header("content-md5"), self.header("content-type"), date] {
                push(part);
            }
        } else {
            let length = self.header("content-length");
            let unsaid = length == "0" && (is_zero_unsigned(version) || self.zero_dropped);
            push(self.header("content-encoding"));
            push(self.header("content-language"));
            push(if unsaid { "" } else { length });
            push(self.header("content-md5"));
            push(self.header("content-type"));
            push(date);
            for name in ["if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"] {
                push(self.header(name));
            }
        }
        self.push_headers(&mut text, version);
        self.push_resource(&mut text);
        if lite {
            self.push_comp(&mut text)
        } else {
            self.push_options(&mut text)
        }
        text
    }

    fn header(&self, name: &str) -> &str {
        self.request.headers.get(name).unwrap_or_default()
    }

    fn push_resource(&self, text: &mut String) {
        text.push('/');
        text.push_str(self.account);
        text.push_str(self.path);
    }

    fn push_comp(&self, text: &mut String) {
        if let Some(comp) = self.query.split('&').find_map(|option| option.strip_prefix("comp=")) {
            text.push_str("?comp=");
            text.push_str(comp);
        }
    }

    /// Every `x-ms-` header by its name; empty ones from 2016-05-31 on.
    fn push_headers(&self, text: &mut String, version: Version) {
        let mut headers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in self.request.headers.iter() {
            let name = name.to_ascii_lowercase();
            if name.starts_with("x-ms-") {
                let value = value.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                headers.entry(name).or_default().push(value);
            }
        }
        for (name, values) in headers {
            let value = values.join(",");
            if !value.is_empty() || version >= Version::V2016_05_31 {
                text.push_str(&format!("{name}:{value}\n"));
            }
        }
    }

    /// Every option of the query by its name, decoded; several values of one name in their order.
    fn push_options(&self, text: &mut String) {
        let mut options: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for option in self.query.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let decoded = |text: &str| percent::decode(text).unwrap_or_else(|| text.to_owned());
            options.entry(decoded(name).to_lowercase()).or_default().push(decoded(value));
        }
        for (name, mut values) in options {
            values.sort_unstable();
            text.push_str(&format!("\n{name}:{}", values.join(",")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Headers;

    fn request(headers: &[(&'static str, &str)]) -> Request {
        let headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
        let target = "/acct/T(PartitionKey='a%20b',RowKey='')?comp=acl&timeout=3".to_owned();
        Request { method: "PUT".into(), target, headers, body: Vec::new().into() }
    }

    #[test]
    fn the_strings_to_sign() {
        let request = request(&[("content-type", "application/json"), ("date", "no"), ("x-ms-date", "D")]);
        let (path, query) = request.target.split_once('?').unwrap();
        let full = string_to_sign(Scheme::SharedKey, "acct", &request, path, query);
        assert_eq!(full, "PUT\n\napplication/json\nD\n/acct/acct/T(PartitionKey='a%20b',RowKey='')?comp=acl");
        let lite = string_to_sign(Scheme::SharedKeyLite, "acct", &request, path, query);
        assert_eq!(lite, "D\n/acct/acct/T(PartitionKey='a%20b',RowKey='')?comp=acl");
    }

    #[test]
    fn the_strings_to_sign_of_others_than_tables() {
        let text = |scheme, headers: &[(&'static str, &str)]| {
            let headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
            let target = "/acct/q%20?comp=acl&B=2%2C3&timeout=3&b=1".to_owned();
            let request = Request { method: "PUT".into(), target, headers, body: bytes::Bytes::new() };
            let (path, query) = request.target.split_once('?').unwrap();
            string_to_sign_for(Dialect::QueueOrBlob, scheme, "acct", &request, path, query)
        };
        let of = |version: &'static str| {
            let headers = [
                ("x-ms-version", version),
                ("X-MS-Meta-a", " b  c "),
                ("x-ms-meta-b", ""),
                ("content-length", "0"),
                ("content-type", "t"),
                ("date", "D"),
            ];
            text(Scheme::SharedKey, &headers)
        };
        let resource = "/acct/acct/q%20\nb:1,2,3\ncomp:acl\ntimeout:3";
        let lines = "PUT\n\n\n\n\nt\nD\n\n\n\n\n\nx-ms-meta-a:b c\nx-ms-meta-b:\nx-ms-version:2019-02-02\n";
        assert_eq!(of("2019-02-02"), format!("{lines}{resource}"));
        let lines = "PUT\n\n\n0\n\nt\nD\n\n\n\n\n\nx-ms-meta-a:b c\nx-ms-version:2014-02-14\n";
        assert_eq!(of("2014-02-14"), format!("{lines}{resource}"));
        let old = "PUT\n\nt\nD\nx-ms-meta-a:b c\nx-ms-version:2009-07-17\n/acct/acct/q%20?comp=acl";
        assert_eq!(of("2009-07-17"), old);
        let lite = text(Scheme::SharedKeyLite, &[("x-ms-date", "D"), ("x-ms-version", "2019-02-02")]);
        assert_eq!(lite, "PUT\n\n\n\nx-ms-date:D\nx-ms-version:2019-02-02\n/acct/acct/q%20?comp=acl");
    }
}
