//! The services of an account that a user names by one text: some of those of a connection string, or the one at an address.

use super::connection_string::{emulator_port, services};
use super::endpoint::Endpoint;
use super::spec::{Target, TargetError, is_address};
use tablestakes_reference::ServiceName;

/// One target for each service. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets {
    first: Target,
    others: Vec<Target>,
}

impl Targets {
    /// The services that are meant where nobody says which.
    pub const KNOWN: [ServiceName; 3] = [ServiceName::Table, ServiceName::Queue, ServiceName::Blob];

    /// One service.
    pub fn one(target: Target) -> Self {
        Self { first: target, others: Vec::new() }
    }

    /// The same with another service beside it.
    #[must_use]
    pub fn and(mut self, other: Target) -> Self {
        self.others.push(other);
        self
    }

    /// Reads a connection string or an address. Of a connection string these services are meant, or if there are none those that it
    /// gives endpoints of; an address is that of the service that is asked for, or else of the one whose port or host name it has, or
    /// of the table service.
    ///
    /// # Errors
    /// Says which part is wrong, and never holds the key.
    pub fn parse(text: &str, asked: &[ServiceName]) -> Result<Self, TargetError> {
        let text = text.trim();
        let services = match (is_address(text), asked) {
            (true, []) => vec![service_at(text)],
            (true, [service]) => vec![*service],
            (true, _) => return Err(TargetError::OneAddress),
            (false, []) if text.contains('=') => {
                let named = services(text)?;
                let known: Vec<ServiceName> =
                    Self::KNOWN.into_iter().filter(|service| named.contains(service)).collect();
                if known.is_empty() { vec![ServiceName::Table] } else { known }
            }
            (false, []) => vec![ServiceName::Table],
            (false, asked) => asked.to_vec(),
        };
        let mut targets = services.into_iter().map(|service| Target::parse_as(text, service));
        let first = targets.next().unwrap_or(Err(TargetError::Empty))?;
        Ok(Self { first, others: targets.collect::<Result<_, _>>()? })
    }

    /// The first of them: what is named where only one can be.
    pub fn first(&self) -> &Target {
        &self.first
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Target> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The one for this service.
    pub fn of(&self, service: ServiceName) -> Option<&Target> {
        self.iter().find(|target| target.service == service)
    }

    /// Their names.
    pub fn services(&self) -> Vec<ServiceName> {
        self.iter().map(|target| target.service).collect()
    }

    /// Whether none of them can be the live service.
    pub fn are_emulated(&self) -> bool {
        self.iter().all(Target::is_emulated)
    }
}

/// The service whose port or host name an address has; the table service if none.
fn service_at(text: &str) -> ServiceName {
    let Ok(endpoint) = Endpoint::parse(text) else { return ServiceName::Table };
    let label = endpoint.host.split('.').nth(1).unwrap_or_default();
    let is_it = |service: &ServiceName| endpoint.port == emulator_port(*service) || label == service.name();
    ServiceName::ALL.into_iter().find(is_it).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, asked: &[ServiceName]) -> Vec<String> {
        let targets = Targets::parse(text, asked).unwrap();
        targets.iter().map(|target| format!("{} {}", target.service, target.endpoint)).collect()
    }

    #[test]
    fn services_are_those_that_are_named() {
        let account = "AccountName=me;AccountKey=AA==";
        for (text, expected) in [
            (
                "UseDevelopmentStorage=true".to_owned(),
                vec![
                    "table http://127.0.0.1:10002/devstoreaccount1",
                    "queue http://127.0.0.1:10001/devstoreaccount1",
                    "blob http://127.0.0.1:10000/devstoreaccount1",
                ],
            ),
            (format!("{account};TableEndpoint=http://h:1/me"), vec!["table http://h:1/me"]),
            (format!("{account};QueueEndpoint=http://h:2/me"), vec!["queue http://h:2/me"]),
            (
                format!("{account};TableEndpoint=http://h:1/me;QueueEndpoint=http://h:2/me;BlobEndpoint=http://h:3/me"),
                vec!["table http://h:1/me", "queue http://h:2/me", "blob http://h:3/me"],
            ),
            (
                account.to_owned(),
                vec![
                    "table https://me.table.core.windows.net",
                    "queue https://me.queue.core.windows.net",
                    "blob https://me.blob.core.windows.net",
                ],
            ),
            ("http://h:10001/devstoreaccount1".to_owned(), vec!["queue http://h:10001/devstoreaccount1"]),
            ("http://h:10000/devstoreaccount1".to_owned(), vec!["blob http://h:10000/devstoreaccount1"]),
            ("http://me.queue.localhost".to_owned(), vec!["queue http://me.queue.localhost"]),
            ("http://h:7/devstoreaccount1".to_owned(), vec!["table http://h:7/devstoreaccount1"]),
        ] {
            assert_eq!(named(&text, &[]), expected, "{text}");
        }
    }

    #[test]
    fn services_that_are_asked_for_are_taken() {
        assert_eq!(named("http://h:7/a", &[ServiceName::Queue]), ["queue http://h:7/a"]);
        assert_eq!(
            Targets::parse("http://h:7/a", &[ServiceName::Table, ServiceName::Queue]),
            Err(TargetError::OneAddress)
        );
        let queue = named("UseDevelopmentStorage=true", &[ServiceName::Queue]);
        assert_eq!(queue, ["queue http://127.0.0.1:10001/devstoreaccount1"]);
    }
}
