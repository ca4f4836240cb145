//! Shared Key and Shared Key Lite: whether a request comes from the account.

use super::refused::{failed, front_end};
use super::string_to_sign::{Dialect, STANDARD_HEADERS, Scheme, Signed, is_zero_unsigned, signed_version};
use crate::account::Account;
use crate::datetime::DateTime;
use crate::http::{Headers, Request};
use crate::percent;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace};

/// How far a request's date may lie from the service's, in seconds.
const SKEW: i64 = 15 * 60;

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
    /// What a signature covers besides the path.
    pub(crate) parts: PartRules,
}

/// The rules of a service about the parts of a request that its signatures cover.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartRules {
    /// The method is covered.
    pub(crate) method: RuleId,
    /// `Content-Type` is.
    pub(crate) content_type: RuleId,
    /// `Content-MD5` is.
    pub(crate) content_md5: RuleId,
    /// The date is.
    pub(crate) date: RuleId,
    /// The query is, as far as the service signs it.
    pub(crate) query: RuleId,
    /// What only some services sign is.
    pub(crate) more: Option<MoreRules>,
}

/// The rules about what signatures of queues and blobs cover, and those of tables do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoreRules {
    /// The other headers `x-ms-*` are covered.
    pub(crate) headers: RuleId,
    /// `Content-Length` is.
    pub(crate) content_length: RuleId,
    /// A length of 0 is signed as the digit, in the first versions.
    pub(crate) zero_length: RuleId,
    /// `Content-Encoding`, `Content-Language`, `Range` and the conditional headers are covered.
    pub(crate) standard_headers: RuleId,
}

/// How a request without credentials is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anonymous {
    /// With 401, by the layer that authenticates.
    Unauthorized,
    /// With 404, as if nothing were there.
    NotFound,
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

/// Finds out whether a request comes from the account. `path` is the one that is to be signed.
///
/// # Errors
/// Why it does not.
pub(crate) fn authenticate(
    account: &Account,
    request: &Request,
    path: &str,
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
    let (_, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let zero_dropped = is_zero_dropped(request, scheme, &rules.parts, trace);
    let verifies_over = |request: &Request, date: &str, path: &str, query: &str| {
        let signed = Signed { scheme, account: name, request, date, path, query, zero_dropped };
        account.key.verifies(&signed.text(rules.dialect), signature)
    };
    let verifies = |request: &Request, date: &str, query: &str| verifies_over(request, date, path, query);
    let rule = match scheme {
        Scheme::SharedKey => rules.signature,
        Scheme::SharedKeyLite => rules.lite_signature,
    };
    if verifies(request, date, query) || !trace.enforce(rule) {
        return Ok(());
    }
    if let Some(part) = part_left_out(request, date, query, &rules.parts, verifies) {
        return if trace.enforce(part) { Err(failed(part)) } else { Ok(()) };
    }
    if paths_like(path).iter().any(|path| verifies_over(request, date, path, query)) {
        return if trace.enforce(rules.path_signed) { Err(failed(rules.path_signed)) } else { Ok(()) };
    }
    Err(failed(rule))
}

/// So many parts that a path begins with are tried: whoever signs wrongly may send as many slashes as an address holds.
const MOST_BEGINNINGS: usize = 8;

/// The paths that servers take for the one that was sent: decoded, in lower case, and the first of those that it begins with.
fn paths_like(path: &str) -> Vec<String> {
    let mut paths: Vec<String> = percent::decode(path).into_iter().chain([path.to_ascii_lowercase()]).collect();
    for (place, _) in path.match_indices(['/', '(']).take(MOST_BEGINNINGS) {
        let begins = &path[..place];
        paths.extend([begins.to_owned(), format!("{begins}/"), format!("{begins}()")]);
    }
    paths.retain(|held| held != path);
    paths
}

/// Whether the reference is told to sign a length of 0 as nothing where it is signed as the digit.
fn is_zero_dropped(request: &Request, scheme: Scheme, parts: &PartRules, trace: &mut Trace<'_>) -> bool {
    let said = scheme == Scheme::SharedKey && request.headers.get("content-length") == Some("0");
    let said = said && !is_zero_unsigned(signed_version(request));
    parts.more.filter(|_| said).is_some_and(|more| !trace.enforce(more.zero_length))
}

/// The methods that a signature may cover in place of the request's.
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "MERGE", "PATCH", "DELETE", "HEAD"];

