//! Shared Key and Shared Key Lite, over what goes on the wire.
//!
//! Tables sign few headers; queues and blobs sign eleven of them, every `x-ms-` header, and with Shared Key the whole query.
//! (Microsoft Learn: Authorize with Shared Key.)

mod others;

use super::sas::shorten;
use crate::target::{Secret, Target};
use std::borrow::Cow;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Auth, SignedPart, Wire};
use tablestakes_reference::http::Request;

/// The value of `Authorization` for a request that is complete but for it; `None` for a request that carries none.
///
/// `signed_text` is what [`Auth::SignedForPath`] and [`Auth::SignedOver`] name, symbols replaced.
pub(super) fn authorization(target: &Target, wire: &Wire, request: &Request, signed_text: &str) -> Option<String> {
    let sent_path = &*path_to_sign(target, wire, request);
    let key = target.key();
    let base = &target.endpoint.base_path;
    let service = target.service;
    let full = |account: &str, key: &Secret, request: &Request, path: &str| {
        format!("SharedKey {account}:{}", key.sign(&full_text(service, account, request, path)))
    };
    let lite = |account: &str, key: &Secret, request: &Request, path: &str| {
        format!("SharedKeyLite {account}:{}", key.sign(&lite_text(service, account, request, path)))
    };
    match &wire.auth {
        // The signature is in the query, if there is one.
        Auth::Anonymous | Auth::Sas { .. } => None,
        Auth::Literal { value } => Some(value.clone()),
        Auth::SharedKey | Auth::Skewed { .. } | Auth::DateHeader => {
            Some(full(&target.account, key, request, sent_path))
        }
        Auth::SharedKeyLite => Some(lite(&target.account, key, request, sent_path)),
        Auth::WrongKey => Some(full(&target.account, &key.wrong(), request, sent_path)),
        Auth::SignedForPath { .. } => {
            let path = format!("{base}{signed_text}");
            Some(full(&target.account, key, request, &path))
        }
        Auth::SignedOver { lite: is_lite, part, value: _ } => {
            let (request, signer, path) = differing(request, &target.account, base, *part, signed_text);
            let text = if *is_lite { lite_text } else { full_text };
            let signed = text(service, signer, &request, &path);
            let scheme = if *is_lite { "SharedKeyLite" } else { "SharedKey" };
            Some(format!("{scheme} {}:{}", target.account, key.sign(&signed)))
        }
        Auth::Shortened { lite: is_lite } => {
            let sign: &dyn Fn(&str, &Secret, &Request, &str) -> String = if *is_lite { &lite } else { &full };
            let mut value = sign(&target.account, key, request, sent_path);
            shorten(&mut value);
            Some(value)
        }
        Auth::OtherAccount { account } => Some(full(account, key, request, sent_path)),
    }
}

/// The path as sent; at the secondary location the one that it would be at the primary one.
fn path_to_sign<'r>(target: &Target, wire: &Wire, request: &'r Request) -> Cow<'r, str> {
    let sent = request.target.split('?').next().unwrap_or_default();
    let secondary = target.secondary.as_ref().filter(|_| !wire.location.is_primary());
    match secondary.and_then(|secondary| sent.strip_prefix(&secondary.base_path)) {
        Some(below) => Cow::Owned(format!("{}{below}", target.endpoint.base_path)),
        None => Cow::Borrowed(sent),
    }
}

/// The request that is signed in place of one that is sent, in the name of whom, and its path: they differ in one part.
fn differing<'a>(
    sent: &Request,
    account: &'a str,
    base: &str,
    part: SignedPart,
    value: &'a str,
) -> (Request, &'a str, String) {
    let mut signed = sent.clone();
    let (path, query) = sent.target.split_once('?').unwrap_or((&sent.target, ""));
    let mut path = path.to_owned();
    let mut signer = account;
    let mut field = |name: &'static str| {
        signed.headers.remove(name);
        signed.headers.push(name, value.to_owned());
    };
    match part {
        SignedPart::Method => value.clone_into(&mut signed.method),
        SignedPart::ContentMd5 => field("content-md5"),
        SignedPart::ContentType => field("content-type"),
        SignedPart::Date => field("x-ms-date"),
        SignedPart::Header => {
            let (name, value) = value.split_once(": ").unwrap_or((value, ""));
            signed.headers.remove(name);
            signed.headers.push(name.to_owned(), value.to_owned());
        }
        SignedPart::Account => signer = value,
        SignedPart::Path => path = format!("{base}{value}"),
        SignedPart::Comp => {
            let others = query.split('&').filter(|option| !option.starts_with("comp="));
            let comp = (!value.is_empty()).then(|| format!("comp={value}"));
            let options: Vec<String> = others.map(str::to_owned).chain(comp).collect();
            signed.target = format!("{path}?{}", options.join("&"));
        }
    }
    (signed, signer, path)
}

