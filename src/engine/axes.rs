//! The axes of a run as reports, signatures and baselines name them.

use crate::target::Axes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablestakes_reference::history::Metadata;

/// The names of a combination of axes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct AxisNames {
    /// `x-ms-version` of the requests that do not ask for another.
    pub version: String,
    /// `json-none`, `json-minimal` or `json-full`.
    pub format: String,
}

impl From<Axes> for AxisNames {
    fn from(axes: Axes) -> Self {
        Self { version: axes.version.to_string(), format: format_name(axes.metadata).to_owned() }
    }
}

impl AxisNames {
    /// The axes with these names, if there are any.
    pub fn axes(&self) -> Option<Axes> {
        let metadata =
            [Metadata::None, Metadata::Minimal, Metadata::Full].into_iter().find(|&m| format_name(m) == self.format)?;
        Some(Axes { version: self.version.parse().ok()?, metadata })
    }
}

/// The name of the format with this level of metadata.
pub fn format_name(metadata: Metadata) -> &'static str {
    match metadata {
        Metadata::None => "json-none",
        Metadata::Minimal => "json-minimal",
        Metadata::Full => "json-full",
    }
}
