//! Where a recorded request went: service, account and location, from its absolute address.

use crate::recording::session::Service;

/// Where a request went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) service: Service,
    pub(super) account: String,
    pub(super) secondary: bool,
    /// Whether the account stands in the path.
    pub(super) path_style: bool,
    /// Path and query, without the account of path-style addresses.
    pub(super) target: String,
}

const SECONDARY: &str = "-secondary";

/// Reads `https://ACCOUNT.table.core.windows.net/…` and `http://127.0.0.1:10002/ACCOUNT/…`.
///
/// # Errors
/// It is no absolute address.
pub(super) fn read(address: &str) -> Result<Origin, String> {
    let (_, rest) = address.split_once("://").ok_or_else(|| format!("`{address}` is no absolute address"))?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, target) = rest.split_at(end);
    let target = if target.starts_with('/') { target.to_owned() } else { format!("/{target}") };
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let mut labels = name.split('.');
    let first = labels.next().unwrap_or_default();
    let service = Service::named(labels.next().unwrap_or_default());
    if service != Service::Other {
        let (account, secondary) = location(first);
        return Ok(Origin { service, account, secondary, path_style: false, target });
    }
    let service = match port {
        "10000" => Service::Blob,
        "10001" => Service::Queue,
        "10002" => Service::Table,
        _ => Service::Other,
    };
    let path = &target[1..];
    let end = path.find(['/', '?']).unwrap_or(path.len());
    let (account, secondary) = location(&path[..end]);
    let below = &path[end..];
    let target = if below.starts_with('/') { below.to_owned() } else { format!("/{below}") };
    Ok(Origin { service, account, secondary, path_style: true, target })
}

fn location(account: &str) -> (String, bool) {
    account.strip_suffix(SECONDARY).map_or((account.to_owned(), false), |account| (account.to_owned(), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(address: &str) -> (Service, String, bool, String) {
        let Origin { service, account, secondary, target, .. } = read(address).unwrap();
        (service, account, secondary, target)
    }

    #[test]
    fn both_styles() {
        let table = |account: &str, secondary, target: &str| (Service::Table, account.into(), secondary, target.into());
        assert_eq!(origin("https://a.table.core.windows.net/T()?$top=1"), table("a", false, "/T()?$top=1"));
        assert_eq!(
            origin("https://a-secondary.table.core.windows.net:443?comp=stats"),
            table("a", true, "/?comp=stats")
        );
        assert_eq!(origin("http://127.0.0.1:10002/dev/T(x='a/b')"), table("dev", false, "/T(x='a/b')"));
        assert_eq!(origin("http://127.0.0.1:10002/dev?comp=acl"), table("dev", false, "/?comp=acl"));
        assert_eq!(origin("https://login.example/x").0, Service::Other);
        assert!(read("/relative").is_err());
    }
}
