//! Which target is meant: the one named, the one in the environment, or the reference that is built in.

use super::embedded::Embedded;
use super::failure::Failure;
use crate::engine::TargetInfo;
use crate::live::Live;
use crate::target::Targets;
use std::num::NonZeroU32;
use std::time::Duration;
use tablestakes_reference::{Profile, ServiceName};

/// The environment variable that names a target where no argument does.
const VARIABLE: &str = "AZURE_STORAGE_CONNECTION_STRING";

/// A target, and the server behind it if it is the embedded one.
pub(super) struct Chosen {
    pub targets: Targets,
    pub info: TargetInfo,
    pub embedded: Option<Embedded>,
}

/// What the user named, before anything is started.
pub(super) enum Named {
    Remote(Box<Targets>, TargetInfo),
    Embedded(Vec<ServiceName>),
}

impl Named {
    /// The same of the table service alone.
    ///
    /// # Errors
    /// As of [`Named::read`].
    pub(super) fn tables(argument: Option<&str>) -> Result<Self, Failure> {
        Self::read(argument, &[ServiceName::Table])
    }

    /// Reads the argument, else the environment: these services, or those that are named. Touches no network.
    ///
    /// # Errors
    /// What is named is no target; the message does not hold its key.
    pub(super) fn read(argument: Option<&str>, services: &[ServiceName]) -> Result<Self, Failure> {
        let from_environment = std::env::var(VARIABLE).ok().filter(|text| !text.trim().is_empty());
        let (text, named) = match (argument, &from_environment) {
            (Some(argument), _) => (argument, true),
            (None, Some(variable)) => (variable.as_str(), false),
            (None, None) => {
                let services = if services.is_empty() { &Targets::KNOWN } else { services };
                return Ok(Self::Embedded(services.to_vec()));
            }
        };
        let targets = Targets::parse(text, services)?;
        // What holds a key is not repeated: the user puts it in again, or has it in the environment.
        let argument = match (named, text.contains("://") && !text.contains(';')) {
            (false, _) => String::new(),
            (true, true) => text.to_owned(),
            (true, false) if text.to_lowercase().contains("accountkey") => "CONNECTION_STRING".to_owned(),
            (true, false) => format!("'{text}'"),
        };
        let info = TargetInfo { given: shown(&targets), argument, server: None };
        Ok(Self::Remote(Box::new(targets), info))
    }

    /// Whether the target cannot be the live service.
    pub(super) fn is_emulated(&self) -> bool {
        match self {
            Self::Remote(targets, _) => targets.are_emulated(),
            Self::Embedded(_) => true,
        }
    }

    /// Its services.
    pub(super) fn services(&self) -> Vec<ServiceName> {
        match self {
            Self::Remote(targets, _) => targets.services(),
            Self::Embedded(services) => services.clone(),
        }
    }

    /// Starts the embedded reference if that is what is meant.
    ///
    /// # Errors
    /// No port of the loopback interface can be listened on.
    pub(super) async fn start(self, profile: Profile) -> Result<Chosen, Failure> {
        match self {
            Self::Remote(targets, info) => Ok(Chosen { targets: *targets, info, embedded: None }),
            Self::Embedded(services) => {
                let embedded = Embedded::start(profile, &services).await?;
                let targets = embedded.targets()?;
                let info = TargetInfo {
                    given: format!("the built-in reference at {}", shown(&targets)),
                    argument: "--reference".to_owned(),
                    server: None,
                };
                Ok(Chosen { targets, info, embedded: Some(embedded) })
            }
        }
    }
}

impl Chosen {
    /// The same over the network; by the clocks of the embedded reference, if it is that.
    pub(super) fn live(&self, request_timeout: Duration, rate: Option<NonZeroU32>, profile: Profile) -> Live {
        let live = Live::new(&self.targets, request_timeout, rate, profile);
        match &self.embedded {
            Some(embedded) => live.by_clocks(embedded.clocks()),
            None => live,
        }
    }
}

/// The addresses of its services.
fn shown(targets: &Targets) -> String {
    targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}
