//! Shared Key and Shared Key Lite for the table service.
//!
//! ```text
//! Shared Key:       VERB \n Content-MD5 \n Content-Type \n Date \n CanonicalizedResource
//! Shared Key Lite:  Date \n CanonicalizedResource
//! ```
//!
//! Date is `x-ms-date` where that is sent. CanonicalizedResource is `/`, the account, the path as sent, and `?comp=…` if
//! the query has that. (Microsoft Learn: Authorize with Shared Key.)

use super::refused::{failed, front_end};
use crate::account::Account;
use crate::datetime::DateTime;
use crate::http::Request;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};

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

/// The text that the signature of a request covers. `path` is what is taken for the request's path.
pub fn string_to_sign(scheme: Scheme, account: &str, request: &Request, path: &str, query: &str) -> String {
    let date = request.headers.get("x-ms-date").or_else(|| request.headers.get("date"));
    dated(scheme, account, request, date.unwrap_or_default(), path, query)
}

fn dated(scheme: Scheme, account: &str, request: &Request, date: &str, path: &str, query: &str) -> String {
    let header = |name: &str| request.headers.get(name).unwrap_or_default();
    let mut text = String::with_capacity(128 + path.len());
    if scheme == Scheme::SharedKey {
        for part in [&request.method, header("content-md5"), header("content-type")] {
            text.push_str(part);
            text.push('\n');
        }
    }
    text.push_str(date);
    text.push_str("\n/");
    text.push_str(account);
    text.push_str(path);
    if let Some(comp) = query.split('&').find_map(|option| option.strip_prefix("comp=")) {
        text.push_str("?comp=");
        text.push_str(comp);
    }
    text
}

/// Finds out whether a request comes from the account. `path` is the one that is to be signed.
///
/// # Errors
/// Why it does not (`table.auth.*`).
pub(crate) fn authenticate(
    account: &Account,
    request: &Request,
    path: &str,
    now: DateTime,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    let Some(authorization) = request.headers.get("authorization") else {
        return if trace.enforce(id::TABLE_AUTH_REQUIRED) {
            let message = "Server failed to authenticate the request. Please refer to the information in the \
                           www-authenticate header.";
            Err(front_end(401, "NoAuthenticationInformation", message, id::TABLE_AUTH_REQUIRED))
        } else {
            Ok(())
        };
    };
    let Some((scheme, name, signature)) = credentials(authorization) else {
        return if trace.enforce(id::TABLE_AUTH_MALFORMED) {
            let message = "Authentication information is not given in the correct format. Check the value of \
                           Authorization header.";
            Err(front_end(400, "InvalidAuthenticationInfo", message, id::TABLE_AUTH_MALFORMED))
        } else {
            Ok(())
        };
    };
    if scheme == Scheme::SharedKeyLite && !trace.enforce(id::TABLE_AUTH_LITE) {
        return Err(failed(id::TABLE_AUTH_LITE));
    }
    if name != account.name && trace.enforce(id::TABLE_AUTH_OTHER_ACCOUNT) {
        return Err(failed(id::TABLE_AUTH_OTHER_ACCOUNT));
    }
    let date = date(request, trace)?;
    check_date(date, now, trace)?;
    let (_, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let signed = dated(scheme, name, request, date, path, query);
    let rule = match scheme {
        Scheme::SharedKey => id::TABLE_AUTH_SIGNATURE,
        Scheme::SharedKeyLite => id::TABLE_AUTH_LITE_SIGNATURE,
    };
    if account.key.verifies(&signed, signature) || !trace.enforce(rule) {
        return Ok(());
    }
    let uncovered = |request: &Request, date: &str, query: &str| {
        account.key.verifies(&dated(scheme, name, request, date, path, query), signature)
    };
    if let Some(part) = part_left_out(request, date, query, uncovered) {
        return if trace.enforce(part) { Err(failed(part)) } else { Ok(()) };
    }
    // A reference that does not look at the path takes a signature over any path: it cannot know which, so it takes all.
    if !trace.enforce(id::TABLE_AUTH_PATH_SIGNED) { Ok(()) } else { Err(failed(rule)) }
}

/// The methods that a signature may cover in place of the request's.
const METHODS: [&str; 6] = ["GET", "POST", "PUT", "MERGE", "PATCH", "DELETE"];

/// The rule of the one part of the request that a signature does not cover, which matches otherwise.
fn part_left_out(
    request: &Request,
    date: &str,
    query: &str,
    matches: impl Fn(&Request, &str, &str) -> bool,
) -> Option<RuleId> {
    let without = |header: &str| {
        let mut changed = request.clone();
        changed.headers.remove(header);
        changed
    };
    let by_method = |method: &&str| matches(&Request { method: (*method).to_owned(), ..request.clone() }, date, query);
    if METHODS.iter().filter(|method| **method != request.method).any(by_method) {
        Some(id::TABLE_AUTH_METHOD_SIGNED)
    } else if matches(&without("content-type"), date, query) {
        Some(id::TABLE_AUTH_CONTENT_TYPE_SIGNED)
    } else if matches(&without("content-md5"), date, query) {
        Some(id::TABLE_AUTH_CONTENT_MD5_SIGNED)
    } else if matches(request, "", query) {
        Some(id::TABLE_AUTH_DATE_SIGNED)
    } else if matches(request, date, "") {
        Some(id::TABLE_AUTH_COMP_SIGNED)
    } else {
        None
    }
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
fn date<'r>(request: &'r Request, trace: &mut Trace<'_>) -> Result<&'r str, Refusal> {
    let (ms_date, date) = (request.headers.get("x-ms-date"), request.headers.get("date"));
    match (ms_date, date) {
        (Some(_), Some(date)) if !trace.enforce(id::TABLE_AUTH_X_MS_DATE_WINS) => Ok(date),
        (Some(ms_date), _) => Ok(ms_date),
        (None, _) if !trace.enforce(id::TABLE_AUTH_DATE_HEADER) => Err(failed(id::TABLE_AUTH_DATE_HEADER)),
        (None, date) => Ok(date.unwrap_or_default()),
    }
}

fn check_date(date: &str, now: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
    let Some(date) = read_date(date) else {
        return if trace.enforce(id::TABLE_AUTH_SIGNATURE) { Err(failed(id::TABLE_AUTH_SIGNATURE)) } else { Ok(()) };
    };
    let behind = now.unix_seconds() - date;
    if behind > SKEW && trace.enforce(id::TABLE_AUTH_TOO_OLD) {
        return Err(failed(id::TABLE_AUTH_TOO_OLD));
    }
    if behind < -SKEW && trace.enforce(id::TABLE_AUTH_TOO_NEW) {
        return Err(failed(id::TABLE_AUTH_TOO_NEW));
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
    fn what_is_refused() {
        let (account, broken) = (Account::emulator(), Broken::none());
        let now = DateTime::from_unix(784_111_777, 0);
        let date = ("x-ms-date", "Sun, 06 Nov 1994 08:49:37 GMT");
        let check = |headers: &[(&'static str, &str)]| {
            let request = request(headers);
            let path = request.target.split('?').next().unwrap();
            let outcome = authenticate(&account, &request, path, now, &mut Trace::new(&broken));
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
