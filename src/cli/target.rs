//! Which target is meant: the one named, the one in the environment, or the reference that is built in.

use super::embedded::Embedded;
use super::failure::Failure;
use crate::engine::TargetInfo;
use crate::target::Target;
use tablestakes_reference::Profile;

/// The environment variable that names a target where no argument does.
const VARIABLE: &str = "AZURE_STORAGE_CONNECTION_STRING";

/// A target, and the server behind it if it is the embedded one.
pub(super) struct Chosen {
    pub target: Target,
    pub info: TargetInfo,
    pub embedded: Option<Embedded>,
}

/// What the user named, before anything is started.
pub(super) enum Named {
    Remote(Box<Target>, TargetInfo),
    Embedded,
}

impl Named {
    /// Reads the argument, else the environment. Touches no network.
    ///
    /// # Errors
    /// What is named is no target; the message does not hold its key.
    pub(super) fn read(argument: Option<&str>) -> Result<Self, Failure> {
        let from_environment = std::env::var(VARIABLE).ok().filter(|text| !text.trim().is_empty());
        let (text, named) = match (argument, &from_environment) {
            (Some(argument), _) => (argument, true),
            (None, Some(variable)) => (variable.as_str(), false),
            (None, None) => return Ok(Self::Embedded),
        };
        let target = Target::parse(text)?;
        // What holds a key is not repeated: the user puts it in again, or has it in the environment.
        let argument = match (named, text.contains("://") && !text.contains(';')) {
            (false, _) => String::new(),
            (true, true) => text.to_owned(),
            (true, false) if text.to_lowercase().contains("accountkey") => "CONNECTION_STRING".to_owned(),
            (true, false) => format!("'{text}'"),
        };
        let info = TargetInfo { given: target.to_string(), argument, server: None };
        Ok(Self::Remote(Box::new(target), info))
    }

    /// Whether the target cannot be the live service.
    pub(super) fn is_emulated(&self) -> bool {
        match self {
            Self::Remote(target, _) => target.is_emulated(),
            Self::Embedded => true,
        }
    }

    /// Starts the embedded reference if that is what is meant.
    ///
    /// # Errors
    /// No port of the loopback interface can be listened on.
    pub(super) async fn start(self, profile: Profile) -> Result<Chosen, Failure> {
        match self {
            Self::Remote(target, info) => Ok(Chosen { target: *target, info, embedded: None }),
            Self::Embedded => {
                let embedded = Embedded::start(profile).await?;
                let target = embedded.target()?;
                let info = TargetInfo {
                    given: format!("the built-in reference at {target}"),
                    argument: "--reference".to_owned(),
                    server: None,
                };
                Ok(Chosen { target, info, embedded: Some(embedded) })
            }
        }
    }
}
