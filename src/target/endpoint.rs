//! Where a service listens: scheme, host, port and base path.

use std::fmt;

/// How requests travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Plain HTTP.
    Http,
    /// HTTP over TLS.
    Https,
}

impl Scheme {
    /// The port that is meant where none is named.
    pub fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Http => "http",
            Self::Https => "https",
        })
    }
}

/// The address of a service.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// How requests travel.
    pub scheme: Scheme,
    /// Name or address, an IPv6 address without its brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What every request target begins with, as sent: `/account` in emulator style, empty in cloud style, or whatever else
    /// stands before the resources. Begins with a slash and does not end in one.
    pub base_path: String,
}

/// Why a text is not the address of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEndpoint {
    /// Not `http` or `https`.
    #[error("it does not begin with http:// or https://")]
    Scheme,
    /// No host.
    #[error("it names no host")]
    Host,
    /// Not a port.
    #[error("its port is not a number from 1 to 65535")]
    Port,
    /// A query, a fragment, credentials, or octets that cannot stand in a path.
    #[error("only scheme, host, port and path may stand in it")]
    Rest,
}

impl Endpoint {
    /// Reads `SCHEME://HOST[:PORT][/PATH]`. The path is kept as written, but for slashes at its end.
    ///
    /// # Errors
    /// Which part is wrong.
    pub fn parse(text: &str) -> Result<Self, InvalidEndpoint> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidEndpoint::Scheme)?;
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            _ => return Err(InvalidEndpoint::Scheme),
        };
        let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains(['?', '#', '@', '\\']) {
            return Err(InvalidEndpoint::Rest);
        }
        let (host, port) = split_authority(authority)?;
        if host.is_empty() {
            return Err(InvalidEndpoint::Host);
        }
        let port = match port {
            None => scheme.default_port(),
            Some(port) => port.parse().ok().filter(|&port| port != 0).ok_or(InvalidEndpoint::Port)?,
        };
        Ok(Self { scheme, host: host.to_owned(), port, base_path: path.trim_end_matches('/').to_owned() })
    }

    /// Host and port as they stand in the `Host` header: the port only where it is not the scheme's own.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == self.scheme.default_port() { host } else { format!("{host}:{}", self.port) }
    }

    /// Whether requests go to the same place, whatever their paths.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        (self.scheme, &self.host, self.port) == (other.scheme, &other.host, other.port)
    }

    /// Whether its host is one that a network of its own gives out, and no service on the internet has.
    pub(super) fn is_at_home(&self) -> bool {
        let is_address = self.host.parse::<std::net::IpAddr>().is_ok();
        let is_local = self.host.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("localhost"));
        is_address || is_local || !self.host.contains('.')
    }
}

fn split_authority(authority: &str) -> Result<(&str, Option<&str>), InvalidEndpoint> {
    if let Some(bracketed) = authority.strip_prefix('[') {
        let (host, after) = bracketed.split_once(']').ok_or(InvalidEndpoint::Host)?;
        return match after {
            "" => Ok((host, None)),
            after => after.strip_prefix(':').map(|port| (host, Some(port))).ok_or(InvalidEndpoint::Port),
        };
    }
    match authority.split_once(':') {
        None => Ok((authority, None)),
        Some((host, port)) => Ok((host, Some(port))),
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority(), self.base_path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_survive_text() {
        for text in [
            "http://127.0.0.1:10002/devstoreaccount1",
            "https://account.table.core.windows.net",
            "http://[::1]:9",
            "http://localhost/a/b",
        ] {
            assert_eq!(Endpoint::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Endpoint::parse("HTTP://h:80/").unwrap().to_string(), "http://h");
    }

    #[test]
    fn each_part_is_named_when_wrong() {
        for (text, error) in [
            ("127.0.0.1:1", InvalidEndpoint::Scheme),
            ("ftp://h", InvalidEndpoint::Scheme),
            ("http://", InvalidEndpoint::Host),
            ("http://:80/x", InvalidEndpoint::Host),
            ("http://[::1", InvalidEndpoint::Host),
            ("http://h:0", InvalidEndpoint::Port),
            ("http://h:x", InvalidEndpoint::Port),
            ("http://[::1]x", InvalidEndpoint::Port),
            ("http://h/a?b", InvalidEndpoint::Rest),
            ("http://u:p@h/", InvalidEndpoint::Rest),
            ("http://h/\u{e9}", InvalidEndpoint::Rest),
        ] {
            assert_eq!(Endpoint::parse(text), Err(error), "{text}");
        }
    }
}
