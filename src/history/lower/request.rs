//! A step as a whole request: address, headers of the protocol, date and signature.

use super::batch::Addresses;
use super::operation::{Draft, Drafting, Page};
use super::{blob, format_of, queue, sas, sign};
use crate::history::bindings::{Bindings, Unbound};
use crate::target::{AuthScheme, Axes, Endpoint, Target};
use bytes::Bytes;
use std::borrow::Cow;
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::{AlteredValue, Auth, Call, RawRequest, Sas, SasScope, Step, Wire};
use tablestakes_reference::http::{Headers, Request};

const USER_AGENT: &str = concat!("tablestakes/", env!("CARGO_PKG_VERSION"));

/// What the requests of one step are made from.
pub(crate) struct Lowering<'a> {
    /// Where to, and who signs.
    pub(crate) target: &'a Target,
    /// What the step leaves open.
    pub(crate) axes: Axes,
    /// The values of symbols on this side.
    pub(crate) bindings: &'a Bindings,
    /// The time that the request bears.
    pub(crate) now: SystemTime,
}

/// The request that a step becomes, signed, in a history whose tables have names that begin with `prefix`. Of a scan it is
/// the request for the first page; none if the step refers to earlier answers.
pub fn written(step: &Step, target: &Target, axes: Axes, prefix: &str, now: SystemTime) -> Option<Request> {
    let bindings = Bindings::new(prefix, target);
    Lowering { target, axes, bindings: &bindings, now }.request(step, &Page::default()).ok()
}

impl Lowering<'_> {
    /// The request of a step; of a scan, the request for this page.
    pub(crate) fn request(&self, step: &Step, page: &Page) -> Result<Request, Unbound> {
        let wire = &*authorized(&step.wire, self.axes);
        let endpoint = self.endpoint(wire)?;
        let base = base_path(self.target, wire);
        let drafting = Drafting {
            bindings: self.bindings,
            wire,
            format: format_of(step, self.axes).unwrap_or(self.axes.format),
            addresses: Addresses { endpoint, base: &base },
        };
        let draft = match &step.call {
            Call::Operation { operation } => drafting.operation(operation)?,
            Call::Scan { table, query } => drafting.query_entities(table, query, page)?,
            Call::ScanTables { query } => drafting.query_tables(query, page)?,
            Call::Queue { ask } => queue::draft(ask, self.bindings)?,
            Call::Blob { ask } => {
                let blob::Written { target, headers, body } = blob::written(ask, wire, self.bindings)?;
                return self.complete(ask.operation.method().to_owned(), &target, headers, body, wire);
            }
            Call::Raw { request } => return self.raw(request, wire),
            Call::Wait { .. } | Call::Restart => return Err(Unbound { symbol: "what is no request".to_owned() }),
        };
        let Draft { method, target, fields, headers, body } = draft;
        let fields = fields.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let fields = fields.chain(headers).collect();
        self.complete(method, &target, fields, body.map(Bytes::from), wire)
    }

    /// The address of the location that is asked.
    fn endpoint(&self, wire: &Wire) -> Result<&Endpoint, Unbound> {
        let unknown = || Unbound { symbol: "the target's secondary location".to_owned() };
        self.target.at(wire.location).ok_or_else(unknown)
    }

    fn raw(&self, request: &RawRequest, wire: &Wire) -> Result<Request, Unbound> {
        let target = self.bindings.bind(&request.target)?;
        let mut fields = Vec::with_capacity(request.headers.len());
        for (name, value) in &request.headers {
            fields.push((name.clone(), self.bindings.bind(value)?));
        }
        let body = blob::octets(&request.body, self.bindings)?;
        self.complete(request.method.clone(), &target, fields, body, wire)
    }

    /// Adds what every request has, applies the step's own headers, and signs.
    fn complete(
        &self,
        method: String,
        target: &str,
        fields: Vec<(String, String)>,
        body: Option<Bytes>,
        wire: &Wire,
    ) -> Result<Request, Unbound> {
        let date = httpdate::fmt_http_date(self.date(&wire.auth));
        let mut list = vec![
            ("host".to_owned(), self.endpoint(wire)?.authority()),
            ("user-agent".to_owned(), USER_AGENT.to_owned()),
            ("x-ms-version".to_owned(), wire.version.unwrap_or(self.axes.version).to_string()),
            (if wire.auth == Auth::DateHeader { "date" } else { "x-ms-date" }.to_owned(), date),
        ];
        if let Some(body) = &body {
            list.push(("content-length".to_owned(), body.len().to_string()));
        }
        // What a raw request writes itself is not written twice.
        list.retain(|(name, _)| !fields.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        list.extend(fields);
        let mut signed = true;
        for (place, (name, value)) in wire.headers.iter().enumerate() {
            let first = !wire.headers[..place].iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(name));
            if first {
                list.retain(|(held, _)| !held.eq_ignore_ascii_case(name));
            }
            signed &= !name.eq_ignore_ascii_case("authorization");
            if let Some(value) = value {
                list.push((name.clone(), self.bindings.bind(value)?));
            }
        }
        let mut target = format!("{}{target}", base_path(self.target, wire));
        if let Auth::Sas { sas } = &wire.auth {
            let named = match &sas.scope {
                SasScope::Table { table: name, .. }
                | SasScope::Queue { queue: name }
                | SasScope::Container { container: name } => self.bindings.bind(name)?,
                SasScope::Blob { container, blob } => {
                    format!("{}/{}", self.bindings.bind(container)?, self.bindings.bind(blob)?)
                }
                SasScope::Account { .. } => String::new(),
            };
            let version = wire.version.unwrap_or(self.axes.version);
            target.push(if target.contains('?') { '&' } else { '?' });
            let sas = self.bound(sas)?;
            target.push_str(&sas::query(self.target, &sas, &named, version, self.now));
        }
        let mut request = Request { method, target, headers: Headers::from_iter(list), body: body.unwrap_or_default() };
        let signed_text = match &wire.auth {
            Auth::SignedForPath { path: text } | Auth::SignedOver { value: text, .. } => self.bindings.bind(text)?,
            _ => String::new(),
        };
        if signed
            && request.headers.get("authorization").is_none()
            && let Some(value) = sign::authorization(self.target, wire, &request, &signed_text)
        {
            request.headers.push("authorization", value);
        }
        Ok(request)
    }

    /// A signature with the symbols in what is altered replaced.
    fn bound<'s>(&self, sas: &'s Sas) -> Result<Cow<'s, Sas>, Unbound> {
        if sas.altered.is_empty() && sas.further.is_empty() {
            return Ok(Cow::Borrowed(sas));
        }
        let mut sas = sas.clone();
        for (_, value) in &mut sas.further {
            *value = self.bindings.bind(value)?;
        }
        for parameter in &mut sas.altered {
            if let AlteredValue::Other { value } = &mut parameter.sent {
                *value = self.bindings.bind(value)?;
            }
        }
        Ok(Cow::Owned(sas))
    }

    fn date(&self, auth: &Auth) -> SystemTime {
        let Auth::Skewed { seconds } = auth else { return self.now };
        // Dates before 1970 and after 9999 cannot be written.
        let last = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
        let distance = Duration::from_secs(seconds.unsigned_abs());
        let moved = if *seconds < 0 {
            self.now.checked_sub(distance).unwrap_or(SystemTime::UNIX_EPOCH)
        } else {
            self.now.checked_add(distance).unwrap_or(last)
        };
        moved.clamp(SystemTime::UNIX_EPOCH, last)
    }
}

