//! Lengths of time as arguments.

use std::time::Duration;

/// A length of time such as `500ms`, `90s` or `2m`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a length of time: write 500ms, 90s or 2m");
    let span: jiff::SignedDuration = text.parse().map_err(|_| wrong())?;
    Duration::try_from(span).ok().filter(|span| !span.is_zero()).ok_or_else(wrong)
}
