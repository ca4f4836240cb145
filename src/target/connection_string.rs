//! Connection strings: `Name=Value;Name=Value`, names without regard to case, in any order.

use super::endpoint::{Endpoint, Scheme};
use super::secret::Secret;
use super::spec::{EMULATOR_ACCOUNT, EMULATOR_KEY, Target, TargetError};
use crate::nearest::proposal;
use tablestakes_reference::ServiceName;

/// The names that the standard knows.
const KNOWN: &[&str] = &[
    "UseDevelopmentStorage",
    "DevelopmentStorageProxyUri",
    "DefaultEndpointsProtocol",
    "AccountName",
    "AccountKey",
    "EndpointSuffix",
    "TableEndpoint",
    "TableSecondaryEndpoint",
    "BlobEndpoint",
    "BlobSecondaryEndpoint",
    "QueueEndpoint",
    "QueueSecondaryEndpoint",
    "FileEndpoint",
    "FileSecondaryEndpoint",
    "SharedAccessSignature",
];

/// The settings of a connection string.
struct Settings<'t>(Vec<(&'static str, &'t str)>);

impl<'t> Settings<'t> {
    fn read(text: &'t str) -> Result<Self, TargetError> {
        let mut settings = Vec::new();
        for (place, setting) in text.split(';').map(str::trim).filter(|setting| !setting.is_empty()).enumerate() {
            // What has no `=` may be a key that lost its name: it is not echoed.
            let (name, value) = setting.split_once('=').ok_or(TargetError::NotASetting { place: place + 1 })?;
            let name = name.trim();
            let known = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name));
            let Some(&known) = known else {
                // What stands there may be a key that lost its name, so it is not repeated.
                let proposal = proposal(name, KNOWN.iter().copied());
                return Err(TargetError::UnknownSetting { place: place + 1, proposal });
            };
            if settings.iter().any(|(held, _)| *held == known) {
                return Err(TargetError::TwiceSet { name: known });
            }
            settings.push((known, value.trim()));
        }
        Ok(Self(settings))
    }

    fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find(|(held, _)| *held == name).map(|(_, value)| *value).filter(|value| !value.is_empty())
    }

    fn endpoint(&self, name: &'static str) -> Result<Option<Endpoint>, TargetError> {
        self.get(name)
            .map(|value| Endpoint::parse(value).map_err(|why| TargetError::Endpoint { setting: name, why }))
            .transpose()
    }
}

/// The settings of a service: its endpoint, and its secondary one.
fn names(service: ServiceName) -> (&'static str, &'static str) {
    match service {
        ServiceName::Table => ("TableEndpoint", "TableSecondaryEndpoint"),
        ServiceName::Queue => ("QueueEndpoint", "QueueSecondaryEndpoint"),
        ServiceName::Blob => ("BlobEndpoint", "BlobSecondaryEndpoint"),
    }
}

/// The services that a connection string names: those that it gives endpoints of, or all of them if it gives none.
///
/// # Errors
/// It is no connection string.
pub(super) fn services(text: &str) -> Result<Vec<ServiceName>, TargetError> {
    let settings = Settings::read(text)?;
    let named = |service: &ServiceName| settings.get(names(*service).0).is_some();
    let all = || ServiceName::ALL.into_iter();
    Ok(if all().any(|service| named(&service)) { all().filter(named).collect() } else { all().collect() })
}

/// Reads a connection string for one of its services.
pub(super) fn parse(text: &str, service: ServiceName) -> Result<Target, TargetError> {
    let settings = Settings::read(text)?;
    if let Some(value) = settings.get("UseDevelopmentStorage") {
        if !value.eq_ignore_ascii_case("true") {
            return Err(TargetError::NotTrue);
        }
        return emulator(&settings, service);
    }
    if settings.get("SharedAccessSignature").is_some() && settings.get("AccountKey").is_none() {
        return Err(TargetError::SignatureOnly);
    }
    let account = settings.get("AccountName").ok_or(TargetError::Missing { name: "AccountName" })?;
    if !account.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(TargetError::AccountName);
    }
    let key = settings.get("AccountKey").ok_or(TargetError::Missing { name: "AccountKey" })?;
    let key = Secret::from_base64(key).map_err(|_| TargetError::AccountKey)?;
    let (primary, secondary) = names(service);
    let endpoint = match settings.endpoint(primary)? {
        Some(endpoint) => endpoint,
        None => cloud(&settings, account, service)?,
    };
    let target = Target::new(service, endpoint, account.to_owned(), key);
    Ok(match settings.endpoint(secondary)? {
        Some(secondary) => target.with_secondary(secondary),
        None => target,
    })
}

/// The address of an account in the cloud: `PROTOCOL://ACCOUNT.SERVICE.SUFFIX`.
fn cloud(settings: &Settings<'_>, account: &str, service: ServiceName) -> Result<Endpoint, TargetError> {
    let scheme = match settings.get("DefaultEndpointsProtocol") {
        None => Scheme::Https,
        Some(scheme) if scheme.eq_ignore_ascii_case("https") => Scheme::Https,
        Some(scheme) if scheme.eq_ignore_ascii_case("http") => Scheme::Http,
        Some(_) => return Err(TargetError::Protocol),
    };
    let suffix = settings.get("EndpointSuffix").unwrap_or("core.windows.net");
    Endpoint::parse(&format!("{scheme}://{account}.{service}.{suffix}"))
        .map_err(|why| TargetError::Endpoint { setting: "EndpointSuffix", why })
}

/// The ports of the emulator.
pub(super) fn emulator_port(service: ServiceName) -> u16 {
    match service {
        ServiceName::Blob => 10000,
        ServiceName::Queue => 10001,
        ServiceName::Table => 10002,
    }
}

/// The emulator's address, or the same behind another host.
fn emulator(settings: &Settings<'_>, service: ServiceName) -> Result<Target, TargetError> {
    let mut endpoint = settings.endpoint("DevelopmentStorageProxyUri")?.unwrap_or_else(|| Endpoint {
        scheme: Scheme::Http,
        host: "127.0.0.1".to_owned(),
        port: emulator_port(service),
        base_path: String::new(),
    });
    endpoint.port = emulator_port(service);
    endpoint.base_path = format!("/{EMULATOR_ACCOUNT}");
    let key = Secret::from_base64(EMULATOR_KEY).map_err(|_| TargetError::AccountKey)?;
    Ok(Target::new(service, endpoint, EMULATOR_ACCOUNT.to_owned(), key))
}
