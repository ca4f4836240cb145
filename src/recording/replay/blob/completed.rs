//! What an answer proves of a request that was not kept whole: the options of its query, its headers, its version.

use super::content;
use super::place::{Place, Target};
use super::traits::Traits;
use crate::recording::replay::Reason;
use crate::recording::session::{Body, Exchange, Losses};
use bytes::Bytes;
use std::time::{Duration, SystemTime};
use tablestakes_reference::DateTime;

/// Fills in the options of a query that the recorder dropped.
///
/// # Errors
/// The answer does not tell what was asked.
pub(super) fn options(exchange: &Exchange, target: &mut Target, code: Option<&str>) -> Result<(), Reason> {
    let asked = |name: &str| exchange.request_headers.get(name).is_some();
    let answered = |name: &str| exchange.response_headers.get(name).is_some();
    let document = exchange.response_body.octets().map(|body| String::from_utf8_lossy(body).into_owned());
    let body = exchange.request_body.octets().map(|body| String::from_utf8_lossy(body).into_owned());
    let sent = |text: &str| body.as_deref().is_some_and(|body| body.contains(text));
    let holds = |text: &str| document.as_deref().is_some_and(|document| document.contains(text));
    let root = matches!(&target.place, Place::Blob(container, _) if container == "$root");
    if target.place == Place::Service {
        if holds("<Containers") {
            target.set("comp", "list");
        } else if holds("<StorageServiceProperties") || exchange.status == 202 {
            target.set("restype", "service");
            target.set("comp", "properties");
        } else if holds("<StorageServiceStats") {
            target.set("restype", "service");
            target.set("comp", "stats");
        } else {
            return Err(Reason::QueryOptions);
        }
        return Ok(());
    }
    if root {
        target.set("restype", "container");
        match (exchange.method.as_str(), exchange.status) {
            ("PUT", 201) if answered("x-ms-lease-id") => target.set("comp", "lease"),
            ("PUT", _) if asked("x-ms-lease-action") => target.set("comp", "lease"),
            ("PUT", 200) if sent("<SignedIdentifiers") => target.set("comp", "acl"),
            ("PUT", 201) | ("DELETE", _) => {}
            ("PUT", 409) if code == Some("ContainerAlreadyExists") => {}
            ("GET", 200) if holds("<Blobs") => {
                target.set("comp", "list");
                if holds("<Metadata") {
                    target.set("include", "metadata");
                }
            }
            ("GET", 200) if holds("<SignedIdentifiers") => target.set("comp", "acl"),
            ("GET" | "HEAD", 200) if answered("x-ms-lease-status") => {}
            ("GET" | "HEAD", 404) => {}
            ("GET" | "HEAD", 200) => target.set("comp", "metadata"),
            _ => return Err(Reason::QueryOptions),
        }
        return Ok(());
    }
    match (exchange.method.as_str(), exchange.status) {
        ("GET" | "HEAD", _) if answered("x-ms-blob-type") => {}
        ("GET", 200) if holds("<BlockList") => target.set("comp", "blocklist"),
        ("GET", 200) if holds("<PageList") => target.set("comp", "pagelist"),
        ("GET", 200) if holds("<TagSet") => target.set("comp", "tags"),
        ("DELETE", _) => {}
        ("PUT", 201) if asked("x-ms-blob-type") => {}
        ("PUT", 201) if sent("<BlockList") => target.set("comp", "blocklist"),
        // A blob is put: blocks have no ETag, and lists of blocks tell no MD5.
        ("PUT", 201) if answered("etag") && answered("content-md5") && !answered("x-ms-blob-sequence-number") => {}
        ("PUT", _) if asked("x-ms-lease-action") => target.set("comp", "lease"),
        ("PUT", _) if asked("x-ms-page-write") => target.set("comp", "page"),
        ("PUT", 201) if answered("x-ms-snapshot") => target.set("comp", "snapshot"),
        ("PUT", 201) if answered("x-ms-blob-append-offset") => target.set("comp", "appendblock"),
        ("PUT", 202) if answered("x-ms-copy-id") => {}
        _ => return Err(Reason::QueryOptions),
    }
    Ok(())
}

