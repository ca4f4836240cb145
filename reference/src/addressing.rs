//! How the requests to a service name it: what their paths begin with, where they name the account, and which of them go to
//! the secondary location.

use crate::percent;
use serde::{Deserialize, Serialize};

/// What the account's name ends in where it stands for the secondary location.
pub const SECONDARY: &str = "-secondary";

/// The locations of an account that is replicated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// Where everything is read and written.
    #[default]
    Primary,
    /// Where what was written is read, somewhat later.
    Secondary,
}

impl Location {
    /// Whether it is the primary one.
    pub fn is_primary(&self) -> bool {
        *self == Self::Primary
    }
}

/// Where an address names the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountIn {
    /// In the first label of the host, as in the cloud.
    Host,
    /// In the last segment of what every path begins with, as with emulators.
    Path,
    /// Nowhere: the address as a whole belongs to one account.
    Nowhere,
}

/// How a service is addressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressing {
    base: String,
    account_in: AccountIn,
    secondary: Option<Elsewhere>,
}

/// An address of the secondary location that does not follow from the primary one's.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Elsewhere {
    authority: String,
    base: String,
}

/// Where a request goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Addressed<'p> {
    /// What its path begins with, as sent: no resource.
    pub base: &'p str,
    /// The rest of its path: the resource.
    pub below: &'p str,
    /// The location.
    pub location: Location,
}

impl Addressing {
    /// With the account in the host, and paths that begin with the resource.
    pub fn by_host() -> Self {
        Self { base: String::new(), account_in: AccountIn::Host, secondary: None }
    }

    /// With the account in the first segment of the path.
    pub fn by_path(account: &str) -> Self {
        Self { base: format!("/{account}"), account_in: AccountIn::Path, secondary: None }
    }

    /// As an address with this host and this path is: the account is named by the path if its last segment is the account's
    /// name, else by the host if its first label is, else nowhere.
    pub fn of(host: &str, path: &str, account: &str) -> Self {
        let base = path.trim_end_matches('/').to_owned();
        let account_in = match base.rsplit_once('/') {
            Some((_, last)) if last == account => AccountIn::Path,
            _ if label(host).eq_ignore_ascii_case(account) => AccountIn::Host,
            _ => AccountIn::Nowhere,
        };
        Self { base, account_in, secondary: None }
    }

    /// The same, with the secondary location at this host, as `Host` names it, and this path.
    #[must_use]
    pub fn with_secondary(self, authority: &str, path: &str) -> Self {
        let secondary = Elsewhere { authority: authority.to_owned(), base: path.trim_end_matches('/').to_owned() };
        Self { secondary: Some(secondary), ..self }
    }

    /// What every path begins with, as it is to be sent: nothing, or segments without a slash behind them.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where the account is named.
    pub fn account_in(&self) -> AccountIn {
        self.account_in
    }

    /// What paths begin with that name this account in place of the service's own; `None` where paths name none.
    pub fn base_of(&self, account: &str) -> Option<String> {
        let (before, _) = self.base.rsplit_once('/').filter(|_| self.account_in == AccountIn::Path)?;
        Some(format!("{before}/{account}"))
    }

    /// Where a request with this `Host` and this path goes; `None` if that is no place of the account.
    ///
    /// Where paths name the account, one that does not is looked at again as if the host named it, as emulators do.
    pub fn locate<'p>(&self, account: &str, host: &str, path: &'p str) -> Option<Addressed<'p>> {
        let at = |base: &str, location| {
            let below = below(path, base)?;
            Some(Addressed { base: &path[..path.len() - below.len()], below, location })
        };
        let primary = at(&self.base, Location::Primary);
        let elsewhere = self.secondary.as_ref().and_then(|elsewhere| {
            let there = host.eq_ignore_ascii_case(&elsewhere.authority);
            let secondary = at(&elsewhere.base, Location::Secondary).filter(|_| there)?;
            // Of two addresses with the same host the longer one says more.
            primary.is_none_or(|primary| primary.base.len() <= secondary.base.len()).then_some(secondary)
        });
        if elsewhere.is_some() {
            return elsewhere;
        }
        let named = label(host);
        let by_host = if named.eq_ignore_ascii_case(account) {
            Some(Location::Primary)
        } else {
            let primary = named.len().checked_sub(SECONDARY.len()).and_then(|at| named.split_at_checked(at));
            let is_secondary =
                |(name, rest): (&str, &str)| name.eq_ignore_ascii_case(account) && rest.eq_ignore_ascii_case(SECONDARY);
            primary.is_some_and(is_secondary).then_some(Location::Secondary)
        };
        match self.account_in {
            AccountIn::Nowhere => primary,
            AccountIn::Host => at(&self.base, by_host.unwrap_or_default()),
            AccountIn::Path => primary
                .or_else(|| at(&self.base_of(&format!("{account}{SECONDARY}"))?, Location::Secondary))
                .or_else(|| at("", by_host?)),
        }
    }

    /// The rest of a path that names whatever account in the place of the service's own.
    pub fn below_any_account<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (before, _) = self.base.rsplit_once('/').filter(|_| self.account_in == AccountIn::Path)?;
        let rest = below(path, before)?.strip_prefix('/')?;
        Some(rest.find('/').map_or("", |slash| &rest[slash..]))
    }
}

