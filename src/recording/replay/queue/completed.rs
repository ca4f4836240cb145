//! What an answer proves of a request that was not kept whole: the options of its query, its body, its version.

use super::bindings::Bindings;
use super::place::{Place, Target};
use crate::recording::replay::Reason;
use crate::recording::session::{Body, Exchange, Losses};
use crate::xml::{Node, Tree, escaped};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use std::time::{Duration, SystemTime};
use tablestakes_reference::DateTime;
use tablestakes_reference::datetime::TICKS_PER_SECOND;

/// A message lives for a week if nothing is said, and is taken for half a minute.
const WEEK: u64 = 604_800;
const DEFAULT_VISIBILITY: i64 = 30;

/// Fills in the options of a query that the recorder dropped; whether any were.
///
/// # Errors
/// The answer does not tell what was asked.
pub(super) fn options(
    exchange: &Exchange,
    target: &mut Target,
    tree: Option<&Tree>,
    code: Option<&str>,
) -> Result<(), Reason> {
    let root = tree.map(|tree| &tree.root);
    let root_name = root.map_or("", |root| root.name.as_str());
    let detail = |name: &str| root?.child_text(name).map(str::to_owned);
    // The parameter that was refused is told with its value.
    if let (Some(name), Some(value)) = (detail("QueryParameterName"), detail("QueryParameterValue")) {
        target.set(&name, value.clone());
        if detail("Reason").is_some_and(|reason| reason.starts_with("messagettl must be greater")) {
            target.set("messagettl", value);
        }
    }
    match (target.place.clone(), exchange.method.as_str(), exchange.status) {
        (Place::Service(comp), _, status) if comp.is_empty() => match (root_name, status) {
            ("StorageServiceProperties", _) | (_, 202) => of_service(target, "properties"),
            ("StorageServiceStats", _) => of_service(target, "stats"),
            ("EnumerationResults", _) => {
                target.set("comp", "list");
                for (element, option) in [("Prefix", "prefix"), ("Marker", "marker"), ("MaxResults", "maxresults")] {
                    if let Some(value) = detail(element) {
                        target.set(option, value);
                    }
                }
                let queues = root.and_then(|root| root.child("Queues"));
                if queues.is_some_and(|queues| queues.named("Queue").any(|queue| queue.child("Metadata").is_some())) {
                    target.set("include", "metadata");
                }
            }
            _ => return Err(Reason::QueryOptions),
        },
        (Place::Queue(_, comp), "GET" | "HEAD", _) if comp.is_empty() => {
            // Both say the same of a queue that is not there.
            target.set("comp", if root_name == "SignedIdentifiers" { "acl" } else { "metadata" });
        }
        (Place::Queue(_, comp), "PUT", 204) if comp.is_empty() => {
            let policies = exchange.request_body.octets().is_some_and(|body| !body.is_empty());
            if !policies {
                // The queue was there already, or its metadata was set, or its policies were removed.
                return Err(Reason::QueryOptions);
            }
            target.set("comp", "acl");
        }
        (Place::Queue(_, comp), "PUT", _) if comp.is_empty() && code == Some("InvalidXmlDocument") => {
            target.set("comp", "acl");
        }
        (Place::Messages(_), "POST", 201) => {
            if let Some(message) = root.and_then(|root| root.child("QueueMessage")) {
                put_options(target, message);
            }
        }
        (Place::Messages(_), "GET", 200) => {
            let messages: Vec<&Node> = root.map(|root| root.named("QueueMessage").collect()).unwrap_or_default();
            if messages.len() > 1 {
                target.set("numofmessages", messages.len().to_string());
            }
            match messages.first().map(|message| message.child_text("TimeNextVisible")) {
                Some(Some(visible)) => {
                    if let Some(hidden) = hidden_since(exchange, visible) {
                        target.set("visibilitytimeout", hidden.to_string());
                    }
                }
                // What shows nothing takes nothing.
                _ => target.set("peekonly", "true"),
            }
        }
        (Place::Message(..), "PUT", _) => {
            let visible = exchange.response_headers.get("x-ms-time-next-visible");
            let hidden = visible.and_then(|visible| hidden_since(exchange, visible));
            if target.option("visibilitytimeout").is_none() {
                target.set("visibilitytimeout", hidden.unwrap_or(0).max(0).to_string());
            }
        }
        _ => {}
    }
    Ok(())
}

