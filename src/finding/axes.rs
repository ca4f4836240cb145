//! The axes of a run as reports, signatures and baselines name them.

use crate::target::{AddressStyle, AuthScheme, Axes, Format};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The names of a combination of axes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct AxisNames {
    /// `x-ms-version` of the requests that do not ask for another.
    pub version: String,
    /// `json-none`, `json-minimal`, `json-full` or `atom`.
    pub format: String,
    /// `shared-key`, `shared-key-lite` or `account-sas`.
    #[serde(default = "usual_auth")]
    pub auth: String,
    /// `as-given`, or `by-host` where the target's own address names the account by its path.
    #[serde(default = "usual_address")]
    pub address: String,
}

fn usual_auth() -> String {
    AuthScheme::default().name().to_owned()
}

fn usual_address() -> String {
    AddressStyle::default().name().to_owned()
}

impl From<Axes> for AxisNames {
    fn from(axes: Axes) -> Self {
        Self {
            version: axes.version.to_string(),
            format: axes.format.name().to_owned(),
            auth: axes.auth.name().to_owned(),
            address: axes.address.name().to_owned(),
        }
    }
}

impl AxisNames {
    /// The axes with these names, if there are any.
    pub fn axes(&self) -> Option<Axes> {
        Some(Axes {
            version: self.version.parse().ok()?,
            format: Format::ALL.into_iter().find(|format| format.name() == self.format)?,
            auth: AuthScheme::ALL.into_iter().find(|auth| auth.name() == self.auth)?,
            address: AddressStyle::ALL.into_iter().find(|address| address.name() == self.address)?,
        })
    }

    /// Version and format, and of the other axes what is not the usual value: signatures are made of these.
    pub fn telling(&self) -> Vec<&str> {
        let others = [(&self.auth, usual_auth()), (&self.address, usual_address())];
        let unusual = others.into_iter().filter(|(name, usual)| *name != usual).map(|(name, _)| name.as_str());
        [self.version.as_str(), self.format.as_str()].into_iter().chain(unusual).collect()
    }

    /// The format, and of the other axes but the version what is not the usual value.
    pub fn beside_version(&self) -> String {
        self.telling()[1..].join(" ")
    }
}

/// What tells them from others, for people.
impl fmt::Display for AxisNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.telling().join(" "))
    }
}