/// The step's way of writing, with the run's way to authorize where it leaves that open. A version that does not know it is
/// asked with Shared Key.
pub(crate) fn authorized(wire: &Wire, axes: Axes) -> Cow<'_, Wire> {
    let version = wire.version.unwrap_or(axes.version);
    let auth = match axes.auth {
        scheme if wire.auth != Auth::SharedKey || !scheme.is_known_in(version) => None,
        AuthScheme::SharedKey => None,
        AuthScheme::SharedKeyLite => Some(Auth::SharedKeyLite),
        AuthScheme::AccountSas => Some(Auth::Sas { sas: Box::new(sas::of_account()) }),
    };
    match auth {
        None => Cow::Borrowed(wire),
        Some(auth) => Cow::Owned(Wire { auth, ..wire.clone() }),
    }
}

/// What the step's paths begin with: the base path of the location that is asked, with another account where the step names
/// one and paths name the account.
pub(crate) fn base_path<'a>(target: &'a Target, wire: &Wire) -> Cow<'a, str> {
    let other = wire.account.as_ref().filter(|_| wire.location.is_primary());
    let other = other.and_then(|account| target.addressing().base_of(account));
    let endpoint = target.at(wire.location).unwrap_or(&target.endpoint);
    other.map_or(Cow::Borrowed(&endpoint.base_path), Cow::Owned)
}

/// The request without its signature, as it may be kept and shown.
pub(crate) fn redacted(request: &Request) -> Request {
    let headers = request.headers.iter().map(|(name, value)| {
        let value = if name.eq_ignore_ascii_case("authorization") {
            match value.split_once(':') {
                Some((who, _)) => format!("{who}:…"),
                None => "…".to_owned(),
            }
        } else {
            value.to_owned()
        };
        (name.to_owned(), value)
    });
    Request { headers: headers.collect(), target: sas::redacted(&request.target), ..request.clone() }
}
