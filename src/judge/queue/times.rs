//! The times of messages: how they are written, and what they say of each other.
//!
//! Clocks are never compared: the target's times are measured by the target's own `Date` and `InsertionTime`.

use super::document::Message;
use std::time::SystemTime;

/// What whole seconds, the time on the way and a busy server may make of a span.
const NEAR: i64 = 2;
/// A span beyond this is one without end: the end of the year 9999.
const FOREVER: i64 = 200_000_000_000;

/// The spans of a message that can be compared, with the name of the element that ends each.
pub(super) fn spans(message: &Message, date: Option<&str>) -> Vec<(&'static str, i64)> {
    let time = |text: &Option<String>| text.as_deref().and_then(read);
    let inserted = time(&message.inserted);
    let date = date.and_then(read);
    let expires = inserted.zip(time(&message.expires)).map(|(from, until)| ("ExpirationTime", since(from, until)));
    let visible = date.zip(time(&message.visible)).map(|(from, until)| ("TimeNextVisible", since(from, until)));
    expires.into_iter().chain(visible).collect()
}

/// How long after one time another is, if both are HTTP dates.
pub(super) fn told(until: &str, from: &str) -> Option<i64> {
    Some(since(read(from)?, read(until)?))
}

/// Whether two spans may be one.
pub(super) fn are_near(expected: i64, actual: i64) -> bool {
    (expected > FOREVER && actual > FOREVER) || (expected - actual).abs() <= NEAR
}

/// The elements of a message whose times are not written as HTTP dates.
pub(super) fn unreadable(message: &Message) -> Option<(&'static str, String)> {
    let times = [
        ("InsertionTime", &message.inserted),
        ("ExpirationTime", &message.expires),
        ("TimeNextVisible", &message.visible),
    ];
    times.into_iter().find_map(|(name, text)| {
        let text = text.as_ref()?;
        read(text).is_none().then(|| (name, text.clone()))
    })
}

/// A span, for people.
pub(super) fn shown(seconds: i64) -> String {
    if seconds > FOREVER { "never".to_owned() } else { format!("after {seconds} s") }
}

/// An HTTP date in the one form that is written.
fn read(text: &str) -> Option<SystemTime> {
    let time = httpdate::parse_http_date(text).ok()?;
    (httpdate::fmt_http_date(time) == text).then_some(time)
}

fn since(from: SystemTime, until: SystemTime) -> i64 {
    match until.duration_since(from) {
        Ok(span) => i64::try_from(span.as_secs()).unwrap_or(i64::MAX),
        Err(error) => -i64::try_from(error.duration().as_secs()).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_by_the_answers_own_times() {
        let message = Message {
            inserted: Some("Sun, 06 Nov 1994 08:49:37 GMT".into()),
            expires: Some("Sun, 13 Nov 1994 08:49:37 GMT".into()),
            visible: Some("Sun, 06 Nov 1994 08:50:10 GMT".into()),
            ..Message::default()
        };
        let held = spans(&message, Some("Sun, 06 Nov 1994 08:49:40 GMT"));
        assert_eq!(held, [("ExpirationTime", 604_800), ("TimeNextVisible", 30)]);
        assert!(are_near(30, 31) && !are_near(30, 10) && are_near(i64::MAX, FOREVER + 1));
        assert_eq!(unreadable(&message), None);
        let odd = Message { visible: Some("1994-11-06T08:50:10Z".into()), ..message };
        assert_eq!(unreadable(&odd).map(|(name, _)| name), Some("TimeNextVisible"));
    }
}