/// The rule of the one part of the request that a signature does not cover, which matches otherwise.
fn part_left_out(
    request: &Request,
    date: &str,
    query: &str,
    rules: &PartRules,
    matches: impl Fn(&Request, &str, &str) -> bool,
) -> Option<RuleId> {
    let without = |left_out: &dyn Fn(&str) -> bool| {
        let kept = request.headers.iter().filter(|(name, _)| !left_out(&name.to_ascii_lowercase()));
        let headers: Headers = kept.map(|(name, value)| (name.to_owned(), value)).collect();
        Request { headers, ..request.clone() }
    };
    let by_method = |method: &&str| matches(&Request { method: (*method).to_owned(), ..request.clone() }, date, query);
    if METHODS.iter().filter(|method| **method != request.method).any(by_method) {
        Some(rules.method)
    } else if matches(&without(&|name| name == "content-type"), date, query) {
        Some(rules.content_type)
    } else if matches(&without(&|name| name == "content-md5"), date, query) {
        Some(rules.content_md5)
    } else if matches(&without(&|name| name == "x-ms-date"), "", query) {
        Some(rules.date)
    } else if matches(request, date, "") {
        Some(rules.query)
    } else {
        rules.more.and_then(|more| {
            let is_covered = |name: &str| name.starts_with("x-ms-") && name != "x-ms-date";
            let one_of = |is_one: &dyn Fn(&str) -> bool| {
                let names = request.headers.iter().map(|(name, _)| name.to_ascii_lowercase());
                let mut each = names.filter(|name| is_one(name)).map(|left_out| without(&|name| name == left_out));
                each.any(|request| matches(&request, date, query))
            };
            if matches(&without(&|name| name == "content-length"), date, query) {
                Some(more.content_length)
            } else if matches(&without(&is_covered), date, query) || one_of(&is_covered) {
                Some(more.headers)
            } else if one_of(&|name| STANDARD_HEADERS.contains(&name)) {
                Some(more.standard_headers)
            } else {
                None
            }
        })
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
    use crate::auth::string_to_sign;
    use crate::rules::Broken;
    use crate::table::AUTH;

    fn request(headers: &[(&'static str, &str)]) -> Request {
        let headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
        let target = "/acct/T(PartitionKey='a%20b',RowKey='')?comp=acl&timeout=3".to_owned();
        Request { method: "PUT".into(), target, headers, body: Vec::new().into() }
    }

    #[test]
    fn what_is_refused() {
        let (account, broken) = (Account::emulator(), Broken::none());
        let now = DateTime::from_unix(784_111_777, 0);
        let date = ("x-ms-date", "Sun, 06 Nov 1994 08:49:37 GMT");
        let check = |headers: &[(&'static str, &str)]| {
            let request = request(headers);
            let path = request.target.split('?').next().unwrap();
            let outcome = authenticate(&account, &request, path, now, &AUTH, &mut Trace::new(&broken));
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

    #[test]
    fn paths_that_are_taken_for_another() {
        let paths = paths_like("/a/T%20(PartitionKey='P')");
        let all = ["/a/T (PartitionKey='P')", "/a/t%20(partitionkey='p')", "", "/a", "/a/", "/a/T%20", "/a/T%20()"];
        assert!(all.iter().all(|path| paths.iter().any(|held| held == path)), "{paths:?}");
        assert!(!paths.iter().any(|path| path == "/a/T%20(PartitionKey='P')"));
        assert!(paths_like(&"/".repeat(60_000)).len() <= 2 + 3 * MOST_BEGINNINGS);
    }
}
