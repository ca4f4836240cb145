//! Service properties as they were before they were last set: the service may answer so for half a minute.

use super::player::Asked;
use super::stage::Stage;
use crate::recording::compare::{Compared, compare};
use crate::recording::session::Exchange;
use std::time::{Duration, SystemTime};
use tablestakes_reference::http::{Headers, Request, Response};

/// How long a change of properties may take to be seen, as documented.
const DELAY: Duration = Duration::from_secs(30);

/// What the properties were before the changes of the last half minute.
#[derive(Debug, Default)]
pub(super) struct Earlier(Vec<(SystemTime, Response)>);

impl Earlier {
    /// Notes what the properties are before a change.
    pub(super) fn note(&mut self, exchange: &Exchange, stage: &mut Stage) {
        let Some(now) = time(exchange) else { return };
        let version = exchange.request_headers.get("x-ms-version").unwrap_or_default();
        let request = Request {
            method: "GET".to_owned(),
            target: exchange.target.clone(),
            headers: Headers::from_iter([("x-ms-version", version)]),
            body: bytes::Bytes::new(),
        };
        self.0.push((now, stage.ask(&request)));
    }

    /// Whether an answer shows the properties as they were not long ago.
    pub(super) fn is_answered(&self, exchange: &Exchange, asked: &Asked, compared: &Compared<'_>) -> bool {
        let Some(now) = time(exchange) else { return false };
        let recent = |then: &SystemTime| now.duration_since(*then).unwrap_or_default() <= DELAY;
        let mut states = self.0.iter().filter(|(then, _)| recent(then));
        asked.is_for_properties() && states.any(|(_, state)| compare(&asked.recorded, state, compared).is_empty())
    }
}

fn time(exchange: &Exchange) -> Option<SystemTime> {
    httpdate::parse_http_date(exchange.response_headers.get("date")?).ok()
}
