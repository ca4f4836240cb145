//! The axes of a run as reports, signatures and baselines name them.

use crate::target::{Axes, Format};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The names of a combination of axes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct AxisNames {
    /// `x-ms-version` of the requests that do not ask for another.
    pub version: String,
    /// `json-none`, `json-minimal`, `json-full` or `atom`.
    pub format: String,
}

impl From<Axes> for AxisNames {
    fn from(axes: Axes) -> Self {
        Self { version: axes.version.to_string(), format: axes.format.name().to_owned() }
    }
}

impl AxisNames {
    /// The axes with these names, if there are any.
    pub fn axes(&self) -> Option<Axes> {
        let format = Format::ALL.into_iter().find(|format| format.name() == self.format)?;
        Some(Axes { version: self.version.parse().ok()?, format })
    }
}
