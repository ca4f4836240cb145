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

use super::refused::{failed, front_end};
use crate::account::Account;
use crate::datetime::DateTime;
use crate::http::Request;
use crate::percent;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace};
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

/// How far a request's date may lie from the service's, in seconds.
const SKEW: i64 = 15 * 60;

/// The strings that are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// That of tables.
    Table,
    /// That of queues and blobs.
    QueueOrBlob,
}

/// The rules of a service about signed requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AuthRules {
    /// The strings that it signs.
    pub(crate) dialect: Dialect,
    /// Credentials are needed.
    pub(crate) required: RuleId,
    /// How a request without any is refused.
    pub(crate) anonymous: Anonymous,
    /// An unreadable `Authorization` is refused.
    pub(crate) malformed: RuleId,
    /// Shared Key Lite is taken.
    pub(crate) lite: RuleId,
    /// Another account is refused.
    pub(crate) other_account: RuleId,
    /// Signatures are verified.
    pub(crate) signature: RuleId,
    /// Those of Shared Key Lite are.
    pub(crate) lite_signature: RuleId,
    /// The path is signed.
    pub(crate) path_signed: RuleId,
    /// `x-ms-date` counts before `Date`.
    pub(crate) x_ms_date_wins: RuleId,
    /// `Date` will do.
    pub(crate) date_header: RuleId,
    /// Dates that are long past are refused.
    pub(crate) too_old: RuleId,
    /// Dates that are far ahead are.
    pub(crate) too_new: RuleId,
}

/// How a request without credentials is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anonymous {
    /// With 401, by the layer that authenticates.
    Unauthorized,
    /// With 404, as if nothing were there.
    NotFound,
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
    let signed = Signed { scheme, account, request, date: date.unwrap_or_default(), path, query };
    signed.text(dialect)
}

/// What a signature covers.
struct Signed<'s> {
    scheme: Scheme,
    account: &'s str,
    request: &'s Request,
    date: &'s str,
    path: &'s str,
    query: &'s str,
}