fn full_text(service: ServiceName, account: &str, request: &Request, path: &str) -> String {
    if service != ServiceName::Table {
        return others::full_text(account, request, path);
    }
    let field = |name| request.headers.get(name).unwrap_or_default();
    format!(
        "{}\n{}\n{}\n{}\n{}",
        request.method,
        field("content-md5"),
        field("content-type"),
        date(request),
        resource(account, request, path)
    )
}

fn lite_text(service: ServiceName, account: &str, request: &Request, path: &str) -> String {
    if service != ServiceName::Table {
        return others::lite_text(account, request, path);
    }
    format!("{}\n{}", date(request), resource(account, request, path))
}

fn date(request: &Request) -> &str {
    request.headers.get("x-ms-date").or_else(|| request.headers.get("date")).unwrap_or_default()
}

/// The canonicalized resource: the account, the path as sent, and of the query only `comp`.
fn resource(account: &str, request: &Request, path: &str) -> String {
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let comp = query.split('&').find_map(|option| option.strip_prefix("comp="));
    let comp = comp.map(|value| format!("?comp={value}")).unwrap_or_default();
    format!("/{account}{path}{comp}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::Location;
    use tablestakes_reference::http::Headers;

    fn request(target: &str) -> Request {
        Request {
            method: "GET".into(),
            target: target.into(),
            headers: Headers::from_iter([("x-ms-date", "Sat, 21 Nov 2026 06:00:00 GMT")]),
            body: bytes::Bytes::new(),
        }
    }

    #[test]
    fn the_emulator_names_the_account_twice() {
        let request = request("/devstoreaccount1/t(PartitionKey='a%2F')?comp=acl&x=y");
        let text = resource("devstoreaccount1", &request, "/devstoreaccount1/t(PartitionKey='a%2F')");
        assert_eq!(text, "/devstoreaccount1/devstoreaccount1/t(PartitionKey='a%2F')?comp=acl");
    }

    #[test]
    fn the_secondary_location_is_signed_as_the_primary_one() {
        let target = Target::parse("http://h:1/t/devstoreaccount1").unwrap();
        let request = request("/t/devstoreaccount1-secondary/T()?comp=acl");
        let path = |location| path_to_sign(&target, &Wire { location, ..Wire::default() }, &request).into_owned();
        assert_eq!(path(Location::Secondary), "/t/devstoreaccount1/T()");
        assert_eq!(path(Location::Primary), "/t/devstoreaccount1-secondary/T()");
    }

    #[test]
    fn every_scheme_signs_something_else() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let request = request("/devstoreaccount1/Tables");
        let signed = |auth: Auth| authorization(&target, &Wire { auth, ..Wire::default() }, &request, "/other");
        let shared = signed(Auth::SharedKey).unwrap();
        // Computed by hand with openssl from the string to sign.
        assert!(shared.starts_with("SharedKey devstoreaccount1:"), "{shared}");
        assert_eq!(signed(Auth::Anonymous), None);
        assert_eq!(signed(Auth::Literal { value: "x".into() }).as_deref(), Some("x"));
        let others = [
            Auth::SharedKeyLite,
            Auth::WrongKey,
            Auth::SignedForPath { path: "/other".into() },
            Auth::OtherAccount { account: "other".into() },
            Auth::Shortened { lite: false },
        ];
        for auth in others {
            assert_ne!(signed(auth).unwrap(), shared);
        }
    }

    #[test]
    fn a_signature_over_another_part_differs_and_over_the_same_does_not() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let request = request("/devstoreaccount1/t?comp=acl&x=y");
        let signed = |lite, part, value: &str| {
            let auth = Auth::SignedOver { lite, part, value: value.into() };
            authorization(&target, &Wire { auth, ..Wire::default() }, &request, value).unwrap()
        };
        let date = "Sat, 21 Nov 2026 06:00:00 GMT";
        let parts = [
            (SignedPart::Method, "GET", "PUT"),
            (SignedPart::ContentMd5, "", "AAAA"),
            (SignedPart::ContentType, "", "text/plain"),
            (SignedPart::Date, date, ""),
            (SignedPart::Account, "devstoreaccount1", "other"),
            (SignedPart::Path, "/t", "/T"),
            (SignedPart::Comp, "acl", ""),
        ];
        for (part, same, other) in parts {
            let plain = authorization(&target, &Wire::default(), &request, "").unwrap();
            assert_eq!(signed(false, part, same), plain, "{part:?}");
            assert_ne!(signed(false, part, other), plain, "{part:?}");
            let wire = Wire { auth: Auth::SharedKeyLite, ..Wire::default() };
            let lite = authorization(&target, &wire, &request, "").unwrap();
            assert_eq!(signed(true, part, same), lite, "{part:?}");
        }
    }
}