/// The headers of a request beside those that were kept, as the answer proves them.
///
/// # Errors
/// It does not.
pub(super) fn headers(
    exchange: &Exchange,
    losses: Losses,
    target: &Target,
    traits: &Traits,
    lease: Option<&str>,
) -> Result<Vec<(String, String)>, Reason> {
    let asked = |name: &str| exchange.request_headers.get(name).is_some();
    let answered = |name: &str| exchange.response_headers.get(name);
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| headers.push((name.to_owned(), value));
    let (method, comp) = (exchange.method.as_str(), target.comp());
    if method == "PUT" && comp.is_empty() && target.is_blob() && !asked("x-ms-blob-type") && !asked("x-ms-copy-source")
    {
        if answered("x-ms-copy-id").is_some() || exchange.status >= 300 {
            return Err(Reason::RequestHeaders);
        }
        let hashed = answered("content-md5").is_some() || answered("x-ms-content-crc64").is_some();
        let kind = if hashed { Some("BlockBlob") } else { traits.kind_after(&target.place, exchange.number) };
        let kind = kind.ok_or(Reason::RequestHeaders)?;
        add("x-ms-blob-type", kind.to_owned());
        if kind == "PageBlob" {
            let length = traits.length_after(&target.place, exchange.number).ok_or(Reason::RequestHeaders)?;
            add("x-ms-blob-content-length", length.to_string());
        }
    }
    // Nothing was sent, and something was stored: the header that names the source was dropped.
    let sent_nothing = exchange.request_headers.get("content-length") == Some("0") && !asked("x-ms-copy-source");
    let of_nothing = answered("x-ms-content-crc64").is_none_or(|hash| hash == "AAAAAAAAAAA=");
    let stores = matches!(comp, "block" | "appendblock")
        || comp == "page" && exchange.request_headers.get("x-ms-page-write") == Some("update")
        || comp.is_empty() && target.is_blob() && !of_nothing;
    if method == "PUT" && sent_nothing && (stores || asked("x-ms-source-range") || asked("x-ms-source-content-md5")) {
        return Err(Reason::RequestHeaders);
    }
    if losses.request_headers && matches!(comp, "lease" | "page" | "appendblock" | "tier" | "copy" | "incrementalcopy")
        || losses.request_headers && method == "PUT" && exchange.status >= 300
    {
        let leases = comp == "lease" && exchange.status < 300;
        if leases && !asked("x-ms-lease-action") {
            headers_of_lease(exchange, lease, &mut add)?;
        }
        let kept = leases || asked("x-ms-lease-action") || asked("x-ms-page-write");
        let plain = matches!(exchange.status, 404 | 409) && comp.is_empty() && !target.is_blob();
        if !kept && !plain {
            return Err(Reason::RequestHeaders);
        }
    }
    if losses.request_headers && exchange.status == 416 && !asked("range") && !asked("x-ms-range") {
        let length = answered("content-range").and_then(|range| range.rsplit('/').next()).unwrap_or("0");
        add("x-ms-range", format!("bytes={length}-"));
    }
    if losses.request_headers
        && exchange.status == 206
        && let Some(range) = answered("content-range").and_then(|range| range.strip_prefix("bytes "))
        && !asked("range")
        && !asked("x-ms-range")
    {
        let range = range.split('/').next().unwrap_or_default();
        add("x-ms-range", format!("bytes={range}"));
        if answered("content-md5").is_some() {
            add("x-ms-range-get-content-md5", "true".to_owned());
        }
    }
    Ok(headers)
}

