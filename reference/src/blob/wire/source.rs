//! Where a copy comes from: the value of `x-ms-copy-source`, which is read as a path is from 2012-02-12 on, and as a query's
//! value is before.

use super::conditions;
use super::fields::{read_range, said};
use super::moments;
use crate::addressing::{AccountIn, Addressing, SECONDARY};
use crate::blob::operation::{Place, Source};
use crate::blob::refuse::{invalid_header, missing_header};
use crate::http::Headers;
use crate::percent;
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;

/// What tells which addresses are those of the account.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'s> {
    /// The account.
    pub account: &'s str,
    /// How it is addressed.
    pub addressing: &'s Addressing,
    /// The host of the request.
    pub host: &'s str,
}

const HEADER: &str = "x-ms-copy-source";

impl Sources<'_> {
    /// The source that headers name.
    ///
    /// # Errors
    /// There is none, or a condition on it cannot be read.
    pub fn read(&self, headers: &Headers, version: Version, trace: &mut Trace<'_>) -> Result<Source, Detailed> {
        let rule = id::BLOB_COPY_SOURCE_FORM;
        let Some(address) = said(headers, HEADER) else { return Err(missing_header(HEADER, rule)) };
        let refused = || invalid_header(HEADER, address, rule);
        let old = version < Version::V2012_02_12 && address.starts_with('/');
        let rest = ["http://", "https://"].iter().find_map(|scheme| address.strip_prefix(scheme));
        if !old && rest.is_none_or(|rest| rest.is_empty() || rest.starts_with('/')) {
            if trace.enforce(rule) {
                return Err(refused());
            }
            let nowhere = format!("https://nowhere.invalid/{address}");
            let mut headers = headers.clone();
            headers.remove(HEADER);
            headers.push(HEADER, nowhere);
            return self.read(&headers, version, trace);
        }
        let (place, query) = if old {
            let (path, query) = address.split_once('?').unwrap_or((address, ""));
            let path = match trace.enforce(id::BLOB_COPY_SOURCE_AS_QUERY) {
                true => path.replace('+', " "),
                false => path.to_owned(),
            };
            let path = path.strip_prefix('/').and_then(|path| path.strip_prefix(self.account)).ok_or_else(refused)?;
            (Some(place(path).ok_or_else(refused)?), query)
        } else {
            let (_, rest) = address.split_once("://").ok_or_else(refused)?;
            let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
            let (path, query) = path.split_once('?').unwrap_or((path, ""));
            let plus = path.contains('+') && !trace.enforce(id::BLOB_COPY_SOURCE_AS_PATH);
            let path = if plus { path.replace('+', " ") } else { path.to_owned() };
            let below = if self.is_own(host, &path) {
                self.addressing.locate(self.account, host, &path).map(|addressed| addressed.below.to_owned())
            } else {
                None
            };
            (below.and_then(|below| place(&below)), query)
        };
        let option = |name: &str| {
            let found = query.split('&').find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
            found.map(|value| percent::decode(value).unwrap_or_else(|| value.to_owned()))
        };
        let conditions = conditions::read(headers, conditions::Names::SOURCE, (version, false), trace)?;
        let signed = option("sig").is_some();
        Ok(Source {
            address: address.to_owned(),
            place,
            snapshot: option("snapshot").and_then(|text| moments::read(&text)),
            version: option("versionid").and_then(|text| moments::read(&text)),
            conditions,
            range: said(headers, "x-ms-source-range").and_then(read_range),
            md5: said(headers, "x-ms-source-content-md5").map(str::to_owned),
            crc64: said(headers, "x-ms-source-content-crc64").map(str::to_owned),
            readable: signed,
        })
    }

    /// Whether an address is one of the account.
    fn is_own(&self, host: &str, path: &str) -> bool {
        if self.addressing.account_in() == AccountIn::Path && self.addressing.locate(self.account, host, path).is_some()
        {
            return true;
        }
        let label = host.split(['.', ':']).next().unwrap_or_default();
        let label = label.strip_suffix(SECONDARY).unwrap_or(label);
        host.eq_ignore_ascii_case(self.host) || label.eq_ignore_ascii_case(self.account)
    }
}

/// The blob that a path names.
fn place(path: &str) -> Option<Place> {
    let decoded = |text: &str| percent::decode(text).unwrap_or_else(|| text.to_owned());
    let path = path.strip_prefix('/')?;
    if path.is_empty() {
        return None;
    }
    let (container, blob) = path.split_once('/').unwrap_or(("$root", path));
    Some(Place { container: decoded(container), blob: decoded(blob) })
}