fn of_service(target: &mut Target, comp: &str) {
    target.set("restype", "service");
    target.set("comp", comp);
}

/// For how long a new message lives and is invisible, if that is not what it is by default.
fn put_options(target: &mut Target, message: &Node) {
    let time = |name: &str| httpdate::parse_http_date(message.child_text(name)?).ok();
    let Some(inserted) = time("InsertionTime") else { return };
    let since = |name: &str| time(name)?.duration_since(inserted).ok().map(|span| span.as_secs());
    match since("ExpirationTime") {
        Some(WEEK) | None => {}
        Some(lives) if lives > u64::from(u32::MAX) => target.set("messagettl", "-1"),
        Some(lives) => target.set("messagettl", lives.to_string()),
    }
    if let Some(hidden) = since("TimeNextVisible").filter(|hidden| *hidden > 0) {
        target.set("visibilitytimeout", hidden.to_string());
    }
}

/// For how many seconds a message was made invisible by an answer of this date: half a minute if it may have been that.
fn hidden_since(exchange: &Exchange, visible: &str) -> Option<i64> {
    let visible = httpdate::parse_http_date(visible).ok()?;
    let span = visible.duration_since(date(exchange)?).unwrap_or_default().as_secs();
    let span = i64::try_from(span).ok()?;
    Some(if (DEFAULT_VISIBILITY..=DEFAULT_VISIBILITY + 5).contains(&span) { DEFAULT_VISIBILITY } else { span })
}

/// The body of a request; whether it stands in the place of one that was dropped.
///
/// # Errors
/// There was one, and the answer does not prove enough of it.
pub(super) fn body(
    exchange: &Exchange,
    losses: Losses,
    target: &Target,
    code: Option<&str>,
    bindings: &mut Bindings,
) -> Result<(Bytes, bool), Reason> {
    let Body::Lost = exchange.request_body else {
        return Ok((exchange.request_body.octets().cloned().unwrap_or_default(), false));
    };
    let message =
        |text: &str| Bytes::from(format!("<QueueMessage><MessageText>{}</MessageText></QueueMessage>", escaped(text)));
    match (&target.place, exchange.method.as_str(), code) {
        (Place::Queue(_, comp), "PUT", _) if comp.is_empty() || comp == "metadata" => Ok((Bytes::new(), false)),
        (Place::Messages(_) | Place::Message(..), "POST" | "PUT", Some("RequestBodyTooLarge")) => {
            Ok((message(&"x".repeat(65_537)), true))
        }
        (Place::Messages(_), "POST", Some("InvalidXmlDocument")) => Ok((Bytes::from("<"), true)),
        (Place::Messages(_), "POST", _) => Ok((message(&bindings.made_up()), true)),
        // Whether there was a body at all is not known where the recorder dropped all of them.
        (Place::Message(..), "PUT", _) if losses.request_bodies => Ok((message(&bindings.made_up()), true)),
        (Place::Message(..), "PUT", _) => Ok((message(&bindings.made_up()), true)),
        _ => Err(Reason::RequestBody),
    }
}

/// The instant of an operation, as a receipt in its answer tells it: the service's to the tick.
pub(super) fn instant(exchange: &Exchange, target: &Target, tree: Option<&Tree>) -> Option<DateTime> {
    let first = tree.and_then(|tree| tree.root.child("QueueMessage"));
    let hidden = |default: i64| target.option("visibilitytimeout").map_or(Some(default), |text| text.parse().ok());
    let (receipt, hidden) = match (&target.place, exchange.method.as_str(), exchange.status) {
        (Place::Messages(_), "POST", 201) => (first?.child_text("PopReceipt")?, hidden(0)?),
        (Place::Messages(_), "GET", 200) => (first?.child_text("PopReceipt")?, hidden(DEFAULT_VISIBILITY)?),
        (Place::Message(..), "PUT", 204) => (exchange.response_headers.get("x-ms-popreceipt")?, hidden(0)?),
        _ => return None,
    };
    let octets = STANDARD.decode(receipt).ok()?;
    let ticks = i64::from_le_bytes(octets.get(12..20)?.try_into().ok()?);
    let visible = DateTime::MIN_EDM.plus_ticks(ticks);
    Some(visible.plus_ticks(-hidden.saturating_mul(TICKS_PER_SECOND)))
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