/// What was done with a lease, as the answer tells it; `lease` is the id that it had.
fn headers_of_lease(
    exchange: &Exchange,
    lease: Option<&str>,
    add: &mut impl FnMut(&str, String),
) -> Result<(), Reason> {
    let answered = |name: &str| exchange.response_headers.get(name).map(str::to_owned);
    match (exchange.status, answered("x-ms-lease-id"), answered("x-ms-lease-time")) {
        (201, Some(id), _) => {
            add("x-ms-lease-action", "acquire".to_owned());
            add("x-ms-lease-duration", "-1".to_owned());
            add("x-ms-proposed-lease-id", id);
        }
        (202, _, Some(time)) => {
            add("x-ms-lease-action", "break".to_owned());
            add("x-ms-lease-break-period", time);
        }
        (200, Some(id), _) if lease.is_some_and(|held| held.eq_ignore_ascii_case(&id)) => {
            add("x-ms-lease-action", "renew".to_owned());
            add("x-ms-lease-id", id);
        }
        (200, Some(id), _) => {
            add("x-ms-lease-action", "change".to_owned());
            add("x-ms-lease-id", lease.ok_or(Reason::RequestHeaders)?.to_owned());
            add("x-ms-proposed-lease-id", id);
        }
        (200, None, None) => {
            add("x-ms-lease-action", "release".to_owned());
            add("x-ms-lease-id", lease.ok_or(Reason::RequestHeaders)?.to_owned());
        }
        _ => return Err(Reason::RequestHeaders),
    }
    Ok(())
}

/// The body of a request, and whether its octets are those that were sent.
///
/// # Errors
/// There was one, and nothing is known of it that would do.
pub(super) fn body(exchange: &Exchange, target: &Target, traits: &Traits) -> Result<(Bytes, bool), Reason> {
    let length = exchange.request_headers.get("content-length").and_then(|length| length.parse().ok());
    let comp = target.comp();
    let document = !target.is_blob() || matches!(comp, "blocklist" | "tags" | "query");
    let empty = match exchange.method.as_str() {
        "PUT" => {
            let with_body =
                matches!(comp, "block" | "blocklist" | "page" | "appendblock" | "tags" | "acl" | "properties");
            let puts = target.is_blob() && comp.is_empty();
            !(with_body || puts) || comp == "properties" && target.place != Place::Service
        }
        "POST" => false,
        _ => true,
    };
    if empty && exchange.request_body == Body::Lost {
        return Ok((Bytes::new(), true));
    }
    if exchange.request_body == Body::Lost && target.is_blob() && comp.is_empty() && length.is_none() {
        let hashed =
            ["content-md5", "x-ms-content-crc64"].iter().any(|name| exchange.response_headers.get(name).is_some());
        let later = traits.length_after(&target.place, exchange.number).and_then(|length| usize::try_from(length).ok());
        return match (hashed, later) {
            (false, _) => Ok((Bytes::new(), true)),
            (true, later) => content::octets(&Body::Lost, Some(later.unwrap_or(1))).ok_or(Reason::RequestBody),
        };
    }
    match content::octets(&exchange.request_body, length) {
        Some((octets, known)) if known || !document => Ok((octets, known)),
        _ => Err(Reason::RequestBody),
    }
}

/// When an exchange was answered.
pub(super) fn date(exchange: &Exchange) -> Option<SystemTime> {
    httpdate::parse_http_date(exchange.response_headers.get("date")?).ok()
}

/// The same as the reference counts time.
pub(super) fn answered(exchange: &Exchange) -> Option<DateTime> {
    let since: Duration = date(exchange)?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(DateTime::from_unix(i64::try_from(since.as_secs()).ok()?, 0))
}

/// The instant of a write, as its answer tells it: the digits of an ETag count ticks, and a snapshot's time is written out.
pub(super) fn instant(exchange: &Exchange) -> Option<DateTime> {
    if exchange.method != "PUT" || exchange.status >= 300 {
        return None;
    }
    if let Some(time) = exchange.response_headers.get("x-ms-snapshot") {
        return tablestakes_reference::lexical::datetime::read(time);
    }
    let digits = exchange.response_headers.get("etag")?.trim_matches('"').strip_prefix("0x")?;
    i64::from_str_radix(digits, 16).ok().map(DateTime::from_ticks)
}