/// The first label of a host of several.
fn label(host: &str) -> &str {
    host.split_once('.').map_or("", |(label, _)| label)
}

/// What is left of a path behind these segments, however their characters are percent-encoded: nothing, or what begins with
/// a slash.
pub fn below<'p>(path: &'p str, base: &str) -> Option<&'p str> {
    let mut rest = path;
    for wanted in base.split('/').skip(1) {
        rest = rest.strip_prefix('/')?;
        let end = rest.find('/').unwrap_or(rest.len());
        let segment = &rest[..end];
        if segment != wanted && (percent::decode(segment)? != percent::decode(wanted)?) {
            return None;
        }
        rest = &rest[end..];
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Location::{Primary, Secondary};

    fn located<'p>(addressing: &Addressing, host: &str, path: &'p str) -> Option<(&'p str, &'p str, Location)> {
        addressing.locate("acct", host, path).map(|Addressed { base, below, location }| (base, below, location))
    }

    #[test]
    fn where_the_account_is_named() {
        for (host, path, expected) in [
            ("127.0.0.1", "/acct", AccountIn::Path),
            ("127.0.0.1", "/table/acct/", AccountIn::Path),
            ("acct.localhost", "/acct", AccountIn::Path),
            ("ACCT.table.core.windows.net", "", AccountIn::Host),
            ("acct.example", "/a/b", AccountIn::Host),
            ("127.0.0.1", "/acct.table", AccountIn::Nowhere),
            ("127.0.0.1", "/acct/table", AccountIn::Nowhere),
            ("acct", "", AccountIn::Nowhere),
            ("127.0.0.1", "", AccountIn::Nowhere),
        ] {
            assert_eq!(Addressing::of(host, path, "acct").account_in(), expected, "{host}{path}");
        }
    }

    #[test]
    fn paths_that_name_the_account() {
        let plain = Addressing::by_path("acct");
        assert_eq!(located(&plain, "h:1", "/acct/T()"), Some(("/acct", "/T()", Primary)));
        assert_eq!(located(&plain, "h:1", "/acct"), Some(("/acct", "", Primary)));
        assert_eq!(located(&plain, "h:1", "/acct-secondary/T"), Some(("/acct-secondary", "/T", Secondary)));
        assert_eq!(located(&plain, "acct.table.localhost:1", "/T"), Some(("", "/T", Primary)));
        assert_eq!(located(&plain, "acct-secondary.table.localhost:1", "/"), Some(("", "/", Secondary)));
        assert_eq!(located(&plain, "other.localhost", "/T"), None);
        assert_eq!(located(&plain, "h", "/acct2/T"), None);
        assert_eq!(plain.below_any_account("/acct2/T"), Some("/T"));
        let deep = Addressing::of("h", "/a%20b/acct", "acct");
        assert_eq!(located(&deep, "h", "/a%20b/acct/T"), Some(("/a%20b/acct", "/T", Primary)));
        assert_eq!(located(&deep, "h", "/%61%20b/acct-secondary/"), Some(("/%61%20b/acct-secondary", "/", Secondary)));
        assert_eq!(located(&deep, "h", "/acct/T"), None);
        assert_eq!(deep.base_of("other").as_deref(), Some("/a%20b/other"));
        assert_eq!((deep.below_any_account("/a%20b/x/T"), deep.below_any_account("/x/T")), (Some("/T"), None));
    }

    #[test]
    fn hosts_that_name_the_account_and_addresses_that_do_not() {
        let cloud = Addressing::by_host();
        assert_eq!(located(&cloud, "acct.table.core.windows.net", "/T"), Some(("", "/T", Primary)));
        assert_eq!(located(&cloud, "acct-secondary.table.core.windows.net", "/T"), Some(("", "/T", Secondary)));
        assert_eq!(located(&cloud, "127.0.0.1:9", "/T"), Some(("", "/T", Primary)));
        let opaque = Addressing::of("h", "/storage/tables", "acct");
        assert_eq!(located(&opaque, "h", "/storage/tables/T"), Some(("/storage/tables", "/T", Primary)));
        assert_eq!((located(&opaque, "h", "/T"), opaque.base_of("other")), (None, None));
        let bare = Addressing::of("h", "/", "acct");
        assert_eq!(located(&bare, "h", "/T"), Some(("", "/T", Primary)));
    }

    #[test]
    fn a_secondary_location_that_is_told() {
        let apart = Addressing::of("h", "/t", "acct").with_secondary("h:2", "/t");
        assert_eq!(located(&apart, "h:1", "/t/T"), Some(("/t", "/T", Primary)));
        assert_eq!(located(&apart, "H:2", "/t/T"), Some(("/t", "/T", Secondary)));
        let within = Addressing::by_path("acct").with_secondary("h:1", "/acct/copy");
        assert_eq!(located(&within, "h:1", "/acct/T"), Some(("/acct", "/T", Primary)));
        assert_eq!(located(&within, "h:1", "/acct/copy/T"), Some(("/acct/copy", "/T", Secondary)));
    }
}
