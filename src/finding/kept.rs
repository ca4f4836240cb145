//! A finding's file as something that can be judged again: its exchanges as data, and the target that they were had with.

use super::document::FindingDocument;
use super::message::{BodyDocument, ExchangeDocument, RequestDocument, ResponseDocument, StepDocument, TakenDocument};
use crate::history::{Exchange, StepRecord, Taken};
use crate::judge::Verdict;
use crate::target::{Target, TransportFailure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use std::time::Duration;
use tablestakes_reference::account::EMULATOR_KEY;
use tablestakes_reference::http::{Request, Response};

impl FindingDocument {
    /// The steps with their exchanges, as they were kept. An answer whose body was cut counts as not kept.
    pub fn kept(&self) -> Vec<StepRecord> {
        self.steps.iter().map(StepDocument::kept).collect()
    }

    /// The target that the exchanges were had with: its address and account, read from the requests. Its key is not kept;
    /// in its place stands one that is public, which serves as well where nothing is sent.
    pub fn target(&self) -> Option<Target> {
        let requests: Vec<&RequestDocument> =
            self.steps.iter().flat_map(|step| &step.exchanges).map(|exchange| &exchange.request).collect();
        let host = requests.iter().find_map(|request| header(request, "host"))?;
        let account = requests.iter().find_map(|request| {
            let (_, rest) = header(request, "authorization")?.split_once(' ')?;
            rest.split_once(':').map(|(account, _)| account)
        });
        let account = account.or_else(|| first_segment(&requests.first()?.target))?;
        let in_path = requests.iter().any(|request| first_segment(&request.target) == Some(account));
        let path = if in_path { format!("/{account}") } else { String::new() };
        // The requests do not tell how they travelled: without a port in their host it was the service itself, by TLS.
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
        let scheme = if has_port { "http" } else { "https" };
        Target::of_account(self.history.service, &format!("{scheme}://{host}{path}"), account, EMULATOR_KEY)
    }
}

impl StepDocument {
    /// The step with its exchanges, as they were kept. An answer whose body was cut counts as not kept.
    pub(crate) fn kept(&self) -> StepRecord {
        let taken = self.taken.map(|TakenDocument { client, invoked_us, returned_us }| Taken {
            client,
            invoked: Duration::from_micros(invoked_us),
            returned: returned_us.map(Duration::from_micros),
        });
        let exchanges = self.exchanges.iter().map(exchange).collect();
        let read_back = self.read_back.iter().map(exchange).collect();
        StepRecord { index: self.index, exchanges, verdict: Verdict::Allowed, taken, read_back }
    }
}

fn header<'d>(request: &'d RequestDocument, name: &str) -> Option<&'d str> {
    request.headers.iter().find(|(held, _)| held.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

fn first_segment(target: &str) -> Option<&str> {
    target.strip_prefix('/')?.split(['/', '?']).next().filter(|segment| !segment.is_empty())
}

fn exchange(document: &ExchangeDocument) -> Exchange {
    let unkept = || document.failure.clone().map_or(TransportFailure::Unkept, TransportFailure::Kept);
    let RequestDocument { method, target, headers, body } = &document.request;
    Exchange {
        request: Request {
            method: method.clone(),
            target: target.clone(),
            headers: headers.iter().cloned().collect(),
            body: octets(body).unwrap_or_default(),
        },
        actual: document.actual.as_ref().map_or_else(|| Err(unkept()), response),
        expected: None,
        duration: Duration::ZERO,
    }
}

fn response(document: &ResponseDocument) -> Result<Response, TransportFailure> {
    let ResponseDocument { status, headers, body } = document;
    let whole = octets(body).filter(|_| !body.cut).ok_or(TransportFailure::Unkept)?;
    Ok(Response { status: *status, headers: headers.iter().cloned().collect(), body: whole })
}

fn octets(body: &BodyDocument) -> Option<Bytes> {
    match (&body.text, &body.base64) {
        (Some(text), _) => Some(Bytes::from(text.clone())),
        (None, Some(base64)) => STANDARD.decode(base64).ok().map(Bytes::from),
        (None, None) => Some(Bytes::new()),
    }
}