impl Signed<'_> {
    fn text(&self, dialect: Dialect) -> String {
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
        let version = self.request.headers.get("x-ms-version").and_then(|version| version.parse().ok());
        let version: Version = version.unwrap_or(Version::DEFAULT);
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
            let unsaid = length == "0" && version >= Version::V2015_02_21;
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

fn unknown(rules: &AuthRules) -> Refusal {
    match rules.anonymous {
        Anonymous::Unauthorized => {
            let message = "Server failed to authenticate the request. Please refer to the information in the \
                           www-authenticate header.";
            front_end(401, "NoAuthenticationInformation", message, rules.required)
        }
        Anonymous::NotFound => {
            let message = "The specified resource does not exist.".to_owned();
            let (rule, layer) = (rules.required, Layer::Entities);
            Refusal { status: 404, code: "ResourceNotFound", message, rule, layer }
        }
    }
}

/// Finds out whether a request comes from the account.
///
/// # Errors
/// Why it does not.
pub(crate) fn authenticate(
    account: &Account,
    request: &Request,
    now: DateTime,
    rules: &AuthRules,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    let Some(authorization) = request.headers.get("authorization") else {
        return if trace.enforce(rules.required) { Err(unknown(rules)) } else { Ok(()) };
    };
    let Some((scheme, name, signature)) = credentials(authorization) else {
        return if trace.enforce(rules.malformed) {
            let message = "Authentication information is not given in the correct format. Check the value of \
                           Authorization header.";
            Err(front_end(400, "InvalidAuthenticationInfo", message, rules.malformed))
        } else {
            Ok(())
        };
    };
    if scheme == Scheme::SharedKeyLite && !trace.enforce(rules.lite) {
        return Err(failed(rules.lite));
    }
    if name != account.name && trace.enforce(rules.other_account) {
        return Err(failed(rules.other_account));
    }
    let date = date(request, rules, trace)?;
    check_date(date, now, rules, trace)?;
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let signed = Signed { scheme, account: name, request, date, path, query }.text(rules.dialect);
    let rule = match scheme {
        Scheme::SharedKey => rules.signature,
        Scheme::SharedKeyLite => rules.lite_signature,
    };
    if account.key.verifies(&signed, signature) || !trace.enforce(rule) {
        return Ok(());
    }
    // A reference that does not look at the path takes a signature over any path: it cannot know which, so it takes all.
    if !trace.enforce(rules.path_signed) { Ok(()) } else { Err(failed(rule)) }
}

fn credentials(authorization: &str) -> Option<(Scheme, &str, &str)> {
    let (scheme, rest) = authorization.split_once(' ')?;
    let scheme = match scheme {
        "SharedKey" => Scheme::SharedKey,
        "SharedKeyLite" => Scheme::SharedKeyLite,
        _ => return None,
    };
    let (name, signature) = rest.trim().split_once(':')?;
    if name.is_empty() || signature.is_empty() { None } else { Some((scheme, name, signature)) }
}

/// The date of a request, as it is written; empty if there is none.
fn date<'r>(request: &'r Request, rules: &AuthRules, trace: &mut Trace<'_>) -> Result<&'r str, Refusal> {
    let (ms_date, date) = (request.headers.get("x-ms-date"), request.headers.get("date"));
    match (ms_date, date) {
        (Some(_), Some(date)) if !trace.enforce(rules.x_ms_date_wins) => Ok(date),
        (Some(ms_date), _) => Ok(ms_date),
        (None, _) if !trace.enforce(rules.date_header) => Err(failed(rules.date_header)),
        (None, date) => Ok(date.unwrap_or_default()),
    }
}

fn check_date(date: &str, now: DateTime, rules: &AuthRules, trace: &mut Trace<'_>) -> Result<(), Refusal> {
    let Some(date) = read_date(date) else {
        return if trace.enforce(rules.signature) { Err(failed(rules.signature)) } else { Ok(()) };
    };
    let behind = now.unix_seconds() - date;
    if behind > SKEW && trace.enforce(rules.too_old) {
        return Err(failed(rules.too_old));
    }
    if behind < -SKEW && trace.enforce(rules.too_new) {
        return Err(failed(rules.too_new));
    }
    Ok(())
}

/// The seconds of Unix time that an HTTP date names.
fn read_date(text: &str) -> Option<i64> {
    let since = httpdate::parse_http_date(text).ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Headers;
    use crate::rules::Broken;
    use crate::table::AUTH;

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

    #[test]
    fn what_is_refused() {
        let (account, broken) = (Account::emulator(), Broken::none());
        let now = DateTime::from_unix(784_111_777, 0);
        let date = ("x-ms-date", "Sun, 06 Nov 1994 08:49:37 GMT");
        let check = |headers: &[(&'static str, &str)]| {
            let outcome = authenticate(&account, &request(headers), now, &AUTH, &mut Trace::new(&broken));
            outcome.err().map(|refusal| (refusal.status, refusal.code))
        };
        assert_eq!(check(&[date]), Some((401, "NoAuthenticationInformation")));
        assert_eq!(check(&[date, ("authorization", "SharedKey")]), Some((400, "InvalidAuthenticationInfo")));
        let failed = Some((403, "AuthenticationFailed"));
        assert_eq!(check(&[date, ("authorization", "SharedKey devstoreaccount1:AAAA")]), failed);
        assert_eq!(check(&[date, ("authorization", "SharedKey other:AAAA")]), failed);
        let signed = request(&[date]);
        let (path, query) = signed.target.split_once('?').unwrap();
        let text = string_to_sign(Scheme::SharedKeyLite, &account.name, &signed, path, query);
        let authorization = format!("SharedKeyLite {}:{}", account.name, account.key.sign(&text));
        assert_eq!(check(&[date, ("authorization", &authorization)]), None);
        let late = ("x-ms-date", "Sun, 06 Nov 1994 09:09:37 GMT");
        assert_eq!(check(&[late, ("authorization", &authorization)]), failed);
    }
}
