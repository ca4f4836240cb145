//! Connection strings: `Name=Value;Name=Value`, names without regard to case, in any order.

use super::endpoint::{Endpoint, Scheme};
use super::secret::Secret;
use super::spec::{EMULATOR_ACCOUNT, EMULATOR_KEY, EMULATOR_TABLE_PORT, Target, TargetError};
use crate::nearest::proposal;

/// The names that the standard knows. Those for other services are read over.
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

/// Reads a connection string.
pub(super) fn parse(text: &str) -> Result<Target, TargetError> {
    let settings = Settings::read(text)?;
    if let Some(value) = settings.get("UseDevelopmentStorage") {
        if !value.eq_ignore_ascii_case("true") {
            return Err(TargetError::NotTrue);
        }
        return emulator(&settings);
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
    let endpoint = match settings.endpoint("TableEndpoint")? {
        Some(endpoint) => endpoint,
        None => cloud(&settings, account)?,
    };
    let target = Target::new(endpoint, account.to_owned(), key);
    Ok(match settings.endpoint("TableSecondaryEndpoint")? {
        Some(secondary) => target.with_secondary(secondary),
        None => target,
    })
}

/// The address of an account in the cloud: `PROTOCOL://ACCOUNT.table.SUFFIX`.
fn cloud(settings: &Settings<'_>, account: &str) -> Result<Endpoint, TargetError> {
    let scheme = match settings.get("DefaultEndpointsProtocol") {
        None => Scheme::Https,
        Some(scheme) if scheme.eq_ignore_ascii_case("https") => Scheme::Https,
        Some(scheme) if scheme.eq_ignore_ascii_case("http") => Scheme::Http,
        Some(_) => return Err(TargetError::Protocol),
    };
    let suffix = settings.get("EndpointSuffix").unwrap_or("core.windows.net");
    Endpoint::parse(&format!("{scheme}://{account}.table.{suffix}"))
        .map_err(|why| TargetError::Endpoint { setting: "EndpointSuffix", why })
}

/// The emulator's address, or the same behind another host.
fn emulator(settings: &Settings<'_>) -> Result<Target, TargetError> {
    let mut endpoint = settings.endpoint("DevelopmentStorageProxyUri")?.unwrap_or_else(|| Endpoint {
        scheme: Scheme::Http,
        host: "127.0.0.1".to_owned(),
        port: EMULATOR_TABLE_PORT,
        base_path: String::new(),
    });
    endpoint.port = EMULATOR_TABLE_PORT;
    endpoint.base_path = format!("/{EMULATOR_ACCOUNT}");
    let key = Secret::from_base64(EMULATOR_KEY).map_err(|_| TargetError::AccountKey)?;
    Ok(Target::new(endpoint, EMULATOR_ACCOUNT.to_owned(), key))
}
