//! Which format a text is of, told from how it begins.

use super::azurite;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// JSON lines, a header and one exchange a line.
    Native,
    /// HTTP Archive 1.2.
    Har,
    /// A recording of the Azure SDK's test proxy.
    Proxy,
    /// The log of Azurite's `--debug`.
    Azurite,
    /// A cassette of vcrpy or go-vcr.
    Vcr,
}

/// The members that tell the JSON formats apart.
#[derive(Deserialize)]
struct Members {
    session: Option<IgnoredAny>,
    log: Option<IgnoredAny>,
    #[serde(rename = "Entries")]
    entries: Option<IgnoredAny>,
}

impl Format {
    /// The format of a text, if it is a known one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim_start();
        if text.starts_with('{') {
            // The first value alone: the native format has one a line.
            let mut values = serde_json::Deserializer::from_str(text).into_iter::<Members>();
            let members = values.next()?.ok()?;
            return match members {
                Members { session: Some(_), .. } => Some(Self::Native),
                Members { log: Some(_), .. } => Some(Self::Har),
                Members { entries: Some(_), .. } => Some(Self::Proxy),
                _ => None,
            };
        }
        if azurite::is_log(text) {
            return Some(Self::Azurite);
        }
        let mut lines = text.lines().map(str::trim_end).take_while(|line| !line.starts_with(['\t', '<']));
        lines.find(|line| *line == "interactions:" || line.starts_with("interactions: ")).map(|_| Self::Vcr)
    }
}
